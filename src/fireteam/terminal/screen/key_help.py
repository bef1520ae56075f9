"""What the keys do at the table, in words."""

from __future__ import annotations

MEANINGS = {
    "arrows, mouse": "Bring the cursor to a square. Enter, or a click where it is already, does the obvious there.",
    "Tab, Shift+Tab": "Take up the next piece that can act. A capital letter takes up the next whose letters begin so, "
    "and Enter the one under the cursor; Esc puts it down.",
    "+  ×": "Where the piece in hand can go; what it can aim at or attack. Enter on the piece itself points at the "
    "likeliest target, x at the next.",
    "•  X": "Its line of sight to the cursor, and what blocks it.",
    "▲ ● ◆ ★": "Tell the sides apart, as capital and small letters do. A darker piece has nothing left to do. "
    "∘ stands where somebody has just gone from.",
    "1 to 9": "Do what stands beside the board, with its chance of success; or click it, or a and then the arrows. "
    "Above it stands what makes the chance, each part with its clause of the rules.",
    "why not": "Enter on a square or an enemy that does not go tells why, and by which clause; c opens that clause.",
    "t": "What the enemy could hit next turn and how likely, square by square.",
    "u  o": "Take your last choice back (once dice have fallen the others must agree); let it stand again.",
    "l": "The log, with every die: Enter on a line opens its clauses. Esc goes back to the board.",
    "p  b": "Pieces with their numbers, and what the ground is; the rulebook, by words.",
    "i": "Who you are, and what you are after.",
    "z, Shift": "On a map: z shows it nearer, round the cursor, or all of it again; with Shift the arrows go finely. "
    "Tab goes to the next target, or to the next of all that is there, sites too; Enter goes towards the cursor "
    "as far as it may.",
    "walking": "Where a game has counts, Enter on a place farther than a step walks there count by count, and the map "
    "has the way with the counts. Any key stops it, Enter shows it faster. On the unit itself Enter takes "
    "its last step again. To keep still on all counts ahead stands beside the map.",
    "/": "Type instead: a piece (rf1), a square (e7), or a choice (move rf1 e7). plan CHOICE; CHOICE chooses ahead, "
    "plan u2: CHOICE for another slot of yours or of somebody here who is out; plan u2 alone takes that back.",
    "g  q": "Give the game up; leave the table: how to go on from there is told.",
}
PLAN_PROMPT = "plan CHOICE; CHOICE: choose ahead; plan u2: CHOICE: for another slot"
SQUARE_PROMPT = (
    "A piece (rf1), a square (e7), or a choice as the log has it (move rf1 e7); Esc: never mind",
    PLAN_PROMPT,
)
MAP_PROMPT = (
    "A place (12.5,21), a part of the map or who is there (site a, u5), or a choice; Esc: never mind",
    PLAN_PROMPT,
)
