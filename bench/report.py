"""Answers as a page of Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .measure import Answer, Figure

PACKAGES = ("numpy", "numba", "open-spiel", "icepool")


def page(answers: Sequence[Answer]) -> str:
    """All of it: how it is made, on what, the figures, and each question's table."""
    head = [
        "# How fast it is",
        "Made by `.venv/bin/python -m bench` (peers: `.venv/bin/pip install --group bench`). Contenders take turns in "
        "one run; times are CPU times of their thread unless a table says otherwise; every number is the median of the "
        "rounds. What counts is the ratio to a peer or to code written by hand, measured in the same minute.",
        machine(),
        "## Figures",
        table(("figure", "found", "wanted", ""), [line(each) for answer in answers for each in answer.figures]),
    ]
    tried = Path(__file__).with_name("tried.md").read_text(encoding="utf-8").strip()
    return "\n\n".join([*head, *map(section, answers), tried]) + "\n"


def line(figure: Figure) -> tuple[str, ...]:
    """A figure as a line of the table."""
    return (
        figure.name,
        figure.found,
        figure.target,
        "" if figure.is_met is None else "met" if figure.is_met else "not met",
    )


def section(answer: Answer) -> str:
    """One question."""
    parts = [f"## {answer.title}", answer.comparison, table(answer.head, answer.rows)]
    if answer.figures:
        parts.append(
            "\n".join(
                f"- {name}: {found}; {wanted}{met}" for name, found, wanted, met in map(figure_cells, answer.figures)
            )
        )
    return "\n\n".join(parts)


def figure_cells(figure: Figure) -> tuple[str, str, str, str]:
    """A figure in words."""
    name, found, wanted, met = line(figure)
    return name, found, wanted, f" ({met})" if met else ""


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def machine() -> str:
    """What it ran on, in words that name no machine."""
    known = []
    for package in PACKAGES:
        try:
            known.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            known.append(f"no {package}")
    cores = os.cpu_count()
    return f"{cores} processors ({platform.machine()}), Python {platform.python_version()}, {', '.join(known)}."
