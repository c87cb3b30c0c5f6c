/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ucr_expect.c - lines of a table of published results; see ucr.h */
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "tests/validate/ucr.h"

enum { NAME, TRAIN, TEST, METHOD, PARAMETER, WANT, SLACK, FIELD_N };

/* The line up to a '#' at its start or after a blank. */
static struct fid_span without_comment (struct fid_span line)
{
    for (size_t i = 0; i < line.n; i++)
        if (line.p[i] == '#' && (i == 0 || line.p[i - 1] == ' ' || line.p[i - 1] == '\t'))
            line.n = i;
    return fid_span_trim (line);
}

/* "0.0133" or "148/150" */
static int parse_want (struct fid_span s, struct ucr_expect *e, struct fid_error *err)
{
    struct fid_span rest = s, part;
    if (fid_span_find (s, "/") < 0) {
        if (fid_span_f64 (s, &e->error) && e->error >= 0 && e->error <= 1)
            return 0;
    } else {
        e->counts = fid_span_field (&rest, '/', &part) && fid_span_u64 (part, &e->correct_n) &&
                    rest.p && fid_span_u64 (rest, &e->total_n) && e->correct_n <= e->total_n;
        if (e->counts)
            return 0;
    }
    return fid_errorf (err, FID_EUSAGE,
                       "neither an error from 0 to 1 nor correct/total: '%.*s'",
                       FID_SPAN_ARG (s));
}

static char *copy (struct fid_span s, struct fid_error *err)
{
    return fid_strndup (s.p, s.n, err);
}

int ucr_expect_parse (struct fid_span line, struct ucr_expect *out, struct fid_error *err)
{
    struct fid_span rest = without_comment (line), field[FIELD_N], one;
    struct ucr_expect e = {0};
    size_t n = 0;
    if (!rest.n)
        return 0;
    while (fid_span_field (&rest, '\t', &one)) {
        if (n < FIELD_N)
            field[n] = fid_span_trim (one);
        n++;
    }
    if (n != SLACK && n != FIELD_N)
        return fid_errorf (err, FID_EUSAGE, "%zu fields between tabs instead of 6 or 7", n);
    for (size_t i = 0; i < n; i++)
        if (!field[i].n)
            return fid_errorf (err, FID_EUSAGE, "field %zu is empty", i + 1);
    if (ucr_method_parse (field[METHOD], field[PARAMETER], &e.method, err) ||
        parse_want (field[WANT], &e, err))
        return -1;
    if (n == FIELD_N && !fid_span_u64 (field[SLACK], &e.slack_n))
        return fid_errorf (err, FID_EUSAGE, "slack is not a number of series: '%.*s'",
                           FID_SPAN_ARG (field[SLACK]));
    e.name = copy (field[NAME], err);
    e.train = copy (field[TRAIN], err);
    e.test = copy (field[TEST], err);
    e.want = copy (field[WANT], err);
    if (!e.name || !e.train || !e.test || !e.want) {
        ucr_expect_clear (&e);
        return -1;
    }
    *out = e;
    return 1;
}

bool ucr_expect_met (const struct ucr_expect *want, struct ucr_score got)
{
    double slack = (double)want->slack_n;
    if (want->counts)
        return want->total_n == got.total_n &&
               fabs ((double)want->correct_n - (double)got.correct_n) <= slack;
    /* 4 decimals, rounded either way */
    double total = (double)got.total_n;
    return fabs (want->error * total - ucr_error (got) * total) <= slack + 0.5001e-4 * total;
}

void ucr_expect_clear (struct ucr_expect *e)
{
    free (e->name);
    free (e->train);
    free (e->test);
    free (e->want);
    *e = (struct ucr_expect){0};
}
