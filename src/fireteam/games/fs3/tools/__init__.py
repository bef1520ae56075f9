"""`fireteam fs3`: the chart designer, the matrix of armour, configuration checks, ability rolls, and balance."""

from __future__ import annotations

from cyclopts import App

from ..notice import NOTICE
from .balance import balance
from .charts import app as charts
from .configuration import check, matrix
from .rolls import roll

app = App("fs3", help="Tools of FS3, for Storytellers.", help_epilogue=NOTICE)
app.command(charts)
app.command(matrix)
app.command(check)
app.command(roll)
app.command(balance)


@app.command
def about() -> int:
    """Say who holds the rights in FS3, and what is allowed (FS3-0.1, FS3-0.3)."""
    print(NOTICE)
    return 0
