/* history.c - see history.h */
#include "config.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <gsl/gsl_errno.h>
#include "base/array.h"
#include "base/text.h"
#include "check/history.h"
#include "metrics/changepoint.h"
#include "metrics/aggregate.h"

static int
add_name (struct fid_history *h, const char *name, size_t n, struct fid_error *err)
{
    if (fid_array_grow (&h->entry, &h->entry_cap, h->entry_n + 1, sizeof *h->entry, err))
        return -1;
    char *copy = fid_strndup (name, n, err);
    if (!copy)
        return -1;
    h->entry[h->entry_n++] = copy;
    return 0;
}

static int
by_name (const void *a, const void *b)
{
    return strcmp (*(char *const *)a, *(char *const *)b);
}

/* Directories, and files called *.json. */
static bool
is_entry (const char *path, const char *name)
{
    struct stat st;
    if (name[0] == '.' || stat (path, &st))
        return false;
    return S_ISDIR (st.st_mode) || fid_span_ends (fid_span_of (name), ".json");
}

static int
list_dir (struct fid_history *h, const char *dir, struct fid_error *err)
{
    DIR *d = opendir (dir);
    const struct dirent *e;
    int rc = 0;
    if (!d)
        return fid_errorf (err, FID_EINPUT, "%s: %s", dir, strerror (errno));
    while (!rc && (e = readdir (d))) {
        char *path = fid_format (err, "%s/%s", dir, e->d_name);
        if (!path)
            rc = -1;
        else if (is_entry (path, e->d_name))
            rc = add_name (h, e->d_name, strlen (e->d_name), err);
        free (path);
    }
    closedir (d);
    if (h->entry_n > 1)
        qsort (h->entry, h->entry_n, sizeof *h->entry, by_name);
    return rc;
}

/* The names of the file "order", or those there are. */
static int
list_entries (struct fid_history *h, const char *dir, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span line;
    char *path = fid_format (err, "%s/" FID_HISTORY_ORDER, dir);
    if (!path)
        return -1;
    if (access (path, F_OK)) {
        free (path);
        return list_dir (h, dir, err);
    }
    int rc = fid_text_open (&text, path, err);
    free (path);
    if (rc)
        return -1;
    while ((rc = fid_text_next (&text, &line, err)) > 0) {
        line = fid_span_trim (line);
        if (line.n && line.p[0] != '#' && (rc = add_name (h, line.p, line.n, err)))
            break;
    }
    fid_text_close (&text);
    return rc;
}

/* ---- series */

/* The median of the runs of an input, or FID_ABSENT. */
static int
number_of (const struct fid_gate_input *input, const struct fid_gate_config *like,
           const struct fid_gate_entry *e, double *out, struct fid_error *err)
{
    const struct fid_gate_config *c = fid_gate_find (input, like->workload, like->name, false);
    *out = FID_ABSENT;
    return c ? fid_gate_median (c, e->kind, e->name, out, err) : 0;
}

static int
add_change (struct fid_history *h, const struct fid_gate_config *c, const char *what,
            const struct fid_change *change, struct fid_error *err)
{
    if (fid_array_grow (&h->change, &h->change_cap, h->change_n + 1, sizeof *h->change, err))
        return -1;
    struct fid_change *to = &h->change[h->change_n++];
    *to = *change;
    to->workload = fid_strdup (c->workload, err);
    to->config = to->workload ? fid_strdup (c->name, err) : NULL;
    to->what = to->config ? fid_strdup (what, err) : NULL;
    return to->what ? 0 : -1;
}

/* One series: x[n] of the entries at[n]. */
static int
search (struct fid_history *h, const struct fid_gate_config *c, const char *what,
        const double *x, const size_t *at, size_t n, uint64_t seed, struct fid_error *err)
{
    const struct fid_changepoint_opts opts = {FID_HISTORY_SEGMENT, FID_HISTORY_LEVEL,
                                              FID_HISTORY_DRAWS, seed};
    if (n < FID_HISTORY_LEAST) {
        if (!h->short_n || n < h->shortest_n)
            h->shortest_n = n;
        h->short_n++;
        return 0;
    }
    struct fid_changepoint *found = calloc (n, sizeof *found);
    size_t found_n = 0;
    int code = found ? fid_changepoints (x, n, &opts, found, &found_n) : GSL_ENOMEM;
    int rc =
        code ? fid_errorf (err, FID_EINTERNAL, "%s: %s: %s", c->name, what, gsl_strerror (code))
             : 0;
    for (size_t i = 0; !rc && i < found_n; i++) {
        size_t from = i ? found[i - 1].at : 0, to = i + 1 < found_n ? found[i + 1].at : n;
        struct fid_change change = {.index = at[found[i].at], .p = found[i].p};
        if (fid_median (x + from, found[i].at - from, &change.before) ||
            fid_median (x + found[i].at, to - found[i].at, &change.after))
            rc = fid_errorf (err, FID_EINTERNAL, "%s: no median", what);
        else
            rc = add_change (h, c, what, &change, err);
    }
    h->series_n++;
    free (found);
    return rc;
}

static int
search_config (struct fid_history *h, const struct fid_gate_input *input, size_t input_n,
               const struct fid_gate_config *c, uint64_t seed, struct fid_error *err)
{
    const struct fid_gate_run *first = &c->run[0];
    double *x = malloc ((input_n + 1) * sizeof *x);
    size_t *at = malloc ((input_n + 1) * sizeof *at);
    int rc = x && at ? 0 : fid_error_nomem (err);
    for (size_t i = 0; !rc && i < first->entry_n; i++) {
        const struct fid_gate_entry *e = &first->entry[i];
        size_t n = 0;
        if (e->kind != FID_GATE_SCORE && e->kind != FID_GATE_GROUP)
            continue;
        for (size_t b = 0; !rc && b < input_n; b++) {
            rc = number_of (&input[b], c, e, &x[n], err);
            if (!rc && x[n] != FID_ABSENT)
                at[n++] = b;
        }
        if (!rc)
            rc = search (h, c, e->name, x, at, n, seed, err);
    }
    free (x);
    free (at);
    return rc;
}

int
fid_history_search (const char *dir, enum fid_gate_by by, uint64_t seed,
                    struct fid_history *history, struct fid_error *err)
{
    struct fid_history h = {0};
    struct fid_gate_input *input = NULL;
    size_t input_n = 0;
    int rc = list_entries (&h, dir, err);
    if (!rc && !h.entry_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no stored results in it", dir);
    if (!rc && !(input = calloc (h.entry_n, sizeof *input)))
        rc = fid_error_nomem (err);
    for (; !rc && input_n < h.entry_n; input_n++) {
        char *path = fid_format (err, "%s/%s", dir, h.entry[input_n]);
        rc = path ? fid_gate_load (path, by, &input[input_n], err) : -1;
        free (path);
        if (!rc && input_n && fid_gate_comparable (&input[0], &input[input_n], err)) {
            fid_gate_clear (&input[input_n]);
            rc = -1;
        }
        if (rc)
            break;
    }
    /* configurations of the latest entry: what is gone is not watched */
    const struct fid_gate_input *last = !rc && input_n ? &input[input_n - 1] : NULL;
    for (size_t i = 0; last && !rc && i < last->config_n; i++)
        if (!last->config[i].real)
            rc = search_config (&h, input, input_n, &last->config[i], seed, err);
    while (input_n > 0)
        fid_gate_clear (&input[--input_n]);
    free (input);
    if (rc)
        fid_history_clear (&h);
    else
        *history = h;
    return rc;
}

void
fid_history_clear (struct fid_history *h)
{
    for (size_t i = 0; i < h->entry_n; i++)
        free (h->entry[i]);
    for (size_t i = 0; i < h->change_n; i++) {
        free (h->change[i].workload);
        free (h->change[i].config);
        free (h->change[i].what);
    }
    free (h->entry);
    free (h->change);
    *h = (struct fid_history){0};
}
