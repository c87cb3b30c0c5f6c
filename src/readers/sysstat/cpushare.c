/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpushare.c - see cpushare.h */
#include "readers/reader.h"
#include "readers/sysstat/cpushare.h"

#define PERCENT_MAX 101.0 /* rounding may pass 100 a little */
#define PERCENT_MIN                                                                            \
    98.0 /* of all shares together, or a column is missing; of a CPU that is off 0 */

int fid_cpu_column (struct fid_span name)
{
    static const struct {
        const char *name;
        enum fid_channel share;
    } columns[] = {
        {"usr", FID_CH_CPU_USER},    {"user", FID_CH_CPU_USER},     {"nice", FID_CH_CPU_USER},
        {"guest", FID_CH_CPU_USER},  {"gnice", FID_CH_CPU_USER},    {"sys", FID_CH_CPU_SYS},
        {"system", FID_CH_CPU_SYS},  {"irq", FID_CH_CPU_SYS},       {"soft", FID_CH_CPU_SYS},
        {"softirq", FID_CH_CPU_SYS}, {"iowait", FID_CH_CPU_IOWAIT}, {"idle", FID_CH_CPU_IDLE},
        {"steal", FID_CH_CPU_IDLE},
    };
    if (fid_span_starts (name, "%")) {
        name.p++;
        name.n--;
    }
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (fid_span_is (name, columns[i].name))
            return (int)columns[i].share - FID_CH_CPU_USER;
    return -1;
}

enum fid_remark_code fid_cpu_add (double value[FID_CPU_SHARES], int share, double pct)
{
    if (pct < 0 || pct > PERCENT_MAX)
        return FID_REMARK_PERCENTAGE_OUT_OF_RANGE;
    value[share] += pct;
    return FID_REMARK_NONE;
}

enum fid_remark_code fid_cpu_whole (const double value[FID_CPU_SHARES])
{
    double sum = 0;
    for (int s = 0; s < FID_CPU_SHARES; s++)
        sum += value[s];
    return sum > 0 && sum < PERCENT_MIN ? FID_REMARK_PERCENTAGES_SHORT : FID_REMARK_NONE;
}

enum fid_remark_code fid_cpu_shares (const signed char *share, const struct fid_span *word,
                                     size_t n, double value[FID_CPU_SHARES])
{
    enum fid_remark_code why = FID_REMARK_NONE;
    for (int s = 0; s < FID_CPU_SHARES; s++)
        value[s] = 0;
    for (size_t i = 1; i < n && !why; i++) {
        double v;
        if (share[i] >= 0)
            why = fid_span_f64 (word[i], &v) ? fid_cpu_add (value, share[i], v)
                                             : FID_REMARK_PERCENTAGE_NOT_NUMBER;
    }
    return why ? why : fid_cpu_whole (value);
}

int fid_cpu_put (const struct fid_sink *sink, int64_t t_ns, const double value[FID_CPU_SHARES],
                 struct fid_error *err)
{
    for (int i = 0; i < FID_CPU_SHARES; i++)
        FID_TRY (fid_put_gauge (sink, t_ns, (enum fid_channel) (FID_CH_CPU_USER + i),
                                (struct fid_span){NULL, 0}, value[i], err));
    return 0;
}

int fid_cpushare_flush (struct fid_cpushare *c, const struct fid_sink *sink,
                        struct fid_error *err)
{
    int rc = 0;
    if (c->open && !c->all && c->cpu_n) {
        for (int i = 0; i < FID_CPU_SHARES; i++)
            c->sum[i] /= c->cpu_n;
        rc = fid_cpu_put (sink, c->t_ns, c->sum, err);
        c->averaged = true;
    }
    *c = (struct fid_cpushare){.averaged = c->averaged};
    return rc;
}

int fid_cpushare_row (struct fid_cpushare *c, int64_t t_ns, struct fid_span cpu,
                      const double value[FID_CPU_SHARES], const struct fid_sink *sink,
                      struct fid_error *err)
{
    if (c->open && c->t_ns != t_ns)
        FID_TRY (fid_cpushare_flush (c, sink, err));
    c->open = true;
    c->t_ns = t_ns;
    if (fid_span_is (cpu, "all") || fid_span_is (cpu, "-1")) {
        c->all = true;
        return fid_cpu_put (sink, t_ns, value, err);
    }
    for (int i = 0; i < FID_CPU_SHARES; i++)
        c->sum[i] += value[i];
    c->cpu_n++;
    return 0;
}

int fid_cpushare_finish (struct fid_cpushare *c, const struct fid_sink *sink,
                         struct fid_error *err)
{
    int rc = fid_cpushare_flush (c, sink, err);
    if (c->averaged)
        fid_put_note (sink, 0, FID_REMARK_CPU_AVERAGED);
    return rc;
}
