/* fluid.c - the fluid model of times.h */
#include "storage/fluid.h"

#define FOR_LANES(l) for (size_t l = 0; l < FID_LANES; l++)

/* How long reading and computing take in a window of steps. */
struct filling {
    struct fid_storage_lanes read_s;
    double compute_s;
    size_t n;
};

/* Adds the window to the time, and empties it. */
static void
close_window (struct filling *f, double overlap, struct fid_storage_lanes *now)
{
    FOR_LANES (l)
    {
        double beside = fid_larger (f->compute_s, f->read_s.x[l]);
        double after = f->compute_s + f->read_s.x[l];
        now->x[l] += overlap * beside + (1 - overlap) * after;
    }
    *f = (struct filling){0};
}

static void
run_fluid_steps (const struct fid_rank_demand *r, const struct fid_stint *s,
                 const struct fid_costs_of_lanes *c, struct fid_storage_lanes *now)
{
    const struct fid_stint_loader *loader =
        s->kind == FID_JOB_EVALUATION ? &r->eval : &r->train;
    struct filling f = {0};
    for (size_t k = s->first; !c->waits && k < s->first + s->n; k++) {
        double byte_n = r->byte_n[k];
        FOR_LANES (l) f.read_s.x[l] += byte_n * c->byte.x[l];
        f.compute_s += r->compute_s[k];
        if (++f.n >= loader->window)
            close_window (&f, loader->overlap, now);
    }
    for (size_t k = s->first; c->waits && k < s->first + s->n; k++) {
        double byte_n = r->byte_n[k], request_n = r->request_n[k], wait_n = r->wait_n[k];
        double meta_n = r->meta_n[k], busy_s = r->busy_s[k];
        FOR_LANES (l)
        f.read_s.x[l] += fid_larger (byte_n * c->byte.x[l], request_n * c->request.x[l]) +
                         wait_n * c->wait.x[l] + meta_n * c->meta.x[l] +
                         busy_s * c->recorded.x[l];
        f.compute_s += r->compute_s[k];
        if (++f.n >= loader->window)
            close_window (&f, loader->overlap, now);
    }
    close_window (&f, loader->overlap, now);
}

static void
run_fluid_rank (const struct fid_demand *d, const struct fid_rank_demand *r,
                const struct fid_storage *storage, size_t n, struct fid_times *out)
{
    struct fid_storage_lanes now = {{0}}, flushed = {{0}};
    double rank_n = (double)d->rank_n;
    for (size_t i = 0; i < r->stint_n; i++) {
        const struct fid_stint *s = &r->stint[i];
        struct fid_storage_lanes began = now;
        if (s->n) {
            struct fid_costs_of_lanes c;
            bool eval = s->kind == FID_JOB_EVALUATION;
            fid_lanes_costs (&c, storage, n, eval ? r->share_n : r->training_share_n,
                             eval ? r->eval.reader_n : r->train.reader_n);
            FOR_LANES (l) now.x[l] += s->opens ? s->lead_s : 0;
            run_fluid_steps (r, s, &c, &now);
        } else
            FOR_LANES (l)
        now.x[l] +=
            fid_stint_time (d, s, &storage[l < n ? l : 0], false, now.x[l], &flushed.x[l]);
        for (size_t l = 0; l < n; l++)
            out[l].part_s[s->kind] += (now.x[l] - began.x[l]) / rank_n;
        FOR_LANES (l) now.x[l] += s->tail_s;
        for (size_t l = 0; l < n; l++)
            out[l].part_s[FID_JOB_REST] += s->tail_s / rank_n;
    }
    for (size_t l = 0; l < n; l++)
        out[l].total_s = fid_larger (out[l].total_s, now.x[l]);
}

void
fid_fluid_lanes (const struct fid_demand *d, const struct fid_storage *storage, size_t n,
                 struct fid_times *out)
{
    for (size_t l = 0; l < n; l++)
        out[l] = (struct fid_times){.compute_s = d->compute_s};
    for (size_t i = 0; i < d->rank_n; i++)
        run_fluid_rank (d, &d->rank[i], storage, n, out);
}
