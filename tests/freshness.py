"""What is found again is what would be found anew: pictures, words and menus out of caches in use, beside fresh ones.

A State is drawn among many like it, as a server does all day, and then once more with every cache empty and on scratch
records that nobody has used: both are the same. The others differ from it in one number only, so that a cache whose key
leaves that number out is found out.
"""

from __future__ import annotations

import gc
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from fireteam.core.decision import SEEN
from fireteam.core.engine.dispatch import redact
from fireteam.core.engine.record import Array, as_words, copy_of
from fireteam.core.game import Setting
from fireteam.core.identity_cache import IdentityCache, SharedValues
from fireteam.core.logged_events import read_events
from tests.conformance import Moment, Walk, slots_of

MOST = 60  # choices of a menu that are put into words
FIXED = {".n_units"}  # fields that no match alters

Answers = dict[str, str]


def stale(walk: Walk, moments: Sequence[Moment], changes: int, menus: int) -> list[str]:
    """What of these moments, and of States beside them that differ in one number, is not as it would be found anew.

    The menus of so many of them are compared, which take by far the longest.
    """
    asked = [(moment.after, moment) for moment in moments]
    asked += [(states, None) for moment in moments for states in beside(moment.after, changes, moment.key)]
    step = max(1, len(asked) // menus)
    used = [answers(walk.setting, *asked[k], k % step == 0) for k in range(len(asked))]
    caches, wrong = all_caches(), []
    for k, known in reversed([*enumerate(used)]):
        for cache in caches:
            cache.clear()
        own = walk.setting._replace(tables=walk.tables.copy())
        with ThreadPoolExecutor(1) as thread:  # each thread has scratch records of its own
            fresh = thread.submit(answers, own, *asked[k], k % step == 0, lasting=False).result()
        wrong += [
            f"{what}: {known[what]} and not {fresh[what]}"
            for what in fresh
            if fresh[what] and known[what] != fresh[what]
        ]
    return wrong


def all_caches() -> list[IdentityCache[Any] | SharedValues[Any]]:
    """The caches of objects that never change, of whatever part."""
    return [one for one in gc.get_objects() if type(one) in (IdentityCache, SharedValues)]  # a weak proxy may be dead


def beside(states: Array, most: int, seed: int) -> Iterator[Array]:
    """States that differ from one in a single number: each field of it in turn, of lists of records some entry."""
    places, dice = defaultdict[str, list[int]](list), random.Random(seed)
    for name, place in numbers_of(states.dtype):
        if name not in FIXED:
            places[name].append(place)
    words = as_words(states)[0]
    for of in dice.sample(sorted(places.values()), min(most, len(places))):
        place = dice.choice([place for place in of if words[place]] or of[1:2] or of)
        found = {int(words[place]) + 1, 0} - {int(words[place])}
        for number in found if len(of) == 1 else [dice.choice(sorted(found))]:
            other = copy_of(states)
            as_words(other)[0][place] = number
            yield other


def numbers_of(kind: Any, first: int = 0, name: str = "") -> Iterator[tuple[str, int]]:
    """Every number of a record: its field, without places in lists, and where it stands."""
    if kind.subdtype:
        base, shape = kind.subdtype
        for k in range(int(np.prod(shape))):
            yield from numbers_of(base, first + k * base.itemsize // 8, name)
    elif kind.names:
        for part in kind.names:
            yield from numbers_of(kind.fields[part][0], first + kind.fields[part][1] // 8, f"{name}.{part}")
    else:
        yield name, first


def answers(setting: Setting, states: Array, moment: Moment | None, has_menu: bool, lasting: bool = True) -> Answers:
    """What people are shown of a State: the picture, their role, their panels and their menus.

    A State that no match can come to may break the picture: then nothing is shown.
    """
    game, found = setting.game, dict[str, str]()
    all_slots = (1 << len(setting.slots)) - 1
    own = [1 << slot for slot in slots_of(states)[:1]]
    for slots in {all_slots, *own}:
        view = copy_of(states)
        redact(view[0], setting.tables[0], slots)
        if lasting:
            SEEN.keep(view)
        found[f"scene of {slots:b}"] = said(game.scene, setting, view)
        if game.role:
            found[f"role of {slots:b}"] = said(game.role, setting, view, slots)
        if game.panels and moment:
            events = read_events(setting, view, moment.log)
            found[f"panels of {slots:b}"] = said(game.panels, setting, view, events, slots)
        if slots in own and has_menu:
            found[f"menu of {slots:b}"] = said(menu_text, setting, view, slots.bit_length() - 1)
    return found


def menu_text(setting: Setting, view: Array, slot: int) -> Any:
    """A menu in words, in runs where the game has such."""
    if setting.game.menu_runs is None:
        return setting.game.decision(setting, view, slot, MOST, False)
    menu = setting.game.menu_runs(setting, view, slot, MOST)
    return menu.heading, menu.size, menu.length, [(run.options, run.uses) for run in menu.runs]


def said(ask: Callable[..., Any], *about: Any) -> str:
    """What is answered, in a text; empty if there is no answer."""
    try:
        return repr(ask(*about))
    except Exception:
        return ""
