"""An item of an event says nothing of its own, and an answer is a number. No older Fireteam reads such a log."""

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """Leave what is stored as it is: it is read as before."""
