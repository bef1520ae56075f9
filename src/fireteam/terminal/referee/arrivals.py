"""The counts of a real table carried out: where tokens stand by what was typed, by the rules, and by rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.errors import Forbidden, IllegalChoice
from ...core.protocol.choices import Verb, notation
from ...core.protocol.scene import Spot
from ...core.protocol.scene_query import rounded_point
from ...core.slot_choices import refusal_of
from ...match.autowalk.path import PLACING_TOLERANCE, Aim, Walk, arrivals, distance, token_spot
from ..local_match import answer_questions
from .session import RefereeSession

REASON = "as it stands on the table"


def apply_arrivals(session: RefereeSession) -> None:
    """What was typed is tried on a copy; what cannot be is asked about; then the counts are carried out.

    Raises:
        IllegalChoice: what somebody did on the way is not allowed.
        Forbidden: it comes too late for the counts.
    """
    match, aloud = session.match, session.tabletop
    assert aloud is not None
    gone = arrivals(match.setting, aloud, match.state, session.aims, session.substitute_choice)
    if settle_arrivals(session, gone):
        apply_counts(session, gone)


def settle_arrivals(session: RefereeSession, walk: Walk) -> bool:
    """Ask about who stands where the rules do not let it come; whether that is settled for all, or typed anew."""
    setting, aloud = session.match.setting, session.tabletop
    assert aloud is not None
    for slot, left in walk.unreached.items():
        name, aim, at = setting.slot_name(slot), left[0], token_spot(setting, walk.states, slot)
        if isinstance(aim, Verb):
            raise Forbidden(f"{name} has no count left to {notation(aim)}")
        if at is None or session.rulings.get(slot) == aim:
            continue
        far = aloud.distance(setting, session.match.state, slot, *aim)
        session.console.write_prose(
            f"{name} cannot have come to {rounded_point(aim)}: {far}. By the rules it stands at {rounded_point(at)}.",
            hang="  ",
        )
        ways = {"y": f"{rounded_point(aim)} is ruled"} if setting.referee >= 0 else {}
        ways["n"] = f"its token goes to {rounded_point(at)}"
        answer = session.line.read(f"{', '.join(f'{key}: {way}' for key, way in ways.items())}; or type anew> ").strip()
        if answer.lower() not in ways:
            session.put_line_back(answer)
            return False
        if answer.lower() == "y":
            session.rulings[slot] = aim
        else:
            session.aims[slot] = [*session.aims[slot][: -len(left)], at]
    return True


def apply_counts(session: RefereeSession, walk: Walk) -> None:
    """The counts happen as they were tried; rulings come before the last one, on which who is ruled stays."""
    match, aims, ruled = (
        session.match,
        session.aims,
        {slot: session.rulings[slot] for slot in walk.unreached if slot in session.rulings},
    )
    before = {token.unit: token.at for token in session.local_match.scene(session.local_match.default_viewer).tokens}
    for k, chosen in enumerate(walk.rounds):
        last = k == len(walk.rounds) - 1
        for slot, spot in ruled.items() if last else ():
            rule_place(session, slot, spot)
        for slot in match.slots_to_act():
            value = chosen.get(slot)
            if value is None or (last and slot in ruled) or refusal_of(match.setting, match.state, slot, value):
                value = session.substitute_choice(match.state, slot)
            session.choose(slot, value)
    session.show_events()
    show_corrections(session, aims, before)


def rule_place(session: RefereeSession, slot: int, spot: Spot) -> None:
    """The referee lets a token stand where it stands on the table."""
    course, setting, aloud = session.local_match, session.match.setting, session.tabletop
    assert aloud is not None
    value = aloud.place(setting, session.match.state, slot, *spot)
    try:
        by = session.match.seat(course.referee)
        answer_questions(course.act(by, value, setting.referee, REASON), session.line.face_of)
    except IllegalChoice as refused:
        session.console.write_prose(f"It cannot be ruled so: {refused}.", style="yellow", hang="  ")


def show_corrections(
    session: RefereeSession, aims: Mapping[int, Sequence[Aim]], old_places: Mapping[str, Spot]
) -> None:
    """Tokens that stand elsewhere than was typed, and those of bots, are to be put right on the table."""
    scene = session.local_match.scene(session.local_match.default_viewer)
    for token in scene.tokens:
        places = [aim for aim in aims.get(token.slot, ()) if not isinstance(aim, Verb)]
        if (places and distance(token.at, places[-1]) > PLACING_TOLERANCE) or (
            token.slot in session.substitutes and token.at != old_places.get(token.unit)
        ):
            session.console.write((f"Put {token.unit} at {rounded_point(token.at)}.", "yellow"))
