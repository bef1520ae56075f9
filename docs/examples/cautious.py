"""A bot that chooses what leaves it best off if the dice fall badly, and draws lots between choices as good."""

from fireteam.core.choices import new_choices
from fireteam.core.dice import drawn
from fireteam.core.entry import count, kth, worth
from fireteam.core.exhaust import exhaust

LOOKED_AT = 24  # of a longer menu, so many choices


def choose(setting, states, slot, key):
    tables, choices = setting.tables, new_choices()
    size = count(states[0], tables[0], slot)
    best, most = [], -1.0
    for k in range(0, size, max(1, size // LOOKED_AT)):
        kth(states[0], tables[0], slot, k, choices[slot])
        ends = exhaust(states, tables, choices).ends
        least = min(worth(end[0], tables[0], slot) for end, chance in ends if chance > 0.1)
        if least > most:
            best, most = [], least
        if least == most:
            best.append(k)
    kth(states[0], tables[0], slot, best[drawn(key, 0, len(best)) - 1], choices[slot])
    return choices[slot : slot + 1].copy()
