/* S: the map, boards and domains, chance, new games. */
/* FNV-1a, eight bytes at a time. */
static uint64_t mix(uint64_t key, const void *data, size_t bytes) {
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
static uint64_t chance_step(uint64_t *chance) {
    *chance += 0x9E3779B97F4A7C15u;
    uint64_t number = (*chance ^ *chance >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

/* A number from 0 to `limit` - 1: the upper 64 bits of a product of 128. */
static int chance_below(uint64_t *chance, int limit) {
    uint64_t number = chance_step(chance), factor = (uint64_t)limit;
    uint64_t low = (number & 0xffffffffu) * factor >> 32;
    return (int)(((number >> 32) * factor + low) >> 32);
}

/* Draw cards from a pile whose order nobody knows: it is decided card by card. */
static void draw(uint64_t *chance, int16_t pile[KINDS], int number, int16_t drawn[KINDS]) {
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
static int pile_size(const Table *table, const State *state) {
    int size = state->pile[0] + state->pile[1] + state->pile[2] - state->hidden_discards;
    for (int seat = 0; seat < table->players; seat++) size -= state->players[seat].hidden;
    return size;
}

/* ------------------------------------------------------------------ S5: boards */

/* Cubes go from their owner's home onto a building of Reason; a negative number goes home. */
static void move_cubes(State *state, int cell, int seat, int number) {
    state->cubes[cell][seat] = (uint8_t)(state->cubes[cell][seat] + number);
    state->players[seat].cubes = (int16_t)(state->players[seat].cubes - number);
    state->boards[REASON].mark += (uint64_t)number * mark_of_cube(cell, seat);
    touch(&state->boards[REASON]);
}

/* S2: strength and tax value. */
static int value_of(const Table *table, Building b) {
    return is_ruin(b) ? table->ruin_values[rank_of(b)] : table->values[kind_of(b)][rank_of(b)];
}

static bool between(int value, int least, int most) { return value >= least && value <= most; }

static int first_square(const Board *board, int cell) {
    static const uint8_t back[10] = {0, 0, 1, 2, 16, 17, 18, 32, 33, 34};
    return cell - back[board->part[cell]];
}

/* The first squares, in reading order, of the buildings that a footprint meets. */
static int overlapping(const Board *board, int cell, int rank, int found[9]) {
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

/* The covered squares of a domain. */
static Squares domain_squares(const Board *board, int number) {
    Squares found = board->built;
    for (int bit = 0; board->last >> bit; bit++)
        found = number >> bit & 1 ? both(found, &board->plane[bit])
                                  : without(found, &board->plane[bit]);
    return found;
}

/* Let squares that hang together be the domain with this number; with 0 they are none. */
static void set_domain(Board *board, int number, const Squares *all) {
    uint8_t tops = number ? A_DOMAIN : 0;
    if (number > board->last) board->last = (uint8_t)number;
    for (int bit = 0; board->last >> bit; bit++)
        board->plane[bit] =
            number >> bit & 1 ? either(board->plane[bit], all) : without(board->plane[bit], all);
    for (int kind = 0; kind < CIVIL; kind++) {
        int rank = MAX_RANK;
        for (int each = 0; each < MAX_RANK; each++)
            board->high[kind][each] = without(board->high[kind][each], all);
        while (rank && !meet(&board->sites[kind][rank - 1], all)) rank--;
        if (!rank) continue;
        bool many = common(&board->sites[kind][rank - 1], all) > 1;
        tops = (uint8_t)(tops | rank << 2 * kind | many << (4 + kind));
        board->high[kind][rank - 1] = either(board->high[kind][rank - 1], all);
    }
    board->clashes = (uint8_t)(board->clashes + ((tops & CLASHES) != 0));
    board->domains[number].tops = tops;
    board->domains[number].known = false;
    Squares first = both(board->first, all);
    for (Walk at = walk(&first); next(&at);) board->domain[at.cell] = (uint8_t)number;
}

/* A domain loses its number. */
static void release(Board *board, int number) {
    board->clashes = (uint8_t)(board->clashes - ((board->domains[number].tops & CLASHES) != 0));
    board->domains[number].tops = 0;
}

static int free_number(const Board *board) {
    int number = 1;
    while (number <= board->last && board->domains[number].tops) number++;
    return number;
}

/* Put a building on free squares; nothing but the board changes. It joins the domains it touches.
 */
static void put(Board *board, int cell, Building b) {
    int rank = rank_of(b), number = 0;
    Squares all = footprint(cell, rank), beside = spread(&all);
    beside = both(beside, &board->built);
    for (Walk at = walk(&beside); next(&at);) {
        if (has(&all, at.cell)) continue;
        int there = board->domain[first_square(board, at.cell)];
        Squares more = domain_squares(board, there);
        all = either(all, &more);
        release(board, there);
        if (!number) number = there;
    }
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
    set_domain(board, number ? number : free_number(board), &all);
}

/* Take a building off the board; nothing re-appears by itself. Its domain may fall apart. */
static Building lift(Board *board, int cell) {
    Building b = board->what[cell];
    int rank = rank_of(b), number = board->domain[cell];
    Squares gone = footprint(cell, rank), rest = domain_squares(board, number);
    rest = without(rest, &gone);
    board->what[cell] = 0;
    for (int down = 0; down < rank; down++)
        memset(&board->part[cell + COLUMNS * down], 0, (size_t)rank);
    board->built = without(board->built, &gone);
    drop(&board->first, cell);
    drop(&board->sites[kind_of(b)][rank - 1], cell);
    if (owner_of(b) != NOBODY) drop(&board->owned[owner_of(b)], cell);
    board->mark -= mark_of(cell, b);
    touch(board);
    release(board, number);
    set_domain(board, 0, &gone);
    while (any(&rest)) {
        Squares piece = {{0}};
        add(&piece, lowest_square(&rest));
        piece = flood(piece, &rest);
        set_domain(board, free_number(board), &piece);
        rest = without(rest, &piece);
    }
    return b;
}

/* ------------------------------------------------------------------ S3: tiles and cubes */

/* Put a building down: its tile comes from the supply, with its owner's cube. */
static void place(State *state, int age, int cell, Building b) {
    put(&state->boards[age], cell, b);
    if (!is_printed(b)) state->supply[kind_of(b)][rank_of(b)]--;
    if (owner_of(b) != NOBODY) state->players[owner_of(b)].cubes--;
}

/* Take a building away: its cubes go home, its tile to the supply or out of the game. */
static Building take(const Table *table, State *state, int age, int cell, bool out_of_game) {
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
static bool fill_table(Table *table) {
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
    table->learned = mix(0, table, offsetof(Table, mark));
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

static void new_game(const Table *table, uint64_t chance, State *state) {
    memset(state, 0, sizeof *state);
    for (Walk at = walk(&table->hamlets); next(&at);)
        put(&state->boards[MIGHT], at.cell, building(CIVIL, 1, NOBODY, true));
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
 * a chance of its own, as in players/knowledge.py. */
static void deal_hidden(const Table *table, State *state, uint64_t chance) {
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
