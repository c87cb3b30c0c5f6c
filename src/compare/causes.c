/* causes.c - causes, what they explain and what they cost (attribution.h)
 *
 * Each rule looks at one number that a benchmark author can set, takes its ratio (emulation
 * over real), and speaks if that is off by more than a tenth. */
#include "compare/causes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/aggregate.h"

/* Shares of the loss. */
#define LEFT_SHARE 0.05  /* a clause without a cause that costs it is shown as it is */
#define LEFT_N     3     /* at most so many */
#define IDLE_SHARE 0.002 /* less is not worth a word */

#define GAIN_UNITS 1e6 /* of a similarity of 1: a gain is rounded to them */

/* Splits the share of each clause evenly among its causes. */
static void
share_out (struct fid_causes *l)
{
    for (size_t i = 0; i < l->v->clause_n; i++) {
        const struct fid_clause *clause = &l->v->clause[i];
        size_t n = 0;
        for (size_t k = 0; k < l->n; k++)
            n += l->cause[k].explains[i];
        for (size_t k = 0; k < l->n; k++) {
            struct fid_cause *cause = &l->cause[k];
            if (!cause->explains[i])
                continue;
            cause->share = fmin (1, cause->share + clause->share / (double)n); /* rounding */
            if (!cause->worst || clause->share > cause->worst->share)
                cause->worst = clause;
        }
    }
}

static size_t
worst_left (const struct fid_causes *l, const bool *told)
{
    size_t worst = l->v->clause_n;
    for (size_t i = 0; i < l->v->clause_n; i++)
        if (!told[i] && l->v->clause[i].share >= LEFT_SHARE &&
            (worst == l->v->clause_n || l->v->clause[i].share > l->v->clause[worst].share))
            worst = i;
    return worst;
}

/* Clauses that cost much and have no cause: told as they are. */
static void
tell_the_rest (struct fid_causes *l)
{
    bool told[FID_CLAUSES_MAX] = {false};
    for (size_t k = 0; k < l->n; k++)
        for (size_t i = 0; i < l->v->clause_n; i++)
            told[i] |= l->cause[k].explains[i];
    for (int k = 0; k < LEFT_N; k++) {
        size_t i = worst_left (l, told);
        char text[FID_CLAUSE_TEXT];
        if (i == l->v->clause_n)
            return;
        struct fid_cause *cause = fid_causes_add (l, "unexplained", 0, "", "differs in %s",
                                                  fid_clause_text (&l->v->clause[i], text));
        if (!cause)
            return;
        told[i] = cause->explains[i] = true;
    }
}

/* Drops causes that cost next to nothing: a key that gains nothing is no advice. */
static void
drop_idle (struct fid_causes *l)
{
    size_t n = 0;
    for (size_t k = 0; k < l->n; k++)
        if (l->cause[k].share >= IDLE_SHARE || l->cause[k].inherent)
            l->cause[n++] = l->cause[k];
    l->n = n;
}

static int
place_of (const struct fid_cause *k)
{
    return k->inherent ? 2 : !k->change_n;
}

static int
by_share (const void *va, const void *vb)
{
    const struct fid_cause *a = va, *b = vb;
    int d = place_of (a) - place_of (b);
    d = d ? d : fid_order (b->share, a->share);
    return d ? d : strcmp (a->text, b->text);
}

/* Whether a run ended as it should: with status 0, and all its phases. */
static bool
is_whole (const struct fid_run *run)
{
    const char *status = fid_run_fact (run, "exit_code");
    return !run->phases.truncated_n && (!status || strcmp (status, "0") == 0);
}

/* A difference of similarities, without what differs among machines. */
static double
round_gain (double gain)
{
    double n = round (gain * GAIN_UNITS);
    return n == 0 ? 0 : n / GAIN_UNITS;
}

size_t
fid_attribution_causes (const struct fid_comparison *c, const struct fid_verdict *v,
                        struct fid_cause cause[FID_CAUSES_MAX])
{
    struct fid_causes l = {.cause = cause,
                           .pair = &c->pair,
                           .run = {c->pair.real, c->pair.emu},
                           .v = v,
                           .whole = is_whole (c->pair.real) && is_whole (c->pair.emu)};
    fid_causes_time (&l);
    if (l.whole && fid_pair_has_phases (&c->pair))
        fid_causes_phases (&l);
    fid_causes_io (&l);
    tell_the_rest (&l);
    share_out (&l);
    drop_idle (&l);
    bool known = v->similarities.similarity >= 0;
    for (size_t k = 0; k < l.n; k++) {
        double after = known ? fid_verdict_mended (v, cause[k].explains, c->pair.excluded)
                             : FID_GRADE_NONE;
        cause[k].similarity_after = after;
        cause[k].gain = known ? round_gain (after - v->similarities.similarity) : 0;
    }
    qsort (cause, l.n, sizeof *cause, by_share);
    return l.n;
}
