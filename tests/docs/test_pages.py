"""What the documents say is so: every command is one, every answer is what it prints, the bot of the guide plays."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import chain

import pytest
from cyclopts import CycloptsError

from fireteam.cli import COMMANDS as NAMES
from fireteam.cli import app
from fireteam.core.errors import UnknownName
from fireteam.registry import find_game, games
from fireteam.tools.clauses import clauses_of_game
from tests.docs.pages import ROOT, Command, answers, commands, texts, words_of

COMMANDS = commands()
ANSWERS = list(chain.from_iterable(answers(text) for text in texts().values()))
BOT = "docs/examples/cautious.py:choose"


def test_the_documents_hold_commands_of_every_kind():
    assert {"play", "learn", "match", "replay", "sim", "odds", "rules", "content"} <= {one.words[0] for one in COMMANDS}
    assert len(ANSWERS) >= 1


def test_every_command_can_be_read():
    assert [fault for command in COMMANDS if (fault := fault_of(command))] == []


def fault_of(command: Command) -> str:
    """Why a command of a page cannot be read, with where it stands; empty where it can."""
    try:
        read(command.words)
    except (CycloptsError, UnknownName) as error:
        return f"{command.page}: {shlex.join(command.words)}: {error}"
    return ""


@pytest.mark.parametrize("line", ["./play ttt --mision x     plays", "fireteam learn ttt --stp 4", "fireteam ply ttt"])
def test_a_command_that_is_none_would_be_noticed(line):
    with pytest.raises((CycloptsError, UnknownName)):
        read(words_of(line))


def read(words: list[str]) -> None:
    """Read a command line without carrying it out; an option that the command leaves to the game is a seat of it."""
    if "--help" in words:
        assert words[0] in NAMES
        return
    _, bound, *_ = app().parse_args(words, exit_on_error=False, print_error=False)
    for name in bound.arguments.get("seats", {}):
        game = find_game(bound.arguments["game"])
        setting = game.make_setting(next(iter(game.scenarios(()))))
        known = [word.casefold() for word in (*setting.slots, *setting.groups)]
        if name.casefold() not in known:
            raise UnknownName("option", name, known)


@pytest.mark.parametrize(("line", "printed"), ANSWERS)
def test_every_answer_is_what_the_command_prints(fireteam, line, printed):
    code, out, err = fireteam(*words_of(line))
    assert (code, err) == (0, "") and out.rstrip() == printed.rstrip()


@pytest.mark.parametrize(
    "command",
    [one for one in COMMANDS if one.words[0] in ("odds", "ask", "rules")],
    ids=lambda one: shlex.join(one.words),
)
def test_every_question_has_an_answer(fireteam, command):
    code, out, err = fireteam(*command.words)
    assert (code, err) == (0, "") and out


def test_the_missions_and_options_that_pages_name_are_there(fireteam):
    """What begins at once and asks a person comes to its first prompt; what would be written goes nowhere."""
    begun = 0
    for one in COMMANDS:
        people = one.words[:2] in (["play", "ttt"], ["learn", "ttt"]) and not {"--help", "-o", "--pack"} & set(
            one.words
        )
        if people and "greedy" not in one.words and BOT not in one.words:
            code, _, err = fireteam(*one.words)
            assert (code, err) == (0, ""), one.line
            begun += 1
    assert begun >= 5


def test_the_bot_of_the_guide_plays_and_beats_chance(fireteam):
    guide = texts()["docs/bots.md"]
    assert BOT in guide and "{literalinclude} examples/cautious.py" in guide
    words = ("sim", "ttt", "--red", str(ROOT / BOT), "--blue", "random", "-n", "2", "--seed", "1", "-j", "1")
    code, out, err = fireteam(*words, "--option", "force=preset")
    assert code == 0 and not err
    assert "besiege_the_bunker: 2 games (red " in out
    assert float(re.search(r"red wins\s+([\d.]+)%", out)[1]) >= 50


def test_what_the_guide_says_a_bot_may_ask_is_there():
    for name in re.findall(r"`core\.([\w.]+)\(", texts()["docs/bots.md"]):
        module, _, function = name.rpartition(".")
        assert callable(getattr(__import__(f"fireteam.core.{module}", fromlist=[function]), function)), name


# The site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built; whatever Sphinx warns of is an error."""
    pytest.importorskip("sphinx", reason="the dependency group docs is not installed")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E", "-d", str(folder / "trees"), "docs", folder],
        cwd=ROOT,
        env={**os.environ, "FIRETEAM_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {str(page.relative_to(folder)): page.read_text(encoding="utf-8") for page in folder.rglob("*.html")}


@pytest.mark.heavy
def test_the_site_is_built_without_a_warning(site):
    wanted = {"index.html", "play.html", "bots.html", "match-files.html", "architecture.html", "made/commands.html"}
    assert wanted <= set(site)


@pytest.mark.heavy
def test_every_clause_has_an_address(site):
    for game in games():
        page = site[f"made/{game}/rules.html"]
        assert [clause for clause in clauses_of_game(game) if f'id="{clause.lower()}"' not in page] == [], find_game(
            game
        ).title


@pytest.mark.heavy
def test_every_link_of_the_site_leads_somewhere(site):
    ids = {name: set(re.findall(r'\bid="([^"]+)"', page)) for name, page in site.items()}
    lost = []
    for name, page in site.items():
        for link in re.findall(r'<a [^>]*href="([^"]+)"', page):
            path, _, place = link.partition("#")
            if ":" in path or path.startswith("//"):
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if target not in site or (place and place not in ids[target]):
                lost.append((name, link))
    assert lost == []


@pytest.mark.heavy
def test_clauses_that_pages_name_lead_to_the_rulebook(site):
    assert 'href="made/ttt/rules.html#ttt-6.3"' in site["play.html"]


@pytest.mark.heavy
def test_the_site_asks_no_other_host_for_anything(site):
    for name, page in site.items():
        fetched = re.findall(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(https?:)?//[^"]*"', page)
        assert fetched == [], name


@pytest.mark.heavy
def test_every_command_and_every_question_stands_in_the_reference(site):
    for name in NAMES:
        assert f"<h2>fireteam {name}<" in site["made/commands.html"]
    for game in map(find_game, games()):
        for question in (*game.odds_questions, *game.questions):
            assert f"<h3>{question}<" in site[f"made/{game.id}/odds.html"]
        assert all(name in site[f"made/{game.id}/content.html"] for name in game.scenarios(()))
