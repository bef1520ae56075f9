"""A campaign is what its entries make of it: commands, undoing, what is told to whom, and edited files."""

from __future__ import annotations

import pytest

from fireteam.campaign.campaign import Campaign, begin
from fireteam.campaign.entry import decode_command
from fireteam.campaign.exchange import read_files, write_files
from fireteam.campaign.journal import Journal
from fireteam.core.errors import BadFile, BadNotation, Conflict, Forbidden, IllegalChoice, UnknownName
from fireteam.core.protocol.campaign import Actor
from tests.campaign.toy import TOY, Earn, Gamble, Join, Note, Spend, Wait, Whisper, change_rules

ANNA, BOB = Actor("anna"), Actor("bob", is_storyteller=False)


@pytest.fixture
def campaign() -> Campaign:
    """One with a hero of Bob's who has 5 gold, after two entries."""
    made = Campaign(Journal(begin("toy", "Winter", ANNA)))
    made.do(Join("ben", "bob"), ANNA)
    made.do(Earn("ben", 5), ANNA, "a quest")
    return made


def test_commands_change_a_campaign_and_are_kept_with_who_and_why(campaign):
    line = campaign.do(Spend("ben", 2), BOB, "a horse")
    assert campaign.state.heroes["ben"].gold == 3
    assert (line.number, line.by, line.reason, line.word) == (3, "bob", "a horse", "spend")
    assert line.sentences == ("ben spends 2",)
    assert [str(each) for each in line.differences] == ["heroes/ben.yaml: gold: 5 -> 3"]
    entry = campaign.journal.since(2)[0]
    assert entry.command == {"command": "spend", "hero": "ben", "gold": 2} and entry.player


def test_what_is_refused_changes_nothing(campaign):
    before = campaign.state
    for command, actor in ((Spend("ben", 6), ANNA), (Earn("ben", 1), BOB), (Join("ben"), ANNA)):
        with pytest.raises(IllegalChoice):
            campaign.do(command, actor)
    assert campaign.state is before and campaign.number == len(campaign.journal.since(0)) == 2


def test_the_same_entries_make_the_same_campaign(campaign):
    for _ in range(9):
        campaign.do(Gamble("ben"), ANNA)
    again = Campaign(Journal(campaign.head, campaign.journal.since(0)))
    assert again.state == campaign.state and len({entry.seed for entry in campaign.journal.since(2)}) == 9


def test_an_undone_entry_is_left_out_and_may_stand_again(campaign):
    campaign.do(Note("ben", "tall"), ANNA)
    line = campaign.undo(2, ANNA, "wrong hero")
    assert campaign.state.heroes["ben"].gold == 0 and campaign.state.heroes["ben"].notes == "tall"
    assert line.sentences == ("undone: entry 2, earn",)
    assert (line.reason, campaign.log(ANNA)[3].reason) == ("wrong hero", "wrong hero")
    assert [str(each) for each in line.differences] == ["heroes/ben.yaml: gold: 5 -> 0"]
    assert [each.undone for each in campaign.log(ANNA)] == [False, True, False, False]
    campaign.undo(4, ANNA)
    assert campaign.state.heroes["ben"].gold == 5
    assert [each.undone for each in campaign.log(ANNA)] == [False, False, False, True, False]
    campaign.undo(5, ANNA)
    assert campaign.state.heroes["ben"].gold == 0
    assert Campaign(Journal(campaign.head, campaign.journal.since(0))).state == campaign.state


def test_undoing_names_the_later_entry_that_could_not_stand(campaign):
    campaign.do(Spend("ben", 4), BOB)
    before = campaign.state
    with pytest.raises(IllegalChoice, match=r"entry 2 cannot be undone: entry 3 \(spend, by bob\) would then be"):
        campaign.undo(2, ANNA)
    assert campaign.state is before and campaign.number == 3
    campaign.undo(3, ANNA)
    campaign.undo(2, ANNA)
    with pytest.raises(IllegalChoice, match="entry 4 cannot be undone: entry 3"):
        campaign.undo(4, ANNA)
    assert campaign.state.heroes["ben"].gold == 0


@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_what_is_not_there_cannot_be_undone(campaign, number):
    with pytest.raises(BadNotation, match=r"no entry -?\d+ to undo; there are entries 1 to 2"):
        campaign.undo(number, ANNA)


def test_nothing_is_undone_twice_nor_by_a_player(campaign):
    campaign.undo(2, ANNA)
    with pytest.raises(BadNotation, match="undone already"):
        campaign.undo(2, ANNA)
    with pytest.raises(Forbidden, match="bob may not undo"):
        campaign.undo(1, BOB)


def test_of_two_writers_one_hears_that_the_other_was_quicker(campaign):
    class Shared(Journal):
        def since(self, number):
            return campaign.journal.since(number)

        def append(self, *entries, files):
            campaign.journal.append(*entries, files=files)

    other = Campaign(Shared(campaign.head))
    campaign.do(Earn("ben", 1), ANNA)
    with pytest.raises(Conflict, match="somebody else"):
        other.do(Earn("ben", 10), ANNA)
    assert other.state.heroes["ben"].gold == 5 and campaign.number == 3
    assert other.refresh() and not other.refresh()
    other.do(Earn("ben", 10), ANNA)
    assert other.state.heroes["ben"].gold == 16
    with pytest.raises(Conflict):
        campaign.do(Wait(), ANNA, last=2)


def test_who_knows_of_another_last_entry_is_told_so(campaign):
    """Be it one that was the last, or one that is not there yet."""
    last = campaign.number
    for known in (last - 1, last + 1, 0):
        with pytest.raises(Conflict):
            campaign.do(Wait(), ANNA, last=known)
        with pytest.raises(Conflict):
            campaign.undo(2, ANNA, last=known)
    assert campaign.number == last
    campaign.do(Wait(), ANNA, last=last)


def test_a_player_of_the_storytellers_name_reads_what_players_do(campaign):
    """Whoever of the two asks first."""
    namesake = Actor(ANNA.name, is_storyteller=False)
    campaign.do(Whisper("ben", "a traitor"), ANNA, "a plot")
    campaign.do(Wait(2), ANNA, "winter")
    twin = Campaign(Journal(campaign.head, campaign.journal.since(0)))
    told = campaign.log(ANNA), campaign.log(namesake)
    assert (twin.log(namesake), twin.log(ANNA)) == told[::-1]
    assert told[0] != told[1] and not any("traitor" in str(line) for line in told[1])


def test_a_player_reads_nothing_that_is_for_the_storyteller(campaign):
    twin = Campaign(Journal(campaign.head, campaign.journal.since(0)))
    for one, secret in ((campaign, "a traitor"), (twin, "a saint")):
        one.do(Whisper("ben", secret), ANNA, f"because {secret}")
        one.undo(3, ANNA, f"no {secret}")
        one.undo(4, ANNA)
        one.do(Wait(2), ANNA, f"{secret} sleeps")
    assert campaign.state != twin.state and campaign.state_for(BOB) == twin.state_for(BOB)
    told = [
        [(each.word, each.reason, each.sentences, each.command) for each in one.log(BOB)] for one in (campaign, twin)
    ]
    assert told[0] == told[1]
    assert [each.number for each in campaign.log(BOB)] == [1, 2, 6]
    assert campaign.log(ANNA, since=2)[0].sentences == ("ben: a traitor",)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"command": "dance"}, "no command 'dance'; there is join"),
        ({"command": ["join"]}, "no command"),
        ([], "no command None"),
        ({"command": "earn", "hero": "ben"}, "earn: .*gold"),
        ({"command": "earn", "hero": "ben", "gold": "1"}, "earn: .*int"),
        ({"command": "wait", "hours": 1}, "wait: .*hours"),
    ],
)
def test_what_is_no_command_is_told(value, words):
    with pytest.raises(BadNotation, match=words):
        decode_command(TOY, value)


def test_a_game_without_campaigns_is_told():
    with pytest.raises(UnknownName, match="no game with campaigns named 'ttt'"):
        begin("ttt", "Winter", ANNA)


def test_a_journal_that_these_rules_refuse_names_the_entry(campaign):
    entries = campaign.journal.since(0)
    with pytest.raises(BadFile, match=r"entry 1 is missing"):
        Campaign(Journal(campaign.head, entries[1:]))
    campaign.do(Spend("ben", 4), ANNA)
    campaign.journal._entries[1] = campaign.journal._entries[1].__class__(2, 0.0, "anna", command={"command": "fly"})
    with pytest.raises(BadFile, match=r"entry 2 \(fly\) is refused: no command 'fly'"):
        Campaign(campaign.journal)


# Rules that change


class Kept(Journal):
    """A journal that keeps what the campaign is as well, as a database does."""

    def __init__(self, head):
        super().__init__(head)
        self.files = {}

    def last_files(self, number):
        return self.files if number == len(self.since(0)) else {}

    def append(self, *entries, files):
        super().append(*entries, files=files)
        self.files = files


@pytest.fixture
def hero_journal() -> Kept:
    """A journal with a hero who earned 5, spent 4 and has a note."""
    journal = Kept(begin("toy", "Winter", ANNA))
    made = Campaign(journal)
    for command in (Join("ben", "bob"), Earn("ben", 5), Spend("ben", 4), Note("ben", "tall")):
        made.do(command, ANNA)
    return journal


@pytest.mark.parametrize("amount", [9, 0])
def test_other_rules_leave_a_campaign_as_it_was_acknowledged(hero_journal, monkeypatch, amount):
    change_rules(monkeypatch, amount)
    again = Campaign(hero_journal)
    assert again.state.heroes["ben"].gold == 1 and again.number == len(hero_journal.since(0)) == 5
    lines = again.log(ANNA)
    assert (lines[4].by, lines[4].reason) == ("fireteam", "the rules have changed, and the campaign stays as it was")
    assert any("entry 3 (spend) is refused" in sentence for sentence in lines[2].sentences) == (amount == 0)
    assert Campaign(hero_journal).number == 5 and Campaign(hero_journal).state == again.state
    again.do(Spend("ben", 1), ANNA)
    again.undo(6, ANNA)
    if amount == 0:
        with pytest.raises(BadNotation, match="entry 5 cannot be undone: these rules refuse entry 3"):
            again.undo(5, ANNA)
        with pytest.raises(IllegalChoice, match="entry 2 cannot be undone: entry 3"):
            again.undo(2, ANNA)
    assert Campaign(hero_journal).state == again.state


def test_files_carry_a_campaign_over_to_rules_that_refuse_its_entries(hero_journal, monkeypatch):
    files = write_files(Campaign(hero_journal))
    change_rules(monkeypatch, 0)
    with pytest.raises(BadFile, match=r"entry 3 \(spend\) is refused"):
        read_files(files, ANNA)
    change_rules(monkeypatch, 0, version=2)
    arrived = read_files(files, ANNA).campaign
    assert arrived.state.heroes["ben"].gold == 1 and arrived.number == 5
    assert [entry.rules for entry in arrived.timeline.entries] == [1, 1, 1, 1, 2]
