"""Golden playthroughs: whole matches as a player reads them, every choice, die and modifier, and where they end.

If a change alters them on purpose, write them anew with --write-goldens and read the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over
from fireteam.core.game import Game, Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import decode, notation
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.run import run_to_decision
from fireteam.registry import find_game, games
from tests.conformance import walk
from tests.games import gauntlet, stones

MINIATURES = {game.id: game for game in (stones.GAME, gauntlet.GAME)}
CHOICES = 60  # of a long match only the first are written
SEED = 7


def game_of(name: str) -> Game:
    return MINIATURES.get(name) or find_game(name)


MATCHES = [(name, scenario) for name in (*MINIATURES, *games()) for scenario in game_of(name).scenarios(())]
WITH_OPTIONS = [
    ("gunplay", "main_street", "config=full"),
    ("gunplay", "cash_box", "config=initiative,aid=1"),
    ("gunplay", "farm", "deployment=alternate"),
    ("fs3", "arrest", "luck_mode=windows"),
    ("fs3", "robot_assault", "desk=storyteller"),
]
"""Matches that other rules play than those of a scenario as it stands: a game, a scenario, its options."""


@pytest.mark.parametrize(("name", "scenario"), MATCHES, ids=lambda word: word)
def test_a_match_goes_as_it_went(name: str, scenario: str, golden: Callable[[str, str], None]) -> None:
    golden(f"{name}_{scenario}", "\n".join(lines(game_of(name).make_setting(scenario))) + "\n")


@pytest.mark.parametrize(("name", "scenario", "options"), WITH_OPTIONS, ids=lambda word: str(word))
def test_a_match_with_options_goes_as_it_went(
    name: str, scenario: str, options: str, golden: Callable[[str, str], None]
) -> None:
    setting = game_of(name).make_setting(scenario, dict(option.split("=") for option in options.split(",")))
    golden(f"{name}_{scenario}_{options.partition('=')[2].partition(',')[0]}", "\n".join(lines(setting)) + "\n")


def lines(setting: Setting) -> Iterator[str]:
    """A match at random dice and choices: `>` choices, then what came of them with its dice and modifiers."""
    game, played = setting.game, walk(setting, SEED, CHOICES)
    yield f"{game.title}: {setting.scenario}, seed {SEED}"
    states, log = setting.opening.copy(), new_log()
    run_to_decision(states[0], setting.tables[0], live(SEED)[0], log[0])
    yield from map(sentence, read_events(setting, states, log))
    for moment in played.moments:
        names = game.names(setting, moment.states)
        for slot in moment.owing():
            yield f"> {setting.slots[slot]}: {notation(decode(moment.choices[slot], game.verbs, names))}"
        yield from map(sentence, read_events(setting, moment.after, moment.log))
        states = moment.after
    if is_over(states[0]):
        yield game.result(setting, states).sentence
    yield f"= {game.write_position(setting, states)}"


def sentence(told: LoggedEvent) -> str:
    """`  a hits b  [shot d6: 5; cover -1, RULE-3.1]`."""
    made = [f"{die.purpose} d{die.sides}: {die.face}" for die in told.dice]
    made += [f"{why.label} {why.amount:+d}, {why.clause}" for why in told.modifiers]
    return f"  {told.sentence()}" + (f"  [{'; '.join(made)}]" if made else "")


def test_a_golden_says_which_line_differs_and_what_to_do(
    golden: Callable[[str, str], None], request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--write-goldens"):
        pytest.skip("goldens are being written")
    first = "\n".join(lines(gauntlet.GAME.make_setting("alley"))) + "\n"
    with pytest.raises(pytest.fail.Exception, match=r"path_alley\.txt differs") as failed:
        golden("path_alley", first.replace("fires", "throws"))
    assert "-  s1 fires" in str(failed.value) and "+  s1 throws" in str(failed.value)
    assert "raise `rules` of the Game" in str(failed.value)
