/* The door: the only functions that others call. What comes in from outside is not trusted: a table
 * is checked by `khronos_table`, a position put together anew by `khronos_admit`, and a move that
 * is not legal refused. All other functions take tables and positions that came out of these. */
#include "native.h"

#include <stdlib.h>

/* All of it is compiled as one, each file after those that it uses. */
#include "s_setup.c"
#include "x_taxes.c"
#include "t_turn.c"
#include "b_shadows.c"
#include "c_repair.c"
#include "a_actions.c"
#include "value.c"
#include "search.c"
#include "players.c"

#if defined(_WIN32)
#define DOOR __declspec(dllexport)
#else
#define DOOR __attribute__((visibility("default")))
#endif

#ifndef NATIVE_DIGEST
#define NATIVE_DIGEST ""
#endif

enum { DONE, ASKED, ILLEGAL, NONSENSE = -1 };
enum { MOST_COINS = 1 << 30, MOST_CARDS = 200, MOST_PIECES = 10000 };

/* ------------------------------------------------------------------ positions that come in */

static bool cards_in_limits(const int16_t cards[KINDS]) {
    for (int kind = 0; kind < KINDS; kind++)
        if (!between(cards[kind], 0, MOST_CARDS)) return false;
    return true;
}

static bool player_in_limits(const Player *player) {
    return between(player->coins, 0, MOST_COINS) && cards_in_limits(player->hand) &&
           between(player->hidden, 0, MOST_CARDS) && between(player->cubes, 0, MOST_PIECES) &&
           player->at[0] <= player->at[1] && player->at[1] <= REASON;
}

/* Accounts that a purse may hold: in one age the poorer adventurer comes first (T5). */
static bool purse_in_limits(int purse, const uint8_t at[2]) {
    int twisted = 1 << 3 | 1 << 6 | 1 << 7;
    return between(purse, 1, (1 << 9) - 1) && !(at[0] == at[1] && purse & twisted);
}

/* Everything that is not on a board. */
static bool numbers_in_limits(const Table *table, const State *state) {
    for (int seat = 0; seat < table->players; seat++)
        if (!player_in_limits(&state->players[seat])) return false;
    for (int kind = 0; kind < KINDS; kind++)
        for (int rank = 1; rank <= MAX_RANK; rank++)
            if (!between(state->supply[kind][rank], 0, MOST_PIECES)) return false;
    return cards_in_limits(state->pile) && cards_in_limits(state->discards) &&
           cards_in_limits(state->open) && between(state->hidden_discards, 0, KINDS * MOST_CARDS) &&
           between(state->round, 1, MAX_ROUND) && state->start < table->players &&
           state->seat < table->players &&
           purse_in_limits(state->purse, state->players[state->seat].at) &&
           pile_size(table, state) >= 0;
}

/* Put a building on its board, if it can be in that age and fits there. */
static bool read_building(const Table *table, const State *from, int age, int cell, State *state) {
    Building b = from->boards[age].what[cell];
    int kind = kind_of(b), rank = rank_of(b), owner = owner_of(b), covered[9];
    bool owned = kind != CIVIL && age != REASON;
    if (kind >= KINDS || rank < 1 || !has(&table->bed[0][rank - 1], cell) ||
        (owned ? !between(owner, 0, table->players - 1) : owner != NOBODY) ||
        (is_printed(b) && rank > 1) || (is_ruin(b) && age != REASON) ||
        overlapping(&state->boards[age], cell, rank, covered))
        return false;
    put(&state->boards[age], cell, b);
    if (age != REASON) return true;
    for (int seat = 0; seat < MAX_PLAYERS; seat++) {
        int cubes = from->cubes[cell][seat];
        if (cubes > (seat < table->players ? ALL_CUBES : 0)) return false;
        state->cubes[cell][seat] = (uint8_t)cubes;
        state->boards[age].mark += (uint64_t)cubes * mark_of_cube(cell, seat);
    }
    return true;
}

static bool known_level(const Level *level) {
    return between(level->kind, 0, BUILT_IN_PLAYERS - 1) && between(level->width, 1, MAX_WIDTH) &&
           between(level->plans, 0, MAX_PLANS) && between(level->draws, 0, MAX_DRAWS);
}

static bool known_players(const Table *table, const Level levels[MAX_PLAYERS]) {
    for (int seat = 0; seat < table->players; seat++)
        if (!known_level(&levels[seat])) return false;
    return true;
}

/* ------------------------------------------------------------------ what others call */

DOOR const char *khronos_digest(void) { return NATIVE_DIGEST; }

/* The sizes of the structs, for the other side to compare. */
DOOR void khronos_sizes(int32_t sizes[10]) {
    const size_t found[10] = {sizeof(State),    sizeof(Table),  sizeof(Action), sizeof(Move),
                              sizeof(Question), sizeof(Plan),   sizeof(Value),  sizeof(Due),
                              sizeof(Level),    sizeof(Account)};
    for (int i = 0; i < 10; i++) sizes[i] = (int32_t)found[i];
}

/* Fill in what follows from the map, the rules and the weights. */
DOOR int khronos_table(Table *table) { return fill_table(table) ? DONE : NONSENSE; }

/* A copy of a position that anybody may have written, put together anew from its buildings. */
DOOR int khronos_admit(const Table *table, const State *from, State *state) {
    *state = *from;
    memset(state->boards, 0, sizeof state->boards);
    memset(state->cubes, 0, sizeof state->cubes);
    if (!numbers_in_limits(table, state)) return NONSENSE;
    for (int age = 0; age < AGES; age++)
        for (int cell = 0; cell < CELLS; cell++)
            if (from->boards[age].what[cell] && !read_building(table, from, age, cell, state))
                return NONSENSE;
    return DONE;
}

DOOR int khronos_new(const Table *table, uint64_t chance, State *state) {
    new_game(table, chance, state);
    return DONE;
}

/* List the legal actions as far as there is room; gives how many there are. */
DOOR int64_t khronos_legal(const Table *table, const State *from, Action *actions, int64_t room) {
    State state = *from;
    Choices choices;
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
    State state = *from;
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
    *after = *from;
    deal_hidden(table, after, chance);
    return DONE;
}

/* What the domains of an age pay and to whom; gives how many there are. */
DOOR int khronos_dues(const Table *table, const State *from, int32_t age, Due found[MAX_DOMAIN]) {
    State state = *from;
    if (!between(age, 0, REASON)) return NONSENSE;
    return dues(table, &state, age, found);
}

/* The learned value for all seats. */
DOOR int khronos_value(const Table *table, const State *from, int32_t how, Value *value) {
    State state = *from;
    memset(value, 0, sizeof *value);
    evaluate(table, &state, how, value);
    return DONE;
}

/* Try every legal action as far as there is room, whatever it asks answered sensibly: the coins
 * that each seat is likely to have at the end if the turn ends there. Gives how many actions there
 * are. */
DOOR int64_t khronos_try_all(const Table *table, const State *from, Action *actions,
                             double (*coins)[MAX_PLAYERS], int64_t room) {
    State state = *from, after;
    Choices choices;
    Value value, known;
    find_choices(table, &state, &choices);
    list_choices(table, &state, &choices, actions, room);
    memset(&value, 0, sizeof value);
    prepare(table, &state, &known, &after);
    for (int64_t i = 0; i < choices.total && i < room; i++) {
        bool ends = actions[i].verb == END_TURN;
        if (!try_action(table, &state, &actions[i], &after)) return NONSENSE;
        if (ends)
            evaluate(table, &after, 0, &value);
        else
            evaluate_trial(table, &state, &known, &after, &value);
        memcpy(coins[i], value.coins, sizeof value.coins);
    }
    return choices.total;
}

/* The best ways to play this turn, best first; gives how many there are. */
DOOR int khronos_plans(const Table *table, const State *from, int32_t width, const Taste *taste,
                       int32_t wanted, Plan *plans) {
    if (!between(width, 1, MAX_WIDTH) || !between(wanted, 1, MAX_WIDTH) || from->over)
        return NONSENSE;
    Run run = {.table = table};
    return find_plans(&run, from, width, taste, wanted, plans);
}

/* Games played on for some turns, each from a deal of the unseen cards: by game and seat, where
 * coins came from. The moves of the first are noted as far as there is room; gives how many. */
DOOR int64_t khronos_rollouts(const Table *table, const State *from,
                              const Level levels[MAX_PLAYERS], int32_t turns, const uint64_t *deals,
                              int32_t number, Account (*accounts)[MAX_PLAYERS], Move *moves,
                              int64_t room) {
    Run run = {.table = table, .next = moves, .room = room};
    int64_t noted = 0;
    if (!known_players(table, levels)) return NONSENSE;
    for (int i = 0; i < number; i++) {
        play_out(&run, from, levels, turns, deals[i], accounts[i]);
        if (i == 0) noted = room - run.room;
        run.room = 0;
    }
    return noted;
}

/* Play the rest of a turn as a built-in player does, who sees what his seat may see. Gives how many
 * moves were noted. */
DOOR int64_t khronos_turn(const Table *table, const State *from, const Level *level, uint64_t lot,
                          Move *moves, int64_t room, State *after) {
    Run run = {.table = table, .next = moves, .room = room};
    *after = *from;
    if (!known_level(level) || from->over) return NONSENSE;
    play_turn(&run, after, level, &lot);
    return room - run.room;
}

/* Play a whole game from its chance on; `lots` are what players decide by, seat by seat. */
static void play_game(Run *run, uint64_t chance, const Level *levels, const uint64_t *lots,
                      State *state) {
    uint64_t lot[MAX_PLAYERS];
    memcpy(lot, lots, sizeof lot);
    new_game(run->table, chance, state);
    while (!state->over) play_turn(run, state, &levels[state->seat], &lot[state->seat]);
}

/* Whole games of built-in players: the coins of each seat at the end. Gives the number of
 * decisions. */
DOOR int64_t khronos_games(const Table *table, const Level levels[MAX_PLAYERS],
                           const uint64_t *chances, const uint64_t (*lots)[MAX_PLAYERS],
                           int32_t number, int32_t (*coins)[MAX_PLAYERS]) {
    State state;
    Run run = {.table = table};
    if (!known_players(table, levels)) return NONSENSE;
    for (int i = 0; i < number; i++) {
        play_game(&run, chances[i], levels, lots[i], &state);
        for (int seat = 0; seat < table->players; seat++)
            coins[i][seat] = state.players[seat].coins;
    }
    return run.decisions;
}

/* One whole game, move by move as far as there is room; gives how many moves were noted. */
DOOR int64_t khronos_game(const Table *table, const Level levels[MAX_PLAYERS], uint64_t chance,
                          const uint64_t lots[MAX_PLAYERS], Move *moves, int64_t room,
                          State *state) {
    Run run = {.table = table, .next = moves, .room = room};
    if (!known_players(table, levels)) return NONSENSE;
    play_game(&run, chance, levels, lots, state);
    return room - run.room;
}
