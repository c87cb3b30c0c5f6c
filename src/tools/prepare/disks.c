/* disks.c - timeline/iostat.csv from iostat -o JSON
 *
 * One row for each disk and sample: timestamp and the members of the first
 * disk of the first sample, in its order.  Rates in kB are made MB, which in
 * iostat are MiB; other numbers stay as written.  Rows from before INIT stay,
 * as in the earlier tools. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "tools/prepare/priv.h"
#include "readers/hosttime.h"
#include "readers/sysstat/sysstat.h"

#define COLUMNS_MAX 64

struct disks {
    struct fid_prepare *p;
    const struct fid_source *source;
    struct fid_prepare_file *file;
    FILE *f;
    char name[COLUMNS_MAX][24]; /* members in the file */
    size_t n;
    bool day_first;
};

/* "rkB/s" is a rate in kB. */
static bool
in_kb (const char *name)
{
    return strcmp (name, "rkB/s") == 0 || strcmp (name, "wkB/s") == 0 ||
           strcmp (name, "dkB/s") == 0;
}

/* The columns are the members of the first disk. */
static void
columns (struct disks *d, struct fid_json j)
{
    struct fid_span key;
    fputs ("timestamp", d->f);
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        fid_json_skip (&j);
        if (d->n == COLUMNS_MAX || key.n >= sizeof d->name[0])
            continue;
        char *name = d->name[d->n++];
        memcpy (name, key.p, key.n);
        name[key.n] = '\0';
        if (in_kb (name))
            fprintf (d->f, ",%cMB/s", name[0]);
        else
            fprintf (d->f, ",%s", name);
    }
    putc ('\n', d->f);
}

/* A value as Python prints it: a number with a point keeps one. */
static void
put_value (FILE *f, const char *name, struct fid_span raw)
{
    char text[FID_NUMBER_TEXT];
    double v;
    if (raw.n >= 2 && raw.p[0] == '"') {
        fprintf (f, "%.*s", (int)raw.n - 2, raw.p + 1);
        return;
    }
    if (!fid_span_f64 (raw, &v)) {
        fprintf (f, "%.*s", FID_SPAN_ARG (raw));
        return;
    }
    bool point = fid_span_find (raw, ".") >= 0;
    if (in_kb (name)) {
        v /= 1024;
        point = true;
    }
    fid_prepare_number (v, text);
    fputs (text, f);
    if (point && !strpbrk (text, ".e"))
        fputs (".0", f);
}

static void
put_disk (struct disks *d, struct fid_json j, const char *stamp)
{
    struct fid_span value[COLUMNS_MAX], key;
    bool there[COLUMNS_MAX] = {false};
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        size_t i = 0;
        while (i < d->n && !fid_span_is (key, d->name[i]))
            i++;
        struct fid_span raw = fid_json_raw (&j);
        if (i < d->n) {
            value[i] = raw;
            there[i] = true;
        }
    }
    d->file->read_n++;
    d->file->kept_n++;
    fputs (stamp, d->f);
    for (size_t i = 0; i < d->n; i++) {
        putc (',', d->f);
        if (there[i])
            put_value (d->f, d->name[i], value[i]);
    }
    putc ('\n', d->f);
}

/* The UTC instant of a sample; false if it has none. */
static bool
instant (const struct disks *d, struct fid_span stamp, int64_t *t_ns)
{
    int64_t zone_s;
    bool zoned;
    if (!stamp.n || !fid_host_stamp (stamp, d->day_first, t_ns, &zone_s, &zoned))
        return false;
    if (zoned) {
        *t_ns -= zone_s * FID_S;
        return true;
    }
    return fid_prepare_utc (d->p, d->source, t_ns);
}

static int
on_sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct disks *d = self;
    struct fid_json j = s->object;
    struct fid_span key;
    char stamp[FID_TIME_TEXT];
    int64_t t_ns;
    (void)err;
    if (!instant (d, s->timestamp, &t_ns)) {
        fid_prepare_drop (d->file, "time not known");
        return 0;
    }
    fid_time_text (t_ns, 0, stamp);
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        if (!fid_span_is (key, "disk") || !fid_json_enter (&j, '[')) {
            fid_json_skip (&j);
            continue;
        }
        while (fid_json_element (&j)) {
            struct fid_json disk = j;
            fid_json_skip (&j);
            if (fid_json_peek (&disk) != '{')
                continue;
            if (!d->n)
                columns (d, disk);
            put_disk (d, disk, stamp);
        }
    }
    return 0;
}

int
fid_prepare_disks (struct fid_prepare *p, struct fid_error *err)
{
    const char *name = "timeline/iostat.csv";
    struct disks d = {.p = p, .day_first = p->opts->run.day_first};
    struct fid_sink nobody = {0};
    int rc = 0;
    for (size_t i = 0; i < p->run->source_n && !rc; i++) {
        struct fid_text text;
        struct fid_input in = {.text = &text, .day_first = d.day_first};
        d.source = &p->run->source[i];
        if (!(d.source->used & FID_GIVES_DISK) || strcmp (d.source->reader, "iostat_json") != 0)
            continue;
        if (!d.f && !(d.f = fid_tree_file (&p->tree, name, err)))
            return -1;
        d.file = fid_prepare_file_row (p, "iostat.csv");
        char *path = fid_format (err, "%s/%s", p->run->dir, d.source->path);
        rc = path ? fid_text_open (&text, path, err) : -1;
        if (!rc) {
            rc = fid_sysstat_read (&in, &nobody, on_sample, &d, err);
            fid_text_close (&text);
        }
        free (path);
    }
    if (d.f && fid_tree_close (&p->tree, d.f, name, rc ? NULL : err))
        rc = -1;
    return rc;
}
