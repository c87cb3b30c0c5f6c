/* build_lags.c - readings of monitors, moved to when they were taken (see build_priv.h) */
#include "run/build_priv.h"

FID_ORDER_BY (by_time, struct fid_lag_reading, FID_RISING (t_ns))

/* Whether block events name the device of a sample. */
static bool
is_traced (const struct fid_build *b, const struct fid_kept_sample *s)
{
    const struct fid_devices *d = &b->host[s->host].owner.devices;
    return s->device && (d->own[s->device - 1] || d->foreign[s->device - 1]);
}

/* The readings of a source: the sum of its disks that are traced, or the time that CPUs
 * waited for them.  Returns how many there are. */
static size_t
take_readings (const struct fid_build *b, size_t source, bool disks, struct fid_lag_reading *r)
{
    size_t n = 0, k = 0;
    FID_EACH (const struct fid_kept_sample, s, b->sample) {
        bool disk = s->channel == FID_CH_DISK_READ || s->channel == FID_CH_DISK_WRITE;
        if (s->source == source &&
            (disks ? disk && is_traced (b, s) : s->channel == FID_CH_CPU_IOWAIT))
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

/* Time in flight, of at most one request at a time: CPUs do not wait more for two. */
static void
cap_waiting (struct fid_grid *g)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->byte_n[i] > (uint64_t)g->bin_ns)
            g->byte_n[i] = (uint64_t)g->bin_ns;
}

static int
estimate_lag (struct fid_build *b, size_t source, struct fid_lag_reading *room,
              struct fid_error *err)
{
    struct fid_readlag *lag = &b->run->source[source].lag;
    int64_t origin_ns = b->run->phases.known ? b->run->phases.origin_ns : 0;
    size_t n = take_readings (b, source, true, room);
    FID_TRY (fid_readlag_estimate (room, n, &b->host[b->run->source[source].host].moved,
                                   origin_ns, lag, err));
    lag->by = "the bytes of block requests";
    if (lag->certain)
        return 0;
    struct fid_readlag disk = *lag;
    n = take_readings (b, source, false, room);
    FID_TRY (fid_readlag_estimate (room, n, &b->host[b->run->source[source].host].waiting,
                                   origin_ns, lag, err));
    lag->by = "the time of block reads";
    if (!lag->known)
        *lag = disk;
    return 0;
}

/* Monitors that stamp whole seconds only; stamps of an unrelated clock show nothing. */
static bool
is_coarse (const struct fid_build *b, size_t source)
{
    const struct fid_source *s = &b->run->source[source];
    return s->sample_n && (s->used & (FID_GIVES_CPU | FID_GIVES_DISK)) && !s->fractions &&
           s->clock != FID_CLOCK_RELATIVE && b->run->hosts.at[s->host].map[s->clock].known;
}

int
fid_build_readlags (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    bool any = false;
    for (size_t i = 0; i < run->hosts.n; i++) {
        any |= b->host[i].moved.n > 0;
        cap_waiting (&b->host[i].waiting);
    }
    if (!b->sample_n || !any)
        return 0;
    FID_FREED struct fid_lag_reading *room = malloc (b->sample_n * sizeof *room);
    int rc = room ? 0 : fid_error_nomem (err);
    for (size_t i = 0; !rc && i < run->source_n; i++)
        if (is_coarse (b, i))
            rc = estimate_lag (b, i, room, err);
    for (size_t i = 0; !rc && i < b->sample_n; i++) {
        const struct fid_readlag *lag = &run->source[b->sample[i].source].lag;
        if (lag->certain)
            b->sample[i].t_ns += lag->lag_ns;
    }
    return rc;
}
