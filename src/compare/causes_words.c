/* causes_words.c - what the rules of causes are made with (causes.h) */
#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
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
fid_causes_add (struct fid_causes *l, const char *code, double ratio, const char *explains,
                const char *format, ...)
{
    double size = ratio > 0 ? fabs (log (ratio)) : -log (FID_GEOMEAN_FLOOR);
    va_list args;
    if (size < WORTH_A_WORD || l->n == FID_CAUSES_MAX)
        return NULL;
    struct fid_cause *k = &l->cause[l->n++];
    *k = (struct fid_cause){.code = code};
    va_start (args, format);
    vsnprintf (k->text, sizeof k->text, format, args);
    va_end (args);
    for (size_t i = 0; i < l->v->clause_n; i++)
        k->explains[i] = is_one_of (&l->v->clause[i], explains);
    return k;
}

bool
fid_causes_counts (const struct fid_causes *l, enum fid_stream_id id)
{
    const struct fid_stream *a = &l->run[0]->stream[id], *b = &l->run[1]->stream[id];
    return l->whole && a->traced && b->traced && !a->incomplete && !b->incomplete;
}

bool
fid_causes_configured (const struct fid_causes *l, const char *key, double *value)
{
    const char *text = fid_run_fact (l->run[1], key);
    return text && fid_span_f64 (fid_span_of (text), value) && *value > 0;
}

/* Counts whole, to be copied; the rest with four digits. */
static const char *
format_of (double x)
{
    return x == floor (x) && fabs (x) < 1e15 ? "%.0f" : "%.4g";
}

static void
change_key (const struct fid_causes *l, struct fid_cause *k, const char *key, const char *from,
            const char *to)
{
    if (!l->whole || k->change_n == FID_CAUSE_CHANGES || strcasecmp (from, to) == 0)
        return;
    struct fid_key_change *c = &k->change[k->change_n++];
    snprintf (c->key, sizeof c->key, "%s", key);
    snprintf (c->from, sizeof c->from, "%s", from);
    snprintf (c->to, sizeof c->to, "%s", to);
}

static void
scale_key (const struct fid_causes *l, struct fid_cause *k, const char *key, double ratio,
           bool whole)
{
    char from[64], to[64];
    double now;
    if (!fid_causes_configured (l, key, &now))
        return;
    double then = whole ? fmax (1, round (now / ratio)) : now / ratio;
    snprintf (from, sizeof from, format_of (now), now);
    snprintf (to, sizeof to, format_of (then), then);
    change_key (l, k, key, from, to);
}

void
fid_causes_scale (const struct fid_causes *l, struct fid_cause *k, const char *key,
                  double ratio, bool whole)
{
    if (k && !k->change_n)
        scale_key (l, k, key, ratio, whole);
}

void
fid_causes_also (const struct fid_causes *l, struct fid_cause *k, const char *key, double ratio)
{
    if (k->change_n)
        scale_key (l, k, key, ratio, true);
}

void
fid_causes_switch (const struct fid_causes *l, struct fid_cause *k, const char *key, bool on)
{
    const char *now = fid_run_fact (l->run[1], key);
    if (k && now && !k->change_n && strcasecmp (now, on ? "true" : "false") != 0)
        change_key (l, k, key, on ? "false" : "true", on ? "true" : "false");
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
