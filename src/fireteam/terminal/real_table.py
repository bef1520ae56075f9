"""A real table run from one screen, in lines: people, tokens and perhaps dice are there, one person keeps the match."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable

from ..bots import Bot
from ..called import called
from ..core.choices import Verb, decode
from ..core.errors import BadNotation, DieWanted, FireteamError, Forbidden, Refused
from ..core.game import Aloud, Count, default_choice, read_choice, refusal
from ..core.record import Array
from ..core.scene import Spot
from ..match.record import FREE, PAUSE, RESUME, REWIND, UNDO, Seat
from ..match.walking import Aim
from .arriving import arrive
from .commands import COMMANDS
from .course import Course, menu_of
from .menu import Menu
from .paper import Paper
from .plain import Plain
from .real_commands import OWN, READING, RULING, TABLE, called_shortly
from .refereeing import ACTS, rule
from .spoken import meant, understood
from .story import telling
from .thrown import Back, Thrown
from .ways import place_said

DEFAULT = "default"
PACE = 1.5  # seconds between two counts
GOING_ON = (FREE, PAUSE, RESUME)


class RealTable(Plain):
    """A match whose people sit at a real table: `wait` lets so many seconds go by between two counts.

    What is typed is kept here until it is in for everybody, so that a slip is mended by typing the line again.
    """

    def __init__(
        self,
        course: Course,
        paper: Paper,
        read: Callable[[str], str] = input,
        pace: float = PACE,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(course, paper, read)
        self.pace, self.wait = pace, wait
        self.said: dict[int, Verb] = {}
        self.aims: dict[int, list[Aim]] = {}
        self.ruled: dict[int, Spot] = {}  # where a token may stand though the counts do not allow it
        self.away: dict[int, Bot] = {}
        self.thrown = Thrown(paper, read)
        self.opened: list[int] = []  # the events after which there was something to type: the way back
        self.asked = -1  # the decision that was called aloud
        self.counts: tuple[Count, ...] = ()

    @property
    def aloud(self) -> Aloud | None:
        """What the game has to say to who runs a real table; None, if nothing."""
        return self.game.aloud

    # The course of a decision

    def _person(self, seat: Seat, slot: int) -> None:
        """Something is to be decided: it is called aloud, typed in for everybody, and carried out."""
        self.tell()
        if self.asked != self._decision():
            self._open()
        while self.match.paused is None and self.asked == self._decision():
            try:
                if not self.counts and not self._missing():
                    self._carry_out()
                else:
                    self.obey(self.read(self._prompt()))
            except Back as back:
                self.match.rewind(self.course.referee, self.opened[-1], str(back))
            except Refused as refused:
                self.paper.prose(f"No: {refused}.", style="yellow", hang="  ")
            except FireteamError as error:
                self.paper.prose(str(error), hang="  ")
            self.tell()

    def tell(self) -> None:
        """What happened since it was told last."""
        seen = self.aloud.seen if self.aloud else ()
        accounts = [
            account._replace(told=tuple(told for told in account.told if not isinstance(told.event, seen)))
            for account in self.course.news(self.course.onlooker)
        ]
        lines = list(telling(accounts, self.paper.width, closing=not self.match.over))
        for line in ["", *lines] if lines else ():
            self.paper.put(line)

    def _decision(self) -> int:
        """The number of the event that opened the decision; stops and rulings leave it open."""
        return next(record.number for record in reversed(self.match.records) if record.kind not in GOING_ON)

    def _open(self) -> None:
        """A decision opens: nothing is typed yet, and everybody hears what to decide."""
        self.asked, self.counts = self._decision(), ()
        self.said, self.aims, self.ruled = {}, {}, {}
        setting, state = self.match.setting, self.match.state
        self._mark()
        self.paper.put("")
        if self.aloud is None:
            if len(owing := self.match.owing()) == 1:
                self.paper.prose(self.menu(owing[0]).decision.prompt)
            return
        self.counts = self.aloud.counts(setting, state)
        if setting.referee in self.match.owing():
            self.score()
        self.paper.put((self.aloud.call(setting, state), "bold"))
        for line in self._who_goes():
            self.paper.prose(line, "  ", "    ")

    @property
    def is_ruled(self) -> bool:
        """Whether something was ruled since the decision opened."""
        return any(record.kind == FREE for record in self.match.records[self.asked + 1 :])

    def usage(self) -> list[str]:
        """How the choices of the first slot that is awaited are written."""
        menu = self.menu(self.match.owing()[0])
        return menu.usage()[: len(menu.by_verb)]

    def _mark(self) -> None:
        """Remember the way back: the event that stands last, the later ones forgotten."""
        last = self.match.records[self.asked]
        stands = last.of if last.kind in (UNDO, REWIND) else last.number
        self.opened = [*(number for number in self.opened if number < stands), stands]

    def _who_goes(self) -> list[str]:
        """Which counts each may use, those with the same ones together."""
        alike: dict[tuple[str, ...], list[str]] = {}
        for slot in self.wanted if self.counts else ():
            mine = tuple(count.called for count in self.counts if slot in count.slots)
            alike.setdefault(mine, []).append(self.match.setting.slot_name(slot))
        return [f"{' '.join(names)}: {called_shortly(mine)}" for mine, names in alike.items()]

    def _missing(self) -> list[int]:
        """The slots that owe a choice and have none yet; a bot's choice is made at once."""
        owing = self.match.owing()
        for slot in owing:
            if slot in self.away and slot not in self.said:
                self.said[slot] = self.other(self.match.state, slot)
        return [slot for slot in owing if slot not in self.said]

    def _prompt(self) -> str:
        """What is waited for, in a few words."""
        if not self.counts:
            return f"{self._named(self._missing())}> "
        done = self._named(sorted(self.aims))
        return f"where they stand{f' ({done} in)' if done else ''}> "

    def other(self, states: Array, slot: int) -> Verb:
        """What a slot chooses for whom nothing is typed: a bot's choice, or what is stated for who does not answer."""
        setting = self.match.setting
        if slot not in self.away:
            return default_choice(setting, states, slot)
        chosen = self.away[slot].choose(
            setting, self.match.masked(states, 1 << slot), slot, self.match.key_for_bot(slot)
        )
        return decode(chosen[0], self.game.verbs, self.game.names(setting, states))

    # What is typed

    def obey(self, line: str) -> None:
        """Do what a line says."""
        if not (words := line.split()):
            return
        first, rest = "help" if words[0] == "?" else words[0].lower(), words[1:]
        slots = self._slots(first)
        if slots and rest:
            for slot in slots:
                self._enter(slot, rest)
        elif first in OWN:
            OWN[first].carry_out(self, rest)
        elif first in RULING:
            ACTS[first](self, rest)
        elif first in {word.split()[0] for word in READING}:
            slot = self.match.owing()[0]
            COMMANDS[first].carry_out(self, rest, self.menu(slot), self.seat_of(slot))
        elif self._verb(first):
            rule(self, words)
        elif len(missing := self._missing()) == 1:
            self._enter(missing[0], words)
        else:
            raise BadNotation(f"for whom? begin with a name: {self._named(self.wanted)}; help tells the rest")

    def _slots(self, word: str) -> list[int]:
        """The slots of a name, of several joined by commas, or of a group; none for any other word."""
        setting = self.match.setting
        names = {name.casefold(): [slot] for slot, name in enumerate(setting.slots)}
        groups = {name.casefold(): [setting.slots.index(one) for one in many] for name, many in setting.groups.items()}
        parts = [(groups | names).get(part) for part in word.rstrip(":,").split(",")]
        if not all(parts):
            return []
        several = len(parts) > 1 or word in groups
        due = set(self.wanted) - set(self.away)
        return [slot for part in parts for slot in part or () if not several or slot in due]

    @property
    def wanted(self) -> list[int]:
        """The slots for which something may be typed now."""
        return sorted({slot for count in self.counts for slot in count.slots}) or self.match.owing()

    def _named(self, slots: Iterable[int]) -> str:
        return " ".join(map(self.match.setting.slot_name, slots))

    def seat_of(self, slot: int) -> Seat:
        """Who holds a slot: the table, or who runs it."""
        seat = self.match.seat_of(slot)
        assert seat is not None
        return seat

    def menu(self, slot: int) -> Menu:
        """What a slot may choose, without odds."""
        return menu_of(self.match.setting, self.match.view(self.seat_of(slot).name), slot, odds=False)

    def _enter(self, slot: int, words: list[str]) -> None:
        """What a slot chooses, or where its token stands; what was typed for it before is forgotten."""
        name = self.match.setting.slot_name(slot)
        if slot in self.away:
            raise Forbidden(f"{self.away[slot].name} plays {name}; write: hand {name} {TABLE}")
        if words == [DEFAULT]:
            if self.counts:
                self.aims[slot] = []
            else:
                self.said[slot] = self.other(self.match.state, slot)
            return
        if self.counts and slot in self.wanted:
            self.aims[slot] = [self._aim(slot, part.split()) for part in " ".join(words).split(";") if part.strip()]
            return
        menu = self.menu(slot)
        said = self.aloud.words(self.match.setting, self.match.state, slot) if self.aloud else {}
        usual = default_choice(self.match.setting, self.match.state, slot) if slot in self.match.owing() else None
        value = meant(self.match.setting, self.match.state, menu, understood(menu, " ".join(words), said, usual))
        if value.free:
            self.choose(slot, value)
            return
        if slot not in self.match.owing():
            raise Forbidden(f"{name} has nothing to decide now; awaited: {self._named(self.wanted)}")
        if refused := refusal(self.match.setting, self.match.state, slot, value):
            raise refused
        self.said[slot] = value

    def _aim(self, slot: int, words: list[str]) -> Aim:
        """A place where a token stands, or what its slot did on a count instead of going."""
        menu = self.menu(slot)
        if len(words) == 1 and (spot := place_said(menu, words[0])):
            return spot
        return read_choice(self.match.setting, understood(menu, " ".join(words), {}))

    # What is carried out

    def _carry_out(self) -> None:
        """Everybody's choice is in: it takes effect, and typed dice are asked for."""
        match = self.match
        for slot, value in self.said.items():  # a ruling may have come in between
            if slot in match.owing() and (refused := refusal(match.setting, match.state, slot, value)):
                del self.said[slot]
                raise refused
        for slot, value in sorted(self.said.items()):
            if slot in match.owing():
                self.choose(slot, value)

    def choose(self, slot: int, value: Verb) -> None:
        """A slot chooses; dice that people throw are asked for."""
        self._act(self.seat_of(slot), value, slot)
        self.thrown.spare()

    def finish(self) -> None:
        """The rest does what is stated for who does not answer; tokens that were not named stand still."""
        if not self.counts:
            for slot in self._missing():
                self.said[slot] = self.other(self.match.state, slot)
            return
        arrive(self)

    # Dice

    def face_of(self, wanted: DieWanted) -> int:
        """The face of a die that somebody threw."""
        return self.thrown.face_of(wanted)

    def score(self) -> None:
        """The sheet: rounds, frags, deaths, money."""
        if self.aloud is None:
            raise BadNotation("there is no score sheet; write: board")
        for row in self.aloud.score(self.match.setting, self.match.state):
            self.paper.put(f"  {row.label:<6}  {row.text}")

    def _leave(self) -> None:
        """How to go on with the same table."""
        self.paper.put("")
        file = self.match.file
        self.paper.put(
            f"To go on from here: {called()} referee {shlex.quote(str(file))}" if file else self.course.resumed()
        )

    def _end(self) -> None:
        """The sheet once more, and the result."""
        if self.aloud is not None:
            self.score()
        super()._end()
