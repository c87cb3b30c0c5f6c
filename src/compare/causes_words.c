/* causes_words.c - what the rules of causes are made with (causes.h) */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/span.h"
#include "compare/causes.h"
#include "metrics/aggregate.h"

#define WORTH_A_WORD 0.0953 /* ln 1.1 */

/* Whether a clause is one of some patterns, separated by blanks. */
static bool
is_one_of (const struct fid_clause *c, const char *patterns)
{
    char name[96], pattern[64];
    snprintf (name, sizeof name, "%s.%s", fid_resources[c->resource].name,
              fid_quantities[c->measure->quantity].name);
    while (*patterns) {
        size_t n = strcspn (patterns, " ");
        snprintf (pattern, sizeof pattern, "%.*s", (int)n, patterns);
        if (fnmatch (pattern, name, 0) == 0)
            return true;
        patterns += n + strspn (patterns + n, " ");
    }
    return false;
}

struct fid_cause *
fid_causes_add (struct fid_causes *l, const char *code, double ratio, const char *explains)
{
    double size = ratio > 0 ? fabs (log (ratio)) : -log (FID_GEOMEAN_FLOOR);
    if (size < WORTH_A_WORD || l->n == FID_CAUSES_MAX)
        return NULL;
    struct fid_cause *k = &l->cause[l->n++];
    memset (k, 0, sizeof *k);
    k->code = code;
    for (size_t i = 0; i < l->v->clause_n; i++)
        k->explains[i] = is_one_of (&l->v->clause[i], explains);
    return k;
}

bool
fid_causes_counts (const struct fid_causes *l, enum fid_stream_id id)
{
    const struct fid_stream *a = &l->c->pair.real->stream[id], *b = &l->c->pair.emu->stream[id];
    return l->whole && a->traced && b->traced && !a->incomplete && !b->incomplete;
}

bool
fid_causes_configured (const struct fid_causes *l, const char *key, double *value)
{
    const char *text = fid_run_fact (l->c->pair.emu, key);
    return text && fid_span_f64 (fid_span_of (text), value);
}

/* Counts whole, to be copied; the rest with four digits. */
static const char *
format_of (double x)
{
    return x == floor (x) && fabs (x) < 1e15 ? "%.0f" : "%.4g";
}

void
fid_causes_change (const struct fid_causes *l, struct fid_cause *k, const char *key,
                   double from, double to)
{
    char now[64], then[64];
    snprintf (now, sizeof now, format_of (from), from);
    snprintf (then, sizeof then, format_of (to), to);
    if (!l->whole || strcmp (now, then) == 0)
        return;
    snprintf (k->key, sizeof k->key, "%s", key);
    snprintf (k->from, sizeof k->from, "%s", now);
    snprintf (k->to, sizeof k->to, "%s", then);
}

void
fid_causes_switch (const struct fid_causes *l, struct fid_cause *k, const char *key, bool on)
{
    const char *now = fid_run_fact (l->c->pair.emu, key);
    const char *then = on ? "true" : "false";
    if (!l->whole || !now || strcasecmp (now, then) == 0)
        return;
    snprintf (k->key, sizeof k->key, "%s", key);
    snprintf (k->from, sizeof k->from, "%s", on ? "false" : "true");
    snprintf (k->to, sizeof k->to, "%s", then);
}

const char *
fid_causes_share (double ratio, char buf[FID_CAUSES_WORDS])
{
    if (ratio < 1)
        snprintf (buf, FID_CAUSES_WORDS, "%.2g %%", 100 * ratio);
    else
        snprintf (buf, FID_CAUSES_WORDS, ratio < 999.5 ? "%.3gx" : "%.0fx", ratio);
    return buf;
}

const char *
fid_causes_of (double ratio, char buf[FID_CAUSES_WORDS])
{
    char share[FID_CAUSES_WORDS - 8];
    snprintf (share, sizeof share, "%s", fid_causes_share (ratio, buf));
    snprintf (buf, FID_CAUSES_WORDS, ratio < 1 ? "%s of the" : "%s the", share);
    return buf;
}

/* ---- what they cost */
