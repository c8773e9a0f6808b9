/* Turns and games: the built-in players, and the beam over a whole turn. */
#include "native.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const double ENVY = 0.6, LEAST_GAIN = 1e-9;

/* ------------------------------------------------------------------ answers */

/* Any option. */
static int answer_by_lot(Script *script, const Question *question) {
    return chance_below(script->lot, question->count);
}

static double liking(const Script *script, const Question *question, int option) {
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

/* The answer of players/random_player.py `sensible`: of his own buildings the first yields, of
 * others' the richest player's; what shrinks stays where it touches most; the poorest keeps a cube
 * (B8). */
static int answer_sensibly(Script *script, const Question *question) {
    int best = 0;
    double most = 0.0;
    for (int i = 0; i < question->count; i++) {
        double like = liking(script, question, question->options[i]);
        if (i && like <= most) continue;
        best = i;
        most = like;
    }
    return best;
}

/* Leave what the acting player has to decide open; others answer sensibly. */
static int answer_for_others(Script *script, const Question *question) {
    return question->seat == script->state->seat ? -1 : answer_sensibly(script, question);
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

/* Work out beforehand what all trials from a position share, and give a copy to try things on. */
void prepare(const Table *table, State *before, State *trial) {
    Value value;
    evaluate(table, before, OVER, &value);
    for (int age = 0; age < AGES; age++) before->boards[age].changed = false;
    *trial = *before;
}

/* Take back what a trial has changed: most boards are still those from before. */
static void take_back(State *trial, const State *before) {
    if (trial->boards[REASON].changed) memcpy(trial->cubes, before->cubes, sizeof trial->cubes);
    for (int age = 0; age < AGES; age++)
        if (trial->boards[age].changed) trial->boards[age] = before->boards[age];
    memcpy(trial->players, before->players, sizeof *trial - offsetof(State, players));
}

/* Play a legal action on a trial, whatever it asks answered sensibly. */
bool try_action(const Table *table, const State *before, const Action *action, State *trial) {
    Script script;
    Move move;
    move.action = *action;
    move.count = move.known = 0;
    take_back(trial, before);
    return play_move(table, before, trial, &move, answer_sensibly, NULL, &script);
}

static void note(Record *record, const Script *script) {
    record->decisions += 1 + script->used;
    if (!record->next || record->room <= 0) return;
    *record->next = *script->move;
    record->next->count = (uint8_t)script->used;
    memcpy(record->next->answers, script->given, (size_t)script->used * sizeof script->given[0]);
    record->next++;
    record->room--;
}

/* ------------------------------------------------------------------ built-in players */

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

/* T6; in the first edition pairs are kept for the next turn (V1). */
static Action ending(const Table *table, const State *state) {
    const Player *player = &state->players[state->seat];
    Action action = {.verb = END_TURN, .named = table->keeps_cards};
    if (!table->keeps_cards) return action;
    for (int kind = 0; kind < KINDS; kind++) action.cards[kind] = player->hand[kind] == 1;
    action.hidden = (uint8_t)player->hidden;
    return action;
}

/* A turn that takes the one action after which its player stands best, until none gains. */
static void greedy_turn(const Table *table, State *state, Record *record) {
    Choices choices;
    Script script;
    State tried, best;
    Move move;
    memset(&move, 0, sizeof move);
    for (int actions = 0; actions < MAX_ACTIONS; actions++) {
        prepare(table, state, &tried);
        double most = standing(table, state, state->seat, ENVY) + LEAST_GAIN;
        bool found = false;
        find_choices(table, state, &choices);
        for (int64_t i = choices.exchanges; i < choices.total - choices.endings; i++) {
            Action action = choice(table, state, &choices, i);
            if (!try_action(table, state, &action, &tried)) continue;
            double gain = standing(table, &tried, state->seat, ENVY);
            if (gain <= most) continue;
            most = gain;
            move.action = action;
            found = true;
        }
        if (!found) break;
        best = *state;
        if (!play_move(table, &best, state, &move, answer_sensibly, NULL, &script)) return;
        note(record, &script);
    }
    move.action = ending(table, state);
    if (play_move(table, state, state, &move, NULL, NULL, &script)) note(record, &script);
}

/* A whole turn of a built-in player. */
void play_turn(const Table *table, State *state, int player, uint64_t *lot, Record *record) {
    if (player == GREEDY_PLAYER)
        greedy_turn(table, state, record);
    else
        random_turn(table, state, lot, record);
}

/* ------------------------------------------------------------------ the beam over a turn */

typedef struct {
    State state;
    Plan plan;
} Node;

/* A next action of a node that may be kept. */
typedef struct {
    const Node *parent;
    double standing;
    uint64_t key;
    Move move;
} Child;

typedef struct {
    const Table *table;
    double envy;
    int width, wanted, plans, children;
    Child *child;    /* the best of this level, best first */
    Plan *plan;      /* the best of all */
    uint64_t *known; /* by plan: the key of its end */
    State trial;
} Beam;

/* FNV-1a. */
static uint64_t mix(uint64_t key, const void *data, size_t bytes) {
    const uint8_t *at = data;
    for (size_t i = 0; i < bytes; i++) key = (key ^ at[i]) * 0x100000001b3u;
    return key;
}

/* Two orders of the same actions end alike, and one of them is enough. */
static uint64_t key_of(const State *state) {
    uint64_t key = 0xcbf29ce484222325u;
    for (int age = 0; age < AGES; age++)
        key = mix(key, state->boards[age].what, sizeof state->boards[age].what);
    key = mix(key, state->cubes, sizeof state->cubes);
    key = mix(key, &state->players[state->seat], sizeof(Player));
    return mix(key, &state->purse, sizeof state->purse);
}

/* Keep a child if it is among the best of its level. */
static void offer(Beam *beam, const Node *parent, const Move *move, State *state) {
    double stands = standing(beam->table, state, state->seat, beam->envy);
    if (beam->children == beam->width && stands <= beam->child[beam->width - 1].standing) return;
    uint64_t key = key_of(state);
    for (int i = 0; i < beam->children; i++)
        if (beam->child[i].key == key) return;
    if (beam->children < beam->width) beam->children++;
    int place = beam->children - 1;
    for (; place > 0 && beam->child[place - 1].standing < stands; place--)
        beam->child[place] = beam->child[place - 1];
    beam->child[place] = (Child){parent, stands, key, *move};
}

/* Try an action with every answer that is up to the acting player. */
static void branch(Beam *beam, const Node *parent, Move *move) {
    Script script;
    State *state = &beam->trial;
    take_back(state, &parent->state);
    if (play_move(beam->table, &parent->state, state, move, answer_for_others, NULL, &script)) {
        move->count = (uint8_t)script.used;
        memcpy(move->answers, script.given, (size_t)script.used * sizeof script.given[0]);
        offer(beam, parent, move, state);
        return;
    }
    if (script.illegal || script.used >= MAX_ANSWERS) return;
    int asked = script.used, options = script.question.count;
    memcpy(move->answers, script.given, (size_t)asked * sizeof script.given[0]);
    for (int i = 0; i < options; i++) {
        move->answers[asked] = (uint16_t)i;
        move->count = (uint8_t)(asked + 1);
        branch(beam, parent, move);
    }
}

static void expand(Beam *beam, Node *node) {
    Choices choices;
    find_choices(beam->table, &node->state, &choices);
    prepare(beam->table, &node->state, &beam->trial);
    for (int64_t i = choices.exchanges; i < choices.total - choices.endings; i++) {
        Move move;
        memset(&move, 0, sizeof move);
        move.action = choice(beam->table, &node->state, &choices, i);
        branch(beam, node, &move);
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

/* Make the nodes of the next level out of the children that were kept. */
static int next_level(Beam *beam, Node *nodes) {
    int number = 0;
    for (int i = 0; i < beam->children; i++) {
        const Child *child = &beam->child[i];
        Node *node = &nodes[number];
        Script script;
        *node = *child->parent;
        if (!play_move(beam->table, &child->parent->state, &node->state, &child->move, NULL, NULL,
                       &script))
            continue;
        node->plan.moves[node->plan.actions++] = child->move;
        node->plan.standing = child->standing;
        keep(beam, &node->plan, child->key);
        number++;
    }
    return number;
}

/* The best ways to play this turn, best first, by the learned value where the turn ends: a beam of
 * `width` positions, every action tried. Exchanges are left out, as nobody knows what they draw.
 * Gives how many plans there are, or -1 for want of memory. */
int find_plans(const Table *table, const State *start, int width, double envy, int wanted,
               Plan *plans) {
    Beam beam = {.table = table, .envy = envy, .width = width, .wanted = wanted, .plan = plans};
    Node *nodes = calloc((size_t)width, sizeof *nodes),
         *later = calloc((size_t)width, sizeof *later);
    beam.child = calloc((size_t)width, sizeof *beam.child);
    beam.known = calloc((size_t)wanted, sizeof *beam.known);
    if (nodes && later && beam.child && beam.known) {
        int number = 1;
        nodes[0].state = *start;
        nodes[0].plan.standing = standing(table, &nodes[0].state, start->seat, envy);
        keep(&beam, &nodes[0].plan, key_of(start));
        for (int depth = 0; depth < MAX_ACTIONS && number; depth++) {
            beam.children = 0;
            for (int i = 0; i < number; i++) expand(&beam, &nodes[i]);
            number = next_level(&beam, later);
            Node *swapped = nodes;
            nodes = later;
            later = swapped;
        }
    } else {
        beam.plans = -1;
    }
    free(nodes);
    free(later);
    free(beam.child);
    free(beam.known);
    return beam.plans;
}
