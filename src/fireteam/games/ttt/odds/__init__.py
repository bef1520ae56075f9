"""The questions of `fireteam odds ttt` and `fireteam ask ttt`: each is answered by the playing rules."""

from __future__ import annotations

from ....core.game import Question
from .asks import allowance_of, attack, los, menu_of, points_of, reach_of, why
from .best_play import best, endgame, kills
from .chances import after, duel, fire, hit, hold, rolloff, volley_of

ON = "terrain of the target: plain, woods, woods+swamp, a letter of the legend"
ONS = f"{ON}; one, or one for each target"
SPOT = "true if a Radio Operator spots the target"
MEDIC = "true if a Medic stands near the target"
POSITION = "a position in one line"
CHOICE = "a choice in notation"
YARD = 'position="@mini_a - move 1 1 1 rifleman@a1+1 guard@c3 -"'
SHOT = 'position="@plain_10 - attack 1 1 0 rifleman@c3+1,recon@d3+1 guard@c5 -"'
BLAST = 'position="@plain_10 - attack 1 1 0 grenadier@b4+1 rifleman@e4,recon@e5 -"'

ODDS = {
    "hit": Question(
        hit,
        {
            "th": "to-hit bonus",
            "tbh": "to-be-hit score",
            "terrain_bonus": "of the target's square",
            "mods": "all else that is added to the die",
        },
        "th=1 tbh=3 terrain_bonus=2 mods=0",
        "one attack by its numbers",
    ),
    "duel": Question(
        duel,
        {
            "attacker": "piece type",
            "target": "piece type",
            "on": ON,
            "aim": "true if it aimed",
            "spot": SPOT,
            "medic": MEDIC,
        },
        "attacker=sniper target=guard on=woods aim=true",
        "one attack of a piece on another",
    ),
    "volley": Question(
        volley_of,
        {
            "attackers": "piece types, in turn",
            "target": "piece type",
            "on": ON,
            "aim": "those that aimed",
            "spot": SPOT,
            "medic": MEDIC,
        },
        "attackers=rifleman,recon,bazooka target=guard on=woods",
        "a turn's fire at one target",
    ),
    "fire": Question(
        fire,
        {"position": POSITION, "target": "a piece, such as 2.guard.1"},
        f"{SHOT} target=2.guard.1",
        "all that the acting side can fire at one target on a position",
    ),
    "after": Question(
        after,
        {"position": POSITION, "choice": CHOICE},
        f'{BLAST} choice="attack 1.grenadier.1 2.rifleman.1"',
        "what a choice does to every piece",
    ),
    "kills": Question(
        kills,
        {"attackers": "piece types", "targets": "piece types, all in range", "on": ONS},
        "attackers=berserker targets=rifleman,rifleman,rifleman",
        "the distribution of eliminations in an attack phase",
    ),
    "best": Question(
        best,
        {"attackers": "piece types", "targets": "piece types", "on": ONS, "position": POSITION},
        "attackers=rifleman,bazooka targets=recon,guard",
        "the greatest expected number of eliminations in an attack phase",
    ),
    "hold": Question(
        hold,
        {
            "piece": "piece type",
            "attackers": "piece types",
            "on": ON,
            "aim": "the one that aims",
            "turns": "enemy turns",
        },
        "piece=guard attackers=sniper,rifleman aim=sniper turns=3",
        "the chance to stand through enemy turns",
    ),
    "rolloff": Question(rolloff, {}, "", "the first roll for the seats decides"),
    "endgame": Question(
        endgame,
        {
            "board": "a board",
            "side_1": "pieces, such as rifleman@a1",
            "side_2": "pieces",
            "turns": "turns of both sides together",
            "draw": "what side 1 gets when they are used up",
            "to_move": "1 or 2",
            "enter_1": "a square that wins for side 1",
            "enter_2": "a square that wins for side 2",
        },
        "board=mini_b side_1=recon@a1 side_2=shot_gun@c3 turns=2",
        "perfect play to the end",
    ),
}
"""What `fireteam odds ttt` answers."""

ASKS = {
    "los": Question(
        los,
        {"board": "board or joined boards, such as 2+4r+3", "from": "a square", "to": "a square"},
        "board=5 from=a1 to=e1",
        "distance and line of sight, and what blocks it",
    ),
    "reach": Question(
        reach_of,
        {
            "board": "a board",
            "piece": "piece type",
            "start": "a square",
            "occupied": "squares, or own pieces such as minesweeper@h7",
            "terrain_move": "start or enter",
            "side": "1 or 2",
        },
        "board=5 piece=recon start=a4 occupied=a5,c4",
        "the squares a move can end on",
    ),
    "attack": Question(
        attack,
        {"board": "a board", "attacker": "piece, square", "target": "piece, square"},
        "board=diagram_1 attacker=recon,g3 target=rifleman,f4",
        "whether an attack is lawful",
    ),
    "allowance": Question(
        allowance_of,
        {"terrain": "terrains of the square", "move": "the piece's Move"},
        "terrain=woods,swamp move=4",
        "steps from a square",
    ),
    "points": Question(points_of, {"piece": "piece type"}, "piece=m_gunner", "the cost of a piece"),
    "menu": Question(menu_of, {"position": POSITION}, YARD, "every lawful choice"),
    "why": Question(
        why,
        {"position": POSITION, "choice": CHOICE},
        f'{YARD} choice="move 1.rifleman.1 b2"',
        "why a choice is not lawful",
    ),
}
"""What `fireteam ask ttt` answers."""
