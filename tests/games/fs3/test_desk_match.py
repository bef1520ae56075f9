"""The desk in a match: what players may know of it, orders for others, going on without who idles, going back."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from fireteam.core.errors import Forbidden, IllegalChoice
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import notation
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.state import ENDED, KNOCKED_OUT, LOBBY, ORDERS, WINDOW
from fireteam.match.decision import decision_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import save, verify
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.server.tables.clocks import TableClock
from fireteam.server.wire.messages import Clock
from tests.heavy.settings import factor
from tests.noninterference import _lines, _seen


@cache
def raid(**options: str) -> Setting:
    """The raid, run by a Storyteller."""
    return GAME.make_setting("depot_raid", {"desk": "storyteller", **options})


def fight(bots: bool = True, begun: bool = True, **options: str) -> Match:
    """A match of it: a person for each character, a bot or a person for each NPC."""
    setting = raid(**options)
    seats = [Seat("desk", 1 << setting.referee, referee=True)]
    for slot, name in enumerate(setting.players):
        npc = name not in setting.groups["pcs"]
        seats.append(Seat(name, 1 << slot, "greedy" if npc and bots else "person"))
    match = Match(setting, seats, secret_of_seed(1))
    if begun:
        match.act("desk", "begin_fight")
    return match


def slot_of(match: Match, name: str) -> int:
    """The slot of a combatant."""
    return match.setting.slots.index(name)


def known_to_players(match: Match) -> dict[str, object]:
    """Everything that anybody but the Storyteller may ask for."""
    return dict(_seen(match, "desk", _lines(match)))


PAIRS = [
    ("set_modifier anna 10", "set_modifier anna -40", ""),
    ("set_lethality anna 10", "set_lethality anna -40", ""),
    ("set_target guard1 anna", "set_target guard1 ben", ""),
    ("roll_for anna firearms private=yes", "roll_for anna firearms modifier=-100 private=yes", ""),
    ("oppose anna melee ben melee private=yes", "oppose anna stealth ben melee private=yes", ""),
    ("note anna", "note ben", "is a traitor"),
    ("propose guard1 3", "propose guard1 1", ""),
]


@pytest.mark.clause("FS3-22.14", "FS3-22.15", "FS3-22.15a", "FS3-22.28", "FS3-22.32")
@pytest.mark.parametrize(
    ("one", "other", "reason"),
    PAIRS if factor() > 1 else (PAIRS[0], pytest.param(*PAIRS[-2], marks=pytest.mark.heavy)),
)
def test_what_is_private_never_reaches_players(one: str, other: str, reason: str) -> None:
    """Two matches that differ in a private act of the Storyteller are the same bytes to everybody else."""
    known = []
    for line in (one, other):
        match = fight()
        match.act("desk", line, reason=reason)
        assert any(match.history("desk")[-1].events)
        known.append(known_to_players(match))
    differs = {what for what in known[0] if known[0][what] != known[1][what]}
    own = {"guard1: state", "guard1: position"} if one.startswith("set_target") else set()
    assert differs - own == set(), "who acts for an NPC knows at whom it is to aim, and nobody else anything"


@pytest.mark.clause("FS3-22.32", "FS3-1.12")
def test_reasons_are_as_private_as_what_they_are_for() -> None:
    """A note is read by the Storyteller alone, a ruling by all."""
    match = fight()
    match.act("desk", "note anna", reason="a traitor")
    match.act("desk", "ruling", reason="the bridge burns")
    told = [(view.reason, len(view.events)) for view in match.history("anna")[-2:]]
    assert told == [("", 0), ("the bridge burns", 1)]
    assert [view.reason for view in match.history("desk")[-2:]] == ["a traitor", "the bridge burns"]
    with pytest.raises(Forbidden, match="needs a reason"):
        match.act("desk", "note anna")
    with pytest.raises(Forbidden, match="takes no reason"):
        match.act("anna", "roll firearms", reason="why not")


@pytest.mark.clause("FS3-22.14", "FS3-22.30")
def test_organizers_modifier_is_told_to_the_storyteller_only() -> None:
    """The log has every roll with its modifiers; that one is left out of what players read."""
    match = fight()
    match.act("desk", "set_modifier guard1 30")
    match.stand_in("desk", None)
    rows = {
        name: {row.label for one in match.history(name)[-1].events for row in one.modifiers}
        for name in ("desk", "anna")
    }
    assert {"attack: organizer", "defence: organizer"} & rows["desk"]
    assert not any("organizer" in label for label in rows["anna"])
    assert any(label.startswith(("attack: ", "defence: ")) for label in rows["anna"])


@pytest.mark.clause("FS3-6.18", "FS3-1.3")
def test_storyteller_orders_for_anybody() -> None:
    """An order entered for somebody waits like an own one, and may be replaced; nobody else may do that."""
    match = fight()
    anna = slot_of(match, "anna")
    match.act("desk", "attack guard1", anna)
    match.act("desk", "attack guard1 burst=yes", anna)
    assert notation(match.mailbox.all()[anna]) == "attack guard1 burst=yes"
    assert anna not in match.slots_to_act()
    with pytest.raises(Forbidden, match="does not hold"):
        match.act("ben", "pass", anna)
    with pytest.raises(IllegalChoice):
        match.act("desk", "attack nobody", anna)


@pytest.mark.clause("FS3-6.18", "FS3-6.19", "FS3-22.7", "FS3-22.8")
def test_going_on_without_who_idles() -> None:
    """Who has not ordered is listed; without them a PC passes, and an NPC goes by its behaviour."""
    match = fight()
    for name in ("anna", "ben"):
        match.act(name, "pass", slot_of(match, name))
    idle = [match.setting.slots[slot] for slot in match.slots_to_act()]
    assert "anna" not in idle
    assert {"cara", "dan", "guard1", "storyteller"} <= set(idle)
    record = match.stand_in("desk", None)
    assert record is not None
    chosen = {match.setting.slots[slot]: line for slot, line in record.choices}
    assert (chosen["cara"], chosen["storyteller"]) == ("pass", "next_turn")
    assert any(chosen[name] != "pass" for name in match.setting.groups["npcs"])
    assert match.state[0].turn == 2
    with pytest.raises(Forbidden, match="only a referee"):
        match.stand_in("anna", None)


@pytest.mark.clause("FS3-22.8", "FS3-6.18")
def test_turn_waits_for_all_orders() -> None:
    """The Storyteller's word goes into effect once the last order is in."""
    match = fight()
    match.act("desk", "next_turn")
    for slot in match.slots_to_act()[:-1]:
        match.act("desk", "pass", slot)
    (last,) = match.slots_to_act()
    assert match.state[0].turn == 1
    match.act("desk", "pass", last)
    assert match.state[0].turn == 2


@pytest.mark.clause("FS3-22.11")
@pytest.mark.parametrize("line", ["retarget", "react", "set_target guard1 anna", "set_behaviour guard1 jammer"])
def test_npcs_choose_anew(line: str) -> None:
    """What bots have ordered for NPCs is void once targets or behaviours change; what people ordered stays."""
    match = fight()
    npc, pc = slot_of(match, "guard1"), slot_of(match, "anna")
    match.act("guard1", "pass", npc)
    match.act("anna", "pass", pc)
    match.act("desk", line)
    assert npc in match.slots_to_act()
    assert pc not in match.slots_to_act()


@pytest.mark.clause("FS3-6.16")
def test_hidden_orders_are_the_storytellers_to_read() -> None:
    """With hidden orders nobody but the controller and the Storyteller reads one; open ones everybody reads."""
    assert raid().referee_commands
    assert not raid().open_choices
    assert raid(orders="open").open_choices


@pytest.mark.clause("FS3-6.19")
def test_order_timer() -> None:
    """`order_timer_s` is the time for orders; 0 is none."""
    assert raid().seconds == 0
    assert raid(order_timer_s="90").seconds == 90


@pytest.mark.clause("FS3-17.13c", "FS3-6.19")
def test_a_luck_window_that_nobody_answers_in_time_is_declined() -> None:
    """The time runs for the window alone: orders have as many seconds as they take."""
    match = fight(luck_mode="windows")
    clock = TableClock(Clock("each", match.setting.seconds), by_game=True)
    clock.observe(match, 0, 0.0)
    assert (match.setting.seconds, clock.awaited) == (20, ())
    match.act("desk", "next_turn")
    for slot in match.slots_to_act():
        match.act("desk", "pass", slot)
    assert match.state[0].phase == WINDOW
    clock.observe(match, 0, 0.0)
    assert len(clock.awaited) == 1
    asked, luck = clock.awaited[0], int(match.state[0].combatants[clock.awaited[0]].luck)
    for _ in range(12):
        clock.advance(2.0, 0.0)
    assert clock.is_expired
    match.time_out(clock.awaited)
    assert int(match.state[0].combatants[asked].luck) == luck
    assert match.state[0].phase != WINDOW or match.state[0].window.asked != asked + 1


@pytest.mark.clause("FS3-22.2")
def test_joining_keeps_orders_that_are_in() -> None:
    """Somebody joins while orders are given: those given stay, and the newcomer owes one."""
    match = fight()
    match.act("anna", "pass", slot_of(match, "anna"))
    match.act("desk", "join marine team=1 rating=6")
    match.act("desk", "join kolja")
    assert slot_of(match, "anna") not in match.slots_to_act()
    names = match.setting.game.names(match.setting, match.state)
    assert [names.unit_title(f"joined{k}") for k in (1, 2)] == ["Marine 1", "Kolja"]
    assert (names.find_unit("kolja"), names.find_unit("joined2")) == (-1, slot_of(match, "joined2"))
    assert {slot_of(match, "joined1"), slot_of(match, "joined2")} <= set(match.slots_to_act())
    with pytest.raises(IllegalChoice, match="twice"):
        match.act("desk", "join anna")


@pytest.mark.clause("FS3-6.5a", "FS3-6.8a")
def test_who_joins_under_a_name_that_somebody_has_is_numbered() -> None:
    """`joined1` is an id, and Kolja is there already."""
    match = fight()
    for line in ("join kolja", "join kolja", "join joined1"):
        match.act("desk", line)
    names = match.setting.game.names(match.setting, match.state)
    assert [names.unit_title(f"joined{k}") for k in (1, 2, 3)] == ["Kolja", "Kolja 2", "Joined1 2"]
    match.act("desk", "set_modifier joined1 10")
    assert match.state[0].combatants[slot_of(match, "joined1")].modifier == 10


@pytest.mark.clause("FS3-22.2", "FS3-22.18", "FS3-6.4")
def test_several_of_a_type_join_at_once() -> None:
    """A force in one line, each in a place and, where its type brings one, in a vehicle of its own."""
    match = fight(begun=False)
    match.act("desk", "join guard count=3 team=2")
    match.act("desk", "join robot_fighter count=2")
    here = [one for one in match.state[0].combatants if one.status]
    assert len(here) == 15
    assert len({(int(one.x), int(one.y)) for one in here}) == 15
    assert len({int(one.vehicle) for one in here if one.vehicle}) == 4
    for line in ("join marine count=4", "join kolja count=2", "join sample_marine count=2"):
        with pytest.raises(IllegalChoice):
            match.act("desk", line)
    assert sum(one.status > 0 for one in match.state[0].combatants) == 15


@pytest.mark.clause("FS3-6.17", "FS3-7.2", "FS3-7.3")
def test_orders_for_who_is_not_there_say_so() -> None:
    """Before the fight, for who has left or never came, for who is out, and against such targets; nothing changes."""
    match = fight(bots=False, begun=False)
    before = "anna is asked for nothing yet: the fight has not begun"
    assert refusal(match, "desk", "attack guard1", "anna") == before
    match.act("desk", "begin_fight")
    match.act("desk", "leave ben")
    for name in ("ben", "joined3"):
        assert refusal(match, "desk", "pass", name) == f"{name} is not in this fight and can do nothing in it"
        assert refusal(match, "anna", f"attack {name}") == "anna names a target that is not in this fight"
    match.state[0].combatants[slot_of(match, "cara")].status = KNOCKED_OUT
    match.act("desk", "set_target guard1 anna")
    assert "knocked out and no target" in refusal(match, "guard1", "attack cara")
    assert match.mailbox.slots == 0


def refusal(match: Match, seat: str, line: str, slot: str = "") -> str:
    """Why a seat may not choose something for a slot."""
    with pytest.raises(IllegalChoice) as refused:
        match.act(seat, line, slot_of(match, slot or seat))
    return refused.value.sentence


@pytest.mark.clause("FS3-22.2a", "FS3-D.1")
def test_forces_join_whole_or_not_at_all() -> None:
    """All members at one word, with their own gear, in their team or another, pilots in vehicles of their own."""
    match = fight(begun=False)
    match.act("desk", "join street_gang at=60,30 rating=2")
    state, names = match.state[0], match.setting.game.names(match.setting, match.state)
    joined = [one for one in state.combatants[10:] if one.status]
    assert [names.unit_title(f"joined{k}") for k in (1, 4, 5)] == ["Thug 1", "Thug 4", "Boss 5"]
    assert [(int(one.team), int(one.rating)) for one in joined] == [(2, 3)] * 5
    weapons = [names.thing("weapon", int(one.weapons[0])) for one in joined]
    assert weapons == ["knife"] * 4 + ["pistol"]
    assert [int(one.armour) > 0 for one in joined] == [False] * 4 + [True]
    with pytest.raises(IllegalChoice, match="3 places left for a force of 4: nobody joins until others leave"):
        match.act("desk", "join relief_squad")
    with pytest.raises(IllegalChoice, match="as it is, once"):
        match.act("desk", "join robot_flight count=2")
    assert sum(one.status > 0 for one in match.state[0].combatants) == 15
    match.act("desk", "join robot_flight team=3")
    flight = [one for one in match.state[0].combatants if one.team == 3]
    assert len({int(one.vehicle) for one in flight if one.vehicle}) == 3


@pytest.mark.clause("FS3-22.2a")
def test_forces_are_offered_ready_made() -> None:
    """The Storyteller's decision has each with who is in it, and why it cannot join; nobody else's has any."""
    match = fight(begun=False)
    setting = match.setting
    offered = {one.name: one for one in decision_of(setting, match.view("desk"), setting.referee).presets}
    assert (offered["guard_post"].notation, offered["guard_post"].label) == (
        "join guard_post",
        "3 Guard, 1 Gunner: team 2",
    )
    assert not any(one.against for one in offered.values())
    match.act("desk", offered["guard_post"].notation)
    full = {one.name: one.against for one in decision_of(setting, match.view("desk"), setting.referee).presets}
    assert "4 places left" in full["marine_squad"] and not full["robot_section"]
    match.act("desk", "begin_fight")
    assert not decision_of(setting, match.view("anna"), slot_of(match, "anna")).presets


@pytest.mark.clause("FS3-22.30a")
def test_pause_and_rewind_with_a_reason() -> None:
    """The Storyteller stops the table and goes back, for reasons that stay in the log; acts of the desk go on."""
    match = fight()
    number = match.records[-1].number
    match.stand_in("desk", None)
    assert match.state[0].turn == 2
    match.pause("desk", "supper")
    with pytest.raises(Forbidden, match="supper"):
        match.act("anna", "pass", slot_of(match, "anna"))
    match.act("desk", "set_modifier anna 10")
    match.unpause("desk")
    match.rewind("desk", number, "forgot the mine")
    assert (match.state[0].turn, match.state[0].phase) == (1, ORDERS)
    assert match.history("anna")[-1].reason == "forgot the mine"
    match.stand_in("desk", None)
    assert match.state[0].turn == 2


@pytest.mark.clause("FS3-22.1", "FS3-21.1")
def test_several_fights_at_once_and_their_ends() -> None:
    """Each fight has a match of its own; one that is stopped leaves the other as it is, and keeps its log."""
    one, other = fight(begun=False), fight()
    one.act("desk", "stop", reason="the players are late")
    assert (one.state[0].phase, other.state[0].phase) == (ENDED, ORDERS)
    assert fight(begun=False).state[0].phase == LOBBY
    assert one.is_over
    assert one.history("anna")[-1].reason == "the players are late"


@pytest.mark.clause("FS3-22.3", "FS3-22.4", "FS3-22.6")
def test_roster_has_everybody_at_a_glance() -> None:
    """Team by team: weapon with rounds or vehicle with place, damage or KO, stance, action and target."""
    match = fight()
    match.act("desk", "inflict anna serious location=LA")
    match.act("desk", "set_modifier anna -20")
    scene = match.setting.game.scene(match.setting, match.view("desk"))
    assert scene.roster is not None
    rows = {row.name: row for row in scene.roster.rows}
    assert scene.roster.columns == ("Weapon", "Damage", "Stance", "Action", "Target")
    assert [row.group for row in scene.roster.rows] == ["team 1"] * 4 + ["team 2"] * 6
    assert rows["Anna"].cells[:3] == ("Assault rifle 20/20", "XXX..", "normal")
    assert "pilot of Hawk" in rows["Dan"].cells[0]
    tokens = {token.unit: token for token in (*scene.tokens, *scene.waiting)}
    assert {row.unit for row in scene.roster.rows} <= tokens.keys(), "what else there is to say stands in their notes"
    assert any("-20" in note for note in tokens[rows["Anna"].unit].notes)
    players = match.setting.game.scene(match.setting, match.view("ben"))
    assert not any("organizer" in note for token in (*players.tokens, *players.waiting) for note in token.notes)


@pytest.mark.clause("FS3-22.30", "FS3-22.30a")
def test_log_outlives_the_fight_and_replays(tmp_path: Path) -> None:
    """Every roll with its modifiers is in the file of the fight, desk and all; its rules come to the same again."""
    match = fight()
    save(match, tmp_path / "raid.match")
    match.act("desk", "join kolja")
    match.act("desk", "inflict gunner serious location=HD")
    match.act("desk", "note anna", reason="a traitor")
    match.stand_in("desk", None)
    match.act("desk", "stop", reason="supper")
    match.leave()
    file = read_match_file(tmp_path / "raid.match")
    assert verify(file)[0] == len(match.records), "each State comes to the hash that is written down"
    dice = [die for record in match.records for one in record.events for die in one.dice]
    assert {die.purpose for die in dice} >= {"initiative", "attack", "defence"}
    assert any(one.modifiers for record in match.records for one in record.events)


@pytest.mark.clause("FS3-6.1", "FS3-22.1")
def test_fight_is_real_or_mock() -> None:
    """As the scenario has it, unless whoever begins it says otherwise."""
    for said, raid_is_mock, sparring_is_mock in (("scenario", 0, 1), ("real", 0, 0), ("mock", 1, 1)):
        made = [GAME.make_setting(scenario, {"mode": said}) for scenario in ("depot_raid", "sparring")]
        assert [setting.tables[0].mock for setting in made] == [raid_is_mock, sparring_is_mock]
    with pytest.raises(IllegalChoice, match="must be one of"):
        GAME.make_setting("sparring", {"mode": "deadly"})
