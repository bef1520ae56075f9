"""Maps, places and paths at random: many on round coordinates, so that much meets exactly."""

from __future__ import annotations

from random import Random

from fireteam.core.space.polygons import are_apart, is_strictly_convex

from .maps import FLAGS, Piece

SIZE = 1600, 1200  # hundredths
"""Small, so that much is in the way."""
Place = tuple[int, int]


def pieces_at_random(random: Random) -> list[tuple[str, list[Place]]]:
    """Up to ten pieces that do not overlap, some of them touching."""
    grain = random.choice([1, 25, 50, 100])
    found: list[tuple[str, list[Place]]] = []
    for _ in range(random.randint(1, 14)):
        corners = rectangle(random, grain) if random.random() < 0.7 else polygon(random, grain)
        fits = all(0 <= x <= SIZE[0] and 0 <= y <= SIZE[1] for x, y in corners) and is_strictly_convex(corners)
        if fits and all(are_apart(corners, other) for _, other in found):
            found.append((random.choice([*FLAGS]), corners))
    return found


def rectangle(random: Random, grain: int) -> list[Place]:
    x, y = place(random, grain)
    wide, high = (random.randint(1, 400 // grain) * grain for _ in "xy")
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def polygon(random: Random, grain: int) -> list[Place]:
    """A triangle or another polygon around a point; not always one that a map may have."""
    x, y = place(random, grain)
    ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    kept = sorted(random.sample(range(8), random.randint(3, 8)))
    far = random.randint(1, 200 // grain) * grain
    return [(x + ways[i][0] * far, y + ways[i][1] * (far if random.random() < 0.8 else far // 2)) for i in kept]


def place(random: Random, grain: int = 0) -> Place:
    grain = grain or random.choice([1, 5, 25, 50])
    return random.randint(0, SIZE[0] // grain) * grain, random.randint(0, SIZE[1] // grain) * grain


def near(random: Random, at: Place, reach: int) -> Place:
    """A place on the map not far from another."""
    x, y = (min(max(value + random.randint(-reach, reach), 0), most) for value, most in zip(at, SIZE, strict=True))
    return x, y


def path_at_random(random: Random) -> list[Place]:
    """A start and one to four waypoints, no two in a row the same."""
    points = [place(random)]
    for _ in range(random.randint(1, 4)):
        x, y = points[-1]
        straight = random.choice([(x, y + 150), (x + 125, y), (x - 75, y), near(random, points[-1], 250)])
        then = min(max(straight[0], 0), SIZE[0]), min(max(straight[1], 0), SIZE[1])
        if then != points[-1]:
            points.append(then)
    return points if len(points) > 1 else path_at_random(random)


def in_inches(pieces: list[tuple[str, list[Place]]]) -> list[Piece]:
    return [(kind, [(x / 100, y / 100) for x, y in corners]) for kind, corners in pieces]
