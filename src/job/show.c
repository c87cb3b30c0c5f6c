/* show.c - see show.h */
#include "job/show.h"
#include <math.h>
#include "base/units.h"

/* --- text */

static const char *
sure_words (struct fid_job_known k)
{
    return k.from == FID_JOB_UNKNOWN ? "not known"
           : k.sure >= 0.9           ? "sure"
           : k.sure >= 0.7           ? "rather sure"
                                     : "a guess";
}

/* "steps          200  (traces, sure)" */
static void
print_line (FILE *f, const char *what, const char *text, struct fid_job_known k)
{
    if (k.from == FID_JOB_UNKNOWN)
        fprintf (f, "%-16s%s  (not known)\n", what, text);
    else
        fprintf (f, "%-16s%s  (%s: %s)\n", what, text, fid_job_source_name (k.from),
                 sure_words (k));
}

/* The sum of the steps of training. */
static struct fid_job_step
sum_of_steps (const struct fid_job_rank *r)
{
    struct fid_job_step sum = {0};
    for (size_t i = 0; i < r->segment_n; i++)
        for (size_t k = 0; k < r->segment[i].step_n && r->segment[i].kind == FID_JOB_TRAINING;
             k++) {
            const struct fid_job_step *s = &r->step[r->segment[i].step_first + k];
            sum.byte_n += s->byte_n;
            sum.wait_n += s->wait_n;
            sum.meta_n += s->meta_n;
        }
    return sum;
}

static void
print_demand (const struct fid_job *job, const struct fid_job_rank *r, FILE *f)
{
    char bytes[FID_UNITS_TEXT], ahead[FID_UNITS_TEXT];
    struct fid_job_step sum = sum_of_steps (r);
    double n = (double)fid_job_step_n (r, FID_JOB_TRAINING);
    if (!(n > 0))
        return;
    fid_format_bytes (sum.byte_n / n, bytes, sizeof bytes);
    fprintf (f, "%-16s%s, %.3g calls that wait, %.3g metadata calls\n", "a step reads", bytes,
             sum.wait_n / n, sum.meta_n / n);
    if (job->cache_seen)
        fprintf (f, "%-16s%.0f %% of the bytes of data; largest request %s\n", "from memory",
                 100 * job->cached, fid_format_bytes (job->read_ahead_n, ahead, sizeof ahead));
}

static void
print_checkpoints (const struct fid_job *job, FILE *f)
{
    char text[240], bytes[FID_UNITS_TEXT];
    size_t n = fid_job_checkpoint_n (job, false), loads = fid_job_checkpoint_n (job, true);
    double sum = 0;
    const struct fid_job_checkpoint *first = NULL;
    for (size_t i = 0; i < job->checkpoint_n; i++)
        if (!job->checkpoint[i].load) {
            sum += job->checkpoint[i].byte_n;
            first = first ? first : &job->checkpoint[i];
        }
    int used = snprintf (text, sizeof text, "%zu", n);
    if (first)
        snprintf (text + used, sizeof text - (size_t)used,
                  " of %s, %zu file%s each; the job %s for them%s",
                  fid_format_bytes (sum / (double)n, bytes, sizeof bytes), first->file_n,
                  first->file_n == 1 ? "" : "s", first->waits ? "stands still" : "goes on",
                  first->synced ? ", until they are on the disk" : "");
    print_line (f, "checkpoints", text, job->checkpoints);
    if (loads)
        fprintf (f, "%-16s%zu\n", "loads", loads);
}

static void
print_data (const char *what, const struct fid_job_data *d, FILE *f)
{
    char text[160], size[FID_UNITS_TEXT];
    if (!d->file_n)
        return;
    snprintf (text, sizeof text, "%zu files of %s, %s", d->file_n,
              fid_format_bytes (d->file_byte_n, size, sizeof size),
              d->order_within > 0.9  ? "in order"
              : d->order_again > 0.9 ? "shuffled once"
                                     : "shuffled");
    print_line (f, what, text, d->known);
}

#define SLOW 1.1  /* times the median of the ranks */
#define MUCH 0.05 /* of the time */

/* "8, which never meet; rank 5 takes 0.14 s a step, the median rank 0.1 s" */
static void
print_ranks (const struct fid_job *job, FILE *f)
{
    const struct fid_job_spread *s = &job->spread;
    char slowest[FID_UNITS_TEXT], median[FID_UNITS_TEXT];
    fprintf (f, "%-16s%zu", "ranks", job->rank_n);
    if (job->rank_n > 1)
        fprintf (f, ", which %s%s", job->meeting == FID_JOB_NEVER ? "never meet" : "meet ",
                 job->meeting == FID_JOB_NEVER ? "" : fid_job_meeting_name (job->meeting));
    if (s->slowest_step_s > SLOW * s->median_step_s)
        fprintf (f, "; rank %d takes %s a step, the median rank %s", s->slowest_rank,
                 fid_format_seconds (s->slowest_step_s, slowest, sizeof slowest),
                 fid_format_seconds (s->median_step_s, median, sizeof median));
    if (s->meeting_share > MUCH)
        fprintf (f, "; they wait %.0f %% of the time for each other, rank %d %.0f %% for data",
                 100 * s->meeting_share, s->worst_stall_rank, 100 * s->worst_stall_share);
    fprintf (f, "\n");
}

void
fid_job_print (const struct fid_job *job, const char *name, FILE *f)
{
    const struct fid_job_rank *r = &job->rank[0];
    char text[160], seconds[FID_UNITS_TEXT], books[240];
    fprintf (f, "%s\n", name);
    fid_format_seconds (job->duration_s, seconds, sizeof seconds);
    fprintf (f, "%-16s%s\n", "duration", seconds);
    print_ranks (job, f);
    if (job->epoch_n)
        fprintf (f, "%-16s%d\n", "epochs", job->epoch_n);
    snprintf (text, sizeof text, "%zu of %s of computation",
              fid_job_step_n (r, FID_JOB_TRAINING),
              fid_format_seconds (fid_job_computation_s (r, FID_JOB_TRAINING), seconds,
                                  sizeof seconds));
    print_line (f, "steps", text, job->steps);
    snprintf (text, sizeof text, "%zu, of %zu steps together", job->evaluation_n,
              fid_job_step_n (r, FID_JOB_EVALUATION));
    print_line (f, "evaluations", text, job->evaluations);
    print_checkpoints (job, f);
    snprintf (text, sizeof text, "%.4g reader%s, %.3g batches ahead", r->loader.readers,
              r->loader.readers > 1 ? "s" : "", r->loader.depth);
    print_line (f, "loader", text, r->loader.known);
    print_demand (job, r, f);
    print_data ("training", &job->train, f);
    print_data ("evaluation", &job->eval, f);
    if (*fid_books_text (&job->books, books, sizeof books))
        fprintf (f, "%-16s%s\n", "not seen", books);
}

#define TRAIT_TEXT 40

/* A value of a trait in words: "0.29 s", "7.1 MiB", "4"; returns out. */
static const char *
trait_text (enum fid_job_trait t, double value, char out[TRAIT_TEXT])
{
    if (fid_job_traits[t].unit == FID_IN_BYTES)
        return fid_format_bytes (value, out, TRAIT_TEXT);
    if (fid_job_traits[t].unit == FID_IN_SECONDS)
        return fid_format_seconds (value, out, TRAIT_TEXT);
    snprintf (out, TRAIT_TEXT, value >= 1000 ? "%.0f" : "%.3g", value);
    return out;
}

void
fid_job_differences_print (const struct fid_job_difference *d, size_t n, FILE *f)
{
    char real[TRAIT_TEXT], emulation[TRAIT_TEXT];
    for (size_t i = 0; i < n; i++) {
        char after[16] = "";
        if (d[i].error_after >= 0)
            snprintf (after, sizeof after, "%.0f %%", 100 * expm1 (d[i].error_after));
        fprintf (f, "%6s  %s: %s instead of %s\n", after, fid_job_traits[d[i].trait].words,
                 trait_text (d[i].trait, d[i].emulation, emulation),
                 trait_text (d[i].trait, d[i].real, real));
    }
}

/* --- JSON */

void
fid_job_differences_put (struct fid_doc *doc, cJSON *in, const char *key,
                         const struct fid_job_difference *d, size_t n)
{
    cJSON *list = fid_doc_list (doc, in, key);
    for (size_t i = 0; i < n; i++) {
        const struct fid_job_trait_info *info = &fid_job_traits[d[i].trait];
        cJSON *o = fid_doc_object (doc, list, NULL);
        fid_doc_text (doc, o, "trait", info->name);
        fid_doc_text (doc, o, "words", info->words);
        fid_doc_text (doc, o, "unit", fid_unit_name (info->unit));
        fid_doc_number (doc, o, "real", d[i].real);
        fid_doc_number (doc, o, "emulation", d[i].emulation);
        fid_doc_maybe (doc, o, "error_after", d[i].error_after >= 0, d[i].error_after);
    }
}

static void
put_books (struct fid_doc *d, const struct fid_books *b)
{
    const struct {
        const char *name;
        double value;
    } accounts[] = {{"data_bytes", b->data_n},
                    {"other_bytes", b->other_n},
                    {"block_bytes", b->block_n},
                    {"cache_bytes", b->cache_n},
                    {"opens_n", b->open_n},
                    {"read_opens_n", b->read_open_n},
                    {"consumed_samples_n", b->consumed_n},
                    {"set_samples_n", b->set_n},
                    {"read_samples_n", b->sample_n},
                    {"sample_bytes", b->sample_byte_n},
                    {"missing_bytes", b->missing_n}};
    cJSON *o = fid_doc_object (d, d->root, "books");
    fid_doc_text (d, o, "gap",
                  b->gap == FID_BOOKS_BALANCED ? NULL : fid_books_gap_name (b->gap));
    for (size_t i = 0; i < sizeof accounts / sizeof *accounts; i++)
        fid_doc_maybe (d, o, accounts[i].name, accounts[i].value >= 0, accounts[i].value);
}

static void
put_known (struct fid_doc *d, cJSON *in, const char *key, struct fid_job_known k)
{
    cJSON *o = key ? fid_doc_object (d, in, key) : in;
    fid_doc_text (d, o, "from", fid_job_source_name (k.from));
    fid_doc_number (d, o, "sure", k.sure);
}

static void
put_data (struct fid_doc *d, cJSON *in, const char *key, const struct fid_job_data *t)
{
    cJSON *o = fid_doc_object (d, in, key);
    fid_doc_number (d, o, "files_n", (double)t->file_n);
    fid_doc_number (d, o, "file_bytes", t->file_byte_n);
    fid_doc_maybe (d, o, "samples_n", t->sample_n > 0, t->sample_n);
    fid_doc_maybe (d, o, "sample_bytes", t->sample_byte_n > 0, t->sample_byte_n);
    fid_doc_number (d, o, "order_within", t->order_within);
    fid_doc_number (d, o, "order_again", t->order_again);
    put_known (d, o, NULL, t->known);
}

static void
put_checkpoints (struct fid_doc *d, cJSON *in, const struct fid_job *job)
{
    cJSON *list = fid_doc_list (d, in, "checkpoints");
    for (size_t i = 0; i < job->checkpoint_n; i++) {
        const struct fid_job_checkpoint *c = &job->checkpoint[i];
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_bool (d, o, "load", c->load);
        fid_doc_number (d, o, "start_s", c->start_s);
        fid_doc_number (d, o, "end_s", c->end_s);
        fid_doc_number (d, o, "bytes", c->byte_n);
        fid_doc_number (d, o, "files_n", (double)c->file_n);
        fid_doc_number (d, o, "writers_n", (double)c->writer_n);
        fid_doc_bool (d, o, "synced", c->synced);
        fid_doc_bool (d, o, "waits", c->waits);
        put_known (d, o, NULL, c->known);
    }
}

static void
put_segments (struct fid_doc *d, cJSON *in, const struct fid_job_rank *r)
{
    cJSON *list = fid_doc_list (d, in, "segments");
    for (size_t i = 0; i < r->segment_n; i++) {
        const struct fid_job_segment *s = &r->segment[i];
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "kind", fid_job_segment_name (s->kind));
        fid_doc_number (d, o, "start_s", s->start_s);
        fid_doc_number (d, o, "end_s", s->end_s);
        fid_doc_maybe (d, o, "epoch", s->epoch > 0, s->epoch);
        fid_doc_number (d, o, "steps_n", (double)s->step_n);
        put_known (d, o, NULL, s->known);
    }
}

static void
put_steps (struct fid_doc *d, cJSON *in, const struct fid_job_rank *r)
{
    cJSON *list = fid_doc_list (d, in, "steps");
    for (size_t i = 0; i < r->step_n; i++) {
        const struct fid_job_step *s = &r->step[i];
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_number (d, o, "start_s", s->start_s);
        fid_doc_number (d, o, "end_s", s->end_s);
        fid_doc_number (d, o, "load_s", s->load_s);
        fid_doc_number (d, o, "computation_s", s->compute_s);
        fid_doc_number (d, o, "meeting_s", s->meet_s);
        fid_doc_number (d, o, "bytes", s->byte_n);
        fid_doc_number (d, o, "stored_bytes", s->stored_n);
        fid_doc_number (d, o, "read_ahead_bytes", s->late_n);
        fid_doc_number (d, o, "waiting_calls_n", s->wait_n);
        fid_doc_number (d, o, "requests_n", s->request_n);
        fid_doc_number (d, o, "metadata_calls_n", s->meta_n);
    }
}

/* How ranks differ. */
static void
put_spread (struct fid_doc *d, cJSON *in, const struct fid_job_spread *s)
{
    cJSON *o = fid_doc_object (d, in, "spread");
    fid_doc_number (d, o, "median_rank", s->median_rank);
    fid_doc_number (d, o, "median_step_s", s->median_step_s);
    fid_doc_number (d, o, "slowest_rank", s->slowest_rank);
    fid_doc_number (d, o, "slowest_step_s", s->slowest_step_s);
    fid_doc_number (d, o, "worst_stall_rank", s->worst_stall_rank);
    fid_doc_number (d, o, "worst_stall_share", s->worst_stall_share);
    fid_doc_number (d, o, "meeting_share", s->meeting_share);
}

static void
put_rank (struct fid_doc *d, cJSON *list, const struct fid_job_rank *r, bool steps)
{
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_number (d, o, "number", r->number);
    fid_doc_number (d, o, "steps_n", (double)fid_job_step_n (r, FID_JOB_TRAINING));
    fid_doc_number (d, o, "computation_s", fid_job_computation_s (r, FID_JOB_TRAINING));
    fid_doc_number (d, o, "readers", r->loader.readers);
    fid_doc_number (d, o, "depth", r->loader.depth);
    put_segments (d, o, r);
    if (steps)
        put_steps (d, o, r);
}

cJSON *
fid_job_json (const struct fid_job *job, const char *name, bool steps, struct fid_error *err)
{
    const struct fid_job_rank *r = &job->rank[0];
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "run", name);
    fid_doc_number (&d, d.root, "duration_s", job->duration_s);
    fid_doc_number (&d, d.root, "ranks_n", (double)job->rank_n);
    fid_doc_text (&d, d.root, "ranks_meet", fid_job_meeting_name (job->meeting));
    put_spread (&d, d.root, &job->spread);
    fid_doc_maybe (&d, d.root, "epochs_n", job->epoch_n > 0, job->epoch_n);
    size_t n = fid_job_step_n (r, FID_JOB_TRAINING);
    fid_doc_number (&d, d.root, "steps_n", (double)n);
    fid_doc_maybe (&d, d.root, "computation_s", n > 0,
                   fid_job_computation_s (r, FID_JOB_TRAINING));
    fid_doc_number (&d, d.root, "checkpoints_n", (double)fid_job_checkpoint_n (job, false));
    fid_doc_number (&d, d.root, "loads_n", (double)fid_job_checkpoint_n (job, true));
    fid_doc_number (&d, d.root, "evaluations_n", (double)job->evaluation_n);
    fid_doc_number (&d, d.root, "evaluation_steps_n",
                    (double)fid_job_step_n (r, FID_JOB_EVALUATION));
    fid_doc_maybe (&d, d.root, "depth", n > 0, r->loader.depth);
    fid_doc_number (&d, d.root, "readers", r->loader.readers);
    fid_doc_maybe (&d, d.root, "cached", job->cache_seen, job->cached);
    fid_doc_maybe (&d, d.root, "read_ahead_bytes", job->read_ahead_n > 0, job->read_ahead_n);
    cJSON *known = fid_doc_object (&d, d.root, "known");
    put_known (&d, known, "steps", job->steps);
    put_known (&d, known, "checkpoints", job->checkpoints);
    put_known (&d, known, "evaluations", job->evaluations);
    put_known (&d, known, "loader", r->loader.known);
    put_known (&d, known, "meetings", job->meetings);
    put_data (&d, d.root, "training", &job->train);
    put_data (&d, d.root, "evaluation", &job->eval);
    put_checkpoints (&d, d.root, job);
    put_books (&d, &job->books);
    cJSON *ranks = fid_doc_list (&d, d.root, "ranks");
    for (size_t i = 0; i < job->rank_n; i++)
        put_rank (&d, ranks, &job->rank[i], steps);
    return fid_doc_end (&d, err);
}
