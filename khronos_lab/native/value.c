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

/* The domains of a board by number: what they pay, to whom, how firmly they are held. */
typedef struct {
    int16_t amount[MAX_DOMAIN + 1];
    int16_t strength[MAX_DOMAIN + 1]; /* in buildings of the ruling kind */
    int16_t exposed[MAX_DOMAIN + 1];  /* what a single copy could take from its only ruler */
    uint16_t ruler[MAX_DOMAIN + 1];   /* the first square of the building that rules */
    uint8_t seats[MAX_DOMAIN + 1];    /* as bits */
    uint8_t hold[MAX_DOMAIN + 1];     /* as in `Due` */
} Survey;

/* Might and Faith (X2). */
static void survey_rulers(const Table *table, const Board *board, int kind, Survey *survey) {
    for (int rank = 1; rank <= MAX_RANK; rank++) {
        for (Walk at = walk(&board->sites[CIVIL][rank - 1]); next(&at);)
            survey->amount[board->domain[at.cell]] += table->values[CIVIL][rank];
        for (Walk at = walk(&board->sites[kind][rank - 1]); next(&at);) {
            int domain = board->domain[at.cell];
            survey->strength[domain] += table->values[kind][rank];
            if (rank != top(board->tops[domain], kind) || survey->hold[domain]) continue;
            survey->hold[domain] = (uint8_t)rank;
            survey->seats[domain] = (uint8_t)(1 << owner_of(board->what[at.cell]));
            survey->ruler[domain] = (uint16_t)at.cell;
        }
    }
}

/* Faith: a copy takes the whole of a domain with its ruler, otherwise a single civil building. On a
 * printed hamlet only a town or city can fall, and that pays as well. */
static void expose_faith(const Table *table, const Board *board, Survey *survey) {
    Squares firm = either(board->high[RELIGIOUS][1], &board->high[RELIGIOUS][2]);
    firm = both(firm, &board->open);
    if (!any(&firm)) return;
    for (int rank = 1; rank <= MAX_RANK; rank++) {
        Squares hit = meeting(&firm, rank), civil = both(hit, &board->sites[CIVIL][rank - 1]);
        if (rank == 1) civil = without(civil, &table->hamlets);
        for (Walk at = walk(&civil); next(&at);)
            survey->exposed[board->domain[at.cell]] = table->values[CIVIL][rank];
    }
    for (int rank = 2; rank <= MAX_RANK; rank++) {
        Squares hit = meeting(&firm, rank), rulers = both(hit, &board->sites[RELIGIOUS][rank - 1]);
        for (Walk at = walk(&rulers); next(&at);) {
            int domain = board->domain[at.cell];
            if (rank == survey->hold[domain]) survey->exposed[domain] = survey->amount[domain];
        }
    }
}

/* Cubes by seat. */
typedef uint8_t Cubes[MAX_PLAYERS];

/* Reason (X3): who has most cubes; a domain is safe if one of his stands where no copy can fall. */
static void survey_cubes(const Table *table, State *state, Survey *survey, Cubes *cubes,
                         uint8_t *room) {
    Board *board = &state->boards[REASON];
    uint8_t safe[MAX_DOMAIN + 1]; /* by seat, as bits */
    memset(safe, 0, (size_t)board->domains + 1);
    for (int kind = 0; kind < KINDS; kind++)
        for (int rank = 1; rank <= MAX_RANK; rank++)
            for (Walk at = walk(&board->sites[kind][rank - 1]); next(&at);) {
                int domain = board->domain[at.cell], sum = 0, seats = 0;
                if (kind != CIVIL)
                    survey->amount[domain] =
                        (int16_t)(survey->amount[domain] + value_of(table, board->what[at.cell]));
                else if (!survey->amount[domain])
                    continue;
                for (int seat = 0; seat < table->players; seat++) {
                    int here = state->cubes[at.cell][seat];
                    if (kind == CIVIL) cubes[domain][seat] = (uint8_t)(cubes[domain][seat] + here);
                    sum += here;
                    seats |= (here > 0) << seat;
                }
                if (kind == CIVIL && sum < table->values[CIVIL][rank]) room[domain] = true;
                if (seats && !meets_footprint(&board->open, at.cell, rank))
                    safe[domain] |= (uint8_t)seats;
            }
    for (int domain = 1; domain <= board->domains; domain++) {
        if (!survey->amount[domain]) continue;
        Due due = majority(cubes[domain]);
        survey->seats[domain] = due.seats;
        survey->hold[domain] = due.hold;
        if (!(safe[domain] & due.seats)) survey->exposed[domain] = survey->amount[domain];
    }
}

/* ------------------------------------------------------------------ what is at stake */

enum { RISK, PRIZE, SPLIT };

/* C2: which of the domains that a hamlet would join rules them all; 0 if that is open. The higher
 * ruler does; of equal ones the one whose domain is stronger. */
static int stronger(const Survey *survey, const int *around, int number) {
    int best = 0;
    bool open = false;
    for (int i = 0; i < number; i++) {
        int it = around[i];
        if (!survey->hold[it]) continue;
        int more = survey->hold[it] - survey->hold[best];
        if (!more) more = survey->strength[it] - survey->strength[best];
        if (more > 0) best = it;
        if (more >= 0) open = more == 0;
    }
    return open ? 0 : best;
}

/* The domains beside a square, each once. */
static int domains_beside(const Board *board, int cell, int around[4]) {
    int number = 0, column = column_of(cell), row = row_of(cell);
    int sides[4] = {row ? cell - COLUMNS : -1, column ? cell - 1 : -1,
                    column + 1 < COLUMNS ? cell + 1 : -1, row + 1 < ROWS ? cell + COLUMNS : -1};
    for (int i = 0; i < 4; i++) {
        if (sides[i] < 0 || !board->part[sides[i]]) continue;
        int it = board->domain[first_square(board, sides[i])], known = 0;
        while (known < number && around[known] != it) known++;
        if (known == number) around[number++] = it;
    }
    return number;
}

/* Where a hamlet would join domains of two rulers. */
static Squares joints(const Table *table, const Board *board, const Survey *survey) {
    Squares ruled[MAX_PLAYERS], near = {{0}}, found = {{0}};
    int rulers = 0;
    for (int domain = 1; domain <= board->domains; domain++) rulers |= survey->seats[domain];
    if (!(rulers & (rulers - 1))) return found;
    memset(ruled, 0, sizeof ruled);
    for (int domain = 1; domain <= board->domains; domain++) {
        if (!survey->hold[domain]) continue;
        Squares more = domain_squares(board, domain), *his = &ruled[lowest(survey->seats[domain])];
        *his = either(*his, &more);
    }
    for (int seat = 0; seat < table->players; seat++) {
        if (!(rulers >> seat & 1)) continue;
        Squares more = spread(&ruled[seat]), common = both(more, &near);
        found = either(found, &common);
        near = either(near, &more);
    }
    found = without(found, &board->built);
    return both(found, &table->joints);
}

/* Might and Faith: coins of a player's domains that fall to another's if one hamlet joins them, and
 * what he could win so. */
static void find_joins(const Table *table, Board *board, const Survey *survey) {
    Squares cells = joints(table, board, survey);
    if (!any(&cells)) return;
    uint8_t taken[MAX_DOMAIN + 1]; /* by seat, as bits */
    memset(taken, 0, (size_t)board->domains + 1);
    for (Walk at = walk(&cells); next(&at);) {
        int around[4], number = domains_beside(board, at.cell, around);
        int best = stronger(survey, around, number);
        for (int i = 0; best && i < number; i++) {
            int it = around[i], amount = survey->amount[it];
            if (!survey->hold[it] || survey->seats[it] == survey->seats[best] || !amount) continue;
            if (taken[it] & survey->seats[best]) continue;
            int16_t *loser = board->worth.stakes[lowest(survey->seats[it])],
                    *winner = board->worth.stakes[lowest(survey->seats[best])];
            if (!taken[it]) loser[RISK] = (int16_t)(loser[RISK] + amount);
            winner[PRIZE] = (int16_t)(winner[PRIZE] + amount);
            taken[it] |= survey->seats[best];
        }
    }
}

/* The covered squares beside a square, and how many groups they form around it: those that do not
 * hang together there may do so elsewhere. */
static int sides_of(const Board *board, int cell, int *groups) {
    int column = column_of(cell), ring[9] = {0}, sides = 0, links = 0;
    /* Three rows of three squares, in a circle from the upper left one. */
    static const int8_t CIRCLE[9] = {0, 1, 2, 7, 8, 3, 6, 5, 4};
    for (int down = -1; down <= 1; down++) {
        int row = row_of(cell) + down;
        if (!between(row, 0, ROWS - 1)) continue;
        uint64_t line = board->built.w[row >> 2] >> 16 * (row & 3) & 0xffff;
        line = (line << 1) >> column;
        for (int across = 0; across < 3; across++)
            ring[CIRCLE[3 * (down + 1) + across]] = line >> across & 1;
    }
    for (int i = 1; i < 8; i += 2) {
        sides += ring[i];
        links += ring[i] & ring[(i + 1) % 8] & ring[(i + 2) % 8];
    }
    *groups = links == 4 ? 1 : sides - links;
    return sides;
}

/* Coins that a domain's ruler keeps if this small building is demolished: those of the buildings
 * that still hang together with his. */
static int kept_without(const Table *table, const Board *board, int ruler, int cell, int domain) {
    Squares rest = domain_squares(board, domain), before = {{0}};
    Squares kept = footprint(ruler, rank_of(board->what[ruler]));
    drop(&rest, cell);
    while (!same(&kept, &before)) {
        before = kept;
        kept = spread(&kept);
        kept = both(kept, &rest);
    }
    int sum = 0;
    for (int rank = 1; rank <= MAX_RANK; rank++) {
        Squares civil = both(kept, &board->sites[CIVIL][rank - 1]);
        sum += count(&civil) * table->values[CIVIL][rank];
    }
    return sum;
}

/* Might and Faith: coins that the ruler of a domain loses if one small building is demolished. */
static void find_cuts(const Table *table, Board *board, int kind, const Survey *survey) {
    Squares held = board->high[kind][0];
    int16_t loss[MAX_DOMAIN + 1];
    for (int rank = 2; rank <= MAX_RANK; rank++) held = either(held, &board->high[kind][rank - 1]);
    memset(loss, 0, ((size_t)board->domains + 1) * sizeof loss[0]);
    for (int sort = 0; sort < KINDS; sort++) {
        Squares small = both(board->sites[sort][0], &held);
        small = without(small, &table->hamlets);
        for (Walk at = walk(&small); next(&at);) {
            int it = board->domain[at.cell], lost = survey->amount[it], groups;
            if (lost < 2 || lost <= loss[it] || sides_of(board, at.cell, &groups) < 2) continue;
            if (groups > 1 && at.cell != survey->ruler[it])
                lost -= kept_without(table, board, survey->ruler[it], at.cell, it);
            else if (at.cell != survey->ruler[it])
                lost = sort == CIVIL ? table->values[CIVIL][1] : 0;
            if (lost > loss[it]) loss[it] = (int16_t)lost;
        }
    }
    for (int it = 1; it <= board->domains; it++)
        if (loss[it]) {
            int16_t *stake = board->worth.stakes[lowest(survey->seats[it])];
            stake[SPLIT] = (int16_t)(stake[SPLIT] + loss[it]);
        }
}

/* Reason: coins of a player's that one cube of another takes, and those that one cube of his own
 * would bring. */
static void find_cubes(const Table *table, Board *board, const Survey *survey, Cubes *cubes,
                       const uint8_t *room) {
    for (int it = 1; it <= board->domains; it++) {
        int most = 0, amount = survey->amount[it];
        if (!room[it] || !amount) continue;
        for (int seat = 0; seat < table->players; seat++)
            if (cubes[it][seat] > most) most = cubes[it][seat];
        for (int seat = 0; seat < table->players; seat++) {
            int16_t *stake = board->worth.stakes[seat];
            bool has_it = survey->seats[it] >> seat & 1;
            if (has_it && survey->hold[it] == 1) stake[RISK] = (int16_t)(stake[RISK] + amount);
            if (!has_it && cubes[it][seat] + 1 >= most)
                stake[PRIZE] = (int16_t)(stake[PRIZE] + amount);
        }
    }
}

/* ------------------------------------------------------------------ all of a board */

/* The incomes of an age by seat and hold, and split otherwise: three holds from the weakest on, the
 * largest single income, and how many small buildings of the ruling kind he has. In Might the three
 * are ranks. Later the first is what anybody tops or ties, the second lies within reach of a copy,
 * the third does not. */
static void find_splits(Board *board, int age, const Survey *survey) {
    const Squares *small = &board->sites[age == MIGHT ? MILITARY : RELIGIOUS][0];
    for (Walk at = walk(small); age != REASON && next(&at);)
        board->worth.splits[owner_of(board->what[at.cell])][4]++;
    for (int i = 1; i <= board->domains; i++) {
        int amount = survey->amount[i], hold = survey->hold[i], hit = survey->exposed[i];
        if (!amount || !hold) continue;
        for (int seats = survey->seats[i]; seats; seats &= seats - 1) {
            int seat = lowest((uint64_t)seats);
            int16_t *income = board->worth.incomes[seat], *split = board->worth.splits[seat];
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

/* Find out what the domains of an age pay, and what is at stake there. */
static void value_board(const Table *table, State *state, int age) {
    Board *board = &state->boards[age];
    int kind = age == MIGHT ? MILITARY : RELIGIOUS;
    Survey survey;
    settle_domains(board);
    size_t many = (size_t)board->domains + 1;
    memset(survey.amount, 0, many * sizeof survey.amount[0]);
    memset(survey.strength, 0, many * sizeof survey.strength[0]);
    memset(survey.exposed, 0, many * sizeof survey.exposed[0]);
    memset(survey.seats, 0, many);
    memset(survey.hold, 0, many);
    memset(&board->worth, 0, sizeof board->worth);
    board->worth.reach = reach_of(table, board);
    if (age == REASON) {
        Cubes cubes[MAX_DOMAIN + 1];
        uint8_t room[MAX_DOMAIN + 1];
        memset(cubes, 0, many * sizeof cubes[0]);
        memset(room, 0, many);
        survey_cubes(table, state, &survey, cubes, room);
        find_cubes(table, board, &survey, cubes, room);
    } else {
        survey_rulers(table, board, kind, &survey);
        if (age == FAITH) expose_faith(table, board, &survey);
        find_joins(table, board, &survey);
        find_cuts(table, board, kind, &survey);
    }
    find_splits(board, age, &survey);
}

/* Trials meet the same boards again and again, so each thread remembers what they were worth. */
typedef struct {
    uint64_t key;
    Worth worth;
} Memory;

enum { MEMORIES = 4096 };
static _Thread_local Memory memories[MEMORIES];

/* See to it that what the boards are worth is known: a board is looked at anew if it has changed,
 * or if copies can now fall on other squares of it. */
static void value_boards(const Table *table, State *state) {
    Squares reach = {{0}};
    for (int age = 0; age < AGES; age++) {
        Board *board = &state->boards[age];
        Squares open = both(reach, &board->built);
        if (!board->valued || !same(&open, &board->open)) {
            board->open = open;
            board->changed = board->valued = true;
            uint64_t key = scattered(board->mark ^ (table->mark + (uint64_t)age));
            for (int i = 0; i < WORDS; i++) key = (key ^ open.w[i]) * 0x94D049BB133111EBu;
            key ^= key >> 32;
            Memory *memory = &memories[key % MEMORIES];
            if (memory->key != key) {
                value_board(table, state, age);
                memory->key = key;
                memory->worth = board->worth;
            } else {
                board->worth = memory->worth;
            }
        }
        reach = either(reach, &board->worth.reach);
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
            const int16_t *income = state->boards[age].worth.incomes[seat];
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
        const int16_t *split = state->boards[age].worth.splits[seat];
        bool there = where >> age & 1;
        for (int hold = 0; hold < 3; hold++) traits[3 * age + hold] = there ? split[hold] : 0.0;
        traits[9 + age] = there ? 0.0 : split[0] + split[1] + split[2];
    }
    for (int age = 0; age < AGES; age++) {
        const int16_t *stake = state->boards[age].worth.stakes[seat];
        traits[17 + age] = where >> age & 1 ? stake[RISK] : 0.0;
        traits[20 + age] = stake[PRIZE];
        if (age != REASON) traits[23 + age] = where >> age & 1 ? stake[SPLIT] : 0.0;
    }
    traits[12] = state->boards[MIGHT].worth.splits[seat][4];
    traits[13] = state->boards[FAITH].worth.splits[seat][4];
    traits[14] = state->boards[MIGHT].worth.splits[seat][3];
    traits[15] = state->boards[FAITH].worth.splits[seat][3];
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
            const int16_t *income = state->boards[age].worth.incomes[seat];
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
        const int16_t *income = state->boards[age].worth.incomes[seat];
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
