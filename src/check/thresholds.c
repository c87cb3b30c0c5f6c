/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thresholds.c - see check.h */
#include "check/check.h"

/* ---- reading */

static int add_line (struct fid_thresholds *to, struct fid_span line, size_t line_n,
                     struct fid_error *err)
{
    struct fid_span word[5];
    ptrdiff_t comment = fid_span_find (line, "#");
    if (comment >= 0)
        line.n = (size_t)comment;
    size_t n = fid_span_words (line, word, 5);
    struct fid_threshold t = {.line = line_n};
    if (n == 0)
        return 0;
    if (n != 3)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: not 'WORKLOAD WHAT LEAST'%s", to->path,
                           line_n,
                           n == 5 ? ": WHAT is overall, a group, a resource or a clause "
                                    "(data.read.bytes), without a facet and 'min_similarity'"
                                  : "");
    if (!fid_span_decimal (word[2], &t.value) || t.value < 0 || t.value > 1)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: not a number from 0 to 1: '%.*s'",
                           to->path, line_n, FID_SPAN_ARG (word[2]));
    FID_TRY (fid_arena_grow (&to->arena, &to->all, &to->cap, to->n + 1, sizeof *to->all, err));
    t.workload = fid_arena_format (&to->arena, err, "%.*s", FID_SPAN_ARG (word[0]));
    t.what =
        t.workload ? fid_arena_format (&to->arena, err, "%.*s", FID_SPAN_ARG (word[1])) : NULL;
    to->all[to->n++] = t;
    return t.what ? 0 : -1;
}

int fid_thresholds_load (const char *path, struct fid_thresholds *thresholds,
                         struct fid_error *err)
{
    FID_SCOPED (fid_thresholds_clear) struct fid_thresholds t = {0};
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    int more;
    FID_TRY (fid_text_open (&text, path, err));
    t.path = fid_arena_text (&t.arena, path, err);
    FID_TRY (!t.path);
    while ((more = fid_text_next (&text, &line, err)) > 0)
        FID_TRY (add_line (&t, line, text.line_n, err));
    FID_TRY (more);
    *thresholds = t;
    t = (struct fid_thresholds){0};
    return 0;
}

void fid_thresholds_clear (struct fid_thresholds *thresholds)
{
    fid_arena_clear (&thresholds->arena);
    *thresholds = (struct fid_thresholds){0};
}

/* ---- checking */

static bool matches_pattern (const char *pattern, const char *s)
{
    return strcmp (pattern, "*") == 0 || strcmp (pattern, s) == 0;
}

static bool applies_to_entry (const struct fid_threshold *t, const struct fid_gate_entry *e)
{
    switch (e->kind) {
    case FID_GATE_SIMILARITY:
    case FID_GATE_GROUP: /* '*' means resources, not groups of them */
    case FID_GATE_MEASURE:
        return strcmp (t->what, e->name) == 0;
    case FID_GATE_RESOURCE:
        return matches_pattern (t->what, e->name);
    case FID_GATE_ANSWER: /* --fail-above */
    case FID_GATE_AMOUNT:
    case FID_GATE_PHASE:
        break;
    }
    return false;
}

/* Add a row for each number of a configuration below the threshold; *found counts the
 * numbers it applies to. */
static int check_config (const struct fid_threshold *t, const struct fid_gate_config *c,
                         size_t *found, struct fid_check *check, struct fid_error *err)
{
    const struct fid_gate_run *first = &c->run[0];
    FID_EACH (const struct fid_gate_entry, e, first->entry) {
        double value;
        if (!applies_to_entry (t, e))
            continue;
        FID_TRY (fid_gate_median (c, e->kind, e->name, &value, err));
        if (value == FID_ABSENT) /* idle, or not graded by the profile */
            continue;
        ++*found;
        if (value >= t->value)
            continue;
        FID_FREED char *text = fid_format (
            err, "%s %.4f is below %g (line %zu of the thresholds)",
            e->kind == FID_GATE_SIMILARITY ? "similarity" : "grade", value, t->value, t->line);
        FID_TRY (!text);
        FID_TRY (fid_check_add (check, c, e->name, FID_CHECK_THRESHOLD, text,
                                fid_gate_cause (c), err));
    }
    return 0;
}

int fid_check_thresholds (const struct fid_thresholds *thresholds,
                          const struct fid_gate_input *candidate, struct fid_check *check,
                          struct fid_error *err)
{
    FID_EACH_OF (const struct fid_threshold, t, thresholds->all, thresholds->n) {
        bool named = strcmp (t->what, "*") != 0;
        char text[200];
        size_t config_n = 0;
        FID_EACH (const struct fid_gate_config, c, candidate->config) {
            size_t found = 0;
            if (c->real || !matches_pattern (t->workload, c->workload))
                continue;
            config_n++;
            FID_TRY (check_config (t, c, &found, check, err));
            if (!named || found)
                continue;
            /* it was not measured: it may be bad */
            snprintf (text, sizeof text,
                      "has no grade, but has to reach %g (line %zu of the thresholds)",
                      t->value, t->line);
            FID_TRY (fid_check_add (check, c, t->what, FID_CHECK_THRESHOLD, text, NULL, err));
        }
        if (!config_n)
            return fid_errorf (err, FID_EUSAGE,
                               "%s:%zu: no emulation of a workload '%s' is in these results",
                               thresholds->path, t->line, t->workload);
    }
    return 0;
}
