"""Which changes no test notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.heavy.mutants import Change
from tests.heavy.reach import reach
from tests.heavy.trees import Tree


def survivors(chosen: Sequence[Change], at_once: int = 2) -> Iterator[tuple[Change, bool, int]]:
    """Each change with whether it survived, and how many tests might have noticed it, as they come in.

    So many are tried at once, each in a copy of the tree.

    Raises:
        RuntimeError: tests fail in a copy in which nothing is altered.
    """
    known = reach()
    with TemporaryDirectory() as folder:
        trees: SimpleQueue[Tree] = SimpleQueue()
        for k in range(at_once):
            trees.put(tree := Tree(Path(folder) / str(k)))
            if any(tree.fails(tests) for change in chosen[:1] for tests in known.stages(change)[:1]):
                raise RuntimeError("tests fail in a copy of the tree in which nothing is altered")

        def survives(change: Change) -> tuple[Change, bool, int]:
            tree, stages = trees.get(), known.stages(change)
            try:
                with tree.altered(change):
                    return change, not any(map(tree.fails, stages)), sum(map(len, stages))
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(at_once) as workers:
            yield from workers.map(survives, chosen)
