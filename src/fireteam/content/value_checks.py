"""Values checked by the declaration of their entry alone: each wrong one is told at its place, with what it must be."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from msgspec import Meta, UnsetType

from ..core.time_limit import check_time
from .entry import Entry, fields_of
from .field_checks import build_entry
from .field_kinds import Limit, Reference, Sentence, Unique
from .problems import Problems, did_you_mean
from .read import Node, PathStep, path_text
from .type_text import (
    hints_of,
    is_union,
    notes_of,
    requirement,
    strip_annotations,
    suggestion,
    value_fault,
    without_null,
)

T = TypeVar("T")
Limits = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Numbers that stand in content, as keywords of JSON Schema, by the class of an entry and its field."""


class Fault(NamedTuple):
    """What is wrong with an entry whose fields are sound one by one: where in it, why, and what to do.

    Without a code it is reported like everything else about the entry; `at_key` places it at the key of the field.
    """

    path: tuple[PathStep, ...]
    reason: str
    hint: str = ""
    code: str = ""
    at_key: bool = False


NO_TERMS: Mapping[Any, Any] = {}


class Terms(NamedTuple):
    """What values are checked by besides their types.

    `names` are the names that there are, by the kind that a `Reference` says; one of another kind may be any text.
    `faults` find what does not go together in an entry of a class, once its fields are sound.
    """

    names: Mapping[str, Collection[str]] = NO_TERMS
    limits: Limits = NO_TERMS
    faults: Mapping[type[Entry], Callable[[Any], Iterable[Fault]]] = NO_TERMS


class _Style(NamedTuple):
    """How problems are reported where the check is now: codes of values and of fields, templates, the entry's name."""

    code: str
    field_code: str
    message: str = "{subject}{fault}"
    hint: str = ""
    subject: str = ""

    def with_notes(self, type: Any) -> _Style:
        """This, as the sentences beside a type change it."""
        style = self
        for note in notes_of(type):
            style = style.with_sentence(note) if isinstance(note, Sentence) else style
        return style

    def with_sentence(self, sentence: Sentence) -> _Style:
        return self._replace(
            code=sentence.code or self.code,
            field_code=sentence.code or self.field_code,
            message=sentence.message or self.message,
            hint=sentence.hint or ("" if sentence.message else self.hint),
        )


class Checker:
    """Checks values by their types. Entries that must not share a value are those that one checker has met.

    `code` is that of the problems of values, `field_code` of missing and unknown fields, unless a class says otherwise.
    """

    def __init__(self, problems: Problems, code: str, field_code: str = "", terms: Terms | None = None) -> None:
        self.problems, self.terms = problems, terms or Terms()
        self._style = _Style(code, field_code or code)
        self._met: set[tuple[str, str, Any]] = set()
        self._skipped: set[tuple[PathStep, ...]] = set()

    def check(self, node: Node, type: Any, skip: Iterable[str] = ()) -> bool:
        """A value and everything in it is what a type says; an entry has every field it needs, and no other.

        What stands in the fields to `skip` is not looked at, nor what goes together with it.
        """
        errors_before = self.problems.count_errors()
        self._skipped = {(*node.path, field) for field in skip}
        self._check(node, type, self._style)
        return self.problems.count_errors() == errors_before

    def read(self, node: Node, type: type[T]) -> T | None:
        """A value as what it stands for, if it is what a type says."""
        return build_entry(node.value, type, node, self.problems) if self.check(node, type) else None

    def reader(self, type: type[T]) -> Callable[[Node], T | None]:
        """The function that reads values of a type."""
        return lambda node: self.read(node, type)

    def meet(self, type: type[Entry], field: str, values: Iterable[Any]) -> None:
        """Take values of a field as met."""
        self._met |= {(type.__name__, field, value) for value in values}

    def _check(self, node: Node, type: Any, style: _Style) -> None:
        errors_before, value = self.problems.count_errors(), node.value
        member, sentences, inner, parts = _reading(type, _kind_of(value))
        for sentence in sentences:
            style = style.with_sentence(sentence)
        if inner is not None:
            self._check_entry(node, inner, style)
        elif parts and isinstance(value, dict):
            for each in node:
                self._check_name(each, each.key, parts[0], style, at_key=True)
                self._check(each, parts[1], style)
        elif parts and parts[-1] is Ellipsis:
            for each in node:
                self._check(each, parts[0], style)
        elif parts and len(value) == len(parts) and all(map(is_entry, parts)):
            for each, part in zip(node, parts, strict=True):
                self._check(each, part, style)
        if self.problems.count_errors() > errors_before or any(path[:-1] == node.path for path in self._skipped):
            return
        if self._check_name(node, value, member, style):
            value_type = type if is_described(type) else member
            if wrong := value_fault(value, value_type):
                self._report(node, style, field_title(node), f"must be {wrong}", suggestion(value, member))

    def _check_name(self, node: Node, name: Any, type: Any, style: _Style, at_key: bool = False) -> bool:
        """Whether a name is one that there is; a wrong one is reported."""
        for note in notes_of(type):
            known = self.terms.names.get(note.kind) if isinstance(note, Reference) else None
            if known is not None and not (isinstance(name, str) and (name in known or name in note.others)):
                hint = did_you_mean(name, known)
                self._report(node, style.with_notes(type), "", f"no {note.kind} named {name}", hint, at_key=at_key)
                return False
        return True

    def _check_entry(self, node: Node, type: type[Entry], style: _Style) -> None:
        """The fields of an entry, of the form that it is written in; then, if they are sound, what goes together."""
        check_time()
        errors_before = self.problems.count_errors()
        style = style.with_sentence(type.sentence)
        title = type.__name__.lower() if not any(isinstance(step, str) for step in node.path) else field_title(node)
        if not isinstance(node.value, dict):
            self._report(node, style, title, "must be a mapping of fields to values")
            return
        style = style._replace(subject=subject_of(node, type) or style.subject)
        hints, form = hints_of(type), ""
        if type.chosen_by:
            if type.chosen_by not in node:
                self._report_field(node, type.chosen_by, style, "is missing")
                return
            self._check(node[type.chosen_by], hints[type.chosen_by], style)
            if self.problems.count_errors() > errors_before:
                return
            form = node[type.chosen_by].value
        elif type.forms:
            forms = [each for each in type.forms if each in node]
            if len(forms) != 1:
                self._report(node, style, title, f"needs one of {', '.join(type.forms)}")
                return
            form = forms[0]
        self._check_field_names(node, type, form, style)
        for each in node:
            if each.key in hints and each.key != type.chosen_by and each.path not in self._skipped:
                begins_form = each.key in type.forms and not type.chosen_by
                hint = without_null(hints[each.key]) if begins_form else hints[each.key]
                self._check(each, hint, style)
                self._check_number(each, type, hint, style)
        if (
            self.problems.count_errors() == errors_before
            and not self._skipped
            and (find := self.terms.faults.get(type))
        ):
            entry = build_entry(node.value, type, node, self.problems)
            for fault in find(entry) if entry is not None else ():
                self._report_fault(node, fault, style)

    def _check_field_names(self, node: Node, type: type[Entry], form: str, style: _Style) -> None:
        """Every needed field is there, and no field that the form of the entry has not."""
        required, optional = fields_of(type, form)
        for field in (field for field in required if field not in node):
            needed = form and field in type.forms[form].required
            hint = f"{form} needs it: {requirement(without_null(hints_of(type)[field]))}" if needed else ""
            self._report_field(node, field, style, "is missing", hint)
        for each in node:
            if each.key in hints_of(type) and each.key not in (*required, *optional):
                reason = f"is not for {form}"
            elif each.key not in hints_of(type):
                is_named = "{fault}" not in style.message and "{reason}" in style.message
                reason = f"no such {type.field_word}" if is_named else "is not known"
            else:
                continue
            self._report_field(each, each.key, style, reason, did_you_mean(each.key, (*required, *optional)))

    def _check_number(self, node: Node, type: type[Entry], hint: Any, style: _Style) -> None:
        """A value is within the limits that content gives, and no other entry has it, if it is to be so."""
        notes = [note for note in notes_of(hint) if isinstance(note, Unique | Limit)]
        if not notes or value_fault(node.value, hint):
            return
        style = style.with_notes(hint)
        for note in notes:
            if isinstance(note, Unique):
                met = (type.__name__, node.key, node.value)
                if met in self._met:
                    self._report(node, style, field_title(node), f"{node.value} is used twice")
                self._met.add(met)
            if isinstance(note, Limit) and (span := self.terms.limits.get(type.__name__, {}).get(node.key)):
                low, high = span["minimum"], span["maximum"]
                if not low <= node.value <= high:
                    reason = f"{node.value} is outside {low}-{high}"
                    self._report(node, style, field_title(node), reason, code=note.code)

    def _report_field(self, node: Node, field: str, style: _Style, reason: str, hint: str = "") -> None:
        """Note that a field is missing in an entry, or that it should be."""
        at_key = node.key == field
        self._report(node, style, f"field {field}", reason, hint, style.field_code, at_key, "" if at_key else field)

    def _report_fault(self, node: Node, fault: Fault, style: _Style) -> None:
        """Note what does not go together in an entry."""
        at = innermost(node, fault.path)
        missing = next(map(str, fault.path[len(at.path) - len(node.path) :]), "")
        self._report(at, style, "", fault.reason, fault.hint, fault.code, fault.at_key, missing)

    def _report(
        self,
        node: Node,
        style: _Style,
        title: str,
        reason: str,
        hint: str = "",
        code: str = "",
        at_key: bool = False,
        missing: str = "",
    ) -> None:
        fault = f"{title} {reason}".strip()
        words = {"subject": style.subject, "fault": fault, "reason": reason, "field": node.key}
        words |= {"path": path_text(node.path), "value": node.value}
        if "{fault}" not in style.message and "{reason}" not in style.message:
            hint = "; ".join(filter(None, (fault, hint)))
        hint = style.hint.format(**words) or hint
        place = node.key_place if at_key else node.place
        self.problems.add(code or style.code, place, style.message.format(**words), hint, missing)


def report_faults(node: Node, faults: Iterable[Fault], problems: Problems) -> None:
    """Note what does not go together in an entry that is sound in its parts; each fault says its code."""
    for fault in faults:
        at = innermost(node, fault.path)
        problems.add(fault.code, at.key_place if fault.at_key else at.place, fault.reason, fault.hint)


def innermost(node: Node, path: Iterable[PathStep]) -> Node:
    """The value at the end of a path, or the innermost one on the way that is written down."""
    for step in path:
        is_there = step in node if isinstance(step, str) else isinstance(node.value, list) and step < len(node.value)
        if not is_there:
            break
        node = node[step]
    return node


def subject_of(node: Node, type: type[Entry]) -> str:
    """What an entry is called at the beginning of messages."""
    n = next((step + 1 for step in reversed(node.path) if isinstance(step, int)), 1)
    id = node.value.get("id")
    return type.subject.format(n=n, id=id if isinstance(id, str) and id else f"{type.__name__.lower()} {n}")


class _Reading(NamedTuple):
    """How a value of some kind is checked by a type: as which member of it, with which sentences beside the type and
    the member; the class of its entry, if it is one; what a list or mapping holds, as the type says it."""

    member: Any
    sentences: tuple[Sentence, ...]
    entry: type[Entry] | None
    parts: tuple[Any, ...]


_SAMPLES: dict[Any, Any] = {list: [], dict: {}, None: None, object: ""}
"""A value of each kind that types tell apart."""


def _kind_of(value: Any) -> Any:
    return None if value is None else list if isinstance(value, list) else dict if isinstance(value, dict) else object


@cache
def _reading(type: Any, kind: Any) -> _Reading:
    """How values of a kind are checked by a type; a file has thousands of values of a few types."""
    member = _member(type, _SAMPLES[kind])
    sentences = tuple(note for each in (type, member) for note in notes_of(each) if isinstance(note, Sentence))
    inner = strip_annotations(member)
    if is_entry(inner):
        return _Reading(member, sentences, inner, ())
    holds = {list: tuple, dict: dict}.get(kind)
    return _Reading(member, sentences, None, get_args(inner) if holds and get_origin(inner) is holds else ())


def _member(type: Any, value: Any) -> Any:
    """Of the types that a value may have, that of lists or of mappings if it is one, or else the only other one.

    A value that is no list may be said to be one only where lists hold something else, or a description says it all.
    """
    inner = get_args(type)[0] if notes_of(type) else type
    if not is_union(inner) or value is None:
        return type
    members = [each for each in get_args(inner) if each not in (NoneType, UnsetType)]
    containers = [each for each in members if get_origin(strip_annotations(each)) in (tuple, dict)]
    if isinstance(value, list | dict):
        wanted = tuple if isinstance(value, list) else dict
        found = [each for each in containers if get_origin(strip_annotations(each)) is wanted]
        found += [each for each in members if isinstance(value, dict) and is_entry(strip_annotations(each))]
        return found[0] if found else type
    others = [each for each in members if each not in containers]
    is_list_of_it = len(others) == 1 and all(get_args(each) == (others[0], ...) for each in containers)
    return others[0] if is_list_of_it and not is_described(type) else type


def is_entry(type: Any) -> bool:
    """Whether a type is that of an entry."""
    return inspect.isclass(type) and issubclass(type, Entry)


def is_described(type: Any) -> bool:
    """Whether it is noted beside a type what its values are."""
    return any(isinstance(note, Meta) and note.description for note in notes_of(type))


def field_title(node: Node) -> str:
    """What a value is called: its field, and its place in the lists of that."""
    names = [n for n, step in enumerate(node.path) if isinstance(step, str) and step.isidentifier()]
    return path_text(node.path[names[-1] :]) if names else "this"
