/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - see plan.h: the plan as JSON lines, written and read */
#include "base/json.h"
#include "job/job.h"
#include "plan/plan.h"

static const char *const kinds[] = {
#define NAME(id, name) name,
    FID_PLAN_READERS (NAME)};
static const char *const gates[] = {"part", "start", "ask"};
static const char *const meetings[] = {"never", "step", "behind step"};

void fid_plan_clear (struct fid_plan *p)
{
    FID_EACH (struct fid_plan_rank, r, p->rank) {
        FID_EACH (struct fid_plan_reader, w, r->reader)
            FID_FREE (w->batch, w->read);
        FID_FREE (r->part, r->compute, r->reader);
    }
    FID_EACH (struct fid_plan_file, f, p->file)
        free (f->name);
    FID_EACH (struct fid_plan_file, f, p->saved)
        free (f->name);
    FID_FREE (p->run, p->file, p->saved, p->write, p->checkpoint, p->rank);
    *p = (struct fid_plan){.run = NULL};
}

void fid_plan_sum (const struct fid_plan *p, size_t *read_n, double *byte_n)
{
    *read_n = 0;
    *byte_n = 0;
    FID_EACH (const struct fid_plan_rank, r, p->rank)
        FID_EACH (const struct fid_plan_reader, w, r->reader) {
            *read_n += w->read_n;
            FID_EACH (const struct fid_plan_read, read, w->read)
                *byte_n += read->byte_n;
        }
}

/* --- writing */

void fid_plan_put_text (FILE *f, const char *text)
{
    fputc ('"', f);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '"' || *c == '\\')
            fprintf (f, "\\%c", *c);
        else if (*c < ' ')
            fprintf (f, "\\u%04x", *c);
        else
            fputc (*c, f);
    fputc ('"', f);
}

static void put_when (FILE *f, const struct fid_plan_when *w)
{
    fprintf (f, "\"when\":[\"%s\",%" PRIu32, gates[w->gate], w->of);
    if (w->gate == FID_PLAN_PART)
        fprintf (f, ",%.9g", w->after_s);
    fputc (']', f);
}

static void put_rank (const struct fid_plan_rank *r, FILE *f)
{
    fprintf (f, "{\"rank\":%d}\n", r->number);
    FID_EACH (const struct fid_plan_part, p, r->part) {
        fprintf (f, "{\"part\":\"%s\",\"epoch\":%d,\"pause\":%.9g,\"behind\":%.9g",
                 fid_job_segment_names[p->kind], p->epoch, p->pause_s, p->behind_s);
        if (p->checkpoint != UINT32_MAX)
            fprintf (f, ",\"checkpoint\":%" PRIu32, p->checkpoint);
        fputs (",\"compute\":[", f);
        for (uint32_t k = 0; k < p->step_n; k++)
            fprintf (f, "%s%.9g", k ? "," : "", r->compute[p->step_first + k]);
        fputs ("]}\n", f);
    }
    FID_EACH (const struct fid_plan_reader, w, r->reader) {
        fprintf (f, "{\"reader\":\"%s\"}\n", kinds[w->kind]);
        FID_EACH (const struct fid_plan_batch, b, w->batch) {
            if (b->step == FID_PLAN_NOBODY)
                fputs ("{\"step\":null,", f);
            else
                fprintf (f, "{\"step\":%" PRIu32 ",", b->step);
            put_when (f, &b->when);
            fprintf (f, ",\"work\":%.9g,\"stats\":%" PRIu32 ",\"reads\":[", b->work_s,
                     b->stats);
            FID_EACH_OF (const struct fid_plan_read, d, w->read + b->read_first, b->read_n) {
                fprintf (f, "%s[%u,%" PRIu64 ",%" PRIu32,
                         d > w->read + b->read_first ? "," : "", d->file, d->offset, d->byte_n);
                fprintf (f, d->open || d->close ? ",%d]" : "]", d->open + 2 * d->close);
            }
            fputs ("]}\n", f);
        }
    }
}

void fid_plan_print (const struct fid_plan *p, FILE *f)
{
    size_t read_n;
    double byte_n;
    fid_plan_sum (p, &read_n, &byte_n);
    fputs ("{\"schema\":\"" FID_PLAN_SCHEMA "\",\"run\":", f);
    fid_plan_put_text (f, p->run);
    fprintf (f, ",\"meet\":\"%s\",\"reads\":%zu,\"bytes\":%.0f}\n",
             meetings[p->meet ? 1 + p->meet_after : 0], read_n, byte_n);
    FID_EACH (const struct fid_plan_file, d, p->file) {
        fputs ("{\"file\":", f);
        fid_plan_put_text (f, d->name);
        fprintf (f, ",\"bytes\":%" PRIu64 "%s}\n", d->byte_n,
                 d->mapped ? ",\"mapped\":true" : "");
    }
    FID_EACH (const struct fid_plan_file, d, p->saved) {
        fputs ("{\"saved\":", f);
        fid_plan_put_text (f, d->name);
        fputs ("}\n", f);
    }
    FID_EACH (const struct fid_plan_checkpoint, c, p->checkpoint) {
        fprintf (f, "{\"checkpoint\":\"%s\",\"synced\":%s,\"waits\":%s,\"work\":%.9g,",
                 c->load ? "load" : "save", c->synced ? "true" : "false",
                 c->waits ? "true" : "false", c->work_s);
        put_when (f, &c->when);
        fputs (",\"calls\":[", f);
        FID_EACH_OF (const struct fid_plan_write, w, p->write + c->write_first, c->write_n)
            fprintf (f, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu32 "]",
                     w > p->write + c->write_first ? "," : "", w->file, w->call_n, w->byte_n,
                     w->writer);
        fputs ("]}\n", f);
    }
    FID_EACH (const struct fid_plan_rank, r, p->rank)
        put_rank (r, f);
}

/* --- reading */

struct loading {
    struct fid_plan *p; /* borrowed */
    struct fid_text text;
    struct fid_error *err;
    struct fid_json j; /* of the current line */
    const char *wrong; /* static; NULL: the line is right so far */
    uint64_t read_n;   /* as the head has it; UINT64_MAX: it has none */
};

/* A whole number below `limit'; else the line is wrong. */
static uint64_t take_number (struct loading *l, uint64_t limit, const char *wrong)
{
    int64_t v;
    if (fid_json_i64 (&l->j, &v) && v >= 0 && (uint64_t)v < limit)
        return (uint64_t)v;
    l->wrong = l->wrong ? l->wrong : wrong;
    return 0;
}

static double take_seconds (struct loading *l)
{
    double v;
    if (fid_json_f64 (&l->j, &v) && v >= 0 && v < 1e9)
        return v;
    l->wrong = l->wrong ? l->wrong : "a time is not a number of seconds, 0 or more";
    return 0;
}

static size_t take_word (struct loading *l, const char *const *words, size_t n,
                         const char *wrong)
{
    struct fid_span s;
    bool text = fid_json_string (&l->j, &s);
    for (size_t i = 0; text && i < n; i++)
        if (fid_span_is (s, words[i]))
            return i;
    l->wrong = l->wrong ? l->wrong : wrong;
    return 0;
}

static char *take_name (struct loading *l)
{
    struct fid_span s;
    if (fid_json_string (&l->j, &s))
        return fid_json_unescaped (s, l->err);
    fid_errorf (l->err, FID_EINPUT, "%s:%zu: a name is not a text", l->text.path,
                l->text.line_n);
    return NULL;
}

/* [a, b, ...] of at most n whole numbers: how many there are. */
static size_t take_numbers (struct loading *l, uint64_t *to, size_t n, const char *wrong)
{
    size_t k = 0;
    if (!fid_json_into (&l->j, '['))
        l->wrong = l->wrong ? l->wrong : wrong;
    else
        while (fid_json_element (&l->j)) {
            uint64_t v = take_number (l, INT64_MAX, wrong);
            if (k < n)
                to[k] = v;
            k++;
        }
    return k;
}

static struct fid_plan_when take_when (struct loading *l)
{
    static const char wrong[] =
        "\"when\" is not [\"start\", STEP], [\"ask\", STEP] or [\"part\", "
        "PART, SECONDS]";
    struct fid_plan_when w = {FID_PLAN_PART, 0, 0};
    size_t n = 0;
    if (fid_json_into (&l->j, '[')) {
        for (; fid_json_element (&l->j); n++)
            switch (n) {
            case 0:
                w.gate = (enum fid_plan_gate)take_word (l, gates, FID_PLAN_ASK + 1, wrong);
                break;
            case 1:
                w.of = (uint32_t)take_number (l, UINT32_MAX, wrong);
                break;
            default:
                w.after_s = take_seconds (l);
            }
    }
    if (n != (w.gate == FID_PLAN_PART ? 3u : 2u))
        l->wrong = l->wrong ? l->wrong : wrong;
    return w;
}

static bool take_bool (struct loading *l)
{
    struct fid_span s = fid_json_raw (&l->j);
    if (!fid_span_is (s, "true") && !fid_span_is (s, "false"))
        l->wrong = l->wrong ? l->wrong : "neither true nor false";
    return fid_span_is (s, "true");
}

static int load_file (struct loading *l, struct fid_plan_file **to, size_t *n, size_t *cap)
{
    struct fid_plan_file f = {.name = NULL};
    struct fid_span key;
    if (!(f.name = take_name (l)) || FID_PUSH_TO (*to, *n, *cap, l->err, f)) {
        free (f.name);
        return -1;
    }
    const char *name = f.name;
    bool inside = *name && *name != '/';
    for (const char *c = name; c && inside; c = strchr (c, '/'), c += c != NULL)
        inside = strncmp (c, "../", 3) && strcmp (c, "..");
    if (!inside)
        l->wrong = "the name of a file leads out of the folder";
    while (fid_json_member (&l->j, &key))
        if (fid_span_is (key, "bytes"))
            (*to)[*n - 1].byte_n =
                take_number (l, INT64_MAX, "\"bytes\" is not a number, 0 or more");
        else if (fid_span_is (key, "mapped"))
            (*to)[*n - 1].mapped = take_bool (l);
        else
            fid_json_skip (&l->j);
    return 0;
}

static int load_checkpoint (struct loading *l)
{
    static const char *const ways[] = {"save", "load"};
    static const char wrong[] = "\"calls\" is not a list of [FILE, CALLS, BYTES, WRITER]";
    struct fid_plan *p = l->p;
    struct fid_plan_checkpoint c = {.write_first = p->write_n, .waits = true};
    struct fid_span key;
    c.load = take_word (l, ways, 2, "a checkpoint is neither \"save\" nor \"load\"") == 1;
    while (fid_json_member (&l->j, &key))
        if (fid_span_is (key, "synced"))
            c.synced = take_bool (l);
        else if (fid_span_is (key, "waits"))
            c.waits = take_bool (l);
        else if (fid_span_is (key, "work"))
            c.work_s = take_seconds (l);
        else if (fid_span_is (key, "when"))
            c.when = take_when (l);
        else if (fid_span_is (key, "calls") && fid_json_into (&l->j, '[')) {
            while (fid_json_element (&l->j)) {
                uint64_t v[4] = {0};
                bool whole = take_numbers (l, v, 4, wrong) == 4 && v[0] < p->saved_n &&
                             v[1] < UINT32_MAX && v[3] < 1024;
                if (!whole)
                    l->wrong = l->wrong ? l->wrong : wrong;
                struct fid_plan_write w = {(uint32_t)v[0], (uint32_t)v[1], v[2],
                                           (uint32_t)v[3]};
                FID_TRY (FID_PUSH (p->write, l->err, w));
                c.write_n++;
            }
        } else
            fid_json_skip (&l->j);
    return FID_PUSH (p->checkpoint, l->err, c);
}

static int load_part (struct loading *l, struct fid_plan_rank *r)
{
    struct fid_plan_part p = {
        .epoch = -1, .step_first = (uint32_t)r->compute_n, .checkpoint = UINT32_MAX};
    struct fid_span key, name;
    int64_t epoch;
    bool named = fid_json_string (&l->j, &name);
    while (named && p.kind < FID_JOB_SEGMENT_N &&
           !fid_span_is (name, fid_job_segment_names[p.kind]))
        p.kind++;
    if (!named || p.kind == FID_JOB_SEGMENT_N)
        l->wrong = "a part of this kind is not known";
    while (fid_json_member (&l->j, &key))
        if (fid_span_is (key, "pause"))
            p.pause_s = take_seconds (l);
        else if (fid_span_is (key, "behind"))
            p.behind_s = take_seconds (l);
        else if (fid_span_is (key, "epoch"))
            p.epoch =
                fid_json_i64 (&l->j, &epoch) && epoch > 0 && epoch < INT_MAX ? (int)epoch : -1;
        else if (fid_span_is (key, "checkpoint"))
            p.checkpoint =
                (uint32_t)take_number (l, l->p->checkpoint_n, "no checkpoint of this number");
        else if (fid_span_is (key, "compute") && fid_json_into (&l->j, '['))
            while (fid_json_element (&l->j)) {
                FID_TRY (FID_PUSH (r->compute, l->err, take_seconds (l)));
                p.step_n++;
            }
        else
            fid_json_skip (&l->j);
    return FID_PUSH (r->part, l->err, p);
}

static int load_batch (struct loading *l, const struct fid_plan_rank *r,
                       struct fid_plan_reader *w)
{
    static const char wrong[] =
        "\"reads\" is not a list of [FILE, OFFSET, BYTES] within files of "
        "the plan";
    struct fid_plan_batch b = {.step = FID_PLAN_NOBODY, .read_first = w->read_n};
    struct fid_span key;
    if (fid_json_peek (&l->j) == 'n')
        fid_json_skip (&l->j);
    else
        b.step = (uint32_t)take_number (l, r->compute_n, "no step of this number");
    while (fid_json_member (&l->j, &key))
        if (fid_span_is (key, "when"))
            b.when = take_when (l);
        else if (fid_span_is (key, "work"))
            b.work_s = take_seconds (l);
        else if (fid_span_is (key, "stats"))
            b.stats = (uint32_t)take_number (l, UINT32_MAX, "\"stats\" is not a count");
        else if (fid_span_is (key, "reads") && fid_json_into (&l->j, '['))
            while (fid_json_element (&l->j)) {
                uint64_t v[4] = {0};
                size_t n = take_numbers (l, v, 4, wrong);
                bool right = (n == 3 || n == 4) && v[0] < l->p->file_n && v[2] <= UINT32_MAX &&
                             v[3] < 4 && v[1] + v[2] <= l->p->file[v[0]].byte_n;
                if (!right)
                    l->wrong = l->wrong ? l->wrong : wrong;
                struct fid_plan_read d = {.offset = v[1],
                                          .byte_n = (uint32_t)v[2],
                                          .file = v[0] & (FID_PLAN_FILES - 1),
                                          .open = v[3] & 1,
                                          .close = v[3] >> 1 & 1};
                FID_TRY (FID_PUSH (w->read, l->err, d));
                b.read_n++;
            }
        else
            fid_json_skip (&l->j);
    if (b.stats && !b.read_n && !l->wrong)
        l->wrong = "\"stats\" are of files that the batch reads, and it reads none";
    return FID_PUSH (w->batch, l->err, b);
}

static int load_line (struct loading *l)
{
    struct fid_plan *p = l->p;
    struct fid_plan_rank *r = p->rank_n ? &p->rank[p->rank_n - 1] : NULL;
    struct fid_plan_reader *w = r && r->reader_n ? &r->reader[r->reader_n - 1] : NULL;
    struct fid_span key;
    if (!fid_json_enter (&l->j, '{') || !fid_json_member (&l->j, &key)) {
        l->wrong = "no JSON object with members";
        return 0;
    }
    if (fid_span_is (key, "file") && !r)
        return load_file (l, &p->file, &p->file_n, &p->file_cap);
    if (fid_span_is (key, "saved") && !r)
        return load_file (l, &p->saved, &p->saved_n, &p->saved_cap);
    if (fid_span_is (key, "checkpoint") && !r)
        return load_checkpoint (l);
    if (fid_span_is (key, "rank")) {
        int number = (int)take_number (l, INT_MAX, "\"rank\" is not a number, 0 or more");
        return FID_PUSH (p->rank, l->err, (struct fid_plan_rank){.number = number});
    }
    if (fid_span_is (key, "part") && r && !w)
        return load_part (l, r);
    if (fid_span_is (key, "reader") && r) {
        size_t kind = take_word (l, kinds, FID_PLAN_KIND_N,
                                 "a reader is neither \"main\", \"thread\" nor \"process\"");
        return FID_PUSH (r->reader, l->err,
                         (struct fid_plan_reader){.kind = (enum fid_plan_kind)kind});
    }
    if (fid_span_is (key, "step") && w)
        return load_batch (l, r, w);
    l->wrong = "an unknown line, or a line before the lines that it needs";
    return 0;
}

static int load_head (struct loading *l)
{
    struct fid_span key, schema = {"", 0};
    if (fid_json_enter (&l->j, '{'))
        while (fid_json_member (&l->j, &key)) {
            if (fid_span_is (key, "schema"))
                fid_json_string (&l->j, &schema);
            else if (fid_span_is (key, "run") && !l->p->run)
                FID_TRY (!(l->p->run = take_name (l)));
            else if (fid_span_is (key, "meet")) {
                size_t k = take_word (l, meetings, 3,
                                      "\"meet\" is neither \"never\" nor \"step\" nor "
                                      "\"behind step\"");
                l->p->meet = k > 0;
                l->p->meet_after = k == 2;
            } else if (fid_span_is (key, "reads"))
                l->read_n = take_number (l, INT64_MAX, "\"reads\" is not a count");
            else
                fid_json_skip (&l->j);
        }
    if (!fid_span_is (schema, FID_PLAN_SCHEMA))
        return fid_errorf (l->err, FID_EINPUT,
                           "%s: no plan of schema " FID_PLAN_SCHEMA
                           ": make one with `fidlio derive --for plan'",
                           l->text.path);
    return l->p->run ? 0 : !(l->p->run = fid_strdup ("", l->err));
}

/* --- whether it can be played */

/* How many steps of its rank have to be over, or to have their batch, before a batch may be read
 * or a checkpoint begin; step_n + 1 where it never does. */
static size_t needs (const struct fid_plan_rank *r, const struct fid_plan_when *w)
{
    if (w->gate == FID_PLAN_PART)
        return w->of < r->part_n ? r->part[w->of].step_first : r->compute_n + 1;
    return w->of >= r->compute_n ? r->compute_n + 1 : w->of + (w->gate == FID_PLAN_START);
}

/* A step must not wait for a batch that waits for the step, also behind others of its reader. */
static int check_plan (const struct fid_plan *p, const char *path, struct fid_error *err)
{
    size_t steps = 0;
    FID_EACH (const struct fid_plan_rank, r, p->rank) {
        size_t meets = 0, main_n = 0;
        FID_EACH (const struct fid_plan_part, part, r->part)
            meets += part->kind == FID_JOB_TRAINING ? part->step_n : 0;
        if (p->meet && r > p->rank && meets != steps)
            return fid_errorf (err, FID_EINPUT,
                               "%s: ranks that meet take %zu and %zu steps of training", path,
                               steps, meets);
        steps = meets;
        FID_EACH (const struct fid_plan_reader, w, r->reader) {
            size_t most = 0;
            main_n += w->kind == FID_PLAN_MAIN;
            if (main_n > 1)
                return fid_errorf (err, FID_EINPUT, "%s: rank %d has several \"main\" readers",
                                   path, r->number);
            FID_EACH (const struct fid_plan_batch, b, w->batch) {
                size_t k = needs (r, &b->when);
                most = k > most ? k : most;
                if (most > (b->step == FID_PLAN_NOBODY ? r->compute_n : b->step))
                    return fid_errorf (err, FID_EINPUT,
                                       "%s: rank %d, reader %zu, batch %zu: it would wait for "
                                       "itself, or for a part that is not there",
                                       path, r->number, (size_t)(w - r->reader),
                                       (size_t)(b - w->batch));
            }
        }
    }
    FID_EACH (const struct fid_plan_checkpoint, c, p->checkpoint)
        if (p->rank_n && !c->waits && needs (&p->rank[0], &c->when) > p->rank[0].compute_n)
            return fid_errorf (err, FID_EINPUT, "%s: checkpoint %zu never begins", path,
                               (size_t)(c - p->checkpoint));
    return p->rank_n ? 0 : fid_errorf (err, FID_EINPUT, "%s: the plan has no ranks", path);
}

static int load_lines (struct loading *l)
{
    struct fid_span line, key;
    int more;
    while ((more = fid_text_next (&l->text, &line, l->err)) > 0) {
        fid_json_init (&l->j, line);
        FID_TRY (l->p->run ? load_line (l) : load_head (l));
        while (l->j.depth && fid_json_member (&l->j, &key))
            fid_json_skip (&l->j);
        if (l->j.cut)
            l->wrong = "the line is cut";
        else if (l->j.bad && !l->wrong)
            l->wrong = "no JSON";
        if (l->wrong)
            return fid_errorf (l->err, FID_EINPUT, "%s:%zu: %s", l->text.path, l->text.line_n,
                               l->wrong);
    }
    FID_TRY (more < 0);
    if (!l->p->run)
        return fid_errorf (l->err, FID_EINPUT, "%s: empty", l->text.path);
    size_t read_n;
    double byte_n;
    fid_plan_sum (l->p, &read_n, &byte_n);
    if (l->read_n != UINT64_MAX && l->read_n != read_n)
        return fid_errorf (l->err, FID_EINPUT,
                           "%s: has %zu of the %" PRIu64
                           " reads that its head states: was it cut?",
                           l->text.path, read_n, l->read_n);
    return check_plan (l->p, l->text.path, l->err);
}

int fid_plan_load (struct fid_plan *p, const char *path, struct fid_error *err)
{
    struct loading l = {.p = p, .err = err, .read_n = UINT64_MAX};
    *p = (struct fid_plan){.run = NULL};
    FID_TRY (fid_text_open (&l.text, path, err));
    int rc = load_lines (&l);
    fid_text_close (&l.text);
    return rc;
}
