/* Search within a turn: trials, the best single step, and the beam over the whole of it. */
enum { OPEN_ANSWERS = 2 };

/* ------------------------------------------------------------------ answers */

/* Any option. */
static int answer_by_lot(Script *script, const Question *question) {
    return chance_below(script->lot, question->count);
}

static double preference(const Script *script, const Question *question, int option) {
    const State *before = script->before;
    const Board *board = &script->state->boards[question->age];
    if (question->clause == B8) return -before->players[option].coins;
    if (question->clause != C4) {
        int owner = owner_of(board->what[option]);
        return owner == NOBODY || owner == question->seat ? 0.0 : before->players[owner].coins;
    }
    int rank = rank_of(board->what[question->subject]);
    Squares old = footprint(question->subject, rank),
            place = footprint(option, rank > 1 ? rank - 1 : 1);
    Squares around = spread(&place);
    around = without(around, &old);
    around = both(around, &before->boards[question->age].built);
    return count(&around);
}

/* The answer of players/player.py `sensible`: of his own buildings the first yields, of
 * others' the richest player's; what shrinks stays where it touches most; the poorest keeps a cube
 * (B8). */
static int answer_sensibly(Script *script, const Question *question) {
    int best = 0;
    double most = 0.0;
    for (int i = 0; i < question->count; i++) {
        double like = preference(script, question, question->options[i]);
        if (i && like <= most) continue;
        best = i;
        most = like;
    }
    return best;
}

/* Leave the first choices of the acting player open; the rest is answered sensibly. Every answer is
 * tried, and a rare action asks so much that there would be thousands of ways. */
static int answer_for_others(Script *script, const Question *question) {
    bool open = question->seat == script->state->seat && script->used < OPEN_ANSWERS;
    return open ? -1 : answer_sensibly(script, question);
}

static bool play_move(const Table *table, const State *before, State *state, const Move *move,
                      Chooser *choose, uint64_t *lot, Script *script) {
    script->table = table;
    script->state = state;
    script->before = before;
    script->move = move;
    script->choose = choose;
    script->lot = lot;
    return resolve(script);
}

static void keep_answers(Move *move, const Script *script) {
    move->count = (uint8_t)script->used;
    memcpy(move->answers, script->given, (size_t)script->used * sizeof script->given[0]);
}

/* Work out beforehand what all trials from a position share, and give a copy to try things on. */
static void prepare(const Table *table, State *before, Value *known, State *trial) {
    evaluate(table, before, OVER, known);
    for (int age = MIGHT; age <= FAITH; age++) survey_domains(table, &before->boards[age], age);
    for (int age = 0; age < AGES; age++) before->boards[age].changed = false;
    *trial = *before;
}

/* Take back what a trial has changed: most boards are still those from before. */
static void take_back(State *trial, const State *before) {
    if (trial->boards[REASON].changed) memcpy(trial->cubes, before->cubes, sizeof trial->cubes);
    for (int age = 0; age < AGES; age++)
        if (trial->boards[age].changed) copy_board(&trial->boards[age], &before->boards[age]);
    memcpy(trial->players, before->players, sizeof *trial - offsetof(State, players));
}

/* Play a legal action on a trial, whatever it asks answered sensibly. */
static bool try_action(const Table *table, const State *before, const Action *action,
                       State *trial) {
    Script script;
    Move move;
    move.action = *action;
    move.count = move.known = 0;
    take_back(trial, before);
    return play_move(table, before, trial, &move, answer_sensibly, NULL, &script);
}

/* Note what was played, with the answers that were given. */
static void note(Run *run, const Script *script) {
    run->decisions += 1 + script->used;
    if (run->room <= 0) return;
    *run->next = *script->move;
    keep_answers(run->next, script);
    run->next++;
    run->room--;
}

/* ------------------------------------------------------------------ steps */

/* T5: how many cards the player to act can still play this turn. */
static int cards_left(const State *state) {
    const Player *player = &state->players[state->seat];
    int most = 0, held = player->hand[0] + player->hand[1] + player->hand[2] + player->hidden;
    for (int i = 0; i < 9; i++)
        if (state->purse >> i & 1 && i / 3 + i % 3 > most) most = i / 3 + i % 3;
    return most < held ? most : held;
}

/* Go on a journey; gives whether it can be paid. */
static bool go(const Table *table, const State *from, int origin, int target, Move *move,
               State *state) {
    const Player *player = &from->players[from->seat];
    Script script;
    if (origin == target || player->coins < TRAVEL_COST) return false;
    if (player->at[0] != origin && player->at[1] != origin) return false;
    memset(move, 0, sizeof *move);
    move->action = (Action){.verb = TRAVEL, .age = (uint8_t)origin, .target = (uint8_t)target};
    *state = *from;
    return play_move(table, from, state, move, NULL, NULL, &script);
}

/* A step is an action with cards, or a journey and an action with cards where it leads. */
typedef struct {
    Run *run;
    State *before; /* the step's action is tried from here */
    Value known;   /* of the position before */
    uint64_t key;  /* of the position before */
    State *trial;
    Move moves[2];
    int count; /* of moves: 1 or 2 */
    bool open; /* every way to pay */
} Step;

/* Everything in a position that decides what becomes of an action. */
static uint64_t key_before(const Table *table, const State *state) {
    uint64_t key = mix(table->learned, state->supply, sizeof state->supply);
    uint64_t moment = (uint64_t)state->seat << 16 | (uint64_t)state->round << 8 | state->start;
    for (int age = 0; age < AGES; age++) key = mix(key, &state->boards[age].mark, sizeof key);
    for (int seat = 0; seat < table->players; seat++) {
        const Player *player = &state->players[seat];
        uint64_t has = (uint64_t)player->coins << 32 | (uint64_t)player->cubes << 16 |
                       (uint64_t)player->at[0] << 8 | player->at[1];
        key = mix(key, &has, sizeof has);
    }
    return mix(key, &moment, sizeof moment);
}

/* Where a building is worth a try: a small one where it touches another, a larger one also one step
 * away, as it casts shadows. Further off they are all worth the same: one stands for them. */
static Squares worth_a_look(const State *state, const Family *family) {
    if (family->verb != BUILD) return family->cells;
    Squares near = state->boards[family->age].built;
    for (int age = family->age + 1; family->rank > 1 && age < AGES; age++)
        near = either(near, &state->boards[age].built);
    near = spread(&near);
    if (family->rank > 1) near = spread(&near);
    near = meeting(&near, family->rank);
    Squares far = without(family->cells, &near), found = both(family->cells, &near);
    Walk at = walk(&far);
    if (next(&at)) add(&found, at.cell);
    return found;
}

typedef void Visitor(void *self, Step *step);

/* Visit the actions from a position; if `age` is not negative, those in that age that cost more
 * than `cards`. */
static void visit_actions(Step *step, int age, int cards, Visitor *visit, void *self) {
    Choices choices;
    find_choices(step->run->table, step->before, &choices);
    prepare(step->run->table, step->before, &step->known, step->trial);
    step->key = key_before(step->run->table, step->before);
    for (int i = 0; i < choices.families; i++) {
        const Family *family = &choices.family[i];
        if (age >= 0 && (family->age != age || family->price + family->extra <= cards)) continue;
        Squares cells = worth_a_look(step->before, family);
        int ways = step->open ? family->ways : 1;
        for (Walk at = walk(&cells); next(&at);)
            for (int way = 0; way < ways; way++) {
                Move *move = &step->moves[step->count - 1];
                move->count = move->known = 0;
                move->action = member(step->before, family, at.cell, way);
                visit(self, step);
            }
    }
}

static void visit_steps(Run *run, State *state, State *trial, bool open, Visitor *visit,
                        void *self) {
    Step step = {.run = run, .before = state, .trial = trial, .count = 1, .open = open};
    memset(step.moves, 0, sizeof step.moves);
    State there;
    visit_actions(&step, -1, 0, visit, self);
    step.before = &there;
    step.count = 2;
    for (int origin = 0; origin < AGES; origin++)
        for (int target = 0; target < AGES; target++)
            if (go(run->table, state, origin, target, &step.moves[0], &there)) {
                const uint8_t *at = state->players[state->seat].at;
                bool stood = at[0] == target || at[1] == target;
                visit_actions(&step, target, stood ? allowance(state, target) : -1, visit, self);
            }
}

/* ------------------------------------------------------------------ the best single step */

typedef struct {
    const Taste *taste;
    double now, most;
    Move moves[2];
    int count;
} Best;

/* The coins after trials, remembered by each thread: short games on many deals try the same actions
 * again, and how one is paid and what else is in a hand makes no difference to the coins after it.
 */
enum { TRIALS = 1 << 16 };
static _Thread_local uint64_t trial_keys[TRIALS];
static _Thread_local double trial_coins[TRIALS][MAX_PLAYERS];

/* The coins that are likely after an action. False if it cannot be. */
static bool try_step(Step *step, const Action *action, const Taste *taste, Value *value) {
    uint64_t what = (uint64_t)action->cell << 32 | (uint64_t)action->verb << 24 |
                    (uint64_t)action->age << 16 | (uint64_t)action->kind << 8 | action->rank;
    uint64_t key = mix(step->key, &what, sizeof what);
    size_t place = key % TRIALS;
    bool repeats = step->run->repeats && taste->likes[MIGHT] == 0.0; /* it may like boards, too */
    if (repeats && trial_keys[place] == key) {
        memcpy(value->coins, trial_coins[place], sizeof value->coins);
        return true;
    }
    if (!try_action(step->run->table, step->before, action, step->trial)) return false;
    evaluate_trial(step->run->table, step->before, &step->known, step->trial, value);
    if (!repeats) return true;
    trial_keys[place] = key;
    memcpy(trial_coins[place], value->coins, sizeof value->coins);
    return true;
}

static void look(void *self, Step *step) {
    Best *best = self;
    Value value;
    if (!try_step(step, &step->moves[step->count - 1].action, best->taste, &value)) return;
    step->run->tried++;
    double stands = liking(step->run->table, step->trial, &value, step->before->seat, best->taste);
    if (stands - best->now <= best->most) return;
    best->most = stands - best->now;
    best->count = step->count;
    memcpy(best->moves, step->moves, sizeof best->moves);
}

/* The step after which the player to act stands best, if one gains; gives its number of moves. */
static int best_step(Run *run, State *state, const Taste *taste, Move moves[2], double *gain) {
    State trial;
    Best best = {.taste = taste, .most = LEAST_GAIN};
    best.now = standing(run->table, state, state->seat, taste);
    if (cards_left(state)) visit_steps(run, state, &trial, false, look, &best);
    *gain = best.count ? best.most : 0.0;
    memcpy(moves, best.moves, sizeof best.moves);
    return best.count;
}

/* A journey to where this turn's taxes are, if one pays. */
static bool tax_journey(const Table *table, State *state, Move *move) {
    State there;
    Value value;
    bool found = false;
    if (!(table->tax_rounds >> state->round & 1)) return false;
    evaluate(table, state, OVER | NO_JOURNEYS, &value);
    double most = value.coins[state->seat] + LEAST_GAIN;
    for (int origin = 0; origin < AGES; origin++)
        for (int target = 0; target < AGES; target++) {
            Move one;
            if (!go(table, state, origin, target, &one, &there)) continue;
            evaluate(table, &there, OVER, &value);
            if (value.coins[state->seat] <= most) continue;
            most = value.coins[state->seat];
            *move = one;
            found = true;
        }
    return found;
}

/* ------------------------------------------------------------------ the beam over a turn */

typedef struct {
    State state;
    Plan plan;
} Node;

/* A next step of a node that may be kept. */
typedef struct {
    const Node *parent;
    double standing;
    uint64_t key;
    int count;
    Move moves[2];
} Child;

/* Positions are kept on shelves by the cards that can still be played. */
typedef struct {
    const Taste *taste;
    int width, wanted, plans;
    int children[HAND_SIZE];
    Child *child[HAND_SIZE]; /* by cards left: the best, best first */
    Plan *plan;              /* the best of all */
    uint64_t *known;         /* by plan: the key of its end */
    const Node *parent;
    State trial;
} Beam;

/* Two orders of the same actions end alike, and one of them is enough. */
static uint64_t key_of(const State *state) {
    uint64_t key = 0xcbf29ce484222325u;
    const Player *player = &state->players[state->seat];
    uint64_t rest[2] = {(uint64_t)player->coins << 32 | (uint64_t)player->hand[0] << 16 |
                            (uint64_t)player->hand[1] << 8 | (uint64_t)player->hand[2],
                        (uint64_t)state->purse << 32 | (uint64_t)player->at[0] << 16 |
                            (uint64_t)player->at[1] << 8 | (uint64_t)player->hidden};
    for (int age = 0; age < AGES; age++) key = mix(key, &state->boards[age].mark, sizeof key);
    return mix(key, rest, sizeof rest);
}

/* Keep a child if it is among the best of its shelf. */
static void offer(Beam *beam, const Step *step) {
    State *state = step->trial;
    int left = cards_left(state) < HAND_SIZE ? cards_left(state) : HAND_SIZE - 1;
    Child *child = beam->child[left];
    int *children = &beam->children[left];
    Value value;
    evaluate_trial(step->run->table, step->before, &step->known, state, &value);
    double stands = liking(step->run->table, state, &value, state->seat, beam->taste);
    step->run->tried++;
    if (*children == beam->width && stands <= child[beam->width - 1].standing) return;
    uint64_t key = key_of(state);
    for (int i = 0; i < *children; i++)
        if (child[i].key == key) return;
    if (*children < beam->width) ++*children;
    int place = *children - 1;
    for (; place > 0 && child[place - 1].standing < stands; place--)
        child[place] = child[place - 1];
    child[place] = (Child){.parent = beam->parent, .standing = stands, .key = key};
    child[place].count = step->count;
    memcpy(child[place].moves, step->moves, sizeof step->moves);
}

/* Try an action with every answer that is left open. */
static void branch(void *self, Step *step) {
    Beam *beam = self;
    Script script;
    Move *move = &step->moves[step->count - 1];
    take_back(step->trial, step->before);
    if (play_move(step->run->table, step->before, step->trial, move, answer_for_others, NULL,
                  &script)) {
        keep_answers(move, &script);
        offer(beam, step);
        return;
    }
    if (script.illegal || script.used >= MAX_ANSWERS) return;
    int asked = script.used, options = script.question.count;
    keep_answers(move, &script);
    for (int i = 0; i < options; i++) {
        move->answers[asked] = (uint16_t)i;
        move->count = (uint8_t)(asked + 1);
        branch(beam, step);
    }
}

/* Keep a plan if it is among the best that end differently. */
static void keep(Beam *beam, const Plan *plan, uint64_t key) {
    int place = beam->plans;
    for (int i = 0; i < beam->plans; i++)
        if (beam->known[i] == key) return;
    if (place == beam->wanted && plan->standing <= beam->plan[place - 1].standing) return;
    if (place < beam->wanted)
        beam->plans++;
    else
        place--;
    for (; place > 0 && beam->plan[place - 1].standing < plan->standing; place--) {
        beam->plan[place] = beam->plan[place - 1];
        beam->known[place] = beam->known[place - 1];
    }
    beam->plan[place] = *plan;
    beam->known[place] = key;
}

/* Make a node of a child that was kept. */
static bool grow(Beam *beam, const Table *table, const Child *child, Node *node) {
    Script script;
    node->state = child->parent->state;
    node->plan = child->parent->plan;
    for (int i = 0; i < child->count; i++) {
        if (node->plan.actions == MAX_ACTIONS) return false;
        if (!play_move(table, &node->state, &node->state, &child->moves[i], answer_sensibly, NULL,
                       &script))
            return false;
        node->plan.moves[node->plan.actions++] = child->moves[i];
    }
    node->plan.standing = child->standing;
    keep(beam, &node->plan, child->key);
    return true;
}

/* The best ways to play this turn, best first, by the learned value where the turn ends: a beam of
 * `width` positions for each number of cards left, every step tried. Exchanges and swaps are left
 * out. Gives how many plans there are, or -1 for want of memory. */
static int find_plans(Run *run, const State *start, int width, const Taste *taste, int wanted,
                      Plan *plans) {
    Beam beam = {.taste = taste, .width = width, .wanted = wanted, .plan = plans};
    size_t most = (size_t)(width * HAND_SIZE + 1);
    Node *nodes = malloc(most * sizeof *nodes);
    Child *children = malloc(most * sizeof *children);
    beam.known = malloc((size_t)wanted * sizeof *beam.known);
    if (nodes && children && beam.known) {
        int number = 1;
        for (int left = 0; left < HAND_SIZE; left++) beam.child[left] = &children[left * width];
        nodes[0].state = *start;
        memset(&nodes[0].plan, 0, sizeof nodes[0].plan);
        nodes[0].plan.standing = standing(run->table, &nodes[0].state, start->seat, taste);
        keep(&beam, &nodes[0].plan, key_of(start));
        beam.parent = &nodes[0];
        if (cards_left(start)) visit_steps(run, &nodes[0].state, &beam.trial, true, branch, &beam);
        for (int left = HAND_SIZE - 1; left >= 0; left--)
            for (int i = 0; i < beam.children[left]; i++) {
                Node *node = &nodes[number];
                if (!grow(&beam, run->table, &beam.child[left][i], node)) continue;
                number++;
                beam.parent = node;
                if (left) visit_steps(run, &node->state, &beam.trial, true, branch, &beam);
            }
    } else {
        beam.plans = -1;
    }
    free(nodes);
    free(children);
    free(beam.known);
    return beam.plans;
}
