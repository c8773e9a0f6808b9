/* The learned value: how many coins each player is likely to have at the end, and who wins.
 *
 * tests/native/readable_value.py says the same for reading. All sums are made of doubles in a fixed
 * order, so the numbers are the same to the last bit; only the chance to win needs an exponential,
 * which is worked out here so that no library decides about its last digits.
 */
#include "native.h"

#include <string.h>

enum { RICH = 4 };
static const double LATER_JOURNEY = 0.6;

/* ------------------------------------------------------------------ boards */

/* The squares on which a copy from this board may still fall: where rank 2 finds room (B1). Small
 * buildings count as room: they can grow. */
static Squares reach_of(const Table *table, const Board *board) {
    Squares room = without(table->area, &board->built);
    for (int kind = 0; kind < KINDS; kind++) room = either(room, &board->sites[kind][0]);
    Squares fits = inside(&room, 2), next_column = east(fits);
    fits = either(fits, &next_column);
    Squares next_row = south(fits);
    return either(fits, &next_row);
}

/* What a copy can do to a domain with one ruler. */
typedef struct {
    bool ruler_hit, safe;
    int loss;
} Danger;

/* Look at each building of the domains that one player holds firmly. */
static void find_dangers(const Table *table, const State *state, int age, const Due *due,
                         int number, Danger *danger) {
    const Board *board = &state->boards[age];
    uint8_t index[MAX_DOMAIN + 1] = {0};
    for (int i = 0; i < number; i++) {
        danger[i] = (Danger){false, false, 0};
        if (due[i].amount && due[i].hold > 1) index[due[i].number] = (uint8_t)(i + 1);
    }
    for (Walk at = walk(&board->first); next(&at);) {
        int which = index[board->domain[at.cell]] - 1;
        if (which < 0) continue;
        Building b = board->what[at.cell];
        Squares mask = footprint(at.cell, rank_of(b));
        bool open = meet(&mask, &board->open);
        if (age == REASON) {
            for (int seat = 0; !open && seat < table->players; seat++)
                if (due[which].seats >> seat & 1 && state->cubes[at.cell][seat])
                    danger[which].safe = true;
        } else if (open && kind_of(b) == RELIGIOUS && rank_of(b) == due[which].hold) {
            danger[which].ruler_hit = true;
        } else if (open && kind_of(b) == CIVIL && !is_printed(b)) {
            /* On a printed hamlet only a town or city can fall, and that pays as well. */
            if (value_of(table, b) > danger[which].loss) danger[which].loss = value_of(table, b);
        }
    }
}

/* How much of a domain's income a single copy could take from its only ruler. */
static int exposed_amount(int age, const Due *due, const Danger *danger) {
    if (age == REASON) return danger->safe ? 0 : due->amount;
    return danger->ruler_hit ? due->amount : danger->loss;
}

/* ------------------------------------------------------------------ what is at stake */

enum { RISK, PRIZE, SPLIT };

/* C2: which of the domains that a hamlet would join rules them all; -1 if that is open. The higher
 * ruler does; of equal ones the one whose domain is stronger. */
static int stronger(const Due *due, const int16_t *strength, const int *around, int number) {
    int best = -1;
    bool open = false;
    for (int i = 0; i < number; i++) {
        int it = around[i];
        if (!due[it].hold) continue;
        int more = best < 0 ? 1 : due[it].hold - due[best].hold;
        if (!more) more = strength[it] - strength[best];
        if (more > 0) best = it;
        if (more >= 0) open = more == 0;
    }
    return open ? -1 : best;
}

static void add_building(const Board *board, int cell, int found[12], int *number) {
    if (!board->part[cell]) return;
    int first = first_square(board, cell), known = 0;
    while (known < *number && found[known] != first) known++;
    if (known == *number) found[(*number)++] = first;
}

/* The buildings that touch a footprint, by their first squares, each once. */
static int beside(const Board *board, int cell, int rank, int found[12]) {
    int number = 0, column = column_of(cell), row = row_of(cell);
    for (int i = 0; i < rank; i++) {
        if (row) add_building(board, cell - COLUMNS + i, found, &number);
        if (row + rank < ROWS) add_building(board, cell + COLUMNS * rank + i, found, &number);
        if (column) add_building(board, cell + COLUMNS * i - 1, found, &number);
        if (column + rank < COLUMNS) add_building(board, cell + COLUMNS * i + rank, found, &number);
    }
    return number;
}

/* The domains beside a square, as places in `due`, each once. */
static int domains_beside(const Board *board, const uint8_t *index, int cell, int around[4]) {
    int buildings[12], number = 0, many = beside(board, cell, 1, buildings);
    for (int i = 0; i < many; i++) {
        int it = index[board->domain[buildings[i]]] - 1, known = 0;
        while (known < number && around[known] != it) known++;
        if (known == number) around[number++] = it;
    }
    return number;
}

/* What the domains of a board are about, looked at once. */
typedef struct {
    const Due *due;
    int number;
    uint8_t index[MAX_DOMAIN + 1]; /* by domain: its place in `due`, from 1 */
    int16_t strength[MAX_DOMAIN];  /* by place, in buildings of the ruling kind */
    Squares ruled[MAX_PLAYERS];    /* by seat: covered squares of its domains */
    uint16_t small[CELLS];         /* tiles that can be demolished in domains that pay */
    int smalls;
} Survey;

/* Where a hamlet would join domains of two rulers. */
static Squares joints(const Table *table, const Board *board, const Survey *survey) {
    Squares near = {{0}}, found = {{0}};
    for (int seat = 0; seat < table->players; seat++) {
        if (!any(&survey->ruled[seat])) continue;
        Squares more = spread(&survey->ruled[seat]), common = both(more, &near);
        found = either(found, &common);
        near = either(near, &more);
    }
    if (!any(&found)) return found;
    Squares cheap = either(table->ground[0][0], &table->ground[0][1]);
    found = without(found, &board->built);
    found = both(found, &table->bed[1][0]);
    return both(found, &cheap);
}

/* Might and Faith: coins of a player's domains that fall to another's if one hamlet joins them, and
 * what he could win so. */
static void find_joins(const Table *table, Board *board, const Survey *survey) {
    const Due *due = survey->due;
    Squares cells = joints(table, board, survey);
    if (!any(&cells)) return;
    uint8_t taken[MAX_DOMAIN]; /* by seat, as bits */
    memset(taken, 0, (size_t)survey->number);
    for (Walk at = walk(&cells); next(&at);) {
        int around[4], number = domains_beside(board, survey->index, at.cell, around);
        int best = stronger(due, survey->strength, around, number);
        for (int i = 0; best >= 0 && i < number; i++) {
            int it = around[i];
            if (!due[it].hold || due[it].seats == due[best].seats || !due[it].amount) continue;
            if (taken[it] & due[best].seats) continue;
            for (int seat = 0; seat < table->players; seat++) {
                int16_t *stake = board->stakes[seat];
                if (due[it].seats >> seat & 1 && !taken[it])
                    stake[RISK] = (int16_t)(stake[RISK] + due[it].amount);
                if (due[best].seats >> seat & 1)
                    stake[PRIZE] = (int16_t)(stake[PRIZE] + due[it].amount);
            }
            taken[it] |= due[best].seats;
        }
    }
}

/* Coins that a domain's ruler keeps if this small building is demolished: those of the buildings
 * that still hang together with his. */
static int kept_without(const Table *table, const Board *board, int age, const Due *due, int cell) {
    int kind = age == MIGHT ? MILITARY : RELIGIOUS, sum = 0, number = 0, found[12];
    uint16_t queue[CELLS];
    Squares seen = {{0}};
    add(&seen, cell);
    for (Walk at = walk(&board->sites[kind][due->hold - 1]); !number && next(&at);)
        if (board->domain[at.cell] == due->number && at.cell != cell)
            queue[number++] = (uint16_t)at.cell;
    if (number) add(&seen, queue[0]);
    for (int i = 0; i < number; i++) {
        Building b = board->what[queue[i]];
        if (kind_of(b) == CIVIL) sum += value_of(table, b);
        int many = beside(board, queue[i], rank_of(b), found);
        for (int j = 0; j < many; j++) {
            if (has(&seen, found[j])) continue;
            add(&seen, found[j]);
            queue[number++] = (uint16_t)found[j];
        }
    }
    return sum;
}

/* Might and Faith: coins that the ruler of a domain loses if one small building is demolished. */
static void find_cuts(const Table *table, Board *board, int age, const Survey *survey) {
    int16_t loss[MAX_DOMAIN];
    int found[12];
    memset(loss, 0, (size_t)survey->number * sizeof loss[0]);
    for (int i = 0; i < survey->smalls; i++) {
        int cell = survey->small[i], it = survey->index[board->domain[cell]] - 1;
        const Due *due = &survey->due[it];
        if (beside(board, cell, 1, found) < 2) continue;
        int lost = due->amount - kept_without(table, board, age, due, cell) - loss[it];
        if (lost <= 0) continue;
        int16_t *stake = board->stakes[lowest(due->seats)];
        stake[SPLIT] = (int16_t)(stake[SPLIT] + lost);
        loss[it] = (int16_t)(loss[it] + lost);
    }
}

/* Reason: coins of a player's that one cube of another takes, and those that one cube of his own
 * would bring. */
static void find_cubes(const Table *table, State *state, const uint8_t *index, const Due *due,
                       int number) {
    Board *board = &state->boards[REASON];
    uint8_t cubes[MAX_DOMAIN][MAX_PLAYERS], room[MAX_DOMAIN];
    memset(cubes, 0, (size_t)number * sizeof cubes[0]);
    memset(room, 0, (size_t)number);
    for (int rank = 1; rank <= MAX_RANK; rank++)
        for (Walk at = walk(&board->sites[CIVIL][rank - 1]); next(&at);) {
            int it = index[board->domain[at.cell]] - 1, sum = 0;
            if (!due[it].amount) continue;
            for (int seat = 0; seat < table->players; seat++) {
                cubes[it][seat] = (uint8_t)(cubes[it][seat] + state->cubes[at.cell][seat]);
                sum += state->cubes[at.cell][seat];
            }
            if (sum < table->values[CIVIL][rank]) room[it] = true;
        }
    for (int it = 0; it < number; it++) {
        int most = 0;
        if (!room[it]) continue;
        for (int seat = 0; seat < table->players; seat++)
            if (cubes[it][seat] > most) most = cubes[it][seat];
        for (int seat = 0; seat < table->players; seat++) {
            int16_t *stake = board->stakes[seat];
            bool has_it = due[it].seats >> seat & 1;
            if (has_it && due[it].hold == 1) stake[RISK] = (int16_t)(stake[RISK] + due[it].amount);
            if (!has_it && cubes[it][seat] + 1 >= most)
                stake[PRIZE] = (int16_t)(stake[PRIZE] + due[it].amount);
        }
    }
}

static void find_stakes(const Table *table, State *state, int age, const Due *due, int number) {
    Board *board = &state->boards[age];
    Survey survey;
    survey.due = due;
    survey.number = number;
    survey.smalls = 0;
    memset(board->stakes, 0, sizeof board->stakes);
    for (int i = 0; i < number; i++) survey.index[due[i].number] = (uint8_t)(i + 1);
    if (age == REASON) {
        find_cubes(table, state, survey.index, due, number);
        return;
    }
    int kind = age == MIGHT ? MILITARY : RELIGIOUS;
    memset(survey.strength, 0, (size_t)number * sizeof survey.strength[0]);
    memset(survey.ruled, 0, sizeof survey.ruled);
    for (Walk at = walk(&board->first); next(&at);) {
        Building b = board->what[at.cell];
        int it = survey.index[board->domain[at.cell]] - 1, rank = rank_of(b);
        if (!due[it].hold) continue;
        add_footprint(&survey.ruled[lowest(due[it].seats)], at.cell, rank);
        if (kind_of(b) == kind)
            survey.strength[it] = (int16_t)(survey.strength[it] + value_of(table, b));
        if (rank == 1 && !is_printed(b) && due[it].amount > 1)
            survey.small[survey.smalls++] = (uint16_t)at.cell;
    }
    find_joins(table, board, &survey);
    find_cuts(table, board, age, &survey);
}

/* The incomes of an age by seat and hold, and split otherwise: three holds from the weakest on, the
 * largest single income, and how many small buildings of the ruling kind he has. In Might the three
 * are ranks. Later the first is what anybody tops or ties, the second lies within reach of a copy,
 * the third does not. */
static void find_splits(const Table *table, State *state, int age, bool fresh) {
    Board *board = &state->boards[age];
    Due due[MAX_DOMAIN];
    Danger danger[MAX_DOMAIN];
    int number = dues(table, state, age, due);
    if (fresh) find_stakes(table, state, age, due, number);
    if (age != MIGHT) find_dangers(table, state, age, due, number, danger);
    memset(board->incomes, 0, sizeof board->incomes);
    memset(board->splits, 0, sizeof board->splits);
    const Squares *small = &board->sites[age == MIGHT ? MILITARY : RELIGIOUS][0];
    for (Walk at = walk(small); age != REASON && next(&at);)
        board->splits[owner_of(board->what[at.cell])][4]++;
    for (int i = 0; i < number; i++) {
        int amount = due[i].amount, hold = due[i].hold, hit = 0;
        if (!amount || !hold) continue;
        if (age != MIGHT && hold > 1) hit = exposed_amount(age, &due[i], &danger[i]);
        for (int seat = 0; seat < table->players; seat++) {
            int16_t *income = board->incomes[seat], *split = board->splits[seat];
            if (!(due[i].seats >> seat & 1)) continue;
            income[hold] = (int16_t)(income[hold] + amount);
            if (amount > split[3]) split[3] = (int16_t)amount;
            if (age == MIGHT || hold == 1) {
                split[hold - 1] = (int16_t)(split[hold - 1] + amount);
            } else {
                split[1] = (int16_t)(split[1] + hit);
                split[2] = (int16_t)(split[2] + amount - hit);
            }
        }
    }
}

/* See to it that what the boards pay is known: a board is looked at anew if it has changed, or if
 * copies can now fall on other squares of it. */
static void value_boards(const Table *table, State *state) {
    Squares reach = {{0}};
    for (int age = 0; age < AGES; age++) {
        Board *board = &state->boards[age];
        Squares open = both(reach, &board->built);
        if (!board->valued) board->reach = reach_of(table, board);
        if (!board->valued || !same(&open, &board->open)) {
            board->open = open;
            board->changed = true;
            find_splits(table, state, age, !board->valued);
        }
        board->valued = true;
        reach = either(reach, &board->reach);
    }
}

/* ------------------------------------------------------------------ where adventurers will be */

/* The most that adventurers can collect with at most `most` journeys, and where: ages as bits. */
static double best_station(const double gains[AGES], const uint8_t at[2], int most, double price,
                           int *where) {
    double best = -1.0;
    *where = 1 << at[0] | 1 << at[1];
    for (int one = 0; one < AGES; one++)
        for (int other = one; other < AGES; other++) {
            int stay = (at[0] == one || at[1] == one) + (at[0] == other || at[1] == other);
            if (one == other) stay = (at[0] == one) + (at[1] == one);
            int journeys = 2 - stay;
            if (journeys > most) continue;
            double total = -price * journeys;
            total += gains[one];
            if (other != one) total += gains[other];
            if (total > best) {
                best = total;
                *where = 1 << one | 1 << other;
            }
        }
    return best;
}

/* The place of a seat in a round. */
static int place_of(const Table *table, const State *state, int seat) {
    return seat - state->start + (seat < state->start ? table->players : 0);
}

/* Where a player is likely to collect the next taxes, as bits; `over`: not those of this turn. */
static int station(const Table *table, const State *state, int seat, const uint8_t at[2],
                   bool over) {
    int turn = place_of(table, state, state->seat), place = place_of(table, state, seat);
    for (int round = 1; round <= MAX_ROUND; round++) {
        if (!(table->tax_rounds >> round & 1) || round + (place >= turn) <= state->round) continue;
        int between = (round - state->round) * (table->players - 1) + (place - turn);
        between += place < turn;
        if (between == 0 && over) continue;
        double gains[AGES];
        for (int age = 0; age < AGES; age++) {
            const int16_t *income = state->boards[age].incomes[seat];
            const double *kept = table->kept[between][age];
            gains[age] = income[1] * kept[1] + income[2] * kept[2] + income[3] * kept[3];
        }
        int where;
        best_station(gains, at, 2, LATER_JOURNEY, &where);
        return where;
    }
    return 0;
}

/* The turns that a player has left, and how many of others come before. */
static int turns_left(const Table *table, const State *state, int seat, bool over, int *before) {
    int turn = place_of(table, state, state->seat), place = place_of(table, state, seat);
    bool moved = place < turn || (over && place == turn);
    *before = place - turn - over;
    if (*before < 0) *before += table->players;
    return MAX_ROUND - state->round + !moved;
}

static void find_traits(const State *state, int seat, double have, int where,
                        double traits[TRAITS]) {
    for (int age = 0; age < AGES; age++) {
        const int16_t *split = state->boards[age].splits[seat];
        bool there = where >> age & 1;
        for (int hold = 0; hold < 3; hold++) traits[3 * age + hold] = there ? split[hold] : 0.0;
        traits[9 + age] = there ? 0.0 : split[0] + split[1] + split[2];
    }
    for (int age = 0; age < AGES; age++) {
        const int16_t *stake = state->boards[age].stakes[seat];
        traits[17 + age] = where >> age & 1 ? stake[RISK] : 0.0;
        traits[20 + age] = stake[PRIZE];
        if (age != REASON) traits[23 + age] = where >> age & 1 ? stake[SPLIT] : 0.0;
    }
    traits[12] = state->boards[MIGHT].splits[seat][4];
    traits[13] = state->boards[FAITH].splits[seat][4];
    traits[14] = state->boards[MIGHT].splits[seat][3];
    traits[15] = state->boards[FAITH].splits[seat][3];
    traits[16] = RICH - have > 0.0 ? RICH - have : 0.0;
}

/* The coins that a player is likely to have at the end. */
static double prospects(const Table *table, const State *state, int seat, int how, Value *value) {
    const Player *player = &state->players[seat];
    bool over = how & OVER;
    double have = player->coins;
    uint8_t at[2] = {player->at[0], player->at[1]};
    int before, left = turns_left(table, state, seat, over, &before);
    if (over && seat == state->seat && table->tax_rounds >> state->round & 1) {
        double gains[AGES];
        for (int age = 0; age < AGES; age++) {
            const int16_t *income = state->boards[age].incomes[seat];
            gains[age] = income[1] + income[2] + income[3];
        }
        int where, most = player->coins < 2 ? player->coins : 2;
        have += best_station(gains, at, how & NO_JOURNEYS ? 0 : most, 1.0, &where);
        at[0] = (uint8_t)(where & 1 ? MIGHT : where & 2 ? FAITH : REASON);
        at[1] = (uint8_t)(where & 4 ? REASON : where & 2 ? FAITH : MIGHT);
    }
    double *traits = value->traits[seat];
    int where = station(table, state, seat, at, over);
    find_traits(state, seat, have, where, traits);
    if (!left) return have;
    const double *weights = table->weights[left][before];
    double total = weights[0];
    for (int i = 0; i < TRAITS; i++)
        if (traits[i] != 0.0) total += weights[i + 1] * traits[i];
    return have + total;
}

/* ------------------------------------------------------------------ the chance to win */

/* e to the power of x, for x up to 0, by halving and a series; the same on every machine. */
static double exponential(double x) {
    static const double LN2_HIGH = 6.93147180369123816490e-01, LN2_LOW = 1.90821492927058770002e-10;
    if (!(x > -700.0)) return 0.0;
    int halvings = (int)(x * -1.44269504088896338700e+00 + 0.5);
    double rest = (x + halvings * LN2_HIGH) + halvings * LN2_LOW, term = 1.0, sum = 1.0;
    for (int i = 1; i < 16; i++) {
        term *= rest / i;
        sum += term;
    }
    for (int i = 0; i < halvings; i++) sum *= 0.5;
    return sum;
}

static void find_chances(const Table *table, const State *state, bool over, Value *value) {
    int before, most_left = 0;
    double best = value->coins[0], sum = 0.0;
    for (int seat = 0; seat < table->players; seat++) {
        int left = turns_left(table, state, seat, over, &before);
        if (left > most_left) most_left = left;
        if (value->coins[seat] > best) best = value->coins[seat];
    }
    for (int seat = 0; seat < table->players; seat++) {
        double behind = value->coins[seat] - best;
        if (state->over)
            value->chance[seat] = behind == 0.0;
        else
            value->chance[seat] = exponential(behind / table->deviation[most_left]);
        sum += value->chance[seat];
    }
    for (int seat = 0; seat < table->players; seat++) value->chance[seat] /= sum;
}

/* What a position is worth to every player. OVER: the turn under way ends here, taxes included,
 * before which its player may still travel unless NO_JOURNEYS; otherwise it is only about to begin.
 * CHANCES: the chances to win, too. */
void evaluate(const Table *table, State *state, int how, Value *value) {
    value_boards(table, state);
    for (int seat = 0; seat < table->players; seat++) {
        value->coins[seat] = prospects(table, state, seat, how, value);
        if (state->over) value->coins[seat] = state->players[seat].coins;
    }
    if (how & CHANCES) find_chances(table, state, how & OVER, value);
}

/* How a player stands by a value: his coins at the end, less a share of what others will have, and
 * what he likes besides. */
double liking(const Table *table, const State *state, const Value *value, int seat,
              const Taste *taste) {
    double most = 0.0, sum = 0.0, likes = 0.0;
    bool known = false;
    for (int other = 0; other < table->players; other++) {
        if (other == seat) continue;
        if (!known || value->coins[other] > most) most = value->coins[other];
        known = true;
        sum += value->coins[other];
    }
    for (int age = 0; age < AGES; age++) {
        const int16_t *income = state->boards[age].incomes[seat];
        if (taste->likes[age] != 0.0)
            likes += taste->likes[age] * (income[1] + income[2] + income[3]);
    }
    return value->coins[seat] - taste->envy * (most + sum / (table->players - 1)) / 2 + likes;
}

/* How a player stands if the turn ends here. */
double standing(const Table *table, State *state, int seat, const Taste *taste) {
    Value value;
    evaluate(table, state, OVER, &value);
    return liking(table, state, &value, seat, taste);
}
