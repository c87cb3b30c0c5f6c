/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_bytes.h - counts the bytes of JSON values, for tests of how much memory they take
 *
 *     cJSON_InitHooks (&counted);
 *     peak = live;
 *     ...                          peak: the most bytes at a time, live: those there now
 *     cJSON_InitHooks (NULL); */
#ifndef TESTS_JSON_BYTES_H
#define TESTS_JSON_BYTES_H

#include <cjson/cJSON.h>
#include <malloc.h>
#include <stdlib.h>

static size_t live, peak;

static void *count_malloc (size_t n)
{
    void *p = malloc (n);
    live += malloc_usable_size (p);
    peak = live > peak ? live : peak;
    return p;
}

static void count_free (void *p)
{
    live -= malloc_usable_size (p);
    free (p);
}

static cJSON_Hooks counted = {count_malloc, count_free};

#endif
