"""The one judge of a match's head: whether rules and content are still those that the match is played with."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..core.engine.record import Array
from ..core.errors import OtherRules
from ..core.game import Game, Setting
from .file.format import Head, content_hash


class MatchStart(NamedTuple):
    """The Setting of a match, and the State in which it begins."""

    setting: Setting
    start: Array


def start_by_head(head: Head, game: Game, make: Callable[[], MatchStart]) -> MatchStart:
    """What a match with this head is played with, as `make` makes it now; of files and of stored tables alike.

    Raises:
        OtherRules: the rules, or the content that they read, are not those that the match is played with.
        FireteamError: `make` fails: there is no such scenario, option or pack any more.
    """
    if head.rules != game.rules_version:
        raise OtherRules(
            f"it was played by version {head.rules} of the rules of {game.id} (Fireteam {head.fireteam}), "
            f"and these are version {game.rules_version}",
            "only that Fireteam can replay it",
        )
    setting, start = make()
    if content_hash(setting) != head.content or setting.slots != head.slots:
        raise OtherRules(f"{content_of(head)} not what this match was played with", "say with --pack where that is")
    return MatchStart(setting._replace(hash_version=head.version), start)


def content_of(head: Head) -> str:
    """The content of a match, as the beginning of a sentence about what it is."""
    return f"the pack {' or '.join(head.packs)} is" if head.packs else "the content of this Fireteam is"
