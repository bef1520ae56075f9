"""Exact odds are the playing rule run over every die: against the rulebook's tables (15.1) and icepool."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
import yaml
from icepool import d6

from fireteam.core.chance.distribution import exhaust
from fireteam.core.engine.dispatch import to_act
from fireteam.core.protocol.choices import new_choices, put_choice
from fireteam.core.slot_choices import encode_choice, read_choice, refusal_of
from fireteam.games.ttt.content import load
from fireteam.games.ttt.state import IN_PLAY
from tests import naive
from tests.games.ttt.table import At, a_piece, table, unit

TABLES = yaml.safe_load((Path(__file__).parents[2] / "examples" / "ttt_tables.yaml").read_text(encoding="utf-8"))
CODES = {piece.code: piece for piece in load().sheet().pieces}


Outcomes = list[tuple[At, Fraction]]


def after(at: At, line: str) -> Outcomes:
    """Every way a choice can end, with its chance."""
    setting, states = at
    slot = 0 if to_act(states[0]) & 1 else 1
    value = read_choice(setting, line)
    assert refusal_of(setting, states, slot, value) is None
    choices = new_choices()
    put_choice(choices, slot, encode_choice(setting, states, value))
    found = exhaust(states, setting.tables, choices)
    assert found.exact
    return [((setting, end), chance) for end, chance in found.ends]


def volley(at: At, *lines: str) -> Outcomes:
    """Every way several attacks can end; an attack on a piece that is gone is not made."""
    now: Outcomes = [(at, Fraction(1))]
    for line in lines:
        target = line.split()[2]
        now = [
            (end, p * q)
            for before, p in now
            for end, q in (after(before, line) if stands(before, target) else [(before, Fraction(1))])
        ]
    assert sum(p for _, p in now) == 1
    return now


def stands(at: At, piece: str) -> bool:
    return bool(unit(*at, piece).status == IN_PLAY)


def chance_gone(outcomes: Outcomes, piece: str) -> Fraction:
    return sum((p for at, p in outcomes if not stands(at, piece)), Fraction(0))


def hit(attacker: str, target: str, letter: str, pieces: Any = ()) -> Fraction:
    """The chance that an attacker eliminates a target on a terrain; an indirect one stands a square farther off."""
    near = "c2" if attacker == "mortar" else "b2"
    at = table(f"...\n{letter}..\n...", f"{attacker} {near}", f"{target} a2, guard c3", phase="attack", pieces=pieces)
    return chance_gone(after(at, f"attack 1.{attacker}.1 2.{target}.1"), f"2.{target}.1")


@pytest.mark.clause("TTT-8.10", "TTT-8.11", "TTT-8.13", "TTT-3.14", "TTT-4.23")
@pytest.mark.parametrize(("tables", "letter"), [("hit_on_plain", "."), ("hit_in_woods", "w")])
@pytest.mark.parametrize("attacker", CODES)
def test_the_chances_of_every_type_against_every_type(attacker: str, tables: str, letter: str) -> None:
    row = [6 * hit(CODES[attacker].id, CODES[target].id, letter) for target in TABLES["columns"]]
    assert row == TABLES[tables][attacker]


@pytest.mark.clause("TTT-8.10", "TTT-8.13", "TTT-8.14", "TTT-3.14")
@pytest.mark.parametrize("th", range(4))
def test_the_chances_of_every_statistic(th: int) -> None:
    for tbh, row in enumerate(TABLES["hit_by_statistics"][th], 1):
        pieces = [a_piece("one", th=th), a_piece("two", tbh=tbh)]
        assert [6 * hit("one", "two", letter, pieces) for letter in ".rw"] == row
        assert [6 * naive.chance(tbh, bonus, th) for bonus in range(3)] == row


@pytest.mark.clause("TTT-8.13")
@pytest.mark.parametrize(("k", "chance"), TABLES["chance_of_k"].items())
def test_the_chance_of_a_hit_follows_from_k(k: int, chance: str) -> None:
    pieces = [a_piece("one", th=0), a_piece("two", tbh=k)]
    assert hit("one", "two", ".", pieces) == naive.n(k) == Fraction(chance)
    assert naive.n(0) == naive.n(-3) == Fraction(5, 6) and naive.n(6) == naive.n(9) == Fraction(1, 6)


def judged(needs: int, saves: int = 0) -> Fraction:
    """icepool's chance of a die of at least `needs` that no die of at least 5 undoes."""
    gone = d6 >= needs
    return Fraction((gone & ~(d6 >= 5) if saves else gone).probability(True))


@pytest.mark.clause("TTT-4.18", "TTT-4.19")
@pytest.mark.parametrize("medics", [0, 1, 2])
@pytest.mark.parametrize(("attacker", "needs"), [("rifleman", 3), ("recon", 4), ("bazooka", 2)])
def test_icepool_agrees_about_saves(attacker: str, needs: int, medics: int) -> None:
    tent = "".join(f", medic {square}" for square in ("c6", "d5")[:medics])
    at = table("plain_10", f"{attacker} c3", f"recon c5{tent}, guard j1", phase="attack")
    odds = chance_gone(after(at, f"attack 1.{attacker}.1 2.recon.1"), "2.recon.1")
    assert odds == judged(needs, medics)


@pytest.mark.clause("TTT-4.13")
def test_icepool_agrees_about_frenzy() -> None:
    at = table("plain_10", "berserker c3", "rifleman c4, rifleman d3, rifleman c2, guard j1", phase="attack")
    targets = [f"2.rifleman.{number}" for number in (1, 2, 3)]
    now: Outcomes = [(at, Fraction(1))]
    for target in targets:
        now = [
            (end, p * q)
            for before, p in now
            for end, q in (
                after(before, f"attack 1.berserker.1 {target}")
                if unit(*before, "1.berserker.1").attacks
                else [(before, Fraction(1))]
            )
        ]
    odds = {kills: Fraction(0) for kills in range(4)}
    for end, p in now:
        odds[sum(not stands(end, target) for target in targets)] += p

    die = (d6 >= 3).map({True: 1, False: 0})
    expected = icepool.map(lambda a, b, c: a + a * b + a * b * c, die, die, die)
    assert odds == {kills: Fraction(expected.probability(kills)) for kills in range(4)}
    assert odds == {0: Fraction(1, 3), 1: Fraction(2, 9), 2: Fraction(4, 27), 3: Fraction(8, 27)}


@pytest.mark.clause("TTT-8.4", "TTT-4.12", "TTT-7.13", "TTT-4.21")
def test_icepool_agrees_about_volleys() -> None:
    woods = table("...\n.w.\n...", "rifleman a1, recon c1, bazooka c3", "guard b2, guard a3", phase="attack")
    lines = [f"attack 1.{piece}.1 2.guard.1" for piece in ("rifleman", "recon", "bazooka")]
    odds = chance_gone(volley(woods, *lines), "2.guard.1")
    missed = (d6 < 6) & (d6 < 6) & (d6 < 6)
    assert odds == 1 - Fraction(missed.probability(True)) == Fraction(91, 216)

    plain = table("plain_10", "rifleman c3, recon c4, bazooka d4", "guard c5, guard j1", phase="attack")
    odds = chance_gone(volley(plain, *lines), "2.guard.1")
    missed = (d6 < 5) & (d6 < 6) & (d6 < 4)
    assert odds == 1 - Fraction(missed.probability(True)) == Fraction(13, 18)

    burst = table("plain_10", "m_gunner c3", "rifleman c5, guard j1", phase="attack")
    odds = chance_gone(volley(burst, *["attack 1.m_gunner.1 2.rifleman.1"] * 2), "2.rifleman.1")
    assert odds == 1 - Fraction(((d6 < 3) & (d6 < 3)).probability(True)) == Fraction(8, 9)

    rocky = table("r....\n.....\nR...L", "sniper R, radio_operator L", "guard a3, guard e3")
    ((aimed, _),) = after(rocky, "aim 1.sniper.1 2.guard.1")
    assert chance_gone(after(aimed, "attack 1.sniper.1 2.guard.1"), "2.guard.1") == judged(6)  # 4 squares are too far
    rocky = table("r....\n.....\nR.L..", "sniper R, radio_operator b2", "guard a3, guard e3")
    ((aimed, _),) = after(rocky, "aim 1.sniper.1 2.guard.1")
    assert chance_gone(after(aimed, "attack 1.sniper.1 2.guard.1"), "2.guard.1") == judged(5) == Fraction(1, 3)


@pytest.mark.clause("TTT-4.14", "TTT-4.15", "TTT-8.16")
def test_icepool_agrees_about_a_blast() -> None:
    at = table(
        """
        ..w.
        ..T.
        ....
        ..G.
        """,
        "grenadier G, recon d3, guard a4",
        "rifleman T, rifleman c4, guard d1",
        phase="attack",
    )
    outcomes = after(at, "attack 1.grenadier.1 2.rifleman.1")
    for piece, needs in (("2.rifleman.1", 4), ("2.rifleman.2", 6), ("1.recon.1", 5)):
        assert chance_gone(outcomes, piece) == judged(needs)
    together = icepool.map(lambda a, b, c: (a >= 4, b >= 6, c >= 5), d6, d6, d6)
    odds = dict.fromkeys(together.outcomes(), Fraction(0))
    for end, p in outcomes:
        odds[tuple(not stands(end, piece) for piece in ("2.rifleman.1", "2.rifleman.2", "1.recon.1"))] += p
    assert odds == {gone: Fraction(together.probability(gone)) for gone in together.outcomes()}
