/* SPDX-License-Identifier: GPL-3.0-or-later */
/* darshan_head.c - see darshan_head.h */
#include "readers/darshan/darshan_head.h"

#define SECONDS_MAX (FID_TIME_MAX / FID_S / 2) /* so that sums with times of the log fit */

bool fid_darshan_is (struct fid_span head)
{
    return fid_span_starts (head, "# darshan log version: ");
}

/* The text behind "# KEY: ", or false. */
static bool value_behind (struct fid_span line, const char *key, struct fid_span *value)
{
    size_t n = strlen (key);
    if (line.n < n + 4 || line.p[0] != '#' || line.p[1] != ' ' ||
        memcmp (line.p + 2, key, n) != 0 || line.p[n + 2] != ':')
        return false;
    *value = fid_span_trim ((struct fid_span){line.p + n + 3, line.n - n - 3});
    return true;
}

/* Seconds of 1970. */
static bool whole_seconds (struct fid_span s, int64_t *out)
{
    return fid_span_i64 (s, out) && *out > 0 && *out <= SECONDS_MAX;
}

int fid_darshan_take (struct fid_darshan_head *h, struct fid_span line,
                      const struct fid_sink *sink, struct fid_error *err)
{
    static const struct {
        const char *key, *fact;
    } facts[] = {{"darshan log version", "darshan.version"},
                 {"exe", "darshan.exe"},
                 {"nprocs", "darshan.nprocs"},
                 {"run time", "darshan.run_time_s"}};
    struct fid_span value;
    if (value_behind (line, "start_time", &value))
        h->has_start = whole_seconds (value, &h->start_s);
    else if (value_behind (line, "end_time", &value))
        h->has_end = whole_seconds (value, &h->end_s);
    else if (value_behind (line, "nprocs", &value))
        h->nprocs = fid_span_u64 (value, &h->nprocs) ? h->nprocs : 0;
    else if (value_behind (line, "run time", &value)) {
        h->has_run = fid_time_seconds (value, &h->run_ns) && h->run_ns >= 0;
        h->run_exact = memchr (value.p, '.', value.n) != NULL;
    }
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct fid_fact f = {.key = facts[i].fact};
        if (value_behind (line, facts[i].key, &f.value))
            return fid_put_fact (sink, &f, err);
    }
    return 0;
}

int64_t fid_darshan_start (const struct fid_darshan_head *h, int64_t *unsure_ns)
{
    int64_t from_ns = h->start_s * FID_S, to_ns = from_ns + FID_S;
    if (h->has_end && h->has_run && h->run_exact) {
        /* it ended between end_s and the next second */
        int64_t low_ns = h->end_s * FID_S - h->run_ns, high_ns = low_ns + FID_S;
        if (low_ns < to_ns && high_ns > from_ns) {
            from_ns = low_ns > from_ns ? low_ns : from_ns;
            to_ns = high_ns < to_ns ? high_ns : to_ns;
        }
    }
    *unsure_ns = (to_ns - from_ns) / 2;
    return from_ns + *unsure_ns;
}
