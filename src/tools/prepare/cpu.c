/* cpu.c - timeline/cpu_all.csv and cpu.out from mpstat
 *
 * The ten percentages of all CPUs as mpstat printed them, with a point;
 * cpu.out has the same columns between blanks and no title.  Rows from before
 * INIT are left out. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "tools/prepare/priv.h"
#include "readers/sysstat/mpstat.h"
#include "readers/sysstat/sysstat.h"

#define COLUMNS 10

static const char *const columns[COLUMNS] = {"usr",  "nice",  "sys",   "iowait", "irq",
                                             "soft", "steal", "guest", "gnice",  "idle"};

struct cpus {
    struct fid_prepare *p;
    const struct fid_source *source;
    struct fid_prepare_file *file;
    FILE *csv, *out;
    struct fid_daytime daytime; /* of JSON */
    int64_t day;
    bool day_first;
};

/* A percentage as printed, with a point; nothing it does not name is made up. */
static void
put_value (FILE *f, struct fid_span v)
{
    for (size_t i = 0; i < v.n; i++)
        putc (v.p[i] == ',' ? '.' : v.p[i], f);
}

static void
put_row (struct cpus *c, int64_t t_ns, const struct fid_span value[COLUMNS])
{
    char stamp[FID_TIME_TEXT];
    double v;
    c->file->read_n++;
    for (int i = 0; i < COLUMNS; i++)
        if (!fid_span_f64 (value[i], &v)) {
            fid_prepare_drop (c->file, "malformed lines");
            return;
        }
    if (!fid_prepare_utc (c->p, c->source, &t_ns)) {
        fid_prepare_drop (c->file, "time not known");
        return;
    }
    if (c->p->has_init && t_ns < c->p->init_ns) {
        c->file->early_n++;
        return;
    }
    c->file->kept_n++;
    fid_time_text (t_ns, 0, stamp);
    fputs (stamp, c->csv); /* errors show when the files are closed */
    fputs (stamp, c->out);
    for (int i = 0; i < COLUMNS; i++) {
        putc (',', c->csv);
        put_value (c->csv, value[i]);
        putc (' ', c->out);
        put_value (c->out, value[i]);
    }
    putc ('\n', c->csv);
    putc ('\n', c->out);
}

/* --- text */

static void
take_text (struct cpus *c, const struct fid_mpstat *m, const struct fid_mpstat_row *row)
{
    struct fid_span value[COLUMNS];
    if (!fid_span_is (row->word[0], "all"))
        return;
    for (int k = 0; k < COLUMNS; k++) {
        value[k] = fid_span_of ("0.00"); /* versions before gnice */
        for (size_t i = 1; i < m->column_n; i++)
            if (m->name[i][0] == '%' && strcmp (m->name[i] + 1, columns[k]) == 0)
                value[k] = row->word[i];
    }
    put_row (c, row->t_ns, value);
}

static int
read_text (struct cpus *c, const char *path, struct fid_error *err)
{
    struct fid_mpstat m = {0};
    struct fid_sink nobody = {0};
    struct fid_text text;
    struct fid_span line;
    struct fid_input in = {.text = &text, .day_first = c->day_first};
    int rc = fid_text_open (&text, path, err);
    if (rc)
        return -1;
    while ((rc = fid_text_next (&text, &line, err)) > 0) {
        struct fid_mpstat_row row;
        enum fid_remark_code why = fid_mpstat_line (&m, line, &in, &nobody, &row);
        if (why)
            fid_prepare_drop (c->file, "malformed lines");
        else if (row.is == FID_MPSTAT_ROW)
            take_text (c, &m, &row);
    }
    fid_text_close (&text);
    return rc;
}

/* --- JSON */

/* One row of cpu-load; true if it is the one of all CPUs. */
static bool
take_load (struct fid_json *j, struct fid_span value[COLUMNS])
{
    struct fid_span key, cpu = {"", 0};
    for (int k = 0; k < COLUMNS; k++)
        value[k] = fid_span_of ("0.00");
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return false;
    }
    while (fid_json_member (j, &key)) {
        struct fid_span *to = NULL;
        for (int k = 0; k < COLUMNS; k++)
            if (fid_span_is (key, columns[k]))
                to = &value[k];
        if (to)
            *to = fid_json_raw (j);
        else if (fid_span_is (key, "cpu"))
            fid_json_string (j, &cpu);
        else
            fid_json_skip (j);
    }
    return fid_span_is (cpu, "all") || fid_span_is (cpu, "-1");
}

static int
on_sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct cpus *c = self;
    struct fid_json j = s->object;
    struct fid_span key, rest = s->timestamp, value[COLUMNS];
    int64_t tod, day;
    (void)err;
    if (!fid_host_time (&rest, &tod)) {
        fid_prepare_drop (c->file, "malformed lines");
        return 0;
    }
    if (fid_host_date (s->date, c->day_first, &day) && day != c->day) {
        c->day = day;
        c->daytime = (struct fid_daytime){.day = day};
    }
    int64_t t_ns = fid_daytime_next (&c->daytime, tod);
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        if (!fid_span_is (key, "cpu-load") || !fid_json_enter (&j, '[')) {
            fid_json_skip (&j);
            continue;
        }
        while (fid_json_element (&j))
            if (take_load (&j, value))
                put_row (c, t_ns, value);
    }
    return 0;
}

static int
read_json (struct cpus *c, const char *path, struct fid_error *err)
{
    struct fid_text text;
    struct fid_input in = {.text = &text, .day_first = c->day_first};
    struct fid_sink nobody = {0};
    int rc = fid_text_open (&text, path, err);
    if (rc)
        return -1;
    rc = fid_sysstat_read (&in, &nobody, on_sample, c, err);
    fid_text_close (&text);
    return rc;
}

int
fid_prepare_cpu (struct fid_prepare *p, struct fid_error *err)
{
    const char *csv = "timeline/cpu_all.csv";
    struct cpus c = {
        .p = p,
        .file = fid_prepare_file_row (p, "cpu.out"),
        .day_first = p->opts->run.day_first,
        .csv = fid_tree_file (&p->tree, csv, err),
    };
    c.out = c.csv ? fid_tree_file (&p->tree, "cpu.out", err) : NULL;
    int rc = c.out ? 0 : -1;
    if (!rc) {
        fputs ("timestamp", c.csv);
        for (int k = 0; k < COLUMNS; k++)
            fprintf (c.csv, ",%%%s", columns[k]);
        putc ('\n', c.csv);
    }
    for (size_t i = 0; i < p->run->source_n && !rc; i++) {
        c.source = &p->run->source[i];
        if (!(c.source->used & FID_GIVES_CPU))
            continue;
        char *path = fid_format (err, "%s/%s", p->run->dir, c.source->path);
        rc = !path                                           ? -1
             : strcmp (c.source->reader, "mpstat_json") == 0 ? read_json (&c, path, err)
             : strcmp (c.source->reader, "mpstat") == 0      ? read_text (&c, path, err)
                                                             : 0;
        free (path);
    }
    if (c.csv && fid_tree_close (&p->tree, c.csv, csv, rc ? NULL : err))
        rc = -1;
    if (c.out && fid_tree_close (&p->tree, c.out, "cpu.out", rc ? NULL : err))
        rc = -1;
    return rc;
}
