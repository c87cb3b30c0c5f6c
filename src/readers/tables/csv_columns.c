/* csv_columns.c - see csv_columns.h */
#include <string.h>
#include "readers/tables/csv_columns.h"

bool
fid_csv_field (struct fid_span *rest, struct fid_span *field)
{
    struct fid_span s;
    if (!rest->p)
        return false;
    s = fid_span_trim (*rest);
    const char *close = s.n > 1 && s.p[0] == '"' ? memchr (s.p + 1, '"', s.n - 1) : NULL;
    if (!close) {
        fid_span_field (rest, ',', field);
        *field = fid_span_trim (*field);
        return true;
    }
    /* a comma inside quotes separates nothing */
    *field = (struct fid_span){s.p + 1, (size_t)(close - s.p - 1)};
    *rest = (struct fid_span){close + 1, (size_t)(s.p + s.n - close - 1)};
    fid_span_field (rest, ',', &s);
    return true;
}

static bool
time_name (struct fid_span name, enum fid_clock clock)
{
    static const char *const relative[] = {"time_s", "seconds", "t", "start_s"};
    static const char *const utc[] = {"timestamp", "time", "utc", "start_utc"};
    const char *const *names = clock == FID_CLOCK_UTC ? utc : relative;
    for (int i = 0; i < 4; i++)
        if (fid_span_is (name, names[i]))
            return true;
    return false;
}

/* "disk.read:sda" or "gpu.sm:3" or "cpu.user". */
static bool
gauge_column (struct fid_span name, struct fid_csv_column *c)
{
    static const char *const names[FID_CH_N] = {
        [FID_CH_CPU_USER] = "cpu.user",     [FID_CH_CPU_SYS] = "cpu.sys",
        [FID_CH_CPU_IOWAIT] = "cpu.iowait", [FID_CH_CPU_IDLE] = "cpu.idle",
        [FID_CH_GPU_SM] = "gpu.sm",         [FID_CH_GPU_MEM] = "gpu.mem",
        [FID_CH_GPU_FB] = "gpu.fb",         [FID_CH_DISK_READ] = "disk.read",
        [FID_CH_DISK_WRITE] = "disk.write",
    };
    struct fid_span rest = name, base;
    fid_span_field (&rest, ':', &base);
    for (int ch = 0; ch < FID_CH_N; ch++) {
        bool gpu = ch >= FID_CH_GPU_SM && ch <= FID_CH_GPU_FB;
        int64_t index = 0;
        if (!fid_span_is (base, names[ch]))
            continue;
        if (rest.p && ch < FID_CH_GPU_SM)
            return false; /* CPU shares are of all CPUs */
        if (gpu && rest.p && (!fid_span_i64 (rest, &index) || index < 0 || index > INT16_MAX))
            return false;
        c->what = FID_CSV_GAUGE;
        c->channel = (enum fid_channel)ch;
        c->index = gpu ? (int)index : -1;
        c->key = gpu || !rest.p ? (struct fid_span){"", 0} : rest;
        return true;
    }
    return false;
}

static enum fid_csv_what
other_column (struct fid_span name, enum fid_clock clock)
{
    static const struct {
        const char *name;
        enum fid_csv_what what;
    } names[] = {
        {"op", FID_CSV_OP},       {"bytes", FID_CSV_BYTES}, {"latency_s", FID_CSV_LATENCY},
        {"file", FID_CSV_FILE},   {"pid", FID_CSV_PID},     {"device", FID_CSV_DEVICE},
        {"phase", FID_CSV_PHASE}, {"epoch", FID_CSV_EPOCH},
    };
    if (fid_span_is (name, clock == FID_CLOCK_UTC ? "end_utc" : "end_s"))
        return FID_CSV_END;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fid_span_is (name, names[i].name))
            return names[i].what;
    return FID_CSV_UNKNOWN;
}

size_t
fid_csv_header (struct fid_span line, enum fid_clock clock, struct fid_csv_column *column,
                enum fid_csv_kind *kind)
{
    struct fid_span rest = line, name;
    unsigned seen = 0;
    size_t n = 0;
    if (!fid_csv_field (&rest, &name) || !time_name (name, clock))
        return 0;
    do {
        struct fid_csv_column c = {.index = -1, .key = {"", 0}};
        if (n == FID_CSV_COLUMNS_MAX)
            return 0;
        if (n > 0 && !gauge_column (name, &c))
            c.what = other_column (name, clock);
        seen |= 1U << c.what;
        column[n++] = c;
    } while (fid_csv_field (&rest, &name));
    *kind = FID_CSV_NOTHING;
    if (seen & 1U << FID_CSV_OP)
        *kind = FID_CSV_EVENTS;
    else if (seen & 1U << FID_CSV_PHASE && seen & 1U << FID_CSV_END)
        *kind = FID_CSV_PHASES;
    else if (seen & 1U << FID_CSV_GAUGE)
        *kind = FID_CSV_GAUGES;
    return n;
}
