/* X: taxes. */
#include "native.h"

#include <string.h>

/* X3: the seats with most cubes, and how firmly: 1 for a tie, 2 for one cube more than anybody
 * else, 3 for more than that. */
Due majority(const uint8_t cubes[MAX_PLAYERS]) {
    Due due = {0};
    int most = 0, second = 0;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        if (cubes[seat] > most) most = cubes[seat];
    for (int seat = 0; most && seat < MAX_PLAYERS; seat++) {
        if (cubes[seat] == most)
            due.seats = (uint8_t)(due.seats | 1 << seat);
        else if (cubes[seat] > second)
            second = cubes[seat];
    }
    bool tied = due.seats & (due.seats - 1);
    if (most) due.hold = tied ? 1 : most - second > 1 ? 3 : 2;
    return due;
}

/* X2, X3: what each domain of an age pays and to whom, in reading order; gives their number. */
int dues(const Table *table, State *state, int age, Due found[MAX_DOMAIN]) {
    Board *board = &state->boards[age];
    settle_domains(board);
    uint8_t index[MAX_DOMAIN + 1] = {0};
    uint8_t cubes[MAX_DOMAIN][MAX_PLAYERS];
    int number = 0, ruling = age == MIGHT ? MILITARY : RELIGIOUS;
    for (Walk at = walk(&board->first); next(&at);) {
        Building b = board->what[at.cell];
        int domain = board->domain[at.cell];
        if (!index[domain]) {
            found[number] = (Due){.first = (uint16_t)at.cell, .number = (uint8_t)domain};
            if (age == REASON) memset(cubes[number], 0, sizeof cubes[number]);
            index[domain] = (uint8_t)++number;
        }
        Due *due = &found[index[domain] - 1];
        uint8_t *counted = cubes[index[domain] - 1];
        if ((kind_of(b) == CIVIL) == (age != REASON)) {
            due->amount = (int16_t)(due->amount + value_of(table, b));
        } else if (age == REASON) {
            for (int seat = 0; seat < table->players; seat++)
                counted[seat] = (uint8_t)(counted[seat] + state->cubes[at.cell][seat]);
        } else if (kind_of(b) == ruling && rank_of(b) == top(board->tops[domain], ruling) &&
                   !due->seats) {
            due->seats = (uint8_t)(1 << owner_of(b));
            due->hold = (uint8_t)rank_of(b);
        }
    }
    for (int i = 0; age == REASON && i < number; i++) {
        Due due = majority(cubes[i]);
        found[i].seats = due.seats;
        found[i].hold = due.hold;
    }
    return number;
}

/* X1, X4: the acting player collects in every age where he stands. */
void collect_taxes(const Table *table, State *state) {
    Player *player = &state->players[state->seat];
    Due found[MAX_DOMAIN];
    if (!(table->tax_rounds >> state->round & 1)) return;
    for (int age = 0; age < AGES; age++) {
        if (player->at[0] != age && player->at[1] != age) continue;
        int number = dues(table, state, age, found);
        for (int i = 0; i < number; i++)
            if (found[i].seats >> state->seat & 1) player->coins += found[i].amount;
    }
}
