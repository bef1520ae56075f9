"""What changes in the view of a reader, and the whole view of one who has just come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import attrgetter, is_not, itemgetter, ne
from typing import Any, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from ...core.protocol.scene import Scene
from .menu_groups import Column, Group, GroupedMenu
from .messages import Menu, Now
from .patches import UNCHANGED, patch
from .word_table import Writer

DERIVED = ("seq", "event", "decisions", "owing")
"""What of a view is not told by patches."""
VIEW_FIELDS = tuple([name for name in Now.__struct_fields__ if name not in DERIVED])
VALUES_OF: Callable[[Now], tuple[Any, ...]] = attrgetter(*VIEW_FIELDS)
"""What is."""

BLANK_MENU = GroupedMenu(Menu(), ())
GROUPS = "groups"


GroupKey: TypeAlias = str | tuple[str, int]


class KnownMenu(NamedTuple):
    """The last menu of a slot, and the groups of options that were ever told of it, each with its number, in order.

    They go by their form, and where that stands before them in the menu by how many times it does.
    """

    grouped: GroupedMenu
    numbers: Mapping[GroupKey, int]
    groups: Mapping[GroupKey, Group]


class View(Struct, frozen=True):
    """A view as a reader has it, without its decisions.

    `menus` are those of all slots that ever owed the reader a choice, and `open` the slots that owe one now.
    """

    now: Now
    menus: Mapping[int, KnownMenu]
    open: tuple[int, ...] = ()


class GroupedView(Struct, frozen=True):
    """A view to be told: without its decisions, which stand in `menus` by slot. The same ones are the same object."""

    now: Now
    menus: Mapping[int, GroupedMenu]


def blank_view(you: str, board: Scene) -> View:
    """Return the view of a reader who knows nothing yet but the board."""
    return View(Now(0, 0, you, board, (), ()), {})


class SharedFields(Protocol):
    """Patches of fields that are the same for many readers."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """The patches of those that are others now."""

    def tells(self, name: str, before: Any, after: Any) -> bool:
        """Whether a field is, before and after, the one of which there is a patch, or no patch if it did not change."""


def view_change(
    old: View,
    new: GroupedView,
    writer: Writer,
    slots: Sequence[str],
    event: int | None = None,
    shared: SharedFields | None = None,
) -> tuple[dict[str, Any], View]:
    """Return what a reader has to change to see what is told, and the view as the reader then has it.

    Args:
        slots: the names of all slots, by number.
        event: the number of the next event, where the items told beside it say that.
        shared: patches that are written already.
    """
    found, now = dict[str, Any](), new.now
    was, values = VALUES_OF(old.now), VALUES_OF(now)
    for name, before, after in compress(zip(VIEW_FIELDS, was, values, strict=True), map(is_not, was, values)):
        if shared is not None and shared.tells(name, before, after):
            if name in shared.fields:
                found[name] = shared.fields[name]
        elif (one := patch(before, after, writer)) != UNCHANGED:
            found[name] = one
    if now.event != (old.now.event if event is None else event):
        found["event"] = now.event
    if now.owing != old.now.owing:
        found["owing"] = _numbers_of(now.owing, tuple(slots))
    menus, asked = old.menus, tuple(new.menus)
    changed = {}
    for slot, menu in new.menus.items():
        known = menus.get(slot)
        if known is None or known.grouped is not menu:
            one, now_known = _menu_change(known, menu, writer)
            menus = {**menus, slot: now_known}
            if one != UNCHANGED:
                changed[str(slot)] = one
    if asked != old.open:
        found["open"] = asked
    if changed:
        found["menus"] = changed
    return found, View(now, menus, asked)


@lru_cache(1_000)
def _numbers_of(names: tuple[str, ...], slots: tuple[str, ...]) -> list[int]:
    """Return the numbers of slots, by the names of all."""
    return [slots.index(name) for name in names]


def _menu_change(old: KnownMenu | None, new: GroupedMenu, writer: Writer) -> tuple[dict[str, Any], KnownMenu]:
    """Return what changes of a menu: its fields, and if they are others its groups.

    A group that is as it was told last is its number among all that were told of the slot.
    """
    before, numbers, known = old or NO_MENU
    found = dict(patch(before.menu, new.menu, writer))
    if before.groups == new.groups:
        return found, KnownMenu(new, numbers, known)
    keys = group_keys(new.groups)
    rows = found[GROUPS] = list(map(numbers.get, keys))
    last = list(map(known.get, keys))
    differs = list(map(ne, last, new.groups))
    if True not in differs:
        return found, KnownMenu(new, numbers, known)
    numbers, known = dict(numbers), dict(known)
    for k, key, group, latest in compress(zip(count(), keys, new.groups, last, strict=False), differs):
        is_again = len(group.words) >= writer.long and (
            (latest is not None and latest.words == group.words) or [*map(WORDS, new.groups)].count(group.words) > 1
        )
        rows[k] = group_row(group, writer, is_again)
        if latest is None:
            numbers[key] = len(numbers)
        known[key] = group
    return found, KnownMenu(new, numbers, known)


NO_MENU = KnownMenu(BLANK_MENU, {}, {})


def group_keys(groups: Sequence[Group]) -> tuple[GroupKey, ...]:
    """Return what the groups of one menu go by: its form, for the first of that form."""
    return _keys_of(tuple(map(FORM, groups)))


@lru_cache(5_000)
def _keys_of(each: tuple[str, ...]) -> tuple[GroupKey, ...]:
    forms: list[GroupKey] = list(each)
    firsts = dict(zip(reversed(forms), range(len(forms) - 1, -1, -1), strict=True))
    if len(firsts) < len(forms):
        before = dict.fromkeys(firsts, 0)
        for k in sorted({*range(len(forms))}.difference(firsts.values())):
            form = forms[k]
            before[form] += 1
            forms[k] = form, before[form]
    return tuple(forms)


FORM: Callable[[Group], str] = itemgetter(Group._fields.index("form"))
WORDS: Callable[[Group], str] = itemgetter(Group._fields.index("words"))


def group_row(group: Group, writer: Writer, is_again: bool = False) -> list[Any]:
    """Return a group as a list of its fields, without the empty ones at its end.

    Its words, where they come again (`is_again`), are said once.
    """
    form, words, label, unit, point, clause, target = group
    write: Callable[[str], Any] = writer.word  # words are said in the order in which they are read
    if type(label) is str and type(unit) is str and clause is None and len(words) < writer.long:
        if target is None and type(point) is not tuple:
            cells = writer.words((form, label, unit))
            cells.insert(1, words)
            return cells if point is None else [*cells, point]
        if point is None and type(target) is str and target:
            form_row, label_row, unit_row, target_row = writer.words((form, label, unit, target))
            return [form_row, words, label_row, unit_row, None, None, target_row]
    row: list[Any] = [
        write(form),
        words if len(words) < writer.long else _words(words, writer, is_again),
        write(label) if type(label) is str else label and _column_row(label, write),
        write(unit) if type(unit) is str else unit and _column_row(unit, write),
        _column_row(point, str) if type(point) is tuple else point,
        clause and _column_row(clause, write),
        target and _column_row(target, write),
    ]
    while row[-1] is None:
        row.pop()
    return row[:1] if len(row) == 2 and not words else row


def _words(words: str, writer: Writer, is_again: bool) -> Any:
    return writer.text(words) if is_again or writer.number_of(words) is not None else words


def _column_row(column: Column, write: Callable[[str], Any]) -> Any:
    """Return the texts of a group: the one of all, or `[text, [other, option, option ...] ...]`."""
    if isinstance(column, tuple):
        base, others = column
        return [_text_row(base, write), *[[_text_row(form, write), *of] for form, of in others]]
    return _text_row(column, write)


def _text_row(form: str | None, write: Callable[[str], Any]) -> Any:
    return form if form is None else write(form)


def whole_view(view: View, board: Scene, writer: Writer, slots: Sequence[str]) -> dict[str, Any]:
    """Return what a reader who knows nothing yet but the board has to change to have a view.

    The menus of slots that owe nothing now are told as well, with all their groups: later changes begin with them.
    """
    found, _ = view_change(blank_view(view.now.you, board), GroupedView(view.now, {}), writer, slots)
    menus = {}
    for slot, (grouped, numbers, known) in view.menus.items():
        one = dict(patch(BLANK_MENU.menu, grouped.menu, writer))
        menus[str(slot)] = one | {
            "known": [group_row(group, writer) for group in known.values()],
            GROUPS: [numbers[key] for key in group_keys(grouped.groups)],
        }
    return found | ({"menus": menus} if menus else {}) | ({"open": view.open} if view.open else {})
