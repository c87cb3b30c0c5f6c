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
    FID_TRY (!copy);
    FID_TRY (fid_arena_grow (&h->arena, &h->entry, &h->entry_cap, h->entry_n + 1,
                             sizeof *h->entry, err));
    h->entry[h->entry_n++] = copy;
    return 0;
}

/* The names of the file "order", or those there are. */
static int list_entries (struct fid_history *h, const char *dir, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    const char *path = fid_arena_format (&h->arena, err, "%s/" FID_HISTORY_ORDER, dir);
    bool none = false;
    int more;
    FID_TRY (!path);
    FID_TRY (fid_file_missing (path, &none, err));
    if (none) {
        /* folders, and files called *.json */
        FID_SCOPED (fid_listing_clear) struct fid_listing names = {0};
        FID_TRY (fid_listing_read (&names, dir, NULL, S_IFDIR, err));
        FID_TRY (fid_listing_read (&names, dir, ".json", S_IFREG, err));
        for (size_t i = 0; i < names.n; i++)
            FID_TRY (add_name (h, names.at[i], strlen (names.at[i]), err));
        return 0;
    }
    FID_TRY (fid_text_open (&text, path, err));
    while ((more = fid_text_next (&text, &line, err)) > 0) {
        line = fid_span_trim (line);
        if (line.n && line.p[0] != '#')
            FID_TRY (add_name (h, line.p, line.n, err));
    }
    return more;
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
    h->searched_n++;
    for (size_t i = 0; i < found_n && !code; i++) {
        size_t from = i ? found[i - 1].at : 0, to = i + 1 < found_n ? found[i + 1].at : n;
        struct fid_change change = {.workload = s->workload,
                                    .config = s->config,
                                    .what = s->what,
                                    .index = at[found[i].at],
                                    .p = found[i].p};
        code = fid_median (x + from, found[i].at - from, &change.before);
        if (!code)
            code = fid_median (x + found[i].at, to - found[i].at, &change.after);
        FID_TRY (fid_arena_grow (&h->arena, &h->change, &h->change_cap, h->change_n + 1,
                                 sizeof *h->change, err));
        h->change[h->change_n++] = change;
        s->change_n++;
    }
    return !code ? 0
                 : fid_errorf (err, FID_EINTERNAL, "%s: %s: %s", s->config, s->what,
                               gsl_strerror (code));
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
    FID_TRY (!s);
    for (size_t b = 0; b < input_n; b++) {
        FID_TRY (number_of (&input[b], c, e, &s->x[b], err));
        if (s->x[b] == FID_ABSENT)
            continue;
        known[s->known_n] = s->x[b];
        at[s->known_n++] = b;
    }
    if (s->known_n)
        return search_changes (h, s, known, at, s->known_n, seed, err);
    h->series_n--; /* a clause that no run grades */
    return 0;
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
        if (latest)
            FID_TRY (fid_files_same (path[i], latest, &same, err));
        listed |= same;
    }
    if (listed)
        return 0;
    path[n] = latest;
    return add_name (h, FID_HISTORY_LATEST, strlen (FID_HISTORY_LATEST), err);
}

/* What was stored: all entries. */
struct inputs {
    struct fid_gate_input *at; /* in the arena of a history */
    size_t n;
};

static void clear_inputs (struct inputs *in)
{
    while (in->n > 0)
        fid_gate_clear (&in->at[--in->n]);
}

/* Fills h with the searched series of all entries, which have to fit the first. */
static int search_all (struct fid_history *h, const char *dir,
                       const struct fid_history_opts *opts, struct fid_error *err)
{
    FID_SCOPED (clear_inputs) struct inputs in = {0};
    FID_TRY (list_entries (h, dir, err));
    if (!h->entry_n && !opts->latest)
        return fid_errorf (err, FID_EINPUT, "%s: no stored results in it", dir);
    const char **path = fid_arena_take (&h->arena, h->entry_n + 1, sizeof *path, err);
    in.at = path ? fid_arena_take (&h->arena, h->entry_n + 1, sizeof *in.at, err) : NULL;
    FID_TRY (!in.at);
    FID_TRY (add_paths (h, dir, opts->latest, path, err));
    while (in.n < h->entry_n) {
        FID_TRY (fid_gate_load (path[in.n], opts->by, &in.at[in.n], err));
        in.n++;
        if (in.n > 1)
            FID_TRY (fid_gate_comparable (&in.at[0], &in.at[in.n - 1], err));
    }
    /* configurations of the latest entry: what is gone is not watched */
    FID_EACH (const struct fid_gate_config, c, in.at[in.n - 1].config)
        if (!c->real) {
            const struct fid_gate_input *input = in.at;
            const struct fid_gate_run *first = &c->run[0];
            double *known = fid_arena_take (&h->arena, in.n, sizeof *known, err);
            size_t *at = known ? fid_arena_take (&h->arena, in.n, sizeof *at, err) : NULL;
            FID_TRY (!at);
            FID_EACH (const struct fid_gate_entry, e, first->entry)
                if (e->kind <= FID_GATE_GROUP || (opts->clauses && e->kind == FID_GATE_MEASURE))
                    FID_TRY (search_entry (h, input, in.n, c, e, known, at, opts->seed, err));
        }
    return 0;
}

int fid_history_search (const char *dir, const struct fid_history_opts *opts,
                        struct fid_history *history, struct fid_error *err)
{
    FID_SCOPED (fid_history_clear) struct fid_history h = {0};
    FID_TRY (search_all (&h, dir, opts, err));
    *history = h;
    h = (struct fid_history){0};
    return 0;
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
        FID_TRY (!row);
        /* "26 % off since 08, was 4 %", or "0.351 since 08, was 0.612" */
        char is[16], was[16];
        FID_FREED char *reason =
            s->kind == FID_GATE_ANSWER
                ? fid_format (err, "%s off since %s, was %s", fid_answer_percent (c->after, is),
                              history->entry[c->index], fid_answer_percent (c->before, was))
                : fid_format (err, "%.3f since %s, was %.3f", c->after,
                              history->entry[c->index], c->before);
        FID_TRY (!reason);
        row->aside = true;
        FID_TRY (fid_check_set_outcome (check, row, strict ? FID_FAIL : FID_INCONCLUSIVE,
                                        reason, NULL, err));
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
