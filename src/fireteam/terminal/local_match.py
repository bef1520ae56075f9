"""The course of a match at one keyboard, whatever the face: whose turn it is, what bots choose, what each has read.

What has to be asked of people (a die that somebody throws, whether another may take a choice back) is asked by
generators: they yield the question and are sent the answer, so that faces may ask in lines or in a window.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from ..bots import Bot
from ..compilation.match_rules import MatchRules
from ..core.briefing import panels_for, role_for
from ..core.calls import menu_choice_at, to_act_at
from ..core.engine.record import Array
from ..core.errors import BadNotation, BotFailure, DieNeeded, Forbidden, IllegalChoice, UnknownName
from ..core.game import Setting
from ..core.protocol.briefing import Panel, Role
from ..core.protocol.choices import Verb, decode, name_of, new_choices, notation, numbers_of
from ..core.protocol.scene import Decision, Odds, Scene
from ..core.slot_choices import read_choice
from ..match.autowalk.walks import Walks
from ..match.decision import decision_of
from ..match.hot_reload import HotReload
from ..match.match import Match
from ..match.record import CHOICE, UNDO, Record, RecordView, Seat
from ..program_name import program_name
from .event_text import result_text
from .input.choice_reader import to_notation
from .input.menu import Menu

MAX_SAMPLE = 60  # choices of a menu too long to be read out that are looked at for names

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Outcome = TypeVar("Outcome")


class LocalMatch:
    """A match with its bots and the people at this keyboard. With `typed` dice, people throw and tell every face.

    With `watching`, its packs are read again when their files change, and another match may take its place.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[str, Bot],
        typed_dice: bool = False,
        resume_args: Sequence[str] = (),
        hot_reload: HotReload | None = None,
    ) -> None:
        self.bots, self.typed_dice, self.resume_args, self.hot_reload = bots, typed_dice, resume_args, hot_reload
        self.game, self.rules = match.setting.game, MatchRules(match.setting.game.id)
        self.people = [seat.name for seat in match.seats.values() if seat.is_person and seat.slots]
        self.players = [name for name in self.people if not match.seats[name].referee] or self.people
        self.referee = next((seat.name for seat in match.seats.values() if seat.referee and seat.is_person), "")
        self.next_unread = dict.fromkeys([*self.people, ""], 0)
        self.role_titles: dict[str, str] = {}  # the title of the role that each has read
        self.active_person = self.players[0] if self.players else ""
        self._set_match(match)

    def _set_match(self, match: Match) -> None:
        """Lead a match: what is planned in it happens as it is shown."""
        self.match, self.walks = match, Walks(match)
        self.next_panel_event = dict.fromkeys(
            self.people, match.next_number
        )  # the first event whose panels each has not been shown
        match.is_paced, match.has_typed_dice = True, self.typed_dice

    # Whose turn it is

    def advance(self) -> bool:
        """Let what was planned happen, one event at most; whether one did. Walks that were stopped are at their end."""
        self.walks.update()
        happened = bool(self.match.carry_on())
        self.walks.update()
        return happened

    def turn(self) -> tuple[Seat, int]:
        """The seat that is to choose now, and for which slot: whoever has begun chooses for all their slots.

        What was planned has happened then.

        Raises:
            Forbidden: nobody holds that slot.
        """
        while not self.match.is_over and self.advance():
            continue
        owing, waiting = self.match.slots_to_act(), self.match.mailbox.slots
        begun = self.match.seats[self.active_person].slots if self.active_person else 0
        slot = next((slot for slot in owing if begun & waiting and begun >> slot & 1), owing[0])
        seat = self.match.seat_of(slot)
        if seat is None:
            raise Forbidden(f"nobody decides for {self.match.setting.slot_name(slot)}")
        return seat, slot

    def lapses(self, slot: int) -> list[str]:
        """What came to nothing for a slot until it chooses again: a walk that was stopped, a choice that is void."""
        return list(filter(None, (self.walks.end_sentence(slot), self.match.lapse_of(slot))))

    def slot_title(self, slot: int) -> str:
        """A slot by its name, and by its seat's where that is another."""
        seat, name = self.match.seat_of(slot), self.match.setting.slot_name(slot)
        return name if seat is None or seat.name == name else f"{name} ({seat.name})"

    def slot_of(self, word: str) -> int:
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
            raise Forbidden(f"nobody at this table chooses for {self.slot_title(slot)}")
        return seat

    def hand_over(self, seat: Seat) -> str:
        """Who has to look away before this seat comes to the keyboard; nobody, if both know the same.

        Whoever owes a choice of the same moment must not see this one either.
        """
        before, self.active_person = self.active_person, seat.name
        if before == seat.name or not before:
            return ""
        match = self.match
        both = to_act_at(match.state, 0) & match.seats[before].slots
        hidden = both or match.mailbox.slots or any(match.has_plan(name) for name in (before, seat.name))
        alike = not hidden and match.view(before).tobytes() == match.view(seat.name).tobytes()
        return "" if alike else before

    def reload_packs(self) -> tuple[str, ...]:
        """Look whether a pack has changed: what is told of it, nothing if none has. `match` may be another then."""
        news = self.hot_reload.poll(self.match) if self.hot_reload else None
        if news is None:
            return ()
        if news.match is None:
            return news.lines
        self._set_match(news.match)
        self.next_unread = dict.fromkeys(self.next_unread, 0)
        return (*news.lines, self.announcement())

    # What is chosen

    def menu(self, seat: Seat, slot: int) -> Menu:
        """What a seat may choose for a slot, by what it knows."""
        previous = self.previous_choice(slot) if any(verb.named for verb in self.game.verbs) else None
        menu = menu_of(self.match.setting, self.match.view(seat.name), slot, previous=previous)
        if (offer := menu.offer) is not None:
            menu.offer = lambda value: self.rules.run(offer, value)  # asked for on any thread
        return menu

    def sealed_choices(self, seat: Seat) -> dict[int, Verb]:
        """The sealed choices that a seat may read: its own, or everybody's."""
        match = self.match
        return {
            slot: value
            for slot, value in match.mailbox.all().items()
            if match.setting.open_choices or match.may_choose_for(seat.name, slot)
        }

    def sealed_lines(self, seat: Seat) -> dict[int, str]:
        """The same in notation."""
        return {slot: notation(value) for slot, value in self.sealed_choices(seat).items()}

    def sealed_odds(self, seat: Seat) -> dict[int, tuple[Odds, ...]]:
        """The odds of the sealed choices that a seat may read, by what it knows: those told before a choice is made."""
        explain, setting, view = self.game.explain_option, self.match.setting, self.match.view(seat.name)
        if explain is None:
            return {}
        return {slot: explain(setting, view, slot, value).odds for slot, value in self.sealed_choices(seat).items()}

    @property
    def has_roster(self) -> bool:
        """Whether the game lists its units in a roster."""
        return self.game.scene(self.match.setting, self.match.state).roster is not None

    def previous_choice(self, slot: int) -> Verb | None:
        """What a slot has sealed, else what it chose last; None if it has never chosen."""
        if sealed := self.match.mailbox.read(slot):
            return sealed
        made = (line for record in reversed(self.match.records) if record.kind == CHOICE for line in record.choices)
        return next((read_choice(self.match.setting, line) for at, line in made if at == slot), None)

    def addressed(self, seat: Seat, line: str) -> dict[int, str]:
        """The slots by whose names a line begins, with what each is to choose in notation: `anna: attack tom`,
        `anna,ben: pass`, `anna/luck`. There are none if it begins by no name.

        Raises:
            UnknownName: a choice is meant for somebody whom there is not.
            Forbidden: it is another seat's, or owes no choice.
            BadNotation: it means nothing; of several, for whom.
            IllegalChoice: the rules say why not, or why it owes none, such as that it is out; of several, who.
        """
        found = re.fullmatch(r"\s*([^:/]+?)\s*([:/])\s*(.+)", line)
        if found is None:
            return {}
        names, known = re.split(r"\s*,\s*", found[1]), [name.casefold() for name in self.match.setting.slots]
        if any(name.casefold() not in known for name in names):
            has_words = any(" " in name for name in names)  # `plan anna: pass` is a command
            if has_words or found[2] != ":" or found[3].split()[0].casefold() not in map(name_of, self.game.verbs):
                return {}
        slots = [self.slot_of(name) for name in names]
        if len(slots) == 1:
            return {slots[0]: self._choice_of(seat, slots[0], found[3])}
        return {slot: self._choice_of_several(seat, slot, found[3]) for slot in slots}

    def _choice_of(self, seat: Seat, slot: int, line: str) -> str:
        """What a line means for a slot that owes a choice of this seat's, in notation."""
        if not self.match.may_choose_for(seat.name, slot):
            raise Forbidden(f"{seat.name} does not choose for {self.slot_title(slot)}")
        if not to_act_at(self.match.state, 0) >> slot & 1:
            refused = self.match.refusal_of(seat.name, line, slot)
            raise refused or Forbidden(f"{self.slot_title(slot)} has nothing to choose now")
        return to_notation(self.menu(seat, slot), line)

    def _choice_of_several(self, seat: Seat, slot: int, line: str) -> str:
        """The same where others are to choose it as well: what is refused says for whom."""
        who = self.slot_title(slot)
        try:
            choice = self._choice_of(seat, slot, line)
            if refused := self.match.refusal_of(seat.name, choice, slot):
                raise refused
        except IllegalChoice as refused:
            raise IllegalChoice(refused.code, refused.clause, f"{who}: {refused.sentence}") from None
        except BadNotation as error:
            raise BadNotation(f"{who}: {error}") from None
        return choice

    def is_forced(self, seat: Seat) -> bool:
        """Whether it is a seat's turn and all that is left to it is to go on."""
        holder, slot = self.turn()
        return holder == seat and bool(self.forced_choice(seat, self.menu(seat, slot), False))

    def forced_choice(self, seat: Seat, menu: Menu, after_handover: bool) -> str:
        """What need not be asked, as notation: all that is left is to go on. Nothing of a referee, or who just came."""
        is_asked = after_handover or seat.referee
        return menu.forced_option.notation if menu.forced_option and not is_asked else ""

    def bot_choice(self, seat: Seat, slot: int) -> Verb:
        """What a bot would choose; nothing happens yet."""
        match, bot = self.match, self.bots[seat.name]
        view = match.view(seat.name)
        record = bot.choose(match.setting, view, slot, match.key_for_bot(slot))
        return decode(record[0], self.game.verbs, self.game.names(match.setting, view))

    def warning(self, seat: Seat, line: str, slot: int) -> str:
        """What of a choice would come to nothing; nothing of one that is refused."""
        game, setting = self.game, self.match.setting
        if game.warning is None or self.match.refusal_of(seat.name, line, slot):
            return ""
        return game.warning(setting, self.match.view(seat.name), slot, read_choice(setting, line))

    def planned_choice(self, seat: Seat, slot: int) -> Verb | None:
        """What a slot has planned to choose next: it waits for a die that somebody throws."""
        return next(iter(self.match.plan_of(seat.name, slot)), None)

    def act(
        self, seat: Seat, choice: str | Verb, slot: int, reason: str = ""
    ) -> Generator[DieNeeded, int, Record | None]:
        """A seat chooses; every typed die that is missing is asked for. None if the choice stays sealed."""
        question = self.match.question
        try:
            return (
                yield from ask_for_faces(
                    lambda faces: self.match.act(seat.name, choice, slot, faces, reason, question), self.typed_dice
                )
            )
        except IllegalChoice as error:
            if seat.is_person:
                raise
            who = self.bots[seat.name].name
            raise BotFailure(f"bot {who} chose what the rules refuse: {error}; the match stands") from None

    def stand_in(self, slot: int | None) -> Generator[DieNeeded, int, Record | None]:
        """The referee lets a slot do without its player; without one, all that are awaited."""
        return (yield from ask_for_faces(lambda faces: self.match.stand_in(self.referee, slot, faces), self.typed_dice))

    def undo(self, seat: Seat, with_forced: bool = False) -> Generator[str, bool, Record | Verb | None]:
        """Take a seat's last choice back, and where `with_forced` those before it that were taken unasked.

        One that still waits for others is its seat's alone. Else bots consent, and people are asked; None if somebody
        says no.
        """
        if waiting := self.match.mailbox.slots & seat.slots:
            return self.match.withdraw(seat.name, waiting.bit_length() - 1)
        record = yield from self._undo_one(seat)
        with suppress(Forbidden):
            while record is not None and with_forced and self.is_forced(seat):
                record = yield from self._undo_one(seat)
        return record

    def _undo_one(self, seat: Seat) -> Generator[str, bool, Record | None]:
        record = self.match.undo(seat.name)
        while record is None and (proposal := self.match.consent.of(seat.name, UNDO)):
            other = self.match.seats[min(self.match.consent.waiting(proposal))]
            agrees = not other.is_person or (yield f"{other.name}, may {seat.name} take the last choice back?")
            record = self.match.consent.answer(other.name, proposal.number, agrees)
        return record

    # What is read

    @property
    def default_viewer(self) -> str:
        """Whose view of the table may stand on the screen when nobody in particular looks: the only person's."""
        return self.players[0] if len(self.players) == 1 else ""

    def scene(self, name: str) -> Scene:
        """The table as a seat knows it, or as everybody does."""
        view = self.match.view(name) if name else self.match.redact(self.match.state, 0)
        return self.game.scene(self.match.setting, view)

    def news(self, name: str) -> list[RecordView]:
        """What happened since somebody last read; everybody here who may read just that has read it too."""
        accounts = self.history(name, self.next_unread[name])
        for other, since in self.next_unread.items():
            if self.history(other, since) == accounts:
                self.next_unread[other] = self.match.next_number
        self.next_unread[name] = self.match.next_number
        return accounts

    def history(self, name: str, since: int = 0) -> list[RecordView]:
        """What happened from event `since` on, as a seat may read it, or as everybody may."""
        return self.match.history(name, since) if name else self.match.public_history(since)

    def panels(self, name: str) -> tuple[Panel, ...]:
        """What a person must not overlook, and has not been shown yet."""
        if name not in self.next_panel_event:
            return ()
        since, self.next_panel_event[name] = self.next_panel_event[name], self.match.next_number
        setting, view, slots = self.match.setting, self.match.view(name), self.match.seats[name].slots
        event_groups = (account.events for account in self.match.history(name, since))
        return tuple(panel for one in event_groups for panel in panels_for(setting, view, one, slots))

    def role(self, name: str) -> Role | None:
        """Who a person is in the match, and what they are after."""
        return role_for(self.match.setting, self.match.view(name), self.match.seats[name].slots)

    def new_role(self, name: str) -> Role | None:
        """The same, if they have not read it yet, or it is another by now."""
        role = self.role(name)
        if role is None or self.role_titles.get(name) == role.title:
            return None
        self.role_titles[name] = role.title
        return role

    def position(self) -> str:
        """The position in one line, as the people at this keyboard may know it."""
        slots = sum(self.match.seats[name].slots for name in self.players)
        return self.game.write_position(self.match.setting, self.match.redact(self.match.state, slots))

    # How it begins and ends

    def announcement(self) -> str:
        """What is told of the dice before the first choice; nothing of dice that people throw."""
        sentence = f"Dice: announced as {self.match.commitment}; their secret is told at the end."
        return "" if self.typed_dice else sentence

    def resume_hint(self) -> str:
        """How to go on from here another time."""
        if self.match.file is not None:
            return f"To go on from here: {program_name()} match resume {shlex.quote(str(self.match.file))}"
        line = " ".join([program_name(), "play", self.game.id, *map(shlex.quote, self.resume_args)])
        return f"To go on from here: {line} --position {shlex.quote(self.position())}"

    def result_text(self) -> str:
        """Who won, and why."""
        result = self.match.result
        return result_text((self.slot_title(slot) for slot in result.winners), result.sentence, result.clause)

    def secret_text(self) -> str:
        """The secret of the dice, once the match is over; nothing of dice that people threw."""
        secret = self.match.reveal_secret()
        return "" if self.typed_dice else f"Dice: secret {secret.value.hex()}, announced as {self.match.commitment}."


def menu_of(setting: Setting, view: Array, slot: int, odds: bool = True, previous: Verb | None = None) -> Menu:
    """What a slot may choose in a State that its holder may see; `previous` is what it chose before."""
    game = setting.game
    decision = decision_of(setting, view, slot, odds)
    offer = partial(game.explain_option, setting, view, slot) if game.explain_option else None
    words = game.tabletop.phrases(setting, view, slot) if game.tabletop else {}
    return Menu(
        decision, game.scene(setting, view), game.verbs, _sample(setting, view, decision), offer, words, previous
    )


def _sample(setting: Setting, view: Array, decision: Decision) -> list[Verb]:
    """Choices from all over a menu that is too long to be read out."""
    if decision.count <= len(decision.options):
        return []
    choice, found = new_choices(1), []
    names = setting.game.names(setting, view)
    for k in range(0, decision.count, -(-decision.count // MAX_SAMPLE)):
        menu_choice_at(view, 0, setting.tables, decision.slot, k, choice, 0)
        found.append(decode(numbers_of(choice)[0], setting.game.verbs, names))
    return found


def begin_match(begin: Callable[[list[int] | None], Match], typed_dice: bool) -> Generator[DieNeeded, int, Match]:
    """Begin a match; typed dice that fall before the first choice are asked for."""
    return (yield from ask_for_faces(begin, typed_dice))


def ask_for_faces(act: Callable[[list[int] | None], Outcome], typed_dice: bool) -> Generator[DieNeeded, int, Outcome]:
    """What comes of something; with `typed` dice, every one that is missing is asked for."""
    faces: list[int] | None = [] if typed_dice else None
    while True:
        try:
            return act(faces)
        except DieNeeded as wanted:
            assert faces is not None
            faces.append((yield wanted))


def answer_questions(questions: Generator[Question, Answer, Outcome], answer: Callable[[Question], Answer]) -> Outcome:
    """What comes of a matter once every question in it has its answer."""
    try:
        question = next(questions)
        while True:
            question = questions.send(answer(question))
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
