/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c - see history.h */
#include <gsl/gsl_errno.h>
#include "base/listing.h"
#include "check/history.h"
#include "metrics/changepoint.h"
#include "metrics/aggregate.h"
#include "results/answer_words.h"

static int add_name (struct fid_history *h, const char *name, size_t n, struct fid_error *err)
{
    const char *copy = fid_arena_format (&h->arena, err, "%.*s", (int)n, name);
    FID_TRY (!copy || fid_arena_grow (&h->arena, &h->entry, &h->entry_cap, h->entry_n + 1,
                                      sizeof *h->entry, err));
    h->entry[h->entry_n++] = copy;
    return 0;
}

/* Folders, and files called *.json. */
static int list_dir (struct fid_history *h, const char *dir, struct fid_error *err)
{
    FID_SCOPED (fid_listing_clear) struct fid_listing names = {0};
    int rc = FID_FAILED (fid_listing_read (&names, dir, NULL, S_IFDIR, err) ||
                         fid_listing_read (&names, dir, ".json", S_IFREG, err));
    for (size_t i = 0; !rc && i < names.n; i++)
        rc = add_name (h, names.at[i], strlen (names.at[i]), err);
    return rc;
}

/* The names of the file "order", or those there are. */
static int list_entries (struct fid_history *h, const char *dir, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    const char *path = fid_arena_format (&h->arena, err, "%s/" FID_HISTORY_ORDER, dir);
    bool none = false;
    int rc = path ? fid_file_missing (path, &none, err) : -1;
    if (!rc && none)
        return list_dir (h, dir, err);
    FID_TRY (rc || fid_text_open (&text, path, err));
    while ((rc = fid_text_next (&text, &line, err)) > 0) {
        line = fid_span_trim (line);
        if (line.n && line.p[0] != '#' && (rc = add_name (h, line.p, line.n, err)))
            break;
    }
    return rc;
}

/* ---- series */

/* The median of the runs of an input, or FID_ABSENT. */
static int number_of (const struct fid_gate_input *input, const struct fid_gate_config *like,
                      const struct fid_gate_entry *e, double *out, struct fid_error *err)
{
    const struct fid_gate_config *c = fid_gate_find (input, like->workload, like->name, false);
    *out = FID_ABSENT;
    return c ? fid_gate_median (c, e->kind, e->name, out, err) : 0;
}

static int add_change (struct fid_history *h, const struct fid_history_series *s,
                       const struct fid_change *change, struct fid_error *err)
{
    FID_TRY (fid_arena_grow (&h->arena, &h->change, &h->change_cap, h->change_n + 1,
                             sizeof *h->change, err));
    h->change[h->change_n] = *change;
    h->change[h->change_n].workload = s->workload;
    h->change[h->change_n].config = s->config;
    h->change[h->change_n++].what = s->what;
    return 0;
}

/* The changes of x[n], which are the numbers of the entries at[n]. */
static int search_changes (struct fid_history *h, struct fid_history_series *s, const double *x,
                           const size_t *at, size_t n, uint64_t seed, struct fid_error *err)
{
    const struct fid_changepoint_opts opts = {FID_HISTORY_SEGMENT, FID_HISTORY_LEVEL,
                                              FID_HISTORY_DRAWS, seed};
    if (n < FID_HISTORY_LEAST) {
        if (!h->short_n || n < h->shortest_n)
            h->shortest_n = n;
        h->short_n++;
        return 0;
    }
    FID_FREED struct fid_changepoint *found = calloc (n, sizeof *found);
    size_t found_n = 0;
    int code = found ? fid_changepoints (x, n, &opts, found, &found_n) : GSL_ENOMEM;
    int rc = code ? fid_errorf (err, FID_EINTERNAL, "%s: %s: %s", s->config, s->what,
                                gsl_strerror (code))
                  : 0;
    for (size_t i = 0; !rc && i < found_n; i++) {
        size_t from = i ? found[i - 1].at : 0, to = i + 1 < found_n ? found[i + 1].at : n;
        struct fid_change change = {.index = at[found[i].at], .p = found[i].p};
        code = fid_median (x + from, found[i].at - from, &change.before);
        if (!code)
            code = fid_median (x + found[i].at, to - found[i].at, &change.after);
        if (code)
            rc = fid_errorf (err, FID_EINTERNAL, "%s: no median: %s", s->what,
                             gsl_strerror (code));
        else
            rc = add_change (h, s, &change, err);
        s->change_n += rc == 0;
    }
    h->searched_n++;
    return rc;
}

/* Append a series of no numbers. */
static struct fid_history_series *add_series (struct fid_history *h,
                                              const struct fid_gate_config *c,
                                              const struct fid_gate_entry *e,
                                              struct fid_error *err)
{
    struct fid_arena *a = &h->arena;
    if (fid_arena_grow (a, &h->series, &h->series_cap, h->series_n + 1, sizeof *h->series, err))
        return NULL;
    struct fid_history_series *s = &h->series[h->series_n++];
    *s = (struct fid_history_series){.kind = e->kind, .change_from = h->change_n};
    s->workload = fid_arena_text (a, c->workload, err);
    s->config = s->workload ? fid_arena_text (a, c->name, err) : NULL;
    s->what = s->config ? fid_arena_text (a, e->name, err) : NULL;
    s->x = s->what ? fid_arena_take (a, h->entry_n, sizeof *s->x, err) : NULL;
    return s->x ? s : NULL;
}

/* One number of a configuration over all inputs; scratch of one of each input: known, at. */
static int search_entry (struct fid_history *h, const struct fid_gate_input *input,
                         size_t input_n, const struct fid_gate_config *c,
                         const struct fid_gate_entry *e, double *known, size_t *at,
                         uint64_t seed, struct fid_error *err)
{
    struct fid_history_series *s = add_series (h, c, e, err);
    int rc = s ? 0 : -1;
    for (size_t b = 0; !rc && b < input_n; b++) {
        rc = number_of (&input[b], c, e, &s->x[b], err);
        if (!rc && s->x[b] != FID_ABSENT) {
            known[s->known_n] = s->x[b];
            at[s->known_n++] = b;
        }
    }
    if (!rc && s->known_n)
        return search_changes (h, s, known, at, s->known_n, seed, err);
    h->series_n -= !rc; /* a clause that no run grades */
    return rc;
}

static int search_config (struct fid_history *h, const struct fid_gate_input *input,
                          size_t input_n, const struct fid_gate_config *c,
                          const struct fid_history_opts *opts, struct fid_error *err)
{
    const struct fid_gate_run *first = &c->run[0];
    double *known = fid_arena_take (&h->arena, input_n, sizeof *known, err);
    size_t *at = known ? fid_arena_take (&h->arena, input_n, sizeof *at, err) : NULL;
    int rc = at ? 0 : -1;
    for (size_t i = 0; !rc && i < first->entry_n; i++) {
        const struct fid_gate_entry *e = &first->entry[i];
        if (e->kind <= FID_GATE_GROUP || (opts->clauses && e->kind == FID_GATE_MEASURE))
            rc = search_entry (h, input, input_n, c, e, known, at, opts->seed, err);
    }
    return rc;
}

/* Write the paths of all entries to path[entry_n + 1]; the latest results become an entry
 * unless they are one already. */
static int add_paths (struct fid_history *h, const char *dir, const char *latest,
                      const char **path, struct fid_error *err)
{
    size_t n = h->entry_n;
    bool listed = !latest;
    for (size_t i = 0; i < n; i++) {
        if (!(path[i] = fid_arena_format (&h->arena, err, "%s/%s", dir, h->entry[i])))
            return -1;
        bool same = false;
        FID_TRY (latest && fid_files_same (path[i], latest, &same, err));
        listed |= same;
    }
    if (listed)
        return 0;
    path[n] = latest;
    return add_name (h, FID_HISTORY_LATEST, strlen (FID_HISTORY_LATEST), err);
}

/* Load all entries, which have to fit the first; *input_n: how many were loaded. */
static int load_history (const struct fid_history *h, const char *const *path,
                         enum fid_gate_by by, struct fid_gate_input *input, size_t *input_n,
                         struct fid_error *err)
{
    for (*input_n = 0; *input_n < h->entry_n; ++*input_n) {
        size_t i = *input_n;
        FID_TRY (fid_gate_load (path[i], by, &input[i], err));
        if (i && fid_gate_comparable (&input[0], &input[i], err)) {
            fid_gate_clear (&input[i]);
            return -1;
        }
    }
    return 0;
}

int fid_history_search (const char *dir, const struct fid_history_opts *opts,
                        struct fid_history *history, struct fid_error *err)
{
    struct fid_history h = {0};
    struct fid_gate_input *input = NULL;
    size_t input_n = 0;
    const char **path = NULL;
    int rc = list_entries (&h, dir, err);
    if (!rc && !h.entry_n && !opts->latest)
        rc = fid_errorf (err, FID_EINPUT, "%s: no stored results in it", dir);
    if (!rc) {
        path = fid_arena_take (&h.arena, h.entry_n + 1, sizeof *path, err);
        input = path ? fid_arena_take (&h.arena, h.entry_n + 1, sizeof *input, err) : NULL;
        rc = input ? add_paths (&h, dir, opts->latest, path, err) : -1;
    }
    if (!rc)
        rc = load_history (&h, path, opts->by, input, &input_n, err);
    /* configurations of the latest entry: what is gone is not watched */
    const struct fid_gate_input *last = !rc && input_n ? &input[input_n - 1] : NULL;
    for (size_t i = 0; last && !rc && i < last->config_n; i++)
        if (!last->config[i].real)
            rc = search_config (&h, input, input_n, &last->config[i], opts, err);
    while (input_n > 0)
        fid_gate_clear (&input[--input_n]);
    if (rc)
        fid_history_clear (&h);
    else
        *history = h;
    return rc;
}

/* "26 % off since 08, was 4 %", or "0.351 since 08, was 0.612" */
static const char *change_words (const struct fid_history *h,
                                 const struct fid_history_series *s, const struct fid_change *c,
                                 struct fid_arena *a, struct fid_error *err)
{
    char is[16], was[16];
    return s->kind == FID_GATE_ANSWER
               ? fid_arena_format (a, err, "%s off since %s, was %s",
                                   fid_answer_percent (c->after, is), h->entry[c->index],
                                   fid_answer_percent (c->before, was))
               : fid_arena_format (a, err, "%.3f since %s, was %.3f", c->after,
                                   h->entry[c->index], c->before);
}

int fid_check_history (const struct fid_history *history, bool strict, struct fid_check *check,
                       struct fid_error *err)
{
    FID_EACH (const struct fid_history_series, s, history->series) {
        if (!s->change_n || (s->kind != FID_GATE_ANSWER && s->kind != FID_GATE_SIMILARITY))
            continue;
        const struct fid_change *c = &history->change[s->change_from + s->change_n - 1];
        if (s->kind == FID_GATE_ANSWER ? c->after <= c->before : c->after >= c->before)
            continue;
        const struct fid_gate_config config = {.workload = s->workload, .name = s->config};
        struct fid_check_row *row =
            fid_check_new_row (check, &config, s->what, FID_CHECK_CHANGE, err);
        FID_TRY (!row || !(row->reason = change_words (history, s, c, &check->arena, err)));
        row->aside = true;
        fid_check_set_outcome (check, row, strict ? FID_FAIL : FID_INCONCLUSIVE);
    }
    return 0;
}

const struct fid_history_series *fid_history_similarity (const struct fid_history *h,
                                                         const char *workload,
                                                         const char *config)
{
    for (size_t i = 0; i < h->series_n; i++)
        if (h->series[i].kind == FID_GATE_SIMILARITY &&
            strcmp (h->series[i].config, config) == 0 &&
            strcmp (h->series[i].workload, workload) == 0)
            return &h->series[i];
    return NULL;
}

void fid_history_clear (struct fid_history *h)
{
    fid_arena_clear (&h->arena);
    *h = (struct fid_history){0};
}
