"""`fireteam ttt`: the piece maker and the board editor, as text."""

from __future__ import annotations

import sys
from typing import Annotated, Any

from cyclopts import App, CycloptsError, Parameter

from ...content.new_entries import Into, Packs, content_beside, print_line, write_item
from ...content.square_commands import board_commands
from ...content.square_files import BoardKind
from .check.boards import check_game_board
from .content import GAME, Content
from .entries import BOARDS

app = App(GAME, help="Make pieces and boards for Table Top Troopers.")
app.command(
    board_commands(
        BoardKind(
            GAME,
            BOARDS,
            set_of=lambda content: content.board_set,
            check=check_game_board,
            size=lambda content: content.constants.board.size,
        ),
        "woods, rocky, swamp, river, several as woods+rocky, wall, bridge, bunker_1, bunker_2, plain",
    )
)


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

    content = content_beside(GAME, pack, into)
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
    piece_verdicts = verdicts(fields, content)
    for line in (bill(fields, content), *map(str, piece_verdicts)):
        print_line(line)
    if any(verdict.forbids for verdict in piece_verdicts):
        return 1
    return write_item(GAME, item_of(fields), into)


def build_piece(fields: dict[str, Any], content: Content) -> dict[str, Any]:
    """The whole piece: at a terminal what is missing is asked for, elsewhere it must be given."""
    from .piece_maker import COUNT, id_of, letter_code, make_piece

    missing = [field for field in ("name", "move", "range", "th", "tbh") if field not in fields]
    if missing and sys.stdin.isatty():
        return make_piece(content, input, print_line, fields)
    if missing:
        given = ", ".join(f"--{field}" for field in missing)
        raise CycloptsError(msg=f"{given} missing; all of it is asked for only at a terminal")
    ident = fields.get("id") or id_of(fields["name"])
    letters = fields.get("code") or letter_code(fields["name"], content, ident)
    return {"ability": None, "count": COUNT, **fields, "id": ident, "code": letters}
