"""Section 22: the Storyteller's desk, act by act: who may, what changes, what the log tells, and to whom."""

from __future__ import annotations

import pytest

from fireteam.core.engine.record import copy_of
from fireteam.core.errors import BadNotation, IllegalChoice
from fireteam.games.fs3 import state
from fireteam.games.fs3.field_kinds import pack_name, unpack_name
from fireteam.games.fs3.rules.desk_entry import LEAST_STRANGER, STRANGER_TOPS
from fireteam.games.fs3.rules.wounds import wound_total
from fireteam.games.fs3.tables import COMBATANTS
from tests.games.fs3.table import (
    At,
    do,
    do_free,
    kinds,
    number_of,
    of_kind,
    only,
    refused,
    table,
    ways,
    who,
    wound,
    wounds_of,
)

ANNA, BEN, ROB = "anna 5,5 rifle rating=5", "ben 5,8 rifle rating=5 luck=1", "rob 15,5 pistol npc=4"


def desk(*more: str, size: tuple[float, float] | None = (60, 40), seats: int = 0, **options: object) -> At:
    """A fight with a Storyteller that has not begun, with some seats free."""
    at = table(ANNA, BEN, ROB, *more, storyteller=True, size=size, **options)  # type: ignore[arg-type]
    if seats:
        setting, states = at
        names = [*setting.content["units"], *(f"guest{k}" for k in range(seats))]
        tab = setting.tables[0]
        tab.n_units, tab.storyteller = len(names), len(names) + 1
        content = {**setting.content, "units": names}
        setting = setting._replace(content=content, slots=(*names, "storyteller"), referee=len(names))
        states[0].owing = 1 << len(names)
        at = setting, states
    return at


def says(at: At, line: str, dice: tuple[int, ...] = ()) -> list[str]:
    """What the Storyteller does, as the log tells it."""
    return [one.sentence() for one in do_free(*at, f"storyteller: {line}", dice=dice)]


def code(at: At, line: str, name: str = "storyteller") -> str:
    """The code that refuses it."""
    return refused(*at, f"{name}: {line}")


LINES = [
    "join anna",
    "leave anna",
    "set_team anna 2",
    "set_role anna observer",
    "team_targets 2 1",
    "retarget",
    "react",
    "set_target rob anna",
    "propose rob 1",
    "set_modifier anna 10",
    "set_lethality anna 10",
    "lift_knockout ben",
    "inflict anna light",
    "clear_wounds anna",
    "set_rating rob 5",
    "set_behaviour rob hold",
    "set_armour ben heavy_vest",
    "give_weapon anna pistol",
    "award_luck anna 1",
    "plot_point anna 1",
    "roll_for anna Firearms",
    "oppose anna Firearms rob Firearms",
    "note anna",
    "ruling",
    "stop",
]


@pytest.mark.clause("FS3-1.3")
@pytest.mark.parametrize("line", LINES)
def test_desk_is_storytellers_alone(line: str) -> None:
    """No player may use the desk, and what is refused changes nothing."""
    assert code(desk(seats=1), line, "anna") == "E-PERM"


@pytest.mark.clause("FS3-1.3", "FS3-22.1")
def test_fight_without_storyteller_has_no_desk() -> None:
    """Where nobody runs the fight, nobody has the powers of who does."""
    assert refused(*table(ANNA, ROB), "anna: set_modifier anna 10") == "E-PERM"


@pytest.mark.clause("FS3-22.1", "FS3-22.8")
def test_storyteller_begins_and_goes_on() -> None:
    """In the lobby only the Storyteller decides; then all order, and the Storyteller goes on with the turn."""
    at = desk()
    assert at[1][0].phase == state.LOBBY
    assert code(at, "next_turn") == "E-STATE"
    assert code(at, "pass", "anna") == "E-STATE"
    do(*at, "storyteller: begin_fight")
    assert at[1][0].phase == state.ORDERS
    assert at[1][0].owing == 0b1111
    assert code(at, "begin_fight") == "E-STATE"


@pytest.mark.clause("FS3-21.1", "FS3-22.1")
def test_stopped_fight_has_no_winner() -> None:
    """Stopped at any time: over at once, won by nobody."""
    at = desk()
    told = do_free(*at, "storyteller: stop")
    assert at[1][0].phase == state.ENDED
    assert (at[1][0].winner, at[1][0].why) == (state.NO_WINNER, state.STOPPED)
    assert "fight_ended" in kinds(told)
    assert at[0].game.result(*at).winners == ()
    assert code(at, "set_team anna 2") == "E-STATE"


# Joining and leaving


@pytest.mark.clause("FS3-6.5", "FS3-22.2")
@pytest.mark.parametrize(
    ("face", "rating"),
    [(1, 2), (5, 2), (6, 3), (16, 3), (17, 4), (25, 4), (26, 5), (45, 5), (46, 6), (48, 6), (49, 7), (50, 8)],
)
def test_unknown_name_is_npc_with_random_rating(face: int, rating: int) -> None:
    """Whom nobody knows joins as an NPC, its rating by a d50."""
    at = desk(seats=1)
    at[0].tables[0].default_weapon = 0
    told = do_free(*at, "storyteller: join kolja", dice=[face])
    guest = who(*at, "guest0")
    assert (guest.rating - 1, guest.is_pc, guest.team, guest.role) == (rating, 0, 2, state.SOLDIER)
    assert unpack_name(*guest.name) == "kolja"
    assert only(told, "rated_at_random").rating == rating


@pytest.mark.clause("FS3-6.5")
def test_ratings_of_strangers_are_spread_as_printed() -> None:
    """50 faces: 5, 11, 9, 20, 3, 1 and 1 of them for ratings 2 to 8."""
    below = (0, *STRANGER_TOPS)
    assert [top - low for low, top in zip(below, STRANGER_TOPS, strict=False)] == [5, 11, 9, 20, 3, 1, 1]
    assert LEAST_STRANGER == 2


@pytest.mark.clause("FS3-6.5")
def test_names_of_strangers() -> None:
    """Small letters, digits and _; ten of them at most."""
    assert unpack_name(*pack_name("kolja_9")) == "kolja_9"
    for text in ("", "kolja_kolja", "Kolja", "ko.lja"):
        with pytest.raises(BadNotation, match="is no name"):
            pack_name(text)


@pytest.mark.clause("FS3-22.18", "FS3-22.2")
def test_join_with_rating_team_and_behaviour() -> None:
    """An NPC is made with a rating, in a team, with a way to act."""
    at = desk(seats=1)
    says(at, "join kolja team=1 rating=7 behaviour=hold at=30,30")
    guest = who(*at, "guest0")
    assert (guest.rating - 1, guest.team, guest.behaviour) == (7, 1, state.HOLD)
    assert (guest.x, guest.y) == (3000, 3000)


@pytest.mark.clause("FS3-20.7", "FS3-22.2")
def test_who_joins_finds_a_free_place() -> None:
    """Without a place one stands with the own team, on nobody's base."""
    at = desk(seats=2)
    says(at, "join kolja rating=4")
    says(at, "join olga rating=4")
    places = {(int(one.x), int(one.y)) for one in at[1][0].combatants[:5]}
    assert len(places) == 5
    rob, guest = who(*at, "rob"), who(*at, "guest0")
    assert abs(rob.x - guest.x) <= 200
    assert abs(rob.y - guest.y) <= 200


@pytest.mark.clause("FS3-6.2")
def test_character_is_in_the_fight_once() -> None:
    """Who is in the fight cannot join it."""
    at = desk(seats=1)
    assert code(with_beings(at), "join anna") == "E-IN-COMBAT"


def with_beings(at: At) -> At:
    """The table with its sheets by name."""
    setting, states = at
    names = setting.game.names

    def named(setting: object, states: object) -> object:
        found = names(setting, states)  # type: ignore[arg-type]
        found.add_things("being", ("anna", "ben", "rob"))
        return found

    game = setting.game._replace(names=named)  # type: ignore[arg-type]
    return setting._replace(game=game), states


@pytest.mark.clause("FS3-6.6", "FS3-22.2")
def test_npc_of_a_sheet_joins_team_two_and_a_character_team_one() -> None:
    """A sheet joins with its rating; what has left may come back to its seat, with its wounds."""
    at = with_beings(desk(seats=1))
    says(at, "join rob")
    guest = who(*at, "guest0")
    assert (guest.being, guest.team, guest.rating) == (2, 2, 0)
    wound(*at, "anna", "Serious")
    says(at, "leave anna")
    assert who(*at, "anna").status == 0
    assert code(at, "set_team anna 2") == "E-TARGET"
    says(at, "join anna")
    assert (who(*at, "anna").status, who(*at, "anna").team) == (state.READY, 1)
    assert wounds_of(*at, "anna") == [("CH", "Serious")]


@pytest.mark.clause("FS3-6.6", "FS3-22.2")
def test_nobody_joins_in_the_seat_of_another_who_left_wounded() -> None:
    """Its wounds wait there for the sheet they belong to; without another seat, nobody else joins."""
    at = with_beings(desk(seats=0))
    wound(*at, "ben", "Serious")
    says(at, "leave ben")
    says(at, "leave anna")
    assert code(at, "join anna") == "ok"
    says(at, "join anna")
    assert (who(*at, "anna").status, who(*at, "ben").status) == (state.READY, 0)
    assert code(at, "join kolja") == "E-STATE", "the only empty seat is Ben's"
    assert code(at, "join ben") == "ok"


@pytest.mark.clause("FS3-6.1", "FS3-22.2")
def test_full_fight() -> None:
    """Without a free seat nobody joins."""
    assert code(desk(), "join kolja") == "E-STATE"


@pytest.mark.clause("FS3-6.11", "FS3-22.2")
def test_wounds_of_a_mock_combat_go_with_who_leaves() -> None:
    """In a mock combat nothing is left of them."""
    at = desk(mock=1)
    wound(*at, "anna", "Serious")
    says(at, "leave anna")
    assert wounds_of(*at, "anna") == []


@pytest.mark.clause("FS3-22.2", "FS3-6.18")
def test_joining_and_leaving_in_the_middle() -> None:
    """Who joins while orders are given owes one; who leaves owes none any more, and is nobody's target."""
    at = desk(seats=1)
    do(*at, "storyteller: begin_fight")
    says(at, "join kolja rating=4")
    assert at[1][0].owing == 0b11111
    says(at, "set_target rob anna")
    says(at, "leave anna")
    assert at[1][0].owing == 0b11110
    assert who(*at, "rob").target == 0


@pytest.mark.clause("FS3-22.2")
def test_nobody_joins_in_the_middle_of_a_turn() -> None:
    """While a roll waits for luck the turn is under way: who is in the fight stays as it is."""
    at = desk(seats=1)
    do(*at, "storyteller: begin_fight")
    at[1][0].phase = state.WINDOW
    for line in ("join kolja", "leave anna", "set_team anna 2", "set_role anna observer"):
        assert code(at, line) == "E-STATE"
    assert code(at, "set_modifier anna 10") == "ok"


@pytest.mark.clause("FS3-6.3", "FS3-6.4", "FS3-22.2", "FS3-22.19")
def test_pilots_and_passengers() -> None:
    """A type makes a temporary vehicle; a vehicle has one pilot; who gets out stands beside it."""
    at = desk(seats=2, vehicles=["hawk interceptor 40,20"])
    at[0].tables[0].default_weapon = 0
    assert code(at, "set_role anna pilot") == "E-NO-VEHICLE"
    says(at, "set_role anna pilot hawk")
    assert (who(*at, "anna").vehicle, who(*at, "anna").role) == (1, state.PILOT_ROLE)
    assert code(at, "set_role ben pilot hawk") == "E-PILOT-TAKEN"
    says(at, "set_role ben passenger hawk")
    assert code(at, "join kolja craft=flying_carpet") == "E-NO-VEHICLE"
    told = says(at, "join kolja rating=4 craft=interceptor at=20,30")
    guest = who(*at, "guest0")
    assert (guest.role, guest.vehicle) == (state.PILOT_ROLE, 2)
    assert at[1][0].vehicles[1].temporary
    assert len(told) == 2
    says(at, "set_role anna soldier")
    assert who(*at, "anna").vehicle == 0


@pytest.mark.clause("FS3-22.19")
def test_vehicles_come_and_go() -> None:
    """A vehicle comes where there is room, and goes once it is empty, its wounds with it."""
    at = desk(vehicles=["hawk interceptor 40,20"])
    says(at, "add_vehicle interceptor 40,20")
    assert at[1][0].vehicles[1].type
    assert (at[1][0].vehicles[1].x, at[1][0].vehicles[1].y) != (4000, 2000)
    says(at, "set_role anna passenger hawk")
    assert code(at, "delete_vehicle hawk") == "E-STATE"
    says(at, "set_role anna soldier")
    wound(*at, "hawk", "Serious", "BD")
    says(at, "delete_vehicle hawk")
    assert at[1][0].vehicles[0].type == 0
    assert wounds_of(*at, "hawk") == []
    assert code(at, "delete_vehicle hawk") == "E-NO-VEHICLE"


@pytest.mark.clause("FS3-6.6", "FS3-22.9")
def test_teams() -> None:
    """Teams have the numbers 1 to 9."""
    at = desk()
    says(at, "set_team anna 9")
    assert who(*at, "anna").team == 9
    assert [code(at, f"set_team anna {team}") for team in (0, 10)] == ["E-TEAM", "E-TEAM"]


@pytest.mark.clause("FS3-6.10", "FS3-22.2")
def test_observers_are_asked_for_nothing() -> None:
    """Who only looks on owes no order."""
    at = desk()
    do(*at, "storyteller: begin_fight")
    says(at, "set_role ben observer")
    assert at[1][0].owing == 0b1101
    says(at, "set_role ben soldier")
    assert at[1][0].owing == 0b1111


# Targets


@pytest.mark.clause("FS3-22.10")
def test_team_targets() -> None:
    """By default team 1 and 2 aim at each other; it may be said otherwise, one way."""
    at = desk("eva 25,5 pistol npc=4 team=3")
    told = says(at, "team_targets 2 3")
    assert told == ["the NPCs of team 2 aim at: team 3"]
    for _ in range(3):
        do_free(*at, "storyteller: retarget", dice=[1, 1])
        assert who(*at, "rob").target == 4
    assert code(at, "team_targets 10 1") == "E-TEAM"
    with pytest.raises(IllegalChoice, match="is no team"):
        says(at, "team_targets 1 12")


@pytest.mark.clause("FS3-22.11", "FS3-23.1")
def test_retarget_draws_for_all_npcs_but_pairs() -> None:
    """New targets by lot; a listed pair is fixed."""
    at = desk("eva 25,5 pistol npc=4")
    do_free(*at, "storyteller: retarget", dice=[1, 2])
    assert (who(*at, "rob").target, who(*at, "eva").target) == (1, 2)
    do_free(*at, "storyteller: retarget rob:ben", dice=[1])
    assert (who(*at, "rob").target, who(*at, "eva").target) == (2, 1)
    assert (who(*at, "rob").fixed, who(*at, "eva").fixed) == (1, 0)
    assert who(*at, "anna").target == 0
    assert code(at, "retarget rob:nobody") == "E-TARGET"


@pytest.mark.clause("FS3-22.11")
def test_reaction_keeps_targets() -> None:
    """NPCs are asked anew, and aim at whom they aimed."""
    at = desk()
    says(at, "set_target rob ben")
    assert says(at, "react") == ["NPCs that choose anew: 1"]
    assert who(*at, "rob").target == 2


@pytest.mark.clause("FS3-22.12")
def test_set_target() -> None:
    """One combatant is told at whom to aim."""
    at = desk()
    says(at, "set_target rob ben")
    assert (who(*at, "rob").target, who(*at, "rob").fixed) == (2, 1)
    assert code(at, "set_target rob rob") == "E-TARGET"


@pytest.mark.clause("FS3-22.13")
def test_proposals() -> None:
    """Targets are drawn, each once; nothing changes but the log."""
    at = desk()
    before = at[1].tobytes()
    told = says(at, "propose rob 3", dice=(2, 1))
    assert told == ["a target for rob: ben", "a target for rob: anna", "there is no further target for rob"]
    assert at[1].tobytes() == before


@pytest.mark.clause("FS3-23.5", "FS3-22.11")
def test_behaviour_in_bulk() -> None:
    """Several NPCs are told at once how to act."""
    at = desk("eva 25,5 pistol npc=4")
    says(at, "set_behaviour rob,eva assault")
    assert {who(*at, name).behaviour for name in ("rob", "eva")} == {state.ASSAULT}
    assert code(at, "set_behaviour rob,nobody hold") == "E-TARGET"


# What somebody is given


@pytest.mark.clause("FS3-22.14", "FS3-22.15", "FS3-22.15a")
def test_modifiers_stand_until_changed() -> None:
    """They are set and stay; each use is logged, for the Storyteller."""
    at = desk()
    told = do_free(*at, "storyteller: set_modifier anna -20")
    told += do_free(*at, "storyteller: set_lethality anna 15")
    assert (who(*at, "anna").modifier, who(*at, "anna").lethality) == (-20, 15)
    assert all(one.event.is_private for one in told)
    do(*at, "storyteller: begin_fight")
    assert (who(*at, "anna").modifier, who(*at, "anna").lethality) == (-20, 15)


@pytest.mark.clause("FS3-22.14")
def test_modifier_counts_on_attack_and_defence() -> None:
    """The organizer's modifier is among those of an attack."""
    at = desk()
    says(at, "set_modifier anna -20")
    do(*at, "storyteller: begin_fight")

    base, hampered = desk(), at
    do(*base, "storyteller: begin_fight")

    def hurt(states: object) -> bool:
        return bool(states.n_wounds)  # type: ignore[attr-defined]

    assert ways(*hampered, "anna: attack rob").chance(hurt) < ways(*base, "anna: attack rob").chance(hurt)


@pytest.mark.clause("FS3-22.18", "FS3-1.6")
def test_rating_of_npcs() -> None:
    """0 to 12, of an NPC only."""
    at = desk()
    says(at, "set_rating rob 12")
    assert who(*at, "rob").rating == 13
    assert code(at, "set_rating rob 13") == "E-STATE"
    assert code(at, "set_rating anna 5") == "E-TARGET"


@pytest.mark.clause("FS3-6.14a", "FS3-22.5")
def test_armour_in_a_fight_is_the_organizers() -> None:
    """Before the fight everybody changes the own armour; in it the organizer alone does."""
    at = desk()
    do_free(*at, "anna: set_armour anna heavy_vest")
    assert who(*at, "anna").armour > 0
    assert code(at, "set_armour ben heavy_vest", "anna") == "E-PERM"
    do(*at, "storyteller: begin_fight")
    assert code(at, "set_armour anna -", "anna") == "E-ARMOUR"
    says(at, "set_armour anna -")
    assert who(*at, "anna").armour == 0
    assert code(at, "set_armour anna tinfoil") == "E-ARMOUR"


@pytest.mark.clause("FS3-6.9", "FS3-22.5")
def test_weapon_is_given_loaded() -> None:
    """A further weapon, its clip full."""
    at = desk()
    says(at, "give_weapon anna pistol clips=2")
    anna = who(*at, "anna")
    assert (anna.n_weapons, anna.clips[1], anna.hand) == (2, 2, 1)
    assert anna.rounds[1] == at[0].tables[0].weapons[anna.weapons[1]].ammunition > 0
    assert code(at, "give_weapon anna catapult") == "E-WEAPON-TYPE"
    for _ in range(4):
        says(at, "give_weapon anna pistol")
    assert code(at, "give_weapon anna pistol") == "E-WEAPON-TYPE"


@pytest.mark.clause("FS3-17.10")
def test_luck_is_awarded_to_characters() -> None:
    """Player characters have luck, NPCs none."""
    at = desk()
    says(at, "award_luck ben 2")
    assert who(*at, "ben").luck == 3
    assert code(at, "award_luck rob 1") == "E-LUCK"


@pytest.mark.clause("FS3-17.9")
def test_luck_buys_a_plot_point_at_the_price_that_is_named() -> None:
    at = desk()
    says(at, "award_luck ben 2")
    says(at, "plot_point ben 2")
    assert who(*at, "ben").luck == 1
    assert code(at, "plot_point ben 2") == "E-LUCK"
    assert code(at, "plot_point rob 1") == "E-LUCK"


@pytest.mark.clause("FS3-20.20", "FS3-11.2")
def test_distances_and_cover_without_a_map() -> None:
    """The organizer sets them where there is no map; on a map they follow from positions."""
    at = desk(size=None)
    says(at, "set_distance anna rob 35")
    assert at[1][0].distances[0, 2] == at[1][0].distances[2, 0] == 3500
    says(at, "set_cover anna 7")
    assert who(*at, "anna").cover == 7
    says(at, "set_cover anna")
    assert who(*at, "anna").cover == at[0].tables[0].options.cover_default_protection == 4
    says(at, "set_cover anna 0")
    assert who(*at, "anna").cover == 0
    mapped = desk()
    assert [code(mapped, line) for line in ("set_distance anna rob 35", "set_cover anna 4")] == ["E-STATE"] * 2


@pytest.mark.clause("FS3-20.20")
def test_who_joins_without_a_map_is_as_far_as_all() -> None:
    """A guest has the usual distance to everybody."""
    at = desk(size=None, seats=1)
    says(at, "join kolja rating=4")
    assert {int(at[1][0].distances[3, k]) for k in range(3)} == {2000}


# Wounds and knockouts


@pytest.mark.clause("FS3-22.17")
def test_wound_is_inflicted_changed_and_deleted() -> None:
    """Any wound, at the chart's default location unless said; its fields one by one; and away with it."""
    at = desk()
    told = do_free(*at, "storyteller: inflict anna serious location=HD stun=yes weapon=pistol")
    record = at[1][0].wounds[0]
    assert wounds_of(*at, "anna") == [("HD", "Serious")]
    assert (record.stun, record.is_mock, only(told, "wound_inflicted").wound) == (1, 0, 1)
    assert who(*at, "anna").hurt
    says(at, "change_wound 1 severity=light location=CH stun=no treated=yes mock=yes")
    assert wounds_of(*at, "anna") == [("CH", "Light")]
    assert (record.stun, record.is_treated, record.is_mock, record.initial) == (0, 1, 1, state.SERIOUS)
    says(at, "change_wound 1 severity=healed")
    assert record.severity == state.HEALED
    says(at, "delete_wound 1")
    assert wounds_of(*at, "anna") == []
    assert [code(at, line) for line in ("delete_wound 1", "change_wound 99")] == ["E-NO-WOUND"] * 2
    assert code(at, "inflict anna light location=EN") == "E-LOCATION"
    assert code(at, "inflict nobody light") == "E-TARGET"


@pytest.mark.clause("FS3-12.5", "FS3-22.17")
def test_what_wounds_take_is_right_whatever_is_done_to_them() -> None:
    """The sum that is kept beside the wounds follows each change of one, of people and of vehicles."""
    at = desk(vehicles=["hawk interceptor 40,20"])
    anna, hawk = number_of(at[0], "anna") + 1, COMBATANTS + 1
    for line, victim, taken in (
        ("inflict anna serious", anna, 50),
        ("inflict anna critical", anna, 130),
        ("inflict hawk moderate", hawk, 20),
        ("inflict hawk light", hawk, 25),
        ("change_wound 1 severity=light", anna, 85),
        ("change_wound 3 severity=critical", hawk, 85),
        ("change_wound 2 severity=healed", anna, 5),
        ("delete_wound 4", hawk, 80),
        ("delete_wound 1", anna, 0),
        ("inflict anna light", anna, 5),
        ("clear_wounds anna", anna, 0),
        ("inflict hawk light", hawk, 85),
        ("delete_vehicle hawk", hawk, 0),
    ):
        says(at, line)
        assert wound_total(at[1][0], victim) == taken, line


@pytest.mark.clause("FS3-6.11", "FS3-12.5")
def test_mock_wounds_take_nothing_once_they_are_gone() -> None:
    """Who leaves a mock fight leaves its wounds there, and at its end those of all are erased."""
    at = desk(mock=1)
    rob, anna = number_of(at[0], "rob") + 1, number_of(at[0], "anna") + 1
    for line in ("inflict rob serious", "inflict anna critical"):
        says(at, line)
    assert (wound_total(at[1][0], rob), wound_total(at[1][0], anna)) == (50, 80)
    says(at, "leave rob")
    assert (wound_total(at[1][0], rob), wound_total(at[1][0], anna)) == (0, 80)
    says(at, "stop")
    assert wound_total(at[1][0], anna) == 0


@pytest.mark.clause("FS3-22.17", "FS3-22.32")
def test_wounds_of_vehicles() -> None:
    """A vehicle is wounded, cleared and noted as a combatant is."""
    at = desk(vehicles=["hawk interceptor 40,20"])
    says(at, "inflict hawk moderate")
    says(at, "inflict hawk light")
    assert len(wounds_of(*at, "hawk")) == 2
    assert at[1][0].wounds[0].victim == COMBATANTS + 1
    assert only(do_free(*at, "storyteller: clear_wounds hawk"), "wounds_cleared").count == 2
    assert wounds_of(*at, "hawk") == []
    assert not at[1][0].vehicles[0].hurt
    assert says(at, "note hawk") == ["a note on hawk"]


@pytest.mark.clause("FS3-22.17")
def test_mock_wound_in_a_real_fight() -> None:
    """A wound is real or mock as is said."""
    at = desk()
    says(at, "inflict anna light mock=yes")
    assert at[1][0].wounds[0].is_mock


@pytest.mark.clause("FS3-22.16")
def test_knockout_is_lifted() -> None:
    """Who was out is back, and owes an order; a vehicle comes back with all in it."""
    at = desk(vehicles=["hawk interceptor 40,20"])
    do(*at, "storyteller: begin_fight")
    assert code(at, "lift_knockout rob") == "E-STATE"
    who(*at, "rob").status = state.KNOCKED_OUT
    at[1][0].owing &= ~4
    assert says(at, "lift_knockout rob") == ["rob is no longer knocked out"]
    assert (who(*at, "rob").status, at[1][0].owing >> 2 & 1) == (state.READY, 1)
    says(at, "set_role anna pilot hawk")
    at[1][0].vehicles[0].out, who(*at, "anna").status = 1, state.VEHICLE_OUT
    says(at, "lift_knockout hawk")
    assert (at[1][0].vehicles[0].out, who(*at, "anna").status) == (0, state.READY)


# Rolls, notes, rulings


@pytest.mark.clause("FS3-22.28", "FS3-2.20")
def test_rolls_at_the_table() -> None:
    """A player rolls for all to see; the Storyteller for anybody, in private too; modifiers are told."""
    at = desk()
    told = do_free(*at, "anna: roll Firearms modifier=-30", dice=[60])
    assert only(told, "rolled").result == "Success"  # rating 5: 60 - 30 = 30
    assert [(row.label, row.amount) for row in told[0].modifiers] == [("task", -30)]
    told = do_free(*at, "storyteller: roll_for rob Firearms private=yes", dice=[100])
    assert only(told, "rolled_privately").result == "Great Success"
    assert told[0].event.is_private
    assert code(at, "roll Firearms") == "E-PERM"
    assert code(at, "roll Dancing", "anna") == "E-STATE"


@pytest.mark.clause("FS3-22.28", "FS3-2.6")
def test_roll_under_another_attribute() -> None:
    """For one roll another attribute may rule."""
    at = desk("eva 20,20 rifle rating=5 Reactive=9 Social=3")
    usual = do_free(*at, "eva: roll Firearms", dice=[50])[0].modifiers
    other = do_free(*at, "eva: roll Firearms ruling=Social", dice=[50])[0].modifiers
    assert [row.amount for row in usual] == [8]
    assert [row.amount for row in other] == [-4]


@pytest.mark.clause("FS3-22.28", "FS3-2.15")
def test_opposed_rolls_at_the_table() -> None:
    """Two roll, and the better one wins; in private nobody else learns of it."""
    at = desk()
    told = do_free(*at, "storyteller: oppose anna Firearms rob Firearms", dice=[90, 30])
    assert only(told, "opposed").outcome == "the first wins by a little"
    told = do_free(*at, "storyteller: oppose anna Firearms rob Firearms private=yes", dice=[1, 1])
    assert only(told, "opposed_privately").outcome == "both fail"
    assert all(one.event.is_private for one in told)


@pytest.mark.clause("FS3-1.12", "FS3-1.11", "FS3-22.32")
def test_rulings_and_notes_change_nothing() -> None:
    """Free text, no dice: that somebody has died is such a note."""
    at = desk()
    before = copy_of(at[1]).tobytes()
    assert kinds(do_free(*at, "storyteller: ruling")) == ["ruled"]
    assert of_kind(do_free(*at, "storyteller: note anna"), "noted")[0].event.is_private
    assert at[1].tobytes() == before
