/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_lags.c - readings of monitors, moved to when they were taken (see build_priv.h) */
#include "run/build_priv.h"

FID_ORDER_BY (by_time, struct fid_lag_reading, FID_RISING (t_ns))

/* Whether block events name the disk of a sample. */
static bool is_traced (const struct fid_devices *d, const struct fid_kept_sample *s)
{
    return s->part > 0 && (d->own[s->part - 1] || d->foreign[s->part - 1]);
}

/* What the readings are held against; all is borrowed. */
struct lagging {
    struct fid_run *run;
    const struct fid_taken *taken;
    const struct fid_ownership *owner; /* by host */
    const struct fid_samples *samples;
    struct fid_lag_reading *room;
};

/* The readings of a source: the sum of its disks that are traced, or the time that CPUs
 * waited for them.  Returns how many there are. */
static size_t take_readings (const struct lagging *b, size_t source, bool disks)
{
    struct fid_lag_reading *r = b->room;
    const struct fid_devices *d = &b->owner[b->run->source[source].host].devices;
    size_t n = 0, k = 0;
    FID_EACH_OF (const struct fid_kept_sample, s, b->samples->at, b->samples->n) {
        bool disk = s->channel == FID_CH_DISK_READ || s->channel == FID_CH_DISK_WRITE;
        if (s->source == source &&
            (disks ? disk && is_traced (d, s) : s->channel == FID_CH_CPU_IOWAIT))
            r[n++] = (struct fid_lag_reading){s->t_ns, s->value};
    }
    fid_into_order (r, n, sizeof *r, by_time);
    for (size_t i = 0; i < n; i++)
        if (k && r[k - 1].t_ns == r[i].t_ns)
            r[k - 1].value += r[i].value;
        else
            r[k++] = r[i];
    return k;
}

static int estimate_lag (const struct lagging *b, size_t source, struct fid_error *err)
{
    const struct fid_host_taken *seen = &b->taken->host[b->run->source[source].host];
    struct fid_readlag *lag = &b->run->source[source].lag;
    int64_t origin_ns = b->run->phases.known ? b->run->phases.origin_ns : 0;
    size_t n = take_readings (b, source, true);
    FID_TRY (fid_readlag_estimate (b->room, n, &seen->moved, origin_ns, lag, err));
    lag->by = "the bytes of block requests";
    if (lag->certain)
        return 0;
    struct fid_readlag disk = *lag;
    n = take_readings (b, source, false);
    FID_TRY (fid_readlag_estimate (b->room, n, &seen->waiting, origin_ns, lag, err));
    lag->by = "the time of block reads";
    if (!lag->known)
        *lag = disk;
    return 0;
}

/* Monitors that stamp whole seconds only; stamps of an unrelated clock show nothing. */
static bool is_coarse (const struct fid_run *run, const struct fid_source *s)
{
    return s->sample_n && (s->used & (FID_GIVES_CPU | FID_GIVES_DISK)) && !s->fractions &&
           s->clock != FID_CLOCK_RELATIVE && run->hosts.at[s->host].map[s->clock].known;
}

/* Moves a reading to when it was taken. */
static bool move_reading (void *self, const struct fid_kept_sample *s, int64_t *t_ns)
{
    const struct fid_run *run = self;
    const struct fid_readlag *lag = &run->source[s->source].lag;
    *t_ns += lag->certain ? lag->lag_ns : 0;
    return true;
}

int fid_build_readlags (struct fid_run *run, const struct fid_taken *taken,
                        const struct fid_ownership *owner, struct fid_samples *samples,
                        struct fid_error *err)
{
    bool any = false;
    for (size_t i = 0; i < run->hosts.n; i++)
        any |= taken->host[i].moved.n > 0;
    if (!samples->n || !any)
        return 0;
    FID_FREED struct fid_lag_reading *room = malloc (samples->n * sizeof *room);
    const struct lagging b = {run, taken, owner, samples, room};
    FID_NEED (room, err);
    for (size_t i = 0; i < run->source_n; i++)
        if (is_coarse (run, &run->source[i]))
            FID_TRY (estimate_lag (&b, i, err));
    fid_samples_place (samples, move_reading, run);
    return 0;
}
