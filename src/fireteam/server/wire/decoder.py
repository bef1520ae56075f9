"""`Decoder`: what a socket is told, as the messages that HTTP answers with. The page has the same in `changes.ts`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ...core.quick_choice import NOBODY
from ...match.record import CHOICE
from .event_texts import event_texts
from .item_rows import NUMBER
from .menu_groups import Column, Group, GroupedMenu, decision_of_menu, decision_with
from .messages import DecisionMessage, Dictionary, Item, Menu, Now, OptionMessage
from .patches import PARTS, is_said_once
from .quick_decoder import QuickDecoder
from .view_changes import group_keys
from .word_table import KNOWN, NEW, public_number

HIDDEN = "hidden"
MAY_UNDO, MUST_ASK = 1, 2
"""What `QuickChoice.undo` says."""


class Decoder:
    """Gives back items and views. `welcome` is that frame as JSON has it, `board` what lies at the address in it.

    `words` are those that have a number, in order.
    """

    def __init__(self, welcome: Mapping[str, Any], board: Mapping[str, Any]) -> None:
        terms = welcome["terms"]
        self.dictionary = msgspec.convert(terms["dictionary"], Dictionary)
        self.streams, self.slots = welcome["streams"], welcome["slots"]
        self.words: list[Any] = list(terms["words"])
        self.public: list[Any] = list(terms["public"])  # those that everybody knows
        self._made: int = terms["made"]
        self.seq = 0
        blank = Now(0, 0, welcome["you"], msgspec.UNSET, (), ())  # type: ignore[arg-type]
        self._now: dict[str, Any] = msgspec.to_builtins(blank, enc_hook=lambda _: None) | {"scene": board}
        self._menus: dict[str, tuple[dict[str, Any], list[Group], list[Group]]] = {}
        self.open: list[int] = []  # the slots that are to choose
        self._quick = QuickDecoder()
        self._options: dict[int, list[dict[str, Any]]] = {}  # of menus that were told in numbers

    def follow(self, frame: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Take a frame in; return its items as JSON has them. What `read` returns of the view is not made."""
        if frame["frame"] == "choice":
            return [self._quick_choice(frame)]
        self.public += frame.get("words", ())
        items = [self._item(row) for row in frame.get("items", ())]
        if (view := frame.get("view")) is None:
            return items
        view = dict(view)
        menus, self.open = view.pop("menus", {}), view.pop("open", self.open)
        happened = (item["what"]["event"] + 1 for item in items if item["what"]["item"] == "happened")
        event = max(happened, default=self._now["event"])
        if (owing := view.pop("owing", None)) is not None:
            self._now = self._now | {"owing": [self.slots[slot] for slot in owing]}
        self._now = self._patched(self._now, view)
        self._now["event"] = view.get("event", event)
        self._now["seq"] = self.seq = view.get("seq", self.seq)
        for slot, one in menus.items():
            self._change_menu(slot, dict(one))
        return items

    def read(self, frame: Mapping[str, Any]) -> tuple[list[Item], Now | None]:
        """Return the items of a frame, and the view if it has changed."""
        items = msgspec.convert(self.follow(frame), list[Item])
        return items, self.now() if frame["frame"] == "choice" or frame.get("view") is not None else None

    def now(self) -> Now:
        """Return the view as it was told last."""
        decisions = msgspec.to_builtins([self.decision(slot) for slot in self.open])
        return msgspec.convert(self._now | {"decisions": decisions}, Now)

    def decision(self, slot: int) -> DecisionMessage:
        """Return the last decision of a slot."""
        menu, groups, _ = self._menus[str(slot)]
        if (options := self._options.get(slot)) is not None:
            found = (msgspec.convert(option, OptionMessage) for option in options)
            return decision_with(slot, msgspec.convert(menu, Menu), tuple(found), self.dictionary.clauses)
        return decision_of_menu(slot, GroupedMenu(msgspec.convert(menu, Menu), tuple(groups)), self.dictionary.clauses)

    # Quick choices

    def _quick_choice(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        """Take a quick choice in; return its item."""
        event, since, slot, owing, undo, log, rows = frame["choice"]
        own = {row[0]: row for row in frame.get("own", ())}
        rows = list(({row[0]: row for row in rows} | own).values())
        menus, columns = {slot: menu for slot, (menu, *_) in self._menus.items()}, self._now["scene"]["columns"]
        self._quick.take(frame, rows, self._now, menus, self._patched)
        self.seq += 1
        self.open = []
        if menu := frame.get("menu"):
            asked, header, options = self._quick.menu(menu, columns)
            self._menus[str(asked)] = header, [], self._menus.get(str(asked), ({}, [], []))[2]
            self._options[asked], self.open = options, [asked]
        self._now = (
            self._now
            | self._quick.view(rows, self._now)
            | {
                "seq": self.seq,
                "event": event + 1,
                "owing": [] if owing == NOBODY else [self.slots[owing]],
                "may_undo": undo == MAY_UNDO,
                "must_ask_to_undo": undo == MUST_ASK,
                "undo": self._undo_after(event, slot) if undo else 0,
                "redo": 0,
                "question": event,
            }
        )
        what = {
            "item": "happened",
            "event": event,
            "kind": CHOICE,
            "slots": [self.slots[slot]],
            "told": self._quick.events(log, self.dictionary, columns),
            "panels": self._value(list(frame.get("panels", ()))),
        }
        return {"stream": self.streams[0], "seq": self.seq, "at": (self._made + since) / 1000, "what": what}

    def _undo_after(self, event: int, slot: int) -> int:
        """Return the number of the reader's last choice after one by a slot."""
        own = next((seat["slots"] for seat in self._now["seats"] if seat["name"] == self._now["you"]), ())
        return event if self.slots[slot] in own else self._now["undo"]

    # Views

    def _change_menu(self, slot: str, change: dict[str, Any]) -> None:
        """Change the menu of a slot, and remember its groups."""
        menu, groups, known = self._menus.get(slot, (msgspec.to_builtins(Menu()), [], []))
        rows, before = change.pop("groups", None), change.pop("known", [])
        menu = self._patched(menu, change)
        known = [*known, *map(self._group, before)]
        if rows is not None:
            numbers = {key: k for k, key in enumerate(group_keys(known))}
            groups = [known[one] if isinstance(one, int) else self._group(one) for one in rows]
            for key, group in zip(group_keys(groups), groups, strict=True):
                if key in numbers:
                    known[numbers[key]] = group
                else:
                    known.append(group)
        self._menus[slot] = menu, groups, known
        self._options.pop(int(slot), None)

    def _group(self, row: list[Any]) -> Group:
        form, words, *columns = (*row, "")[: max(2, len(row))]
        return Group(self._word(form, ""), self._value(words), *map(self._column, columns))

    def _column(self, cell: Any) -> Column:
        if not isinstance(cell, list) or len(cell) == 1:
            return self._form(cell)
        base, *others = cell
        return self._form(base), tuple((self._form(form), tuple(of)) for form, *of in others)

    def _form(self, cell: Any) -> str | None:
        return None if cell is None else self._word(cell, "")

    def _patched(self, old: Any, patch: Any) -> Any:
        """Return a value as a patch makes it."""
        if isinstance(patch, list):
            return self._value(patch[0])
        if not isinstance(patch, dict):
            return patch
        if is_said_once(patch):
            return self._value(patch)
        if isinstance(old, str):
            first, between, last = patch[PARTS]
            return old[:first] + between + old[len(old) - last :]
        if isinstance(old, dict):
            return old | {name: self._patched(old.get(name), one) for name, one in patch.items()}
        entries = self._parts(old, patch[PARTS]) if PARTS in patch else list(old)
        for name, one in patch.items():
            if name != PARTS:
                entries[int(name)] = self._patched(entries[int(name)], one)
        return entries

    def _parts(self, old: list[Any], parts: Iterable[Any]) -> list[Any]:
        entries: list[Any] = []
        for part in parts:
            if isinstance(part, list) and len(part) > 1:
                entries += old[part[0] : sum(part)]
            else:
                entries.append(self._value(part[0] if isinstance(part, list) else part))
        return entries

    def _value(self, value: Any) -> Any:
        """Return a value with everything in it that was said before."""
        if isinstance(value, list):
            return [self._value(one) for one in value]
        if not isinstance(value, dict):
            return value
        if KNOWN in value:
            return self._entry(value[KNOWN])
        if NEW in value:
            new = self._value(value[NEW])
            self.words.append(new)
            return new
        return {name: self._value(one) for name, one in value.items()}

    # Items

    def _item(self, row: list[Any]) -> dict[str, Any]:
        stream, seq, at, what, *more = row
        if stream == 0:
            self.seq = max(self.seq, seq)
        if more:
            kind, slots, event_rows, *rest = more
            default: list[Any] = [0, "", "", ()]
            of, by, reason, panels = rest + default[len(rest) :]
            what = {
                "item": "happened",
                "event": what,
                "kind": self.dictionary.kinds[kind],
                "slots": [self.slots[slot] for slot in slots],
                "told": event_texts(event_rows, self.dictionary, self._texts),
                "of": of,
                "by": by,
                "reason": reason,
                "panels": self._value(list(panels)),
            }
        return {"stream": self.streams[stream], "seq": seq, "at": at, "what": what}

    def _texts(self, kind: int, cells: Sequence[Any]) -> list[str]:
        """Return the words of an event's fields."""
        fields = self.dictionary.events[kind].fields
        return [self._word(cell, form) for (_, form), cell in zip(fields, cells, strict=True)]

    def _word(self, cell: Any, kind: str) -> str:
        """Return the word of a field."""
        if cell is None:
            return HIDDEN
        if isinstance(cell, list):
            self.words.append(cell[0])
            return str(cell[0])
        return str(cell if kind == NUMBER or isinstance(cell, str) else self._entry(cell))

    def _entry(self, number: int) -> Any:
        """Return the word or value of a number: one of everybody's if it is negative."""
        return self.words[number] if number >= 0 else self.public[public_number(number)]
