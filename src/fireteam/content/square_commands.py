"""Commands that every game with boards of squares has: look at board files, draw new ones, import maps from Tiled."""

from __future__ import annotations

import re
from pathlib import Path

from cyclopts import App, CycloptsError

from . import library
from .new_entries import Into, Packs, content_beside, id_and_name, print_line, write_item
from .packs import is_pack
from .problems import BadContent, Place, Problems
from .read import parse_document
from .square_files import BoardKind, board_lines, empty_board
from .square_map import SquareMap
from .starter_pack import id_for


def board_commands(boards: BoardKind, terrain_words: str) -> App:
    """The commands `board`, `board new` and `board import` of a game; Tiled maps say `terrain_words`."""
    app = App("board", help="Look at board files, draw new ones, import maps made with Tiled.")

    def show(file: Path, *, pack: Packs = None) -> int:
        """Show the boards of a file, and everything that is wrong with them, each with its line and column.

        Example: fireteam GAME board mypack/boards.yaml.

        Parameters
        ----------
        file
            A boards file of a pack, or a text of nothing but rows drawn with letters, north on top.
        pack
            A folder of content that the boards build upon; that of the file is known without it.
        """
        content = content_beside(boards.game, pack, file.parent if is_pack(file.parent) else None)
        problems = Problems()
        for id, map in boards.read_file(file, content, problems).items():
            print(id)
            draw(map, content)
        report(problems)
        return 0

    def new(size: str, *, id: str | None = None, name: str | None = None, into: Into = None) -> int:
        """Draw a board of open ground: change its letters to what you want.

        Example: fireteam GAME board new 10x10 --id village --into mypack.

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
        sides = re.fullmatch(r"([0-9]{1,3})[xX×]([0-9]{1,3})", size)
        low, high = boards.size(library.load(boards.game).content)
        if not sides or not all(low <= int(side) <= high for side in sides.groups()):
            raise CycloptsError(msg=f"a board is WIDTHxHEIGHT, {low} to {high} each, like 10x10; not {size!r}")
        item = boards.item(*id_and_name(id or "new_board", name), empty_board(int(sides[1]), int(sides[2])))
        return write_item(boards.game, item, into)

    def import_(
        file: Path, *, id: str | None = None, name: str | None = None, into: Into = None, pack: Packs = None
    ) -> int:
        """Read a map made with Tiled (.tmx, .tmj, .json): each tile says what it is by a property terrain or class.

        Terrain is TERRAINS, or a letter of the legend. Visible layers are laid over one another; an empty square is
        open ground.

        Example: fireteam GAME board import village.tmx --into mypack.

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
        from .tiled import import_map  # its library is slow to import

        content = content_beside(boards.game, pack, into)
        drawn = import_map(file, boards.set_of(content).palette, boards.size(content))
        names = id_and_name(id or id_for(Path(file.stem), boards.game), name)
        item = boards.item(*names, drawn.rows, drawn.legend)
        found, problems = Problems(), Problems()
        document = parse_document(item.text.encode(), str(file), found)
        maps = boards.read(document, content, found) if document else {}
        for problem in found:
            problems.add(problem.code, Place(str(file), 1, 1, ""), problem.message, problem.hint)
        report(problems)
        for map in maps.values() if into else ():
            draw(map, content)
        return write_item(boards.game, item, into)

    def draw(map: SquareMap, content: object) -> None:
        """A board as a picture."""
        print(*board_lines(map, boards.set_of(content).palette.legend.wall), sep="\n")

    for command in (show, new, import_):
        command.__doc__ = (command.__doc__ or "").replace("GAME", boards.game).replace("TERRAINS", terrain_words)
    app.default(show)
    app.command(new)
    app.command(import_, name="import")
    return app


def report(problems: Problems) -> None:
    """Tell the warnings.

    Raises:
        BadContent: there are errors.
    """
    if problems.count_errors():
        raise BadContent(problems)
    for problem in problems:
        print_line(str(problem))
