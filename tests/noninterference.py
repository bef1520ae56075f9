"""What nobody else may notice: two matches that differ in one seat's sealed choice are the same bytes to all others.

`interference` plays both, side by side, and names what tells them apart; of a game that keeps its secrets, nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from fireteam.core.engine.dispatch import to_act
from fireteam.core.engine.record import Array
from fireteam.core.errors import Forbidden, IllegalChoice
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import Verb, notation
from fireteam.core.slot_choices import menu
from fireteam.match.decision import decision_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.load import save
from fireteam.match.match import Match
from fireteam.match.record import Seat

MOST = 4  # choices of a menu that are compared, taken evenly
TRIED = 12  # choices of others whose refusals are compared

Deed = Callable[[Match, str, int, Any], None]


def interference(
    setting: Setting,
    states: Array,
    seats: Sequence[Seat] = (),
    table: type[Match] = Match,
    owners: Collection[int] = range(32),
) -> list[str]:
    """Everything by which somebody could notice what somebody else has sealed or planned at this State.

    Every slot has a seat of its own unless `seats` are given; `owners` are the slots whose secrets are tried.
    An owner whose choice would complete the decision proves nothing: at least two must owe one.
    """
    who = list(seats) or [Seat(name, 1 << slot) for slot, name in enumerate(setting.players)]
    probe = table(setting, who, secret_of_seed(1), states)
    assert len(probe.slots_to_act()) > 1
    found: list[str] = []
    for slot in (slot for slot in probe.slots_to_act() if slot in owners):
        owner, values = probe.seat_of(slot), _few(menu(setting, probe.state, slot))
        assert owner is not None
        for said, deed in (("sealed", _seal), ("planned", _plan)):
            seen = [
                watched(table(setting, who, secret_of_seed(1), states), owner.name, slot, one, deed) for one in values
            ]
            for value, known in zip(values, seen, strict=True):
                told = f"{owner.name} {said} {notation(value)} and not {notation(values[0])}"
                found += [f"{told}: {what}" for what in known if known[what] != seen[0][what]]
    return found


def beyond_sight(setting: Setting, pair: Sequence[Array], owner: str = "", table: type[Match] = Match) -> list[str]:
    """Everything by which anybody but the owner can tell two States apart that differ in what only the owner sees."""
    who = [Seat(name, 1 << slot) for slot, name in enumerate(setting.players)]
    one, other = (table(setting, who, secret_of_seed(1), states) for states in pair)
    lines = _lines(one)
    known = dict(_seen(one, owner, lines))
    return [what for what, seen in _seen(other, owner, lines) if known[what] != seen]


def _seal(match: Match, name: str, slot: int, value: Verb) -> None:
    """One slot seals a choice."""
    match.act(name, value, slot)


def _plan(match: Match, name: str, slot: int, value: Verb) -> None:
    """It seals the first of its menu, and plans a choice for later."""
    match.plan(name, (menu(match.setting, match.state, slot)[0], value), slot)


def _few(values: list[Verb]) -> list[Verb]:
    return values[:: max(1, len(values) // MOST)][:MOST]


def watched(match: Match, owner: str, slot: int, value: Any, deed: Deed) -> dict[str, object]:
    """What everybody else sees once a choice has been made in secret."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.match"
        save(match, path)
        deed(match, owner, slot, value)
        known = {"the match file": path.read_bytes(), **dict(_seen(match, owner, _lines(match)))}
        match.leave()
    return known


def _seen(match: Match, owner: str, lines: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Everything that anybody but the owner may ask for; `lines` are tried."""
    setting, game = match.setting, match.setting.game
    yield "who is awaited", (match.slots_to_act(), match.consent.open, match.next_number, match.is_over, match.result)
    yield "what an onlooker reads", match.public_history()
    views = {name: (seat.slots, match.view(name)) for name, seat in match.seats.items() if name != owner}
    views[""] = 0, match.redact(match.state, 0)
    for name, (slots, view) in views.items():
        who = name or "an onlooker"
        yield f"{who}: state", view.tobytes()
        yield f"{who}: scene", repr(game.scene(setting, view))
        yield f"{who}: position", game.write_position(setting, view)
        if not name:
            continue
        yield f"{who}: told", match.history(name)
        yield f"{who}: undo", match.may_undo(name)
        for slot in (slot for slot in match.slots_to_act() if slots >> slot & 1):
            choices = menu(setting, view, slot)
            yield f"{who}: menu of {slot}", [notation(value) for value in choices]
            yield f"{who}: decision of {slot}", repr(decision_of(setting, view, slot))
            yield f"{who}: lots of {slot}", match.key_for_bot(slot)
        for slot in (slot for slot in range(slots.bit_length()) if slots >> slot & 1):
            yield f"{who}: refusals of {slot}", [_answer(match, name, line, slot) for line in lines]


def _lines(match: Match) -> list[str]:
    """Lines to try: what those could choose who were asked in the beginning, lawful for some and not for others."""
    owing = range(int(to_act(match.state[0])).bit_length())
    offered = [notation(value) for slot in owing for value in _few(menu(match.setting, match.state, slot))]
    return ["nonsense", *dict.fromkeys(offered)][:TRIED]


def _answer(match: Match, name: str, line: str, slot: int) -> Any:
    """What somebody is told who asks whether this could be chosen."""
    try:
        refused = match.refusal_of(name, line, slot)
    except (IllegalChoice, Forbidden) as error:
        return str(error)
    return refused and str(refused)
