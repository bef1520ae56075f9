"""Nobody notices what others have sealed: in the miniature games, and not in games and tables that leak on purpose."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from fireteam.core.engine.record import Array
from fireteam.core.errors import IllegalChoice
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import Verb, notation
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.slot_choices import refusal_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import RecordView
from tests.games import bidding, stones, views
from tests.noninterference import beyond_sight, interference

HEARD: list[str] = []
"""What the leaking game has been asked to write as a record last."""


class Gossip(SquareNames):
    """Names that remember what somebody spoke of."""

    def find_unit(self, text: str) -> int:
        HEARD[:] = [text]
        return super().find_unit(text)

    def find_point(self, text: str) -> tuple[int, int]:
        HEARD[:] = [text]
        return super().find_point(text)


def leaking(**words: Callable[..., object]) -> Setting:
    """The game of stones, in which something tells what was spoken of last."""
    setting = stones.GAME.make_setting("stones")
    names = lambda setting, state: Gossip(stones.UNITS)  # noqa: E731 - as the game writes it
    return setting._replace(game=setting.game._replace(names=names, **words))


@pytest.mark.parametrize(("game", "scenario"), [(stones, "skirmish"), (bidding, "five"), (bidding, "crowd")])
def test_the_miniature_games_keep_their_secrets(game, scenario):
    setting = game.GAME.make_setting(scenario)
    opening = Match(setting, (), secret_of_seed(1)).state
    assert interference(setting, opening, owners=(0, 1, len(setting.players) - 1)) == []


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("decision of", {"decision": lambda *given: replace(views.decision(*given), prompt=str(HEARD))}),
        ("position", {"write_position": lambda setting, state: f"{views.position(setting, state)} {HEARD}"}),
        ("scene", {"scene": lambda setting, state: replace(stones.scene(setting, state), title=str(HEARD))}),
        ("who is awaited", {"result": lambda *given: stones.result(*given)._replace(sentence=str(HEARD))}),
    ],
)
def test_a_game_that_remembers_what_was_said_is_found_out(what, words):
    setting = leaking(**words)
    opening = Match(setting, (), secret_of_seed(1)).state
    assert any(what in leak for leak in interference(setting, opening, owners=(0,)))


def sealed_by(match: Match) -> list[str]:
    return [notation(value) for value in match.mailbox.all().values()]


class Whispering(Match):
    """A table that tells what is sealed in an account."""

    def history(self, name: str, since: int = 0) -> list[RecordView]:
        return [one._replace(reason=str(sealed_by(self))) for one in super().history(name, since)]


class Hurrying(Match):
    """A table that asks in another order once somebody has crept."""

    def slots_to_act(self) -> list[int]:
        return super().slots_to_act()[:: -1 if any(line.startswith("creep") for line in sealed_by(self)) else 1]


class Glancing(Match):
    """A table that looks at the first letter of a choice to know the next one's refusal."""

    def refusal_of(self, name, choice, slot=None):
        return super().refusal_of(name, f"{sealed_by(self)[0]} {choice}" if sealed_by(self) else choice, slot)


class Scribbling(Match):
    """A table that writes what is sealed into the match file."""

    def act(self, name, choice, slot=None, faces=None, reason=""):
        record = super().act(name, choice, slot, faces, reason)
        with open(str(self.file), "a", encoding="utf-8") as file:
            file.write("\n".join(sealed_by(self)))
        return record


class Boasting(Match):
    """A table that shows how far somebody has planned, in how a bot draws lots."""

    def key_for_bot(self, slot: int) -> int:
        return super().key_for_bot(slot) + hash(str(self.ledger.plans.all()))


@pytest.mark.parametrize(
    ("table", "what"),
    [
        (Whispering, "sealed .*: a2: told"),
        (Hurrying, "sealed .*: who is awaited"),
        (Glancing, "sealed .*: a2: refusals of 1"),
        (Scribbling, "sealed .*: the match file"),
        (Boasting, "planned .*: a2: lots of 1"),
    ],
)
def test_a_table_that_leaks_is_found_out(table, what):
    setting = stones.GAME.make_setting("stones")
    assert any(
        re.search(what, leak)
        for leak in interference(setting, Match(setting, (), secret_of_seed(1)).state, table=table, owners=(0,))
    )


# What the State hides


def chests(*squares: int) -> list[Array]:
    """Openings of the game of stones that differ in where the chest is, which no seat sees."""
    setting = stones.GAME.make_setting("stones")
    found = [Match(setting, (), secret_of_seed(1)).state.copy() for _ in squares]
    for states, square in zip(found, squares, strict=True):
        states[0].chest = square
    return found


def near_the_chest(setting: Setting, states: Array, slot: int, value: Verb) -> IllegalChoice | None:
    """Refusals that speak of where the chest is."""
    chest = int(states[0].chest)
    return (
        IllegalChoice("E_FAR", "STONES-2", f"the chest is at {chest}")
        if chest
        else refusal_of(setting, states, slot, value)
    )


def test_what_a_state_hides_is_in_no_answer_to_those_who_may_not_see_it(monkeypatch):
    """Even where a game's refusals would speak of it: a seat's question is judged on what the seat sees."""
    monkeypatch.setattr("fireteam.match.match.refusal_of", near_the_chest)
    assert beyond_sight(stones.GAME.make_setting("stones"), chests(1, 9)) == []


def test_a_purse_is_its_owners_business():
    full, light = chests(1, 1)
    light[0].throwers[0].stones = 1
    assert beyond_sight(stones.GAME.make_setting("stones"), (full, light), owner="a1") == []
    assert beyond_sight(stones.GAME.make_setting("stones"), (full, light)) != []


class Judging(Match):
    """A table that judges on the State as it is."""

    def refusal_of(self, name, choice, slot=None):
        return (
            near_the_chest(self.setting, self.state, 0, None) if slot == 0 else super().refusal_of(name, choice, slot)
        )


def test_a_table_that_judges_on_what_is_hidden_is_found_out():
    assert beyond_sight(stones.GAME.make_setting("stones"), chests(1, 9), table=Judging) == ["a1: refusals of 0"]
