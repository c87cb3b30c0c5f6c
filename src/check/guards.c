/* guards.c - checks that need no statistics (see check.h) */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/span.h"
#include "check/check.h"

/* The amount nearest to x between the lowest and the highest accepted run: x itself
 * inside that range.  FID_ABSENT if no run has one. */
static double
nearest (const struct fid_gate_config *c, const char *name, double x)
{
    double low = FID_ABSENT, high = FID_ABSENT;
    for (size_t i = 0; i < c->run_n; i++) {
        const struct fid_gate_entry *e = fid_gate_entry_of (&c->run[i], FID_GATE_VOLUME, name);
        if (!e || e->amount == FID_ABSENT)
            continue;
        low = low == FID_ABSENT ? e->amount : fmin (low, e->amount);
        high = fmax (high, e->amount);
    }
    return low == FID_ABSENT ? FID_ABSENT : fmax (low, fmin (x, high));
}

static int
guard_volume (const struct fid_gate_config *a, const struct fid_gate_config *c,
              const char *name, struct fid_check *check, struct fid_error *err)
{
    double is;
    char text[200];
    if (fid_gate_median (c, FID_GATE_VOLUME, name, FID_GATE_AMOUNT, &is, err))
        return -1;
    double was = is == FID_ABSENT ? FID_ABSENT : nearest (a, name, is);
    bool ops = fid_span_ends (fid_span_of (name), " ops");
    if (was == FID_ABSENT || fabs (is - was) < (ops ? FID_STRAY_OPS : FID_STRAY_BYTES))
        return 0;
    if (was > 0 && is / was >= FID_VOLUME_LOW && is / was <= FID_VOLUME_HIGH)
        return 0;
    if (was > 0)
        snprintf (
            text, sizeof text,
            "%.12g, %.3g times the %.12g of the nearest accepted run: %g to %g is allowed", is,
            is / was, was, FID_VOLUME_LOW, FID_VOLUME_HIGH);
    else
        snprintf (text, sizeof text, "%.12g where there was nothing", is);
    return fid_check_add (check, c, name, FID_CHECK_VOLUME, text, err);
}

static int
guard_share (const struct fid_gate_config *a, const struct fid_gate_config *c, const char *name,
             struct fid_check *check, struct fid_error *err)
{
    double was, is;
    char text[200];
    if (fid_gate_median (a, FID_GATE_SHARE, name, FID_GATE_AMOUNT, &was, err) ||
        fid_gate_median (c, FID_GATE_SHARE, name, FID_GATE_AMOUNT, &is, err))
        return -1;
    if (was == FID_ABSENT || is == FID_ABSENT || fabs (is - was) * 100 <= FID_SHARE_POINTS)
        return 0;
    snprintf (text, sizeof text, "%.1f %%, was %.1f %%: %g points are allowed", is * 100,
              was * 100, FID_SHARE_POINTS);
    return fid_check_add (check, c, name, FID_CHECK_SHARE, text, err);
}

static size_t
holders (const struct fid_gate_config *c, enum fid_gate_kind kind, const char *name,
         const struct fid_gate_run **without)
{
    size_t n = 0;
    for (size_t i = 0; i < c->run_n; i++)
        if (fid_gate_entry_of (&c->run[i], kind, name))
            n++;
        else if (without && !*without)
            *without = &c->run[i];
    return n;
}

/* A phase or a resource that all accepted runs have. */
static int
guard_presence (const struct fid_gate_config *a, const struct fid_gate_config *c,
                enum fid_gate_kind kind, const char *name, struct fid_check *check,
                struct fid_error *err)
{
    const struct fid_gate_run *without = NULL;
    char text[300];
    if (holders (a, kind, name, NULL) < a->run_n ||
        holders (c, kind, name, &without) == c->run_n)
        return 0;
    if (kind == FID_GATE_PHASE)
        snprintf (text, sizeof text, "no such phase in %.120s", without->id);
    else
        snprintf (text, sizeof text, "not compared in %.120s, so coverage is lost",
                  without->id);
    return fid_check_add (check, c, name,
                          kind == FID_GATE_PHASE ? FID_CHECK_PHASE : FID_CHECK_COVERAGE, text,
                          err);
}

int
fid_check_guards (const struct fid_gate_config *accepted,
                  const struct fid_gate_config *candidate, struct fid_check *check,
                  struct fid_error *err)
{
    const struct fid_gate_run *first = &accepted->run[0];
    int rc = 0;
    for (size_t i = 0; !rc && i < first->entry_n; i++) {
        const char *name = first->entry[i].name;
        switch (first->entry[i].kind) {
        case FID_GATE_VOLUME:
            rc = guard_volume (accepted, candidate, name, check, err);
            break;
        case FID_GATE_SHARE:
            rc = guard_share (accepted, candidate, name, check, err);
            break;
        case FID_GATE_PHASE:
        case FID_GATE_RESOURCE:
            rc = guard_presence (accepted, candidate, first->entry[i].kind, name, check, err);
            break;
        case FID_GATE_GROUP:
        case FID_GATE_FACET:
            break;
        }
    }
    return rc;
}
