/* array.c - see array.h */
#include "base/base.h"

int
fid_array_grow (void *array, size_t *cap, size_t need, size_t elem_size, struct fid_error *err)
{
    if (need <= *cap)
        return 0;
    size_t want = *cap ? *cap : 16;
    while (want < need) {
        if (want > SIZE_MAX / 2 / elem_size)
            return fid_error_nomem (err);
        want *= 2;
    }
    void *old, *grown;
    memcpy (&old, array, sizeof old);
    grown = realloc (old, want * elem_size);
    FID_NEED (grown, err);
    memcpy (array, &grown, sizeof grown);
    *cap = want;
    return 0;
}

void *
fid_array_copy (const void *array, size_t n, size_t elem_size, struct fid_error *err)
{
    void *copy = malloc ((n + 1) * elem_size);
    if (!copy)
        fid_error_nomem (err);
    else if (n)
        memcpy (copy, array, n * elem_size);
    return copy;
}

int
fid_by_number (const void *va, const void *vb)
{
    const int64_t *a = va, *b = vb;
    return (*a > *b) - (*a < *b);
}

char *
fid_strndup (const char *s, size_t n, struct fid_error *err)
{
    char *copy = malloc (n + 1);
    if (!copy)
        return fid_null_nomem (err);
    if (n)
        memcpy (copy, s, n);
    copy[n] = '\0';
    return copy;
}

char *
fid_strdup (const char *s, struct fid_error *err)
{
    return fid_strndup (s, strlen (s), err);
}

char *
fid_format (struct fid_error *err, const char *fmt, ...)
{
    va_list ap;
    char *s = NULL;
    va_start (ap, fmt);
    int n = vasprintf (&s, fmt, ap);
    va_end (ap);
    if (n < 0)
        return fid_null_nomem (err);
    return s;
}
