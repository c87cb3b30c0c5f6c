/* gate_input.c - runs and their numbers (see gate_input.h) */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "base/array.h"
#include "base/order.h"
#include "check/gate_input.h"
#include "metrics/aggregate.h"

int
fid_gate_add (struct fid_gate_run *run, enum fid_gate_kind kind, const char *name, double value,
              double tolerance, struct fid_error *err)
{
    if (fid_array_grow (&run->entry, &run->entry_cap, run->entry_n + 1, sizeof *run->entry,
                        err))
        return -1;
    char *copy = fid_strdup (name, err);
    if (!copy)
        return -1;
    run->entry[run->entry_n++] = (struct fid_gate_entry){kind, copy, value, tolerance};
    return 0;
}

const struct fid_gate_config *
fid_gate_find (const struct fid_gate_input *input, const char *workload, const char *name,
               bool real)
{
    for (size_t i = 0; i < input->config_n; i++) {
        const struct fid_gate_config *c = &input->config[i];
        if (c->real == real && strcmp (c->name, name) == 0 &&
            strcmp (c->workload, workload) == 0)
            return c;
    }
    return NULL;
}

struct fid_gate_config *
fid_gate_config_of (struct fid_gate_input *input, const char *workload, const char *name,
                    bool real, struct fid_error *err)
{
    const struct fid_gate_config *found = fid_gate_find (input, workload, name, real);
    if (found)
        return &input->config[found - input->config];
    if (fid_array_grow (&input->config, &input->config_cap, input->config_n + 1,
                        sizeof *input->config, err))
        return NULL;
    struct fid_gate_config *c = &input->config[input->config_n];
    *c = (struct fid_gate_config){.real = real};
    c->workload = fid_strdup (workload, err);
    c->name = c->workload ? fid_strdup (name, err) : NULL;
    if (!c->name) {
        free (c->workload);
        return NULL;
    }
    input->config_n++;
    return c;
}

struct fid_gate_run *
fid_gate_run_of (struct fid_gate_config *config, const char *id, const char *hash,
                 struct fid_error *err)
{
    for (size_t i = 0; i < config->run_n; i++)
        if (strcmp (config->run[i].id, id) == 0)
            return &config->run[i];
    if (fid_array_grow (&config->run, &config->run_cap, config->run_n + 1, sizeof *config->run,
                        err))
        return NULL;
    struct fid_gate_run *run = &config->run[config->run_n];
    *run = (struct fid_gate_run){0};
    run->id = fid_strdup (id, err);
    run->hash = run->id ? fid_strdup (hash, err) : NULL;
    if (!run->hash) {
        free (run->id);
        return NULL;
    }
    config->run_n++;
    return run;
}

int
fid_gate_refer (struct fid_gate_input *input, const char *workload, const char *id,
                const char *hash, struct fid_error *err)
{
    for (size_t i = 0; i < input->reference_n; i++)
        if (strcmp (input->reference[i].id, id) == 0 &&
            strcmp (input->reference[i].workload, workload) == 0)
            return 0;
    if (fid_array_grow (&input->reference, &input->reference_cap, input->reference_n + 1,
                        sizeof *input->reference, err))
        return -1;
    struct fid_gate_reference *r = &input->reference[input->reference_n++];
    *r = (struct fid_gate_reference){0};
    r->workload = fid_strdup (workload, err);
    r->id = r->workload ? fid_strdup (id, err) : NULL;
    r->hash = r->id ? fid_strdup (hash, err) : NULL;
    return r->hash ? 0 : -1;
}

/* ---- order */

FID_ORDER_BY (by_entry, struct fid_gate_entry, FID_RISING (kind) FID_RISING_TEXT (name))

FID_ORDER_BY (by_run, struct fid_gate_run, FID_RISING_TEXT (id))

FID_ORDER_BY (by_config, struct fid_gate_config,
              FID_RISING_TEXT (workload) FID_RISING_TEXT (name) FID_RISING (real))

FID_ORDER_BY (by_reference, struct fid_gate_reference,
              FID_RISING_TEXT (workload) FID_RISING_TEXT (id))

static int
no_median (const char *name, int code, struct fid_error *err)
{
    return fid_errorf (err, FID_EINTERNAL, "%s: no median: %s", name, gsl_strerror (code));
}

/* entry[0] := the medians of entry[n], over those that have a value. */
static int
merge (struct fid_gate_entry *entry, size_t n, double *scratch, struct fid_error *err)
{
    size_t have = 0;
    for (size_t i = 0; i < n; i++) {
        if (entry[i].value != FID_ABSENT)
            scratch[have++] = entry[i].value;
        entry[0].tolerance = fmax (entry[0].tolerance, entry[i].tolerance);
    }
    int code = have ? fid_median (scratch, have, &entry[0].value) : 0;
    if (code)
        return no_median (entry->name, code, err);
    for (size_t i = 1; i < n; i++)
        free (entry[i].name);
    return 0;
}

static int
settle_run (struct fid_gate_run *run, struct fid_error *err)
{
    if (!run->entry_n)
        return 0;
    double *scratch = malloc (run->entry_n * sizeof *scratch);
    if (!scratch)
        return fid_error_nomem (err);
    qsort (run->entry, run->entry_n, sizeof *run->entry, by_entry);
    size_t kept = 0, from = 0;
    int rc = 0;
    while (from < run->entry_n) {
        size_t to = from + 1;
        while (to < run->entry_n && by_entry (&run->entry[from], &run->entry[to]) == 0)
            to++;
        if (merge (&run->entry[from], to - from, scratch, err))
            rc = -1; /* names of the rest are freed with the run */
        run->entry[kept++] = run->entry[from];
        from = to;
    }
    run->entry_n = kept;
    free (scratch);
    return rc;
}

int
fid_gate_settle (struct fid_gate_input *input, struct fid_error *err)
{
    if (input->reference_n)
        qsort (input->reference, input->reference_n, sizeof *input->reference, by_reference);
    if (input->config_n)
        qsort (input->config, input->config_n, sizeof *input->config, by_config);
    for (size_t i = 0; i < input->config_n; i++) {
        struct fid_gate_config *c = &input->config[i];
        if (c->run_n)
            qsort (c->run, c->run_n, sizeof *c->run, by_run);
        for (size_t j = 0; j < c->run_n; j++)
            if (settle_run (&c->run[j], err))
                return -1;
    }
    return 0;
}

const struct fid_gate_entry *
fid_gate_entry_of (const struct fid_gate_run *run, enum fid_gate_kind kind, const char *name)
{
    struct fid_gate_entry key = {.kind = kind, .name = (char *)name};
    return run->entry_n ? bsearch (&key, run->entry, run->entry_n, sizeof key, by_entry) : NULL;
}

size_t
fid_gate_numbers (const struct fid_gate_config *config, enum fid_gate_kind kind,
                  const char *name, double *x)
{
    size_t n = 0;
    for (size_t i = 0; i < config->run_n; i++) {
        const struct fid_gate_entry *e = fid_gate_entry_of (&config->run[i], kind, name);
        if (e && e->value != FID_ABSENT)
            x[n++] = e->value;
    }
    return n;
}

int
fid_gate_median (const struct fid_gate_config *config, enum fid_gate_kind kind,
                 const char *name, double *out, struct fid_error *err)
{
    double *x = malloc ((config->run_n + 1) * sizeof *x);
    if (!x)
        return fid_error_nomem (err);
    size_t n = fid_gate_numbers (config, kind, name, x);
    *out = FID_ABSENT;
    int code = n ? fid_median (x, n, out) : 0;
    free (x);
    return code ? no_median (name, code, err) : 0;
}

void
fid_gate_clear (struct fid_gate_input *input)
{
    for (size_t i = 0; i < input->config_n; i++) {
        struct fid_gate_config *c = &input->config[i];
        for (size_t j = 0; j < c->run_n; j++) {
            for (size_t k = 0; k < c->run[j].entry_n; k++)
                free (c->run[j].entry[k].name);
            free (c->run[j].entry);
            free (c->run[j].id);
            free (c->run[j].hash);
        }
        free (c->run);
        free (c->workload);
        free (c->name);
    }
    for (size_t i = 0; i < input->reference_n; i++) {
        free (input->reference[i].workload);
        free (input->reference[i].id);
        free (input->reference[i].hash);
    }
    free (input->config);
    free (input->reference);
    free (input->path);
    free (input->version);
    free (input->key);
    cJSON_Delete (input->options);
    *input = (struct fid_gate_input){0};
}
