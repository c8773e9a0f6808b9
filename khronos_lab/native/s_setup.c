/* S: the map, boards and domains, chance, new games. */
#include "native.h"

#include <string.h>

/* FNV-1a, eight bytes at a time. */
uint64_t mix(uint64_t key, const void *data, size_t bytes) {
    const uint8_t *at = data;
    for (size_t i = 0; i + 8 <= bytes; i += 8) {
        uint64_t word;
        memcpy(&word, at + i, 8);
        key = (key ^ word) * 0x100000001b3u;
        key ^= key >> 29;
    }
    return key;
}

/* ------------------------------------------------------------------ S4: chance (core/chance.py) */

/* The next 64-bit number: splitmix64. */
uint64_t chance_step(uint64_t *chance) {
    *chance += 0x9E3779B97F4A7C15u;
    uint64_t number = (*chance ^ *chance >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

/* A number from 0 to `limit` - 1: the upper 64 bits of a product of 128. */
int chance_below(uint64_t *chance, int limit) {
    uint64_t number = chance_step(chance), factor = (uint64_t)limit;
    uint64_t low = (number & 0xffffffffu) * factor >> 32;
    return (int)(((number >> 32) * factor + low) >> 32);
}

/* Draw cards from a pile whose order nobody knows: it is decided card by card. */
void draw(uint64_t *chance, int16_t pile[KINDS], int number, int16_t drawn[KINDS]) {
    for (; number > 0; number--) {
        int left = pile[0] + pile[1] + pile[2];
        int pick = chance_below(chance, left);
        for (int kind = 0; kind < KINDS; kind++) {
            if (pick < pile[kind]) {
                pile[kind]--;
                drawn[kind]++;
                break;
            }
            pick -= pile[kind];
        }
    }
}

/* Cards that can be drawn before the discards become the new pile. */
int pile_size(const Table *table, const State *state) {
    int size = state->pile[0] + state->pile[1] + state->pile[2] - state->hidden_discards;
    for (int seat = 0; seat < table->players; seat++) size -= state->players[seat].hidden;
    return size;
}

/* ------------------------------------------------------------------ S5: boards */

/* Put a building on free squares; nothing but the board changes. */
void put(Board *board, int cell, Building b) {
    int rank = rank_of(b);
    board->what[cell] = b;
    for (int down = 0; down < rank; down++)
        for (int across = 0; across < rank; across++)
            board->part[cell + COLUMNS * down + across] = (uint8_t)(1 + 3 * down + across);
    add_footprint(&board->built, cell, rank);
    add(&board->first, cell);
    add(&board->sites[kind_of(b)][rank - 1], cell);
    if (owner_of(b) != NOBODY) add(&board->owned[owner_of(b)], cell);
    board->mark += mark_of(cell, b);
    touch(board);
}

/* Take a building off the board; nothing re-appears by itself. */
Building lift(Board *board, int cell) {
    Building b = board->what[cell];
    int rank = rank_of(b);
    board->what[cell] = 0;
    for (int down = 0; down < rank; down++)
        memset(&board->part[cell + COLUMNS * down], 0, (size_t)rank);
    drop_footprint(&board->built, cell, rank);
    drop(&board->first, cell);
    drop(&board->sites[kind_of(b)][rank - 1], cell);
    if (owner_of(b) != NOBODY) drop(&board->owned[owner_of(b)], cell);
    board->mark -= mark_of(cell, b);
    touch(board);
    board->settled = false;
    return b;
}

/* The first squares, in reading order, of the buildings that a footprint meets. */
int overlapping(const Board *board, int cell, int rank, int found[9]) {
    int number = 0;
    for (int down = 0; down < rank; down++)
        for (int across = 0; across < rank; across++) {
            int here = cell + COLUMNS * down + across;
            if (!board->part[here]) continue;
            int first = first_square(board, here), place = number;
            while (place > 0 && found[place - 1] > first) place--;
            if (place > 0 && found[place - 1] == first) continue;
            for (int i = number++; i > place; i--) found[i] = found[i - 1];
            found[place] = first;
        }
    return number;
}

/* ------------------------------------------------------------------ domains */

static uint8_t with_building(uint8_t tops, Building b) {
    int kind = kind_of(b), rank = rank_of(b), best = top(tops, kind == CIVIL ? 0 : kind);
    if (kind == CIVIL || rank < best) return tops;
    if (rank == best) return (uint8_t)(tops | 1 << (4 + kind));
    return (uint8_t)((tops & ~(3 << 2 * kind) & ~(1 << (4 + kind))) | rank << 2 * kind);
}

/* The covered squares of a domain. */
Squares domain_squares(const Board *board, int number) {
    Squares found = board->built;
    for (int bit = 0; board->domains >> bit; bit++)
        found = number >> bit & 1 ? both(found, &board->plane[bit])
                                  : without(found, &board->plane[bit]);
    return found;
}

/* How many domains touch a building, two at most; `number` is the last one's. */
static int touching(const Board *board, int cell, int rank, int *number) {
    Squares mask = footprint(cell, rank), beside = spread(&mask);
    int found = *number = 0;
    beside = without(beside, &mask);
    beside = both(beside, &board->built);
    for (Walk at = walk(&beside); found < 2 && next(&at);) {
        int there = board->domain[first_square(board, at.cell)];
        found += there != *number;
        *number = there;
    }
    return found;
}

/* Note the squares of a building in the planes of its domain. */
static void mark(Board *board, int cell, int rank, int number) {
    board->domain[cell] = (uint8_t)number;
    for (int bit = 0; number >> bit; bit++)
        if (number >> bit & 1) add_footprint(&board->plane[bit], cell, rank);
}

/* Let a new building belong to the domain that it touches, or to one of its own. Most buildings
 * join no domains, so this saves finding them all again. */
static void extend_domain(Board *board, int cell, Building b) {
    int number, rank = rank_of(b), touched = touching(board, cell, rank, &number);
    board->settled = touched < 2 && board->domains < MAX_DOMAIN;
    if (!board->settled) return;
    if (touched == 0) board->tops[number = ++board->domains] = 0;
    uint8_t before = board->tops[number], after = with_building(before, b);
    board->tops[number] = after;
    board->clashes |= (after >> 4) != 0;
    mark(board, cell, rank, number);
    for (int kind = 0; kind < CIVIL; kind++) {
        int was = top(before, kind), now = top(after, kind);
        if (now && now == was) {
            add_footprint(&board->high[kind][now - 1], cell, rank);
        } else if (now) {
            Squares all = domain_squares(board, number);
            if (was) board->high[kind][was - 1] = without(board->high[kind][was - 1], &all);
            board->high[kind][now - 1] = either(board->high[kind][now - 1], &all);
        }
    }
}

static int root_of(uint16_t parent[CELLS], int node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
}

static void unite(uint16_t parent[CELLS], int one, int other) {
    one = root_of(parent, one);
    other = root_of(parent, other);
    if (one < other) parent[other] = (uint16_t)one;
    if (other < one) parent[one] = (uint16_t)other;
}

/* Find all domains anew: buildings that share a side are united. Domains are numbered in reading
 * order of their first squares. */
static void find_domains(Board *board) {
    uint16_t parent[CELLS];
    for (Walk at = walk(&board->first); next(&at);) parent[at.cell] = (uint16_t)at.cell;
    for (Walk at = walk(&board->first); next(&at);) {
        int cell = at.cell, rank = rank_of(board->what[cell]);
        for (int i = 0; i < rank; i++) {
            int left = cell + COLUMNS * i - 1, above = cell - COLUMNS + i;
            if (column_of(cell) && board->part[left])
                unite(parent, cell, first_square(board, left));
            if (row_of(cell) && board->part[above]) unite(parent, cell, first_square(board, above));
        }
    }
    memset(board->plane, 0, sizeof board->plane);
    memset(board->high, 0, sizeof board->high);
    board->domains = 0;
    for (Walk at = walk(&board->first); next(&at);) {
        int root = root_of(parent, at.cell);
        if (root == at.cell) {
            board->domain[root] = ++board->domains;
            board->tops[board->domains] = 0;
        }
        int number = board->domain[at.cell] = board->domain[root];
        board->tops[number] = with_building(board->tops[number], board->what[at.cell]);
    }
    board->clashes = false;
    for (Walk at = walk(&board->first); next(&at);) {
        int number = board->domain[at.cell], rank = rank_of(board->what[at.cell]);
        uint8_t tops = board->tops[number];
        mark(board, at.cell, rank, number);
        for (int kind = 0; kind < CIVIL; kind++)
            if (top(tops, kind))
                add_footprint(&board->high[kind][top(tops, kind) - 1], at.cell, rank);
        board->clashes |= (tops >> 4) != 0;
    }
    board->settled = true;
}

/* See to it that the domains of a board are known. */
void settle_domains(Board *board) {
    if (!board->settled) find_domains(board);
}

/* ------------------------------------------------------------------ S3: tiles and cubes */

/* Put a building down: its tile comes from the supply, with its owner's cube. */
void place(State *state, int age, int cell, Building b) {
    put(&state->boards[age], cell, b);
    if (state->boards[age].settled) extend_domain(&state->boards[age], cell, b);
    if (!is_printed(b)) state->supply[kind_of(b)][rank_of(b)]--;
    if (owner_of(b) != NOBODY) state->players[owner_of(b)].cubes--;
}

/* Take a building away: its cubes go home, its tile to the supply or out of the game. */
Building take(const Table *table, State *state, int age, int cell, bool out_of_game) {
    Building b = lift(&state->boards[age], cell);
    if (!is_printed(b) && !out_of_game) state->supply[kind_of(b)][rank_of(b)]++;
    if (owner_of(b) != NOBODY) state->players[owner_of(b)].cubes++;
    if (age == REASON)
        for (int seat = 0; seat < table->players; seat++)
            if (state->cubes[cell][seat]) move_cubes(state, cell, seat, -state->cubes[cell][seat]);
    return b;
}

/* ------------------------------------------------------------------ tables */

/* G2: the first squares by the extra cards that terrain costs there. */
static void fill_ground(Table *table, int rank) {
    Squares fits = inside(&table->area, rank);
    Squares woods = meeting(&table->forest, rank), hills = meeting(&table->mountain, rank);
    memset(table->ground[rank - 1], 0, sizeof table->ground[rank - 1]);
    for (Walk at = walk(&fits); next(&at);) {
        int extra = (has(&woods, at.cell) ? table->forest_cost : 0) +
                    (has(&hills, at.cell) ? table->mountain_cost : 0);
        if (extra <= MAX_EXTRA) add(&table->ground[rank - 1][extra], at.cell);
    }
}

static bool sane(const Table *table) {
    bool fine = between(table->players, 2, MAX_PLAYERS) && between(table->columns, 1, COLUMNS) &&
                between(table->rows, 1, ROWS) && between(table->start_coins, 0, 99) &&
                between(table->forest_cost, 0, 4) && between(table->mountain_cost, 0, 4) &&
                (table->keeps_cards | table->holdem | table->ruins_respect_domains |
                 table->erased_tiles_return) <= 1;
    for (int kind = 0; kind < KINDS; kind++) {
        fine = fine && between(table->deck[kind], 8, 99);
        for (int rank = 1; rank <= MAX_RANK; rank++) {
            fine = fine && between(table->tiles[kind][rank], 0, 99);
            fine = fine && between(table->values[kind][rank], table->values[kind][rank - 1] + 1, 9);
        }
        fine = fine && table->values[kind][0] == 0;
    }
    for (int age = 0; age < AGES; age++) fine = fine && between(table->bonus[age], 0, 9);
    return fine && between(table->ruin_values[2], 0, 9) && between(table->ruin_values[3], 0, 9);
}

/* Fill in what follows from the map and the numbers; false if they make no sense. */
bool fill_table(Table *table) {
    if (!sane(table)) return false;
    table->area = (Squares){{0}};
    for (int cell = 0; cell < COLUMNS * table->rows; cell++)
        if (column_of(cell) < table->columns) add(&table->area, cell);
    Squares *marked[4] = {&table->forest, &table->mountain, &table->river, &table->hamlets};
    for (int i = 0; i < 4; i++) *marked[i] = both(*marked[i], &table->area);
    Squares dry = without(table->area, &table->river);
    for (int rank = 1; rank <= MAX_RANK; rank++) {
        table->bed[0][rank - 1] = inside(&table->area, rank);
        table->bed[1][rank - 1] = inside(&dry, rank);
        fill_ground(table, rank);
    }
    table->mark = mix(0, table, offsetof(Table, weights));
    table->joints = either(table->ground[0][0], &table->ground[0][1]);
    table->joints = both(table->joints, &table->bed[1][0]);
    for (int age = 0; age < AGES; age++)
        for (int hold = 0; hold < 4; hold++) {
            double left = 1.0;
            for (int turns = 0; turns < MAX_BETWEEN; turns++, left *= table->share[age][hold])
                table->kept[turns][age][hold] = left;
        }
    return true;
}

/* ------------------------------------------------------------------ S1: a new game */

void new_game(const Table *table, uint64_t chance, State *state) {
    memset(state, 0, sizeof *state);
    for (Walk at = walk(&table->hamlets); next(&at);)
        put(&state->boards[MIGHT], at.cell, building(CIVIL, 1, NOBODY, true));
    settle_domains(&state->boards[MIGHT]);
    state->boards[FAITH] = state->boards[REASON] = state->boards[MIGHT];
    memcpy(state->supply, table->tiles, sizeof state->supply);
    for (int kind = 0; kind < KINDS; kind++) {
        state->open[kind] = table->holdem;
        state->pile[kind] = (int16_t)(table->deck[kind] - table->holdem);
    }
    for (int seat = 0; seat < table->players; seat++) {
        Player *player = &state->players[seat];
        draw(&chance, state->pile, HAND_SIZE, player->hand);
        player->coins = table->start_coins;
        player->cubes = ALL_CUBES;
    }
    state->start = state->seat = (uint8_t)chance_below(&chance, table->players);
    state->chance = chance;
    state->round = 1;
    state->purse = FULL_PURSE;
}

/* Deal what is hidden from the unseen cards: a whole game that looks like this one. Every hand has
 * a chance of its own, as in players/views.py. */
void deal_hidden(const Table *table, State *state, uint64_t chance) {
    for (int seat = 0; seat < table->players; seat++) {
        Player *player = &state->players[seat];
        uint64_t own = chance_step(&chance);
        draw(&own, state->pile, player->hidden, player->hand);
        player->hidden = 0;
        player->secret = false;
    }
    uint64_t own = chance_step(&chance);
    draw(&own, state->pile, state->hidden_discards, state->discards);
    state->hidden_discards = 0;
    state->chance = chance_step(&chance);
}
