"""`fireteam campaign`: campaigns in folders and in the database: begin one, change it, undo, read it, carry it off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from ..program_name import program_name
from .campaign_storage import keep_arrival, opened_campaign, opened_store, take_edits
from .conventions import EXIT_OK, Database, Json, Packs, Seed, Usage, parse_pairs, plural, print_data, print_note

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign, LogLine
    from ..core.protocol.campaign import Actor

campaign = App("campaign", help="Campaigns: what lives on between matches, by the commands that change it.")

Where = Annotated[str, Parameter(help="Which campaign: its folder, or its id in the database.")]
Folder = Annotated[
    Path | None, Parameter(name=["-o", "--output"], help="A folder to keep it in; else it is kept in the database.")
]
By = Annotated[str, Parameter(name="--by", help="Who gives it.")]
Player = Annotated[bool, Parameter(name="--player", negative="", help="As a player, not as the Storyteller.")]
Reason = Annotated[str, Parameter(name="--reason", help="Why.")]

STORYTELLER = "storyteller"


@campaign.command
def new(
    game: str,
    name: str,
    *,
    output: Folder = None,
    pack: Packs = None,
    seed: Seed = None,
    by: By = STORYTELLER,
    database: Database = None,
) -> int:
    """Begin a campaign, in a folder of readable files or in the database.

    Example: fireteam campaign new fs3 "Winter war" -o winter.

    Parameters
    ----------
    game
        Of which game, such as fs3.
    name
        What it is called.
    """
    from ..campaign.campaign import begin
    from .conventions import seed_number

    number = None if seed is None else seed_number(seed)
    head = begin(game, name, _actor(by, False), tuple(map(str, pack or ())), seed=number)
    if output is not None:
        from ..campaign.folder import make_folder

        make_folder(output, head, [])
        print_note(f"{output}: {name}. Its commands: {program_name()} campaign do {output}")
    else:
        from ..server.store.campaigns import store_campaign

        with opened_store(database) as store:
            store_campaign(store, head)
        print_note(f"{head.campaign}: {name}. Its commands: {program_name()} campaign do {head.campaign}")
        print(head.campaign)
    return EXIT_OK


@campaign.command(name="list")
def list_all(*, json: Json = False, database: Database = None) -> int:
    """List the campaigns of the database: id, game, name.

    Example: fireteam campaign list.
    """
    with opened_store(database) as store:
        rows = store.campaigns()
    if json:
        print_data([{"campaign": row.campaign, "game": row.game, "name": row.name, "made": row.made} for row in rows])
    else:
        for row in rows:
            print(f"{row.campaign}  {row.game}  {row.name}")
        print_note(plural(len(rows), "campaign"))
    return EXIT_OK


@campaign.command
def show(where: Where, *, json: Json = False, database: Database = None) -> int:
    """Tell how a campaign stands: its calendar, its characters, what happened.

    Example: fireteam campaign show winter.
    """
    from .campaign_text import section_lines

    with opened_campaign(where, database) as found:
        sections = found.rules.report(found.state)
        if json:
            print_data(sections)
            return EXIT_OK
        print(f"{found.head.name}: {found.head.game}, day {found.rules.day(found.state)}, entry {found.number}")
    for line in section_lines(sections):
        print(line)
    return EXIT_OK


@campaign.command
def sheet(where: Where, id: str, *, json: Json = False, database: Database = None) -> int:
    """Show a character's sheet.

    Example: fireteam campaign sheet winter anna.

    Parameters
    ----------
    id
        Whose.
    """
    from .campaign_text import section_lines

    with opened_campaign(where, database) as found:
        sections = found.rules.sheet(found.state, id)
    if json:
        print_data(sections)
    else:
        for line in section_lines(sections):
            print(line)
    return EXIT_OK


@campaign.command
def do(
    where: Where,
    command: str | None = None,
    *fields: Annotated[str, Parameter(allow_leading_hyphen=False)],
    by: By = STORYTELLER,
    player: Player = False,
    reason: Reason = "",
    seed: Seed = None,
    json: Json = False,
    database: Database = None,
) -> int:
    """Give a command, with its fields as name=value; without one, list all commands.

    A list is written as a,b; anything else as YAML. What the rules refuse changes nothing.

    Example: fireteam campaign do winter award_xp people=anna,bob xp=2 reason="a siege".

    Parameters
    ----------
    command
        Which, such as award_xp.
    fields
        What it takes, as name=value.
    """
    from ..campaign.words import describe_command

    with opened_campaign(where, database) as found:
        if command is not None:
            _tell(_give(found, command, fields, _actor(by, player), reason, seed), json)
            return EXIT_OK
        for kind in found.rules.commands:
            print(describe_command(kind))
    return EXIT_OK


@campaign.command
def undo(
    where: Where,
    number: int,
    *,
    by: By = STORYTELLER,
    reason: Reason = "",
    json: Json = False,
    database: Database = None,
) -> int:
    """Undo an entry, wherever it stands: the campaign is as if it had never been. An undoing can be undone too.

    Where a later entry would be refused without it, that one is named and nothing changes.

    Example: fireteam campaign undo winter 12 --reason "wrong hero".

    Parameters
    ----------
    number
        Which entry, as `log` tells.
    """
    with opened_campaign(where, database) as found:
        _tell(found.undo(number, _actor(by, False), reason), json)
    return EXIT_OK


@campaign.command
def log(where: Where, *, since: int = 0, json: Json = False, database: Database = None) -> int:
    """Tell every entry: who gave it, when and why, what came of it, and each value before and after.

    Example: fireteam campaign log winter --since 10.

    Parameters
    ----------
    since
        Only those after this entry.
    """
    from .campaign_text import log_lines

    with opened_campaign(where, database) as found:
        lines = found.log(_actor(STORYTELLER, False), max(since, 0))
    if json:
        for line in lines:
            print_data(line)
    else:
        for text in log_lines(lines):
            print(text)
    return EXIT_OK


@campaign.command
def advance(
    where: Where,
    *fields: Annotated[str, Parameter(allow_leading_hyphen=False)],
    by: By = STORYTELLER,
    reason: Reason = "",
    seed: Seed = None,
    json: Json = False,
    database: Database = None,
) -> int:
    """Move the calendar on: a number of days, or what the game's own command takes as name=value.

    Example: fireteam campaign advance winter 30.

    Parameters
    ----------
    fields
        Days, or name=value.
    """
    with opened_campaign(where, database) as found:
        kind = found.rules.advance
        if kind is None:
            raise Usage(f"campaigns of {found.head.game} have no calendar")
        words = [field if "=" in field else f"days={field}" for field in fields]
        _tell(_give(found, str(kind.__struct_config__.tag), words, _actor(by, False), reason, seed), json)
    return EXIT_OK


@campaign.command
def fight(where: Where, scenario: str, *who: str, json: Json = False, database: Database = None) -> int:
    """Say how a match begins in which characters of a campaign fight, with their wounds and gear.

    Play it with -o FILE; `record` then carries its end into the campaign.

    Example: fireteam campaign fight winter loading_yard anna bob.

    Parameters
    ----------
    scenario
        Which scenario.
    who
        Ids of characters, in the order of the seats.
    """
    import shlex

    with opened_campaign(where, database) as found:
        options = dict(found.fight(scenario, who))
        head = found.head
    if json:
        print_data(options)
        return EXIT_OK
    words = [program_name(), "play", head.game, "--mission", options.pop("scenario", scenario)]
    words += [word for pack in head.packs for word in ("--pack", pack)]
    words += [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    print(shlex.join(words))
    return EXIT_OK


@campaign.command
def record(
    where: Where,
    file: Path,
    *,
    by: By = STORYTELLER,
    reason: Reason = "",
    seed: Seed = None,
    json: Json = False,
    database: Database = None,
) -> int:
    """Carry the end of a match into a campaign, once: wounds and what else its characters bring home.

    Example: fireteam campaign record winter yard.match.

    Parameters
    ----------
    file
        The match, which has ended.
    """
    from ..match.file.parse import read_match_file
    from ..match.load import replay
    from .conventions import seed_number

    with opened_campaign(where, database) as found:
        played = replay(read_match_file(file), found.head.packs)
        if not played.is_over:
            raise Usage(f"{file}: the match has not ended")
        commands = found.commands_after(played.setting, played.state, file.stem, played.file.head.dice)
        for command in commands:
            drawn = None if seed is None else seed_number(seed)
            _tell(found.do(command, _actor(by, False), reason or f"the match {file.name}", drawn), json)
        if not commands:
            print_note(f"{file}: nothing that the campaign keeps")
    return EXIT_OK


@campaign.command
def export(where: Where, folder: Path, *, database: Database = None) -> int:
    """Write a campaign as a folder of readable files with its journal, from which it can go on anywhere.

    Example: fireteam campaign export 1f0c9a winter.

    Parameters
    ----------
    folder
        A folder that is new or empty.
    """
    from ..campaign.folder import keep_in_folder

    with opened_campaign(where, database) as found:
        keep_in_folder(folder, found)
        print_note(f"{folder}: {found.head.name}, as of entry {found.number}")
    return EXIT_OK


@campaign.command(name="import")
def import_folder(
    folder: Path, *, output: Folder = None, by: By = STORYTELLER, json: Json = False, database: Database = None
) -> int:
    """Take in a campaign from its folder. Files that were edited by hand become an entry, with what they change.

    It goes into the database, into another folder, or with its own folder named again, stays where it is.

    Examples: fireteam campaign import winter. fireteam campaign import winter -o winter.

    Parameters
    ----------
    folder
        The folder of a campaign.
    """
    from ..campaign.exchange import read_files
    from ..campaign.folder import all_files_in

    actor = _actor(by, False)
    if output is not None and output.exists() and output.resolve() == folder.resolve():
        arrived = take_edits(folder, actor)
    else:
        arrived = read_files(all_files_in(folder), actor, str(folder))
        keep_arrival(arrived.campaign, output, database)
    found = arrived.campaign
    if arrived.edit is not None:
        _tell(arrived.edit, json)
    print_note(f"{found.head.campaign}: {found.head.name}, as of entry {found.number}")
    return EXIT_OK


def _give(found: Campaign, word: str, fields: Sequence[str], actor: Actor, reason: str, seed: str | None) -> LogLine:
    """Give a command that was typed."""
    from ..campaign.words import read_command
    from .conventions import seed_number

    command = read_command(found.rules, word, parse_pairs(fields, word))
    return found.do(command, actor, reason, None if seed is None else seed_number(seed))


def _tell(line: LogLine, json: bool) -> None:
    """Say what came of an entry."""
    from .campaign_text import change_lines

    if json:
        print_data(line)
        return
    for text in change_lines(line):
        print(text)
    print_note(f"entry {line.number}: {line.word}")


def _actor(name: str, is_player: bool) -> Actor:
    from ..core.protocol.campaign import Actor

    if not name.strip():
        raise Usage("--by needs a name")
    return Actor(name, not is_player)
