"""The course of a match at one keyboard, whatever the face: whose turn it is, what bots choose, what each has read.

What has to be asked of people (a die that somebody throws, whether another may take a choice back) is asked by
generators: they yield the question and are sent the answer, so that faces may ask in lines or in a window.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from ..bots import Bot
from ..called import called
from ..core.briefing import Panel, Role
from ..core.choices import Verb, decode, new_choices
from ..core.entry import kth, to_act
from ..core.errors import BotFailed, DieWanted, Forbidden, Refused, UnknownName
from ..core.game import Setting, panels_for, read_choice, role_for
from ..core.record import Array
from ..core.scene import Decision, Scene
from ..match.afoot import Afoot
from ..match.deciding import decision_of
from ..match.match import Match
from ..match.record import Account, Record, Seat
from ..match.watching import Watching
from .menu import Menu
from .story import ending

SAMPLE = 60  # choices of a menu too long to be read out that are looked at for names

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Outcome = TypeVar("Outcome")


class Course:
    """A match with its bots and the people at this keyboard. With `typed` dice, people throw and tell every face.

    With `watching`, its packs are read again when their files change, and another match may take its place.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[str, Bot],
        typed: bool = False,
        again: Sequence[str] = (),
        watching: Watching | None = None,
    ) -> None:
        self.bots, self.typed, self.again, self.watching = bots, typed, again, watching
        self.game = match.setting.game
        self.people = [seat.name for seat in match.seats.values() if seat.is_person and seat.slots]
        self.players = [name for name in self.people if not match.seats[name].referee] or self.people
        self.referee = next((seat.name for seat in match.seats.values() if seat.referee and seat.is_person), "")
        self.heard = dict.fromkeys([*self.people, ""], 0)
        self.roles: dict[str, str] = {}  # the title of the role that each has read
        self.at_table = self.players[0] if self.players else ""
        self._lead(match)

    def _lead(self, match: Match) -> None:
        """Lead a match: what is planned in it happens as it is shown."""
        self.match, self.afoot = match, Afoot(match)
        self.warned = dict.fromkeys(self.people, match.number)  # the first event whose panels each has not been shown
        match.paced = True

    # Whose turn it is

    def go_on(self) -> bool:
        """Let what was planned happen, one event at most; whether one did. Walks that were stopped are at their end."""
        self.afoot.mind()
        happened = bool(self.match.follow_plans(self.typed))
        self.afoot.mind()
        return happened

    def turn(self) -> tuple[Seat, int]:
        """The seat that is to choose now, and for which slot: whoever has begun chooses for all their slots.

        What was planned has happened then.

        Raises:
            Forbidden: nobody holds that slot.
        """
        while not self.match.over and self.go_on():
            continue
        owing, waiting = self.match.owing(), self.match.mailbox.slots
        begun = self.match.seats[self.at_table].slots if self.at_table else 0
        slot = next((slot for slot in owing if begun & waiting and begun >> slot & 1), owing[0])
        seat = self.match.seat_of(slot)
        if seat is None:
            raise Forbidden(f"nobody decides for {self.match.setting.slot_name(slot)}")
        return seat, slot

    def call(self, slot: int) -> str:
        """A slot by its name, and by its seat's where that is another."""
        seat, name = self.match.seat_of(slot), self.match.setting.slot_name(slot)
        return name if seat is None or seat.name == name else f"{name} ({seat.name})"

    def slot_called(self, word: str) -> int:
        """The slot of a name, whatever its case.

        Raises:
            UnknownName: there is none.
        """
        slots = self.match.setting.slots
        small = [name.casefold() for name in slots]
        if word.casefold() not in small:
            raise UnknownName("slot", word, slots)
        return small.index(word.casefold())

    def person_at(self, slot: int) -> Seat:
        """The person at this keyboard who holds a slot.

        Raises:
            Forbidden: a bot does, or nobody.
        """
        seat = self.match.seat_of(slot)
        if seat is None or not seat.is_person:
            raise Forbidden(f"nobody at this table chooses for {self.call(slot)}")
        return seat

    def hand_over(self, seat: Seat) -> str:
        """Who has to look away before this seat comes to the keyboard; nobody, if both know the same.

        Whoever owes a choice of the same moment must not see this one either.
        """
        before, self.at_table = self.at_table, seat.name
        if before == seat.name or not before:
            return ""
        match = self.match
        both = int(to_act(match.state[0])) & match.seats[before].slots
        hidden = both or match.mailbox.slots or any(match.has_planned(name) for name in (before, seat.name))
        alike = not hidden and match.view(before).tobytes() == match.view(seat.name).tobytes()
        return "" if alike else before

    def renew(self) -> tuple[str, ...]:
        """Look whether a pack has changed: what is told of it, nothing if none has. `match` may be another then."""
        news = self.watching.look(self.match) if self.watching else None
        if news is None:
            return ()
        if news.match is None:
            return news.lines
        self._lead(news.match)
        self.heard = dict.fromkeys(self.heard, 0)
        return (*news.lines, self.announced())

    # What is chosen

    def menu(self, seat: Seat, slot: int) -> Menu:
        """What a seat may choose for a slot, by what it knows."""
        return menu_of(self.match.setting, self.match.view(seat.name), slot)

    def only_goes_on(self, seat: Seat) -> bool:
        """Whether it is a seat's turn and all that is left to it is to go on."""
        holder, slot = self.turn()
        return holder == seat and self.menu(seat, slot).lone is not None

    def unasked(self, menu: Menu, came: bool) -> str:
        """What need not be asked, as notation: all that is left is to go on. Nothing for who just `came`."""
        return menu.lone.notation if menu.lone and not came else ""

    def choice_of_bot(self, seat: Seat, slot: int) -> Verb:
        """What a bot would choose; nothing happens yet."""
        match, bot = self.match, self.bots[seat.name]
        view = match.view(seat.name)
        record = bot.choose(match.setting, view, slot, match.key_for_bot(slot))
        return decode(record[0], self.game.verbs, self.game.names(match.setting, view))

    def warns(self, seat: Seat, line: str, slot: int) -> str:
        """What of a choice would come to nothing; nothing of one that is refused."""
        game, setting = self.game, self.match.setting
        if game.warns is None or self.match.may(seat.name, line, slot):
            return ""
        return game.warns(setting, self.match.view(seat.name), slot, read_choice(setting, line))

    def planned(self, seat: Seat, slot: int) -> Verb | None:
        """What a slot has planned to choose next: it waits for a die that somebody throws."""
        return next(iter(self.match.planned(seat.name, slot)), None)

    def acting(
        self, seat: Seat, choice: str | Verb, slot: int, reason: str = ""
    ) -> Generator[DieWanted, int, Record | None]:
        """A seat chooses; every typed die that is missing is asked for. None if the choice stays sealed."""
        try:
            return (
                yield from on_faces(lambda faces: self.match.act(seat.name, choice, slot, faces, reason), self.typed)
            )
        except Refused as error:
            if seat.is_person:
                raise
            who = self.bots[seat.name].name
            raise BotFailed(f"bot {who} chose what the rules refuse: {error}; the match stands") from None

    def standing_in(self, slot: int) -> Generator[DieWanted, int, Record | None]:
        """The referee lets a slot do without its player."""
        return (yield from on_faces(lambda faces: self.match.stand_in(self.referee, slot, faces), self.typed))

    def taking_back(self, seat: Seat, hasten: bool = False) -> Generator[str, bool, Record | Verb | None]:
        """Take a seat's last choice back, and with `hasten` those before it that were taken unasked.

        One that still waits for others is its seat's alone. Else bots consent, and people are asked; None if somebody
        says no.
        """
        if waiting := self.match.mailbox.slots & seat.slots:
            return self.match.withdraw(seat.name, waiting.bit_length() - 1)
        record = yield from self._taking_one_back(seat)
        with suppress(Forbidden):
            while record is not None and hasten and self.only_goes_on(seat):
                record = yield from self._taking_one_back(seat)
        return record

    def _taking_one_back(self, seat: Seat) -> Generator[str, bool, Record | None]:
        record = self.match.undo(seat.name)
        while record is None and self.match.asked is not None:
            other = self.match.seats[min(self.match.asked.waiting)]
            agrees = not other.is_person or (yield f"{other.name}, may {seat.name} take the last choice back?")
            record = self.match.answer_undo(other.name, agrees)
        return record

    # What is read

    @property
    def onlooker(self) -> str:
        """Whose view of the table may stand on the screen when nobody in particular looks: the only person's."""
        return self.players[0] if len(self.players) == 1 else ""

    def scene(self, name: str) -> Scene:
        """The table as a seat knows it, or as everybody does."""
        view = self.match.view(name) if name else self.match.masked(self.match.state, 0)
        return self.game.scene(self.match.setting, view)

    def news(self, name: str) -> list[Account]:
        """What happened since somebody last read; everybody here who may read just that has read it too."""
        accounts = self.told(name, self.heard[name])
        for other, since in self.heard.items():
            if self.told(other, since) == accounts:
                self.heard[other] = self.match.number
        self.heard[name] = self.match.number
        return accounts

    def told(self, name: str, since: int = 0) -> list[Account]:
        """What happened from event `since` on, as a seat may read it, or as everybody may."""
        return self.match.told(name, since) if name else self.match.overheard(since)

    def panels(self, name: str) -> tuple[Panel, ...]:
        """What a person must not overlook, and has not been shown yet."""
        if name not in self.warned:
            return ()
        since, self.warned[name] = self.warned[name], self.match.number
        setting, view, slots = self.match.setting, self.match.view(name), self.match.seats[name].slots
        told = (account.told for account in self.match.told(name, since))
        return tuple(panel for one in told for panel in panels_for(setting, view, one, slots))

    def role(self, name: str) -> Role | None:
        """Who a person is in the match, and what they are after."""
        return role_for(self.match.setting, self.match.view(name), self.match.seats[name].slots)

    def new_role(self, name: str) -> Role | None:
        """The same, if they have not read it yet, or it is another by now."""
        role = self.role(name)
        if role is None or self.roles.get(name) == role.title:
            return None
        self.roles[name] = role.title
        return role

    def position(self) -> str:
        """The position in one line, as the people at this keyboard may know it."""
        slots = sum(self.match.seats[name].slots for name in self.players)
        return self.game.position(self.match.setting, self.match.masked(self.match.state, slots))

    # How it begins and ends

    def announced(self) -> str:
        """What is told of the dice before the first choice; nothing of dice that people throw."""
        said = f"Dice: announced as {self.match.commitment}; their secret is told at the end."
        return "" if self.typed else said

    def resumed(self) -> str:
        """How to go on from here another time."""
        if self.match.file is not None:
            return f"To go on from here: {called()} match resume {shlex.quote(str(self.match.file))}"
        line = " ".join([called(), "play", self.game.id, *map(shlex.quote, self.again)])
        return f"To go on from here: {line} --position {shlex.quote(self.position())}"

    def ending(self) -> str:
        """Who won, and why."""
        result = self.match.result
        return ending((self.call(slot) for slot in result.winners), result.sentence, result.clause)

    def revealed(self) -> str:
        """The secret of the dice, once the match is over; nothing of dice that people threw."""
        secret = self.match.reveal()
        return "" if self.typed else f"Dice: secret {secret.value.hex()}, announced as {self.match.commitment}."


def menu_of(setting: Setting, view: Array, slot: int, odds: bool = True) -> Menu:
    """What a slot may choose in a State that its holder may see."""
    game = setting.game
    decision = decision_of(setting, view, slot, odds)
    offer = partial(game.offer, setting, view, slot) if game.offer else None
    words = game.aloud.words(setting, view, slot) if game.aloud else {}
    return Menu(decision, game.scene(setting, view), game.verbs, _sample(setting, view, decision), offer, words)


def _sample(setting: Setting, view: Array, decision: Decision) -> list[Verb]:
    """Choices from all over a menu that is too long to be read out."""
    if decision.count <= len(decision.options):
        return []
    choice, found = new_choices(1), []
    names = setting.game.names(setting, view)
    for k in range(0, decision.count, -(-decision.count // SAMPLE)):
        kth(view[0], setting.tables[0], decision.slot, k, choice[0])
        found.append(decode(choice[0], setting.game.verbs, names))
    return found


def beginning(begin: Callable[[list[int] | None], Match], typed: bool) -> Generator[DieWanted, int, Match]:
    """Begin a match; typed dice that fall before the first choice are asked for."""
    return (yield from on_faces(begin, typed))


def on_faces(act: Callable[[list[int] | None], Outcome], typed: bool) -> Generator[DieWanted, int, Outcome]:
    """What comes of something; with `typed` dice, every one that is missing is asked for."""
    faces: list[int] | None = [] if typed else None
    while True:
        try:
            return act(faces)
        except DieWanted as wanted:
            assert faces is not None
            faces.append((yield wanted))


def answered(asking: Generator[Question, Answer, Outcome], answer: Callable[[Question], Answer]) -> Outcome:
    """What comes of a matter once every question in it has its answer."""
    try:
        question = next(asking)
        while True:
            question = asking.send(answer(question))
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
