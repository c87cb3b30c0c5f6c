/* SPDX-License-Identifier: GPL-3.0-or-later */
/* throttled.c - see throttled.h */
#include "base/timeparse.h"
#include "storage/throttled.h"

#define THROTTLED "throttled."

/* A fact "throttled.45000000" = "58.871", "throttled.max", or "throttled.read_ms=5"; false if
 * it is another. */
static bool read_fact (const struct fid_run_fact *fact, struct fid_measured_time *t)
{
    struct fid_span key = fid_span_of (fact->key);
    if (!fid_span_starts (key, THROTTLED) ||
        !fid_span_decimal (fid_span_of (fact->value), &t->time_s))
        return false;
    key.p += strlen (THROTTLED);
    key.n -= strlen (THROTTLED);
    t->limited = !fid_span_is (key, "max");
    fid_storage_init (&t->storage, "");
    if (t->limited && !fid_storage_set (&t->storage, key))
        return false;
    if (fid_span_find (key, "=") >= 0)
        snprintf (t->storage.name, sizeof t->storage.name, "throttled %.*s", (int)key.n, key.p);
    else
        snprintf (t->storage.name, sizeof t->storage.name, "throttled %.4g MB/s",
                  t->storage.read_byte_s / 1e6);
    return true;
}

/* The time at full speed, over that of the recording, which tracers of calls make longer: of 70
 * recordings .80 to 1.07 */
#define LENGTH_MOST  1.1
#define LENGTH_LEAST .9
#define TRACED_LEAST .75

/* Times of a side that are the other's, each that many times as long: a copy, for times of
 * two jobs on several storages differ by more than is rounded away. */
#define STRETCHED_LEAST 4
#define STRETCHED_S     5
#define ROUNDED_S       .0011

/* The file that the run's times are from, below its folder. */
static const char *path_of (const struct fid_run *run)
{
    FID_EACH (const struct fid_source, s, run->source)
        if (s->reader && strcmp (s->reader, "throttle_times") == 0)
            return s->path;
    return "throttle.tsv";
}

/* Whether two names of hosts are of one: the domain may lack. */
static bool is_host (struct fid_span name, const char *other)
{
    struct fid_span rest[] = {name, fid_span_of (other)}, own[2];
    for (int i = 0; i < 2; i++)
        fid_span_field (&rest[i], '.', &own[i]);
    return own[0].n == own[1].n && memcmp (own[0].p, own[1].p, own[0].n) == 0;
}

/* Whether a name is that of the run, of its kernel, or of one of its hosts, if it knows any. */
static bool is_own (const struct fid_run *run, const char *of, struct fid_span name)
{
    bool known = false, own = false;
    const char *kernel = fid_run_fact (run, "system.kernel");
    if (strcmp (of, "run") == 0)
        return fid_span_is (name, run->id);
    if (strcmp (of, "kernel") == 0)
        return !kernel || fid_span_is (name, kernel);
    for (size_t i = 0; i < run->hosts.n; i++) {
        known |= run->hosts.at[i].name[0] != 0;
        own |= is_host (name, run->hosts.at[i].name);
    }
    return own || !known;
}

/* Seconds from the start to the end of the command, as its recorder says; 0: unknown. */
static double command_s (const struct fid_run *run)
{
    const char *text[] = {fid_run_fact (run, "start_utc"), fid_run_fact (run, "stop_utc")};
    int64_t t_ns[2];
    for (int i = 0; i < 2; i++)
        if (!text[i] || !fid_time_iso (fid_span_of (text[i]), &t_ns[i], NULL, NULL))
            return 0;
    return (double)(t_ns[1] - t_ns[0]) / 1e9;
}

/* The time at full speed has to be that of the run, or of its command with what the log does not
 * have. */
static int check_length (const struct fid_answer_run *r, struct fid_error *err)
{
    double sum = 0, n = 0, length_s[] = {r->job->duration_s, command_s (r->run)};
    bool known = false, meets = false;
    FID_EACH (const struct fid_measured_time, t, r->measured)
        if (!t->limited) {
            sum += t->time_s;
            n++;
        }
    for (int i = 0; i < 2 && n > 0; i++)
        if (length_s[i] > 0) {
            double ratio = sum / n / length_s[i];
            known = true;
            meets |= ratio <= LENGTH_MOST &&
                     ratio >= (r->run->events.row_n ? TRACED_LEAST : LENGTH_LEAST);
        }
    return !known || meets
               ? 0
               : fid_errorf (err, FID_EUSAGE,
                             "%s/%s:%.0f: %.4g s at full speed, but the run took %.4g s: the "
                             "times are not of this job; time it again",
                             r->run->dir, path_of (r->run),
                             fid_run_fact_number (r->run, "throttle_line"), sum / n,
                             r->job->duration_s);
}

int fid_throttled_take (struct fid_answer_run *r, struct fid_error *err)
{
    const struct fid_run *run = r->run;
    struct fid_measured_time *measured = calloc (run->fact_n + 1, sizeof *measured);
    r->measured = measured;
    FID_NEED (measured, err);
    FID_EACH (const struct fid_run_fact, f, run->fact) {
        static const char owner[] = "throttle_";
        struct fid_span name = fid_span_of (f->value), line;
        const char *of = f->key + sizeof owner - 1; /* host, run, kernel */
        r->measured_n += read_fact (f, &measured[r->measured_n]);
        if (strncmp (f->key, owner, sizeof owner - 1) != 0 || strcmp (of, "line") == 0)
            continue;
        fid_span_field (&name, ':', &line);
        if (!is_own (run, of, name))
            return fid_errorf (err, FID_EUSAGE,
                               "%s/%s:%.*s: a time of %s %.*s, not of this run", run->dir,
                               path_of (run), FID_SPAN_ARG (line), of, FID_SPAN_ARG (name));
    }
    return check_length (r, err);
}

/* Whether all times of one run are the other's, too, or that many times as long as these. */
static bool is_copy (const struct fid_answer_run *a, const struct fid_answer_run *b)
{
    for (size_t i = 0; i < b->measured_n && a->measured_n > 1; i++) {
        double times = b->measured[i].time_s / a->measured->time_s;
        bool all = times == 1 || a->measured_n >= STRETCHED_LEAST;
        FID_EACH (const struct fid_measured_time, t, a->measured) {
            bool same = false;
            FID_EACH (const struct fid_measured_time, o, b->measured)
                same |= t->limited == o->limited &&
                        fid_storage_same (&t->storage, &o->storage) &&
                        (times == 1 ? t->time_s == o->time_s
                                    : t->time_s >= STRETCHED_S &&
                                          fabs (times * t->time_s - o->time_s) <= ROUNDED_S);
            all &= same;
        }
        if (all)
            return true;
    }
    return false;
}

int fid_throttled_compare (const struct fid_answer_run *real, size_t real_n,
                           const struct fid_answer_run *emulation, size_t emulation_n,
                           struct fid_error *err)
{
    FID_EACH_OF (const struct fid_answer_run, a, real, real_n)
        FID_EACH_OF (const struct fid_answer_run, b, emulation, emulation_n)
            if (a->run && b->run && a->run->hash != b->run->hash &&
                (is_copy (a, b) || is_copy (b, a)))
                return fid_errorf (
                    err, FID_EUSAGE,
                    "%s/%s:%.0f: the times are those of %s, to the millisecond or "
                    "all longer by as much: time each side by itself",
                    b->run->dir, path_of (b->run),
                    fid_run_fact_number (b->run, "throttle_line"), a->name);
    return 0;
}
