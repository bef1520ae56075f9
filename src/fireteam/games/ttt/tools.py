"""`fireteam ttt`: the piece maker and the board editor, as text."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, CycloptsError, Parameter

from ...content import library
from ...content.pack_writer import NewEntry, write_entry
from ...content.problems import BadContent, Problems
from ...content.starter_pack import id_for
from ...program_name import program_name
from .content import GAME, Content

if TYPE_CHECKING:
    from ...content.square_map import SquareMap

Into = Annotated[Path | None, Parameter(name="--into", negative="")]
Packs = Annotated[list[Path] | None, Parameter(name="--pack", negative="", consume_multiple=False)]

app = App(GAME, help="Make pieces and boards for Table Top Troopers.")
board = App("board", help="Look at board files, draw new ones, import maps made with Tiled.")
app.command(board)


@app.command
def piece(
    *,
    name: str | None = None,
    id: str | None = None,
    letters: str | None = None,
    move: int | None = None,
    range: int | None = None,
    th: Annotated[int | None, Parameter(name=["--th", "--hit"])] = None,
    tbh: Annotated[int | None, Parameter(name=["--tbh", "--be-hit"])] = None,
    ability: Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)] = None,
    count: int | None = None,
    into: Into = None,
    pack: Packs = None,
) -> int:
    """Make a piece by the formula of 9 points: asked for at a terminal, or given whole.

    It tells what each part costs, and which clause forbids what. The piece is printed as a line for pieces.yaml, or
    with --into put into a pack.

    Example: fireteam ttt piece --name Ranger --move 3 --range 3 --hit 1 --tbh 2 --into mypack.

    Parameters
    ----------
    name
        What it is called.
    id
        What missions call it; made from the name if it is not given.
    letters
        One or two letters for the board; made from the name if they are not given.
    move
        Steps in a turn, 1 to 6.
    range
        How far it attacks, 0 to 8.
    th
        To hit: added to its attack rolls, 0 to 4.
    tbh
        To be hit: what attack rolls on it must reach, 1 to 6.
    ability
        A special ability, which costs 3.
    count
        How many of it a side owns, 0 to 9; 2 if it is not given.
    into
        The pack to put it into.
    pack
        A folder of content beside which it must stand; later ones replace entries of earlier ones.
    """
    from .piece_maker import bill, item_of, verdicts

    content = packs_beside(pack, into)
    given = {
        "name": name,
        "id": id,
        "code": letters,
        "move": move,
        "range": range,
        "th": th,
        "tbh": tbh,
        "count": count,
    }
    fields: dict[str, Any] = {field: value for field, value in given.items() if value is not None}
    if ability:
        fields["ability"] = ability[0] if len(ability) == 1 else ability
    fields = build_piece(fields, content)
    said = verdicts(fields, content)
    for line in (bill(fields, content), *map(str, said)):
        print_line(line)
    if any(verdict.forbids for verdict in said):
        return 1
    return write_item(item_of(fields), into)


def build_piece(fields: dict[str, Any], content: Content) -> dict[str, Any]:
    """The whole piece: at a terminal what is missing is asked for, elsewhere it must be given."""
    from .piece_maker import COUNT, Maker, id_of, letter_code

    missing = [field for field in ("name", "move", "range", "th", "tbh") if field not in fields]
    if missing and sys.stdin.isatty():
        return Maker(content, input, print_line).make(fields)
    if missing:
        given = ", ".join(f"--{field}" for field in missing)
        raise CycloptsError(msg=f"{given} missing; all of it is asked for only at a terminal")
    ident = fields.get("id") or id_of(fields["name"])
    letters = fields.get("code") or letter_code(fields["name"], content, ident)
    return {"ability": None, "count": COUNT, **fields, "id": ident, "code": letters}


@board.default
def show(file: Path, *, pack: Packs = None) -> int:
    """Show the boards of a file, and everything that is wrong with them, each with its line and column.

    Example: fireteam ttt board mypack/boards.yaml.

    Parameters
    ----------
    file
        A boards file of a pack, or a text of nothing but rows drawn with letters, north on top.
    pack
        A folder of content that the boards build upon; that of the file is known without it.
    """
    from .board_files import boards_in, is_pack

    content = packs_beside(pack, file.parent if is_pack(file.parent) else None)
    problems = Problems()
    maps = boards_in(file, content, problems)
    for id, map in maps.items():
        print(id)
        draw(map, content)
    if problems.count_errors():
        raise BadContent(problems)
    for problem in problems:
        print_line(str(problem))
    return 0


@board.command
def new(size: str, *, id: str | None = None, name: str | None = None, into: Into = None) -> int:
    """Draw a board of open ground: change its letters to what you want.

    Example: fireteam ttt board new 10x10 --id village --into mypack.

    Parameters
    ----------
    size
        Width and height, like 10x10.
    id
        What missions call it.
    name
        What people call it.
    into
        The pack to put it into; without it, it is printed.
    """
    from .board_files import empty_board, item_of

    sides = re.fullmatch(r"([0-9]{1,3})[xX×]([0-9]{1,3})", size)
    low, high = library.load(GAME).content.constants.board.size
    if not sides or not all(low <= int(side) <= high for side in sides.groups()):
        raise CycloptsError(msg=f"a board is WIDTHxHEIGHT, {low} to {high} each, like 10x10; not {size!r}")
    rows = empty_board(int(sides[1]), int(sides[2]))
    return write_item(item_of(*id_and_name(id or "new_board", name), rows), into)


@board.command(name="import")
def import_(
    file: Path, *, id: str | None = None, name: str | None = None, into: Into = None, pack: Packs = None
) -> int:
    """Read a map made with Tiled (.tmx, .tmj, .json): each tile says what it is by a property terrain, or its class.

    Terrain is woods, rocky, swamp, river, several as woods+rocky, wall, bridge, bunker_1, bunker_2, plain, or a letter
    of the legend. Visible layers are laid over one another; an empty square is open ground.

    Example: fireteam ttt board import village.tmx --into mypack.

    Parameters
    ----------
    file
        The map: orthogonal, and not infinite.
    id
        What missions call it; made from the name of the file if it is not given.
    name
        What people call it.
    into
        The pack to put it into; without it, it is printed.
    pack
        A folder of content with terrain of its own.
    """
    from ...content.problems import Place
    from ...content.read import parse_document
    from ...content.tiled import import_map
    from .board_files import boards_of, item_of

    content = packs_beside(pack, into)
    drawn = import_map(file, content.board_set.palette, content.constants.board.size)
    item = item_of(*id_and_name(id or id_for(Path(file.stem), GAME), name), drawn.rows, drawn.legend)
    found, problems = Problems(), Problems()
    document = parse_document(item.text.encode(), str(file), found)
    maps = boards_of(document, content, found) if document else {}
    for problem in found:
        problems.add(problem.code, Place(str(file), 1, 1, ""), problem.message, problem.hint)
    if problems.count_errors():
        raise BadContent(problems)
    for problem in problems:
        print_line(str(problem))
    for map in maps.values() if into else ():
        draw(map, content)
    return write_item(item, into)


def packs_beside(packs: list[Path] | None, own: Path | None) -> Content:
    """What a piece or board stands beside: packs, which must be sound, and what is sound of its own.

    Raises:
        BadContent: the packs have errors.
    """
    library.load(GAME, packs or ())
    content: Content = library.read_valid_content(GAME, (*(packs or ()), *([own] if own else ())))
    return content


def id_and_name(id: str, name: str | None) -> tuple[str, str]:
    """An id that files may hold, and a name as they hold it."""
    from ...content.field_checks import IDENTIFIER
    from .piece_maker import scalar

    if not IDENTIFIER.fullmatch(id):
        raise CycloptsError(msg=f"bad id {id!r}; use a-z, 0-9 and _, a letter first")
    if name is not None and not name.isprintable():
        raise CycloptsError(msg=f"{name!r} is no name: use letters, digits and spaces")
    return id, scalar(name or id.replace("_", " ").capitalize())


def write_item(item: NewEntry, into: Path | None) -> int:
    """Put an entry into a pack, or print it as a file for one."""
    if into is None:
        print(item.text)
        return 0
    path = write_entry(library.find_library(GAME), into, item)
    print_line(f"{item.id} stands in {path} now; check the pack: {program_name()} content check {into}")
    return 0


def draw(map: SquareMap, content: Content) -> None:
    """A board as a picture."""
    from .describe import board_lines

    print(*board_lines(map, content), sep="\n")


def print_line(line: str) -> None:
    """Talk: to stderr, so that stdout holds nothing but data."""
    print(line, file=sys.stderr, flush=True)
