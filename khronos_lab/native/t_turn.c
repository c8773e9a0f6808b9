/* T and V: exchange, open cards, travel, refill, the order of turns, the end of the game.
 *
 * T5 leaves open which adventurer's allowance pays until it matters. An account says how many cards
 * each of the two may still play, the one in the earlier age first (in one age the poorer first);
 * a purse is the set of accounts that are still possible, bit 3 * a + b for the account (a, b). */
enum { ACCOUNTS = 9 };

static uint16_t account(const uint8_t at[2], int one, int other) {
    if (at[0] == at[1] && one > other) return (uint16_t)(1 << (3 * other + one));
    return (uint16_t)(1 << (3 * one + other));
}

/* T5: the most cards that one action in this age may still cost. */
static int allowance(const State *state, int age) {
    const uint8_t *at = state->players[state->seat].at;
    int most = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        if (!(state->purse >> i & 1)) continue;
        int sum = (at[0] == age ? i / 3 : 0) + (at[1] == age ? i % 3 : 0);
        if (sum > most) most = sum;
    }
    return most;
}

/* T5: the accounts possible after cards were played in an age. */
static uint16_t pay(uint16_t purse, const uint8_t at[2], int age, int number) {
    uint16_t after = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        if (!(purse >> i & 1)) continue;
        int most = at[0] == age ? i / 3 : 0, rest = at[1] == age ? i % 3 : 0;
        for (int share = 0; share <= most && share <= number; share++)
            if (number - share <= rest)
                after |= account(at, i / 3 - share, i % 3 - (number - share));
    }
    return after;
}

/* ------------------------------------------------------------------ cards */

static int lacking(int held, int wanted) { return wanted > held ? wanted - held : 0; }

/* Whether the player to act can hold these cards and `hidden` unseen ones besides: what the known
 * hand lacks must be among his hidden cards, and not all seen already (S4). */
static bool holds(const State *state, const uint8_t cards[KINDS], int hidden) {
    const Player *player = &state->players[state->seat];
    int sum = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int short_of = lacking(player->hand[kind], cards[kind]);
        if (short_of > 0 && short_of > state->pile[kind]) return false;
        sum += short_of;
    }
    return sum + hidden <= player->hidden;
}

/* Cards leave a hand; what was hidden shows itself. */
static void give_up(State *state, const uint8_t cards[KINDS], int hidden) {
    Player *player = &state->players[state->seat];
    for (int kind = 0; kind < KINDS; kind++) {
        int shown = lacking(player->hand[kind], cards[kind]);
        player->hand[kind] = (int16_t)(player->hand[kind] - cards[kind] + shown);
        player->hidden = (int16_t)(player->hidden - shown);
        state->pile[kind] = (int16_t)(state->pile[kind] - shown);
    }
    player->hidden = (int16_t)(player->hidden - hidden);
}

static void discard(State *state, const uint8_t cards[KINDS], int hidden) {
    give_up(state, cards, hidden);
    for (int kind = 0; kind < KINDS; kind++) state->discards[kind] += cards[kind];
    state->hidden_discards = (int16_t)(state->hidden_discards + hidden);
}

/* T5: play cards in an age where an adventurer stands. */
static void play_cards(State *state, int age, const uint8_t cards[KINDS]) {
    const uint8_t *at = state->players[state->seat].at;
    discard(state, cards, 0);
    state->purse = pay(state->purse, at, age, cards[0] + cards[1] + cards[2]);
    state->acted = true;
}

/* S4: the first of the known cards, as far as the pile can give them. */
static int known_part(const State *state, int16_t known[KINDS], int number, int16_t part[KINDS]) {
    int sum = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int most = number - sum;
        if (known[kind] < most) most = known[kind];
        if (state->pile[kind] < most) most = state->pile[kind];
        part[kind] = (int16_t)(most > 0 ? most : 0);
        sum += part[kind];
    }
    for (int kind = 0; kind < KINDS; kind++) known[kind] -= part[kind];
    return sum;
}

/* S4: draw from the pile; when it is empty the discards become the new pile. If the move says what
 * was drawn, that is drawn; what a secret player draws besides stays hidden. */
static void draw_cards(Script *script, int number) {
    State *state = script->state;
    Player *player = &state->players[state->seat];
    const Move *move = script->move;
    int left = pile_size(script->table, state) + state->hidden_discards;
    for (int kind = 0; kind < KINDS; kind++) left += state->discards[kind];
    if (left < number) number = left;
    bool told = move->known, chosen = told || player->secret;
    int16_t known[KINDS] = {0};
    for (int kind = 0; told && kind < KINDS; kind++) known[kind] = move->drawn[kind];
    int sum = known[0] + known[1] + known[2];
    if (sum > number || (told && sum < number && !player->secret)) {
        script->stopped = script->illegal = true;
        return;
    }
    while (number > 0) {
        int now = pile_size(script->table, state);
        if (now <= 0) {
            for (int kind = 0; kind < KINDS; kind++) {
                state->pile[kind] += state->discards[kind];
                state->discards[kind] = 0;
            }
            state->hidden_discards = 0;
            if (pile_size(script->table, state) <= 0) return;
            continue;
        }
        if (now > number) now = number;
        int16_t cards[KINDS] = {0};
        if (chosen) {
            int given = known_part(state, known, now, cards);
            bool all = !(known[0] || known[1] || known[2]), last = now == number;
            if (!all && (last || (given < now && !player->secret))) {
                script->stopped = script->illegal = true;
                return;
            }
            for (int kind = 0; kind < KINDS; kind++) state->pile[kind] -= cards[kind];
            player->hidden = (int16_t)(player->hidden + now - given);
            /* Chance moves on by one step a card whoever decided them. */
            for (int i = 0; i < now; i++) chance_step(&state->chance);
        } else {
            draw(&state->chance, state->pile, now, cards);
        }
        for (int kind = 0; kind < KINDS; kind++) player->hand[kind] += cards[kind];
        number -= now;
    }
}

/* ------------------------------------------------------------------ T2, V2, T4 */

static int sum_of(const uint8_t cards[KINDS]) { return cards[0] + cards[1] + cards[2]; }

/* T2: pay, discard, draw as many. */
static void exchange(Script *script, const Action *action, State *state) {
    state->players[state->seat].coins -= EXCHANGE_COST;
    discard(state, action->cards, action->hidden);
    state->exchanged = true;
    draw_cards(script, sum_of(action->cards) + action->hidden);
}

/* V2: take open cards of one kind and lay others down, free of charge. */
static void swap_cards(const Action *action, State *state) {
    int number = sum_of(action->cards);
    Player *player = &state->players[state->seat];
    give_up(state, action->cards, 0);
    for (int kind = 0; kind < KINDS; kind++) state->open[kind] += action->cards[kind];
    state->open[action->kind] = (int16_t)(state->open[action->kind] - number);
    player->hand[action->kind] = (int16_t)(player->hand[action->kind] + number);
    state->swapped = true;
}

/* T4, T5: an adventurer goes; which of two in one age went is left open. */
static void travel(const Action *action, State *state) {
    Player *player = &state->players[state->seat];
    player->coins -= TRAVEL_COST;
    int origin = action->age, target = action->target;
    int stays = player->at[0] == origin ? player->at[1] : player->at[0];
    uint8_t now[2] = {(uint8_t)(stays < target ? stays : target),
                      (uint8_t)(stays < target ? target : stays)};
    uint16_t after = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        if (!(state->purse >> i & 1)) continue;
        for (int who = 0; who < 2; who++) {
            if (player->at[who] != origin) continue;
            int moved = who ? i % 3 : i / 3, other = who ? i / 3 : i % 3;
            after |= target < stays ? account(now, moved, other) : account(now, other, moved);
        }
    }
    memcpy(player->at, now, sizeof now);
    state->purse = after;
    state->acted = true;
}

/* ------------------------------------------------------------------ T6, T7: the end of a turn */

/* T6, V1: discard all unused cards, or in the first edition those named, and draw up to 4. */
static void refill(Script *script, const Action *action, State *state) {
    const Player *player = &state->players[state->seat];
    uint8_t cards[KINDS];
    int held = player->hand[0] + player->hand[1] + player->hand[2] + player->hidden;
    int hidden = action->named ? action->hidden : player->hidden;
    for (int kind = 0; kind < KINDS; kind++)
        cards[kind] = action->named ? action->cards[kind] : (uint8_t)player->hand[kind];
    int kept = held - sum_of(cards) - hidden;
    discard(state, cards, hidden);
    draw_cards(script, kept < HAND_SIZE ? HAND_SIZE - kept : 0);
}

/* T1, T6, T7: refill, taxes, next player. */
static void end_turn(Script *script, const Action *action, State *state) {
    int amounts[AGES];
    refill(script, action, state);
    if (script->stopped) return;
    if (script->table->tax_rounds >> state->round & 1)
        state->players[state->seat].coins += taxes_of(script->table, state, state->seat, amounts);
    int following = (state->seat + 1) % script->table->players;
    int round = state->round + (following == state->start);
    state->over = round > MAX_ROUND;
    if (state->over) return;
    state->seat = (uint8_t)following;
    state->round = (uint8_t)round;
    state->exchanged = state->swapped = state->acted = false;
    state->purse = FULL_PURSE;
}

/* Whether an exchange, a swap, a journey or the end of a turn is legal. */
static bool may_turn(const Table *table, const State *state, const Action *action) {
    const Player *player = &state->players[state->seat];
    int number = sum_of(action->cards), age = action->age;
    switch (action->verb) {
    case EXCHANGE:
        return !state->exchanged && !state->acted && number + action->hidden > 0 &&
               player->coins >= EXCHANGE_COST && holds(state, action->cards, action->hidden);
    case SWAP:
        return table->holdem && !state->swapped && !state->acted && number > 0 &&
               action->kind < KINDS && number <= state->open[action->kind] &&
               holds(state, action->cards, 0);
    case TRAVEL:
        return (player->at[0] == age || player->at[1] == age) && action->target < AGES &&
               action->target != age && player->coins >= TRAVEL_COST;
    default:
        if (!table->keeps_cards) return !action->named && !action->hidden;
        return action->named && holds(state, action->cards, action->hidden);
    }
}

/* Let one of them happen. */
static void turn(Script *script) {
    const Action *action = &script->move->action;
    switch (action->verb) {
    case EXCHANGE: exchange(script, action, script->state); break;
    case SWAP: swap_cards(action, script->state); break;
    case TRAVEL: travel(action, script->state); break;
    default: end_turn(script, action, script->state); break;
    }
}

/* ------------------------------------------------------------------ choices on the way */

/* Let somebody choose; a single possibility is taken without asking. Gives the number of an option,
 * or -1 if the move stops here. */
static int ask(Script *script, Question *question) {
    if (question->count == 1) return 0;
    question->asked = (uint8_t)script->used;
    int answer = -1;
    if (script->used < script->move->count)
        answer = script->move->answers[script->used];
    else if (script->choose)
        answer = script->choose(script, question);
    if (answer >= question->count || script->used >= MAX_ANSWERS) {
        script->illegal = true;
        answer = -1;
    }
    if (answer < 0) {
        script->stopped = true;
        script->question = *question;
        return -1;
    }
    script->given[script->used++] = (uint16_t)answer;
    return answer;
}
