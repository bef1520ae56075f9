"""Matches of small games, their rules exchanged on the way: `python -m tests.swapped_match N` prints every event.

Before event N the rules begin to run compiled, with FIRETEAM_JIT=auto; with 0 or 1 they run as that says.
"""

from __future__ import annotations

import sys

from fireteam.bots import BOTS
from fireteam.core.engine import swap
from fireteam.core.protocol.choices import decode
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.games import gauntlet, stones

EVENTS = 16


def main(swap_before: int) -> None:
    for game in (gauntlet.GAME, stones.GAME):
        setting = game.make_setting(next(iter(game.scenarios(()))))
        seats = [Seat(name, 1 << k) for k, name in enumerate(setting.slots)]
        match = Match(setting, seats, secret_of_seed("swap"))
        while not match.is_over and match.next_number < EVENTS:
            if match.next_number >= swap_before and swap.may_swap():
                assert swap.try_swap()
            slot = match.slots_to_act()[0]
            name = match.seat_of(slot).name  # type: ignore[union-attr]
            view = match.view(name)
            bot = BOTS["greedy" if match.next_number % 2 else "random"]
            choice = bot.choose(setting, view, slot, match.key_for_bot(slot))
            match.act(name, decode(choice[0], game.verbs, game.names(setting, view)), slot)
        for record in match.records:
            print(record)
    print(f"compiled at the end: {swap.is_compiled()}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
