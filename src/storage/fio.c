/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio.c - see fio.h */
#include "base/jsonread.h"
#include "storage/fio.h"

#define SMALL_MAX 65536. /* bytes of a read whose number, not size, is the limit */

/* One direction of one job. */
struct direction {
    double byte_s, iops, size_n, latency_s;
};

static struct direction direction_of (const cJSON *job, const char *key)
{
    struct direction d = {0};
    double byte_n = 0, op_n = 0, ns = 0;
    const cJSON *o = fid_get (job, key);
    fid_get_amount (o, "bw_bytes", 1e18, &d.byte_s);
    fid_get_amount (o, "iops", 1e18, &d.iops);
    fid_get_amount (o, "io_bytes", 1e24, &byte_n);
    fid_get_amount (o, "total_ios", 1e18, &op_n);
    fid_get_amount (fid_get (o, "lat_ns"), "mean", 1e18, &ns);
    d.byte_s = fmax (0, d.byte_s);
    d.iops = fmax (0, d.iops);
    d.size_n = op_n > 0 ? byte_n / op_n : 0;
    d.latency_s = fmax (0, ns) * 1e-9;
    return d;
}

/* A number among the options of a job, or of all jobs; 1 where it is not given. */
static double option_of (const cJSON *doc, const cJSON *job, const char *key)
{
    const char *text = fid_get_string (fid_get (job, "job options"), key);
    if (!text)
        text = fid_get_string (fid_get (doc, "global options"), key);
    return text ? strtod (text, NULL) : 1;
}

static double group_of (const cJSON *job)
{
    double id = 0;
    fid_get_amount (job, "groupid", 1e9, &id);
    return id;
}

/* The sums over the jobs that ran together with this one. */
static void sum_group (const cJSON *jobs, double id, double *read, double *write, double *small)
{
    const cJSON *job;
    *read = *write = *small = 0;
    cJSON_ArrayForEach (job, jobs)
    {
        if (group_of (job) != id)
            continue;
        struct direction r = direction_of (job, "read"), w = direction_of (job, "write");
        *read += r.byte_s;
        *write += w.byte_s;
        *small += r.size_n <= SMALL_MAX ? r.iops : 0;
    }
}

/* How many requests the jobs of a group that make small reads have under way. */
static double under_way (const cJSON *doc, const cJSON *jobs, double id)
{
    const cJSON *job;
    double n = 0;
    cJSON_ArrayForEach (job, jobs)
    {
        struct direction r = direction_of (job, "read");
        if (group_of (job) == id && r.iops > 0 && r.size_n <= SMALL_MAX)
            n += option_of (doc, job, "iodepth") * option_of (doc, job, "numjobs");
    }
    return n;
}

static void take_jobs (struct fid_storage *s, const cJSON *doc, const cJSON *jobs)
{
    const cJSON *job;
    struct direction alone = {0}; /* the smallest reads, one at a time */
    cJSON_ArrayForEach (job, jobs)
    {
        double read, write, small, id = group_of (job);
        struct direction r = direction_of (job, "read");
        sum_group (jobs, id, &read, &write, &small);
        if (read > 0)
            s->read_byte_s = fmax (s->read_byte_s, read);
        if (write > 0)
            s->write_byte_s = fmax (s->write_byte_s, write);
        if (small > 0 && under_way (doc, jobs, id) > 1)
            s->iops = fmax (s->iops, small);
        if (r.byte_s > 0 && r.latency_s > 0 && option_of (doc, job, "iodepth") == 1 &&
            option_of (doc, job, "numjobs") == 1 && (!alone.size_n || r.size_n < alone.size_n))
            alone = r;
    }
    if (alone.size_n > 0)
        s->read_s = fmax (0, alone.latency_s - alone.size_n / s->read_byte_s);
}

/* The line of the list of jobs; 1 if it is not found. */
static size_t line_of_jobs (const char *path)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    size_t at = 1;
    if (fid_text_open (&text, path, NULL))
        return at;
    while (fid_text_next (&text, &line, NULL) > 0)
        if (fid_span_find (line, "\"jobs\"") >= 0) {
            at = text.line_n;
            break;
        }
    return at;
}

int fid_storage_from_fio (struct fid_storage *s, const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, err);
    FID_TRY (!doc);
    const char *version = fid_get_string (doc, "fio version");
    const cJSON *jobs = fid_get (doc, "jobs");
    int rc = -1;
    if (!version || !cJSON_IsArray (jobs))
        fid_errorf (err, FID_EINPUT,
                    "%s:1: this JSON is not of fio: it lacks `fio version' or "
                    "`jobs'",
                    path);
    else {
        take_jobs (s, doc, jobs);
        if (s->read_byte_s > 0)
            rc = 0;
        else
            fid_errorf (err, FID_EUSAGE,
                        "%s:%zu: none of fio's jobs reads: a storage needs a "
                        "job with rw=read or rw=randread",
                        path, line_of_jobs (path));
        snprintf (s->about, sizeof s->about, "measured with %s", version ? version : "");
    }
    return rc;
}
