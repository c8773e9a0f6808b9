/* C: putting domains right. Conflicts, who yields, shrinking, and what becomes of the shadows. */
enum { STEP_LIMIT = 1000 };

/* ------------------------------------------------------------------ C2: joinings */

/* Find out for every building that was there before which domain it was in. */
static void trace(Join *join, const Board *board) {
    memset(join->origin, 0, sizeof join->origin);
    memset(join->contest, 0, sizeof join->contest);
    for (Walk at = walk(&board->first); next(&at);)
        if (join->what[at.cell] == board->what[at.cell])
            join->origin[at.cell] = join->domain[at.cell];
}

/* A successor counts where the building that it replaces counted. */
static void follow(Join *join, int old, int new) {
    if (!join->there) return;
    uint16_t origin = join->origin[old];
    join->origin[old] = join->contest[old] = 0;
    if (new >= 0 && origin) join->origin[new] = origin;
}

/* The original domain of a building; what was in none is one by itself. */
static int origin_of(const Join *join, int cell) {
    return join->origin[cell] ? join->origin[cell] : MAX_DOMAIN + 1 + cell;
}

/* ------------------------------------------------------------------ C1: conflicts */

/* The highest buildings of a kind in a domain, in reading order. */
static int rivals_in(const Board *board, int domain, int kind, uint16_t found[MAX_OPTIONS]) {
    int number = 0, rank = top(board->domains[domain].tops, kind);
    if (!rank) return 0;
    for (Walk at = walk(&board->sites[kind][rank - 1]); next(&at);)
        if (board->domain[at.cell] == domain) found[number++] = (uint16_t)at.cell;
    return number;
}

/* C1: the domain to settle now: by kind, then by first square in reading order; 0 for none. */
static int first_conflict(const Board *board, int age, int *kind) {
    for (int turn = 0; turn < 2; turn++) {
        *kind = (age == MIGHT) == (turn == 0) ? MILITARY : RELIGIOUS;
        for (Walk at = walk(&board->first); next(&at);)
            if (clash(board->domains[board->domain[at.cell]].tops, *kind))
                return board->domain[at.cell];
    }
    return 0;
}

static bool has_two_origins(const Join *join, const Board *board, int domain) {
    int known = 0;
    for (Walk at = walk(&board->first); next(&at);) {
        int origin = join->origin[at.cell];
        if (board->domain[at.cell] != domain || !origin) continue;
        if (known && known != origin) return true;
        known = origin;
    }
    return false;
}

/* C2: the conflicts in a joined domain when the putting right of its age begins. */
static void note_conflicts_of_joining(Join *join, const Board *board) {
    uint16_t rivals[MAX_OPTIONS], conflict = 0;
    if (!join->there) return;
    for (int domain = 1; domain <= board->last; domain++) {
        uint8_t tops = board->domains[domain].tops;
        if (!(tops & CLASHES) || !has_two_origins(join, board, domain)) continue;
        for (int kind = 0; kind < CIVIL; kind++) {
            if (!clash(tops, kind)) continue;
            int number = rivals_in(board, domain, kind, rivals);
            conflict++;
            for (int i = 0; i < number; i++) join->contest[rivals[i]] = conflict;
        }
    }
}

/* ------------------------------------------------------------------ who yields */

/* C2, C3: the acting player gives up one of his own; if none is his, any one. */
static int yield_by_choice(Script *script, int age, int clause, const uint16_t *rivals,
                           int number) {
    const State *state = script->state;
    Question question = {.clause = (uint8_t)clause, .seat = state->seat, .age = (uint8_t)age};
    for (int own = 1; own >= 0 && !question.count; own--)
        for (int i = 0; i < number; i++)
            if (!own || owner_of(state->boards[age].what[rivals[i]]) == state->seat)
                question.options[question.count++] = rivals[i];
    int answer = ask(script, &question);
    return answer < 0 ? -1 : question.options[answer];
}

/* C2: the strength of an original domain: the present values of its buildings of a kind. */
static int strength(const Table *table, const Join *join, const Board *board, int kind,
                    int origin) {
    int sum = 0;
    for (int rank = 1; rank <= MAX_RANK; rank++)
        for (Walk at = walk(&board->sites[kind][rank - 1]); next(&at);)
            if (origin_of(join, at.cell) == origin) sum += table->values[kind][rank];
    return sum;
}

/* C2: the first in a weaker original domain; if there is none, as in C3. */
static int yield_by_strength(Script *script, int age, int kind, const uint16_t *rivals,
                             int number) {
    const Join *join = &script->joins[age];
    const Board *board = &script->state->boards[age];
    int strengths[MAX_OPTIONS], strongest = 0;
    for (int i = 0; i < number; i++) {
        strengths[i] = strength(script->table, join, board, kind, origin_of(join, rivals[i]));
        if (strengths[i] > strongest) strongest = strengths[i];
    }
    for (int i = 0; i < number; i++)
        if (strengths[i] < strongest) return rivals[i];
    return yield_by_choice(script, age, C2, rivals, number);
}

/* C2: whether all rivals were in one conflict of the joining and have not shrunk since. */
static bool settled_by_strength(const Join *join, const uint16_t *rivals, int number) {
    if (!join->there || !join->contest[rivals[0]]) return false;
    for (int i = 1; i < number; i++)
        if (join->contest[rivals[i]] != join->contest[rivals[0]]) return false;
    return true;
}

/* ------------------------------------------------------------------ C4, C5: shrinking */

/* C5: put a successor in the place of a shadow, or nothing. */
static void replace_shadow(Script *script, int age, int cell, Building copy, int copy_cell) {
    State *state = script->state;
    int kind = kind_of(state->boards[age].what[cell]);
    bool copied = copy && state->supply[kind][2] > 0;
    take(script->table, state, age, cell, false);
    if (copied) place(state, age, copy_cell, copy);
    if (age != REASON) follow(&script->joins[age], cell, copied ? copy_cell : -1);
}

/* C5, C6: old shadows vanish; a rank 2 successor takes their place where there is a tile for it. */
static void withdraw_shadows(Script *script, int age, int cell, Building old, int new_cell,
                             Building new) {
    const State *state = script->state;
    Building copy = rank_of(new) == 2 ? new : 0;
    if (age == MIGHT && shadow_in_faith(state, cell, old) < 0) return;
    bool ruin = shadow_in_reason(state, cell, old) >= 0;
    if (age == MIGHT) replace_shadow(script, FAITH, cell, copy, new_cell);
    if (copy) copy = building(kind_of(copy), 2, NOBODY, true);
    if (ruin) replace_shadow(script, REASON, cell, copy, new_cell);
}

/* C4: the highest lower rank for which there is a tile; 0 for none. */
static int next_lower(const State *state, Building b) {
    int rank = rank_of(b) - 1;
    while (rank > 0 && state->supply[kind_of(b)][rank] <= 0) rank--;
    return rank;
}

/* C4: replace a building by the next smaller one there is a tile for; its owner says where. */
static bool shrink(Script *script, int age, int cell) {
    State *state = script->state;
    Building old = state->boards[age].what[cell], new = 0;
    int rank = next_lower(state, old), new_cell = -1;
    if (rank) {
        Question question = {.clause = C4, .seat = (uint8_t)owner_of(old), .age = (uint8_t)age};
        question.subject = (uint16_t)cell;
        question.rank = (uint16_t)rank;
        Squares mask = footprint(cell, rank_of(old)), places = inside(&mask, rank);
        for (Walk at = walk(&places); next(&at);)
            question.options[question.count++] = (uint16_t)at.cell;
        int answer = ask(script, &question);
        if (answer < 0) return false;
        new_cell = question.options[answer];
        new = building(kind_of(old), rank, owner_of(old), false);
    }
    take(script->table, state, age, cell, false);
    if (rank) place(state, age, new_cell, new);
    follow(&script->joins[age], cell, new_cell);
    if (rank_of(old) > 1) withdraw_shadows(script, age, cell, old, new_cell, new);
    return true;
}

/* One step: find out which building of a conflict yields, and shrink it. */
static bool settle(Script *script, int age, int kind, int domain) {
    const Join *join = &script->joins[age];
    uint16_t rivals[MAX_OPTIONS];
    int number = rivals_in(&script->state->boards[age], domain, kind, rivals);
    int loser = settled_by_strength(join, rivals, number)
                    ? yield_by_strength(script, age, kind, rivals, number)
                    : yield_by_choice(script, age, C3, rivals, number);
    return loser >= 0 && shrink(script, age, loser);
}

/* O1, C1: settle all conflicts, first in Might, then in Faith. False if the move stops. */
static bool put_right(Script *script) {
    Board *boards = script->state->boards;
    if (!boards[MIGHT].clashes && !boards[FAITH].clashes) return true;
    for (int age = MIGHT; age <= FAITH; age++)
        if (script->joins[age].there) trace(&script->joins[age], &boards[age]);
    for (int age = MIGHT; age <= FAITH; age++) {
        note_conflicts_of_joining(&script->joins[age], &boards[age]);
        for (int step = 0; step < STEP_LIMIT; step++) {
            int kind, domain;
            if (!boards[age].clashes) break;
            domain = first_conflict(&boards[age], age, &kind);
            if (!domain) break;
            if (!settle(script, age, kind, domain)) return false;
        }
    }
    return true;
}
