"""What can be typed besides choices: help, odds, why, rules, undo and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.errors import BadNotation, Forbidden
from ...core.percent import percent
from ...core.protocol.choices import usage
from ...core.protocol.scene_query import rounded_point
from ...match.autowalk.stay import stay_choices
from ...match.record import Seat
from ..console import pack_words
from ..draw.board import catalogue_lines, roster_lines, table_lines
from ..draw.roster import odds_lines, roster_rows, status_lines
from ..event_text import event_lines, numbered_lines
from ..input.choice_reader import to_notation
from ..input.menu import Menu
from ..local_match import answer_questions
from ..rulebook import clause_text, find_clause, search_clauses
from .acts import ACT_HELP, ACTS
from .plans import read_plan, set_plan
from .session import Command, Leave, LineSession
from .sight import show_sight, show_threats

if TYPE_CHECKING:
    from ...match.autowalk.path import Path


VECTOR_HELP = (
    "A way is 0.6,-0.8 (so far east, so far north), n ne e se s sw w nw for as far as goes, or @ and what it goes "
    "towards: @12.5,3 or @b2. A place is 12.5,3, or whatever lies there."
)
MAX_HITS = 5  # clauses that are read out when words are looked for


def show_help(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """How choices are written, and every command."""
    session.console.write("Choose by number, or write one of these, with names as short as they are clear:")
    for line in pack_words(menu.usage(), session.console.width, "  "):
        session.console.write(line)
    if menu.scene.ground:
        session.console.write_prose(VECTOR_HELP, "  ")
    if seat.referee and (acts := [usage(verb) for verb in session.game.verbs if verb.refereed or verb.reasoned]):
        session.console.write("What you may do as the referee, at any time:")
        for line in pack_words(acts, session.console.width, "  "):
            session.console.write(line)
    session.console.write("Besides:")
    known = ((name, one) for name, one in session.commands.items() if name != "help" and one.is_for(session.game))
    offered = {f"{name} {one.arguments}": one for name, one in known}
    wide = max(map(len, offered))
    for written, command in offered.items():
        session.console.write_prose(f"{written:<{wide}}  {command.help}", "  ", " " * (wide + 4))


def show_board(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """The table again; of a free table, if a place is named, what lies round it."""
    around = menu.places.find(words[0]) if words and menu.scene.ground else None
    if words and around is None and menu.scene.ground:
        raise BadNotation(f"{words[0]!r} is neither a place of this table nor anything on it")
    session.show_board(menu.scene, centre=around)


def show_pieces(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Everybody on the table, and what may come to it."""
    for line in roster_lines(menu.scene) or [("nobody is on the board yet",)]:
        session.console.write(*line)
    for text in catalogue_lines(menu.decision.things, session.console.width, with_details=True):
        session.console.write(text)
    for text in menu.decision.legend:
        session.console.write_prose(text, hang="  ")


def show_roster(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Everybody at a glance, with the sealed choices that this seat may read and their odds; or all of some units."""
    named = [menu.resolve_name(word, [row.unit for row in roster_rows(menu.scene)]) for word in words]
    for row in (row for row in roster_rows(menu.scene) if row.unit in named):
        session.console.write_prose(f"{row.name}: {', '.join(menu.tokens[row.unit].notes)}", hang="  ")
    if words:
        return
    awaited, sealed = session.match.slots_to_act(), session.local_match.sealed_lines(seat)
    for text in status_lines(menu.scene, awaited, sealed, session.console.width):
        session.console.write(text)
    for text in odds_lines(menu.scene, session.local_match.sealed_odds(seat), session.console.width):
        session.console.write(text)


def show_moves(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Every choice, or those of some units, with the places they can reach."""
    known = list(dict.fromkeys(option.unit for option in menu.decision.options if option.unit))
    units = [menu.resolve_name(word, known) for word in words]
    if units:
        places = [spot for name in menu.distance_text(units) if (spot := menu.places.parse(name))]
        for line in table_lines(menu.scene, session.console.width, places, legend=False) if places else ():
            session.console.write(*line)
    for text in menu.all_lines(units, session.console.width) or [f"nothing to choose for {' '.join(units)}"]:
        session.console.write(text)


def show_odds(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """The exact chance of a choice, with what makes it."""
    _require_choice("odds", words, menu)
    line = to_notation(menu, " ".join(words))
    refused = session.match.refusal_of(seat.name, line)
    if refused is not None:
        session.show_refusal(refused, menu)
        return
    option = menu.describe(line)
    for odds in option.odds if option else ():
        sampled = ", sampled" if odds.sampled else ""
        session.console.write_prose(f"{odds.of}: {odds.exact} = {percent(odds.chance)}{sampled}")
        for row in odds.modifiers:
            session.console.write(f"  {row.amount:+d} {row.label} ({row.clause})")
    if option is None or not option.odds:
        session.console.write(f"{menu.shorten(line)}: no chance is involved")


def show_legality(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Whether a choice is lawful, and by which clause it is not."""
    _require_choice("why", words, menu)
    line = to_notation(menu, " ".join(words))
    refused = session.match.refusal_of(seat.name, line)
    if refused is None:
        option = menu.find(line)
        session.console.write(f"{menu.shorten(line)}: lawful{f' ({option.clause})' if option else ''}")
    else:
        session.show_refusal(refused, menu)


def show_clause(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """What a clause says."""
    if not words:
        raise BadNotation(f"which clause? write: rules {session.game.rulebook}-1.1, or rules find line of sight")
    if words[0].lower() == "find" and words[1:]:
        _search_rules(session, words[1:])
        return
    for paragraph in clause_text(find_clause(session.game.id, words[0])).split("\n"):
        session.console.write_prose(paragraph, hang="  ")


def _require_choice(command: str, words: list[str], menu: Menu) -> None:
    """See to it that a choice was named."""
    if not words:
        raise BadNotation(
            f"which choice? write: {command} {menu.numbered_options[0].notation if menu.numbered_options else 'CHOICE'}"
        )


def _search_rules(session: LineSession, words: list[str]) -> None:
    """The first clauses that hold all these words."""
    hits = search_clauses(session.game.id, words)
    for one in hits[:MAX_HITS]:
        session.console.write_prose(clause_text(one).partition("\n")[0], hang="  ")
    if not hits:
        session.console.write("no clause says that")
    elif len(hits) > MAX_HITS:
        session.console.write(f"and {len(hits) - MAX_HITS} more: look for more words at once")


def show_role(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Who one is, and what one is after."""
    if role := session.local_match.role(seat.name):
        session.show_role(role)


def show_log(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Everything that happened, as this seat may read it."""
    records = session.match.history(seat.name)
    lines = (
        numbered_lines(records, session.console.width)
        if session.local_match.referee
        else event_lines(records, session.console.width)
    )
    for line in list(lines) or ["nothing has happened yet"]:
        session.console.write(line)


def undo(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Take the last choice back, and those before it that were taken unasked; or a slot's that waits for others."""
    if words:
        slot = session.local_match.slot_of(words[0])
        session.match.withdraw(session.local_match.person_at(slot).name, slot)
        return
    asking = session.local_match.undo(seat, session.is_interactive)
    record = answer_questions(asking, lambda question: session.confirm(question))
    if record is None:
        session.console.write("The choice stands.")


def make_plan(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Choose for what comes, choice after choice; none cuts the plan short."""
    ahead = read_plan(session.local_match, words, menu)
    if ahead.seat != seat:
        session.hide()  # whose prompt it is need not read what another plans
    session.console.write(set_plan(session.local_match, ahead))


def walk(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Walk to a place, count after count."""
    session.local_match.walks.begin(seat, menu.decision.slot, find_path(session, words, menu, seat))


def find_path(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> Path:
    """The way to a place that is named, which is told.

    Raises:
        FireteamError: there is none.
    """
    slot, afoot = menu.decision.slot, session.local_match.walks
    if len(words) != 1:
        raise BadNotation("where to? write: walk 12.5,3, or what lies or stands there")
    goal, name = menu.places.find(words[0]), session.local_match.slot_title(slot)
    if goal is None:
        raise BadNotation(f"{words[0]!r} is neither a place of this table nor anything on it")
    if not afoot.may_walk(seat, slot):
        raise Forbidden(f"{name} has no counts ahead to walk on")
    path = afoot.path(seat, slot, goal)
    if path is None:
        raise Forbidden(f"{name} comes no nearer to {rounded_point(goal)}")
    stops = (f"{rounded_point(stop)} after count {count}" for stop, count in zip(path.stops, path.counts, strict=True))
    session.console.write_prose(f"{name} walks {path}. By the way: {', '.join(stops)}.", hang="  ")
    return path


def stay(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Keep still on all counts ahead."""
    session.match.plan(seat.name, require_stay_choices(session, menu, seat), menu.decision.slot)


def require_stay_choices(session: LineSession, menu: Menu, seat: Seat) -> tuple[str, ...]:
    """What keeps still on all counts ahead.

    Raises:
        Forbidden: there are none.
    """
    slot = menu.decision.slot
    choices = stay_choices(session.match, seat, slot)
    if not choices:
        raise Forbidden(f"{session.local_match.slot_title(slot)} has no counts ahead to wait on")
    return choices


def redo(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Let what was taken back stand again."""
    session.match.redo(seat.name)


def show_position(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """The position in one line."""
    session.console.write(session.local_match.position())


def resign(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Give up, once it is sure."""
    if session.confirm(f"{seat.name}, give the game up?"):
        session.match.act(seat.name, session.game.giving_up, menu.decision.slot)


def leave(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Leave the table."""
    raise Leave


COMMANDS = {
    "help": Command("", "these lines", show_help),
    "board": Command("[PLACE]", "the board again, with its legend; of a map, what lies round a place", show_board),
    "pieces": Command("", "who is on the board or can come to it, in numbers", show_pieces),
    "moves": Command("[PIECE]", "every choice, or a piece's and where it can go", show_moves),
    "odds": Command("CHOICE", "the exact chance, with what makes it", show_odds),
    "look": Command("PIECE SQUARE", "whether it sees there, and what stands between", show_sight, "sight"),
    "threat": Command("[PIECE] [SQUARE]", "who can hit it there next turn, how likely", show_threats, "threats"),
    "why": Command("CHOICE", "whether it is lawful, and if not, by which clause", show_legality),
    "rules": Command("CLAUSE", "what it says; rules find WORDS looks for clauses", show_clause),
    "role": Command("", "who you are, and what you are after", show_role, "role"),
    "log": Command("", "everything that happened", show_log),
    "undo": Command("[SLOT]", "take your choice back; others agree if dice fell", undo),
    "redo": Command("", "let it stand again, with the same dice", redo),
    "plan": Command("[SLOT] CHOICE;...", "choose ahead, also for who is out; no choice: stop that", make_plan),
    "position": Command("", "this position in one line", show_position),
    "resign": Command("", "give up", resign, "giving_up"),
    "quit": Command("", "leave; the position is told, to go on later", leave),
}


ROSTER_COMMANDS = {
    "roster": Command(
        "[UNIT...]",
        "everybody at a glance: gear, damage, what each does, ? for who has not chosen, and the odds of what is sealed",
        show_roster,
    )
}
"""What may be typed besides in a game of many units."""


WALK_COMMANDS = {
    "walk": Command("PLACE", "go there on the counts ahead, until something stops you", walk),
    "wait": Command("", "keep still on all counts ahead", stay),
}
"""What may be typed besides in a game that is played in counts."""


def _act_command(act: Callable[[LineSession, list[str]], None]) -> Callable[[LineSession, list[str], Menu, Seat], None]:
    """A referee's act at somebody's prompt."""
    return lambda session, words, menu, seat: act(session, words)


ACT_COMMANDS = {word: Command(*ACT_HELP[word], _act_command(act)) for word, act in ACTS.items()}
"""What may be typed besides at a table where a referee sits."""
