/* manifest.c - see manifest.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "cli/manifest.h"

int
fid_side_add (struct fid_side *side, struct fid_pairs *pairs, const char *dir,
              struct fid_error *err)
{
    size_t index;
    if (fid_pairs_add_run (pairs, dir, &index, err))
        return -1;
    for (size_t i = 0; i < side->n; i++)
        if (side->run[i] == index)
            return 0;
    if (fid_array_grow (&side->run, &side->cap, side->n + 1, sizeof *side->run, err))
        return -1;
    side->run[side->n++] = index;
    return 0;
}

/* dir as seen from the folder of the manifest; freed by the caller. */
static char *
resolve (const char *manifest, struct fid_span dir, struct fid_error *err)
{
    const char *slash = strrchr (manifest, '/');
    if (dir.p[0] == '/' || !slash)
        return fid_strndup (dir.p, dir.n, err);
    return fid_format (err, "%.*s/%.*s", (int)(slash - manifest), manifest, (int)dir.n, dir.p);
}

static int
add_pair (const char *path, struct fid_span rest, struct fid_pairs *pairs,
          struct fid_error *err)
{
    struct fid_span word[2] = {{0}}, more;
    if (fid_span_find (rest, "\t") >= 0) {
        fid_span_field (&rest, '\t', &word[0]);
        fid_span_field (&rest, '\t', &word[1]);
        word[0] = fid_span_trim (word[0]);
        word[1] = fid_span_trim (word[1]);
    } else {
        fid_span_word (&rest, &word[0]);
        fid_span_word (&rest, &word[1]);
    }
    if (!word[0].n || !word[1].n || (rest.p && fid_span_word (&rest, &more)))
        return fid_errorf (err, FID_EUSAGE, "a pair is two directories");
    size_t index[2];
    for (int i = 0; i < 2; i++) {
        char *dir = resolve (path, word[i], err);
        int rc = dir ? fid_pairs_add_run (pairs, dir, &index[i], err) : -1;
        free (dir);
        if (rc)
            return -1;
    }
    return fid_pairs_add (pairs, index[0], index[1], err);
}

static int
add_line (const char *path, struct fid_span line, struct fid_pairs *pairs,
          struct fid_side *real, struct fid_side *emulation, struct fid_error *err)
{
    struct fid_span word;
    line = fid_span_trim (line);
    if (!line.n || line.p[0] == '#')
        return 0;
    fid_span_word (&line, &word);
    line = fid_span_trim (line);
    if (fid_span_is (word, "pair"))
        return add_pair (path, line, pairs, err);
    struct fid_side *side = fid_span_is (word, "real")        ? real
                            : fid_span_is (word, "emulation") ? emulation
                                                              : NULL;
    if (!side || !line.n)
        return fid_errorf (err, FID_EUSAGE,
                           "neither 'real DIR', 'emulation DIR' nor 'pair REAL EMULATION'");
    char *dir = resolve (path, line, err);
    int rc = dir ? fid_side_add (side, pairs, dir, err) : -1;
    free (dir);
    return rc;
}

int
fid_manifest_read (const char *path, struct fid_pairs *pairs, struct fid_side *real,
                   struct fid_side *emulation, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span line;
    struct fid_error why;
    if (fid_text_open (&text, path, err))
        return -1;
    int rc;
    while ((rc = fid_text_next (&text, &line, err)) > 0)
        if (add_line (path, line, pairs, real, emulation, &why)) {
            rc = fid_errorf (err, why.status, "%s:%zu: %s", path, text.line_n, why.text);
            break;
        }
    fid_text_close (&text);
    return rc;
}
