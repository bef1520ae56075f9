"""A real table run from one screen: a whole round of Third Person Shooter, and other games where it is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest

from fireteam.cli import run
from fireteam.cli.referee import seats
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import save, verify
from fireteam.match.match import Match
from fireteam.match.record import FREE
from fireteam.program_name import program_name
from fireteam.registry import find_game
from fireteam.terminal.console import Console
from fireteam.terminal.local_match import LocalMatch, answer_questions, begin_match
from fireteam.terminal.referee.ui import RefereeUI
from tests.games import bidding, gauntlet
from tests.games.tps.matches import last_turn_match
from tests.maps.plain import PLAIN_DEPOT
from tests.match.bidding_match import register_game

SMALL = {"sv_admin": "1", "teams": "2v2", "mp_roundturns": "1", "mp_halftime": "0"}


class RefereeTerminal:
    """A table with a keyboard that types these lines; what is read, and the prompts, are kept."""

    def __init__(
        self,
        setting: Setting,
        lines: Iterable[str],
        typed: bool = False,
        path: Path | None = None,
        states: Array | None = None,
    ) -> None:
        self.lines, self.prompts, self.waited, self.paper = list(lines), list[str](), list[float](), StringIO()
        begun = begin_match(lambda faces: Match(setting, seats(setting), secret_of_seed("9"), states, faces), typed)
        self.match = answer_questions(begun, lambda wanted: 1)
        if path is not None:
            save(self.match, path, PLAIN_DEPOT)
        paper = Console(self.paper, width=100)
        self.table = RefereeUI(LocalMatch(self.match, {}, typed), paper, self.read, 1.5, self.wait)
        self.code = self.table.play()

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.paper.write(prompt)
        if not self.lines:
            raise EOFError
        self.paper.write(f"{self.lines[0]}\n")
        return self.lines.pop(0)

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        if len(self.waited) == 4:
            raise KeyboardInterrupt

    @property
    def text(self) -> str:
        """What stands on the screen, in one line."""
        return " ".join(self.paper.getvalue().split())

    def at(self, unit: str) -> tuple[float, float]:
        """Where a token stands, to hundredths."""
        scene = self.table.session.local_match.scene("table")
        token = next(token for token in scene.tokens if token.unit == unit)
        return round(token.x, 2), round(token.y, 2)


def shooters(*lines: str, typed: bool = False, path: Path | None = None, **options: str) -> RefereeTerminal:
    """Two against two on the depot."""
    game = find_game("tps")
    return RefereeTerminal(game.make_setting("de_depot", {**SMALL, **options}, PLAIN_DEPOT), lines, typed, path)


CALL_LINES = ("rest", "rest")  # nothing bought, the pistols called
FACING_LINES = ("rest", "place u3 6,15 because he was led there", "rest")


# A whole round


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[RefereeTerminal, Path]:
    """A round with calls, counts, an attack on real dice, rulings and a way back, to the sheet and the next round."""
    folder = tmp_path_factory.mktemp("real")
    lines = (
        *("u1 flash", "rest", "place u3 6,15 because he was led there", "u1 glock flash", "U2 knife", "rest"),
        *("count", "u2 4,13", "rest"),
        *("u1 fire u3", "rest", "0", "7", "5 x", "5 5 5 4", "5 5 5", "2 1 1"),
        *(
            "warn u4 because he spoke of targets",
            f"log {folder}/round.txt",
            f"log {folder}/round.txt",
            "go_on",
            "1",
            "quit",
        ),
    )
    return shooters(*lines, typed=True, path=folder / "round.match"), folder


def test_a_round_is_run_to_its_end_with_dice_of_the_table(played):
    desk, _ = played
    assert desk.code == 0 and desk.lines == []
    assert "Turn 1. Call your weapons: 1-2-3! U1 U2 U3 U4> place u3 6,15" in desk.text
    assert "Nobody talks. Point at your targets: 1-2-3! U1 U2 U3 U4> u1 fire u3 U2 U3 U4> rest" in desk.text
    assert "U1 rolls 15 on 1W+2D against U3, 4 MU away: hit [to-hit, wild d6 = 5" in desk.text
    assert "Round 1 is over. Switch one player, or go on. admin>" in desk.text
    assert "Round 2. Buy! Cash:" in desk.text


def test_the_sheet_is_shown_when_a_round_is_over(played):
    desk, _ = played
    assert "rounds T 0, CT 1 U1 T frags 1 deaths 0 cash 23 U2 T frags 0 deaths 0 cash 22 U3 CT" in desk.text


def test_wrong_dice_are_asked_for_again_and_each_prompt_says_whose_roll_it_is(played):
    desk, _ = played
    asked = [prompt for prompt in desk.prompts if "d6" in prompt]
    assert asked == [
        *["U1 at U3: to-hit, wild, d6: "] * 4,
        "U1 hits U3: damage, wild, d6: ",
        "U3 against U1: Defense, wild, d6: ",
    ]
    assert desk.text.count("the face it shows, please: 1 to 6") == 3
    assert "not needed: 4" in desk.text


def test_rulings_stand_with_their_reason_in_the_log_and_in_the_match_file(played):
    desk, folder = played
    log = (folder / "round.txt").read_text()
    assert "for this reason: he was led there" in log and "U4 is warned" not in desk.text.split("go on")[0]
    rulings = [record for record in read_match_file(folder / "round.match").records if record.kind == FREE]
    assert [record.reason for record in rulings] == ["he was led there", "he spoke of targets"]
    assert f"{folder}/round.txt: File exists; nothing is written" in desk.paper.getvalue().replace("\n", " ")


def test_the_match_file_is_verified(played):
    _, folder = played
    verified = verify(read_match_file(folder / "round.match"), PLAIN_DEPOT)
    assert verified.typed == 11 and verified.dice == 0


def test_before_the_dice_have_fallen_choices_may_be_typed_anew_for_a_reason():
    lines = (
        *FACING_LINES,
        "rest",
        "u1 fire u3",
        "rest",
        "5",
        "undo",
        "undo because he meant to hold",
        "u1 hold",
        "rest",
    )
    desk = shooters(*lines, typed=True)
    assert "admin rewinds to event 13: he meant to hold Nobody talks. Point at your targets" in desk.text
    assert "U1 holds" in desk.text and "U1 points" not in desk.text and desk.prompts[-1] == "admin> "


# What is typed


def test_refusals_leave_everything_as_it_was():
    desk = shooters(
        "rest", "u1 mp5", "u1 call primary", "u9 knife", "knife", "u1 place u2 1,1", "admin go_on", "pace x"
    )
    assert desk.match.next_number == 2 and desk.table.session.choices == {} and desk.match.mailbox.slots == 0
    assert desk.text.count("No: ") >= 3 and "for whom? begin with a name: U1 U2 U3 U4" in desk.text
    assert "how many seconds between two counts? write: pace 1.5" in desk.text


def test_choices_are_written_as_short_as_they_are_clear():
    calls = ("u1 flash", "rest", "u1 glock fl crouch", "u2 kn", "u3 scope", "?", "rest")
    desk = shooters(*calls, "rest", "u1 throw 9,20 2", "typed")
    assert "U1 calls Glock 18 with Flashbang over it, crouching; U2 calls Knife" in desk.text
    assert "E_NO_SCOPE" in desk.text and "call WEAPON STANCE OVER ACTION" in desk.text
    assert "typed U1: throw 9,20 2 U2 U3 U4>" in desk.text


def test_a_target_that_cannot_be_is_refused_for_the_reason_that_comes_nearest():
    desk = shooters(*CALL_LINES, "rest", "u1 u3", "u1 u2", "u1 sing", "t u3")
    assert "No: U1 does not see U3 (E_NO_SIGHT" in desk.text and "(E_TARGET" in desk.text
    assert "'sing' is nothing to choose now; there is hold" in desk.text and desk.table.session.choices == {}


def test_a_line_typed_again_replaces_the_one_before_and_undo_forgets_it():
    desk = shooters("rest", "u1 knife", "t crouching", "u3 knife", "undo u3", "undo u3", "typed")
    assert "typed U1: call sidearm crouching U2: call sidearm crouching U3 U4>" in desk.text
    assert "nothing is typed for U3" in desk.text and desk.prompts[-1] == "U3 U4> "


def test_undo_goes_back_a_decision_for_a_reason_that_is_written_down():
    desk = shooters(*CALL_LINES, "u1 3,15", "rest", "undo", "undo because U1 went elsewhere", "u1 2,16.5", "rest")
    assert "a rewind needs a reason" in desk.text
    assert "admin rewinds to event 2: U1 went elsewhere" in desk.text
    assert desk.at("U1") == (2, 16.5)


def test_the_table_is_stopped_and_goes_on_with_what_was_typed():
    desk = shooters("rest", "u1 knife", "pause pizza", "u2 knife", "unpause", "typed")
    assert "admin, the table is stopped>" in desk.text
    assert "U2 U3 U4> typed U1: call knife U2 U3 U4>" in desk.text


def test_a_bot_plays_for_who_is_away_and_its_token_is_put_right_by_hand():
    desk = shooters("rest", "hand u2 greedy", "u2 knife", "rest", "hand u2 random", "rest", "hand u2 table")
    assert "greedy plays U2; write: hand U2 table" in desk.text
    assert desk.text.count("Put U2 at ") == 1 and desk.prompts[-1] == "U1 U2 U3 U4> "


# Counts


def test_counts_are_called_at_the_pace_with_who_may_go_and_ctrl_c_stops_them():
    desk = shooters("rest", "u1 crouching", "u2 knife", "rest", "pace 0.5", "count", "count 9", "count 12")
    assert desk.waited == [0.5] * 7
    assert "1 U2 U3 U4 2 U1 U2 U3 U4 3 U2 U3 U4 4 U1 U2 U3 U4 Stopped. To go on: count 4" in desk.text
    assert "11 U2, who moved on every count with the knife" in desk.text and "from which count?" in desk.text


def test_where_tokens_stand_becomes_orders_of_the_counts_they_may_use():
    desk = shooters("rest", "u1 crouching", "rest", "u1 2,19.5", "u2 7,20", "rest")
    assert desk.at("U1") == (2, 19.5) and desk.at("U2") == (7, 20) and desk.at("U3") == (46, 15)
    assert [len(record.choices) for record in desk.match.records[3:]] == [3, 4] * 5
    assert desk.prompts[-1] == "U1 U2 U3 U4> " and "cannot have come" not in desk.text


def test_a_token_goes_round_another_that_stands_in_its_way():
    desk = shooters(*CALL_LINES, "u2 2,10", "u1 2,11.2", "rest", "rest")
    assert desk.at("U2") == (2, 10) and desk.at("U1") == (2, 11.2)
    stands = shooters(*CALL_LINES, "u1 2,11.2", "rest")
    assert stands.at("U2") == (2, 13) and stands.at("U1") == (2, 11.2)


def test_two_whose_ways_cross_let_one_another_pass():
    desk = shooters(*CALL_LINES, "u3 44,11", "u4 44,17", "rest")
    assert desk.at("U3") == (44, 11) and desk.at("U4") == (44, 17) and "cannot have come" not in desk.text
    narrow = shooters(*CALL_LINES, "u3 46,9", "u4 46,19", "rest")
    assert narrow.at("U3") == (46, 9) and narrow.at("U4") == (46, 19)


def test_with_orders_for_several_counts_at_once_tokens_come_to_the_same_places():
    desk = shooters(*CALL_LINES, "u1 2,19.5", "u2 7,20", "rest", sv_movebatch="5")
    assert desk.at("U1") == (2, 19.5) and desk.at("U2") == (7, 20)
    assert desk.match.records[3].choices[0] == (0, "plot move:0:1,move:0:1,move:0:1,move:0:1,move:0:0.5")


def test_what_a_token_did_on_the_way_takes_its_count():
    desk = shooters(*CALL_LINES, "u1 2,16; drop glock18; 2,18", "rest")
    assert desk.at("U1") == (2, 18) and "U1 lays Glock 18 down at 2,16" in desk.text
    late = shooters(*CALL_LINES, "u1 2,24.5; drop glock18; drop glock18", "rest", "u1 pickup ak47", "rest")
    assert "U1 has no count left to drop glock18" in late.text and late.match.next_number == 3
    assert "No: U1: " in late.text and "E_NOT_CONTACT" in late.text


def test_a_token_that_went_too_far_is_ruled_to_stand_there_if_the_referee_says_so(tmp_path):
    desk = shooters(*CALL_LINES, "u1 2,27.5", "u2 2,9", "rest", "y", path=tmp_path / "far.match")
    assert "U1 cannot have come to 2,27.5: 12.50 MU on foot, it may go on 10 counts." in desk.text
    assert desk.at("U1") == (2, 27.5) and desk.at("U2") == (2, 9) and "Put " not in desk.text
    ruling = next(record for record in desk.match.records if record.kind == FREE)
    assert (ruling.choices, ruling.reason) == (((4, "place U1 2,27.5"),), "as it stands on the table")
    assert verify(read_match_file(tmp_path / "far.match")).events == desk.match.next_number


def test_else_it_goes_back_to_where_the_rules_let_it_come_or_is_typed_anew():
    desk = shooters(*CALL_LINES, "u1 2,27.5", "rest", "n")
    assert desk.at("U1") == (2, 25) and FREE not in [record.kind for record in desk.match.records]
    anew = shooters(*CALL_LINES, "u1 2,27.5", "rest", "u1 2,24", "rest")
    assert anew.at("U1") == (2, 24)


# Other games, and the command


def test_a_game_with_a_referee_and_nothing_to_call_is_run_the_same_way(monkeypatch, tmp_path):
    register_game(monkeypatch)
    lines = (
        "u1 bid 3",
        "U2,u3 bid 1",
        "fine U2 1 because late",
        "rest",
        "rest",
        "log",
        "rewind 0 because all wrong",
        "quit",
    )
    desk = RefereeTerminal(bidding.GAME.make_setting("five"), lines, path=tmp_path / "bids.match")
    assert "U1 bid most and gets" in desk.text and "for this reason: late" in desk.text
    assert desk.match.records[-1].kind == "rewind" and desk.match.records[-1].by == "referee"
    assert verify(read_match_file(tmp_path / "bids.match")).events == desk.match.next_number


def test_a_game_without_a_referee_gets_one_who_holds_no_slot(monkeypatch, tmp_path):
    for room in ("file.parse", "load"):
        monkeypatch.setattr(f"fireteam.match.{room}.find_game", {"path": gauntlet.GAME}.__getitem__)
    setting, file = gauntlet.GAME.make_setting("yard"), tmp_path / "path.match"
    assert setting.referee == -1
    desk = RefereeTerminal(setting, ("rest", "undo because of a slip", "rest", "score", "fly"), path=file)
    assert [record.kind for record in desk.match.records] == ["opening", "choice", "rewind", "choice"]
    assert "there is no score sheet" in desk.text and "'fly' is nothing to choose now" in desk.text
    assert verify(read_match_file(file)).events == desk.match.next_number == 4


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lines that come from a pipe."""
    return lambda *lines: monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))


def test_the_command_lays_a_table_for_map_and_teams(types, capsys, tmp_path):
    types("quit")
    friday = tmp_path / "friday.match"
    assert run(["referee", "tps", "--map", "de_depot", "--teams", "3v3", "--seed", "1", "-o", str(friday)]) == 0
    assert "U1 U2 U3 U4 U5 U6> quit" in capsys.readouterr().out
    text = friday.read_text()
    assert "option: sv_admin=1\noption: teams=3v3\n" in text and "seat: admin holds admin by" in text
    types("u1 knife", "rest", "quit")
    assert run(["referee", str(friday)]) == 0 and read_match_file(friday).head.seats[0].name == "table"
    assert f"To go on from here: {program_name()} referee {friday}" in capsys.readouterr().out
    assert run(["referee", str(friday), "--teams", "2v2"]) == 2
    assert run(["referee", "tps", "--map", "de_depot", "--mission", "de_depot"]) == 2
    assert run(["referee", "tps", "--pace", "99"]) == 2


def test_what_somebody_chooses_ahead_is_typed_before_they_are_awaited():
    """TPS-7.8, TPS-7.10: a list on paper, handed in by who is out."""
    setting, states = last_turn_match(sv_admin="1", mp_halftime="0")
    states[0].units[1].cash = 40
    desk = RefereeTerminal(
        setting,
        ("plan u1 hold", "plan u2 buy vest", "rest", "go_on", "u1 buy -", "u3 buy -", "quit"),
        states=states,
    )
    assert "U1 is awaited now; plan is for who is not. Write: U1, and what it chooses" in desk.text
    assert "U2 (table) has planned 1." in desk.text and desk.lines == []
    assert "U1 U3> u1 buy - U3> u3 buy - " in desk.text and "U2 buys Vest for 9" in desk.text
