"""The options of a match: those of appendix A, a named set of them, and whether a Storyteller runs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...content import library
from ...content.option_files import given_fields
from ...content.options import option_specs, read_options
from ...core.errors import IllegalChoice
from ...core.game import OptionSpec
from .content import Content, default_options
from .entries import OptionNumbers
from .scenario_entries import Scenario

STANDARD = "standard"
DESK = ("none", "storyteller")
USUAL = "scenario"  # as the scenario has it
MODES = (USUAL, "real", "mock")
PC_OPTIONS = {
    f"pc{n}": f"who the {word} player character is" for n, word in enumerate(("first", "second", "third", "fourth"), 1)
}
OTHER_OPTIONS = ("config", "desk", "mode", *PC_OPTIONS)


def resolve_options(content: Content, scenario: Scenario, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a match: what is said, over the scenario's, over a named set, over `game.yaml` (FS3-1.1).

    Raises:
        UnknownName: no such option or set.
        IllegalChoice: a value that an option cannot have (E-CFG-RANGE).
    """
    desk = word_of(options, "desk", DESK, "FS3-1.3")
    mode = word_of(options, "mode", MODES, "FS3-6.1")
    try:
        chosen = read_options(OptionNumbers, options, OTHER_OPTIONS, "FS3-24.1")
    except IllegalChoice as error:
        raise IllegalChoice("E-CFG-RANGE", error.clause, error.sentence) from None
    config = library.find_entry("configuration", str(options.get("config", STANDARD)), content.configurations)
    return {
        **default_options(content),
        **given_fields(config.options),
        **given_fields(scenario.options),
        **chosen,
        "desk": desk,
        "mode": scenario.mode if mode == USUAL else mode,
    }


def word_of(options: Mapping[str, Any], name: str, words: tuple[str, ...], clause: str) -> str:
    """The word of an option, the first of its words if nothing is said.

    Raises:
        IllegalChoice: it is none of them.
    """
    word = str(options.get(name, words[0]))
    if word not in words:
        raise IllegalChoice("E-CFG-RANGE", clause, f"{name} is {word}; it must be one of {', '.join(words)}")
    return word


def specs_of(content: Content, scenario: Scenario, config: str) -> tuple[OptionSpec, ...]:
    """Every option of a match on a scenario, with its default."""
    defaults = {
        **default_options(content),
        **given_fields(content.configurations[config].options),
        **given_fields(scenario.options),
    }
    pcs = [who.id for who in content.characters.values() if who.kind == "pc"]
    return (
        OptionSpec("desk", "who runs the fight: nobody, or a Storyteller (FS3-1.3)", DESK[0], DESK),
        OptionSpec("mode", "whether the wounds of the fight last: mock ones are erased (FS3-6.1)", USUAL, MODES),
        OptionSpec("config", "a named set of options (FS3-1.1)", STANDARD, tuple(content.configurations)),
        *(
            OptionSpec(name, f"{meaning} (FS3-6.8)", USUAL, (USUAL, *pcs), sheet="character")
            for name, meaning in PC_OPTIONS.items()
        ),
        *option_specs(OptionNumbers, defaults),
    )
