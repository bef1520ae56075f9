"""The disk as it may be after a power cut at some step, by what file systems promise and no more.

ext4     names are kept in the order in which they were made, as far as some step; a sync of anything keeps all before
         it. A file that is renamed over another one has its contents first.
xfs      the same of names, but a name may be kept before the contents: such a file is empty, or short.
btrfs    names are kept folder by folder: a sync of a file keeps its contents, and none of its names.

Of contents that were not synced anything may be there: all writes to some point and part of the next, or any of them;
of each write any of its sectors. Where a sector is missing and the file goes on behind it, there are zeros.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from posixpath import dirname

from tests.heavy.power.recording import Step

SYSTEMS = ("ext4", "btrfs", "xfs")
NAMES = ("file", "folder", "link", "rename", "remove")
CONTENTS = ("write", "truncate")
SECTOR = 512


def rebuilt(steps: Sequence[Step], cut: int, system: str, draw: random.Random) -> dict[str, bytes | None]:
    """The files after a cut before step `cut`, by path, and the folders, which have no contents."""
    done = steps[:cut]
    names = names_after(done, kept_names(done, system, draw))
    flushed = flushed_at(done) if system == "ext4" else {}
    contents = {node: contents_after(done, node, flushed.get(node, 0), draw) for node in sorted(set(names.values()))}
    folders = {step.node for step in done if step.kind == "folder"}
    return {name: None if node in folders else contents[node] for name, node in sorted(names.items())}


def as_it_is(steps: Sequence[Step]) -> dict[str, bytes | None]:
    """The files if nothing is lost."""
    names = names_after(steps, [step.kind in NAMES for step in steps])
    folders = {step.node for step in steps if step.kind == "folder"}
    everything = {name: bytearray() for name in names}
    for name, node in names.items():
        for step in steps:
            if step.node == node and step.kind in CONTENTS:
                apply(everything[name], step)
    return {name: None if node in folders else bytes(everything[name]) for name, node in sorted(names.items())}


def lay(files: dict[str, bytes | None], root: Path) -> None:
    """Put such files into an empty folder."""
    for name, data in files.items():
        if data is None:
            (root / name).mkdir()
        else:
            (root / name).write_bytes(data)


# Names


def kept_names(done: Sequence[Step], system: str, draw: random.Random) -> list[bool]:
    """Whether each step that alters names is kept."""
    if system != "btrfs":
        last = drawn_between(names_kept_to(done), len(done), draw)
        return [step.kind in NAMES and k < last for k, step in enumerate(done)]
    synced: dict[str, int] = defaultdict(int)
    for k, step in enumerate(done):
        if step.kind == "sync_folder":
            synced[step.name] = k
    commit = drawn_between(0, len(done), draw) if draw.random() < 0.3 else 0  # of all, as every half a minute
    last_of = {
        folder: max(commit, drawn_between(synced[folder], len(done), draw))
        for folder in sorted({dirname(step.name) for step in done if step.kind in NAMES})
    }
    return [step.kind in NAMES and k < last_of[dirname(step.name)] for k, step in enumerate(done)]


def names_kept_to(done: Sequence[Step]) -> int:
    """Before which step all names are kept, where a sync of anything keeps them."""
    return max((k for k, step in enumerate(done) if step.kind.startswith("sync")), default=0)


def drawn_between(low: int, high: int, draw: random.Random) -> int:
    """A step, the ends more often than others: much goes wrong there."""
    return draw.choice((low, high, draw.randint(low, high)))


def names_after(steps: Sequence[Step], kept: Sequence[bool]) -> dict[str, int]:
    """Nodes by path, after the steps that are kept. What is in a folder that is not there is not there either."""
    names: dict[str, int] = {}
    for step, counts in zip(steps, kept, strict=True):
        if not counts:
            continue
        if step.kind == "remove":
            names.pop(step.name, None)
        elif step.kind == "rename":
            for name in [name for name in names if name == step.other or name.startswith(f"{step.other}/")]:
                names[step.name + name[len(step.other) :]] = names.pop(name)
        else:
            names[step.name] = step.node
    return {name: node for name, node in names.items() if all(above in names for above in folders_of(name))}


def folders_of(name: str) -> list[str]:
    """The folders above a path."""
    found = []
    while name := dirname(name):
        found.append(name)
    return found


# Contents


def flushed_at(done: Sequence[Step]) -> dict[int, int]:
    """Before which step the contents are on the disk of files that were renamed over others."""
    there: set[str] = set()
    found: dict[int, int] = {}
    for k, step in enumerate(done):
        if step.kind == "rename":
            if step.name in there:
                found[step.node] = k
            there.discard(step.other)
        if step.kind == "remove":
            there.discard(step.name)
        elif step.kind in NAMES:
            there.add(step.name)
    return found


def contents_after(done: Sequence[Step], node: int, flushed: int, draw: random.Random) -> bytes:
    """What may be in a file: all that was synced, and of the rest whatever chance will have."""
    synced = max((k for k, step in enumerate(done) if step.node == node and step.kind == "sync"), default=0)
    synced = max(synced, flushed)
    own = [(k, step) for k, step in enumerate(done) if step.node == node and step.kind in CONTENTS]
    data = bytearray()
    for k, step in own:
        if k < synced:
            apply(data, step)
    rest = [step for k, step in own if k >= synced]
    how = draw.choice(("none", "all", "some", "any"))
    whole = {"none": 0, "all": len(rest)}.get(how, draw.randint(0, len(rest)))
    for k, step in enumerate(rest):
        if how == "any":
            apply(data, step, draw)
        elif k < whole:
            apply(data, step)
        elif k == whole and how == "some":
            apply(data, step, draw)
    return bytes(data)


def apply(data: bytearray, step: Step, draw: random.Random | None = None) -> None:
    """Carry out a step on the contents of a file: whole, or such sectors of it as chance will have."""
    if step.kind == "truncate":
        if draw is None or draw.random() < 0.5:
            del data[step.offset :]
            data.extend(bytes(step.offset - len(data)))
        return
    end, at = step.offset + len(step.data), step.offset
    while at < end:
        after = min(end, (at // SECTOR + 1) * SECTOR)
        if draw is None or draw.random() < 0.5:
            data.extend(bytes(max(0, after - len(data))))
            data[at:after] = step.data[at - step.offset : after - step.offset]
        at = after
    if draw is not None and draw.random() < 0.3:
        data.extend(bytes(max(0, end - len(data))))  # its size is kept, and not its end
