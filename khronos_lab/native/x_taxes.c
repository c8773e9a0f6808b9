/* X: taxes, and what each domain pays to whom. */
/* X2: a domain of Might or Faith. */
static Domain *survey_domain(const Table *table, Board *board, int age, int number) {
    Domain *domain = &board->domains[number];
    int ruling = age == MIGHT ? MILITARY : RELIGIOUS, hold = top(domain->tops, ruling);
    if (domain->known) return domain;
    Squares all = domain_squares(board, number);
    *domain =
        (Domain){.hold = (uint8_t)hold, .cut = NOT_KNOWN, .known = true, .tops = domain->tops};
    for (int rank = 1; rank <= MAX_RANK; rank++) {
        int civil = common(&board->sites[CIVIL][rank - 1], &all) * table->values[CIVIL][rank];
        int strong = common(&board->sites[ruling][rank - 1], &all) * table->values[ruling][rank];
        domain->amount = (int16_t)(domain->amount + civil);
        domain->strength = (int16_t)(domain->strength + strong);
    }
    if (hold) {
        Squares highest = both(board->sites[ruling][hold - 1], &all);
        domain->ruler = (uint16_t)lowest_square(&highest);
        domain->seats = (uint8_t)(1 << owner_of(board->what[domain->ruler]));
    }
    return domain;
}

/* A domain of Reason. */
typedef struct {
    int16_t amount;
    uint8_t cubes[MAX_PLAYERS]; /* on civil buildings */
    uint8_t seats;              /* who has most, as bits */
    uint8_t hold;               /* 1 tied, 2 by one cube, 3 by more */
    uint8_t safe;               /* who has a cube where no copy can fall, as bits */
    bool room;                  /* for another cube */
} Crowd;

/* X3: who has most cubes, and how firmly: 1 for a tie, 2 for one cube more than anybody else, 3 for
 * more than that. */
static void find_majority(Crowd *crowd) {
    int most = 0, second = 0;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (crowd->cubes[seat] > most) most = crowd->cubes[seat];
    if (!most) return;
    for (int seat = 0; seat < MAX_PLAYERS; seat++) {
        if (crowd->cubes[seat] == most)
            crowd->seats = (uint8_t)(crowd->seats | 1 << seat);
        else if (crowd->cubes[seat] > second)
            second = crowd->cubes[seat];
    }
    bool tied = crowd->seats & (crowd->seats - 1);
    crowd->hold = tied ? 1 : most - second > 1 ? 3 : 2;
}

/* X3: the domains of Reason by number. */
static void survey_reason(const Table *table, const State *state, Crowd crowds[MAX_DOMAIN + 1]) {
    const Board *board = &state->boards[REASON];
    memset(crowds, 0, ((size_t)board->last + 1) * sizeof *crowds);
    for (Walk at = walk(&board->first); next(&at);) {
        Building b = board->what[at.cell];
        Crowd *crowd = &crowds[board->domain[at.cell]];
        int sum = 0, seats = 0;
        for (int seat = 0; seat < table->players; seat++) {
            int here = state->cubes[at.cell][seat];
            if (kind_of(b) == CIVIL) crowd->cubes[seat] = (uint8_t)(crowd->cubes[seat] + here);
            sum += here;
            seats |= (here > 0) << seat;
        }
        if (kind_of(b) != CIVIL)
            crowd->amount = (int16_t)(crowd->amount + value_of(table, b));
        else if (sum < value_of(table, b))
            crowd->room = true;
        Squares mask = footprint(at.cell, rank_of(b));
        if (seats && !meet(&mask, &board->open)) crowd->safe = (uint8_t)(crowd->safe | seats);
    }
    for (int number = 1; number <= board->last; number++) find_majority(&crowds[number]);
}

/* X2, X3: what each domain of an age pays and to whom, in reading order; gives their number. */
static int dues(const Table *table, State *state, int age, Due found[MAX_DOMAIN]) {
    Board *board = &state->boards[age];
    Crowd crowds[MAX_DOMAIN + 1];
    bool listed[MAX_DOMAIN + 1] = {false};
    int number = 0;
    if (age == REASON) survey_reason(table, state, crowds);
    for (Walk at = walk(&board->first); next(&at);) {
        int it = board->domain[at.cell];
        if (listed[it]) continue;
        listed[it] = true;
        Due *due = &found[number++];
        due->first = (uint16_t)at.cell;
        if (age == REASON) {
            due->amount = crowds[it].amount;
            due->seats = crowds[it].seats;
        } else {
            const Domain *domain = survey_domain(table, board, age, it);
            due->amount = domain->amount;
            due->seats = domain->seats;
        }
    }
    return number;
}

/* X1, X4: what a player would collect in each age where he stands; gives the sum. */
static int taxes_of(const Table *table, State *state, int seat, int amounts[AGES]) {
    const Player *player = &state->players[seat];
    Due found[MAX_DOMAIN];
    int sum = 0;
    for (int age = 0; age < AGES; age++) {
        amounts[age] = 0;
        if (player->at[0] != age && player->at[1] != age) continue;
        int number = dues(table, state, age, found);
        for (int i = 0; i < number; i++)
            if (found[i].seats >> seat & 1) amounts[age] += found[i].amount;
        sum += amounts[age];
    }
    return sum;
}
