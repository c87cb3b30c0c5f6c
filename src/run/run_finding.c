/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_finding.c - see run_finding.h */
#include "base/units.h"
#include "model/resources.h"
#include "run/events.h"
#include "run/run_finding.h"
#include "run/zone.h"

static const struct {
    const char *name;
    enum fid_severity severity;
} kinds[FID_RUN_FINDING_N] = {
#define FID_RUN_FINDING(code, name, severity, ...) [FID_RUN_##code] = {name, severity},
#include "run/run_findings.def"
#undef FID_RUN_FINDING
};

const char *fid_run_finding_name (enum fid_run_finding_code code)
{
    return kinds[code].name;
}

enum fid_severity fid_run_finding_severity (enum fid_run_finding_code code)
{
    return kinds[code].severity;
}

bool fid_run_finding_forbids (const struct fid_run_finding *f)
{
    if (fid_run_finding_severity (f->code) < FID_SERIOUS)
        return false;
    if (f->code == FID_RUN_NOT_ATTACHED)
        return !f->number[0];
    if (f->code == FID_RUN_FILE_SHORT) /* a few last lines tell little */
        return f->number[0] < f->number[1] - f->number[1] / 100;
    if (f->code == FID_RUN_TRACE_INCOMPLETE)
        return f->number[1] != FID_MISSING_SAMPLES && f->number[1] != FID_MISSING_FAR_SAMPLES;
    /* of other streams the run may have none */
    return f->code != FID_RUN_NONE_OF_THE_RUN || f->number[1] == FID_STREAM_DATA_READ ||
           f->number[1] == FID_STREAM_DATA_OPEN;
}

/* "the boot clock" */
static const char *clock_name (enum fid_clock clock)
{
    static const char *const name[FID_CLOCK_N] = {
        [FID_CLOCK_UTC] = "UTC",
        [FID_CLOCK_APP] = "the application's local time",
        [FID_CLOCK_LOCAL] = "the host's local time",
        [FID_CLOCK_TOD] = "the host's time of day",
        [FID_CLOCK_BOOT] = "the boot clock",
        [FID_CLOCK_RELATIVE] = "relative time",
    };
    return name[clock];
}

int fid_run_findings_add (struct fid_run_findings *list, const struct fid_run_finding *f,
                          struct fid_error *err)
{
    FID_TRY (fid_array_grow (&list->at, &list->cap, list->n + 1, sizeof *list->at, err));
    struct fid_run_finding *copy = &list->at[list->n];
    *copy = *f;
    copy->file = f->file ? fid_strdup (f->file, err) : NULL;
    copy->detail = f->detail ? fid_strdup (f->detail, err) : NULL;
    if ((f->file && !copy->file) || (f->detail && !copy->detail)) {
        FID_FREE (copy->file, copy->detail);
        return -1;
    }
    list->n++;
    return 0;
}

int fid_run_findings_move (struct fid_run_findings *list, struct fid_run_findings *from,
                           struct fid_error *err)
{
    FID_TRY (fid_array_grow (&list->at, &list->cap, list->n + from->n, sizeof *list->at, err));
    for (size_t i = 0; i < from->n; i++)
        list->at[list->n++] = from->at[i];
    from->n = 0;
    return 0;
}

void fid_run_findings_clear (struct fid_run_findings *list)
{
    for (size_t i = 0; i < list->n; i++) {
        FID_FREE (list->at[i].file, list->at[i].detail);
    }
    free (list->at);
    *list = (struct fid_run_findings){0};
}

/* "+05:30" */
static const char *offset_text (int64_t ns, char buf[32])
{
    long long min = llabs (ns) / (60 * FID_S);
    snprintf (buf, 32, "%c%02lld:%02lld", ns < 0 ? '-' : '+', min / 60, min % 60);
    return buf;
}

/* "12 h", "5:30 h" */
static const char *hours_text (int64_t ns, char buf[32])
{
    long long min = llabs (ns) / (60 * FID_S);
    if (min % 60)
        snprintf (buf, 32, "%lld:%02lld h", min / 60, min % 60);
    else
        snprintf (buf, 32, "%lld h", min / 60);
    return buf;
}

/* What a shift of this size usually comes from. */
static const char *likely_cause (const struct fid_run_finding *f)
{
    if (llabs (f->shift_ns) == 12 * FID_HOUR)
        return ": 12-hour clock without AM/PM?";
    if (llabs (f->shift_ns) == FID_HOUR)
        return ": summer time?";
    if (f->zone_explains)
        return ": stamped in UTC?";
    if (f->shift_ns % FID_DAY == 0)
        return ": wrong date?";
    return ": a different time zone?";
}

/* " from 51.0 s on", " before 12.0 s", " from 20.0 s to 31.5 s" */
static const char *incomplete_text (const struct fid_run_finding *f, char buf[64])
{
    buf[0] = '\0';
    if (f->number[0] == FID_MISSING_AFTER)
        snprintf (buf, 64, " from %.1f s on", f->value);
    else if (f->number[0] == FID_MISSING_BEFORE)
        snprintf (buf, 64, " before %.1f s", f->value);
    else if (f->number[0] == FID_MISSING_WITHIN)
        snprintf (buf, 64, " from %.1f s to %.1f s", f->value,
                  f->value + (double)f->shift_ns / 1e9);
    return buf;
}

static const char *missing_text (const struct fid_run_finding *f)
{
    static const char *const text[FID_MISSING_REASON_N] = {
        [FID_MISSING_CUT] = "its end is cut",
        [FID_MISSING_FAR] = "the other stamps are hours away",
        [FID_MISSING_MALFORMED] = "its lines are malformed",
        [FID_MISSING_LOST] = "the tracer lost events",
        [FID_MISSING_OPENS] = "files are opened all the while",
        [FID_MISSING_BLOCKS] = "the run reads from disk all the while",
        [FID_MISSING_LOG] = "the log is written all the while",
        [FID_MISSING_CLOSES] = "files are closed all the while",
        [FID_MISSING_DISK] = "the disk is busy all the while",
        [FID_MISSING_SAMPLES] = "no samples were taken",
        [FID_MISSING_FAR_SAMPLES] = "the other stamps are hours away",
    };
    size_t reason = (size_t)f->number[1];
    return reason < FID_MISSING_REASON_N ? text[reason] : "";
}

struct bytes_text {
    char text[FID_UNITS_TEXT];
};

static struct bytes_text bytes_text (const struct fid_run_finding *f, int i)
{
    struct bytes_text b;
    fid_format_bytes ((double)f->number[i], b.text, sizeof b.text);
    return b;
}

/* ", by up to 1461 days", "" */
static const char *far_text (int64_t ns, char buf[32])
{
    long long hours = llabs (ns) / FID_HOUR;
    buf[0] = '\0';
    if (hours >= 48)
        snprintf (buf, 32, ", by up to %lld days", hours / 24);
    else if (hours > 0)
        snprintf (buf, 32, ", by up to %lld h", hours);
    return buf;
}

/* Used in run_findings.def. */
#define INCOMPLETE_TEXT incomplete_text (f, hours)
#define MISSING_TEXT    missing_text (f)
#define CLOCK(i)        clock_name (f->clock[i])
#define SHIFT_TEXT      offset_text (f->shift_ns, hours)
#define HOURS_TEXT      hours_text (f->shift_ns, hours)
#define FAR_TEXT                                                                               \
    f->shift_ns < 0 ? "before"                                                                 \
    : f->shift_ns   ? "after"                                                                  \
                    : "before or after",                                                         \
        far_text (f->shift_ns, hours)
#define BYTES_TEXT(i) bytes_text (f, i).text
#define REMARK_TEXT   fid_remark_text (&f->remark, remark, sizeof remark)

const char *fid_run_finding_text (const struct fid_run_finding *f, char *buf, size_t size)
{
    char hours[64], remark[FID_REMARK_TEXT];
    switch (f->code) {
#define FID_RUN_FINDING(code, name, severity, ...)                                             \
    case FID_RUN_##code:                                                                       \
        snprintf (buf, size, __VA_ARGS__);                                                     \
        break;
#include "run/run_findings.def"
#undef FID_RUN_FINDING
    default:
        snprintf (buf, size, "unknown finding");
    }
    return buf;
}
