/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fluid.c - the fluid model of times.h */
#include "storage/fluid.h"

#define FOR_LANES(l) for (size_t l = 0; l < FID_LANES; l++)

/* What a window of steps takes: of the storage, of readers besides, of the steps.  What its
 * last step does not wait for is sent while the storage has nothing else to do; the rest of
 * that, the next window waits for. */
struct filling {
    struct fid_storage_lanes send_s, wait_s, late_s, kept_s;
    double work_s, compute_s;
    size_t n;
};

/* Adds the window to the time, and begins the next.  Readers that have a batch each keep the
 * storage busy, or themselves. */
static void close_window (struct filling *f, const struct fid_stint_loader *loader,
                          struct fid_storage_lanes *now)
{
    double overlap = loader->overlap, share = 1 / (double)loader->batch_n;
    FOR_LANES (l)
    {
        double late_s = fid_smaller (f->late_s.x[l], f->send_s.x[l]);
        double send_s = f->send_s.x[l] - late_s;
        double read_s = fid_larger (send_s, (send_s + f->wait_s.x[l] + f->work_s) * share);
        /* what the storage makes up for is sent at once */
        double kept_s = fid_smaller (f->kept_s.x[l], send_s);
        double beside = fid_larger (f->compute_s, read_s);
        double after = f->compute_s + read_s - kept_s;
        double idle_s = overlap * (beside - read_s) + (1 - overlap) * f->compute_s;
        now->x[l] += overlap * beside + (1 - overlap) * after;
        f->send_s.x[l] = fid_larger (0, late_s - idle_s);
        f->wait_s.x[l] = f->late_s.x[l] = f->kept_s.x[l] = 0;
    }
    f->work_s = f->compute_s = 0;
    f->n = 0;
}

static void run_fluid_steps (const struct fid_rank_demand *r, const struct fid_stint *s,
                             const struct fid_costs_of_lanes *c, struct fid_storage_lanes *rest,
                             struct fid_storage_lanes *now)
{
    const struct fid_stint_loader *loader = fid_stint_loader (r, s);
    struct filling f = {.send_s = *rest};
    for (size_t k = s->first; k < s->first + s->n; k++) {
        double byte_n = r->byte_n[k], late_n = r->late_n[k];
        FOR_LANES (l) f.late_s.x[l] = late_n * c->byte.x[l];
        if (c->waits) {
            double request_n = r->request_n[k], wait_n = r->wait_n[k], meta_n = r->meta_n[k],
                   busy_s = r->busy_s[k];
            FOR_LANES (l)
            {
                f.send_s.x[l] +=
                    fid_larger (byte_n * c->byte.x[l], request_n * c->request.x[l]);
                f.wait_s.x[l] +=
                    wait_n * c->wait.x[l] + meta_n * c->meta.x[l] + busy_s * c->recorded.x[l];
            }
        } else
            FOR_LANES (l) f.send_s.x[l] += byte_n * c->byte.x[l];
        double work_s = r->work_s[k] * c->work / (double)loader->batch_n;
        double pause_s = r->compute_s[k] + work_s,
               longest_s = pause_s - fid_work_between (work_s, r->wait_n[k]);
        FOR_LANES (l) f.kept_s.x[l] += longest_s < c->spare.x[l] ? pause_s : 0;
        f.work_s += r->work_s[k] * c->work;
        f.compute_s += r->compute_s[k];
        if (++f.n >= loader->window)
            close_window (&f, loader, now);
    }
    if (f.n)
        close_window (&f, loader, now);
    *rest = f.send_s;
}

/* The storage sends what is left while nobody asks it for more. */
static void send_rest (struct fid_storage_lanes *rest, const struct fid_storage_lanes *from,
                       const struct fid_storage_lanes *to)
{
    FOR_LANES (l) rest->x[l] = fid_larger (0, rest->x[l] - (to->x[l] - from->x[l]));
}

static void run_fluid_rank (const struct fid_demand *d, const struct fid_rank_demand *r,
                            const struct fid_storage *storage, size_t n, struct fid_times *out)
{
    struct fid_storage_lanes now = {{0}}, flushed = {{0}}, rest = {{0}};
    double rank_n = (double)d->rank_n;
    FID_EACH (const struct fid_stint, s, r->stint) {
        struct fid_storage_lanes began = now;
        if (s->n) {
            struct fid_costs_of_lanes c;
            fid_lanes_costs (&c, storage, n, r, s);
            FOR_LANES (l) now.x[l] += s->opens ? s->lead_s : 0;
            send_rest (&rest, &began, &now);
            run_fluid_steps (r, s, &c, &rest, &now);
        } else {
            FOR_LANES (l)
            now.x[l] +=
                fid_stint_time (d, s, &storage[l < n ? l : 0], false, now.x[l], &flushed.x[l]);
            send_rest (&rest, &began, &now);
        }
        for (size_t l = 0; l < n; l++)
            out[l].part_s[s->kind] += (now.x[l] - began.x[l]) / rank_n;
        FOR_LANES (l)
        {
            now.x[l] += s->tail_s;
            rest.x[l] = fid_larger (0, rest.x[l] - s->tail_s);
        }
        for (size_t l = 0; l < n; l++)
            out[l].part_s[FID_JOB_REST] += s->tail_s / rank_n;
    }
    for (size_t l = 0; l < n; l++)
        out[l].total_s = fid_larger (out[l].total_s, now.x[l]);
}

void fid_fluid_lanes (const struct fid_demand *d, const struct fid_storage *storage, size_t n,
                      struct fid_times *out)
{
    for (size_t l = 0; l < n; l++)
        out[l] = (struct fid_times){.compute_s = d->compute_s};
    for (size_t i = 0; i < d->rank_n; i++)
        run_fluid_rank (d, &d->rank[i], storage, n, out);
}
