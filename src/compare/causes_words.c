/* causes_words.c - what the rules of causes are made with; see causes.h */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/span.h"
#include "compare/causes.h"
#include "metrics/aggregate.h"

#define WORTH_A_WORD 0.0953 /* ln 1.1 */

struct fid_cause *
fid_causes_add (struct fid_causes *l, enum fid_resource_id resource, enum fid_facet_id facet,
                double ratio)
{
    double size = ratio > 0 ? fabs (log (ratio)) : -log (FID_GEOMEAN_FLOOR);
    if (size < WORTH_A_WORD || l->n == FID_CAUSES_MAX)
        return NULL;
    struct fid_cause *k = &l->cause[l->n++];
    *k = (struct fid_cause){.resource = resource, .facet = facet, .size = size};
    return k;
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
fid_causes_change (struct fid_cause *k, const char *key, double from, double to)
{
    snprintf (k->key, sizeof k->key, "%s", key);
    snprintf (k->from, sizeof k->from, format_of (from), from);
    snprintf (k->to, sizeof k->to, format_of (to), to);
}

void
fid_causes_switch (struct fid_cause *k, const char *key, bool on)
{
    snprintf (k->key, sizeof k->key, "%s", key);
    snprintf (k->from, sizeof k->from, "%s", on ? "false" : "true");
    snprintf (k->to, sizeof k->to, "%s", on ? "true" : "false");
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
