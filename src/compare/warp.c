/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warp.c - the warping paths of a pair as text; see fid_compare_warp in compare.h */
#include "base/memstream.h"
#include "base/outfile.h"
#include <gsl/gsl_errno.h>
#include "compare/compare.h"
#include "compare/shape.h"

static int print_path (FILE *f, const char *resource, const struct fid_shape *s,
                       struct fid_error *err)
{
    struct fid_dtw_path path;
    if (s->n[0] < 4 || s->n[1] < 4 || !(s->opts.scale > 0))
        return 0;
    int rc = fid_shape_align (s, &path);
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "warp of %s: %s", resource, gsl_strerror (rc));
    for (size_t k = 0; k < path.n; k++)
        fprintf (f, "%s\t%.6g\t%.6g\t%.6g\t%.6g\n", resource, (double)path.i[k] * s->dt_s,
                 (double)path.j[k] * s->dt_s, s->x[0][path.i[k]] / s->opts.scale,
                 s->x[1][path.j[k]] / s->opts.scale);
    fid_dtw_path_clear (&path);
    return 0;
}

char *fid_compare_warp (const struct fid_run *real, const struct fid_run *emu,
                        const struct fid_compare_opts *opts, struct fid_error *err)
{
    struct fid_pair pair;
    char *text = NULL;
    size_t n;
    if (fid_pair_resolve (&pair, real, emu, opts, err))
        return NULL;
    FILE *f = fid_memstream_open (&text, &n, err);
    if (!f)
        return NULL;
    fprintf (f, "resource\treal_s\temulation_s\treal\temulation\n");
    int rc = 0;
    for (int id = 0; id < FID_STREAM_N && !rc; id++) {
        struct fid_shape s;
        rc = fid_shape_stream (
            &pair, (enum fid_stream_id)id,
            fid_pair_home (&pair, fid_resource_of_stream ((enum fid_stream_id)id)), pair.dt_s,
            &s, err);
        if (!rc)
            rc = print_path (f, fid_stream_name ((enum fid_stream_id)id), &s, err);
        fid_shape_clear (&s);
    }
    if (fid_memstream_end (f, rc, err)) {
        free (text);
        return NULL;
    }
    return text;
}
