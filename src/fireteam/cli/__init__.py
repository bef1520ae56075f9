"""The command `fireteam`. Each command is a module that is imported when it is called."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, UnusedCliTokensError

from .. import __version__
from ..content.problems import did_you_mean
from ..core.engine.code_cache import MODE_VARIABLE, PLAIN_FIRST
from ..core.errors import FireteamError, UnknownName
from ..registry import games, games_with_part, module_name
from .conventions import ENVIRONMENT, EXIT_ERROR, EXIT_OK, EXIT_STOPPED, EXIT_USAGE, Usage, print_note
from .help_text import add_help

COMMANDS = {
    "play": "Play a match in the terminal.",
    "serve": "The table in the browser, for friends far away too.",
    "referee": "Run a real table: people, tokens and dice of your own.",
    "learn": "Learn a game by playing it, step by step.",
    "match": "Matches in files: begin one, look at it, go on with it.",
    "replay": "Watch, verify and fork a match that was played.",
    "db": "The database of tables: bring it up to date, back it up, restore it.",
    "campaign": "What lives on between matches: characters, their time and wounds.",
    "build": "Write a sheet of your own for a match, such as a band, with live points.",
    "sim": "Play many games between bots and count how they end.",
    "forecast": "Foresee how a match ends, and set one up that ends as wanted.",
    "odds": "Exact chances, answered by the playing rules.",
    "ask": "Verdicts of the rules: sight, reach, what may be attacked and why not.",
    "content": "Make packs of pieces and boards, weapons and maps; check and show them.",
    "rules": "Read the rulebook, and what carries out and proves each clause.",
    "perft": "Count the choices of a position to a depth.",
}
"""Every command: `fireteam x` is the function, or the App of further commands, `x` of the module `fireteam.cli.x`."""

STARTS_PLAIN = ("play", "referee", "learn", "match", "rules", "odds", "ask")
"""The commands that begin with rules as plain Python: nobody waits for a compiler, which works beside a match."""

SELDOM = 100_000, 50, 100  # when garbage is collected: nearly all that a start makes stays, and a look takes its time

TOOLS = "tools"  # the room of a game with commands of its own: `fireteam ttt ...` is the App `app` of that module


def app() -> App:
    """All commands."""
    made = App(
        "fireteam",
        help=f"One engine and one table for tabletop skirmish wargames: {', '.join(games())}.",
        help_epilogue=ENVIRONMENT,
        help_format="plaintext",
        version=__version__,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    for name, about in COMMANDS.items():
        made.command(f"{__name__}.{name}:{name}", name=name, help=about)
    for game in games_with_part(TOOLS):
        made.command(f"{module_name(game, TOOLS)}:app", name=game, help=f"Tools of the game {game}, for makers.")
    return made


def run(words: Sequence[str]) -> int:
    """Carry out a command line; the exit code."""
    try:
        known = (*COMMANDS, *games_with_part(TOOLS))
        if words and not words[0].startswith("-") and words[0] not in known:
            raise Usage(f"no command {words[0]!r}; {did_you_mean(words[0], known)}")
        if words and words[0] in STARTS_PLAIN and "--batch" not in words:
            os.environ.setdefault(MODE_VARIABLE, PLAIN_FIRST)
        made = app()
        add_help(made, words)
        done = made(list(words), exit_on_error=False, print_error=False)
    except UnusedCliTokensError as error:
        print_note(f"fireteam: {_superfluous(words, error.unused_tokens or [])}")
        return EXIT_USAGE
    except (CycloptsError, Usage) as error:
        print_note(f"fireteam: {_sentence(error)}")
        return EXIT_USAGE
    except FireteamError as error:
        print_note(str(error))
        return EXIT_ERROR
    except KeyboardInterrupt:
        return EXIT_STOPPED
    except EOFError:  # Ctrl-D, or the end of a file of answers, before there was anything to leave
        return EXIT_OK
    return done if isinstance(done, int) else EXIT_OK


def _sentence(error: Exception) -> str:
    """A complaint about a command line, in one line."""
    return " ".join(str(error).split())


def _superfluous(words: Sequence[str], unused: Sequence[str]) -> str:
    """A complaint about words that a command does not take; most come from a first word that is no game."""
    command, *rest = words
    if command == "play" and not rest[0].startswith("-") and rest[0] not in games():
        return str(UnknownName("game", rest[0], games()))
    return f"{command} takes no {' '.join(unused)!r}: fireteam {command} --help tells what it takes"


def main() -> None:
    """Be the program: words from the command line, an exit code to the caller."""
    gc.set_threshold(*SELDOM)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # bytes that are no text are shown, and end nothing
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, `head` for one, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = EXIT_OK
    sys.exit(code)
