"""What a game costs in code, in lines for each clause of its rulebook: told at the end of a run, it forbids nothing."""

from __future__ import annotations

import ast
import textwrap

from fireteam.registry import game_folder, games
from fireteam.tools.clauses import clauses_of_game


def code_lines(source: str) -> int:
    """The lines with code: no blank lines, comments, imports or docstrings."""
    tree = ast.parse(source)
    counted: set[int] = set()
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)) or _is_text(node):
            left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for number, line in enumerate(source.splitlines(), 1):
        if line.strip() and not line.strip().startswith("#"):
            counted.add(number)
    return len(counted - left_out)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def cost_of(game: str) -> tuple[int, int]:
    """The lines of code of a game, its bots and tools too, and the clauses of its rulebook."""
    paths = game_folder(game).glob("**/*.py")
    return sum(code_lines(path.read_text(encoding="utf-8")) for path in paths), len(clauses_of_game(game))


def cost_in_words() -> str:
    """What each game costs a clause, and all of them."""
    costs = {game: cost_of(game) for game in games()}
    lines, clauses = (sum(cost[k] for cost in costs.values()) for k in (0, 1))
    each = ", ".join(f"{game} {code / count:.1f}" for game, (code, count) in costs.items())
    return f"code lines a clause: {each}; all games {lines / clauses:.1f}"


def test_blanks_comments_imports_and_docstrings_are_not_counted() -> None:
    source = '''
    """A module
    of two lines."""

    from a import (
        b,
    )


    # a comment
    def f(text):  # counted
        """Two
        lines."""
        import c

        return {
            "one": "# no comment",
        }
    """An attribute's text."""
    '''
    assert code_lines(textwrap.dedent(source)) == 4


def test_every_game_has_a_cost() -> None:
    assert all(lines > 0 and clauses > 0 for lines, clauses in map(cost_of, games()))
    assert cost_in_words().startswith("code lines a clause: ")
