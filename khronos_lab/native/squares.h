/* Sets of squares: 16 columns and 20 rows as 320 bits, four rows a word.
 *
 * A square is a number from 0 (a1) to 319 (p20), row after row, so ascending numbers are reading
 * order. A building is known by its first square, the top left one of its footprint. */
#ifndef KHRONOS_SQUARES_H
#define KHRONOS_SQUARES_H

#include <stdbool.h>
#include <stdint.h>

enum { COLUMNS = 16, ROWS = 20, CELLS = COLUMNS * ROWS, WORDS = CELLS / 64 };

typedef struct {
    uint64_t w[WORDS];
} Squares;

static const uint64_t COLUMN_A = 0x0001000100010001u, COLUMN_P = 0x8000800080008000u;

static inline int row_of(int cell) { return cell >> 4; }
static inline int column_of(int cell) { return cell & 15; }

static inline bool has(const Squares *s, int cell) { return s->w[cell >> 6] >> (cell & 63) & 1; }
static inline void add(Squares *s, int cell) { s->w[cell >> 6] |= (uint64_t)1 << (cell & 63); }
static inline void drop(Squares *s, int cell) { s->w[cell >> 6] &= ~((uint64_t)1 << (cell & 63)); }

static inline bool any(const Squares *s) {
    return (s->w[0] | s->w[1] | s->w[2] | s->w[3] | s->w[4]) != 0;
}

static inline int bits_of(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

/* How many squares two sets have in common. */
static inline int common(const Squares *a, const Squares *b) {
    int sum = 0;
    for (int i = 0; i < WORDS; i++)
        if (a->w[i] & b->w[i]) sum += bits_of(a->w[i] & b->w[i]);
    return sum;
}

static inline int count(const Squares *s) { return common(s, s); }

static inline Squares both(Squares a, const Squares *b) {
    for (int i = 0; i < WORDS; i++) a.w[i] &= b->w[i];
    return a;
}

static inline Squares either(Squares a, const Squares *b) {
    for (int i = 0; i < WORDS; i++) a.w[i] |= b->w[i];
    return a;
}

static inline Squares without(Squares a, const Squares *b) {
    for (int i = 0; i < WORDS; i++) a.w[i] &= ~b->w[i];
    return a;
}

static inline bool meet(const Squares *a, const Squares *b) {
    uint64_t shared = 0;
    for (int i = 0; i < WORDS; i++) shared |= a->w[i] & b->w[i];
    return shared != 0;
}

static inline bool same(const Squares *a, const Squares *b) {
    uint64_t other = 0;
    for (int i = 0; i < WORDS; i++) other |= a->w[i] ^ b->w[i];
    return other == 0;
}

/* All squares moved one step; what leaves the layout is gone. */
static inline Squares east(Squares s) {
    for (int i = 0; i < WORDS; i++) s.w[i] = (s.w[i] & ~COLUMN_P) << 1;
    return s;
}

static inline Squares west(Squares s) {
    for (int i = 0; i < WORDS; i++) s.w[i] = (s.w[i] & ~COLUMN_A) >> 1;
    return s;
}

static inline Squares south(Squares s) {
    for (int i = WORDS - 1; i > 0; i--) s.w[i] = s.w[i] << 16 | s.w[i - 1] >> 48;
    s.w[0] <<= 16;
    return s;
}

static inline Squares north(Squares s) {
    for (int i = 0; i < WORDS - 1; i++) s.w[i] = s.w[i] >> 16 | s.w[i + 1] << 48;
    s.w[WORDS - 1] >>= 16;
    return s;
}

/* The squares and those that share a side with them. */
static inline Squares spread(const Squares *s) {
    Squares e = east(*s), w = west(*s), n = north(*s), d = south(*s), all;
    for (int i = 0; i < WORDS; i++) all.w[i] = s->w[i] | e.w[i] | w.w[i] | n.w[i] | d.w[i];
    return all;
}

/* The squares of a set that hang together with some of them. */
static inline Squares flood(Squares some, const Squares *within) {
    Squares before;
    do {
        before = some;
        some = spread(&some);
        some = both(some, within);
    } while (!same(&some, &before));
    return some;
}

/* The first squares from which a footprint of a rank lies wholly inside a set. */
static inline Squares inside(const Squares *s, int rank) {
    Squares found = *s, step = *s;
    for (int i = 1; i < rank; i++) step = west(step), found = both(found, &step);
    step = found;
    for (int i = 1; i < rank; i++) step = north(step), found = both(found, &step);
    return found;
}

/* The first squares from which a footprint of a rank meets a set. */
static inline Squares meeting(const Squares *s, int rank) {
    Squares found = *s, step = *s;
    for (int i = 1; i < rank; i++) step = west(step), found = either(found, &step);
    step = found;
    for (int i = 1; i < rank; i++) step = north(step), found = either(found, &step);
    return found;
}

static inline void add_footprint(Squares *s, int cell, int rank) {
    uint64_t line = (uint64_t)((1 << rank) - 1);
    for (int i = 0; i < rank; i++, cell += COLUMNS) s->w[cell >> 6] |= line << (cell & 63);
}

static inline Squares footprint(int cell, int rank) {
    Squares s = {{0}};
    add_footprint(&s, cell, rank);
    return s;
}

/* Whether a footprint lies wholly inside another one. */
static inline bool within(int cell, int rank, int outer, int outer_rank) {
    int across = column_of(cell) - column_of(outer), down = row_of(cell) - row_of(outer);
    return across >= 0 && down >= 0 && across + rank <= outer_rank && down + rank <= outer_rank;
}

static inline int lowest(uint64_t word) { return __builtin_ctzll(word); }

/* Walk through a set in reading order: `for (Walk at = walk(&set); next(&at);) at.cell ...` */
typedef struct {
    Squares left;
    int word, cell;
} Walk;

/* The first square of a set that is not empty. */
static inline int lowest_square(const Squares *s) {
    int i = 0;
    while (i < WORDS - 1 && !s->w[i]) i++;
    return 64 * i + lowest(s->w[i]);
}

static inline Walk walk(const Squares *s) { return (Walk){*s, 0, -1}; }

static inline bool next(Walk *at) {
    while (at->word < WORDS && !at->left.w[at->word]) at->word++;
    if (at->word == WORDS) return false;
    uint64_t *word = &at->left.w[at->word];
    at->cell = 64 * at->word + lowest(*word);
    *word &= *word - 1;
    return true;
}

/* The square with this number, from 0, in reading order; the set must have it. */
static inline int nth(const Squares *s, int number) {
    int i = 0;
    for (int here; i < WORDS - 1 && number >= (here = bits_of(s->w[i])); i++) number -= here;
    uint64_t word = s->w[i];
    while (number-- > 0) word &= word - 1;
    return word ? 64 * i + lowest(word) : 0;
}

#endif
