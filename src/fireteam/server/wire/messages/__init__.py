"""Messages between the server and its clients. OpenAPI and the page's types are generated from these Structs.

Seats and slots go by name, but Scenes and Decisions number the slots: `Welcome.slots` has their names in that order.
`event` is the number of an event of the match; `seq` counts the items of a stream. Times are seconds since 1970.
"""

# ruff: isort: skip_file
# ruff: noqa: F403
# OpenAPI lists the messages in the order of these lines.
from ....campaign.forms import CommandForm  # noqa: F401
from ....core.protocol.briefing import Panel, Role  # noqa: F401
from ....core.protocol.campaign import Plot, Request, Section  # noqa: F401
from ....core.protocol.scene import Option, Scene, Sight, Spot, Threat  # noqa: F401
from ....core.protocol.sheets import (  # noqa: F401
    ReadySheet,
    SheetChoice,
    SheetCost,
    SheetField,
    SheetForm,
    SheetProblem,
    SheetReport,
    SheetUse,
)
from ....sim.director import Trial  # noqa: F401
from ....sim.forecast import Figure, Forecast  # noqa: F401
from ....sim.run import Share  # noqa: F401
from .words import *
from .games import *
from .sheets import *
from .tables import *
from .verbs import *
from .menus import *
from .acts import *
from .asks import *
from .items import *
from .standing import *
from .changes import *
from .frames import *
from .lessons import *
from .reach import *
from .campaigns import *
