/* Games played on from a position, with a ledger of where everybody's coins came from. */
#include "native.h"

#include <string.h>

/* X1: what a player has collected at the end of his turn; boards are as they were then. */
static void note_taxes(const Table *table, State *state, int seat, int round, Account *account) {
    const uint8_t *at = state->players[seat].at;
    Due found[MAX_DOMAIN];
    if (!(table->tax_rounds >> round & 1)) return;
    for (int age = 0; age < AGES; age++) {
        if (at[0] != age && at[1] != age) continue;
        int number = dues(table, state, age, found);
        for (int i = 0; i < number; i++)
            if (found[i].seats >> seat & 1) account->taxes[age] += found[i].amount;
    }
}

/* T7: the share of each player in the win. */
static void share_win(const Table *table, const State *state, double chance[MAX_PLAYERS]) {
    int most = 0, number = 0;
    for (int seat = 0; seat < table->players; seat++)
        if (state->players[seat].coins > most) most = state->players[seat].coins;
    for (int seat = 0; seat < table->players; seat++) number += state->players[seat].coins == most;
    for (int seat = 0; seat < table->players; seat++)
        chance[seat] = state->players[seat].coins == most ? 1.0 / number : 0.0;
}

/* Deal what is hidden and play on for some turns. Chance begins anew with every turn, from the
 * deal, the round and the seat: what one player draws or throws away does not shift what comes
 * later, so two positions meet the same luck. */
void play_out(const Table *table, const State *from, const Level levels[MAX_PLAYERS], int turns,
              uint64_t deal, Account accounts[MAX_PLAYERS], State *state, Record *record) {
    Value value;
    memset(accounts, 0, MAX_PLAYERS * sizeof *accounts);
    *state = *from;
    uint64_t hidden = deal;
    deal_hidden(table, state, chance_step(&hidden));
    for (int turn = 0; turn < turns && !state->over; turn++) {
        int seat = state->seat, round = state->round;
        uint64_t luck = deal + ((uint64_t)round << 8 | (uint64_t)seat);
        state->chance = chance_step(&luck);
        play_turn(table, state, &levels[seat], &luck, record);
        note_taxes(table, state, seat, round, &accounts[seat]);
    }
    if (state->over)
        share_win(table, state, value.chance);
    else
        evaluate(table, state, CHANCES, &value);
    for (int seat = 0; seat < table->players; seat++) {
        Account *account = &accounts[seat];
        double coins = state->players[seat].coins;
        account->purse = coins - from->players[seat].coins;
        for (int age = 0; age < AGES; age++) account->purse -= account->taxes[age];
        account->ahead = state->over ? 0.0 : value.coins[seat] - coins;
        account->win = value.chance[seat];
    }
}
