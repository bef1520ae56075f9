"""The program that compiles the rules of a game: it plays a few moves, and the compiled code is cached on disk.

It calls what a match at a terminal calls, what the worker processes of a server for bots, odds and forecasts call, and
what a server process that is itself compiled calls. It ends when its stdin is closed, for nobody waits for it then. Of
several that are to compile one game, one does, and the others wait for it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from threading import Thread

from ..bots import BOTS
from ..core.engine.code_cache import code_folder, is_compiled, mark_compiled
from ..core.protocol.choices import decode, notation
from ..match.dice import secret_of_seed
from ..match.match import Match
from ..match.quick_play import QuickPlay
from ..match.record import Seat
from ..match.timeline import Timeline
from ..registry import find_game
from ..sim.forecast import play_part

CHOICES = 60
WEIGHED = 20  # options of a menu
POLITE = 19  # whoever else wants the processor comes before


def compile_game(name: str) -> None:
    """Play the beginning of a match with random choices, and call everything that shows it or computes odds."""
    game = find_game(name)
    setting = game.make_setting(next(iter(game.scenarios(()))), dict(game.quick_options), ())
    seats = [Seat(slot, 1 << k) for k, slot in enumerate(setting.slots) if k != setting.referee]
    match = Match(setting, seats, secret_of_seed(name))
    quick = QuickPlay(match)
    for _ in range(CHOICES):
        if match.is_over:
            break
        slot = match.slots_to_act()[0]
        view = match.view(setting.slots[slot])
        game.scene(setting, view)
        game.decision(setting, view, slot, WEIGHED, True)
        match.may_undo(setting.slots[slot])
        key = match.key_for_bot(slot)
        chosen = [bot.choose(setting, view, slot, key) for bot in BOTS.values()]
        values = [decode(one[0], game.verbs, game.names(setting, view)) for one in chosen]
        if game.explain_option is not None:
            game.explain_option(setting, view, slot, values[-1])
        if quick.look() == slot:
            quick.choose(notation(values[0]))
        match.act(setting.slots[slot], values[0], slot)
    if game.threats is not None:
        game.threats(setting, match.state, 0)
    game.scene(setting, match.redact(match.state, 0))
    play_part(setting, match.state, [BOTS["absent"]] * len(setting.slots), 1, 0, 1)
    line = Timeline(setting, match.start)
    for made in match.records:
        line.rerun(made)


@contextlib.contextmanager
def exclusive(game: str) -> Iterator[None]:
    """Hold the lock of a game's compiled code while the `with` block runs; systems without such locks have none."""
    with open(code_folder() / f"{game}.lock", "wb") as lock:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.lockf(lock, fcntl.LOCK_EX)
        yield


def end_with(pipe: int) -> None:
    """End this process once a pipe (its number) is closed, whatever it is doing."""

    def wait() -> None:
        while os.read(pipe, 1):  # not by a file object, whose lock this thread would hold when Python ends
            continue
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def main(game: str) -> None:
    """Compile a game, unless another process has done so while this one waited for its turn."""
    end_with(sys.stdin.fileno())
    if hasattr(os, "nice"):
        os.nice(POLITE)
    with exclusive(game):
        if not is_compiled(game):
            compile_game(game)
            mark_compiled(game)


if __name__ == "__main__":
    main(sys.argv[1])
