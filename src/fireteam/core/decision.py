"""A Decision made of a menu: every choice in words that follow from the declaration of its verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .engine.record import Array
from .game import Setting
from .protocol.choices import Verb, decode, kinds, name_of, new_choices, notation
from .protocol.events import field_text
from .protocol.field_kinds import Names
from .protocol.menu import write_menu
from .protocol.scene import Decision, Option


def make_decision(
    setting: Setting, states: Array, slot: int, prompt: str, most: int, option: Callable[[Array], Option], **more: Any
) -> Decision:
    """What a slot has to decide: the first choices of its menu, `most` of them, each as `option` offers its record.

    `more` are the other parts of a Decision: its things, presets and legend.
    """
    menu = new_choices(most)
    size = int(write_menu(states[0], setting.tables[0], slot, menu))
    options = tuple(option(menu[k : k + 1]) for k in range(min(size, most)))
    verbs = tuple(dict.fromkeys(one.verb for one in options))
    return Decision(slot, prompt, size, options, verbs, **more)


def option_of(value: Verb, names: Names, label: str = "", **more: Any) -> Option:
    """A choice as it is offered: by its verb's clause and label, with the unit, target and place that it names.

    `label` goes before the verb's own; `more` are the other parts of an Option.
    """
    named = {kind.form: getattr(value, field) for field, kind in kinds(type(value)).items()}
    parts = {part: named[part] for part in ("unit", "target", "point") if part in named}
    words = label or label_of(value, names)
    return Option(notation(value), words, name_of(type(value)), value.clause, **(parts | more))


def label_of(value: Verb, names: Names) -> str:
    """A choice in words: the label of its verb with its fields as people call them, else its notation."""
    if not value.label:
        return notation(value).replace("_", " ")
    fields = kinds(type(value)).items()
    return value.label.format(**{field: field_text(kind.title(getattr(value, field), names)) for field, kind in fields})


def menu_decision(setting: Setting, states: Array, slot: int, most: int = 2_000, odds: bool = True) -> Decision:
    """What a slot has to decide, where the menu says all there is to say: no odds, and nothing beside it."""
    names = setting.game.names(setting, states)

    def option(choice: Array) -> Option:
        return option_of(decode(choice[0], setting.game.verbs, names), names)

    return make_decision(setting, states, slot, f"{setting.slot_name(slot).capitalize()} to choose.", most, option)
