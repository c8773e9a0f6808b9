/* The door: the only functions that others call. Nothing that comes in is trusted: a position is put
 * together anew from its pieces, and what makes no sense is refused.
 */
#include "native.h"

#include <string.h>

#if defined(_WIN32)
#define DOOR __declspec(dllexport)
#else
#define DOOR __attribute__((visibility("default")))
#endif

#ifndef NATIVE_DIGEST
#define NATIVE_DIGEST ""
#endif

enum { DONE, ASKED, ILLEGAL, NONSENSE = -1 };
enum { MOST_CARDS = 200, MOST_PIECES = 10000, MAX_BATCH = 1 << 24 };

/* A building as it comes in and goes out. */
typedef struct {
    uint16_t cell;
    uint8_t age, kind, rank;
    int8_t owner;
    uint8_t printed, ruin;
    uint8_t cubes[MAX_PLAYERS];
    uint8_t spare;
} Piece;

/* Everything of a position that is not on a board, as whole numbers. */
typedef struct {
    int32_t coins, hand[KINDS], hidden, cubes, at[2], secret;
} Account;

typedef struct {
    Account accounts[MAX_PLAYERS];
    int32_t supply[KINDS][4], pile[KINDS], discards[KINDS], open[KINDS], hidden_discards;
    int32_t purse, round, start, seat, exchanged, swapped, acted, over;
    uint64_t chance;
} Numbers;

/* ------------------------------------------------------------------ positions in and out */

static bool within_limits(int value, int least, int most) { return value >= least && value <= most; }

static bool cards_in_limits(const int32_t cards[KINDS]) {
    for (int kind = 0; kind < KINDS; kind++)
        if (!within_limits(cards[kind], 0, MOST_CARDS)) return false;
    return true;
}

static void copy_cards(const int32_t from[KINDS], int16_t to[KINDS]) {
    for (int kind = 0; kind < KINDS; kind++) to[kind] = (int16_t)from[kind];
}

static bool read_account(const Account *account, Player *player) {
    if (!within_limits(account->coins, 0, 1 << 30) || !cards_in_limits(account->hand) ||
        !within_limits(account->hidden, 0, MOST_CARDS) ||
        !within_limits(account->cubes, 0, MOST_PIECES) || !within_limits(account->at[0], 0, REASON) ||
        !within_limits(account->at[1], account->at[0], REASON))
        return false;
    *player = (Player){.coins = account->coins,
                       .hidden = (int16_t)account->hidden,
                       .cubes = (int16_t)account->cubes,
                       .at = {(uint8_t)account->at[0], (uint8_t)account->at[1]},
                       .secret = account->secret != 0};
    copy_cards(account->hand, player->hand);
    return true;
}

/* Accounts that the purse may hold: in one age the poorer adventurer comes first (T5). */
static bool purse_in_limits(int purse, const uint8_t at[2]) {
    int twisted = 1 << 3 | 1 << 6 | 1 << 7;
    return within_limits(purse, 1, (1 << 9) - 1) && !(at[0] == at[1] && purse & twisted);
}

static bool read_numbers(const Table *table, const Numbers *numbers, State *state) {
    for (int seat = 0; seat < table->players; seat++)
        if (!read_account(&numbers->accounts[seat], &state->players[seat])) return false;
    for (int kind = 0; kind < KINDS; kind++)
        for (int rank = 1; rank <= MAX_RANK; rank++) {
            if (!within_limits(numbers->supply[kind][rank], 0, MOST_PIECES)) return false;
            state->supply[kind][rank] = (int16_t)numbers->supply[kind][rank];
        }
    if (!cards_in_limits(numbers->pile) || !cards_in_limits(numbers->discards) ||
        !cards_in_limits(numbers->open) ||
        !within_limits(numbers->hidden_discards, 0, KINDS * MOST_CARDS) ||
        !within_limits(numbers->round, 1, MAX_ROUND) ||
        !within_limits(numbers->start, 0, table->players - 1) ||
        !within_limits(numbers->seat, 0, table->players - 1) ||
        !purse_in_limits(numbers->purse, state->players[numbers->seat].at))
        return false;
    copy_cards(numbers->pile, state->pile);
    copy_cards(numbers->discards, state->discards);
    copy_cards(numbers->open, state->open);
    state->hidden_discards = (int16_t)numbers->hidden_discards;
    state->purse = (uint16_t)numbers->purse;
    state->round = (uint8_t)numbers->round;
    state->start = (uint8_t)numbers->start;
    state->seat = (uint8_t)numbers->seat;
    state->exchanged = numbers->exchanged != 0;
    state->swapped = numbers->swapped != 0;
    state->acted = numbers->acted != 0;
    state->over = numbers->over != 0;
    state->chance = numbers->chance;
    return pile_size(table, state) >= 0;
}

/* Put a piece on its board, if it fits there. */
static bool read_piece(const Table *table, const Piece *piece, State *state) {
    int age = piece->age, cell = piece->cell, rank = piece->rank, covered[9];
    bool owned = piece->kind != CIVIL && age != REASON;
    if (age >= AGES || piece->kind >= KINDS || !within_limits(rank, 1, MAX_RANK) ||
        !on_layout(cell, rank) || (piece->printed && (piece->kind != CIVIL || rank > 1)) ||
        (piece->ruin && (piece->kind == CIVIL || age != REASON)) ||
        !within_limits(piece->owner, owned ? 0 : NOBODY, owned ? table->players - 1 : NOBODY) ||
        !has(&table->bed[0][rank - 1], cell) ||
        overlapping(&state->boards[age], cell, rank, covered))
        return false;
    for (int seat = 0; seat < MAX_PLAYERS; seat++) {
        int most = age == REASON && seat < table->players ? ALL_CUBES : 0;
        if (piece->cubes[seat] > most) return false;
        if (age == REASON) state->cubes[cell][seat] = piece->cubes[seat];
    }
    put(&state->boards[age], cell,
        building(piece->kind, rank, piece->owner, piece->printed || piece->ruin));
    return true;
}

static Piece piece_at(const State *state, int age, int cell) {
    Building b = state->boards[age].what[cell];
    Piece piece = {.cell = (uint16_t)cell,
                   .age = (uint8_t)age,
                   .kind = (uint8_t)kind_of(b),
                   .rank = (uint8_t)rank_of(b),
                   .owner = (int8_t)owner_of(b),
                   .printed = is_printed(b),
                   .ruin = is_ruin(b)};
    if (age == REASON) memcpy(piece.cubes, state->cubes[cell], sizeof piece.cubes);
    return piece;
}

static void write_numbers(const State *state, Numbers *numbers) {
    memset(numbers, 0, sizeof *numbers);
    for (int seat = 0; seat < MAX_PLAYERS; seat++) {
        const Player *player = &state->players[seat];
        Account *account = &numbers->accounts[seat];
        account->coins = player->coins;
        account->hidden = player->hidden;
        account->cubes = player->cubes;
        account->at[0] = player->at[0];
        account->at[1] = player->at[1];
        account->secret = player->secret;
        for (int kind = 0; kind < KINDS; kind++) account->hand[kind] = player->hand[kind];
    }
    for (int kind = 0; kind < KINDS; kind++) {
        numbers->pile[kind] = state->pile[kind];
        numbers->discards[kind] = state->discards[kind];
        numbers->open[kind] = state->open[kind];
        for (int rank = 1; rank <= MAX_RANK; rank++)
            numbers->supply[kind][rank] = state->supply[kind][rank];
    }
    numbers->hidden_discards = state->hidden_discards;
    numbers->purse = state->purse;
    numbers->round = state->round;
    numbers->start = state->start;
    numbers->seat = state->seat;
    numbers->exchanged = state->exchanged;
    numbers->swapped = state->swapped;
    numbers->acted = state->acted;
    numbers->over = state->over;
    numbers->chance = state->chance;
}

static bool read_position(const Table *table, const Numbers *numbers, const Piece *pieces, int count,
                          State *state) {
    memset(state, 0, sizeof *state);
    if (!read_numbers(table, numbers, state)) return false;
    for (int i = 0; i < count; i++)
        if (!read_piece(table, &pieces[i], state)) return false;
    for (int age = 0; age < AGES; age++) settle_domains(&state->boards[age]);
    return true;
}

/* A copy of a position that anybody may have written to, put together anew. */
static bool admit(const Table *table, const State *from, State *state) {
    Numbers numbers;
    write_numbers(from, &numbers);
    memset(state, 0, sizeof *state);
    if (!read_numbers(table, &numbers, state)) return false;
    for (int age = 0; age < AGES; age++) {
        for (int cell = 0; cell < CELLS; cell++) {
            if (!from->boards[age].what[cell]) continue;
            Piece piece = piece_at(from, age, cell);
            if (!read_piece(table, &piece, state)) return false;
        }
        settle_domains(&state->boards[age]);
    }
    return true;
}

/* A table is only ever read; these numbers of it are used as indices. */
static bool sane(const Table *table) {
    return table->players >= 2 && table->players <= MAX_PLAYERS;
}

/* ------------------------------------------------------------------ what others call */

DOOR const char *khronos_digest(void) { return NATIVE_DIGEST; }

/* The sizes of the structs, for the other side to compare. */
DOOR int khronos_sizes(int32_t sizes[8]) {
    const size_t found[8] = {sizeof(State),    sizeof(Table), sizeof(Action), sizeof(Move),
                             sizeof(Question), sizeof(Plan),  sizeof(Value),  sizeof(Numbers)};
    for (int i = 0; i < 8; i++) sizes[i] = (int32_t)found[i];
    return DONE;
}

/* Fill in what follows from the map, the rules and the weights. */
DOOR int khronos_table(Table *table) { return fill_table(table) ? DONE : NONSENSE; }

DOOR int khronos_load(const Table *table, const Numbers *numbers, const Piece *pieces, int32_t count,
                      State *state) {
    if (!sane(table) || !within_limits(count, 0, AGES * CELLS)) return NONSENSE;
    return read_position(table, numbers, pieces, count, state) ? DONE : NONSENSE;
}

/* The pieces of a position, age by age in reading order; gives how many there are. */
DOOR int khronos_save(const Table *table, const State *from, Numbers *numbers,
                      Piece pieces[AGES * CELLS]) {
    State state;
    int number = 0;
    if (!sane(table) || !admit(table, from, &state)) return NONSENSE;
    write_numbers(&state, numbers);
    for (int age = 0; age < AGES; age++)
        for (Walk at = walk(&state.boards[age].first); next(&at);)
            pieces[number++] = piece_at(&state, age, at.cell);
    return number;
}

DOOR int khronos_new(const Table *table, uint64_t chance, State *state) {
    if (!sane(table)) return NONSENSE;
    new_game(table, chance, state);
    return DONE;
}

/* List the legal actions as far as there is room; gives how many there are. */
DOOR int64_t khronos_legal(const Table *table, const State *from, Action *actions, int64_t room) {
    State state;
    Choices choices;
    if (!sane(table) || !admit(table, from, &state)) return NONSENSE;
    find_choices(table, &state, &choices);
    list_choices(table, &state, &choices, actions, room);
    return choices.total;
}

static bool sound(const Move *move) {
    uint8_t verb = move->action.verb;
    return move->count <= MAX_ANSWERS && !(move->known && verb != EXCHANGE && verb != END_TURN);
}

/* Play a move. DONE: `after` is what comes of it; ASKED: `question` is open; ILLEGAL. */
DOOR int khronos_play(const Table *table, const State *from, const Move *move, State *after,
                      Question *question) {
    State state;
    if (!sane(table) || !admit(table, from, &state)) return NONSENSE;
    if (!sound(move) || !legal(table, &state, &move->action)) return ILLEGAL;
    Script script = {.table = table, .state = &state, .move = move};
    if (resolve(&script)) {
        if (script.used < move->count) return ILLEGAL;
        *after = state;
        return DONE;
    }
    if (script.illegal) return ILLEGAL;
    *question = script.question;
    return ASKED;
}

/* Deal what is hidden anew. */
DOOR int khronos_deal(const Table *table, const State *from, uint64_t chance, State *after) {
    if (!sane(table) || !admit(table, from, after)) return NONSENSE;
    deal_hidden(table, after, chance);
    return DONE;
}

/* What the domains of an age pay and to whom; gives how many there are. */
DOOR int khronos_dues(const Table *table, const State *from, int32_t age, Due found[MAX_DOMAIN]) {
    State state;
    if (!sane(table) || !within_limits(age, 0, REASON) || !admit(table, from, &state))
        return NONSENSE;
    return dues(table, &state, age, found);
}

/* The learned value for all seats. */
DOOR int khronos_value(const Table *table, const State *from, int32_t how, Value *value) {
    State state;
    if (!sane(table) || !admit(table, from, &state)) return NONSENSE;
    memset(value, 0, sizeof *value);
    evaluate(table, &state, how, value);
    return DONE;
}

/* Try every legal action as far as there is room, whatever it asks answered sensibly: the coins that
 * each seat is likely to have at the end if the turn ends there. Gives how many actions there are. */
DOOR int64_t khronos_try_all(const Table *table, const State *from, Action *actions,
                             double (*coins)[MAX_PLAYERS], int64_t room) {
    State state, after;
    Choices choices;
    Value value;
    if (!sane(table) || !admit(table, from, &state)) return NONSENSE;
    find_choices(table, &state, &choices);
    list_choices(table, &state, &choices, actions, room);
    memset(&value, 0, sizeof value);
    for (int64_t i = 0; i < choices.total && i < room; i++) {
        bool ends = actions[i].verb == END_TURN;
        if (!try_action(table, &state, &actions[i], &after)) return NONSENSE;
        evaluate(table, &after, ends ? 0 : OVER, &value);
        memcpy(coins[i], value.coins, sizeof value.coins);
    }
    return choices.total;
}

/* The best ways to play this turn, best first; gives how many there are. */
DOOR int khronos_plans(const Table *table, const State *from, int32_t width, double envy,
                       int32_t wanted, Plan *plans) {
    State state;
    if (!sane(table) || !within_limits(width, 1, MAX_WIDTH) || !within_limits(wanted, 1, MAX_WIDTH) ||
        !admit(table, from, &state) || state.over)
        return NONSENSE;
    return find_plans(table, &state, width, envy, wanted, plans);
}

/* Short games: each deal of the unseen cards is played on for some turns, and where it stops the
 * learned value says what is likely. `seats` names the built-in player of each seat. */
DOOR int khronos_play_on(const Table *table, const State *from, const uint8_t seats[MAX_PLAYERS],
                         int32_t turns, const uint64_t *deals, int32_t number,
                         double (*coins)[MAX_PLAYERS]) {
    State start, state;
    Value value;
    if (!sane(table) || number < 0 || !admit(table, from, &start)) return NONSENSE;
    for (int seat = 0; seat < table->players; seat++)
        if (seats[seat] >= BUILT_IN_PLAYERS) return NONSENSE;
    memset(&value, 0, sizeof value);
    for (int i = 0; i < number; i++) {
        uint64_t lot = deals[i];
        Record record = {NULL, 0, 0};
        state = start;
        deal_hidden(table, &state, chance_step(&lot));
        for (int turn = 0; turn < turns && !state.over; turn++)
            play_turn(table, &state, seats[state.seat], &lot, &record);
        evaluate(table, &state, 0, &value);
        memcpy(coins[i], value.coins, sizeof value.coins);
    }
    return DONE;
}

/* Play a whole game from its chance on; `lots` are what players decide by, seat by seat. */
static void play_game(const Table *table, uint64_t chance, const uint8_t *seats,
                      const uint64_t *lots, State *state, Record *record) {
    uint64_t lot[MAX_PLAYERS];
    for (int seat = 0; seat < table->players; seat++) lot[seat] = lots[seat];
    new_game(table, chance, state);
    while (!state->over)
        play_turn(table, state, seats[state->seat], &lot[state->seat], record);
}

/* Whole games of built-in players: the coins of each seat at the end. Gives the number of decisions. */
DOOR int64_t khronos_games(const Table *table, const uint8_t seats[MAX_PLAYERS],
                           const uint64_t *chances, const uint64_t (*lots)[MAX_PLAYERS],
                           int32_t number, int32_t (*coins)[MAX_PLAYERS]) {
    State state;
    Record record = {NULL, 0, 0};
    if (!sane(table) || number < 0) return NONSENSE;
    for (int seat = 0; seat < table->players; seat++)
        if (seats[seat] >= BUILT_IN_PLAYERS) return NONSENSE;
    for (int i = 0; i < number; i++) {
        play_game(table, chances[i], seats, lots[i], &state, &record);
        for (int seat = 0; seat < table->players; seat++) coins[i][seat] = state.players[seat].coins;
    }
    return record.decisions;
}

/* One whole game, move by move as far as there is room; gives how many moves were noted. */
DOOR int64_t khronos_game(const Table *table, const uint8_t seats[MAX_PLAYERS], uint64_t chance,
                          const uint64_t lots[MAX_PLAYERS], Move *moves, int64_t room, State *state) {
    Record record = {moves, room, 0};
    if (!sane(table)) return NONSENSE;
    for (int seat = 0; seat < table->players; seat++)
        if (seats[seat] >= BUILT_IN_PLAYERS) return NONSENSE;
    play_game(table, chance, seats, lots, state, &record);
    return room - record.room;
}
