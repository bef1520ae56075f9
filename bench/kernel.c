/* Table Top Troopers' moves and lines of fire, by hand: the same answers from the same records as the rules give.
 *
 * For every unit of the acting side that is in play: the squares on which a move may end, as four words around it, and
 * the enemies at which it may fire, as bits. Clauses as in games/ttt/RULES.md. */

#include <stdint.h>

enum { MAP = 60, SIDE = 32, TYPES = 32, ZONES = 24, GROUNDS = 48, TERRAINS = 24, OVERLAP = 4, NEAR = 6 };
enum { IN_PLAY = 2, INDIRECT = 1 << 4, CLEAR_PATH = 1 << 8, LOW_PROFILE = 1 << 9 };

typedef int64_t Int;
typedef uint64_t Bits;
typedef struct { Bits rows[MAP]; } Squares;
typedef struct {
    Int die, natural_miss, natural_hit, save, aim, spot, blast, medic, clear_path, low_profile, indirect;
    Int least_allowance, movement, command, attacks, burst, frenzy;
} Constants;
typedef struct { Int bonus, move, half, no_attack; } Terrain;
typedef struct { Int n, terrains[OVERLAP]; } Ground;
typedef struct { Int move, range, th, tbh, abilities, count, points; } Piece;
typedef struct { Int kind, zone, near, distance, south, north; } Place;
typedef struct {
    Int force, pieces, picks, given, types[SIDE], most[TYPES], preset[SIDE], ways[TYPES + 1][SIDE + 1];
    Place places[TYPES];
    Int objective, zone, piece, needed, at_turn_end, steps[MAP][MAP];
} Side;
typedef struct {
    Int width, height, types;
    Squares open, walls;
    Int ground[MAP][MAP];
    Ground grounds[GROUNDS];
    Terrain terrains[TERRAINS];
    Squares zones[ZONES], bunkers[2];
    Piece pieces[TYPES];
    Side sides[2];
    Constants constants;
    Int round_limit, limit_result, open_picks, forces_differ, fixed_seats, through_friends, every_target;
    Int terrain_entered;
} Tables;
typedef struct __attribute__((packed)) { int32_t status, piece, x, y, did, aim, attacks; Bits fired, fired_twice; } Unit;
typedef struct {
    Int phase, swapped, picking, side, round_number, budget, acted, winner, why;
    Int armed[2], held[2], score[2], exits[2], doing[5];
    Squares stand[2];
    Unit units[2 * SIDE];
} State;
typedef struct { Bits word[4]; } Window;

Int size_of_state(void) { return sizeof(State); }
Int size_of_tables(void) { return sizeof(Tables); }

static Int least(Int a, Int b) { return a < b ? a : b; }
static Int greatest(Int a, Int b) { return a > b ? a : b; }
static Int away(Int a, Int b) { return a < b ? b - a : a - b; }
static Int distance(const Unit *a, const Unit *b) { return away(a->x, b->x) + away(a->y, b->y); }
static Int sign(Int a) { return (a > 0) - (a < 0); }
static int has(const Squares *squares, Int x, Int y) { return squares->rows[y] >> x & 1; }

static Int allowance(const Tables *t, const Ground *ground, Int move) {
    Int found = move;
    for (Int k = 0; k < ground->n; k++) {
        const Terrain *terrain = &t->terrains[ground->terrains[k]];
        found = least(found, terrain->half ? move >> 1 : move + terrain->move);
    }
    return greatest(t->constants.least_allowance, found);
}

static const Ground *ground_at(const Tables *t, Int x, Int y) { return &t->grounds[t->ground[y][x]]; }

static int path_is_clear(const State *s, const Tables *t, Int i) {
    Int first = i / SIDE * SIDE;
    for (Int k = first; k < first + t->sides[i / SIDE].pieces; k++)
        if (s->units[k].status == IN_PLAY && (t->pieces[s->units[k].piece].abilities & CLEAR_PATH) &&
            distance(&s->units[i], &s->units[k]) <= t->constants.clear_path)
            return 1;
    return 0;
}

static Bits around(Bits row, Int x) {
    return (x >= NEAR ? row >> (x - NEAR) : row << (NEAR - x)) & 0x1FFF;
}

static Bits easy(const Tables *t, Int move, Int steps, Int x, Int y) {
    Bits found = 0;
    for (Int at = greatest(0, x - NEAR); at < least(t->width, x + NEAR + 1); at++)
        if (allowance(t, ground_at(t, at, y), move) >= steps)
            found |= (Bits)1 << at;
    return found;
}

static void flood(const State *s, const Tables *t, Int i, Int steps, int entered, Window *ends) {
    Int side = i / SIDE, x = s->units[i].x, y = s->units[i].y;
    Window ways = {{0}}, goals = {{0}}, reached = {{0}};
    for (Int at = greatest(0, y - steps); at < least(t->height, y + steps + 1); at++) {
        Bits mine = s->stand[side].rows[at], theirs = s->stand[1 - side].rows[at];
        Bits ground = t->open.rows[at];
        if (entered)
            ground &= easy(t, t->pieces[s->units[i].piece].move, steps, x, at);
        Bits shut = theirs | t->bunkers[0].rows[at] | t->bunkers[1].rows[at] | (t->through_friends ? 0 : mine);
        Int row = at - y + NEAR;
        ways.word[row / 4] |= around(ground & ~shut, x) << 16 * (row % 4);
        goals.word[row / 4] |= around(ground & ~(mine | theirs | t->bunkers[side].rows[at]), x) << 16 * (row % 4);
    }
    reached.word[NEAR / 4] = (Bits)1 << (16 * (NEAR % 4) + NEAR);
    for (Int step = 0; step < steps; step++) {
        Window before = reached;
        for (int k = 0; k < 4; k++) {
            Bits here = before.word[k];
            Bits next = here << 1 | here >> 1 | here << 16 | here >> 16;
            next |= k > 0 ? before.word[k - 1] >> 48 : 0;
            next |= k < 3 ? before.word[k + 1] << 48 : 0;
            ends->word[k] |= next & goals.word[k];
            reached.word[k] |= next & ways.word[k];
        }
    }
}

static void reach(const State *s, const Tables *t, Int i, Window *ends) {
    Int move = t->pieces[s->units[i].piece].move;
    int clear = path_is_clear(s, t, i);
    Int steps = clear ? move : allowance(t, ground_at(t, s->units[i].x, s->units[i].y), move);
    *ends = (Window){{0}};
    if (!t->terrain_entered || clear)
        flood(s, t, i, steps, 0, ends);
    else
        for (Int most = 1; most <= steps; most++)
            flood(s, t, i, most, 1, ends);
}

static int sees(const Tables *t, Int x, Int y, Int to_x, Int to_y) {
    Int across = away(x, to_x), up = away(y, to_y), step_x = sign(to_x - x), step_y = sign(to_y - y), i = 0, j = 0;
    while (i < across || j < up) {
        Int ahead = (1 + 2 * i) * up - (1 + 2 * j) * across;
        if (ahead == 0 && has(&t->walls, x + step_x, y) && has(&t->walls, x, y + step_y))
            return 0;
        if (ahead <= 0)
            x += step_x, i++;
        if (ahead >= 0)
            y += step_y, j++;
        if ((x != to_x || y != to_y) && has(&t->walls, x, y))
            return 0;
    }
    return 1;
}

static int lets_attack(const Tables *t, const Ground *ground) {
    for (Int k = 0; k < ground->n; k++)
        if (t->terrains[ground->terrains[k]].no_attack)
            return 0;
    return 1;
}

static int can_fire_at(const State *s, const Tables *t, Int i, Int j) {
    const Unit *shooter = &s->units[i], *target = &s->units[j];
    const Piece *type = &t->pieces[shooter->piece];
    Int far = distance(shooter, target);
    int indirect = (type->abilities & INDIRECT) != 0;
    if (!lets_attack(t, ground_at(t, shooter->x, shooter->y)) || far > type->range)
        return 0;
    if (indirect && far < t->constants.indirect)
        return 0;
    if ((t->pieces[target->piece].abilities & LOW_PROFILE) && far > t->constants.low_profile)
        return 0;
    return indirect || sees(t, shooter->x, shooter->y, target->x, target->y);
}

void kernel(const State *states, const Tables *t, Int count, Window *ends, Bits *fires) {
    for (Int n = 0; n < count; n++) {
        const State *s = &states[n];
        Int mine = s->side * SIDE, theirs = (1 - s->side) * SIDE;
        for (Int i = mine; i < mine + t->sides[s->side].pieces; i++) {
            if (s->units[i].status != IN_PLAY)
                continue;
            reach(s, t, i, &ends[n * SIDE + i - mine]);
            Bits found = 0;
            for (Int j = theirs; j < theirs + t->sides[1 - s->side].pieces; j++)
                if (s->units[j].status == IN_PLAY && can_fire_at(s, t, i, j))
                    found |= (Bits)1 << j;
            fires[n * SIDE + i - mine] = found;
        }
    }
}
