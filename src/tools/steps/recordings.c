/* recordings.c - the list of recordings that were found */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "tools/steps/priv.h"

static void
recording_clear (struct fid_steps_recording *r)
{
    for (size_t k = 0; k < r->file_n; k++)
        free (r->file[k]);
    free (r->file);
    free (r->path);
}

void
fid_steps_recordings_clear (struct fid_steps_recordings *found)
{
    for (size_t i = 0; i < found->n; i++)
        recording_clear (&found->r[i]);
    free (found->r);
    *found = (struct fid_steps_recordings){0};
}

struct fid_steps_recording *
fid_steps_recording_of (struct fid_steps_recordings *found, size_t from, struct fid_span name,
                        enum fid_steps_source source, struct fid_error *err)
{
    for (size_t i = from; i < found->n; i++)
        if (found->r[i].source == source && fid_span_is (name, found->r[i].path))
            return &found->r[i];
    if (fid_array_grow (&found->r, &found->cap, found->n + 1, sizeof *found->r, err))
        return NULL;
    struct fid_steps_recording *r = &found->r[found->n];
    *r = (struct fid_steps_recording){.source = source};
    r->path = fid_strndup (name.p, name.n, err);
    if (!r->path)
        return NULL;
    found->n++;
    return r;
}

/* The folder that a path lies in, with its slash, and the rest without ".gz" and
 * ".json". */
static struct fid_span
split (const char *text, struct fid_span *name)
{
    struct fid_span path = fid_span_of (text);
    *name = fid_span_last_part (path);
    path.n -= name->n;
    if (fid_span_ends (*name, ".gz"))
        name->n -= 3;
    if (fid_span_ends (*name, ".json"))
        name->n -= 5;
    return path;
}

static bool
equal (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && memcmp (a.p, b.p, a.n) == 0;
}

/* The array in raw_data that the recording is of: beside its folder, or unpacked
 * beside it; NULL: none. */
static const struct fid_steps_recording *
original_of (const struct fid_steps_recordings *found, size_t from,
             const struct fid_steps_recording *r)
{
    static const char raw[] = "raw_data/";
    struct fid_span name, folder = split (r->path, &name);
    bool packed = fid_span_ends (fid_span_of (r->path), ".gz");
    if (r->source != FID_STEPS_MLLOG)
        return NULL;
    for (size_t i = from; i < found->n; i++) {
        struct fid_span other, where = split (found->r[i].path, &other);
        if (&found->r[i] == r || !fid_span_ends (where, raw) || !equal (other, name))
            continue;
        if (packed && equal (where, folder))
            return &found->r[i];
        where.n -= sizeof raw - 1;
        if (equal (where, folder))
            return &found->r[i];
    }
    return NULL;
}

int
fid_steps_drop_copies (struct fid_steps_recordings *found, size_t from,
                       struct fid_step_stats *steps, struct fid_error *err)
{
    int rc = 0;
    for (size_t i = from; i < found->n && !rc; i++) {
        struct fid_steps_recording *r = &found->r[i];
        const struct fid_steps_recording *original = original_of (found, from, r);
        if (!original)
            continue;
        rc = fid_steps_say (steps, false, err, "%s: left out, %s is of the same configuration",
                            r->file[0], original->file[0]);
        recording_clear (r);
        memmove (r, r + 1, (--found->n - i) * sizeof *r);
        i--;
    }
    return rc;
}
