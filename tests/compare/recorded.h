/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded.h - the recorded runs of tests/data/runs, and pairs of them */
#ifndef FID_TEST_RECORDED_H
#define FID_TEST_RECORDED_H

#include <stdlib.h>
#include "compare/compare.h"
#include "readers/load.h"
#include "tests/compare/as_document.h"
#include "tests/tap.h"

/* The run of that name; the test ends without it. */
__attribute__ ((unused)) static struct fid_run *recorded (const char *name)
{
    char dir[512];
    struct fid_error err;
    const char *top = getenv ("srcdir");
    snprintf (dir, sizeof dir, "%s/tests/data/runs/%s", top ? top : ".", name);
    struct fid_run *run = fid_run_load (dir, &(struct fid_run_opts){0}, &err);
    if (!run) {
        diag ("%s", err.text);
        exit (99);
    }
    return run;
}

/* The result of two runs, to be deleted by the caller. */
__attribute__ ((unused)) static cJSON *compared (const struct fid_run *real,
                                                 const struct fid_run *emu, const char *window)
{
    struct fid_error err;
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1, .window = window};
    cJSON *doc =
        document_of (fid_compare (real, emu, &(struct fid_run_opts){0}, &opts, &err), &err);
    if (!doc) {
        diag ("%s", err.text);
        exit (99);
    }
    return doc;
}

static inline const cJSON *resource_of (const cJSON *doc, const char *name)
{
    const cJSON *r;
    cJSON_ArrayForEach (r, cJSON_GetObjectItem (doc, "resources"))
    {
        const char *s = cJSON_GetStringValue (cJSON_GetObjectItem (r, "resource"));
        if (s && strcmp (s, name) == 0)
            return r;
    }
    return NULL;
}

/* The measure RESOURCE.QUANTITY; NULL. */
__attribute__ ((unused)) static const cJSON *measure_of (const cJSON *doc, const char *resource,
                                                         const char *quantity)
{
    const cJSON *m;
    cJSON_ArrayForEach (m, cJSON_GetObjectItem (resource_of (doc, resource), "measures"))
    {
        const char *s = cJSON_GetStringValue (cJSON_GetObjectItem (m, "quantity"));
        if (s && strcmp (s, quantity) == 0)
            return m;
    }
    return NULL;
}

/* A number of a measure, or of its details; NaN. */
__attribute__ ((unused)) static double number_of (const cJSON *measure, const char *key)
{
    const cJSON *x = cJSON_GetObjectItem (measure, key);
    if (!x)
        x = cJSON_GetObjectItem (cJSON_GetObjectItem (measure, "detail"), key);
    return cJSON_IsNumber (x) ? x->valuedouble : NAN;
}

#endif
