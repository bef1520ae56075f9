"""What a slot has to decide, as it is sent: what many choices share is said once."""

from __future__ import annotations

from msgspec import Struct

from ...core.scene import Odds, Preset, Thing


class Offered(Struct, frozen=True, omit_defaults=True):
    """A choice of a menu. Its verb is the first word of its notation; what else is not said follows.

    `label` is then the notation in plain words, `clause` the menu's for the verb, `unit`, `target` and `point` the
    words that stand in the verb's fields of those kinds, and nothing where it has none. `odds` is which of the menu's.
    """

    notation: str
    label: str | None = None
    clause: str | None = None
    unit: str | None = None
    target: str | None = None
    point: str | None = None
    odds: int | None = None


class Owed(Struct, frozen=True):
    """What a slot has to decide: the question, and its menu (or the first of it, of `count`).

    `things` is the catalogue of what the choices name and the Scene does not show, `clauses` what each verb goes by,
    and `odds` all chances that some choice has. `presets` are choices put together beforehand, and `legend` says in
    plain words what the notes of the things mean.
    """

    slot: int
    prompt: str
    count: int
    options: tuple[Offered, ...]
    verbs: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    clauses: dict[str, str] = {}
    odds: tuple[tuple[Odds, ...], ...] = ()
    presets: tuple[Preset, ...] = ()
    legend: tuple[str, ...] = ()
