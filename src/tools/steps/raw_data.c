/* raw_data.c - logs of runs as the arrays that the earlier tools read (see write.h) */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/outfile.h"
#include "readers/mllog/mllog_copy.h"
#include "tools/steps/write.h"

static int
copy (const char *from, const char *to, struct fid_error *err)
{
    struct fid_text text;
    struct fid_outfile out;
    if (fid_text_open (&text, from, err))
        return -1;
    int rc = fid_outfile_open (&out, to, err);
    if (!rc) {
        rc = fid_mllog_copy (&text, out.f, err);
        if (!rc)
            rc = fid_outfile_commit (&out, err);
        fid_outfile_abort (&out);
    }
    fid_text_close (&text);
    return rc;
}

int
fid_steps_write_raw_data (const struct fid_step_stats *s, const char *dir,
                          struct fid_error *err)
{
    char *raw = fid_format (err, "%s/raw_data", dir);
    int rc = raw ? fid_make_dirs (raw, err) : -1;
    for (size_t i = 0; i < s->log_n && !rc; i++) {
        size_t same = 1;
        for (size_t k = 0; k < i; k++)
            same += strcmp (s->log[k].name, s->log[i].name) == 0;
        char *to = same == 1 ? fid_format (err, "%s/%s.json", raw, s->log[i].name)
                             : fid_format (err, "%s/%s_%zu.json", raw, s->log[i].name, same);
        rc = to ? copy (s->log[i].path, to, err) : -1;
        free (to);
    }
    free (raw);
    return rc;
}
