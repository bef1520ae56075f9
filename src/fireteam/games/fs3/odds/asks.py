"""The questions of `fireteam ask fs3`: what the rules say of ranges, cover, locations, points and orders."""

from __future__ import annotations

from typing import Annotated, Any

from ....core.dice import live
from ....core.engine.dispatch import to_act
from ....core.engine.record import copy_of
from ....core.errors import BadNotation, BadQuestion, IllegalChoice
from ....core.game import Game
from ....core.protocol.events import new_log
from ....core.protocol.questions import DecimalPart, NamePart, NumberPart, PartKind, question, verdict_answer
from ....core.run import run_to_decision
from ....core.slot_choices import read_choice, refusal_of
from ..content import is_pc, places_of
from ..map_build import build_terrain, centimetres
from ..rules.ground import band_at, cover_of, is_near_cover
from ..rules.hits import aimed_location, location_at
from ..rules.modifiers import RANGE_MODIFIERS
from ..rules.sight import has_sight
from ..tables import NEAR_MISS
from .encounter import RANGES, TARGET, Encounter
from .exchange import NEARLY_MISSED
from .parts import ChartName, Location, Weapon, known


class PlacePart(PartKind):
    """A place in metres, such as `12.5,21`."""

    def parse(self, value: Any, name: str) -> tuple[int, int]:
        """Its centimetres (FS3-20.1)."""
        words = str(value).split(",")
        try:
            x, y = (centimetres(float(word)) for word in words)
        except ValueError:
            raise BadQuestion(f"{name} is a place in metres such as 12.5,21, not {value!r}") from None
        return x, y


Place = Annotated[tuple[int, int], PlacePart("a place in metres such as 12.5,21")]
Metres = Annotated[Any, DecimalPart("a distance", 0, 100_000)]
ScenarioPart = Annotated[Any, NamePart("a scenario", "scenario", known("scenarios"))]


@question("the range band of a distance", example="weapon=rifle metres=250.01", name="range")
def range_of(
    game: Game, weapon: Weapon, metres: Annotated[Any, DecimalPart("a distance", 0, 100_000)]
) -> dict[str, Any]:
    """Short, medium, long or too far, and its modifier (FS3-8.13, FS3-8.14)."""
    fight = Encounter()
    number = list(fight.content.weapons).index(weapon.id)
    apart = centimetres(float(metres))
    band = int(band_at(fight.table, number, apart * apart))
    if band < 0:
        return {"range": "too far", "legal": False, "clause": "FS3-8.14"}
    return {"range": RANGES[band], "legal": True, "modifier": RANGE_MODIFIERS[band], "clause": "FS3-8.14"}


@question("cover and sight between two places of a scenario", example="scenario=loading_yard from=40,9 to=13.2,9")
def cover(game: Game, scenario: ScenarioPart, from_: Place, to: Place) -> dict[str, Any]:
    """Whether the line of sight is clear, and the cover that somebody on foot has there against it (FS3-20.17a)."""
    fight = Encounter()
    fight.table.terrain, fight.table.has_map = build_terrain(scenario, fight.content), 1
    one = fight.state.combatants[TARGET]
    one.x, one.y = to
    found = cover_of(fight.state, fight.table, *from_, TARGET)
    return {
        "sight": bool(has_sight(fight.table.terrain, *from_, *to)),
        "near_cover": bool(is_near_cover(fight.state, fight.table, TARGET, *to)),
        "protection": int(found.protection),
        "feature": int(found.feature),
    }


@question("the location that a total of 2d8 and the difference gives", example="chart=soldier aim=CH total=7")
def location(
    game: Game,
    chart: ChartName,
    total: Annotated[int, NumberPart("2d8 and the difference", -20, 40)],
    aim: Location = "",
) -> dict[str, Any]:
    """The location in the row of the aimed one, or a Near Miss (FS3-9.3, FS3-9.4)."""
    fight = Encounter()
    codes, number = list(fight.content.location_names), list(fight.content.charts).index(chart.id)
    aimed = int(aimed_location(fight.table, number, codes.index(aim) + 1 if aim else 0))
    if not fight.table.charts[number].has >> aimed & 1:
        raise BadQuestion(f"the chart {chart.id} has no {aim}; it has {', '.join(chart.locations)}")
    found = int(location_at(fight.table, number, aimed, total))
    return {"location": NEARLY_MISSED if found == NEAR_MISS else codes[found]}


@question("what a scenario gives points for, and who stands where", example="scenario=arrest")
def points(game: Game, scenario: ScenarioPart) -> dict[str, Any]:
    """The items of points, and the combatants with their places (FS3-21.5)."""
    content = Encounter().content
    return {
        "points": [{"event": each.event, "value": each.value, "team": each.team} for each in scenario.points],
        "combatants": {place.name: {"team": place.team, "pc": is_pc(content, place)} for place in places_of(scenario)},
    }


@question("whether an order is lawful", example='position=sparring slot=anna order="pass stance=evade"')
def legal(
    game: Game,
    position: Annotated[str, PartKind("a line of position notation, or a scenario at its beginning")],
    order: Annotated[str, PartKind("an order in notation, such as attack ben burst=yes")],
    slot: Annotated[str, PartKind("who gives it; left out: the first who owes one")] = "",
) -> dict[str, Any]:
    """Whether somebody may order this in a position, and if not why (FS3-6.17)."""
    if " " in position:
        setting, states = game.read_position(position, ())
    else:
        setting = game.make_setting(position)
        states = copy_of(setting.opening)
        run_to_decision(states[0], setting.tables[0], live(0)[0], new_log()[0])
    owing = int(to_act(states[0]))
    names = [name for k, name in enumerate(setting.slots) if owing >> k & 1]
    if slot and slot not in setting.slots:
        raise BadQuestion(f"nobody is called {slot}; there are {', '.join(setting.slots)}")
    if not names:
        raise BadQuestion("nobody is to decide in that position")
    try:
        choice = read_choice(setting, order)
        refusal = refusal_of(setting, states, setting.slots.index(slot or names[0]), choice)
    except (BadNotation, IllegalChoice) as error:
        raise BadQuestion(str(error)) from None
    return verdict_answer(refusal)
