"""What can be typed besides choices: help, odds, why, rules, undo and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..core.choices import name_of
from ..core.errors import BadNotation, Forbidden
from ..core.spots import near
from ..match.record import Seat
from ..match.waiting import stays
from .board import catalogue, roster, table
from .clauses import clause, holding, said
from .course import answered
from .menu import Menu
from .overlook import look, tell_threats
from .paper import packed
from .planning import choose_ahead, read_ahead
from .refereeing import ABOUT, ACTS
from .story import numbered, telling
from .ways import place_named, place_said

if TYPE_CHECKING:
    from ..core.game import Game
    from ..match.walking import Path
    from .plain import Plain


WAYS = (
    "A way is 0.6,-0.8 (so far east, so far north), n ne e se s sw w nw for as far as goes, or @ and what it goes "
    "towards: @12.5,3 or @b2. A place is 12.5,3, or whatever lies there."
)
MOST_HITS = 5  # clauses that are read out when words are looked for


class Leave(Exception):
    """Somebody leaves the table."""


class Command(NamedTuple):
    """Something to type: what it takes, what it is for, and what it does for a person with a menu.

    `needs` is what a game may leave out of its Game record, and `verb` a verb it may lack: there is nothing to do then.
    """

    takes: str
    about: str
    carry_out: Callable[[Plain, list[str], Menu, Seat], None]
    needs: str = ""
    verb: str = ""

    def is_for(self, game: Game) -> bool:
        """Whether there is anything to do in a game."""
        return bool(getattr(game, self.needs or "id")) and self.verb in ("", *map(name_of, game.verbs))


def tell_help(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """How choices are written, and every command."""
    plain.paper.put("Choose by number, or write one of these, with names as short as they are clear:")
    for line in packed(menu.usage(), plain.paper.width, "  "):
        plain.paper.put(line)
    if menu.scene.ground:
        plain.paper.prose(WAYS, "  ")
    plain.paper.put("Besides:")
    known = ((name, one) for name, one in plain.commands.items() if name != "help" and one.is_for(plain.game))
    offered = {f"{name} {one.takes}": one for name, one in known}
    wide = max(map(len, offered))
    for written, command in offered.items():
        plain.paper.prose(f"{written:<{wide}}  {command.about}", "  ", " " * (wide + 4))


def show_board(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """The table again; of a free table, if a place is named, what lies round it."""
    around = place_said(menu, words[0]) if words and menu.scene.ground else None
    if words and around is None and menu.scene.ground:
        raise BadNotation(f"{words[0]!r} is neither a place of this table nor anything on it")
    plain.show_board(menu.scene, around=around)


def show_pieces(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Everybody on the table, and what may come to it."""
    for line in roster(menu.scene) or [("nobody is on the board yet",)]:
        plain.paper.put(*line)
    for text in catalogue(menu.decision.things, plain.paper.width, about=True):
        plain.paper.put(text)
    for text in menu.decision.legend:
        plain.paper.prose(text, hang="  ")


def show_moves(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Every choice, or those of some units, with the places they can reach."""
    known = list(dict.fromkeys(option.unit for option in menu.decision.options if option.unit))
    units = [menu.name(word, known) for word in words]
    if units:
        places = [spot for name in menu.reach(units) if (spot := place_named(menu, name))]
        for line in table(menu.scene, plain.paper.width, places, legend=False) if places else ():
            plain.paper.put(*line)
    for text in menu.whole(units, plain.paper.width) or [f"nothing to choose for {' '.join(units)}"]:
        plain.paper.put(text)


def tell_odds(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """The exact chance of a choice, with what makes it."""
    _wanted("odds", words, menu)
    line = menu.understand(" ".join(words))
    refused = plain.match.may(seat.name, line)
    if refused is not None:
        plain.show_refusal(refused, menu)
        return
    option = menu.told(line)
    for odds in option.odds if option else ():
        plain.paper.prose(f"{odds.of}: {odds.exact} = {odds.chance:.2%}{', sampled' if odds.sampled else ''}")
        for row in odds.modifiers:
            plain.paper.put(f"  {row.amount:+d} {row.label} ({row.clause})")
    if option is None or not option.odds:
        plain.paper.put(f"{menu.short(line)}: no chance is involved")


def tell_why(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Whether a choice is lawful, and by which clause it is not."""
    _wanted("why", words, menu)
    line = menu.understand(" ".join(words))
    refused = plain.match.may(seat.name, line)
    if refused is None:
        option = menu.find(line)
        plain.paper.put(f"{menu.short(line)}: lawful{f' ({option.clause})' if option else ''}")
    else:
        plain.show_refusal(refused, menu)


def tell_rules(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """What a clause says."""
    if not words:
        raise BadNotation(f"which clause? write: rules {plain.game.rulebook}-1.1, or rules find line of sight")
    if words[0].lower() == "find" and words[1:]:
        _look_for(plain, words[1:])
        return
    for paragraph in said(clause(plain.game.id, words[0])).split("\n"):
        plain.paper.prose(paragraph, hang="  ")


def _wanted(command: str, words: list[str], menu: Menu) -> None:
    """See to it that a choice was named."""
    if not words:
        raise BadNotation(f"which choice? write: {command} {menu.numbered[0].notation if menu.numbered else 'CHOICE'}")


def _look_for(plain: Plain, words: list[str]) -> None:
    """The first clauses that hold all these words."""
    hits = holding(plain.game.id, words)
    for one in hits[:MOST_HITS]:
        plain.paper.prose(said(one).partition("\n")[0], hang="  ")
    if not hits:
        plain.paper.put("no clause says that")
    elif len(hits) > MOST_HITS:
        plain.paper.put(f"and {len(hits) - MOST_HITS} more: look for more words at once")


def tell_role(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Who one is, and what one is after."""
    if role := plain.course.role(seat.name):
        plain.show_role(role)


def tell_log(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Everything that happened, as this seat may read it."""
    told = plain.match.told(seat.name)
    lines = numbered(told, plain.paper.width) if plain.course.referee else telling(told, plain.paper.width)
    for line in list(lines) or ["nothing has happened yet"]:
        plain.paper.put(line)


def take_back(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Take the last choice back, and those before it that were taken unasked; or a slot's that waits for others."""
    if words:
        slot = plain.course.slot_called(words[0])
        plain.match.withdraw(plain.course.person_at(slot).name, slot)
        return
    asking = plain.course.taking_back(seat, plain.hasten)
    record = answered(asking, lambda question: plain.agrees(question))
    if record is None:
        plain.paper.put("The choice stands.")


def make_plan(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Choose for what comes, choice after choice; none cuts the plan short."""
    ahead = read_ahead(plain.course, words, menu)
    if ahead.seat != seat:
        plain.hide()  # whose prompt it is need not read what another plans
    plain.paper.put(choose_ahead(plain.course, ahead))


def walk_to(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Walk to a place, count after count."""
    plain.course.afoot.set_out(seat, menu.decision.slot, way_there(plain, words, menu, seat))


def way_there(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> Path:
    """The way to a place that is named, which is told.

    Raises:
        FireteamError: there is none.
    """
    slot, afoot = menu.decision.slot, plain.course.afoot
    if len(words) != 1:
        raise BadNotation("where to? write: walk 12.5,3, or what lies or stands there")
    goal, name = place_said(menu, words[0]), plain.course.call(slot)
    if goal is None:
        raise BadNotation(f"{words[0]!r} is neither a place of this table nor anything on it")
    if not afoot.may_walk(seat, slot):
        raise Forbidden(f"{name} has no counts ahead to walk on")
    path = afoot.path(seat, slot, goal)
    if path is None:
        raise Forbidden(f"{name} comes no nearer to {near(goal)}")
    stops = (f"{near(stop)} after count {count}" for stop, count in zip(path.stops, path.counts, strict=True))
    plain.paper.prose(f"{name} walks {path}. By the way: {', '.join(stops)}.", hang="  ")
    return path


def keep_still(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Keep still on all counts ahead."""
    plain.match.plan(seat.name, stillness(plain, menu, seat), menu.decision.slot)


def stillness(plain: Plain, menu: Menu, seat: Seat) -> tuple[str, ...]:
    """What keeps still on all counts ahead.

    Raises:
        Forbidden: there are none.
    """
    slot = menu.decision.slot
    choices = stays(plain.match, seat, slot)
    if not choices:
        raise Forbidden(f"{plain.course.call(slot)} has no counts ahead to wait on")
    return choices


def let_stand(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Let what was taken back stand again."""
    plain.match.redo(seat.name)


def tell_position(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """The position in one line."""
    plain.paper.put(plain.course.position())


def resign(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Give up, once it is sure."""
    if plain.agrees(f"{seat.name}, give the game up?"):
        plain.match.act(seat.name, "resign", menu.decision.slot)


def leave(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Leave the table."""
    raise Leave


COMMANDS = {
    "help": Command("", "these lines", tell_help),
    "board": Command("[PLACE]", "the board again, with its legend; of a map, what lies round a place", show_board),
    "pieces": Command("", "who is on the board or can come to it, in numbers", show_pieces),
    "moves": Command("[PIECE]", "every choice, or a piece's and where it can go", show_moves),
    "odds": Command("CHOICE", "the exact chance, with what makes it", tell_odds),
    "look": Command("PIECE SQUARE", "whether it sees there, and what stands between", look, "sight"),
    "threat": Command("[PIECE] [SQUARE]", "who can hit it there next turn, how likely", tell_threats, "threats"),
    "why": Command("CHOICE", "whether it is lawful, and if not, by which clause", tell_why),
    "rules": Command("CLAUSE", "what it says; rules find WORDS looks for clauses", tell_rules),
    "role": Command("", "who you are, and what you are after", tell_role, "role"),
    "log": Command("", "everything that happened", tell_log),
    "undo": Command("[SLOT]", "take your choice back; others agree if dice fell", take_back),
    "redo": Command("", "let it stand again, with the same dice", let_stand),
    "plan": Command("[SLOT] CHOICE;...", "choose ahead, also for who is out; no choice: stop that", make_plan),
    "position": Command("", "this position in one line", tell_position),
    "resign": Command("", "give up", resign, verb="resign"),
    "quit": Command("", "leave; the position is told, to go on later", leave),
}


WALKS = {
    "walk": Command("PLACE", "go there on the counts ahead, until something stops you", walk_to),
    "wait": Command("", "keep still on all counts ahead", keep_still),
}
"""What may be typed besides in a game that is played in counts."""


def _by_referee(act: Callable[[Plain, list[str]], None]) -> Callable[[Plain, list[str], Menu, Seat], None]:
    """A referee's act at somebody's prompt."""
    return lambda plain, words, menu, seat: act(plain, words)


REFEREES = {word: Command(*ABOUT[word], _by_referee(act)) for word, act in ACTS.items()}
"""What may be typed besides at a table where a referee sits."""
