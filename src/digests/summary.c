/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c - see summary.h */
#include "digests/summary.h"
#include "metrics/ratio.h"
#include "readers/digest.h"
#include "readers/load.h"

/* What measures_events.c asks of a stream before it compares bytes. */
static void put_stream (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                        double *ops, double *bytes)
{
    const struct fid_stream *s = &run->stream[id];
    struct fid_stream_sums sum = fid_extract_sums (run, id, w);
    bool placed = !(s->unplaced_n && s->first_ns > s->last_ns);
    *ops = sum.op_n;
    *bytes = s->traced && s->sized && placed && !s->incomplete ? sum.byte_n : -1;
}

int fid_summary_make (const struct fid_run *run, double s[FID_SUMMARY_N], struct fid_error *err)
{
    double epoch_s;
    memset (s, 0, FID_SUMMARY_N * sizeof *s);
    s[FID_SUMMARY_EMULATION] = run->emulation;
    s[FID_SUMMARY_PROCESSED] = run->processed;
    s[FID_SUMMARY_PHASES] = run->phases.known;
    s[FID_SUMMARY_JOB_S] = fid_window_length (run, FID_WINDOW_JOB, err);
    s[FID_SUMMARY_CHECKPOINTS] = (double)fid_part_sums (run, FID_PART_CHECKPOINT).n;
    s[FID_SUMMARY_STEP_S] = run->step_s > 0 ? run->step_s : -1;
    put_stream (run, FID_STREAM_DATA_READ, FID_WINDOW_TRAINING, &s[FID_SUMMARY_READ_OPS],
                &s[FID_SUMMARY_READ_BYTES]);
    put_stream (run, FID_STREAM_DATA_READ, FID_WINDOW_JOB, &s[FID_SUMMARY_READ_OPS_JOB],
                &s[FID_SUMMARY_READ_BYTES_JOB]);
    put_stream (run, FID_STREAM_CHECKPOINT_WRITE, FID_WINDOW_JOB, &s[FID_SUMMARY_WRITE_OPS],
                &s[FID_SUMMARY_WRITE_BYTES]);
    return FID_FAILED (s[FID_SUMMARY_JOB_S] < 0 ||
                       fid_epochs (run, &s[FID_SUMMARY_EPOCHS], &epoch_s, err));
}

/* --- a pair */

struct outlook {
    const struct fid_profile *profile;
    unsigned excluded;
    double apart; /* of the clauses that are known, added up */
    size_t known_n;
};

/* Takes a clause into account if the profile grades it. */
static void add_estimate (struct outlook *o, enum fid_resource_id r, enum fid_quantity_id q,
                          double a, double b, double floor)
{
    const struct fid_profile_clause *c = &o->profile->clause[r][q];
    if (!c->graded || o->excluded >> fid_resources[r].group & 1)
        return;
    o->apart += fid_log_ratio (a, b, floor) / c->tolerance;
    o->known_n++;
}

static double mean_of (const struct outlook *o)
{
    return o->known_n ? o->apart / (double)o->known_n : FID_ABSENT;
}

/* The number by which amounts of a run are divided; 0: not known here. */
static double units_of (const double *a, const double *b, enum fid_per per)
{
    const int epochs = FID_SUMMARY_EPOCHS;
    if (per == FID_PER_JOB)
        return 1;
    if (per == FID_PER_CHOSEN)
        return a[epochs] > 0 && b[epochs] > 0 && a[epochs] != b[epochs] ? a[epochs] : 1;
    return per == FID_PER_EPOCH ? a[epochs] : 0;
}

#define IDLE_OPS   10 /* as in measures_events.c */
#define IDLE_BYTES 1048576

static void add_bytes (struct outlook *o, enum fid_resource_id r, const double *a,
                       const double *b, int ops, int bytes, const double units[2])
{
    bool idle = a[ops] < IDLE_OPS && b[ops] < IDLE_OPS && a[bytes] < IDLE_BYTES &&
                b[bytes] < IDLE_BYTES;
    if (a[bytes] >= 0 && b[bytes] >= 0 && !idle)
        add_estimate (o, r, FID_QUANTITY_BYTES, a[bytes] / units[0], b[bytes] / units[1], 512);
}

double fid_summary_apart (const double a[FID_SUMMARY_N], const double b[FID_SUMMARY_N],
                          const struct fid_compare_opts *opts)
{
    struct outlook o = {.profile = opts->profile
                                       ? opts->profile
                                       : fid_profile_default (b[FID_SUMMARY_EMULATION] > 0),
                        .excluded = opts->excluded};
    const double units[2] = {units_of (a, b, opts->per), units_of (b, a, opts->per)};
    bool phases = a[FID_SUMMARY_PHASES] > 0 && b[FID_SUMMARY_PHASES] > 0;
    const int step = FID_SUMMARY_STEP_S, saved = FID_SUMMARY_CHECKPOINTS;
    /* such runs are not compared; other windows have other sums */
    if (opts->calibration || a[FID_SUMMARY_PROCESSED] != b[FID_SUMMARY_PROCESSED] ||
        (opts->window && strcmp (opts->window, fid_window_name (FID_WINDOW_JOB)) != 0))
        return FID_ABSENT;
    if (a[step] > 0 && b[step] > 0)
        add_estimate (&o, FID_RESOURCE_STEPS, FID_QUANTITY_STEP, a[step], b[step], 1e-6);
    if (!(units[0] > 0) || !(units[1] > 0))
        return mean_of (&o);
    add_bytes (&o, FID_RESOURCE_DATA_READ, a, b,
               phases ? FID_SUMMARY_READ_OPS : FID_SUMMARY_READ_OPS_JOB,
               phases ? FID_SUMMARY_READ_BYTES : FID_SUMMARY_READ_BYTES_JOB, units);
    add_bytes (&o, FID_RESOURCE_CHECKPOINT_WRITE, a, b, FID_SUMMARY_WRITE_OPS,
               FID_SUMMARY_WRITE_BYTES, units);
    if (phases && a[FID_SUMMARY_JOB_S] > 0 && b[FID_SUMMARY_JOB_S] > 0 &&
        (a[saved] > 0 || b[saved] > 0))
        add_estimate (&o, FID_RESOURCE_PHASES, FID_QUANTITY_CHECKPOINTS, a[saved] / units[0],
                      b[saved] / units[1], 0.1);
    return mean_of (&o);
}

/* --- digests that have it */

int fid_digest_make (const char *dir, const char *path, const char *below,
                     const struct fid_run_opts *run_opts, bool names, struct fid_error *err)
{
    double summary[FID_SUMMARY_N];
    struct fid_run *run = fid_run_load (dir, run_opts, err);
    const struct fid_digest_parts parts = {.run = run,
                                           .spent = run,
                                           .below = below,
                                           .summary = summary,
                                           .summary_n = FID_SUMMARY_N};
    int rc = FID_FAILED (!run || (!names && fid_digest_hide_names (run, err)) ||
                         fid_summary_make (run, summary, err) ||
                         fid_digest_write (path, &parts, err));
    fid_run_destroy (run);
    return rc;
}

char *fid_digest_path (const char *folder, const char *dir, struct fid_error *err)
{
    FID_FREED char *real = realpath (dir, NULL);
    const char *path = real ? real : dir, *slash = strrchr (path, '/');
    const char *name = slash && slash[1] ? slash + 1 : path;
    size_t n = strlen (name) - (fid_digest_named (name) ? strlen (FID_DIGEST_SUFFIX) : 0);
    return fid_format (err, "%s/%.*s%s", folder, (int)n, name, FID_DIGEST_SUFFIX);
}
