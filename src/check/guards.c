/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guards.c - checks that need no statistics (see check.h) */
#include "base/units.h"
#include "check/check.h"

/* The range of the accepted runs; false if none has the amount. */
static bool range_of (const struct fid_gate_config *c, const char *name, double *low,
                      double *high, double *tolerance)
{
    *low = *high = FID_ABSENT;
    for (size_t i = 0; i < c->run_n; i++) {
        const struct fid_gate_entry *e = fid_gate_entry_of (&c->run[i], FID_GATE_AMOUNT, name);
        if (!e || e->value == FID_ABSENT)
            continue;
        *low = *low == FID_ABSENT ? e->value : fmin (*low, e->value);
        *high = fmax (*high, e->value);
        *tolerance = fmax (*tolerance, e->tolerance);
    }
    return *low != FID_ABSENT;
}

/* "12 s", "1.2 GiB", "40" */
static const char *amount_text (const char *name, double x, char buf[FID_UNITS_TEXT])
{
    if (fid_span_ends (fid_span_of (name), "bytes"))
        return fid_format_bytes (x, buf, FID_UNITS_TEXT);
    if (fid_span_ends (fid_span_of (name), "time") ||
        fid_span_ends (fid_span_of (name), "duration"))
        return fid_format_seconds (x, buf, FID_UNITS_TEXT);
    snprintf (buf, FID_UNITS_TEXT, "%.4g", x);
    return buf;
}

static int guard_amount (const struct fid_gate_config *a, const struct fid_gate_config *c,
                         const char *name, struct fid_check *check, struct fid_error *err)
{
    double is, low, high, wide = log (FID_GUARD_HIGH);
    char text[240], now[FID_UNITS_TEXT], then[FID_UNITS_TEXT];
    if (!range_of (a, name, &low, &high, &wide))
        return 0;
    FID_TRY (fid_gate_median (c, FID_GATE_AMOUNT, name, &is, err));
    if (is == FID_ABSENT)
        return fid_check_add (check, c, name, FID_CHECK_COVERAGE,
                              "the accepted runs have it, the new runs do not", NULL, err);
    double was = fmax (low, fmin (is, high));
    double least = wide > log (FID_GUARD_HIGH) ? exp (-wide) : FID_GUARD_LOW;
    if (is == was || (was > 0 && is >= least * was && is <= exp (wide) * was))
        return 0;
    amount_text (name, is, now);
    amount_text (name, was, then);
    if (was > 0)
        snprintf (text, sizeof text,
                  "%s, %.3g times the %s of the nearest accepted run (limits %.2f to %.2f)",
                  now, is / was, then, least, exp (wide));
    else
        snprintf (text, sizeof text, "%s, in accepted runs 0", now);
    return fid_check_add (check, c, name, FID_CHECK_AMOUNT, text, fid_gate_cause (c), err);
}

static size_t count_holders (const struct fid_gate_config *c, enum fid_gate_kind kind,
                             const char *name, const struct fid_gate_run **without)
{
    size_t n = 0;
    for (size_t i = 0; i < c->run_n; i++)
        if (fid_gate_entry_of (&c->run[i], kind, name))
            n++;
        else if (without && !*without)
            *without = &c->run[i];
    return n;
}

/* An answer, a similarity, a phase or a resource that all accepted runs have. */
static int guard_presence (const struct fid_gate_config *a, const struct fid_gate_config *c,
                           enum fid_gate_kind kind, const char *name, struct fid_check *check,
                           struct fid_error *err)
{
    const struct fid_gate_run *without = NULL;
    char text[300];
    if (count_holders (a, kind, name, NULL) < a->run_n ||
        count_holders (c, kind, name, &without) == c->run_n)
        return 0;
    if (kind == FID_GATE_PHASE)
        snprintf (text, sizeof text, "no such phase in %.120s", without->id);
    else if (kind == FID_GATE_ANSWER)
        snprintf (text, sizeof text, "not known of %.120s, so coverage is lost", without->id);
    else
        snprintf (text, sizeof text, "not compared in %.120s, so coverage is lost",
                  without->id);
    return kind == FID_GATE_PHASE
               ? fid_check_add (check, c, name, FID_CHECK_PHASE, text, fid_gate_cause (c), err)
               : fid_check_add (check, c, name, FID_CHECK_COVERAGE, text, NULL, err);
}

/* That of all runs; cannot tell if they differ. */
static enum fid_validity verdict_of (const struct fid_gate_config *c)
{
    for (size_t i = 1; i < c->run_n; i++)
        if (c->run[i].answer.verdict != c->run[0].answer.verdict)
            return FID_CANNOT_TELL;
    return c->run[0].answer.verdict;
}

int fid_check_verdict (const struct fid_gate_config *accepted,
                       const struct fid_gate_config *candidate, bool strict,
                       struct fid_check *check, struct fid_error *err)
{
    enum fid_validity was = verdict_of (accepted), is = verdict_of (candidate);
    if (is == was || is == FID_VALID)
        return 0;
    struct fid_check_row *row =
        fid_check_new_row (check, candidate, "verdict", FID_CHECK_VERDICT, err);
    const char *why = is == FID_CANNOT_TELL ? fid_gate_why (candidate) : NULL;
    FID_FREED char *reason =
        fid_format (err, "%s, was %s%s%s", fid_validity_name (is), fid_validity_name (was),
                    why ? ": " : "", why ? why : "");
    FID_TRY (!row || !reason);
    bool fell = was == FID_VALID && is == FID_NOT_VALID; /* one that cannot tell may be luck */
    return fid_check_set_outcome (check, row, strict && fell ? FID_FAIL : FID_INCONCLUSIVE,
                                  reason, fid_gate_cause (candidate), err);
}

int fid_check_guards (const struct fid_gate_config *accepted,
                      const struct fid_gate_config *candidate, struct fid_check *check,
                      struct fid_error *err)
{
    FID_EACH (const struct fid_gate_entry, e, accepted->run[0].entry) {
        bool of_answer = e->kind == FID_GATE_ANSWER && !strcmp (e->name, FID_PRIOR_NAME_ANSWER);
        if (e->kind == FID_GATE_AMOUNT)
            FID_TRY (guard_amount (accepted, candidate, e->name, check, err));
        else if (e->kind == FID_GATE_SIMILARITY || e->kind == FID_GATE_PHASE ||
                 e->kind == FID_GATE_RESOURCE || of_answer)
            FID_TRY (guard_presence (accepted, candidate, e->kind, e->name, check, err));
    }
    return 0;
}
