/* The compiled engine: the rules of Khronos on plain structs, for search and simulation.
 *
 * The readable engine (core, mechanics) is the authority; this is its twin, and a differential test
 * compares the two move by move. Here are the structs, which `layout.py` reads from this text. The
 * files follow the letters of the rules page: `s_setup.c` (boards, domains, new games),
 * `x_taxes.c`, `t_turn.c` (T and V), `b_shadows.c`, `c_repair.c`, `a_actions.c` (A, G, D, H and
 * what is legal); then `value.c` (the learned value), `search.c` (within a turn), `players.c` (the
 * built-in players) and `door.c`, which includes them all and has the only functions that others
 * call. There is no global state: everything is in the structs that a caller hands over, but for
 * what each thread remembers of boards and trials (value.c, search.c). */
#ifndef KHRONOS_NATIVE_H
#define KHRONOS_NATIVE_H

#include "squares.h"

#include <stddef.h>
#include <string.h>

enum { MIGHT, FAITH, REASON, AGES };
enum { MILITARY, RELIGIOUS, CIVIL, KINDS };
enum { MAX_PLAYERS = 5, MAX_RANK = 3, NOBODY = -1 };
enum { MAX_ROUND = 7, HAND_SIZE = 4, ALL_CUBES = 25 };
enum { FULL_PURSE = 1 << (3 * 2 + 2) }; /* two cards for each adventurer, see t_turn.c */
enum { EXCHANGE_COST = 2, TRAVEL_COST = 1, DEMOLITION_COST = 1 };
enum {
    MAX_EXTRA = 4,
    MAX_DOMAIN = CELLS / 2,
    PLANES = 8,
    NOT_KNOWN = -1,
    TRAITS = 25,
    MAX_BETWEEN = 36
};

/* ------------------------------------------------------------------ buildings */

/* A building in a byte: kind (2 bits), rank (2), owner + 1 (3) and its side: a civil building may
 * be printed (S5), another one a ruin (B4). 0 stands for none, as no building has rank 0. */
typedef uint8_t Building;

static inline Building building(int kind, int rank, int owner, bool side) {
    return (Building)(kind | rank << 2 | (owner + 1) << 4 | (int)side << 7);
}

static inline int kind_of(Building b) { return b & 3; }
static inline int rank_of(Building b) { return b >> 2 & 3; }
static inline int owner_of(Building b) { return (b >> 4 & 7) - 1; }
static inline bool is_printed(Building b) { return b >> 7 && kind_of(b) == CIVIL; }
static inline bool is_ruin(Building b) { return b >> 7 && kind_of(b) != CIVIL; }

/* What the buildings of a domain of Might or Faith say about it (X2, see x_taxes.c and value.c). */
typedef struct {
    int16_t amount;   /* what it pays */
    int16_t strength; /* of the ruling kind (C2) */
    int16_t cut;      /* what its ruler loses if one small building is demolished; -1: not known */
    uint16_t ruler;   /* the first square of the building that rules */
    uint8_t seats;    /* who collects, as bits */
    uint8_t hold;     /* how firmly: the ruler's rank; 0 for nobody */
    uint8_t known;
    uint8_t tops; /* highest ranks and conflicts, see below; 0: no domain has this number */
} Domain;

/* What a seat has of a board, as value.c sees it. */
typedef struct {
    int16_t incomes[4]; /* by hold */
    int16_t splits[5], stakes[4];
} Holding;

typedef struct {
    Squares reach; /* where a copy from here may still fall */
    Holding of[MAX_PLAYERS];
} Worth;

/* The buildings of one age. What follows from `what` is kept up to date by `put` and `lift`; D1 and
 * what a board is worth are found out when somebody asks. */
typedef struct {
    Building what[CELLS];           /* by first square */
    uint8_t part[CELLS];            /* by square: 0, or 1 + 3 * rows + columns from the first one */
    Squares built;                  /* covered squares */
    Squares first;                  /* first squares */
    Squares sites[KINDS][MAX_RANK]; /* first squares by kind and rank */
    Squares owned[MAX_PLAYERS];     /* first squares by owner */

    uint8_t domain[CELLS];     /* by first square: the number of its domain, from 1 */
    Squares plane[PLANES];     /* by bit: squares of domains with that bit in their number */
    Squares high[2][MAX_RANK]; /* by kind and rank: squares of domains with that top */
    uint8_t last;              /* the greatest number of a domain so far */
    uint8_t clashes;           /* domains in conflict (C1) */
    uint8_t charted;           /* by rank, as bits: `two` is up to date */
    uint8_t changed;           /* since it was last compared with another one */
    uint8_t valued;            /* its worth is up to date */
    Squares two[MAX_RANK];     /* D1: first squares from which a footprint touches two domains */

    uint64_t mark; /* differs wherever buildings or cubes differ */
    Squares open;  /* covered squares on which a copy from before may fall */
    Worth worth;
    Domain domains[MAX_DOMAIN + 1]; /* by number; nothing is behind `last` */
} Board;

static inline void copy_board(Board *to, const Board *from) {
    memcpy(to, from, offsetof(Board, domains) + ((size_t)from->last + 1) * sizeof(Domain));
}

/* A number that looks like chance. */
static inline uint64_t scattered(uint64_t number) {
    number = (number + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 29) * 0x94D049BB133111EBu;
    return number ^ number >> 32;
}

/* The part of a board's mark that a building makes, or a cube of a seat. */
static inline uint64_t mark_of(int cell, int what) {
    return scattered((uint64_t)(cell << 9 | what));
}
static inline uint64_t mark_of_cube(int cell, int seat) { return mark_of(cell, 256 + seat); }

/* Note that buildings or cubes of a board have changed. */
static inline void touch(Board *board) {
    board->changed = true;
    board->valued = board->charted = false;
}

/* The highest rank of a military or religious building in a domain; 0 for none. */
static inline int top(uint8_t tops, int kind) { return tops >> 2 * kind & 3; }
/* Whether two or more buildings of a kind have that rank (C1). */
static inline bool clash(uint8_t tops, int kind) { return tops >> (4 + kind) & 1; }
enum { A_DOMAIN = 1 << 6, CLASHES = 3 << 4 };

/* ------------------------------------------------------------------ the game */

typedef struct {
    int32_t coins;
    int16_t hand[KINDS];
    int16_t hidden; /* cards that nobody wrote down */
    int16_t cubes;  /* at home */
    uint8_t at[2];  /* where the adventurers stand, the earlier age first */
    uint8_t secret; /* what this player draws stays hidden */
    uint8_t spare;
} Player;

/* A whole game at one moment. */
typedef struct {
    Board boards[AGES];
    uint8_t cubes[CELLS][MAX_PLAYERS]; /* in Reason, by first square and seat (A5, A6) */
    Player players[MAX_PLAYERS];
    int16_t supply[KINDS][4]; /* by kind and rank; index 0 is not used */
    int16_t pile[KINDS];      /* unseen cards: the draw pile and whatever is hidden */
    int16_t discards[KINDS];
    int16_t open[KINDS]; /* V2 */
    int16_t hidden_discards;
    uint16_t purse; /* T5, see t_turn.c */
    uint64_t chance;
    uint8_t round, start, seat;
    uint8_t exchanged, swapped, acted, over;
    uint8_t spare;
} State;

/* The map, the rules and what was learned: all that a game never changes. */
typedef struct {
    uint8_t players;
    uint8_t keeps_cards, holdem, ruins_respect_domains, erased_tiles_return; /* V1, V2, B4, S3 */
    uint8_t tax_rounds; /* as bits: bit 4 for round 4 (T1) */
    uint8_t columns, rows;
    int16_t values[KINDS][4], ruin_values[4]; /* S2 */
    int16_t tiles[KINDS][4];                  /* S3 */
    int16_t deck[KINDS];                      /* S4 */
    int16_t bonus[AGES];                      /* A3 */
    int16_t forest_cost, mountain_cost;       /* G2, for this number of players */
    int16_t start_coins;                      /* S1 */
    int16_t spare[3];
    Squares forest, mountain, river, hamlets;
    /* By turns left and turns of others first; by turns left; by age and hold, what one turn of an
     * opponent leaves of an income. */
    double weights[MAX_ROUND + 1][MAX_PLAYERS][TRAITS + 1];
    double deviation[MAX_ROUND + 1];
    double share[AGES][4];

    /* From here on it follows; see `fill_table`. */
    uint64_t mark;                     /* differs wherever map or numbers differ */
    uint64_t learned;                  /* or what was learned */
    double kept[MAX_BETWEEN][AGES][4]; /* by turns of opponents: what they leave */
    Squares area;
    Squares joints;           /* where a hamlet costs at most one card more */
    Squares bed[2][MAX_RANK]; /* G1: first squares, of towns and cities and of others */
    Squares ground[MAX_RANK][MAX_EXTRA + 1]; /* G2: first squares by extra cards */
} Table;

/* ------------------------------------------------------------------ moves */

enum { EXCHANGE = 1, SWAP, TRAVEL, BUILD, UPGRADE, DEMOLISH, POPULATE, RESTORE, END_TURN };

typedef struct {
    uint8_t verb;
    uint8_t age; /* a journey's origin */
    uint8_t kind, rank;
    uint8_t cards[KINDS]; /* paid, exchanged, laid down or discarded */
    uint8_t hidden;       /* unseen cards exchanged or discarded besides */
    uint16_t cell;
    uint8_t target; /* of a journey */
    uint8_t named;  /* END_TURN says what is discarded (V1) */
} Action;

enum { MAX_ANSWERS = 64, MAX_OPTIONS = CELLS };
enum { B8 = 1, C2, C3, C4 };

/* An action with the answers to what it asks and, if they are known, the cards it draws. */
typedef struct {
    Action action;
    uint16_t answers[MAX_ANSWERS]; /* numbers of options, in the order asked */
    uint8_t count;                 /* of answers */
    uint8_t known;                 /* the cards drawn are given */
    uint8_t drawn[KINDS];
    uint8_t spare;
} Move;

/* A choice that a move leaves open. Options are first squares of buildings (C2, C3), squares (C4)
 * or seats (B8). */
typedef struct {
    uint8_t clause, seat, age;
    uint8_t asked;    /* how many questions came before it */
    uint16_t subject; /* what shrinks (C4), or the hamlet (B8) */
    uint16_t rank;    /* C4: the rank of its successor */
    uint16_t count;
    uint16_t options[MAX_OPTIONS];
} Question;

typedef struct Script Script;
/* Gives the number of an option, or -1 to leave the question open. */
typedef int Chooser(Script *script, const Question *question);

/* C2: a civil building or copy of this move, and the age just before it. */
typedef struct {
    bool there;
    Building what[CELLS];
    uint8_t domain[CELLS];
    uint16_t origin[CELLS];  /* by first square: its original domain, or 0 */
    uint16_t contest[CELLS]; /* by first square: the conflict of the joining it is in, or 0 */
} Join;

/* A move being resolved. */
struct Script {
    const Table *table;
    State *state; /* as it is now */
    const Move *move;
    const State *before; /* for choosers that look at the game before the move */
    Chooser *choose;
    uint64_t *lot; /* for choosers that draw lots */
    int used;      /* answers so far */
    uint16_t given[MAX_ANSWERS];
    bool stopped; /* at `question`, or at something illegal */
    bool illegal;
    Question question;
    Join joins[2];
};

/* ------------------------------------------------------------------ results */

/* What one domain pays, and to whom. */
typedef struct {
    uint16_t first;
    int16_t amount;
    uint8_t seats; /* as bits */
    uint8_t spare;
} Due;

typedef struct {
    double coins[MAX_PLAYERS];  /* likely at the end, by seat */
    double chance[MAX_PLAYERS]; /* to win */
    double traits[MAX_PLAYERS][TRAITS];
} Value;

enum { OVER = 1, NO_JOURNEYS = 2, CHANCES = 4 };

/* What a player cares about besides his own coins. */
typedef struct {
    double envy;        /* for a coin of others: half to the strongest, half to all alike */
    double likes[AGES]; /* for a coin of income in an age, more than it is worth */
} Taste;

/* ------------------------------------------------------------------ players */

enum { MAX_ACTIONS = 12, MAX_WIDTH = 256 };

/* A turn as a player may play it: its actions with their answers, and how he stands then. */
typedef struct {
    double standing;
    uint8_t actions;
    uint8_t spare[7];
    Move moves[MAX_ACTIONS];
} Plan;

static const double LEAST_GAIN = 1e-9;

/* What players think and play: their moves are noted as far as there is room. */
typedef struct {
    const Table *table;
    Move *next;
    int64_t room, decisions;
    int64_t tried; /* positions looked at */
    bool repeats;  /* the same positions are met again, so trials are remembered */
} Run;

enum { MAX_PLANS = 32, MAX_DRAWS = 99 };
enum { RANDOM_PLAYER, GREEDY_PLAYER, PLANNER_PLAYER, MASTER_PLAYER, BUILT_IN_PLAYERS };

/* How a built-in player thinks. */
typedef struct {
    int32_t kind;
    int32_t width;  /* of the beam over its own turn */
    int32_t draws;  /* that stand for an exchange; 0: it never exchanges */
    int32_t plans;  /* that are played on, at most */
    int64_t budget; /* positions looked at while they are, about */
    double trust;   /* for how many short games the learned value counts beside them */
    Taste taste;
} Level;

/* Where a player's coins came from after some position; the parts add up to what he has more. */
typedef struct {
    double taxes[AGES];
    double purse; /* earned and spent otherwise */
    double ahead; /* still to come, by the learned value; nothing when the game is over */
    double win;   /* chance to win; a shared win counts in parts (T7) */
} Account;

#endif
