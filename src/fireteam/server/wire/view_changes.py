"""What changes in the view of a reader, and the whole view of one who has just come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...core.protocol.scene import Scene
from .menu_groups import Column, Group, GroupedMenu, menu_of
from .messages import Menu, Now
from .patches import UNCHANGED, patch
from .word_table import Writer

DERIVED = ("seq", "event", "decisions")


BLANK_MENU = GroupedMenu(Menu(), ())
GROUPS = "groups"


class KnownMenu(NamedTuple):
    """The last menu of a slot, and the groups of options that were ever told of it, in order.

    They go by their form, and by how many of that form stand before them in a menu.
    """

    grouped: GroupedMenu
    groups: Mapping[tuple[str, int], Group]


class View(NamedTuple):
    """A view as a reader has it. `menus` are those of all slots that ever owed the reader a choice."""

    now: Now
    menus: Mapping[int, KnownMenu]


def blank_view(you: str, board: Scene) -> View:
    """Return the view of a reader who knows nothing yet but the board."""
    return View(Now(0, 0, you, board, (), ()), {})


def view_change(
    old: View, now: Now, clauses: Mapping[str, str], writer: Writer, event: int | None = None
) -> tuple[dict[str, Any], View]:
    """Return what a reader has to change to see `now`, and the view as the reader then has it.

    Args:
        clauses: the clauses of the game's verbs.
        event: the number of the next event, where the items told beside it say that.
    """
    found = {}
    for name in now.__struct_fields__:
        before, after = getattr(old.now, name), getattr(now, name)
        if name not in DERIVED and before is not after and (one := patch(before, after, writer)) != UNCHANGED:
            found[name] = one
    if now.event != (old.now.event if event is None else event):
        found["event"] = now.event
    menus = dict(old.menus)
    changed = {}
    if now.decisions is not old.now.decisions:
        for decision in now.decisions:
            one, menus[decision.slot] = _menu_change(menus.get(decision.slot), menu_of(decision, clauses), writer)
            if one != UNCHANGED:
                changed[str(decision.slot)] = one
        before, after = ([one.slot for one in some] for some in (old.now.decisions, now.decisions))
        if before != after:
            found["open"] = after
    if changed:
        found["menus"] = changed
    return found, View(now, menus)


def _menu_change(old: KnownMenu | None, new: GroupedMenu, writer: Writer) -> tuple[dict[str, Any], KnownMenu]:
    """Return what changes of a menu: its fields, and if they are others its groups.

    A group that is as it was told last is its number among all that were told of the slot.
    """
    before, known = old or KnownMenu(BLANK_MENU, {})
    found = dict(patch(before.menu, new.menu, writer))
    groups = dict(known)
    if before.groups != new.groups:
        numbers = {key: k for k, key in enumerate(known)}
        told = found[GROUPS] = []
        for key, group in with_keys(new.groups):
            if known.get(key) == group:
                told.append(numbers[key])
            else:
                told.append(group_row(group, writer))
                groups[key] = group
    return found, KnownMenu(new, groups)


def with_keys(groups: Iterable[Group]) -> Iterator[tuple[tuple[str, int], Group]]:
    """Return groups of one menu with what they go by."""
    before: Counter[str] = Counter()
    for group in groups:
        yield (group.form, before[group.form]), group
        before[group.form] += 1


def group_row(group: Group, writer: Writer) -> list[Any]:
    """Return a group as a list of its fields, without the empty ones at its end."""
    row: list[Any] = [writer.word(group.form), group.words]  # words are said in the order in which they are read
    row += [_column_row(column, writer.word) for column in group[2:-1]]
    row.append(_column_row(group.point, str))
    while row[-1] is None or row[-1] == "":
        row.pop()
    return row


def _column_row(column: Column, write: Callable[[str], Any]) -> Any:
    """Return the texts of a group: none, `[text]`, or `[text, [other, option, option ...] ...]`."""
    if column is None:
        return None
    base, others = column if isinstance(column, tuple) else (column, ())
    return [_written(base, write), *([_written(form, write), *of] for form, of in others)]


def _written(form: str | None, write: Callable[[str], Any]) -> Any:
    return None if form is None else write(form)


def whole_view(view: View, board: Scene, writer: Writer) -> dict[str, Any]:
    """Return what a reader who knows nothing yet but the board has to change to have a view.

    The menus of slots that owe nothing now are told as well, with all their groups: later changes begin with them.
    """
    blank = blank_view(view.now.you, board)
    found, _ = view_change(blank, replace(view.now, decisions=()), {}, writer)
    menus = {}
    for slot, (grouped, known) in view.menus.items():
        numbers = {key: k for k, key in enumerate(known)}
        one = dict(patch(BLANK_MENU.menu, grouped.menu, writer))
        menus[str(slot)] = one | {
            "known": [group_row(group, writer) for group in known.values()],
            GROUPS: [numbers[key] for key, _ in with_keys(grouped.groups)],
        }
    slots = [one.slot for one in view.now.decisions]
    return found | ({"menus": menus} if menus else {}) | ({"open": slots} if slots else {})
