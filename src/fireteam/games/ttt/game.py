"""The record of Table Top Troopers: what it declares, and the functions that serve it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.engine.dispatch import bind
from ...core.engine.record import Array
from ...core.game import Game, Result, Setting
from ...core.protocol.choices import Verb
from . import position
from .bot import evaluate
from .briefing import panels, role
from .choices import VERBS
from .events import ENDS, KINDS, PLAYERS, PURPOSES, REASONS
from .names import PieceNames
from .odds import ASKS, ODDS
from .refusals import BAD_ACTION, NO_ATTACK_TERRAIN, REFUSALS, WRONG_STATE
from .rules.menu import default_choice, menu, proposal_count, propose
from .rules.turn import advance, apply_choices, is_over, resign, to_act
from .rules.verify import verify
from .setup import option_specs, scenarios, setting
from .state import DRAWN, NOBODY, OVER, State
from .threats import sight, threats
from .view import DECISION, scene

bind(
    State,
    to_act=to_act,
    is_over=is_over,
    verify=verify,
    menu=menu,
    apply_choices=apply_choices,
    advance=advance,
    apply_free_act=resign,
    evaluate=evaluate,
    default_choice=default_choice,
    proposal_count=proposal_count,
    propose=propose,
)  # nothing hides: a pick that is not revealed has not reached the State (TTT-1.7)


def names(setting: Setting, state: Array) -> PieceNames:
    """The names that hold in a state."""
    return PieceNames.of(setting.content.sheet, state)


def refusal_words(
    setting: Setting, state: Array, refusal: int, value: Verb, numbers: Sequence[int]
) -> Mapping[str, Any]:
    """The ground that a piece stands on."""
    if refusal != NO_ATTACK_TERRAIN:
        return {}
    x, y, _ = numbers
    return {"terrain": " and ".join(setting.content.map.terrain((x, y))).replace("_", " ")}


def result(setting: Setting, state: Array) -> Result:
    """How a match stands or ended."""
    at = state[0]
    why, clause = ENDS[at.why]
    if at.phase != OVER:
        return Result(False, (), "the game goes on", "TTT-9.1")
    if at.winner in (NOBODY, DRAWN):
        return Result(True, (), f"a draw: {why}", clause)
    side = int(at.winner) - 1
    slot = side ^ int(at.swapped)
    return Result(True, (slot,), f"{PLAYERS[slot].capitalize()} wins: {why}", clause, f"side {side + 1} wins: {why}")


def make_setting(scenario: str, options: Mapping[str, str] | None = None, packs: Sequence[str] = ()) -> Setting:
    """A mission, or a position's bare board, ready to play."""
    return setting(GAME, scenario, options, packs)


def read_position(line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line of position notation."""
    return position.read(GAME, line, tuple(packs))


GAME = Game(
    id="ttt",
    title="Table Top Troopers",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=KINDS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="TTT",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[WRONG_STATE],
    scenarios=scenarios,
    make_setting=make_setting,
    names=names,
    refusal_words=refusal_words,
    write_position=position.write,
    read_position=read_position,
    result=result,
    scene=scene,
    decision=DECISION.decision,
    quick_options={"force": "preset"},
    odds_questions=ODDS,
    questions=ASKS,
    rules_version=1,
    sight=sight,
    explain_option=DECISION.explain_option,
    threats=threats,
    options=option_specs,
    panels=panels,
    role=role,
    examples={
        "play": ("", "--red greedy --blue random --seed 7", "--mission hold_the_hill --option force=preset"),
        "learn": ("", "--step 4"),
        "referee": ("",),
        "match new": ("-o friday.match --red person --blue greedy",),
        "sim": ("--mission capture_the_crossing --red greedy --blue random -n 2000",),
        "perft": ("--mission besiege_the_bunker --option force=preset --depth 2 --divide",),
    },
)
"""The game."""
