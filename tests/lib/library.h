/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library.h - what the tests of the installed library share */
#ifndef TESTS_LIBRARY_H
#define TESTS_LIBRARY_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fidlio.h"
#include "tests/tap.h"

static struct fid_error err;
static char scratch[] = "/tmp/fidlio-api-XXXXXX";

/* ---- documents: members of objects, which may be missing */

__attribute__ ((unused)) static const cJSON *member (const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (object, key);
}

/* "" for null. */
__attribute__ ((unused)) static const char *text_of (const cJSON *object, const char *key)
{
    const char *s = cJSON_GetStringValue (member (object, key));
    return s ? s : "";
}

__attribute__ ((unused)) static bool is_number (const cJSON *object, const char *key)
{
    return cJSON_IsNumber (member (object, key));
}

/* NaN for null. */
__attribute__ ((unused)) static double number (const cJSON *object, const char *key)
{
    return cJSON_GetNumberValue (member (object, key));
}

/* The document of a text, which is freed; NULL if there is none. */
__attribute__ ((unused)) static cJSON *parsed (char *document)
{
    cJSON *doc = document ? cJSON_Parse (document) : NULL;
    free (document);
    return doc;
}

/* ---- runs and results */

__attribute__ ((unused)) static const char *data (const char *name)
{
    static char path[4096];
    snprintf (path, sizeof path, "%s/tests/data/%s", getenv ("srcdir"), name);
    return path;
}

__attribute__ ((unused)) static const char *made (const char *name)
{
    static char path[200];
    snprintf (path, sizeof path, "%s/%s", scratch, name);
    return path;
}

__attribute__ ((unused)) static struct fid_run *open_run (
    const char *name, const struct fid_open_options *options)
{
    char path[200];
    snprintf (path, sizeof path, "runs/%s", name);
    return fid_run_open (data (path), options, &err);
}

/* The text of a pair's result; NULL with err. */
__attribute__ ((unused)) static char *pair_text (const struct fid_run *real,
                                                 const struct fid_run *emulation,
                                                 const struct fid_compare_options *options)
{
    struct fid_result *r = fid_result_create (&real, 1, &emulation, 1, options, NULL, &err);
    char *made = r ? fid_result_text (r, &err) : NULL;
    fid_result_destroy (r);
    return made;
}

/* A folder for files that a test makes; false if there is none. */
static bool begin_scratch (void)
{
    return ok (mkdtemp (scratch) != NULL, "a scratch folder");
}

static void end_scratch (void)
{
    char command[100];
    snprintf (command, sizeof command, "rm -r %s", scratch);
    ok (system (command) == 0, "the scratch folder goes");
}

#endif
