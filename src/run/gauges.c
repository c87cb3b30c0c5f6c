/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gauges.c - see gauges.h */
#include "run/run.h"
#include "run/gauges.h"
#include "run/collect.h"
#include "run/disks.h"

/* --- samples */

void fid_samples_place (struct fid_samples *s,
                        bool (*place) (void *self, const struct fid_kept_sample *one,
                                       int64_t *t_ns),
                        void *self)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct fid_kept_sample one = s->at[i];
        if (place (self, &one, &one.t_ns))
            s->at[n++] = one;
    }
    s->n = n;
}

/* --- gauges of one host */

FID_ORDER_BY (by_time, struct fid_kept_sample,
              FID_RISING (t_ns) FID_RISING (part) FID_RISING (pid) FID_RISING (source))

/* Sorts samples by channel, then by time; files are nearly in that order.  Those of a channel
 * are from[channel] to from[channel + 1] - 1. */
static int order_samples (struct fid_kept_sample *sample, size_t n, size_t *from,
                          struct fid_error *err)
{
    size_t at[FID_CH_N];
    FID_FREED uint32_t *place = malloc ((n + 1) * sizeof *place);
    FID_NEED (place, err);
    for (size_t i = 0; i < n; i++)
        from[sample[i].channel + 1]++;
    for (int c = 0; c < FID_CH_N; c++) {
        at[c] = from[c];
        from[c + 1] += from[c];
    }
    for (size_t i = 0; i < n; i++)
        place[i] = (uint32_t)at[sample[i].channel]++;
    for (size_t i = 0; i < n; i++)
        while (place[i] != i) { /* each exchange brings one to its place */
            uint32_t to = place[i];
            struct fid_kept_sample moved = sample[to];
            sample[to] = sample[i];
            sample[i] = moved;
            place[i] = place[to];
            place[to] = to;
        }
    for (int c = 0; c < FID_CH_N; c++)
        fid_into_order (sample + from[c], from[c + 1] - from[c], sizeof *sample, by_time);
    return 0;
}

static int gauge_room (struct fid_gauge *g, size_t n, size_t dim, struct fid_error *err)
{
    g->dim = dim;
    g->t_ns = malloc ((n ? n : 1) * sizeof *g->t_ns);
    g->value = calloc ((n ? n : 1) * dim, sizeof *g->value);
    return g->t_ns && g->value ? 0 : fid_error_nomem (err);
}

/* The median distance of successive stamps. */
static int set_period (struct fid_gauge *g, struct fid_error *err)
{
    if (g->n < 2)
        return 0;
    FID_FREED uint64_t *gap = malloc ((g->n - 1) * sizeof *gap);
    FID_NEED (gap, err);
    for (size_t i = 0; i + 1 < g->n; i++)
        gap[i] = (uint64_t)(g->t_ns[i + 1] - g->t_ns[i]);
    fid_sort_u64s (gap, g->n - 1);
    g->period_s = (double)gap[(g->n - 2) / 2] / 1e9; /* missed samples only lengthen gaps */
    return 0;
}

/* s and from: as order_samples leaves them. */
static int build_cpu (struct fid_gauge *g, const struct fid_kept_sample *s, const size_t *from,
                      struct fid_error *err)
{
    size_t n0 = from[FID_CH_CPU_USER + 1], at[FID_CH_N];
    memcpy (at, from, sizeof at);
    FID_TRY (gauge_room (g, n0, FID_CPU_DIM, err));
    for (size_t i = 0; i < n0; i++) {
        if (i && s[i].t_ns == s[i - 1].t_ns)
            continue; /* the same stamp twice: rows out of order at a leap; keep the first */
        double v[FID_CPU_DIM];
        int have = 0;
        for (int c = 0; c < FID_CPU_DIM; c++) {
            while (at[c] < from[c + 1] && s[at[c]].t_ns < s[i].t_ns)
                at[c]++;
            if (at[c] < from[c + 1] && s[at[c]].t_ns == s[i].t_ns) {
                v[c] = s[at[c]].value;
                have++;
            }
        }
        if (have < FID_CPU_DIM)
            continue;
        g->t_ns[g->n] = s[i].t_ns;
        memcpy (g->value + g->n++ * FID_CPU_DIM, v, sizeof v);
    }
    return set_period (g, err);
}

/* Whether a GPU sample counts: idle rows (pid -1) always. */
static bool own_process (const struct fid_kept_sample *s, const struct fid_pidset *pids)
{
    return s->pid < 0 || !pids->n || fid_pidset_has (pids, s->pid);
}

/* What the run's processes use of the GPU of s[*at] at that instant, added up; *at moves
 * behind its samples.  Two readings of a process within a second are one. */
static double of_one_gpu (const struct fid_kept_sample *s, size_t n, size_t *at,
                          const struct fid_pidset *pids)
{
    const struct fid_kept_sample *first = &s[*at];
    double all = 0;
    while (*at < n && s[*at].t_ns == first->t_ns && s[*at].part == first->part) {
        const struct fid_kept_sample *one = &s[*at];
        size_t from = *at;
        double sum = 0;
        for (; *at < n && s[*at].t_ns == one->t_ns && s[*at].part == one->part &&
               s[*at].pid == one->pid;
             ++*at)
            sum += s[*at].value;
        if (own_process (one, pids))
            all += sum / (double)(*at - from);
    }
    return all;
}

static int build_gpu (struct fid_gauge *g, struct fid_kept_sample *s, size_t n,
                      const struct fid_pidset *pids, bool percent, size_t *gpu_n,
                      struct fid_error *err)
{
    bool used[256] = {false};
    size_t used_n = 0;
    FID_TRY (gauge_room (g, n, 1, err));
    for (size_t i = 0; i < n; i++)
        if (s[i].pid >= 0 && own_process (&s[i], pids) && s[i].part >= 0 && s[i].part < 256)
            used[s[i].part] = true;
    for (int k = 0; k < 256; k++)
        used_n += used[k];
    *gpu_n = used_n > *gpu_n ? used_n : *gpu_n;
    bool average = !used_n; /* an averaged file names no process: take what there is */
    for (size_t i = 0; i < n;) {
        size_t to = i, gpus = 0;
        double sum = 0;
        while (to < n && s[to].t_ns == s[i].t_ns) {
            size_t one = to;
            double v = of_one_gpu (s, n, &to, pids);
            if (average || (s[one].part >= 0 && s[one].part < 256 && used[s[one].part])) {
                sum += percent && v > 100 ? 100 : v;
                gpus++;
            }
        }
        if (gpus) {
            g->t_ns[g->n] = s[i].t_ns;
            g->value[g->n++] = sum / (double)gpus;
        }
        i = to;
    }
    return set_period (g, err);
}

static int build_disk (struct fid_gauge *g, struct fid_kept_sample *s, size_t n,
                       const bool *used, size_t device_n, struct fid_error *err)
{
    bool any = false;
    FID_TRY (gauge_room (g, n, 1, err));
    for (size_t i = 0; i < n && !any; i++)
        any = (size_t)s[i].part < device_n && used[s[i].part];
    for (size_t i = 0; i < n; i++) {
        if (any && !((size_t)s[i].part < device_n && used[s[i].part]))
            continue;
        if (g->n && g->t_ns[g->n - 1] == s[i].t_ns) {
            g->value[g->n - 1] += s[i].value;
        } else {
            g->t_ns[g->n] = s[i].t_ns;
            g->value[g->n++] = s[i].value;
        }
    }
    return set_period (g, err);
}

int fid_gauges_build (struct fid_host_gauges *of, struct fid_kept_sample *sample, size_t n,
                      const struct fid_pidset *pids, const bool *device_used, size_t device_n,
                      struct fid_error *err)
{
    static const struct {
        enum fid_gauge_id gauge;
        enum fid_channel channel;
    } map[] = {{FID_GAUGE_GPU_SM, FID_CH_GPU_SM},
               {FID_GAUGE_GPU_MEM, FID_CH_GPU_MEM},
               {FID_GAUGE_GPU_FB, FID_CH_GPU_FB},
               {FID_GAUGE_DISK_READ, FID_CH_DISK_READ},
               {FID_GAUGE_DISK_WRITE, FID_CH_DISK_WRITE}};
    size_t from[FID_CH_N + 1] = {0};
    if (n)
        FID_TRY (order_samples (sample, n, from, err));
    FID_TRY (build_cpu (&of->gauge[FID_GAUGE_CPU], sample, from, err));
    for (size_t i = 0; i < sizeof map / sizeof *map; i++) {
        size_t at = from[map[i].channel], count = from[map[i].channel + 1] - at;
        struct fid_kept_sample *s = count ? sample + at : sample; /* NULL if there are none */
        struct fid_gauge *g = &of->gauge[map[i].gauge];
        int rc = map[i].gauge >= FID_GAUGE_DISK_READ
                     ? build_disk (g, s, count, device_used, device_n, err)
                     : build_gpu (g, s, count, pids, map[i].gauge != FID_GAUGE_GPU_FB,
                                  &of->gpu_n, err);
        FID_TRY (rc);
    }
    return 0;
}

void fid_host_gauges_clear (struct fid_host_gauges *of)
{
    for (int id = 0; id < FID_GAUGE_N; id++)
        FID_FREE (of->gauge[id].t_ns, of->gauge[id].value);
    *of = (struct fid_host_gauges){0};
}

/* --- several hosts */

/* Moves *at to the sample whose period holds t_ns, or to the last if that is at most a period
 * ago.  Returns false if there is no such sample. */
static bool find_sample (const struct fid_gauge *g, int64_t t_ns, size_t *at)
{
    int64_t period_ns = (int64_t)(g->period_s * 1e9);
    while (*at < g->n && g->t_ns[*at] < t_ns)
        ++*at;
    if (*at < g->n)
        return g->t_ns[*at] - t_ns <= 2 * period_ns;
    if (!g->n || t_ns - g->t_ns[g->n - 1] > period_ns)
        return false;
    *at = g->n - 1;
    return true;
}

/* Where the hosts' values go to in one gauge of the run: by the weight of each host. */
static int join_gauge (struct fid_gauge *to, const struct fid_host_gauges *of, size_t host_n,
                       enum fid_gauge_id id, const double *weight, struct fid_error *err)
{
    const struct fid_gauge *base = NULL; /* its stamps are taken */
    FID_FREED size_t *at = calloc (host_n, sizeof *at);
    for (size_t i = 0; i < host_n; i++) {
        const struct fid_gauge *g = &of[i].gauge[id];
        if (g->n && (!base || (g->period_s > 0 && g->period_s < base->period_s)))
            base = g;
    }
    int rc = !at ? fid_error_nomem (err)
                 : gauge_room (to, base ? base->n : 0, base ? base->dim : 1, err);
    for (size_t k = 0; !rc && base && k < base->n; k++) {
        double *v = to->value + to->n * to->dim;
        bool all = true;
        memset (v, 0, to->dim * sizeof *v);
        for (size_t i = 0; i < host_n; i++) {
            const struct fid_gauge *g = &of[i].gauge[id];
            if (!g->n)
                continue;
            all &= find_sample (g, base->t_ns[k], &at[i]);
            for (size_t d = 0; all && d < to->dim; d++)
                v[d] += weight[i] * g->value[at[i] * to->dim + d];
        }
        if (all)
            to->t_ns[to->n++] = base->t_ns[k];
    }
    return rc ? -1 : set_period (to, err);
}

double fid_gauge_mean (const struct fid_gauge *g)
{
    double sum = 0;
    for (size_t i = 0; i < g->n; i++)
        sum += g->value[i * g->dim];
    return g->n ? sum / (double)g->n : FID_GAP;
}

/* The mean use of a gauge: of CPUs all that is not idle. */
static double mean_use (const struct fid_gauge *g)
{
    double sum = 0;
    for (size_t i = 0; i < g->n; i++)
        sum += g->dim == FID_CPU_DIM ? 100 - g->value[i * g->dim + FID_CH_CPU_IDLE]
                                     : g->value[i * g->dim];
    return g->n ? sum / (double)g->n : 0;
}

/* Says which host uses most, and which hosts have no such samples. */
static int report_hosts (struct fid_run *run, const struct fid_host_gauges *of,
                         enum fid_gauge_id id, struct fid_error *err)
{
    struct fid_busiest busiest;
    FID_FREED double *use = malloc (run->hosts.n * sizeof *use);
    FID_NEED (use, err);
    size_t seen_n = 0;
    for (size_t i = 0; i < run->hosts.n; i++) {
        const struct fid_gauge *g = &of[i].gauge[id];
        use[i] = g->n ? fmax (0, mean_use (g)) : -1;
        seen_n += g->n > 0;
    }
    for (size_t i = 0; seen_n && i < run->hosts.n; i++) {
        if (use[i] < 0)
            FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_HOST_UNSEEN,
                               .resource = fid_gauge_name (id), .file = run->hosts.at[i].name));
    }
    return fid_busiest_of (use, run->hosts.n, &busiest)
               ? fid_busiest_say (run, fid_gauge_name (id), &busiest, err)
               : 0;
}

int fid_gauges_join (struct fid_run *run, struct fid_host_gauges *of, struct fid_error *err)
{
    size_t host_n = run->hosts.n;
    FID_FREED double *weight = malloc (host_n * sizeof *weight);
    FID_NEED (weight, err);
    for (int id = 0; id < FID_GAUGE_N; id++) {
        double sum = 0;
        if (host_n == 1) {
            run->gauge[id] = of->gauge[id];
            of->gauge[id] = (struct fid_gauge){0};
            continue;
        }
        bool counted = id == FID_GAUGE_CPU; /* all CPUs */
        for (size_t i = 0; i < host_n; i++)
            counted &= run->hosts.at[i].cpu_n || !of[i].gauge[id].n;
        for (size_t i = 0; i < host_n; i++) {
            bool gpu = id >= FID_GAUGE_GPU_SM && id <= FID_GAUGE_GPU_FB;
            weight[i] = gpu && of[i].gpu_n ? (double)of[i].gpu_n
                        : counted          ? (double)run->hosts.at[i].cpu_n
                                           : 1;
            sum += of[i].gauge[id].n ? weight[i] : 0;
        }
        for (size_t i = 0; i < host_n && id < FID_GAUGE_DISK_READ; i++)
            weight[i] /= sum > 0 ? sum : 1;
        FID_TRY (join_gauge (&run->gauge[id], of, host_n, (enum fid_gauge_id)id, weight, err));
        FID_TRY (report_hosts (run, of, (enum fid_gauge_id)id, err));
    }
    return 0;
}

/* --- all of a run */

/* Which devices the disk gauges are sums of: those the run's block requests are for; if no
 * gauge has them, all disks, but not their parts and layers once more. */
static void choose_disks (struct fid_run *run, const struct fid_samples *samples,
                          const struct fid_devices *d, size_t host, bool used[FID_DEVICES_MAX])
{
    bool there[FID_DEVICES_MAX] = {false}, moved[FID_DEVICES_MAX] = {false}, traced = false;
    FID_EACH_OF (const struct fid_kept_sample, s, samples->at, samples->n)
        if (s->channel >= FID_CH_DISK_READ && s->part > 0 &&
            run->source[s->source].host == host) {
            there[s->part - 1] = true;
            moved[s->part - 1] |= s->value > 0;
        }
    for (size_t i = 0; i < d->n; i++) {
        used[i] = d->own[i];
        traced |= there[i] && d->own[i];
    }
    size_t out_n = traced ? 0 : fid_disks_own (d, there, moved, used);
    for (size_t i = 0; i < run->source_n && out_n; i++) {
        struct fid_source *s = &run->source[i];
        struct fid_remark r = {.code = FID_REMARK_DISKS_NOT_ADDED, .number = out_n};
        if ((s->used & FID_GIVES_DISK) && s->host == host && s->sample_n &&
            s->note_n < FID_REMARKS_MAX)
            s->note[s->note_n++] = r;
    }
}

static int host_gauges (struct fid_run *run, struct fid_samples *samples, size_t host,
                        const struct fid_pidset *gpu_pids, const struct fid_ownership *owner,
                        struct fid_host_gauges *g, struct fid_error *err)
{
    FID_SCOPED (fid_pidset_clear) struct fid_pidset gpu = {0};
    bool used[FID_DEVICES_MAX + 1] = {false}; /* 0: samples of no device */
    bool all = run->hosts.n == 1;             /* nobody asks for their order any more */
    size_t n = 0, cap = all ? 0 : samples->n;
    FID_FREED struct fid_kept_sample *some = malloc ((cap + 1) * sizeof *some);
    FID_NEED (some, err);
    /* the run's processes on the GPUs: those that also read files.  Without a VFS trace the set
     * stays empty, and the gauges count all */
    for (size_t i = 0; i < gpu_pids->cap; i++)
        if (fid_pidset_has (&owner->pids, gpu_pids->slot[i]))
            FID_TRY (fid_pidset_add (&gpu, gpu_pids->slot[i], err));
    for (size_t i = 0; i < cap; i++)
        if (run->source[samples->at[i].source].host == host)
            some[n++] = samples->at[i];
    choose_disks (run, samples, &owner->devices, host, used + 1);
    return fid_gauges_build (g, all ? samples->at : some, all ? samples->n : n, &gpu, used,
                             FID_DEVICES_MAX + 1, err);
}

int fid_gauges_make (struct fid_run *run, struct fid_samples *samples,
                     const struct fid_host_collected *host, const struct fid_ownership *owner,
                     struct fid_error *err)
{
    FID_FREED struct fid_host_gauges *of = calloc (run->hosts.n, sizeof *of);
    int rc = of ? 0 : fid_error_nomem (err);
    for (size_t i = 0; !rc && i < run->hosts.n; i++)
        rc = host_gauges (run, samples, i, &host[i].gpu_pids, &owner[i], &of[i], err);
    if (!rc)
        rc = fid_gauges_join (run, of, err);
    for (size_t i = 0; of && i < run->hosts.n; i++)
        fid_host_gauges_clear (&of[i]);
    return rc;
}
