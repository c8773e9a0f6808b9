/* The built-in players: random, greedy, planner and master. */
#include "native.h"

#include <stdlib.h>
#include <string.h>

/* A plan or a step that gains more than this is not exchanged away. */
static const double CONTENT = 4.0, LITTLE = 1.0, MUCH = 1e9;

/* Play a move for good. */
static bool make(const Table *table, State *state, const Move *move, Record *record) {
    State before = *state;
    Script script;
    if (!play_move(table, &before, state, move, answer_sensibly, NULL, &script)) return false;
    note(record, &script);
    return true;
}

/* ------------------------------------------------------------------ random */

/* A turn in which every legal action is as likely as any other. */
static void random_turn(const Table *table, State *state, uint64_t *lot, Record *record) {
    Choices choices;
    Script script;
    Move move;
    memset(&move, 0, sizeof move);
    do {
        find_choices(table, state, &choices);
        int most = choices.total > INT32_MAX ? INT32_MAX : (int)choices.total;
        move.action = choice(table, state, &choices, chance_below(lot, most));
        if (!play_move(table, state, state, &move, answer_by_lot, lot, &script)) return;
        note(record, &script);
    } while (move.action.verb != END_TURN);
}

/* ------------------------------------------------------------------ the end of a turn */

/* T6; in the first edition pairs are kept for the next turn (V1). */
static Action ending(const Table *table, const State *state) {
    const Player *player = &state->players[state->seat];
    Action action = {.verb = END_TURN, .named = table->keeps_cards};
    if (!table->keeps_cards) return action;
    for (int kind = 0; kind < KINDS; kind++) action.cards[kind] = player->hand[kind] == 1;
    action.hidden = (uint8_t)player->hidden;
    return action;
}

/* Go where taxes are, and end the turn. */
static void finish_turn(const Table *table, State *state, Record *record) {
    Move move;
    for (int i = 0; i < 2 && tax_journey(table, state, &move); i++)
        if (!make(table, state, &move, record)) return;
    memset(&move, 0, sizeof move);
    move.action = ending(table, state);
    make(table, state, &move, record);
}

/* ------------------------------------------------------------------ swap */

/* V2: the free swap after which a single step or a plan is worth most, if one is. */
static bool better_swap(const Table *table, const State *state, const Level *level, Move *move,
                        int64_t *tried) {
    State now = *state, swapped;
    Choices choices;
    Script script;
    Move one, moves[2];
    double most, worth;
    bool found = false;
    find_choices(table, &now, &choices);
    if (!choices.swaps) return false;
    best_step(table, &now, &level->taste, moves, &most, tried);
    for (int64_t i = 0; i < choices.swaps; i++) {
        memset(&one, 0, sizeof one);
        one.action = choice(table, &now, &choices, choices.exchanges + i);
        swapped = now;
        if (!play_move(table, &now, &swapped, &one, NULL, NULL, &script)) continue;
        best_step(table, &swapped, &level->taste, moves, &worth, tried);
        if (worth <= most + LEAST_GAIN) continue;
        most = worth;
        *move = one;
        found = true;
    }
    return found;
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

/* T2: an exchange of these cards. */
static Move exchange_of(const int16_t cards[KINDS]) {
    Move move;
    memset(&move, 0, sizeof move);
    move.action.verb = EXCHANGE;
    for (int kind = 0; kind < KINDS; kind++) move.action.cards[kind] = (uint8_t)cards[kind];
    return move;
}

static bool may_exchange(const State *state) {
    const Player *player = &state->players[state->seat];
    return !state->exchanged && !state->acted && !player->hidden &&
           player->coins >= EXCHANGE_COST && player->hand[0] + player->hand[1] + player->hand[2];
}

/* How a player stands after the best step, or after the best plan. */
static double prospect(const Table *table, State *state, const Level *level, int64_t *tried) {
    Move moves[2];
    Plan plan;
    double gain;
    if (level->kind != GREEDY_PLAYER)
        return find_plans(table, state, 1, &level->taste, 1, &plan, tried) < 1 ? -MUCH
                                                                               : plan.standing;
    best_step(table, state, &level->taste, moves, &gain, tried);
    return standing(table, state, state->seat, &level->taste) + gain;
}

/* T2: how a player stands on average after an exchange: draws stand for all that it may bring. */
static double worth_exchanged(const Table *table, const State *view, const Level *level,
                              const Move *exchange, uint64_t lot, int64_t *tried) {
    double sum = 0.0;
    for (int i = 0; i < level->draws; i++) {
        State state = *view;
        Script script;
        deal_hidden(table, &state, chance_step(&lot));
        if (!play_move(table, view, &state, exchange, NULL, NULL, &script)) return -MUCH;
        sum += prospect(table, &state, level, tried);
    }
    return sum / level->draws;
}

/* ------------------------------------------------------------------ greedy */

/* A turn that takes the step after which its player stands best, until none gains. Cards with which
 * little gains are exchanged if others are likely to gain more. */
static void greedy_turn(const Table *table, State *state, const Level *level, uint64_t *lot,
                        Record *record) {
    Move moves[2];
    double gain;
    int number;
    if (better_swap(table, state, level, moves, &record->tried) &&
        !make(table, state, moves, record))
        return;
    number = best_step(table, state, &level->taste, moves, &gain, &record->tried);
    if (gain < LITTLE && level->draws && may_exchange(state)) {
        State view = seen(table, state);
        Move exchange = exchange_of(state->players[state->seat].hand);
        double now = standing(table, state, state->seat, &level->taste);
        if (worth_exchanged(table, &view, level, &exchange, chance_step(lot), &record->tried) >
            now + gain + LEAST_GAIN) {
            if (!make(table, state, &exchange, record)) return;
            number = best_step(table, state, &level->taste, moves, &gain, &record->tried);
        }
    }
    while (number) {
        for (int i = 0; i < number; i++)
            if (!make(table, state, &moves[i], record)) return;
        number = best_step(table, state, &level->taste, moves, &gain, &record->tried);
    }
    finish_turn(table, state, record);
}

/* ------------------------------------------------------------------ planner and master */

/* What a position is worth after a short game: everybody's next turn is played greedily, the
 * player's own last. */
static double short_game(const Table *table, const State *end, int seat, const Level *level,
                         uint64_t deal, int64_t *tried) {
    State state = *end;
    Record record = {NULL, 0, 0, 0};
    Level reply = {.kind = GREEDY_PLAYER, .taste = level->taste};
    Value value;
    deal_hidden(table, &state, deal);
    for (int turn = 0; turn < table->players && !state.over; turn++) {
        reply.taste = (Taste){.envy = level->taste.envy};
        if (state.seat == seat) reply.taste = level->taste;
        greedy_turn(table, &state, &reply, NULL, &record);
    }
    *tried += record.tried;
    evaluate(table, &state, 0, &value);
    return liking(table, &state, &value, seat, &level->taste);
}

typedef struct {
    int plan;
    double sum, score;
    State end;
} Candidate;

/* Of the best plans the one that is best after short games on the same deals. Half of them fall out
 * after each share of the budget. */
static int play_on(const Table *table, const State *view, const Level *level, const Plan *plans,
                   int number, uint64_t *lot, int64_t *tried) {
    Candidate *candidate = malloc((size_t)number * sizeof *candidate);
    int stages = 0, best = 0, deals = 0;
    if (!candidate) return 0;
    for (int i = 0; i < number; i++) {
        Record record = {NULL, 0, 0, 0};
        candidate[i] = (Candidate){.plan = i, .end = *view};
        for (int j = 0; j < plans[i].actions; j++)
            make(table, &candidate[i].end, &plans[i].moves[j], &record);
        finish_turn(table, &candidate[i].end, &record);
    }
    for (int left = number; left > 1; left = (left + 1) / 2) stages++;
    int64_t spent = 0;
    for (int stage = 1; stage <= stages; stage++) {
        int64_t limit = level->budget * stage / stages, before;
        do {
            uint64_t deal = chance_step(lot);
            before = spent;
            deals++;
            for (int i = 0; i < number; i++)
                candidate[i].sum +=
                    short_game(table, &candidate[i].end, view->seat, level, deal, &spent);
        } while (spent < limit && spent > before); /* nobody may have anything to try */
        for (int i = 0; i < number; i++) {
            double known = plans[candidate[i].plan].standing;
            candidate[i].score = (candidate[i].sum + level->trust * known) / (deals + level->trust);
        }
        int half = (number + 1) / 2;
        for (int i = 0; i < half; i++) {
            int most = i;
            for (int j = i + 1; j < number; j++)
                if (candidate[j].score > candidate[most].score) most = j;
            Candidate first = candidate[most];
            candidate[most] = candidate[i];
            candidate[i] = first;
        }
        number = half;
    }
    best = candidate[0].plan;
    free(candidate);
    *tried += spent;
    return best;
}

/* T2: the exchange after which turns are better on average than the best plan, if one is: of all
 * cards, or of those that the plan leaves. */
static bool better_cards(const Table *table, const State *view, const Level *level,
                         const Plan *plan, uint64_t *lot, Move *move, int64_t *tried) {
    const Player *player = &view->players[view->seat];
    State end = *view;
    Record record = {NULL, 0, 0, 0};
    double best = plan->standing;
    uint64_t draws = chance_step(lot);
    bool found = false;
    if (!level->draws || !may_exchange(view)) return false;
    if (plan->standing - standing(table, &end, view->seat, &level->taste) > CONTENT) return false;
    for (int i = 0; i < plan->actions; i++) make(table, &end, &plan->moves[i], &record);
    for (int all = 0; all < 2; all++) {
        const int16_t *cards = all ? player->hand : end.players[view->seat].hand;
        if (cards[0] + cards[1] + cards[2] == 0) continue;
        Move one = exchange_of(cards);
        double worth = worth_exchanged(table, view, level, &one, draws, tried);
        if (worth <= best + LEAST_GAIN) continue;
        best = worth;
        *move = one;
        found = true;
    }
    return found;
}

/* A turn by the beam; a master plays its best plans on and takes the one that comes out best. */
static void planned_turn(const Table *table, State *state, const Level *level, uint64_t *lot,
                         Record *record) {
    Plan plans[MAX_PLANS];
    Move move;
    int wanted = level->plans > 1 ? level->plans : 1, chosen = 0;
    if (better_swap(table, state, level, &move, &record->tried) &&
        !make(table, state, &move, record))
        return;
    State view = seen(table, state);
    int number =
        find_plans(table, &view, level->width, &level->taste, wanted, plans, &record->tried);
    if (number > 0 && better_cards(table, &view, level, plans, lot, &move, &record->tried)) {
        if (!make(table, state, &move, record)) return;
        view = seen(table, state);
        number =
            find_plans(table, &view, level->width, &level->taste, wanted, plans, &record->tried);
    }
    bool last = state->round == MAX_ROUND && (state->seat + 1) % table->players == state->start;
    if (number > 1 && level->kind == MASTER_PLAYER && !last)
        chosen = play_on(table, &view, level, plans, number, lot, &record->tried);
    for (int i = 0; number > 0 && i < plans[chosen].actions; i++)
        if (!make(table, state, &plans[chosen].moves[i], record)) return;
    finish_turn(table, state, record);
}

/* A whole turn of a built-in player. */
void play_turn(const Table *table, State *state, const Level *level, uint64_t *lot,
               Record *record) {
    switch (level->kind) {
    case RANDOM_PLAYER: random_turn(table, state, lot, record); break;
    case GREEDY_PLAYER: greedy_turn(table, state, level, lot, record); break;
    default: planned_turn(table, state, level, lot, record); break;
    }
}
