/* cpu_rows.c - see cpu_rows.h */
#include "readers/sysstat/cpu_rows.h"
#include "readers/sysstat/cpushare.h"

bool
fid_cpu_rows_title (void *self, const struct fid_utc_row *names)
{
    struct fid_cpu_rows *c = self;
    unsigned shares = 0;
    if (!names->n || !fid_span_is (names->field[0], "timestamp"))
        return false;
    c->n = names->n;
    for (size_t i = 1; i < names->n; i++) {
        c->share[i] = fid_cpu_column (names->field[i]);
        if (c->share[i] >= 0)
            shares |= 1u << c->share[i];
    }
    return shares == (1u << FID_CPU_SHARES) - 1;
}

enum fid_remark_code
fid_cpu_rows_take (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
                   struct fid_error *err, int *rc)
{
    const struct fid_cpu_rows *c = self;
    double value[FID_CPU_SHARES] = {0}, pct;
    struct fid_cpushare share = {0};
    enum fid_remark_code why = FID_REMARK_NONE;
    size_t torn = row->n == 2 * c->n - 1 ? 2 : 1;
    if (torn == 1 && row->n != c->n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    for (size_t i = 1; i < c->n && !why; i++) {
        struct fid_span s = row->field[torn == 1 ? i : 2 * i - 1];
        if (torn == 2)
            s.n = (size_t)(row->field[2 * i].p + row->field[2 * i].n - s.p);
        if (!fid_span_f64 (s, &pct))
            return FID_REMARK_PERCENTAGE_NOT_NUMBER;
        if (c->share[i] >= 0)
            why = fid_cpu_add (value, c->share[i], pct);
    }
    if (!why)
        *rc = fid_cpushare_row (&share, row->t_ns, fid_span_of ("all"), value, sink, err);
    return why;
}
