/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nomem.c - fuzz targets that lose memory: FUZZ_NOMEM=1, for a part of the time of scripts/dev/fuzz
 *
 * One allocation of each execution fails, or all from one on; which, the bytes of the input
 * decide.  The target does not crash, and its errors say what failed.  Other promises are not
 * kept then: the first that is broken ends the execution.  Those are looked at by tests/faults.
 *
 * Needs a linker that knows --wrap, with the names below. */
#include "tests/fuzz/fuzz.h"

#ifndef FUZZ_ENGINE
bool fuzz_lost_memory (void)
{
    return false;
}

void fuzz_give_up (void)
{
}
#else
#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/hash.h"

static atomic_size_t count, from, to; /* allocations; those that fail */
static atomic_bool lost;
static jmp_buf start;

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wreserved-identifier"
#define REAL(type, name, ...) extern type __real_##name (__VA_ARGS__) __attribute__ ((weak))
REAL (int, LLVMFuzzerTestOneInput, const uint8_t *, size_t);
REAL (void *, malloc, size_t);
REAL (void *, calloc, size_t, size_t);
REAL (void *, realloc, void *, size_t);
REAL (void *, aligned_alloc, size_t, size_t);
REAL (int, vasprintf, char **, const char *, va_list);

bool fuzz_lost_memory (void)
{
    return lost;
}

void fuzz_give_up (void)
{
    if (lost)
        longjmp (start, 1);
}

static bool fails (void)
{
    if (!to)
        return false;
    size_t i = ++count;
    if (i < from || i > to)
        return false;
    lost = true;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc (size_t n)
{
    return fails () ? NULL : __real_malloc (n);
}

void *__wrap_calloc (size_t n, size_t size)
{
    return fails () ? NULL : __real_calloc (n, size);
}

void *__wrap_realloc (void *p, size_t n)
{
    return fails () ? NULL : __real_realloc (p, n);
}

void *__wrap_aligned_alloc (size_t align, size_t n)
{
    return fails () ? NULL : __real_aligned_alloc (align, n);
}

int __wrap_vasprintf (char **text, const char *fmt, va_list ap)
{
    return fails () ? -1 : __real_vasprintf (text, fmt, ap);
}

int __wrap_LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    static cJSON_Hooks hooks = {__wrap_malloc, free};
    const char *wanted = getenv ("FUZZ_NOMEM");
    if (!wanted || !*wanted)
        return __real_LLVMFuzzerTestOneInput (data, n);
    uint64_t hash = fid_hash_bytes (data, n, 1);
    cJSON_InitHooks (&hooks);
    int here = open (".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), fd = dup (here);
    close (fd); /* those opened next have higher numbers */
    count = 0;
    lost = false;
    from = 1 + (hash >> 8) % ((size_t)1 << hash % 14); /* near the start as often as far on */
    to = hash & 128 ? from : SIZE_MAX;
    if (setjmp (start) == 0)
        __real_LLVMFuzzerTestOneInput (data, n);
    else
        for (int last = fd + 64; fd < last; fd++)
            close (fd);
    to = 0;
    if (fchdir (here))
        abort ();
    close (here);
    return 0;
}
#endif
