/* The learned value: how many coins each player is likely to have at the end, and who wins.
 *
 * tests/native/readable_value.py says the same for reading. All sums are made of doubles in a fixed
 * order, so the numbers are the same to the last bit; only the chance to win needs an exponential,
 * which is worked out here so that no library decides about its last digits.
 */
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

/* ------------------------------------------------------------------ what is at stake */

enum { RISK, PRIZE, SPLIT };

/* C2: which of the domains that a hamlet would join rules them all; 0 if that is open. The higher
 * ruler does; of equal ones the one whose domain is stronger. */
static int strongest(const Domain *domains, const int *around, int number) {
    int best = 0;
    bool open = false;
    for (int i = 0; i < number; i++) {
        const Domain *it = &domains[around[i]], *so_far = &domains[best];
        if (!it->hold) continue;
        int more = best ? it->hold - so_far->hold : 1;
        if (!more) more = it->strength - so_far->strength;
        if (more > 0) best = around[i];
        if (more >= 0) open = more == 0;
    }
    return open ? 0 : best;
}

/* The domains beside a square, each once. */
static int domains_beside(const Board *board, int cell, int around[4]) {
    const int sides[4] = {cell - COLUMNS, column_of(cell) ? cell - 1 : -1,
                          column_of(cell + 1) ? cell + 1 : -1, cell + COLUMNS};
    int number = 0;
    for (int i = 0; i < 4; i++) {
        if (!between(sides[i], 0, CELLS - 1) || !board->part[sides[i]]) continue;
        int it = board->domain[first_square(board, sides[i])], known = 0;
        while (known < number && around[known] != it) known++;
        if (known == number) around[number++] = it;
    }
    return number;
}

/* Where a hamlet would join domains of two rulers. */
static Squares joints(const Table *table, const Board *board, int rulers) {
    Squares ruled[MAX_PLAYERS], near = {{0}}, found = {{0}};
    memset(ruled, 0, sizeof ruled);
    for (Walk at = walk(&board->first); next(&at);) {
        const Domain *domain = &board->domains[board->domain[at.cell]];
        if (domain->hold)
            add_footprint(&ruled[lowest(domain->seats)], at.cell, rank_of(board->what[at.cell]));
    }
    for (; rulers; rulers &= rulers - 1) {
        Squares more = spread(&ruled[lowest((uint64_t)rulers)]), common = both(more, &near);
        found = either(found, &common);
        near = either(near, &more);
    }
    found = without(found, &board->built);
    return both(found, &table->joints);
}

/* Might and Faith: coins of a player's domains that fall to another's if one hamlet joins them, and
 * what he could win so. */
static void find_joins(const Table *table, Board *board, int rulers) {
    Squares cells = joints(table, board, rulers);
    uint8_t taken[MAX_DOMAIN + 1]; /* by seat, as bits */
    memset(taken, 0, (size_t)board->last + 1);
    for (Walk at = walk(&cells); next(&at);) {
        int around[4], number = domains_beside(board, at.cell, around);
        int best = strongest(board->domains, around, number);
        const Domain *winner = &board->domains[best];
        for (int i = 0; best && i < number; i++) {
            const Domain *it = &board->domains[around[i]];
            if (!it->hold || it->seats == winner->seats || !it->amount) continue;
            if (taken[around[i]] & winner->seats) continue;
            int16_t *lost = &board->worth.of[lowest(it->seats)].stakes[RISK],
                    *won = &board->worth.of[lowest(winner->seats)].stakes[PRIZE];
            if (!taken[around[i]]) *lost = (int16_t)(*lost + it->amount);
            *won = (int16_t)(*won + it->amount);
            taken[around[i]] |= winner->seats;
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
static int kept_without(const Table *table, const Board *board, int cell, const Squares *all,
                        int ruler) {
    Squares rest = *all;
    drop(&rest, cell);
    Squares kept = flood(footprint(ruler, rank_of(board->what[ruler])), &rest);
    int sum = 0;
    for (int rank = 1; rank <= MAX_RANK; rank++)
        sum += common(&kept, &board->sites[CIVIL][rank - 1]) * table->values[CIVIL][rank];
    return sum;
}

/* Coins that the ruler of a domain loses if one small building is demolished. */
static int find_cut(const Table *table, const Board *board, int number) {
    const Domain *domain = &board->domains[number];
    int most = 0, groups;
    if (!domain->hold || domain->amount < 2) return 0;
    Squares all = domain_squares(board, number), small = board->sites[CIVIL][0];
    for (int kind = 0; kind < CIVIL; kind++) small = either(small, &board->sites[kind][0]);
    small = both(small, &all);
    small = without(small, &table->hamlets);
    for (Walk at = walk(&small); most < domain->amount && next(&at);) {
        int lost = domain->amount;
        if (sides_of(board, at.cell, &groups) < 2) continue;
        if (groups > 1 && at.cell != domain->ruler)
            lost -= kept_without(table, board, at.cell, &all, domain->ruler);
        else if (at.cell != domain->ruler)
            lost = kind_of(board->what[at.cell]) == CIVIL ? table->values[CIVIL][1] : 0;
        if (lost > most) most = lost;
    }
    return most;
}

/* Reason: coins of a player's that one cube of another takes, and those that one cube of his own
 * would bring. */
static void find_cubes(const Table *table, Worth *worth, const Crowd *crowd) {
    int most = 0;
    for (int seat = 0; seat < table->players; seat++)
        if (crowd->cubes[seat] > most) most = crowd->cubes[seat];
    for (int seat = 0; seat < table->players; seat++) {
        int16_t *stake = worth->of[seat].stakes;
        bool has_it = crowd->seats >> seat & 1;
        if (has_it && crowd->hold == 1) stake[RISK] = (int16_t)(stake[RISK] + crowd->amount);
        if (!has_it && crowd->cubes[seat] + 1 >= most)
            stake[PRIZE] = (int16_t)(stake[PRIZE] + crowd->amount);
    }
}

/* ------------------------------------------------------------------ all of a board */

/* Faith: by domain, what a single copy could take from its only ruler: the whole of a domain with
 * its ruler, otherwise a single civil building. On a printed hamlet only a town or city can fall,
 * and that pays as well. */
static void expose_faith(const Table *table, const Board *board, int16_t exposed[MAX_DOMAIN + 1]) {
    Squares firm = either(board->high[RELIGIOUS][1], &board->high[RELIGIOUS][2]);
    firm = both(firm, &board->open);
    memset(exposed, 0, ((size_t)board->last + 1) * sizeof *exposed);
    if (!any(&firm)) return;
    for (int kind = CIVIL; kind >= RELIGIOUS; kind--)
        for (int rank = kind == CIVIL ? 1 : 2; rank <= MAX_RANK; rank++) {
            Squares hit = meeting(&firm, rank);
            hit = both(hit, &board->sites[kind][rank - 1]);
            if (rank == 1) hit = without(hit, &table->hamlets);
            for (Walk at = walk(&hit); next(&at);) {
                const Domain *domain = &board->domains[board->domain[at.cell]];
                if (kind == CIVIL)
                    exposed[board->domain[at.cell]] = table->values[CIVIL][rank];
                else if (rank == domain->hold)
                    exposed[board->domain[at.cell]] = domain->amount;
            }
        }
}

/* What a domain pays goes to the incomes of its seats by hold, and is split otherwise: three holds
 * from the weakest on, the largest single income, and (below) small buildings of the ruling kind.
 * In Might the three are ranks. Later the first is what anybody tops or ties, the second lies
 * within reach of a copy, the third does not. */
static void credit(Worth *worth, int age, int seats, int hold, int amount, int hit) {
    for (; seats; seats &= seats - 1) {
        Holding *his = &worth->of[lowest((uint64_t)seats)];
        his->incomes[hold] = (int16_t)(his->incomes[hold] + amount);
        if (amount > his->splits[3]) his->splits[3] = (int16_t)amount;
        if (age == MIGHT || hold == 1) {
            his->splits[hold - 1] = (int16_t)(his->splits[hold - 1] + amount);
        } else {
            his->splits[1] = (int16_t)(his->splits[1] + hit);
            his->splits[2] = (int16_t)(his->splits[2] + amount - hit);
        }
    }
}

/* See to it that all is known that a board's domains say by themselves; gives who rules any. */
static int survey_domains(const Table *table, Board *board, int age) {
    int rulers = 0;
    for (int number = 1; number <= board->last; number++) {
        if (!board->domains[number].tops) continue;
        Domain *domain = survey_domain(table, board, age, number);
        if (domain->cut == NOT_KNOWN) domain->cut = (int16_t)find_cut(table, board, number);
        rulers |= domain->seats;
    }
    return rulers;
}

/* Might and Faith: what the domains pay, and what is at stake there. */
static void value_rulers(const Table *table, Board *board, int age) {
    int16_t exposed[MAX_DOMAIN + 1];
    int rulers = survey_domains(table, board, age);
    if (age == FAITH) expose_faith(table, board, exposed);
    if (rulers & (rulers - 1)) find_joins(table, board, rulers);
    for (int number = 1; number <= board->last; number++) {
        Domain *domain = &board->domains[number];
        if (!board->domains[number].tops || !domain->hold) continue;
        int16_t *split = &board->worth.of[lowest(domain->seats)].stakes[SPLIT];
        *split = (int16_t)(*split + domain->cut);
        if (domain->amount)
            credit(&board->worth, age, domain->seats, domain->hold, domain->amount,
                   age == FAITH ? exposed[number] : 0);
    }
    for (Walk at = walk(&board->sites[age == MIGHT ? MILITARY : RELIGIOUS][0]); next(&at);)
        board->worth.of[owner_of(board->what[at.cell])].splits[4]++;
}

/* Find out what the domains of an age pay, and what is at stake there. */
static void value_board(const Table *table, State *state, int age) {
    Board *board = &state->boards[age];
    Crowd crowds[MAX_DOMAIN + 1];
    memset(&board->worth, 0, sizeof board->worth);
    board->worth.reach = reach_of(table, board);
    if (age != REASON) {
        value_rulers(table, board, age);
        return;
    }
    survey_reason(table, state, crowds);
    for (int number = 1; number <= board->last; number++) {
        const Crowd *crowd = &crowds[number];
        if (!crowd->amount) continue;
        if (crowd->room) find_cubes(table, &board->worth, crowd);
        credit(&board->worth, age, crowd->seats, crowd->hold, crowd->amount,
               crowd->safe & crowd->seats ? 0 : crowd->amount);
    }
}

/* Trials meet the same boards again and again, so each thread remembers what they were worth. Keys
 * lie apart from worths, because most questions end with them. */
enum { MEMORIES = 4096 };
static _Thread_local uint64_t memory_keys[MEMORIES];
static _Thread_local Worth memories[MEMORIES];

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
            int place = (int)(key % MEMORIES);
            if (memory_keys[place] == key) {
                board->worth = memories[place];
            } else {
                value_board(table, state, age);
                memory_keys[place] = key;
                memories[place] = board->worth;
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
            const int16_t *income = state->boards[age].worth.of[seat].incomes;
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
        const int16_t *split = state->boards[age].worth.of[seat].splits;
        bool there = where >> age & 1;
        for (int hold = 0; hold < 3; hold++) traits[3 * age + hold] = there ? split[hold] : 0.0;
        traits[9 + age] = there ? 0.0 : split[0] + split[1] + split[2];
    }
    for (int age = 0; age < AGES; age++) {
        const int16_t *stake = state->boards[age].worth.of[seat].stakes;
        traits[17 + age] = where >> age & 1 ? stake[RISK] : 0.0;
        traits[20 + age] = stake[PRIZE];
        if (age != REASON) traits[23 + age] = where >> age & 1 ? stake[SPLIT] : 0.0;
    }
    traits[12] = state->boards[MIGHT].worth.of[seat].splits[4];
    traits[13] = state->boards[FAITH].worth.of[seat].splits[4];
    traits[14] = state->boards[MIGHT].worth.of[seat].splits[3];
    traits[15] = state->boards[FAITH].worth.of[seat].splits[3];
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
            const int16_t *income = state->boards[age].worth.of[seat].incomes;
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
static void evaluate(const Table *table, State *state, int how, Value *value) {
    value_boards(table, state);
    for (int seat = 0; seat < table->players; seat++) {
        value->coins[seat] = prospects(table, state, seat, how, value);
        if (state->over) value->coins[seat] = state->players[seat].coins;
    }
    if (how & CHANCES) find_chances(table, state, how & OVER, value);
}

/* Whether a seat has of every board what it has in another position. */
static bool holds_the_same(const State *state, const State *before, int seat) {
    for (int age = 0; age < AGES; age++)
        if (state->boards[age].changed &&
            memcmp(&state->boards[age].worth.of[seat], &before->boards[age].worth.of[seat],
                   sizeof(Holding)))
            return false;
    return true;
}

/* The coins that are likely after a trial if the turn ends there. Those of others are as `known`
 * from before it where the trial has left alone what they have. */
static void evaluate_trial(const Table *table, const State *before, const Value *known,
                           State *trial, Value *value) {
    value_boards(table, trial);
    for (int seat = 0; seat < table->players; seat++)
        value->coins[seat] = seat != trial->seat && holds_the_same(trial, before, seat)
                                 ? known->coins[seat]
                                 : prospects(table, trial, seat, OVER, value);
}

/* How a player stands by a value: his coins at the end, less a share of what others will have, and
 * what he likes besides. */
static double liking(const Table *table, const State *state, const Value *value, int seat,
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
        const int16_t *income = state->boards[age].worth.of[seat].incomes;
        if (taste->likes[age] != 0.0)
            likes += taste->likes[age] * (income[1] + income[2] + income[3]);
    }
    return value->coins[seat] - taste->envy * (most + sum / (table->players - 1)) / 2 + likes;
}

/* How a player stands if the turn ends here. */
static double standing(const Table *table, State *state, int seat, const Taste *taste) {
    Value value;
    evaluate(table, state, OVER, &value);
    return liking(table, state, &value, seat, taste);
}
