"""Pages made from the sources at each build: commands, and for each game its rulebook, questions and content."""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from fireteam.cli import COMMANDS, TOOLS, app, run
from fireteam.content import library
from fireteam.core.game import Game, Question
from fireteam.registry import find_game, game_folder, games, games_with_part

DOCS = Path(__file__).parent
ROOT = DOCS.parent
MADE = DOCS / "made"
SHOWN = (str, int, float, bool, type(None))  # what a cell of a table can hold
LINK = re.compile(r"\]\((?P<path>[\w./-]+\.md)(?P<anchor>#[^)]*)?\)")

ELSEWHERE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "bench/results.md": "bench.md"}
"""Pages that stand elsewhere in the repository."""


def setup(sphinx: Sphinx) -> dict[str, Any]:
    sphinx.connect("config-inited", lambda sphinx, config: write_pages())
    return {"parallel_read_safe": True}


def write_pages() -> None:
    """Write what has changed, and nothing else, so that the site need not be built anew for the rest."""
    wanted = dict(pages())
    for path in MADE.rglob("*.md"):
        if str(path.relative_to(MADE)) not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = MADE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def pages() -> Iterator[tuple[str, str]]:
    """Every page by its path below `made/`."""
    yield "commands.md", commands()
    for file, page in ELSEWHERE.items():
        yield page, elsewhere(ROOT / file)
    for id in games():
        game = find_game(id)
        yield f"{id}/rules.md", rulebook(game)
        yield f"{id}/odds.md", questions(game)
        yield f"{id}/content.md", content(game)


def elsewhere(file: Path) -> str:
    """A page that stands elsewhere in the repository, its links led to the pages of the site."""
    made = {ROOT / there: MADE / page for there, page in ELSEWHERE.items()}

    def led(link: re.Match[str]) -> str:
        target = (file.parent / link["path"]).resolve()
        there = os.path.relpath(made.get(target, target), MADE)
        return f"]({there}{link['anchor'] or ''})"

    return LINK.sub(led, file.read_text(encoding="utf-8"))


def rulebook(game: Game) -> str:
    """A game's rulebook, as it stands beside its rules."""
    path = os.path.relpath(game_folder(game.id) / "RULES.md", MADE / game.id)
    return f"```{{include}} {path}\n```\n"


# Commands


def commands() -> str:
    """Every command with its options, as `--help` has them."""
    return "\n".join(
        [
            "# Commands",
            "",
            "`fireteam` stands in `.venv/bin` after the first run of `./play`; `./play ...` is `fireteam play ...`.",
            "",
            *(part for name in (*COMMANDS, *games_with_part(TOOLS)) for part in command(name)),
            "## Environment and exit codes",
            "",
            "```text",
            str(app().help_epilogue),
            "```",
            "",
        ]
    )


def command(name: str) -> Iterator[str]:
    """One command: how it is written, what it is for, and what it takes."""
    written = app()[name]
    with called_fireteam():
        text = written.generate_docs(heading_level=2, usage_name=f"fireteam {name}")
    text = re.sub(r"#+ Table of Contents\n.*?(?=\*\*Commands\*\*)", "", text, flags=re.DOTALL)
    text = re.sub(r"\(#[\w-]+\)", "", text).replace(f"## {name}\n", f"## fireteam {name}\n", 1)
    text = re.sub(rf"^(###+) {name}", rf"\1 fireteam {name}", text, flags=re.MULTILINE)
    text = re.sub(rf"^{name} (?=.*\n```$)", f"fireteam {name} ", text, flags=re.MULTILINE)
    text = re.sub(r"\* \[(`\w+`)\]", r"* \1", text).replace("```console", "```text")
    function = written.default_command
    if function is not None and name in COMMANDS:
        whole = (inspect.getdoc(function) or "").partition("\nParameters\n---")[0]
        text = text.replace(COMMANDS[name], "\n\n".join(map(joined, whole.strip().split("\n\n"))), 1)
    yield text.strip()
    yield ""


@contextlib.contextmanager
def called_fireteam() -> Iterator[None]:
    """Let usage lines speak of `fireteam`, whatever program makes the site."""
    program, sys.argv[0] = sys.argv[0], "fireteam"
    try:
        yield
    finally:
        sys.argv[0] = program


def joined(paragraph: str) -> str:
    """A paragraph of a docstring in one line."""
    return " ".join(paragraph.split())


# Questions


def questions(game: Game) -> str:
    """What can be asked of a game's rules, each with an example and its answer."""
    intro = (
        f"Every answer comes from the rules of play of {game.title}, run over every outcome of their dice: exact "
        "fractions, with what makes them. `--batch -` answers the same questions in bulk, one JSON object a line."
    )
    parts = [f"# {game.title}: odds and verdicts", intro]
    for kind, asked in (("odds", game.odds_questions), ("ask", game.questions)):
        parts.append(f"## fireteam {kind} {game.id}")
        parts += [question(kind, game, name, one) for name, one in asked.items()]
    return "\n\n".join(parts) + "\n"


def question(kind: str, game: Game, name: str, one: Question) -> str:
    """A question with its parts, and what it answers to its example."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        run([kind, game.id, name, *shlex.split(one.example)])
    rows = [(f"`{name}`", part.meaning) for name, part in one.parts.items()]
    call = f"$ fireteam {kind} {game.id} {name} {one.example}".rstrip()
    table = [grid(("part", "what it is"), rows)] if rows else []
    return "\n\n".join(
        [f"### {name}", capital(one.meaning), *table, f"```console\n{call}\n{said.getvalue().rstrip()}\n```"]
    )


def capital(text: str) -> str:
    """A sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def grid(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table."""
    lines = [list(head), *(list(map(cell, row)) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(value: Any) -> str:
    """A value as a table shows it."""
    if value is None or value == "":
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value).replace("|", "\\|")


# Content


def content(game: Game) -> str:
    """A game's own content: tables where entries fit into rows, else each entry as `fireteam content show` has it."""
    shelf, loaded = library.find_library(game.id), library.load(game.id)
    by_kind: dict[str, dict[str, Any]] = {}
    for (kind, id), entry in shelf.entries(loaded.content).items():
        by_kind.setdefault(kind, {})[id] = entry
    parts = [f"# {game.title}: content", "What the game is played with; `fireteam content show` shows the same."]
    for kind, entries in by_kind.items():
        parts.append(f"## {kind}")
        if all(isinstance(getattr(one, field), SHOWN) for one in entries.values() for field in one.__struct_fields__):
            parts.append(rows_of(entries))
        else:
            for id, entry in entries.items():
                lines = "\n".join(shelf.describe(loaded.content, (kind, id)))
                parts += [f"### {kind} {id}: {entry.name}", f"```text\n{lines}\n```"]
    return "\n\n".join(parts) + "\n"


def rows_of(entries: Mapping[str, Any]) -> str:
    """Entries as rows, their fields as columns."""
    fields = next(iter(entries.values())).__struct_fields__
    return grid(fields, ([getattr(entry, field) for field in fields] for entry in entries.values()))
