/* recordings.c - the list of recordings that were found */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "steps/priv.h"

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

/* The name of the configuration that an array of a folder raw_data is of; n = 0: it
 * is none. */
static struct fid_span
raw_name (const struct fid_steps_recording *r)
{
    struct fid_span path = fid_span_of (r->path), name = fid_span_last_part (path);
    struct fid_span above = {path.p, path.n - name.n};
    name.n = fid_span_ends (above, "/raw_data/") ? name.n : 0;
    if (fid_span_ends (name, ".gz"))
        name.n -= 3;
    if (fid_span_ends (name, ".json"))
        name.n -= 5;
    return name;
}

int
fid_steps_drop_copies (struct fid_steps_recordings *found, size_t from,
                       struct fid_step_stats *steps, struct fid_error *err)
{
    int rc = 0;
    for (size_t i = from; i < found->n && !rc; i++) {
        struct fid_steps_recording *r = &found->r[i];
        struct fid_span name = fid_span_last_part (fid_span_of (r->path)), raw = {NULL, 0};
        size_t k = from;
        for (; k < found->n; k++) {
            raw = raw_name (&found->r[k]);
            if (k != i && raw.n == name.n && memcmp (raw.p, name.p, raw.n) == 0)
                break;
        }
        if (k == found->n || r->source != FID_STEPS_MLLOG)
            continue;
        rc = fid_steps_say (steps, false, err, "%s: left out, %s is of the same configuration",
                            r->file[0], found->r[k].file[0]);
        recording_clear (r);
        memmove (r, r + 1, (--found->n - i) * sizeof *r);
        i--;
    }
    return rc;
}
