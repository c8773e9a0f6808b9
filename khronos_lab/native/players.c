/* The built-in players: random, greedy, planner and master. */
/* A plan or a step that gains more than this is not exchanged away. */
static const double CONTENT = 4.0, LITTLE = 1.0, MUCH = 1e9;
/* With less nothing comes up often enough to be remembered. */
enum { SMALL_BUDGET = 200000 };

/* Play a move for good. */
static bool make(Run *run, State *state, const Move *move) {
    State before = *state;
    Script script;
    if (!play_move(run->table, &before, state, move, answer_sensibly, NULL, &script)) return false;
    note(run, &script);
    return true;
}

/* ------------------------------------------------------------------ random */

/* A turn in which every legal action is as likely as any other. */
static void random_turn(Run *run, State *state, uint64_t *lot) {
    Choices choices;
    Script script;
    Move move;
    memset(&move, 0, sizeof move);
    do {
        find_choices(run->table, state, &choices);
        int most = choices.total > INT32_MAX ? INT32_MAX : (int)choices.total;
        move.action = choice(run->table, state, &choices, chance_below(lot, most));
        if (!play_move(run->table, state, state, &move, answer_by_lot, lot, &script)) return;
        note(run, &script);
    } while (move.action.verb != END_TURN);
}

/* ------------------------------------------------------------------ the end of a turn */

/* Go where taxes are, and end the turn (T6); in the first edition pairs are kept for the next turn
 * (V1). */
static void finish_turn(Run *run, State *state) {
    const Player *player = &state->players[state->seat];
    bool keeps = run->table->keeps_cards;
    Move move;
    for (int i = 0; i < 2 && tax_journey(run->table, state, &move); i++)
        if (!make(run, state, &move)) return;
    memset(&move, 0, sizeof move);
    move.action = (Action){.verb = END_TURN, .named = keeps};
    for (int kind = 0; keeps && kind < KINDS; kind++)
        move.action.cards[kind] = player->hand[kind] == 1;
    if (keeps) move.action.hidden = (uint8_t)player->hidden;
    make(run, state, &move);
}

/* ------------------------------------------------------------------ swap */

/* V2: make the free swap after which a single step is worth most, if one is; gives that step as
 * `best_step` does. Actions are tried again with every hand, so trials are remembered. */
static int swap_first(Run *run, State *state, const Taste *taste, Move moves[2], double *gain) {
    State now = *state, swapped;
    Choices choices;
    Script script;
    Move best, one, step[2];
    bool repeats = run->repeats, found = false;
    find_choices(run->table, &now, &choices);
    run->repeats = repeats || choices.swaps;
    int number = best_step(run, &now, taste, moves, gain);
    for (int64_t i = 0; i < choices.swaps; i++) {
        memset(&one, 0, sizeof one);
        one.action = choice(run->table, &now, &choices, choices.exchanges + i);
        swapped = now;
        if (!play_move(run->table, &now, &swapped, &one, NULL, NULL, &script)) continue;
        double worth;
        int count = best_step(run, &swapped, taste, step, &worth);
        if (worth <= *gain + LEAST_GAIN) continue;
        *gain = worth;
        number = count;
        memcpy(moves, step, sizeof step);
        best = one;
        found = true;
    }
    run->repeats = repeats;
    if (found) make(run, state, &best);
    return number;
}

/* ------------------------------------------------------------------ exchange */

/* The game as the player to act may see it: the hands of others are unseen cards. */
static State seen(const Table *table, const State *state) {
    State view = *state;
    for (int seat = 0; seat < table->players; seat++) {
        Player *player = &view.players[seat];
        if (seat == view.seat) continue;
        for (int kind = 0; kind < KINDS; kind++) {
            view.pile[kind] += player->hand[kind];
            player->hidden += player->hand[kind];
            player->hand[kind] = 0;
        }
        player->secret = true;
    }
    view.chance = 0;
    return view;
}

static bool may_exchange(const State *state) {
    const Player *player = &state->players[state->seat];
    return !state->exchanged && !state->acted && !player->hidden &&
           player->coins >= EXCHANGE_COST && player->hand[0] + player->hand[1] + player->hand[2];
}

/* T2: how a player stands on average after an exchange of these cards: draws stand for all that it
 * may bring. Each counts by the best step, or by the best plan. */
static double worth_exchanged(Run *run, const State *view, const Level *level,
                              const int16_t cards[KINDS], uint64_t lot, Move *exchange) {
    const Taste *taste = &level->taste;
    double sum = 0.0, gain;
    memset(exchange, 0, sizeof *exchange);
    exchange->action.verb = EXCHANGE;
    for (int kind = 0; kind < KINDS; kind++) exchange->action.cards[kind] = (uint8_t)cards[kind];
    for (int i = 0; i < level->draws; i++) {
        State state = *view;
        Script script;
        Move moves[2];
        Plan plan;
        deal_hidden(run->table, &state, chance_step(&lot));
        if (!play_move(run->table, view, &state, exchange, NULL, NULL, &script)) return -MUCH;
        if (level->kind == GREEDY_PLAYER) {
            best_step(run, &state, taste, moves, &gain);
            sum += standing(run->table, &state, state.seat, taste) + gain;
        } else {
            sum += find_plans(run, &state, 1, taste, 1, &plan) < 1 ? -MUCH : plan.standing;
        }
    }
    return sum / level->draws;
}

/* ------------------------------------------------------------------ greedy */

/* A turn that takes the step after which its player stands best, until none gains. Cards with which
 * little gains are exchanged if others are likely to gain more. */
static void greedy_turn(Run *run, State *state, const Level *level, uint64_t *lot) {
    const Taste *taste = &level->taste;
    Move moves[2], exchange;
    double gain;
    int number = swap_first(run, state, taste, moves, &gain);
    if (gain < LITTLE && level->draws && may_exchange(state)) {
        State view = seen(run->table, state);
        double now = standing(run->table, state, state->seat, taste);
        if (worth_exchanged(run, &view, level, state->players[state->seat].hand, chance_step(lot),
                            &exchange) > now + gain + LEAST_GAIN) {
            if (!make(run, state, &exchange)) return;
            number = best_step(run, state, taste, moves, &gain);
        }
    }
    while (number) {
        for (int i = 0; i < number; i++)
            if (!make(run, state, &moves[i])) return;
        number = best_step(run, state, taste, moves, &gain);
    }
    finish_turn(run, state);
}

/* ------------------------------------------------------------------ planner and master */

/* What a position is worth after a short game: everybody's next turn is played greedily, the
 * player's own last. */
static double short_game(Run *run, const State *end, int seat, const Taste *taste, uint64_t deal) {
    State state = *end;
    Value value;
    deal_hidden(run->table, &state, deal);
    for (int turn = 0; turn < run->table->players && !state.over; turn++) {
        Level reply = {.kind = GREEDY_PLAYER, .taste = {.envy = taste->envy}};
        if (state.seat == seat) reply.taste = *taste;
        greedy_turn(run, &state, &reply, NULL);
    }
    evaluate(run->table, &state, 0, &value);
    return liking(run->table, &state, &value, seat, taste);
}

typedef struct {
    int plan;
    double sum, score;
    State end;
} Candidate;

/* Bring the better half of the candidates to the front, best first; gives its number. */
static int better_half(Candidate *candidate, int number) {
    int half = (number + 1) / 2;
    for (int i = 0; i < half; i++) {
        int most = i;
        for (int j = i + 1; j < number; j++)
            if (candidate[j].score > candidate[most].score) most = j;
        Candidate first = candidate[most];
        candidate[most] = candidate[i];
        candidate[i] = first;
    }
    return half;
}

/* Of the best plans the one that is best after short games on the same deals. Half of them fall out
 * after each share of the budget. */
static int play_on(Run *run, const State *view, const Level *level, const Plan *plans, int number,
                   uint64_t *lot) {
    Run aside = {.table = run->table, .repeats = level->budget > SMALL_BUDGET};
    Candidate *candidate = malloc((size_t)number * sizeof *candidate);
    int stages = 0, best = 0, deals = 0;
    for (int i = 0; candidate && i < number; i++) {
        candidate[i] = (Candidate){.plan = i, .end = *view};
        for (int j = 0; j < plans[i].actions; j++)
            make(&aside, &candidate[i].end, &plans[i].moves[j]);
        finish_turn(&aside, &candidate[i].end);
    }
    for (int left = number; left > 1; left = (left + 1) / 2) stages++;
    for (int stage = 1; candidate && stage <= stages; stage++) {
        int64_t limit = level->budget * stage / stages, before;
        do {
            uint64_t deal = chance_step(lot);
            before = aside.tried;
            deals++;
            for (int i = 0; i < number; i++)
                candidate[i].sum +=
                    short_game(&aside, &candidate[i].end, view->seat, &level->taste, deal);
        } while (aside.tried < limit && aside.tried > before); /* or nobody has anything to try */
        for (int i = 0; i < number; i++) {
            double known = plans[candidate[i].plan].standing;
            candidate[i].score = (candidate[i].sum + level->trust * known) / (deals + level->trust);
        }
        number = better_half(candidate, number);
        best = candidate[0].plan;
    }
    free(candidate);
    run->tried += aside.tried;
    return best;
}

/* T2: the exchange after which turns are better on average than the best plan, if one is: of all
 * cards, or of those that the plan leaves. */
static bool better_cards(Run *run, const State *view, const Level *level, const Plan *plan,
                         uint64_t *lot, Move *move) {
    State end = *view;
    Run aside = {.table = run->table};
    Move one;
    double best = plan->standing;
    uint64_t draws = chance_step(lot);
    bool found = false;
    if (!level->draws || !may_exchange(view)) return false;
    if (plan->standing - standing(run->table, &end, view->seat, &level->taste) > CONTENT)
        return false;
    for (int i = 0; i < plan->actions; i++) make(&aside, &end, &plan->moves[i]);
    for (int all = 0; all < 2; all++) {
        const int16_t *cards = (all ? view : &end)->players[view->seat].hand;
        if (cards[0] + cards[1] + cards[2] == 0) continue;
        double worth = worth_exchanged(run, view, level, cards, draws, &one);
        if (worth <= best + LEAST_GAIN) continue;
        best = worth;
        *move = one;
        found = true;
    }
    return found;
}

/* A turn by the beam; a master plays its best plans on and takes the one that comes out best. */
static void planned_turn(Run *run, State *state, const Level *level, uint64_t *lot) {
    const Taste *taste = &level->taste;
    Plan plans[MAX_PLANS];
    Move exchange, step[2];
    double gain;
    int wanted = level->plans > 1 ? level->plans : 1, chosen = 0;
    if (run->table->holdem) swap_first(run, state, taste, step, &gain);
    State view = seen(run->table, state);
    int number = find_plans(run, &view, level->width, taste, wanted, plans);
    if (number > 0 && better_cards(run, &view, level, plans, lot, &exchange)) {
        if (!make(run, state, &exchange)) return;
        view = seen(run->table, state);
        number = find_plans(run, &view, level->width, taste, wanted, plans);
    }
    bool last =
        state->round == MAX_ROUND && (state->seat + 1) % run->table->players == state->start;
    if (number > 1 && level->kind == MASTER_PLAYER && !last)
        chosen = play_on(run, &view, level, plans, number, lot);
    for (int i = 0; number > 0 && i < plans[chosen].actions; i++)
        if (!make(run, state, &plans[chosen].moves[i])) return;
    finish_turn(run, state);
}

/* A whole turn of a built-in player. */
static void play_turn(Run *run, State *state, const Level *level, uint64_t *lot) {
    switch (level->kind) {
    case RANDOM_PLAYER: random_turn(run, state, lot); break;
    case GREEDY_PLAYER: greedy_turn(run, state, level, lot); break;
    default: planned_turn(run, state, level, lot); break;
    }
}

/* ------------------------------------------------------------------ games played on */

/* Deal what is hidden and play on for some turns, with an account of where coins came from. Chance
 * begins anew with every turn, from the deal, the round and the seat: what one player draws or
 * throws away does not shift what comes later, so two positions meet the same luck. */
static void play_out(Run *run, const State *from, const Level levels[MAX_PLAYERS], int turns,
                     uint64_t deal, Account accounts[MAX_PLAYERS]) {
    State state = *from;
    Value value;
    int taxes[AGES];
    uint64_t hidden = deal;
    memset(accounts, 0, MAX_PLAYERS * sizeof *accounts);
    deal_hidden(run->table, &state, chance_step(&hidden));
    for (int turn = 0; turn < turns && !state.over; turn++) {
        int seat = state.seat, round = state.round;
        uint64_t luck = deal + ((uint64_t)round << 8 | (uint64_t)seat);
        state.chance = chance_step(&luck);
        play_turn(run, &state, &levels[seat], &luck);
        if (!(run->table->tax_rounds >> round & 1)) continue;
        taxes_of(run->table, &state, seat, taxes); /* boards are as they were when he collected */
        for (int age = 0; age < AGES; age++) accounts[seat].taxes[age] += taxes[age];
    }
    /* When the game is over, these are the coins and wins that it gave (T7). */
    evaluate(run->table, &state, CHANCES, &value);
    for (int seat = 0; seat < run->table->players; seat++) {
        Account *account = &accounts[seat];
        double coins = state.players[seat].coins;
        account->purse = coins - from->players[seat].coins;
        for (int age = 0; age < AGES; age++) account->purse -= account->taxes[age];
        account->ahead = value.coins[seat] - coins;
        account->win = value.chance[seat];
    }
}
