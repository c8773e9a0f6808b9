/* A, G, D, H: the actions, where a building may stand, and everything that is legal.
 *
 * Actions come in families, as in the readable engine: all builds of one kind, rank and surcharge
 * in one age are a set of squares and a few ways to pay. Counting multiplies, and an action is
 * found by its number without listing the others. The order is that of engine/legal_actions.py. */
/* ------------------------------------------------------------------ G1, D1, H1: room */

/* D1: note the first squares from which a footprint touches two domains. Two different domains
 * differ in some bit of their numbers, so each bit is looked at once instead of each pair. */
static void chart(Board *board, int rank) {
    Squares two = {{0}};
    for (int bit = 0; board->last >> bit; bit++) {
        Squares with = spread(&board->plane[bit]);
        Squares rest = without(board->built, &board->plane[bit]);
        rest = spread(&rest);
        with = meeting(&with, rank);
        rest = meeting(&rest, rank);
        for (int i = 0; i < WORDS; i++) two.w[i] |= with.w[i] & rest.w[i];
    }
    board->two[rank - 1] = two;
    board->charted = (uint8_t)(board->charted | 1 << rank);
}

/* G1, D1, H1: of these first squares those where a building may stand. */
static Squares allowed(const Table *table, Board *board, Squares cells, int kind, int rank) {
    cells = both(cells, &table->bed[kind != CIVIL || rank == 1][rank - 1]);
    if (kind == CIVIL || !any(&cells)) return cells;
    if (!(board->charted >> rank & 1)) chart(board, rank);
    cells = without(cells, &board->two[rank - 1]);
    Squares near = spread(&board->high[kind][rank - 1]);
    near = meeting(&near, rank);
    return without(cells, &near);
}

static Squares moved(Squares s, int right, int down) {
    for (int i = 0; i < right; i++) s = west(s);
    for (int i = 0; i < down; i++) s = north(s);
    return s;
}

/* A2: the first squares of footprints that hold one of the sites and otherwise free squares. */
static Squares grown(const Squares *sites, const Squares *free, int old, int rank) {
    Squares found = {{0}};
    for (int down = 0; down <= rank - old; down++)
        for (int right = 0; right <= rank - old; right++) {
            Squares cells = moved(*sites, right, down);
            for (int y = 0; y < rank && any(&cells); y++)
                for (int x = 0; x < rank; x++) {
                    bool covered = y >= down && y < down + old && x >= right && x < right + old;
                    Squares here = moved(*free, x, y);
                    if (!covered) cells = both(cells, &here);
                }
            found = either(found, &cells);
        }
    return found;
}

/* A1, A2: the first squares where a building may be built, or grow from an old rank to a new one,
 * cards and supply aside; a civil building is everybody's. */
static Squares room_for(const Table *table, State *state, int age, int kind, int old, int rank) {
    Board *board = &state->boards[age];
    Squares free = without(table->area, &board->built), cells;
    if (old) {
        cells = board->sites[kind][old - 1];
        if (kind != CIVIL) cells = both(cells, &board->owned[state->seat]);
        if (any(&cells)) cells = grown(&cells, &free, old, rank);
    } else {
        cells = inside(&free, rank);
    }
    return allowed(table, board, cells, kind, rank);
}

static int cubes_on(const Table *table, const State *state, int cell) {
    int sum = 0;
    for (int seat = 0; seat < table->players; seat++) sum += state->cubes[cell][seat];
    return sum;
}

/* A5: civil buildings of Reason with room for a cube. */
static Squares room_to_populate(const Table *table, const State *state) {
    Squares found = {{0}};
    for (int rank = 1; rank <= MAX_RANK; rank++)
        for (Walk at = walk(&state->boards[REASON].sites[CIVIL][rank - 1]); next(&at);)
            if (cubes_on(table, state, at.cell) < table->values[CIVIL][rank]) add(&found, at.cell);
    return found;
}

/* A6: ruins; without a cube no rank 3 ruin can be begun. */
static Squares room_to_restore(const Table *table, const State *state, int kind) {
    const Board *board = &state->boards[REASON];
    bool cube = state->players[state->seat].cubes > 0;
    Squares found = {{0}};
    for (int rank = 2; rank <= MAX_RANK; rank++)
        for (Walk at = walk(&board->sites[kind][rank - 1]); next(&at);)
            if (is_ruin(board->what[at.cell]) &&
                (cube || rank == 2 || cubes_on(table, state, at.cell)))
                add(&found, at.cell);
    return found;
}

/* ------------------------------------------------------------------ ways to pay */

static int at_most(int one, int other) { return one < other ? one : other; }

/* How many cards of a kind are, or can be, in the hand of the player to act. */
static int may_have(const State *state, int kind) {
    const Player *player = &state->players[state->seat];
    return player->hand[kind] + at_most(player->hidden, state->pile[kind]);
}

/* G2: the ways to pay a price in one colour and some more cards of any; the one with a number goes
 * to `cards`. Gives how many there are, or as many as were looked at. */
static int payments(const State *state, int kind, int price, int extra, int number,
                    uint8_t *cards) {
    int ways = 0, sum = price + extra;
    uint8_t pay[KINDS];
    for (pay[0] = 0; pay[0] <= sum; pay[0]++)
        for (pay[1] = 0; pay[0] + pay[1] <= sum; pay[1]++) {
            pay[2] = (uint8_t)(sum - pay[0] - pay[1]);
            if (pay[kind] < price || !holds(state, pay, 0)) continue;
            if (ways++ != number) continue;
            memcpy(cards, pay, sizeof pay);
            return ways;
        }
    return ways;
}

static int ways_to_pay(const State *state, int kind, int price, int extra) {
    return extra ? payments(state, kind, price, extra, -1, NULL) : may_have(state, kind) >= price;
}

/* ------------------------------------------------------------------ the families */

enum { MAX_FAMILIES = 200, MAX_WAYS = 16 };

/* Actions that differ only in their square and payment. */
typedef struct {
    uint8_t verb, age, kind, rank;
    uint8_t price, extra;
    uint16_t ways; /* to pay */
    Squares cells;
    int64_t size;
} Family;

/* The legal actions of a position, in the order of the readable engine. */
typedef struct {
    int64_t exchanges, swaps, journeys, endings, total;
    int families;
    Family family[MAX_FAMILIES];
} Choices;

static void add_family(Choices *choices, Family family) {
    if (choices->families == MAX_FAMILIES || !any(&family.cells) || !family.ways) return;
    family.size = (int64_t)count(&family.cells) * family.ways;
    choices->total += family.size;
    choices->family[choices->families++] = family;
}

/* A1, A2: what can be built and upgraded in an age, by the extra cards that terrain costs. */
static void add_purchases(const Table *table, State *state, Choices *choices, int age, int most) {
    bool cube = state->players[state->seat].cubes > 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int rank = 1; rank <= MAX_RANK; rank++)
            for (int old = 0; old < rank && state->supply[kind][rank] > 0; old++) {
                int price = table->values[kind][rank] - table->values[kind][old];
                if (price > most || price > may_have(state, kind)) continue;
                if (!old && kind != CIVIL && !cube) continue;
                Squares cells = room_for(table, state, age, kind, old, rank);
                Family family = {.verb = old ? UPGRADE : BUILD,
                                 .age = (uint8_t)age,
                                 .kind = (uint8_t)kind,
                                 .rank = (uint8_t)rank,
                                 .price = (uint8_t)price};
                for (int extra = 0; extra <= most - price && extra <= MAX_EXTRA; extra++) {
                    family.cells = both(cells, &table->ground[rank - 1][extra]);
                    if (!any(&family.cells)) continue;
                    family.extra = (uint8_t)extra;
                    family.ways = (uint16_t)ways_to_pay(state, kind, price, extra);
                    add_family(choices, family);
                }
            }
}

/* An action whose one card follows from its square. */
static void add_simple(Choices *choices, int verb, int age, int kind, Squares cells) {
    add_family(choices, (Family){.verb = (uint8_t)verb,
                                 .age = (uint8_t)age,
                                 .kind = (uint8_t)kind,
                                 .rank = verb == DEMOLISH,
                                 .ways = 1,
                                 .cells = cells});
}

static bool stands_in(const Player *player, int age) {
    return player->at[0] == age || player->at[1] == age;
}

static void add_families(const Table *table, State *state, Choices *choices) {
    const Player *player = &state->players[state->seat];
    for (int age = MIGHT; age <= FAITH; age++) {
        int most = stands_in(player, age) ? allowance(state, age) : 0;
        if (!most) continue;
        add_purchases(table, state, choices, age, most);
        for (int kind = 0; player->coins >= DEMOLITION_COST && kind < KINDS; kind++)
            if (may_have(state, kind)) /* A4: rank 1 tiles; a printed hamlet is none. */
                add_simple(choices, DEMOLISH, age, kind,
                           without(state->boards[age].sites[kind][0], &table->hamlets));
    }
    if (!stands_in(player, REASON) || !allowance(state, REASON)) return;
    if (may_have(state, CIVIL) && player->cubes > 0)
        add_simple(choices, POPULATE, REASON, CIVIL, room_to_populate(table, state));
    for (int kind = 0; kind < CIVIL; kind++)
        if (may_have(state, kind))
            add_simple(choices, RESTORE, REASON, kind, room_to_restore(table, state, kind));
}

/* ------------------------------------------------------------------ choices of cards */

/* The selections of known cards, each with 0 to `hidden` unseen ones. */
static int64_t selections(const Player *player) {
    return (int64_t)(player->hand[0] + 1) * (player->hand[1] + 1) * (player->hand[2] + 1) *
           (player->hidden + 1);
}

static void selection(const Player *player, int64_t number, Action *action) {
    for (int kind = KINDS - 1; kind >= 0; kind--) {
        action->cards[kind] = (uint8_t)(number % (player->hand[kind] + 1));
        number /= player->hand[kind] + 1;
    }
    action->hidden = (uint8_t)number;
}

/* V2: the swaps; the one with a number goes to `action`. Gives how many there are. */
static int64_t swaps(const State *state, int64_t number, Action *action) {
    int64_t found = 0;
    uint8_t lay[KINDS];
    for (int kind = 0; kind < KINDS; kind++)
        for (lay[0] = 0; lay[0] <= state->open[kind]; lay[0]++)
            for (lay[1] = 0; lay[0] + lay[1] <= state->open[kind]; lay[1]++)
                for (lay[2] = 0; lay[0] + lay[1] + lay[2] <= state->open[kind]; lay[2]++) {
                    if (lay[0] + lay[1] + lay[2] == 0 || !holds(state, lay, 0)) continue;
                    if (found++ != number) continue;
                    action->kind = (uint8_t)kind;
                    memcpy(action->cards, lay, sizeof lay);
                    return found;
                }
    return found;
}

static void journey(const Player *player, int64_t number, Action *action) {
    for (int origin = 0; origin < AGES; origin++)
        for (int target = 0; target < AGES; target++)
            if (stands_in(player, origin) && origin != target && number-- == 0) {
                action->age = (uint8_t)origin;
                action->target = (uint8_t)target;
                return;
            }
}

/* ------------------------------------------------------------------ all of them */

/* Everything that may be done now. Domains and charts of the state are brought up to date. */
static void find_choices(const Table *table, State *state, Choices *choices) {
    const Player *player = &state->players[state->seat];
    choices->exchanges = choices->swaps = choices->journeys = choices->endings = 0;
    choices->total = choices->families = 0;
    if (state->over) return;
    if (!state->acted) {
        if (!state->exchanged && player->coins >= EXCHANGE_COST)
            choices->exchanges = selections(player) - 1;
        if (table->holdem && !state->swapped) choices->swaps = swaps(state, -1, NULL);
    }
    if (player->coins >= TRAVEL_COST) choices->journeys = player->at[0] == player->at[1] ? 2 : 4;
    choices->endings = table->keeps_cards ? selections(player) : 1;
    add_families(table, state, choices);
    choices->total += choices->exchanges + choices->swaps + choices->journeys + choices->endings;
}

/* The action of a family on one of its squares, paid in one of the ways. */
static Action member(const State *state, const Family *family, int cell, int way) {
    Action action = {.verb = family->verb, .age = family->age, .kind = family->kind};
    action.cell = (uint16_t)cell;
    if (family->verb == BUILD || family->verb == UPGRADE) {
        action.rank = family->rank;
        if (family->extra == 0)
            action.cards[family->kind] = family->price;
        else
            payments(state, family->kind, family->price, family->extra, way, action.cards);
    }
    return action;
}

/* The legal action with this number, from 0. */
static Action choice(const Table *table, const State *state, const Choices *choices,
                     int64_t number) {
    const Player *player = &state->players[state->seat];
    Action action = {0};
    if (number < choices->exchanges) {
        action.verb = EXCHANGE;
        selection(player, number + 1, &action);
        return action;
    }
    number -= choices->exchanges;
    if (number < choices->swaps) {
        action.verb = SWAP;
        swaps(state, number, &action);
        return action;
    }
    number -= choices->swaps;
    if (number < choices->journeys) {
        action.verb = TRAVEL;
        journey(player, number, &action);
        return action;
    }
    number -= choices->journeys;
    for (int i = 0; i < choices->families; i++) {
        const Family *family = &choices->family[i];
        if (number < family->size)
            return member(state, family, nth(&family->cells, (int)(number / family->ways)),
                          (int)(number % family->ways));
        number -= family->size;
    }
    action.verb = END_TURN;
    action.named = table->keeps_cards;
    if (action.named) selection(player, number, &action);
    return action;
}

/* All of them, as far as there is room. */
static void list_choices(const Table *table, const State *state, const Choices *choices,
                         Action *actions, int64_t room) {
    int64_t listed = 0, plain = choices->exchanges + choices->swaps + choices->journeys;
    for (; listed < plain && listed < room; listed++)
        actions[listed] = choice(table, state, choices, listed);
    for (int i = 0; i < choices->families; i++) {
        const Family *family = &choices->family[i];
        int ways = at_most(family->ways, MAX_WAYS);
        Action paid[MAX_WAYS];
        for (int way = 0; way < ways; way++) paid[way] = member(state, family, 0, way);
        for (Walk at = walk(&family->cells); listed < room && next(&at);)
            for (int way = 0; way < ways && listed < room; way++) {
                actions[listed] = paid[way];
                actions[listed++].cell = (uint16_t)at.cell;
            }
    }
    for (; listed < choices->total && listed < room; listed++)
        actions[listed] = choice(table, state, choices, listed);
}

/* ------------------------------------------------------------------ one action */

/* Whether an action is one of a family: its square, and exactly the price and the surcharge. */
static bool belongs(const State *state, const Family *family, const Action *action) {
    bool pays = family->verb == BUILD || family->verb == UPGRADE;
    if (action->verb != family->verb || !has(&family->cells, action->cell)) return false;
    if (!pays) return action->verb != DEMOLISH || action->age == family->age;
    return action->age == family->age && action->kind == family->kind &&
           action->rank == family->rank && action->cards[family->kind] >= family->price &&
           action->cards[0] + action->cards[1] + action->cards[2] ==
               family->price + family->extra &&
           holds(state, action->cards, 0);
}

/* Whether an action is legal; nothing in it is trusted. */
static bool legal(const Table *table, State *state, const Action *action) {
    Choices choices;
    if (state->over || action->cell >= CELLS || !between(action->verb, EXCHANGE, END_TURN))
        return false;
    if (!between(action->verb, BUILD, RESTORE)) return may_turn(table, state, action);
    find_choices(table, state, &choices);
    for (int i = 0; i < choices.families; i++)
        if (belongs(state, &choices.family[i], action)) return true;
    return false;
}

/* ------------------------------------------------------------------ O1: what an action does */

/* A1, A2, A3: pay, place, bonus; then the copies. */
static bool put_building(Script *script) {
    const Action *action = &script->move->action;
    State *state = script->state;
    int age = action->age, kind = action->kind, found[9], old_cell = 0;
    Building old = 0, b = building(kind, action->rank, kind == CIVIL ? NOBODY : state->seat, false);
    play_cards(state, age, action->cards);
    if (kind == CIVIL) note_join(script, age);
    if (action->verb == UPGRADE) {
        overlapping(&state->boards[age], action->cell, action->rank, found);
        old_cell = found[0];
        old = take(script->table, state, age, old_cell, false);
    }
    place(state, age, action->cell, b);
    if (old || action->rank > 1) state->players[state->seat].coins += script->table->bonus[age];
    return cast_shadows(script, age, action->cell, b, old_cell, old) && put_right(script);
}

/* A4. */
static bool demolish(Script *script) {
    const Action *action = &script->move->action;
    State *state = script->state;
    uint8_t cards[KINDS] = {0};
    cards[kind_of(state->boards[action->age].what[action->cell])] = 1;
    play_cards(state, action->age, cards);
    state->players[state->seat].coins -= DEMOLITION_COST;
    take(script->table, state, action->age, action->cell, false);
    return put_right(script);
}

/* A5. */
static void populate(Script *script) {
    State *state = script->state;
    int cell = script->move->action.cell;
    uint8_t cards[KINDS] = {0, 0, 1};
    play_cards(state, REASON, cards);
    move_cubes(state, cell, state->seat, 1);
}

/* A6: a rank 3 ruin needs a second card before it turns; then the cube on it goes home. */
static void restore(Script *script) {
    State *state = script->state;
    Board *board = &state->boards[REASON];
    int cell = script->move->action.cell;
    Building b = board->what[cell];
    uint8_t cards[KINDS] = {0};
    cards[kind_of(b)] = 1;
    play_cards(state, REASON, cards);
    if (rank_of(b) == MAX_RANK && !cubes_on(script->table, state, cell)) {
        move_cubes(state, cell, state->seat, 1);
        return;
    }
    for (int seat = 0; seat < script->table->players; seat++)
        if (state->cubes[cell][seat]) move_cubes(state, cell, seat, -state->cubes[cell][seat]);
    board->mark -= mark_of(cell, b);
    b = board->what[cell] = building(kind_of(b), rank_of(b), NOBODY, false);
    board->mark += mark_of(cell, b);
    touch(board);
}

/* O1: let a legal action happen, with everything that follows. False if it stops at a question, or
 * at an answer or a draw that cannot be; the state is of no use then. */
static bool resolve(Script *script) {
    script->used = 0;
    script->stopped = script->illegal = false;
    script->joins[MIGHT].there = script->joins[FAITH].there = false;
    switch (script->move->action.verb) {
    case BUILD:
    case UPGRADE: put_building(script); break;
    case DEMOLISH: demolish(script); break;
    case POPULATE: populate(script); break;
    case RESTORE: restore(script); break;
    default: turn(script); break;
    }
    return !script->stopped;
}
