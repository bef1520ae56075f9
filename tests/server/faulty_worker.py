"""A process in which a bot that is no good has taken the place of `greedy`: `faulty_worker.py KIND [FILE]`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from fireteam.bots import BOTS, Bot
from fireteam.core.protocol.choices import new_choices
from fireteam.server.workers import main
from tests.games import bidding


def hangs(*asked):
    while True:
        pass


def sleeps(*asked):
    time.sleep(1000)


def crashes(*asked):
    os._exit(3)


def leaves(*asked):
    raise SystemExit("I go")


def tells(*asked):
    raise ValueError("my neighbour hides a bomb")


def answers_nothing(*asked):
    return None


def cheats(*asked):
    choice = new_choices(1)
    choice[0].verb = 77
    return choice


def talks(setting, states, slot, key):
    print("rubbish " * 10_000, flush=True)
    os.write(1, b"\xff" * 1000)
    return BOTS["random"].function(setting, states, slot, key)


def writes_on_the_pipe(*asked):
    for pipe in range(3, 64):
        try:
            os.write(pipe, b"\x00\x00\x00\x05rubbish")
        except OSError:
            continue
    return None


def looks(setting, states, slot, key):
    Path(sys.argv[2]).write_bytes(states.tobytes())
    return BOTS["random"].function(setting, states, slot, key)


def tells_its_environment(setting, states, slot, key):
    Path(sys.argv[2]).write_text(repr(dict(os.environ)))
    return BOTS["random"].function(setting, states, slot, key)


if __name__ == "__main__":
    found = main.find_game
    main.find_game = lambda name: bidding.GAME if name == "crowd" else found(name)
    main.GRACE = 0.1
    if sys.argv[1] == "all are slow":
        BOTS.update({name: Bot(name, sleeps) for name in BOTS})
    elif sys.argv[1] != "none":
        BOTS["greedy"] = Bot("greedy", globals()[sys.argv[1].replace(" ", "_")])
    main.main()
