/* B: time shadows. Copies into later ages, what forbids them, and the paradoxes they cause. */
enum { NO_CELL = -1 };

/* A building that a copy erased in Faith for good. */
typedef struct {
    int cell;
    Building b;
} Loss;

/* Printed hamlets bared in Reason, and the cubes of what was erased above them (B8). */
typedef struct {
    Squares bare;
    uint8_t cubes[CELLS][MAX_PLAYERS];
} Hamlets;

/* ------------------------------------------------------------------ C6: the very same building */

/* Its first square in Faith, if the very same building of Might stands there; else -1. */
static int shadow_in_faith(const State *state, int cell, Building b) {
    return rank_of(b) > 1 && state->boards[FAITH].what[cell] == b ? cell : NO_CELL;
}

/* The same for Reason, where kind, rank and squares decide: a ruin or restored. */
static int shadow_in_reason(const State *state, int cell, Building b) {
    Building there = state->boards[REASON].what[cell];
    bool equal = kind_of(there) == kind_of(b) && rank_of(there) == rank_of(b);
    return rank_of(b) > 1 && equal ? cell : NO_CELL;
}

/* ------------------------------------------------------------------ what stops a copy */

/* B3a, and B4 with its switch: whether a copy would connect domains. Counted are the buildings that
 * touch it and are not covered by it, by their domains before the copy; a printed hamlet that
 * re-appears beside it counts with the domain of what stood on it, and so does an older shadow of
 * the very building that was upgraded. */
static bool connects(const Table *table, Board *board, int cell, int rank, int older) {
    int covered[9], number = overlapping(board, cell, rank, covered), domain = 0;
    Squares mask = footprint(cell, rank), beside = spread(&mask), gone = {{0}}, bared = {{0}};
    for (int i = 0; i < number; i++) {
        Building b = board->what[covered[i]];
        add_footprint(&gone, covered[i], rank_of(b));
        if (!is_printed(b)) add_footprint(&bared, covered[i], rank_of(b));
    }
    bared = both(bared, &table->hamlets);
    Squares stays = without(board->built, &gone);
    stays = either(stays, &bared);
    beside = without(beside, &mask);
    beside = both(beside, &stays);
    if (older != NO_CELL) add(&beside, older);
    for (Walk at = walk(&beside); next(&at);) {
        int here = board->domain[first_square(board, at.cell)];
        if (domain && here != domain) return true;
        domain = here;
    }
    return false;
}

/* B3b: whether a copy would equal the highest other building of its kind in the domain it joins,
 * with what it covers taken away and printed hamlets back. */
static bool equals_highest(const Table *table, const Board *board, int cell, Building copy) {
    int covered[9], number = overlapping(board, cell, rank_of(copy), covered);
    Squares mask = footprint(cell, rank_of(copy)), stays = board->built;
    for (int i = 0; i < number; i++) {
        Building b = board->what[covered[i]];
        Squares bared = footprint(covered[i], rank_of(b));
        stays = without(stays, &bared);
        bared = both(bared, &table->hamlets);
        bared = without(bared, &mask);
        if (!is_printed(b)) stays = either(stays, &bared);
    }
    Squares all = either(stays, &mask), domain = flood(mask, &all);
    domain = both(domain, &stays);
    for (int rank = MAX_RANK; rank > 0; rank--)
        if (meet(&domain, &board->sites[kind_of(copy)][rank - 1])) return rank == rank_of(copy);
    return false;
}

/* B5: whether a tile or a cube is missing, looked at before the copy removes anything; a cube that
 * it sends home itself may be used. */
static bool lacks(const State *state, int age, int cell, Building copy) {
    int owner = owner_of(copy), covered[9];
    if (state->supply[kind_of(copy)][rank_of(copy)] <= 0) return true;
    if (owner == NOBODY || state->players[owner].cubes > 0) return false;
    int number = overlapping(&state->boards[age], cell, rank_of(copy), covered);
    for (int i = 0; i < number; i++)
        if (owner_of(state->boards[age].what[covered[i]]) == owner) return false;
    return true;
}

/* ------------------------------------------------------------------ C2: joinings */

/* Remember an age just before a civil building or copy is placed in it. */
static void note_join(Script *script, int age) {
    Board *board = &script->state->boards[age];
    Join *join = &script->joins[age];
    join->there = true;
    memcpy(join->what, board->what, sizeof join->what);
    memcpy(join->domain, board->domain, sizeof join->domain);
}

/* ------------------------------------------------------------------ B6: paradoxes */

/* B6, S3: what a copy merely enlarges or renews is not lost: same kind and owner, wholly inside. */
static bool lives_on(int cell, Building b, int copy_cell, Building copy) {
    return kind_of(b) == kind_of(copy) && owner_of(b) == owner_of(copy) &&
           within(cell, rank_of(b), copy_cell, rank_of(copy));
}

/* Remove a building by paradox; printed hamlets that nothing covers then re-appear (S5). */
static void erase(Script *script, int age, int cell, bool lost, const Squares *cover,
                  Hamlets *hamlets) {
    State *state = script->state;
    Building b = state->boards[age].what[cell];
    uint8_t cubes[MAX_PLAYERS];
    memcpy(cubes, state->cubes[cell], sizeof cubes);
    take(script->table, state, age, cell, lost && !script->table->erased_tiles_return);
    if (is_printed(b)) return;
    Squares bare = footprint(cell, rank_of(b));
    bare = both(bare, &script->table->hamlets);
    bare = without(bare, cover);
    for (Walk at = walk(&bare); next(&at);) {
        place(state, age, at.cell, building(CIVIL, 1, NOBODY, true));
        add(&hamlets->bare, at.cell);
        memcpy(hamlets->cubes[at.cell], cubes, sizeof cubes);
    }
}

/* B8: who may keep a cube: the player with most; if tied, the acting player drops out first. */
static void find_heirs(const uint8_t cubes[MAX_PLAYERS], int acting, Question *question) {
    int most = 0, leaders = 0;
    for (int seat = 0; seat < MAX_PLAYERS; seat++) {
        if (cubes[seat] > most) most = cubes[seat], leaders = 0;
        leaders += cubes[seat] == most;
    }
    question->count = 0;
    for (int seat = 0; most > 0 && seat < MAX_PLAYERS; seat++)
        if (cubes[seat] == most && (leaders == 1 || seat != acting))
            question->options[question->count++] = (uint16_t)seat;
}

/* B8: on each printed hamlet bared in Reason one cube of what stood above it stays, in reading
 * order of the hamlets. */
static bool settle_hamlets(Script *script, const Hamlets *hamlets) {
    State *state = script->state;
    for (Walk at = walk(&hamlets->bare); next(&at);) {
        Question question = {.clause = B8, .seat = state->seat, .age = REASON};
        question.subject = (uint16_t)at.cell;
        find_heirs(hamlets->cubes[at.cell], state->seat, &question);
        if (!question.count) continue;
        int answer = ask(script, &question);
        if (answer < 0) return false;
        move_cubes(state, at.cell, question.options[answer], 1);
    }
    return true;
}

/* B6: what a copy erased in Faith has never existed: without one in Reason its shadow goes. */
static bool erase_shadows(Script *script, const Loss losses[9], int number) {
    static const Squares nothing = {{0}};
    Hamlets hamlets;
    hamlets.bare = nothing;
    for (int i = 0; i < number; i++)
        if (shadow_in_reason(script->state, losses[i].cell, losses[i].b) != NO_CELL)
            erase(script, REASON, losses[i].cell, true, &nothing, &hamlets);
    return settle_hamlets(script, &hamlets);
}

/* B7: whether the cubes of a building of Reason move onto the copy of a civil upgrade. */
static bool hands_on_cubes(int cell, Building b, int old_cell, Building old, int copy_cell,
                           Building copy) {
    return old && kind_of(b) == CIVIL && kind_of(copy) == CIVIL &&
           within(cell, rank_of(b), copy_cell, rank_of(copy)) &&
           within(old_cell, rank_of(old), cell, rank_of(b));
}

/* B6, B7, B8: place a copy; whatever it covers is removed first. `old` is what a civil upgrade
 * replaced; what was erased for good goes to `losses`. False if the move stops at a question. */
static bool lay(Script *script, int age, int cell, Building copy, int old_cell, Building old,
                Loss losses[9], int *lost) {
    State *state = script->state;
    Board *board = &state->boards[age];
    int covered[9], number = overlapping(board, cell, rank_of(copy), covered);
    Squares mask = footprint(cell, rank_of(copy));
    uint8_t cubes[MAX_PLAYERS] = {0};
    Hamlets hamlets;
    hamlets.bare = (Squares){{0}};
    *lost = 0;
    if (age != REASON && kind_of(copy) == CIVIL) note_join(script, age);
    for (int i = 0; i < number; i++) {
        int here = covered[i];
        Building b = board->what[here];
        bool gone = !lives_on(here, b, cell, copy);
        if (age == REASON && hands_on_cubes(here, b, old_cell, old, cell, copy))
            memcpy(cubes, state->cubes[here], sizeof cubes);
        if (gone) losses[(*lost)++] = (Loss){here, b};
        erase(script, age, here, gone, &mask, &hamlets);
    }
    place(state, age, cell, copy);
    for (int seat = 0; seat < script->table->players; seat++)
        if (cubes[seat]) move_cubes(state, cell, seat, cubes[seat]);
    return age != REASON || settle_hamlets(script, &hamlets);
}

/* ------------------------------------------------------------------ the copies */

/* B2, B5: copy a town or city into every later age; one age without a tile ends it. */
static bool copy_civil(Script *script, int age, int cell, Building b, int old_cell, Building old) {
    Loss losses[9];
    int lost = 0;
    for (int later = age + 1; later <= REASON; later++) {
        if (lacks(script->state, later, cell, b)) return erase_shadows(script, losses, lost);
        if (!lay(script, later, cell, b, old_cell, old, losses, &lost)) return false;
    }
    return true;
}

/* B4: copy a building of Faith as a ruin. `losses` are what the copy in Faith erased. */
static bool copy_to_reason(Script *script, int cell, Building b, int older, Loss losses[9],
                           int lost) {
    Building ruin = building(kind_of(b), rank_of(b), NOBODY, true);
    Board *reason = &script->state->boards[REASON];
    bool stopped = script->table->ruins_respect_domains &&
                   connects(script->table, reason, cell, rank_of(b), older);
    if (stopped || lacks(script->state, REASON, cell, ruin))
        return erase_shadows(script, losses, lost);
    return lay(script, REASON, cell, ruin, 0, 0, losses, &lost);
}

/* B3: copy a building of Might with its owner's cube, and then its ruin. */
static bool copy_to_faith(Script *script, int cell, Building b, int older, int older_ruin) {
    Board *faith = &script->state->boards[FAITH];
    Loss losses[9];
    int lost = 0;
    if (connects(script->table, faith, cell, rank_of(b), older) ||
        equals_highest(script->table, faith, cell, b) || lacks(script->state, FAITH, cell, b))
        return true;
    if (!lay(script, FAITH, cell, b, 0, 0, losses, &lost)) return false;
    return copy_to_reason(script, cell, b, older_ruin, losses, lost);
}

/* B1, B9: copy what was built or upgraded into the later ages, earliest first. `old` is the
 * building that was upgraded, 0 for none. False if the move stops at a question. */
static bool cast_shadows(Script *script, int age, int cell, Building b, int old_cell,
                         Building old) {
    if (rank_of(b) == 1) return true;
    if (kind_of(b) == CIVIL) return copy_civil(script, age, cell, b, old_cell, old);
    int older = NO_CELL, ruin = NO_CELL;
    if (old && age == MIGHT) older = shadow_in_faith(script->state, old_cell, old);
    if (old && (age == FAITH || older != NO_CELL))
        ruin = shadow_in_reason(script->state, old_cell, old);
    if (age == MIGHT) return copy_to_faith(script, cell, b, older, ruin);
    Loss none[9];
    return copy_to_reason(script, cell, b, ruin, none, 0);
}
