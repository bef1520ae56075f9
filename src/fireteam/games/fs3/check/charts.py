"""Checks of hit location charts (FS3-9.16 to FS3-9.20, FS3-24.11)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....content.value_checks import Fault
from ....core.percent import percent
from ..chart_odds import GREEN, MISS, RED, exact_chance
from ..entries import Chart
from ..tables import COLUMNS

FAIR = Fraction(1, 5)  # FS3-9.17


def chart_faults(chart: Chart) -> Iterator[Fault]:
    """Everything that is wrong or odd with a chart."""
    errors = [*form_faults(chart), *reference_faults(chart)]
    yield from errors
    if not errors:
        yield from default_faults(chart)
        for code in chart.rows:
            yield from row_warnings(chart, code)
        yield from dead_locations(chart)


def form_faults(chart: Chart) -> Iterator[Fault]:
    """Rows of a wrong length, unknown locations, locations without a row (FS3-9.19)."""
    if not chart.locations or not chart.rows:
        yield Fault(
            ("rows",), "the chart is empty; list its locations with a row for each (FS3-9.19)", code="E-CHART-ROW"
        )
    for code, row in chart.rows.items():
        at = ("rows", code)
        if code not in chart.locations:
            yield Fault(at, f"{code} is none of {listed(chart)} (FS3-9.19)", code="E-CHART-LOC", at_key=True)
        if len(row) != COLUMNS:
            yield Fault(at, f"row {code} has {len(row)} entries; {COLUMNS} are needed (FS3-9.19)", code="E-CHART-LEN")
        for n, entry in enumerate(row):
            if entry != MISS and entry not in chart.locations:
                reason = f"row {code} names {entry}, which is none of {listed(chart)} (FS3-9.19)"
                yield Fault((*at, n), reason, f"write {MISS} for a Near Miss", code="E-CHART-LOC")
    missing = [code for code in chart.locations if code not in chart.rows]
    if missing and not chart.partial:
        yield Fault(("rows",), f"no row for {', '.join(missing)} (FS3-9.19)", code="E-CHART-ROW", at_key=True)


def reference_faults(chart: Chart) -> Iterator[Fault]:
    """A default, crew, concussion, critical or vital location that the chart has not (FS3-9.19)."""
    for field in ("default", "concussion"):
        if (code := getattr(chart, field)) not in chart.locations:
            reason = f"{field} is {code or 'not given'}; it must be one of {listed(chart)} (FS3-9.19)"
            yield Fault((field,), reason, code="E-CHART-REF")
    if chart.default in chart.locations and chart.default not in chart.rows:
        yield Fault(("rows",), f"no row for the default location {chart.default} (FS3-9.19)", code="E-CHART-ROW")
    for field in ("crew", "critical", "vital"):
        for n, code in enumerate(getattr(chart, field)):
            if code not in chart.locations:
                reason = f"{field} names {code}, which is none of {listed(chart)} (FS3-9.19)"
                yield Fault((field, n), reason, code="E-CHART-REF")
    for code in chart.critical:
        if code in chart.vital:
            yield Fault(("vital",), f"{code} is critical too; it can be one of them (FS3-9.7)", code="E-CHART-REF")


def listed(chart: Chart) -> str:
    """The locations of a chart."""
    return ", ".join(chart.locations) or "no locations"


def default_faults(chart: Chart) -> Iterator[Fault]:
    """The default location is never missed (FS3-9.16), and is fairly easy to hit (FS3-9.17)."""
    row, at = chart.rows[chart.default], ("rows", chart.default)
    if MISS in row:
        reason = f"the default row {chart.default} has {row.count(MISS)} Near Misses; it must have none (FS3-9.16)"
        yield Fault(at, reason, code="E-CHART-DEFAULT-MISS")
    if (chance := exact_chance(row, chart.default)) < FAIR:
        reason = f"{chart.default} is hit exactly with {percent(chance)}; at least 20% is fair (FS3-9.17)"
        yield Fault(at, reason, code="W-CHART-SMALL")


def row_warnings(chart: Chart, code: str) -> Iterator[Fault]:
    """What is odd with a row (FS3-9.18, FS3-9.20)."""
    row, at = chart.rows[code], ("rows", code)
    is_small = code != chart.default and code not in chart.vital
    if MISS not in row and is_small:
        yield Fault(
            at, f"row {code} has no Near Miss, although {code} is a small area (FS3-9.18)", code="W-CHART-NO-MISS"
        )
    chance, usual = exact_chance(row, code), exact_chance(chart.rows[chart.default], chart.default)
    if code != chart.default and chance > usual:
        reason = (
            f"{code} is hit exactly with {percent(chance)}, more than {percent(usual)} of {chart.default} (FS3-9.18)"
        )
        yield Fault(at, reason, code="W-CHART-EASY")
    if MISS in row[RED]:
        yield Fault(
            at, f"row {code} has a Near Miss in its red band, columns 11 to 15 (FS3-9.20)", code="W-CHART-RED-MISS"
        )
    if code not in row[RED]:
        hint = "the bullseye comes last" if code in row[GREEN] else ""
        yield Fault(at, f"{code} is not in the red band of its row (FS3-9.20)", hint, code="W-CHART-AIM")


def dead_locations(chart: Chart) -> Iterator[Fault]:
    """Locations that stand only in a first column, which no hit reads (FS3-9.20, FS3-9.5)."""
    for code in chart.locations:
        first = [aimed for aimed, row in chart.rows.items() if row[0] == code]
        if first and not any(code in row[1:] for row in chart.rows.values()):
            reason = f"{code} stands only in column 1, which no hit reads (FS3-9.20)"
            yield Fault(("rows", first[0], 0), reason, code="W-CHART-DEAD")
