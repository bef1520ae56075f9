"""What a slot has to decide; what many options share is sent once."""

from __future__ import annotations

from msgspec import Struct

from ....core.protocol.scene import Interaction, Odds, Preset, Thing


class OptionMessage(Struct, frozen=True, omit_defaults=True):
    """An option of a menu. Its verb is the first word of its notation; a field that is left out follows from that.

    Then `label` is the notation with spaces for underscores, `clause` is what `DecisionMessage.clauses` has for the
    verb, and `unit`, `target` and `point` are the words of the notation for the verb's fields of those kinds, or empty
    if it has none. `odds` is an index into `DecisionMessage.odds`; without it there are no odds.
    """

    notation: str
    label: str | None = None
    clause: str | None = None
    unit: str | None = None
    target: str | None = None
    point: str | None = None
    odds: int | None = None


class DecisionMessage(Struct, frozen=True):
    """What a slot has to decide: the question, and its options (all `count` of them, or the first few).

    `things` describes what options name and the Scene does not show. `clauses` has each verb's clause, and `odds` all
    odds that some option has. `presets` are choices prepared beforehand, and `legend` says in plain words what the
    notes of the things mean. `interaction` is how its choices are made.
    """

    slot: int
    prompt: str
    count: int
    options: tuple[OptionMessage, ...]
    verbs: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    clauses: dict[str, str] = {}
    odds: tuple[tuple[Odds, ...], ...] = ()
    presets: tuple[Preset, ...] = ()
    legend: tuple[str, ...] = ()
    interaction: Interaction = Interaction()
