/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_books.c - figures of one thing that come from different places, held against each other
 * (build_priv.h) */
#include "run/build_priv.h"

#define APART      1.1       /* times: figures that are further apart contradict each other */
#define SOME       67108864. /* bytes: less may be anything */
#define FROM_DISK  0.5       /* share that the disk's counters have at least */
#define ROLES_SOME 1048576.  /* bytes that are read */
#define GIB        1073741824.

/* --- calls */

/* Most bytes that are read are of files that are taken for no data. */
static int find_roles (struct fid_run *run, struct fid_error *err)
{
    const struct fid_role_use *most = NULL;
    int role = 0;
    double all = 0;
    for (int r = 0; r < FID_ROLE_N; r++)
        for (int by = 0; by < FID_ROLE_RULE_N && r != FID_ROLE_DEVICE; by++) {
            const struct fid_role_use *u = &run->role[r][by];
            all += (double)u->read_byte_n;
            bool told = by == FID_ROLE_BY_USER || by == FID_ROLE_BY_CONFIGURATION;
            if (r == FID_ROLE_DATA || r == FID_ROLE_CHECKPOINT || told ||
                (most && u->read_byte_n <= most->read_byte_n))
                continue;
            most = u;
            role = r;
        }
    if (run->stream[FID_STREAM_DATA_READ].owner_byte_n[FID_OWNER_SELF] || !most ||
        (double)most->read_byte_n < ROLES_SOME || (double)most->read_byte_n < all / 2)
        return 0;
    return FID_FIND (&run->findings, err, .code = FID_RUN_READ_NO_DATA,
                     .name = fid_roles[role].name, .detail = (char *)most->example,
                     .number = {(int64_t)most->read_byte_n},
                     .value = 100 * (double)most->read_byte_n / all);
}

/* The log has steps, and no data was opened or read, though both were traced. */
static int find_unread (struct fid_run *run, struct fid_error *err)
{
    const struct fid_stream *read = &run->stream[FID_STREAM_DATA_READ];
    const struct fid_stream *open = &run->stream[FID_STREAM_DATA_OPEN];
    double batch = fid_run_fact_number (run, "global_batch_size");
    int64_t step_n = 0;
    FID_EACH_OF (const struct fid_step, s, run->steps.step, run->steps.n)
        step_n += !s->eval;
    bool seen = read->traced && open->traced && !read->incomplete && !open->incomplete &&
                fid_run_saw (run, FID_GIVES_READ) && fid_run_saw (run, FID_GIVES_OPEN);
    if (run->steps.found || !seen || !step_n || !(batch > 0) ||
        read->owner_op_n[FID_OWNER_SELF] || open->owner_op_n[FID_OWNER_SELF])
        return 0;
    return FID_FIND (&run->findings, err, .code = FID_RUN_SAMPLES_UNREAD,
                     .resource = "data.read", .number = {(int64_t)((double)step_n * batch)});
}

/* --- what is stated, beside the disk's counters */

/* Bytes of a gauge of MiB a second in [from_ns, to_ns); below 0: it does not cover them. */
static double gauge_bytes (const struct fid_gauge *g, int64_t from_ns, int64_t to_ns)
{
    int64_t period_ns = (int64_t)(g->period_s * 1e9);
    double sum = 0;
    if (g->n < 3 || g->incomplete || g->t_ns[0] - 2 * period_ns > from_ns ||
        g->t_ns[g->n - 1] + period_ns < to_ns)
        return FID_ABSENT;
    for (size_t i = 0; i < g->n; i++)
        if (g->t_ns[i] > from_ns && g->t_ns[i] - period_ns < to_ns)
            sum += g->value[i * g->dim] * g->period_s * 1048576;
    return sum;
}

/* Sums phases of a kind: what is stated of them, and what the gauge has in their time. */
struct moved {
    double stated_n, disk_n;
};

static struct moved phases_moved (const struct fid_run *run, enum fid_gauge_id id,
                                  enum fid_phase_kind kind, enum fid_phase_name name,
                                  double byte_s)
{
    struct moved m = {0, 0};
    double gib = fid_run_fact_number (run, "checkpoint_size_GB");
    FID_EACH (const struct fid_phase, p, run->phases.phase) {
        if (p->kind != kind || (name != FID_NAME_N && p->name != name) || m.disk_n < 0)
            continue;
        double n = gauge_bytes (&run->gauge[id], p->start_ns, p->end_ns);
        m.stated_n += byte_s > 0      ? byte_s * (double)(p->end_ns - p->start_ns) / 1e9
                      : p->byte_n > 0 ? p->byte_n
                                      : fmax (0, gib) * GIB;
        m.disk_n = n < 0 ? n : m.disk_n + n;
    }
    return m;
}

static int find_not_on_disk (struct fid_run *run, struct fid_error *err)
{
    double train = fid_run_fact_number (run, "train_io_mean_MB_per_second") * 1048576;
    const struct {
        const char *what;
        enum fid_gauge_id id;
        struct moved m;
    } of[] = {
        {"loaded", FID_GAUGE_DISK_READ,
         phases_moved (run, FID_GAUGE_DISK_READ, FID_PHASE_CHECKPOINT, FID_NAME_CHECKPOINT_LOAD,
                       0)},
        {"read in training", FID_GAUGE_DISK_READ,
         train > 0 && !run->stream[FID_STREAM_DATA_READ].traced
             ? phases_moved (run, FID_GAUGE_DISK_READ, FID_PHASE_TRAINING, FID_NAME_N, train)
             : (struct moved){0, 0}},
        {"saved", FID_GAUGE_DISK_WRITE,
         phases_moved (run, FID_GAUGE_DISK_WRITE, FID_PHASE_CHECKPOINT, FID_NAME_CHECKPOINT,
                       0)}};
    if (!run->phases.known || fid_run_fact_number (run, "num_hosts") > (double)run->hosts.n)
        return 0;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct moved m = of[i].m;
        if (of[i].id == FID_GAUGE_DISK_WRITE && m.disk_n >= 0) /* it may be written later */
            m.disk_n =
                gauge_bytes (&run->gauge[of[i].id], run->phases.origin_ns, run->phases.end_ns);
        if (m.disk_n >= 0 && m.stated_n >= SOME && m.disk_n < FROM_DISK * m.stated_n)
            FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_NOT_ON_DISK,
                               .resource = fid_gauge_name (of[i].id), .name = of[i].what,
                               .number = {(int64_t)m.stated_n, (int64_t)m.disk_n}));
    }
    return 0;
}

/* --- what is stated in two ways */

static int find_apart (struct fid_run *run, struct fid_error *err)
{
    double samples_s = fid_run_fact_number (run, "train_throughput_mean_samples_per_second");
    double busy = fid_run_fact_number (run, "train_au_mean_percentage") / 100;
    double step_s = fid_run_fact_number (run, "workload.train.computation_time.mean");
    double batch = fid_run_fact_number (run, "workload.reader.batch_size");
    double ranks = fid_run_fact_number (run, "num_accelerators"), logged_n = 0, logs = 0;
    step_s = step_s > 0 ? step_s : fid_run_fact_number (run, "workload.train.computation_time");
    FID_EACH (const struct fid_phase, p, run->phases.phase)
        if (p->byte_n > 0) {
            logged_n += p->byte_n;
            logs++;
        }
    const struct {
        const char *what, *is, *other;
        double a, b;
    } of[] = {{"samples/s", "as the results state",
               "by accelerators, batch, utilisation and computation", samples_s,
               ranks * batch * busy / step_s},
              {"MiB/s", "as the results state", "by samples a second and record length",
               fid_run_fact_number (run, "train_io_mean_MB_per_second"),
               samples_s * fid_run_fact_number (run, "workload.dataset.record_length_bytes") /
                   1048576},
              {"GiB a checkpoint", "as the results state", "by seconds and rates of the log",
               fid_run_fact_number (run, "checkpoint_size_GB"), logged_n / logs / GIB}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char text[200];
        if (!(of[i].a > 0) || !(of[i].b > 0) || isinf (of[i].b) ||
            fabs (log (of[i].a / of[i].b)) <= log (APART))
            continue;
        snprintf (text, sizeof text, "%.4g %s %s, %.4g %s", of[i].a, of[i].what, of[i].is,
                  of[i].b, of[i].other);
        FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_FIGURES_APART, .detail = text));
    }
    return 0;
}

int fid_build_books (struct fid_run *run, struct fid_error *err)
{
    FID_TRY (find_roles (run, err));
    FID_TRY (find_unread (run, err));
    FID_TRY (find_not_on_disk (run, err));
    return find_apart (run, err);
}
