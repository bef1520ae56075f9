"""`fireteam fs3 chart`: make a hit location chart step by step, check one, show one with its exact odds."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import App, CycloptsError, Parameter

from ....content.library import find_entry, load
from ....content.new_entries import Into, Packs, content_beside, id_from, print_line, write_item
from ..chart_maker import chart_of, findings, item_of, make_chart, odds_lines
from ..content import GAME_ID, Content
from ..describe import chart_lines
from ..entries import Chart

app = App("chart", help="Make hit location charts, check them, and show them with their exact odds.")
Answer = Annotated[str | None, Parameter(negative="")]


@app.command
def new(
    name: Answer = None,
    *,
    id: Answer = None,
    vehicle: bool = True,
    locations: Answer = None,
    default: Answer = None,
    critical: Answer = None,
    vital: Answer = None,
    crew: Answer = None,
    concussion: Answer = None,
    row: Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)] = None,
    into: Into = None,
    pack: Packs = None,
) -> int:
    """Make a chart in the five steps of the rulebook, each of which is checked (FS3-9.10 to FS3-9.14).

    What is not given is asked for, at a terminal or from piped lines. A row is 15 codes, or neighbours from which it is
    drafted, nearest first, and after | those farther away (FS3-9.22). Example:
    fireteam fs3 chart new Skiff --locations "CP Cockpit, BD Body, EN Engine" --default BD --critical CP --vital BD,EN
    --crew CP --concussion BD --row "CP=BD EN" --row "BD=EN CP" --row "EN=BD | CP" --into mypack.

    Parameters
    ----------
    name
        What people call it.
    id
        What vehicles call it; made from the name if it is not given.
    vehicle
        A chart for a vehicle; --no-vehicle: for beings.
    locations
        Codes with names: CP Cockpit, BD Body.
    default
        The location that is aimed at where nothing is called.
    critical
        Critical locations.
    vital
        Vital locations.
    crew
        Where people sit.
    concussion
        Which location takes concussion.
    row
        A row: CODE=15 codes, or CODE=neighbours.
    into
        The pack to put it into.
    pack
        A folder of content beside which it must stand.
    """
    content_beside(GAME_ID, pack, into)
    title = name if name is not None else ask("What is it called? ")
    given: dict[str, Any] = {
        "id": id or id_from(title, "chart"),
        "name": title,
        "class": "Vehicle" if vehicle else "Personal",
        "locations": locations,
        "default": default,
        "critical": critical,
        "vital": vital,
        "crew": crew,
        "concussion": concussion,
        "rows": dict(read_row_option(each) for each in row or ()),
    }
    fields = make_chart(given, ask, print_line)
    chart = chart_of(fields)
    if tell_findings(chart):
        return 1
    for line in odds_lines(chart):
        print_line(line)
    return write_item(GAME_ID, item_of(fields), into)


def read_row_option(text: str) -> tuple[str, str]:
    """A row as it was given: its code, and the rest."""
    code, equals, entries = text.partition("=")
    if not equals:
        raise CycloptsError(msg=f"--row {text!r} is no row; write CODE=entries, like BD=EN CP")
    return code.strip().upper(), entries


def ask(question: str) -> str:
    """A line of answer, from a terminal or from what was piped in.

    Raises:
        CycloptsError: there are no more lines.
    """
    try:
        return input(question)
    except EOFError:
        raise CycloptsError(msg=f"no answer to: {question.strip()}") from None


def tell_findings(chart: Chart) -> bool:
    """Tell what the checks say of a chart; whether it cannot be used."""
    found = findings(chart)
    for fault in found:
        print_line(f"{fault.code} {chart.id}: {fault.reason}{f'; {fault.hint}' if fault.hint else ''}")
    return any(fault.code.startswith("E") for fault in found)


@app.command
def check(id: str | None = None, *, pack: Packs = None) -> int:
    """Tell everything that is wrong or odd with a chart, or with all of them (FS3-9.16 to FS3-9.20).

    Parameters
    ----------
    id
        One chart; without it all.
    pack
        A folder of content.
    """
    content: Content = load(GAME_ID, pack or ()).content
    charts = [find_entry("chart", id, content.charts)] if id else list(content.charts.values())
    for chart in charts:
        found = findings(chart)
        print(f"{chart.id}: {'sound' if not found else f'{len(found)} findings'}")
        for fault in found:
            print(f"  {fault.code} {fault.reason}")
    return 0


@app.command
def show(id: str, *, pack: Packs = None) -> int:
    """Show a chart, and for each row and each difference 0 to 5 the exact chance of every location (FS3-9.21).

    Parameters
    ----------
    id
        The chart.
    pack
        A folder of content.
    """
    content: Content = load(GAME_ID, pack or ()).content
    chart = find_entry("chart", id, content.charts)
    for line in (*chart_lines(chart), *odds_lines(chart)):
        print(line)
    return 0
