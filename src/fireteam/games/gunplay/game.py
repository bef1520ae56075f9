"""Gunplay as the house knows it: hooks."""

from __future__ import annotations

from ...core.engine.dispatch import bind
from .bot import evaluate, policy
from .rules.menu import default_choice, menu, proposal_count, propose
from .rules.secrets import redact
from .rules.turn import advance, apply_choices, apply_free_act, is_over, to_act
from .rules.verify import verify
from .state import State

bind(
    State,
    to_act=to_act,
    is_over=is_over,
    verify=verify,
    menu=menu,
    proposal_count=proposal_count,
    propose=propose,
    apply_choices=apply_choices,
    advance=advance,
    apply_free_act=apply_free_act,
    default_choice=default_choice,
    redact=redact,
    evaluate=evaluate,
    policy=policy,
)
