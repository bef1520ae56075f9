"""A Decision is built from a menu, the declarations of its verbs, and the little that a game says beside them."""

from __future__ import annotations

from typing import Annotated

from fireteam.core.decision import DecisionSpec, Moment, label_of, option_of
from fireteam.core.engine.dispatch import to_act
from fireteam.core.protocol.briefing import Reader, events_of
from fireteam.core.protocol.choices import Verb
from fireteam.core.protocol.field_kinds import UnitName, Word
from fireteam.core.protocol.list_kinds import Split
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.scene import Cell, Odds, Thing, Token
from fireteam.core.protocol.sentences import amount_text, join_words
from fireteam.core.protocol.square_scene import square_board_scene
from tests.games.gauntlet import GAME, Ran, Run

NAMES = SquareNames(("ann", "bob"))


class Shoot(Verb, frozen=True):
    """Shoot at some (TOY-3)."""

    label = "{unit} shoots[, {how}]"
    unit: UnitName
    at: Annotated[list[str], Split()]
    how: Annotated[str, Word("", "kneeling", place="x")] = ""


class Pelt(Verb, frozen=True):
    """Pelt some (TOY-4)."""

    at: Annotated[list[str], Split()]


def test_shares_of_nobody_in_particular_are_aimed_at_nobody() -> None:
    assert option_of(Pelt(["bob:2", "ann"]), NAMES).target == ""
    assert option_of(Pelt(["bob:2"]), NAMES, unit="ann").target == "bob"


def test_a_choice_is_called_by_its_label_and_cites_the_clause_of_its_verb() -> None:
    option = option_of(Shoot("ann", ["bob:2", "ann"]), NAMES)
    assert (option.clause, option.unit, option.target) == ("TOY-3", "ann", "bob")
    assert option.label == "ann shoots"
    assert label_of(Shoot("ann", [], "kneeling"), NAMES) == "ann shoots, kneeling"


def test_a_spec_says_what_menu_and_verbs_do_not() -> None:
    setting = GAME.make_setting(next(iter(GAME.scenarios(()))))
    slot = int(to_act(setting.opening[0])).bit_length() - 1
    asked: list[str] = []

    def label(at: Moment, value: Run) -> str:
        at.once("asked", lambda: asked.append(at.slot_name))
        return "" if value.path else "stay"

    spec = DecisionSpec(
        lambda at: f"{at.slot_name}?",
        {Run: label},
        parts=lambda at, value: {"point": "here"},
        odds=lambda at, choice: () if at.decode(choice).path else (Odds("luck", "1/2", 0.5),),
        things=lambda at: (Thing("gun", "G", "Gun"),),
    )
    found = spec.decision(setting, setting.opening, slot)
    assert (found.prompt, found.count) == (f"{setting.slot_name(slot)}?", len(found.options))
    assert found.things[0].title == "Gun" and found.presets == found.legend == ()
    stays = next(one for one in found.options if one.label == "stay")
    runs = [one for one in found.options if one.label != "stay"]
    assert (stays.notation, stays.point, stays.odds[0].of) == (f"run {stays.unit} -", "here", "luck")
    assert runs and all(one.label == one.notation and not one.odds for one in runs)
    assert spec.explain_option(setting, setting.opening, slot, Run(stays.unit, [])) == stays
    few = spec.decision(setting, setting.opening, slot, 3, odds=False)
    assert len(few.options) == 3 and few.count == found.count and not any(one.odds for one in few.options)
    assert len(asked) == 3, "once for every Decision, or Option, that is asked for"


def test_a_reader_with_one_unit_is_you() -> None:
    alone, several = Reader(("a1",)), Reader(("a1", "a2"))
    assert alone.say("a1", "You are", "{} is") == "You are" and several.say("a1", "You are", "{} is") == "a1 is"
    assert alone.say("b1", "You are", "{} is") == "b1 is"
    told = [Ran("a1", "c4"), Ran("a2", "c5")]
    assert events_of(told, Ran) == told and events_of([], Ran) == []
    assert (amount_text(1, "turn"), amount_text(2, "turn")) == ("1 turn", "2 turns")
    assert [join_words(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_who_is_at_no_place_waits_beside_the_board() -> None:
    on, beside = (Token(name, 0, 0, name, x, 0, name) for name, x in (("a", 1), ("b", -1)))
    scene = square_board_scene("A board", 2, 1, [Cell(0, 0, ".", "open")], [beside, on], ())
    assert (scene.tokens, scene.waiting, scene.columns) == ((on,), (beside,), ("a", "b"))
