/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prometheus.c - use of CPUs, disks and GPUs, as a range query of Prometheus returns it
 *
 *     {"status": "success", "data": {"resultType": "matrix", "result": [
 *       {"metric": {"__name__": "DCGM_FI_DEV_GPU_UTIL", "gpu": "0", "Hostname": "node1"},
 *        "values": [[1676102400.5, "61"], [1676102401.5, "63"]]}]}}
 *
 * The answer of /api/v1/query_range for the metrics themselves, not for rates of
 * them: those have no name.  UTC.  From node_exporter come counters, whose growth
 * from one point to the next is the value of the interval that ends there; from
 * DCGM's exporter come gauges.  A series is of the host that Hostname, else instance without
 * its port, names.  Of several series of the same thing (two jobs that ask one exporter) the
 * first is taken. */
#include "readers/gpu/gpu_use.h"
#include "readers/reader.h"
#include "readers/sysstat/cpushare.h"

#define TIME_MAX_S 4102444800.0 /* 2100 */
#define SERIES_MAX 65536        /* more are left out */
#define HOSTS_MAX  1024         /* so are series of more hosts */

enum family { NODE, DCGM };

static const struct metric {
    const char *name;
    enum family family;
    enum fid_channel channel; /* CPU_USER: the label mode tells which */
} metrics[] = {
    {"node_cpu_seconds_total", NODE, FID_CH_CPU_USER},
    {"node_disk_read_bytes_total", NODE, FID_CH_DISK_READ},
    {"node_disk_written_bytes_total", NODE, FID_CH_DISK_WRITE},
    {"DCGM_FI_DEV_GPU_UTIL", DCGM, FID_CH_GPU_SM},
    {"DCGM_FI_DEV_MEM_COPY_UTIL", DCGM, FID_CH_GPU_MEM},
    {"DCGM_FI_DEV_FB_USED", DCGM, FID_CH_GPU_FB},
};

/* The labels of a series that matter; MIG: it is of a part of a GPU. */
enum label { NAME, CPU, MODE, DEVICE, GPU, HOST, MIG, INSTANCE, LABEL_N };
static const char *const labels[] = {"__name__", "cpu",      "mode",     "device", "gpu",
                                     "Hostname", "GPU_I_ID", "instance", NULL};

struct host {
    uint64_t key; /* of its name; 0: it has none */
    int cpu_n;    /* whose idle time is counted */
};

/* Seconds that CPUs of a host spent in one way, before t_ns. */
struct spent {
    const struct host *host; /* borrowed */
    int64_t t_ns;
    int share;
    double s;
};

struct prometheus {
    const struct fid_sink *sink;
    FID_LIST (struct spent, spent); /* owned */
    FID_LIST (uint64_t, known);     /* owned; hashes of the series taken */
    struct host host[HOSTS_MAX];
    size_t host_n;
    uint64_t other_n, nameless_n; /* series left out */
    size_t line;
};

static int probe_prometheus (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    fid_json_init (&j, head->text);
    if (!fid_json_enter (&j, '{') || !fid_json_member (&j, &key))
        return 0;
    bool first = fid_span_is (key, "status") || fid_span_is (key, "data");
    return first && fid_span_find (head->text, "\"resultType\"") >= 0 ? 90 : 0;
}

/* Reads the labels; HOST becomes the name of the host. */
static void read_labels (struct fid_span text, struct fid_span l[LABEL_N])
{
    struct fid_json j;
    memset (l, 0, LABEL_N * sizeof *l);
    fid_json_init (&j, text);
    if (!fid_json_enter (&j, '{'))
        return;
    fid_members_take (&j, labels, l);
    if (l[HOST].n)
        return;
    struct fid_span instance = l[INSTANCE];
    size_t n = instance.n;
    while (n && instance.p[n - 1] >= '0' && instance.p[n - 1] <= '9')
        n--;
    l[HOST] = instance;
    l[HOST].n = n && instance.p[n - 1] == ':' ? n - 1 : instance.n;
}

/* The host of a series, which is told at first; NULL if there are too many, or without memory. */
static struct host *host_of (struct prometheus *p, struct fid_span name, int *rc,
                             struct fid_error *err)
{
    uint64_t key = name.n ? fid_hash_bytes (name.p, name.n, 0) : 0;
    size_t i = 0;
    while (i < p->host_n && p->host[i].key != key)
        i++;
    if (i == HOSTS_MAX)
        return NULL;
    if (i == p->host_n) {
        *rc = key ? fid_put_host_name (p->sink, key, name, err) : 0;
        p->host[p->host_n++] = (struct host){.key = key};
    }
    return *rc ? NULL : &p->host[i];
}

/* Whether a series is the first of its CPU, disk or GPU.  *rc is -1 without memory. */
static bool is_wanted (struct prometheus *p, const struct metric *m, const struct fid_span *l,
                       const struct host *host, int *rc, struct fid_error *err)
{
    if (!host || l[MIG].n || p->known_n == SERIES_MAX)
        return false;
    const struct fid_span part[] = {l[CPU], l[MODE], l[DEVICE], l[GPU]};
    uint64_t hash = fid_hash_number ((uint64_t)(m - metrics), host->key);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (m->family == NODE || i == 3) /* "device" of a GPU is its number again */
            hash = fid_hash_bytes (part[i].n ? part[i].p : "", part[i].n, hash + i);
    for (size_t i = 0; i < p->known_n; i++)
        if (p->known[i] == hash)
            return false;
    *rc = FID_PUSH (p->known, err, hash);
    return !*rc;
}

/* The next point [t, "v"]; false at the end.  *good: both are numbers. */
static bool next_point (struct fid_json *j, int64_t *t_ns, double *v, bool *good)
{
    double t = -1;
    bool timed = false, valued = false;
    *good = false;
    if (!fid_json_element (j))
        return false;
    if (!fid_json_into (j, '['))
        return true;
    for (int i = 0; fid_json_element (j); i++) {
        if (i == 0)
            timed = fid_json_f64 (j, &t);
        else if (i == 1)
            valued = fid_json_f64 (j, v);
        else
            fid_json_skip (j);
    }
    *good = timed && valued && t >= 0 && t < TIME_MAX_S && *v >= 0;
    *t_ns = *good ? (int64_t)llround (t * 1e3) * FID_MS : 0;
    return true;
}

/* What a counter grew by up to t_ns, in dt_s. */
static int put_growth (struct prometheus *p, const struct metric *m, const struct fid_span *l,
                       const struct host *host, int64_t t_ns, double growth, double dt_s,
                       struct fid_error *err)
{
    if (m->channel == FID_CH_CPU_USER)
        return FID_PUSH (p->spent, err,
                         (struct spent){host, t_ns, fid_cpu_column (l[MODE]), growth});
    double mib_s = growth / dt_s / 1048576;
    if (mib_s <= FID_GAUGE_MAX)
        return fid_put_gauge (p->sink, t_ns, m->channel, l[DEVICE], mib_s, err);
    fid_put_reject (p->sink, p->line, FID_REMARK_THROUGHPUT_BAD);
    return 0;
}

static int read_values (struct prometheus *p, const struct metric *m, const struct fid_span *l,
                        const struct host *host, struct fid_span text, struct fid_error *err)
{
    struct fid_json j;
    int64_t t_ns, before_ns = 0;
    int gpu = 0;
    double v = 0, before = 0;
    bool good, any = false;
    fid_json_init (&j, text);
    FID_TRY (fid_put_host (p->sink, host->key, err));
    if (m->family == DCGM && !fid_gpu_number (l[GPU], &gpu)) {
        fid_put_reject (p->sink, p->line, FID_REMARK_GPU_NOT_SMALL);
        return 0;
    }
    if (!fid_json_enter (&j, '['))
        return 0;
    while (next_point (&j, &t_ns, &v, &good)) {
        if (!good) { /* NaN: nothing was scraped */
            any = false;
            continue;
        }
        if (m->family == DCGM) {
            struct fid_sample s = {
                .t_ns = t_ns, .channel = m->channel, .value = v, .index = gpu, .pid = -1};
            enum fid_remark_code why = fid_gpu_check ((int)(m->channel - FID_CH_GPU_SM), v);
            if (why)
                fid_put_reject (p->sink, p->line, why);
            else
                FID_TRY (fid_put_sample (p->sink, &s, err));
        } else if (any && t_ns > before_ns && v >= before) { /* else it began anew */
            FID_TRY (put_growth (p, m, l, host, t_ns, v - before,
                                 (double)(t_ns - before_ns) / 1e9, err));
        }
        any = true;
        before = v;
        before_ns = t_ns;
    }
    return 0;
}

static int take_series (struct prometheus *p, struct fid_json *j, struct fid_error *err)
{
    static const char *const names[] = {"metric", "values", NULL};
    struct fid_span part[2], l[LABEL_N];
    int rc = 0;
    fid_members_take (j, names, part);
    if (j->cut || j->bad)
        return 0;
    read_labels (part[0], l);
    const struct metric *m = NULL;
    FID_EACH_OF (const struct metric, known, metrics, sizeof metrics / sizeof *metrics)
        m = fid_span_is (l[NAME], known->name) ? known : m;
    bool cpu = m && m->channel == FID_CH_CPU_USER;
    struct host *host = m ? host_of (p, l[HOST], &rc, err) : NULL;
    if (m && (!cpu || fid_cpu_column (l[MODE]) >= 0) && is_wanted (p, m, l, host, &rc, err)) {
        host->cpu_n += cpu && fid_span_is (l[MODE], "idle");
        return read_values (p, m, l, host, part[1], err);
    }
    p->nameless_n += !l[NAME].n;
    p->other_n += l[NAME].n > 0;
    return rc;
}

FID_ORDER_BY (by_host, struct spent, FID_RISING (host) FID_RISING (t_ns) FID_RISING (share))

/* What the CPUs of each host did before each point, in percent of all that they did, and how
 * many they are. */
static int put_cpus (struct prometheus *p, struct fid_error *err)
{
    FID_SORT (p->spent, p->spent_n, by_host);
    for (size_t i = 0; i < p->spent_n;) {
        double value[FID_CPU_SHARES] = {0}, all = 0;
        const struct spent first = p->spent[i];
        for (;
             i < p->spent_n && p->spent[i].t_ns == first.t_ns && p->spent[i].host == first.host;
             i++) {
            value[p->spent[i].share] += p->spent[i].s;
            all += p->spent[i].s;
        }
        for (int k = 0; k < FID_CPU_SHARES && all > 0; k++)
            value[k] = 100 * (value[k] / all);
        if (all > 0) {
            FID_TRY (fid_put_host (p->sink, first.host->key, err));
            FID_TRY (fid_cpu_put (p->sink, first.t_ns, value, err));
        }
    }
    for (size_t i = 0; i < p->host_n; i++) { /* the share of all hosts is by their CPUs */
        char text[16];
        struct fid_fact f = {"host_cpus", {text, 0}};
        f.value.n = (size_t)snprintf (text, sizeof text, "%d", p->host[i].cpu_n);
        if (p->host[i].cpu_n) {
            FID_TRY (fid_put_host (p->sink, p->host[i].key, err));
            FID_TRY (fid_put_fact (p->sink, &f, err));
        }
    }
    return 0;
}

static int take_data (struct prometheus *p, const struct fid_input *in, struct fid_json *j,
                      struct fid_error *err)
{
    struct fid_span key, type;
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "resultType")) {
            if (fid_json_string (j, &type) && !fid_span_is (type, "matrix"))
                return fid_errorf (err, FID_EINPUT,
                                   "%s: a %.*s: ask with /api/v1/query_range, which returns a "
                                   "matrix",
                                   in->text->path, FID_SPAN_ARG (type));
        } else if (fid_span_is (key, "result") && fid_json_enter (j, '[')) {
            while (fid_json_element (j)) {
                if (!fid_json_enter (j, '{'))
                    fid_json_skip (j);
                else if (take_series (p, j, err))
                    return -1;
            }
        } else {
            fid_json_skip (j);
        }
    }
    return 0;
}

static int read_prometheus (struct fid_input *in, struct fid_error *err)
{
    struct prometheus p = {.sink = in->sink, .line = 1};
    struct fid_json j;
    struct fid_span key;
    int rc = 0;
    FID_TRY (fid_jsondoc_open (in, &j, err));
    while (!rc && fid_json_member (&j, &key)) {
        if (fid_span_is (key, "data") && fid_json_enter (&j, '{'))
            rc = take_data (&p, in, &j, err);
        else
            fid_json_skip (&j);
    }
    rc = FID_FAILED (rc || put_cpus (&p, err) || fid_jsondoc_end (in, &j, err));
    fid_put_count (in->sink, FID_REMARK_SERIES_OTHER, p.other_n);
    fid_put_count (in->sink, FID_REMARK_SERIES_NAMELESS, p.nameless_n);
    FID_FREE (p.spent, p.known);
    return rc;
}

FID_READER_IS (prometheus, UTC, FID_GIVES_CPU | FID_GIVES_DISK | FID_GIVES_GPU, 15,
               "use of CPUs, disks and GPUs, as a range query of Prometheus returns it")
