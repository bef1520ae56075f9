"""Views: what a seat or a spectator sees of a table, which choices it owes, and what else it may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...core.briefing import role_for
from ...core.calls import verify_at
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.once_property import once_property
from ...core.protocol.briefing import Role
from ...core.protocol.choices import Verb, encode, form_schema, kinds, name_of, notation
from ...core.protocol.list_kinds import ListKind
from ...core.protocol.refusals import OK
from ...core.protocol.scene import Scene
from ...match.autowalk.stay import stay_plans
from ...match.decision import asked_menu_of, decision_of
from ...match.match import Match
from ...match.proposals import UNDO
from ..wire.events import SPECTATOR
from ..wire.forms import forms
from ..wire.item_rows import numbers_of
from ..wire.menu_groups import GroupedMenu, menu_in_runs, menu_of
from ..wire.menus import decision_message
from ..wire.messages import (
    DecisionMessage,
    FreeAct,
    Now,
    Proposal,
    SealedChoice,
    SeatCard,
    SlotPlan,
    TableCard,
    TableStop,
    Welcome,
)
from ..wire.reader import OF_QUICK_CHOICES
from ..wire.view_changes import GroupedView
from .creation import shown_options
from .seats import Caller, streams_of
from .table import Table

OF_GOING = ("sealed", "plans", "free", "still", "lapsed")
"""What there is in views only while the match goes on."""


class SeatView:
    """What a seat sees of a State, the decisions it owes, and what else it may do.

    `stays` are plans by which any slot would stay where it is on all counts ahead, `still` those of the slots that owe.
    `decisions` are for who reads them whole, and `menus`, by slot, for sockets: each is made when it is asked for.
    """

    def __init__(
        self,
        setting: Setting,
        state: Array,
        owed: tuple[int, ...],
        scene: Scene,
        stays: Mapping[int, SlotPlan],
        free: tuple[FreeAct, ...],
        role: Role | None,
    ) -> None:
        self.setting, self.state, self.owed, self.scene, self.stays = setting, state, owed, scene, stays
        self.free, self.role = free, role
        self.still = tuple([stays[slot] for slot in owed if slot in stays]) if stays else ()

    @once_property
    def decisions(self) -> tuple[DecisionMessage, ...]:
        """The decisions that are owed, without odds."""
        return tuple(_owed(self.setting, self.state, slot) for slot in self.owed)

    @once_property
    def menus(self) -> dict[int, GroupedMenu]:
        """The same in groups."""
        return {slot: self._menu(slot) for slot in self.owed}

    def _menu(self, slot: int) -> GroupedMenu:
        setting = self.setting
        asked = asked_menu_of(setting, self.state, slot)
        if asked is not None:
            return menu_in_runs(asked, setting.game.verbs)
        decision = next(one for one in self.decisions if one.slot == slot)
        return menu_of(decision, numbers_of(setting.game).dictionary.clauses)


class Shared(NamedTuple):
    """What is the same in all views of a table: whether it goes on, who owes a choice, and fields of `Now`."""

    going: bool
    owed: tuple[int, ...]
    redo_seat: str
    fields: Mapping[str, Any]


class SeatViews:
    """The views of a table by seat, cached until the visible State or the owed choices change."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seen: dict[str, SeatView] = {}
        self._free: dict[str, FreeActs] = {}

    def for_seat(self, seat: str) -> SeatView:
        """Return what a seat sees; without a name, what everybody sees."""
        match = self.table.match
        holder = match.seat(seat) if seat else SPECTATOR
        return self._for_seat(seat, held_of(tuple(match.slots_to_act()), holder.slots), not self.table.over)

    def _for_seat(self, seat: str, owing: tuple[int, ...], going: bool) -> SeatView:
        table = self.table
        state, before = table.seen.for_seat(seat), self._seen.get(seat)
        if before is not None and before.owed == owing and before.state is state:
            return before
        same = next((seen for seen in self._seen.values() if seen.state is state), None)
        scene = same.scene if same else self._known_scene(table.setting.game.scene(table.setting, state))
        stays = same.stays if same else _stays(table.setting, state) if going else {}
        free = self._free_acts(seat, state) if going and seat else ()
        role = role_for(table.setting, state, table.match.seat(seat).slots) if seat else None
        self._seen[seat] = found = SeatView(table.setting, state, owing, scene, stays, free, role)
        return found

    def _known_scene(self, scene: Scene) -> Scene:
        """Return the Scene of another seat that is the same, or else this one."""
        return next((seen.scene for seen in self._seen.values() if seen.scene == scene), scene)

    def _free_acts(self, seat: str, state: Array) -> tuple[FreeAct, ...]:
        if seat not in self._free:
            self._free[seat] = FreeActs(self.table.match, seat)
        return self._free[seat].lawful_in(state)

    def now(self, seat: str, cards: tuple[SeatCard, ...], deadline: float | None = None) -> Now:
        """Return the frame with the view of a seat; without a name, of a spectator. `deadline`: seconds since 1970."""
        now, seen = self._now(seat, self._shared(cards, deadline))
        return now if self.table.over else replace(now, decisions=seen.decisions)

    def in_groups(self, cards: tuple[SeatCard, ...], deadline: float | None = None) -> Callable[[str], GroupedView]:
        """Return what gives the same of a seat for sockets, as long as nothing happens at the table."""
        shared, found = self._shared(cards, deadline), dict[str, GroupedView]()

        def of(seat: str) -> GroupedView:
            if seat not in found:
                now, seen = self._now(seat, shared)
                found[seat] = GroupedView(now, seen.menus if shared.going else {})
            return found[seat]

        return of

    def without_menus(
        self, seat: str, cards: tuple[SeatCard, ...], deadline: float | None = None
    ) -> tuple[Now, tuple[int, ...]]:
        """Return the same with the slots whose menus are told, in place of the menus."""
        now, seen = self._now(seat, self._shared(cards, deadline))
        return now, () if self.table.over else seen.owed

    def beside_quick_choices(self, cards: tuple[SeatCard, ...], deadline: float | None = None) -> dict[str, Any]:
        """Return of all views what quick choices do not change and this may, as fields of `Now`.

        That is what is the same for everybody; once the match is over, what nobody has any more as well.
        """
        shared = self._shared(cards, deadline)
        found = {name: value for name, value in shared.fields.items() if name not in OF_QUICK_CHOICES}
        return found if shared.going else found | dict.fromkeys(OF_GOING, ())

    def _shared(self, cards: tuple[SeatCard, ...], deadline: float | None) -> Shared:
        table, match = self.table, self.table.match
        slots, going, stopped = table.setting.slots, not table.over, match.pause_record
        owed = tuple(match.slots_to_act())
        fields = {
            "seq": table.seq,
            "event": match.next_number,
            "question": match.question,
            "owing": tuple([slots[slot] for slot in owed]) if going else (),
            "seats": cards,
            "proposals": _proposals(table),
            "stopped": TableStop(stopped.by, stopped.reason) if stopped else None,
            "deadline": deadline if going else None,
            "over": not going,
            "result": table.ended,
        }
        return Shared(going, owed, match.redo_seat, fields)

    def _now(self, seat: str, shared: Shared) -> tuple[Now, SeatView]:
        """Return the view of a seat without its decisions, and what else it may do."""
        table, match, going = self.table, self.table.match, shared.going
        holder = match.seat(seat) if seat else SPECTATOR
        seen = self._for_seat(seat, held_of(shared.owed, holder.slots), going)
        mine = going and bool(seat)
        may_undo, must_ask = match.undo_rights(seat) if mine else (False, False)
        now = Now(
            you=seat,
            scene=seen.scene,
            sealed=sealed_choices(match, seat) if going else (),
            plans=_plans(table, seat) if mine else (),
            free=seen.free if going else (),
            still=seen.still if going else (),
            lapsed=_lapses(table, seat) if mine else (),
            may_undo=may_undo,
            must_ask_to_undo=must_ask,
            undo=match.last_choice(seat) if may_undo or must_ask else 0,
            redo=match.redo_event if mine and shared.redo_seat == seat else 0,
            role=seen.role,
            commands=holder.referee and table.setting.referee_commands,
            **shared.fields,
        )
        return now, seen


@lru_cache(1_000)
def held_of(slots: tuple[int, ...], held: int) -> tuple[int, ...]:
    """Return those of some slots that somebody holds; `held` has a bit for each of these."""
    return tuple([slot for slot in slots if held >> slot & 1])


def _owed(setting: Setting, view: Array, slot: int) -> DecisionMessage:
    """Return the decision of a slot, without odds."""
    return decision_message(decision_of(setting, view, slot), setting.game.verbs)


def view_of(table: Table, seat: str) -> Array:
    """Return the State as a seat may know it; without a name, as everybody may."""
    return table.seen.for_seat(seat)


def _plans(table: Table, seat: str) -> tuple[SlotPlan, ...]:
    """Return what is left of the plans of a seat."""
    match, slots = table.match, table.setting.slots
    if not match.has_plan(seat):
        return ()
    held = [slot for slot in range(len(slots)) if match.seat(seat).holds(slot)]
    plans = ((slot, match.plan_of(seat, slot)) for slot in held)
    return tuple(SlotPlan(slots[slot], tuple(map(notation, values))) for slot, values in plans if values)


def _lapses(table: Table, seat: str) -> tuple[str, ...]:
    """Return what came to nothing for a seat until it chooses again: walks short of their goal, void choices."""
    if not table.afoot.ends and not table.match.ledger.lapses:
        return ()
    held = [slot for slot in range(len(table.setting.slots)) if table.match.seat(seat).holds(slot)]
    sentences = (*map(table.afoot.end_sentence, held), *map(table.match.lapse_of, held))
    return tuple(filter(None, sentences))


def _stays(setting: Setting, state: Array) -> dict[int, SlotPlan]:
    """Return plans by which slots stay where they are on all counts ahead."""
    return {slot: SlotPlan(setting.slots[slot], lines) for slot, lines in stay_plans(setting, state).items()}


def sealed_choices(match: Match, seat: str) -> tuple[SealedChoice, ...]:
    """Return the sealed choices that a seat may read; without a name, those that everybody may."""
    if not match.mailbox.slots:
        return ()
    may_read = match.setting.open_choices
    return tuple(
        SealedChoice(match.setting.slots[slot], notation(value))
        for slot, value in match.mailbox.all().items()
        if may_read or (seat and match.may_choose_for(seat, slot))
    )


class FreeActs:
    """The free acts of a seat. Rulings are the referee's.

    An act without arguments, or with lists only, is left out where the rules do not allow it; others are always there.
    """

    def __init__(self, match: Match, seat: str) -> None:
        self._match, self._acts = match, list[tuple[FreeAct, int, Array | None]]()
        setting, holder, names = match.setting, match.seat(seat), match.setting.game.names(match.setting, match.state)
        for verb in setting.game.verbs:
            for slot, name in enumerate(setting.slots):
                if verb.free and holder.holds(slot) and (verb.reasoned or verb.refereed) == (slot == setting.referee):
                    empty = _empty(verb)
                    choice = None if empty is None else encode(empty, setting.game.verbs, names)
                    self._acts.append((_free_act(verb, name), slot, choice))

    def lawful_in(self, view: Array) -> tuple[FreeAct, ...]:
        """Return the acts that are there in a State as the seat sees it."""
        tables = self._match.setting.tables
        return tuple(
            [
                act
                for act, slot, choice in self._acts
                if choice is None or verify_at(view, 0, tables, slot, choice, 0)[0] == OK
            ]
        )


@lru_cache(1_000)
def _free_act(verb: type[Verb], slot: str) -> FreeAct:
    """Return a free act of the slot of a name."""
    about, refereed = (verb.__doc__ or "").strip(), verb.reasoned or verb.refereed
    return FreeAct(name_of(verb), slot, about, tuple(form_schema(verb)), verb.reasoned, refereed)


@cache
def _empty(verb: type[Verb]) -> Verb | None:
    """Return a verb with nothing in its lists; None if it takes other arguments."""
    lists: dict[str, list[str]] = {name: [] for name, kind in kinds(verb).items() if isinstance(kind, ListKind)}
    return None if any(name not in lists for name in kinds(verb)) else verb(**lists)


def _proposals(table: Table) -> tuple[Proposal, ...]:
    """Return the proposals that wait for answers."""
    consent = table.match.consent
    return tuple(
        Proposal(
            one.number,
            one.seat,
            one.what,
            tuple(sorted(consent.waiting(one))),
            one.event if one.what == UNDO else None,
        )
        for one in consent.open
    )


def card_of(table: Table, cards: tuple[SeatCard, ...]) -> TableCard:
    """Return a table as everybody sees it."""
    setup = table.record.setup
    return TableCard(
        table=table.id,
        title=setup.asked.title,
        game=table.setting.game.id,
        scenario=setup.scenario,
        scenario_title=setup.scenario_title,
        options=shown_options(table.setting.game, setup.asked.options),
        packs=setup.asked.packs,
        seats=cards,
        clock=table.clock,
        listed=table.record.listed,
        made=table.record.made,
        dice=table.match.commitment,
        over=table.over,
        result=table.ended,
    )


def welcome(table: Table, who: Caller, cards: tuple[SeatCard, ...]) -> Welcome:
    """Return the first frame for a subscriber."""
    setting, game = table.setting, table.setting.game
    streams, verbs = streams_of(table.groups, table.seat_states.get(who.seat)), forms(game.verbs)
    return Welcome(
        card_of(table, cards),
        who.seat,
        who.host,
        streams,
        setting.slots,
        verbs,
        threats=game.threats is not None,
        sight=game.sight is not None,
    )
