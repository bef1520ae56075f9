"""The kinds of changes that want a look around: the order of two things, a part of a key, and the wrong neighbour.

A neighbour is another thing of the same type: an attribute of the same object that the function uses as well, an
argument with the same annotation, another name of the same row of constants.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from tests.heavy.kinds import CONTEXT, FunctionNode, Piece, one

SYMMETRIC = ("apart", "join", "meet", "min", "max")  # a distance, a union, a meeting: arguments may change places
PLAIN = (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete)
GATHERS = ("append", "extend", "add", "update", "discard", "setdefault")  # what each receiver does for itself
SORTS = ("sorted", "sort", "min", "max")
KEYED = ("get", "setdefault", "pop", "add", "remove", "discard", "cached", "of", "of_state", "hash", "move_to_end")
KEY_NAME = re.compile(r"(^|_)(keys?|digest|signature|fingerprint|hash)(_|$)")
DICTS = re.compile(r"(\w+\.)*(dict|Mapping|MutableMapping|defaultdict|OrderedDict|set|Counter)\b")
CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")
Row = tuple[str, ...]


class Vocabulary:
    """What names mean in all of a source: the types of fields, and which constants stand in a row."""

    def __init__(self, modules: Iterable[ast.Module]) -> None:
        self.types: dict[str, set[str]] = defaultdict(set)
        self._rows: dict[str, list[Row]] = defaultdict(list)
        for module in modules:
            classes = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
            for line in (line for node in classes for line in node.body if isinstance(line, ast.AnnAssign)):
                self.types[ast.unparse(line.target)].add(_type_text(line.annotation))
            for row in _rows(module):
                for name in row:
                    self._rows[name].append(row)

    def neighbours(self, name: str) -> list[str]:
        """The constants of the rows of a constant, from the one behind it on."""
        found = [(*row[row.index(name) + 1 :], *row[: row.index(name)]) for row in self._rows.get(name, ())]
        return list(dict.fromkeys(other for row in found for other in row))


class Surroundings(NamedTuple):
    """What is known around a function: all of the source, and what its file imports, names and has mappings for."""

    vocabulary: Vocabulary
    imported: frozenset[str]
    names: frozenset[str]
    dicts: frozenset[str]


def surroundings(file: ast.Module, vocabulary: Vocabulary) -> Surroundings:
    """What is known around the functions of a file."""
    nodes = list(ast.walk(file))
    imports = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    imported = {(name.asname or name.name).partition(".")[0] for node in imports for name in node.names}
    own = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return Surroundings(vocabulary, frozenset(imported), frozenset(imported | own), frozenset(_dicts(nodes)))


def _rows(module: ast.Module) -> Iterator[Row]:
    """The constants that belong together: members of an enumeration, names that are counted out in one statement, and
    tables of a file that are alike."""
    alike: dict[str, list[str]] = defaultdict(list)
    for node in module.body:
        if isinstance(node, ast.ClassDef) and any(re.search("Enum|Flag", ast.unparse(base)) for base in node.bases):
            yield tuple(ast.unparse(line.targets[0]) for line in node.body if isinstance(line, ast.Assign))
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            yield tuple(ast.unparse(name) for name in node.targets[0].elts)
        elif isinstance(node, ast.Assign) and CAPITALS.fullmatch(ast.unparse(node.targets[0])):
            if isinstance(node.value, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
                alike[type(node.value).__name__].append(ast.unparse(node.targets[0]))
    yield from map(tuple, alike.values())


def _dicts(nodes: list[ast.AST]) -> Iterator[str]:
    """The names of mappings and sets: what stands in their brackets is a key."""
    for node in nodes:
        if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation is not None:
            if DICTS.match(ast.unparse(node.annotation)):
                yield node.arg if isinstance(node, ast.arg) else ast.unparse(node.target).rpartition(".")[2]
        elif isinstance(node, ast.Assign):
            value = ast.unparse(node.value)
            if isinstance(node.value, (ast.Dict, ast.DictComp, ast.Set, ast.SetComp)) or DICTS.match(value):
                yield from (ast.unparse(target).rpartition(".")[2] for target in node.targets)


def _type_text(annotation: ast.expr | None) -> str:
    """A type as it is written, without what is annotated to it."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        whole = annotation.slice
        return ast.unparse(whole.elts[0] if isinstance(whole, ast.Tuple) else whole)
    return ast.unparse(annotation) if annotation else ""


def pieces(function: FunctionNode, nodes: list[ast.AST], around: Surroundings) -> Iterator[Piece]:
    """Every change of a function and its nodes that wants a look around."""
    yield from _exchanged_statements([function, *nodes])
    keys = _all_keys(function, nodes, around)
    idle = {id(node) for node in chain(keys, *map(_where_order_is_nothing, nodes))}
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from _exchanged_arguments(node)
            yield from _other_sorts(node)
        elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and id(node) not in idle:
            for k, (this, that) in enumerate(pairwise(node.elts)):
                if ast.dump(this) != ast.dump(that) and not isinstance(this, ast.Starred):
                    yield one("order", node, _tuple([*node.elts[:k], that, this, *node.elts[k + 2 :]], node))
    yield from _shorter_keys(nodes, keys)
    yield from _forgetful(function)
    yield from _neighbours(function, nodes, around)


def _tuple(items: Sequence[ast.expr], like: ast.Tuple) -> str:
    """A tuple as it is written in place of another: in brackets where that has some, and no longer than it was."""
    text = ", ".join(map(ast.unparse, items)) + "," * (len(items) == 1)
    bare = like.col_offset == like.elts[0].col_offset and like.lineno == like.elts[0].lineno
    return text if bare and items and not isinstance(like.elts[0], ast.Tuple) else f"({text})"


# Orders


def _exchanged_statements(nodes: list[ast.AST]) -> Iterator[Piece]:
    """Two neighbours that both do something, in the other order."""
    for node in nodes:
        for _, body in ast.iter_fields(node):
            for this, that in pairwise(body) if isinstance(body, list) else ():
                if isinstance(this, PLAIN) and isinstance(that, PLAIN) and _order_counts(this, that):
                    text = f"{ast.unparse(that)}; {ast.unparse(this)}"
                    if "\n" not in text:
                        yield Piece("order", this, that, text)


def _order_counts(this: ast.stmt, that: ast.stmt) -> bool:
    """Whether it may matter which of two statements is first; names must be there before they are read."""
    first, other = _Effects(this), _Effects(that)
    if first.names & (other.reads | other.stores) or other.names & (first.reads | first.stores):
        return False
    if first.stores & (other.reads | other.stores) or other.stores & first.reads:
        return True
    if not ((first.calls or first.stores) and (other.calls or other.stores)):
        return False
    if first.gathers and other.gathers:
        return first.gathers[0] == other.gathers[0] and first.gathers[1] not in ("add", "discard", "update")
    return bool(first.acts and other.acts)


class _Effects:
    """What a statement reads, what it alters and which names it gives a meaning."""

    def __init__(self, node: ast.stmt) -> None:
        chains = [part for part in ast.walk(node) if isinstance(part, (ast.Name, ast.Attribute, ast.Subscript))]
        stored = [part for part in chains if not isinstance(part.ctx, ast.Load)]
        self.names = {part.id for part in stored if isinstance(part, ast.Name)}
        self.stores = {ast.unparse(part) for part in stored if not isinstance(part, ast.Name)}
        self.reads = {ast.unparse(part) for part in chains if isinstance(part.ctx, ast.Load)}
        if isinstance(node, ast.AugAssign):
            self.reads |= self.stores
        self.calls = any(isinstance(part, ast.Call) for part in ast.walk(node))
        self.acts = isinstance(node, ast.Expr) or (self.calls and bool(self.stores))
        call = node.value if isinstance(node, ast.Expr) else None
        named = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in GATHERS
        self.gathers = (ast.unparse(call.func.value), call.func.attr) if named else None  # type: ignore[union-attr]


def _where_order_is_nothing(node: ast.AST) -> Iterator[ast.expr]:
    """The tuples of a node whose items may stand in any order."""
    if isinstance(node, ast.Compare):
        yield from (right for op, right in zip(node.ops, node.comparators) if isinstance(op, (ast.In, ast.NotIn)))
    if isinstance(node, ast.ExceptHandler) and node.type:
        yield node.type
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in ("isinstance", "issubclass", "startswith", "endswith", "set", "frozenset", "any", "all", "sum"):
            yield from node.args


def _exchanged_arguments(node: ast.Call) -> Iterator[Piece]:
    """Two arguments that change places."""
    for k in range(0 if ast.unparse(node.func) in SYMMETRIC else len(node.args) - 1):
        this, that = node.args[k], node.args[k + 1]
        if isinstance(this, (ast.Name, ast.Attribute)) and isinstance(that, (ast.Name, ast.Attribute)):
            if not {ast.unparse(this), ast.unparse(that)} & {*CONTEXT} and ast.dump(this) != ast.dump(that):
                args = [*node.args[:k], that, this, *node.args[k + 2 :]]
                yield one("order", node, ast.Call(node.func, args, node.keywords))


def _other_sorts(node: ast.Call) -> Iterator[Piece]:
    """The order of a sort without its key, or turned round."""
    name = ast.unparse(node.func).rpartition(".")[2]
    if name not in SORTS:
        return
    rest = [word for word in node.keywords if word.arg != "key"]
    if len(rest) < len(node.keywords):
        yield one("order", node, ast.Call(node.func, node.args, rest))
    if name.startswith("sort"):
        rest = [word for word in node.keywords if word.arg != "reverse"]
        turned = [] if len(rest) < len(node.keywords) else [ast.keyword("reverse", ast.Constant(True))]
        yield one("order", node, ast.Call(node.func, node.args, [*rest, *turned]))


# Keys


def _shorter_keys(nodes: list[ast.AST], keys: list[ast.expr]) -> Iterator[Piece]:
    """Keys without one of their parts, at every place of a function that spells the same key."""
    for node in nodes:
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Tuple) and len(node.comparators) == 1:
            right = node.comparators[0]
            if isinstance(right, ast.Tuple) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
                for k in range(len(right.elts) if len(right.elts) == len(node.left.elts) > 1 else 0):
                    both = [ast.Tuple([*side.elts[:k], *side.elts[k + 1 :]], ast.Load()) for side in (node.left, right)]
                    yield one("key", node, ast.Compare(both[0], node.ops, both[1:]))
    places: dict[str, list[ast.expr]] = defaultdict(list)
    for key in keys:
        places[ast.dump(key)].append(key)
    for same in places.values():
        first, *also = sorted(same, key=lambda key: (key.lineno, key.col_offset))
        for shorter in _shorter(first):
            text = f"({shorter})" if also and isinstance(shorter, str) and not shorter.startswith("(") else shorter
            yield Piece("key", first, first, text, tuple(also))


def _is_joined(node: ast.expr) -> bool:
    """Whether a text is made of several values and no words: it is no sentence."""
    if not isinstance(node, ast.JoinedStr):
        return False
    words = [part.value for part in node.values if isinstance(part, ast.Constant)]
    return len(node.values) - len(words) > 1 and not any(map(str.isalpha, "".join(words)))


def _shorter(key: ast.expr) -> Iterator[ast.expr | str]:
    """A key without one of its parts: words that only keep keys apart stay."""
    if isinstance(key, ast.BinOp):
        yield from (key.left, key.right)
    elif isinstance(key, ast.Tuple):
        for k, part in enumerate(key.elts):
            if not isinstance(part, ast.Constant):
                yield _tuple([*key.elts[:k], *key.elts[k + 1 :]], key)
    elif isinstance(key, ast.JoinedStr):
        for k, part in enumerate(key.values):
            if isinstance(part, ast.FormattedValue):
                yield ast.JoinedStr([*key.values[:k], *key.values[k + 1 :]])


def _all_keys(function: FunctionNode, nodes: list[ast.AST], around: Surroundings) -> list[ast.expr]:
    """What a function finds something by, where it stands there and where a name for it is given."""
    names_one = bool(KEY_NAME.search(function.name)) or function.name in ("__eq__", "__hash__")
    found = [key for node in nodes for key in _keys(node, names_one, around)]
    used = {key.id for key in found if isinstance(key, ast.Name)}
    for node in nodes:
        if isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
            if KEY_NAME.search(name) or (name in used and isinstance(node.value, ast.Tuple)):
                made = [part.body for part in ast.walk(node.value) if isinstance(part, ast.Lambda)]
                found += [part for part in (node.value, *made) if not isinstance(part, ast.Name)]
        elif isinstance(node, ast.keyword) and _is_joined(node.value):
            found.append(node.value)
    spelled = {ast.dump(key) for key in found if isinstance(key, ast.Tuple)}
    if spelled:
        found += [node for node in nodes if isinstance(node, ast.Tuple) and ast.dump(node) in spelled]
    return list({id(key): key for key in found}.values())


def _keys(node: ast.AST, names_one: bool, around: Surroundings) -> Iterator[ast.expr]:
    """What a node finds something by: a key of a mapping, a member of a set, owners in a cache."""
    if isinstance(node, ast.Subscript):
        if ast.unparse(node.value).rpartition(".")[2] in around.dicts:
            yield node.slice
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        yield node.left
    elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in KEYED:
        yield from node.args[:2]
    elif isinstance(node, ast.Return) and names_one and node.value is not None:
        yield node.value


def _forgetful(function: FunctionNode) -> Iterator[Piece]:
    """A cache that does not tell calls apart which differ in one argument alone."""
    parts = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    parts = [part for part in parts if part not in ("self", "cls")]
    for node in function.decorator_list:
        name = ast.unparse(node.func if isinstance(node, ast.Call) else node).rpartition(".")[2]
        if name in ("cache", "lru_cache") and len(parts) > 1:
            helper = '__import__("tests.heavy.keys").heavy.keys.without'
            yield from (one("key", node, f'{helper}("{part}", {ast.unparse(node)})') for part in parts)


# Neighbours


def _neighbours(function: FunctionNode, nodes: list[ast.AST], around: Surroundings) -> Iterator[Piece]:
    """Another attribute, variable, constant or word of the same sort."""
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    beside = _Beside(function, [node for node in nodes if id(node) not in called], around)
    for node in nodes:
        if id(node) in called:
            continue
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if CAPITALS.fullmatch(name):
                yield from (one("constant", node, other) for other in _other_members(node, name, around))
            elif isinstance(node, ast.Name):
                yield from (one("neighbour", node, other) for other in beside.names(name))
            else:
                others = beside.attributes(node)
                yield from (one("neighbour", node, ast.Attribute(node.value, other, node.ctx)) for other in others)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            yield from (one("neighbour", node.slice, ast.Constant(other)) for other in beside.words(node))


def _other_members(node: ast.Name | ast.Attribute, name: str, around: Surroundings) -> list[str]:
    """The constant that stands next in the same row and can be read here."""
    others = around.vocabulary.neighbours(name)
    if isinstance(node, ast.Attribute):
        return [f"{ast.unparse(node.value)}.{other}" for other in others[:1]]
    return [other for other in others if other in around.names][:1]


class _Beside:
    """What a function uses that can be mistaken for one another."""

    def __init__(self, function: FunctionNode, nodes: list[ast.AST], around: Surroundings) -> None:
        self._around = around
        self._attributes: dict[str, list[str]] = defaultdict(list)
        self._words: dict[str, list[str]] = defaultdict(list)
        arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        by_type: dict[str, list[str]] = defaultdict(list)
        for arg in arguments:
            if arg.annotation is not None and arg.arg not in CONTEXT:
                by_type[_type_text(arg.annotation)].append(arg.arg)
        self._names = list(by_type.values())
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                self._attributes[ast.unparse(node.value)].append(node.attr)
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                if isinstance(node.slice.value, str):
                    self._words[ast.unparse(node.value)].append(node.slice.value)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                self._names.append([name.id for name in node.targets[0].elts if isinstance(name, ast.Name)])

    def names(self, name: str) -> list[str]:
        """The variable that comes next among those of the same sort."""
        return [other for row in self._names for other in _next(name, [each for each in row if each != "_"])][:1]

    def attributes(self, node: ast.Attribute) -> list[str]:
        """The attribute of the same thing and type that comes next."""
        if ast.unparse(node.value) in self._around.imported:
            return []
        types = self._around.vocabulary.types
        mine = types.get(node.attr, set())
        row = self._attributes[ast.unparse(node.value)]
        return _next(node.attr, [other for other in row if mine & types.get(other, set()) or other == node.attr])

    def words(self, node: ast.Subscript) -> list[str]:
        """The word that the same thing is asked for next."""
        mine = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return _next(mine, self._words[ast.unparse(node.value)]) if isinstance(mine, str) else []


def _next(this: str, row: list[str]) -> list[str]:
    """What follows something in a row without doubles, the first behind the last; nothing where it is alone."""
    names = list(dict.fromkeys(row))
    return [names[(names.index(this) + 1) % len(names)]] if this in names and len(names) > 1 else []
