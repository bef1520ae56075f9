"""A bot that chooses what leaves it best off if the dice fall badly, and draws lots between choices as good."""

from fireteam.core.chance.distribution import exhaust
from fireteam.core.dice import keyed_draw
from fireteam.core.engine.dispatch import evaluate, menu_choice, menu_size
from fireteam.core.protocol.choices import new_choices

LOOKED_AT = 24  # of a longer menu, so many choices


def choose(setting, states, slot, key):
    tables, choices = setting.tables, new_choices()
    size = menu_size(states[0], tables[0], slot)
    best, most = [], -1.0
    for k in range(0, size, max(1, size // LOOKED_AT)):
        menu_choice(states[0], tables[0], slot, k, choices[slot])
        ends = exhaust(states, tables, choices).ends
        least = min(evaluate(end[0], tables[0], slot) for end, chance in ends if chance > 0.1)
        if least > most:
            best, most = [], least
        if least == most:
            best.append(k)
    menu_choice(states[0], tables[0], slot, best[keyed_draw(key, 0, len(best)) - 1], choices[slot])
    return choices[slot : slot + 1].copy()
