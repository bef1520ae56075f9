"""A process that compiles the rules of a game: it plays a little, and what it compiled is kept on the disk."""

from __future__ import annotations

import sys

from ..bots import find as find_bot
from ..core.choices import decode
from ..core.game import find
from ..match.dice import seeded
from ..match.line import Line
from ..match.match import Match
from ..match.record import Seat

CHOICES = 60


def prepare(name: str) -> None:
    """Play the beginning of a match by lot, and look at it as everybody does."""
    game = find(name)
    setting = game.setting(next(iter(game.scenarios(()))), dict(game.quick), ())
    seats = [Seat(slot, 1 << k) for k, slot in enumerate(setting.slots) if k != setting.referee]
    match, bot = Match(setting, seats, seeded(name)), find_bot("random")
    for _ in range(CHOICES):
        if match.over:
            break
        slot = match.owing()[0]
        view = match.view(setting.slots[slot])
        game.scene(setting, view)
        game.decision(setting, view, slot, 20, False)
        match.may_undo(setting.slots[slot])
        record = bot.choose(setting, view, slot, match.key_for_bot(slot))
        match.act(setting.slots[slot], decode(record[0], game.verbs, game.names(setting, view)), slot)
    game.scene(setting, match.masked(match.state, 0))
    line = Line(setting, match.start)
    for made in match.records:
        line.rerun(made)


if __name__ == "__main__":
    prepare(sys.argv[1])
