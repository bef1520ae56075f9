"""Every error a person may meet.

FireteamError               one clear sentence that says where and what to do
+-- IllegalChoice           a choice the rules do not allow; names the clause, changes nothing
+-- BadNotation             text that is no choice, position or name
+-- BadContent              packs, boards, pieces, missions: every problem of every file at once
+-- BadGame                 a package whose game cannot be loaded: which package, and why
+-- BadTerrain              walls, zones and the like that make no table: everything wrong with them at once
+-- BadFile                 a match file that is truncated, edited, foreign or in use: which line, and what to do
|   +-- OtherRules          a match of other rules or content than there are here, and what to do
+-- BadStore                a database that cannot be opened: foreign, of a newer Fireteam, out of reach
+-- StoreUnavailable        the database keeps nothing for now: full, locked, gone; nothing of it is half kept
|   +-- LeaseLost           another process keeps this table now
|   +-- HeldElsewhere       another process that lives has this table
|       +-- PutAway         the table was put away here: who comes again is told where it is
+-- Conflict                the database has something else there already; nothing is kept
+-- WriteFailed             a file or folder that cannot be written; whatever was there is as it was
+-- UnknownName             no such game, mission, board, bot or question
+-- BadQuestion             a question to `odds` or `ask` that cannot be answered as put
+-- BotFailure              a bot raised, or answered with something unlawful
+-- Forbidden               what a seat may not do at this table: act for another, take back without consent
|   +-- Outdated            an act that was meant for what is over by now; nothing was done
+-- DieNeeded               dice are typed in, and one is missing or is no face of its die
+-- TooManyOutcomes         the dice can fall in more ways than may be counted (`spread`)
+-- OutOfTime               work that came from outside and takes longer than is allowed; nothing has changed
+-- EndlessSteps            steps of dice that lead in a circle (`exhaust`)

TapeEnd                     a tape ran out: which die, and what for (typed dice catch this and ask)
Overflow                    a list of stated capacity is full: a fault of content or core, never a silent drop
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class FireteamError(Exception):
    """Something a person can mend; its text is the whole message."""


class BadNotation(FireteamError):
    """Text that cannot be read as what it should be."""


class BadGame(FireteamError):
    """A package whose game cannot be loaded, or two packages with a game of one id."""


class BadFile(FireteamError):
    """A match file that cannot be read, written or trusted; it is left as it is."""


class OtherRules(BadFile):
    """A match whose rules or content are not those that there are here: `why`, and what to do about a file of it."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(f"{why}; {remedy}")
        self.why = why


class BadStore(FireteamError):
    """A database that cannot be opened, backed up or restored; it is left as it is."""


class StoreUnavailable(FireteamError):
    """The database could not keep something: nothing of it is kept, and it may be tried again."""


class LeaseLost(StoreUnavailable):
    """This process may not write to a table any more: another one has taken it."""


class HeldElsewhere(StoreUnavailable):
    """Another process that lives has this table; `address` is where it is reached, empty if that is not known."""

    def __init__(self, address: str) -> None:
        at = f" at {address}" if address else ""
        super().__init__(f"This table is played at another server{at}; go there.")
        self.address = address


class PutAway(HeldElsewhere):
    """The table has been put away here while somebody was at it; it is opened again, here or elsewhere."""

    def __init__(self) -> None:
        super().__init__("")
        self.args = ("This table has been put away here; come again, and you are told where it is.",)


class Conflict(FireteamError):
    """The database has something else in its place already: nothing of what came together is kept."""


class WriteFailed(FireteamError):
    """A file or folder that cannot be written: something is in the way. Nothing has changed."""


class UnknownName(FireteamError):
    """A name that nothing answers to; the message lists what there is."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names) or 'none'}"
        super().__init__(f"no {kind} named {name!r}; {hint}")


class OutOfTime(FireteamError):
    """Work that takes longer than is allowed; nothing has changed."""


class BadQuestion(FireteamError):
    """A question with a missing, superfluous or impossible part."""


class BotFailure(FireteamError):
    """A bot raised or chose something the rules refuse; the match stands as it was."""


class Forbidden(FireteamError):
    """Something this seat may not do at this table, whatever the rules of the game say."""


class Outdated(Forbidden):
    """An act that answers what is asked, offered or undone no more; nothing was done."""


class DieNeeded(FireteamError):
    """A typed die is missing, or shows what its die cannot; nothing has changed. Append a face and ask again."""

    def __init__(self, sides: int, purpose: str, have: int, roller: str = "") -> None:
        super().__init__(f"needs a d{sides} for {purpose} (die {have + 1} of this choice)")
        self.sides, self.purpose, self.have, self.roller = sides, purpose, have, roller


class IllegalChoice(FireteamError):
    """A choice the rules do not allow: the rulebook's code, its clause, and the sentence a player reads."""

    def __init__(self, code: str, clause: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({code}, {clause})")
        self.code, self.clause, self.sentence = code, clause, sentence


class TapeEnd(Exception):
    """A tape of faces has run out. The Dice record says what was wanted: `sides` and `purpose`."""


class Overflow(Exception):
    """A list of stated capacity is full."""
