/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c - see show.h */
#include "job/show.h"
#include "base/jsonbuild.h"
#include "base/units.h"
#include "run/steps.h"

/* --- text */

/* Where the text goes. */
struct page {
    FILE *f;
    bool evidence; /* with what each line rests on */
};

/* "steps          200  (traces: certain)" */
static void print_line (const struct page *to, const char *what, const char *text,
                        struct fid_job_known k)
{
    char bytes[FID_UNITS_TEXT];
    fprintf (to->f, "%-16s%s  (", what, text);
    if (k.from == FID_JOB_UNKNOWN)
        fprintf (to->f, "not known)\n");
    else
        fprintf (to->f, "%s: %s)\n", fid_job_source_names[k.from],
                 k.sure >= FID_JOB_CERTAIN ? "certain"
                 : k.sure >= FID_JOB_SURE  ? "likely"
                                           : "a guess");
    if (to->evidence && k.call_n > 0)
        fprintf (to->f, "%-16sseen in %.0f calls, %s, in %.0f %% of the job\n", "", k.call_n,
                 fid_format_bytes (k.byte_n, bytes, sizeof bytes), 100 * k.share);
    else if (to->evidence)
        fprintf (to->f, "%-16sin no traced call\n", "");
}

static struct fid_job_step sum_of_steps (const struct fid_job_rank *r)
{
    struct fid_job_step sum = {0};
    FID_STEPS_OF (s, r, FID_JOB_TRAINING) {
        sum.byte_n += s->byte_n;
        sum.wait_n += s->wait_n;
        sum.meta_n += s->meta_n;
        sum.work_s += s->work_s;
    }
    return sum;
}

static void print_demand (const struct fid_job *job, const struct fid_job_rank *r, FILE *f)
{
    char bytes[FID_UNITS_TEXT], ahead[FID_UNITS_TEXT];
    struct fid_job_step sum = sum_of_steps (r);
    double n = (double)fid_job_step_n (r, FID_JOB_TRAINING);
    if (!(n > 0))
        return;
    fid_format_bytes (sum.byte_n / n, bytes, sizeof bytes);
    fprintf (f, "%-16s%s, %.3g calls that wait, %.3g metadata calls\n", "a step reads", bytes,
             sum.wait_n / n, sum.meta_n / n);
    if (sum.work_s > 0)
        fprintf (f, "%-16s%s for each step, besides reading (decoding, augmenting)\n",
                 "readers work", fid_format_seconds (sum.work_s / n, ahead, sizeof ahead));
    if (job->cache_seen)
        fprintf (f, "%-16s%.0f %% of the bytes of data; largest request %s\n", "from memory",
                 100 * job->cached, fid_format_bytes (job->read_ahead_n, ahead, sizeof ahead));
}

static void print_checkpoints (const struct fid_job *job, const struct page *to)
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
    if (first && sum > 0)
        used += snprintf (text + used, sizeof text - (size_t)used, " of %s%s",
                          fid_format_bytes (sum / (double)n, bytes, sizeof bytes),
                          first->stated ? ", as stated" : "");
    else if (first)
        used += snprintf (text + used, sizeof text - (size_t)used, " of unknown size");
    if (first && first->file_n)
        used += snprintf (text + used, sizeof text - (size_t)used, ", %zu file%s each",
                          first->file_n, first->file_n == 1 ? "" : "s");
    if (first)
        snprintf (text + used, sizeof text - (size_t)used, "; the job %s for them%s",
                  first->waits ? "stands still" : "goes on",
                  first->stated || !first->synced ? ""
                  : first->synced == FID_NOT_TOLD
                      ? "; whether they wait for the disk is not known"
                      : ", until they are on the disk");
    print_line (to, "checkpoints", text, job->checkpoints);
    if (loads)
        fprintf (to->f, "%-16s%zu\n", "loads", loads);
}

static void print_data (const char *what, const struct fid_job_data *d, const struct page *to)
{
    char text[160], size[FID_UNITS_TEXT];
    if (!d->file_n)
        return;
    snprintf (text, sizeof text, "%zu files of %s, %s", d->file_n,
              fid_format_bytes (d->file_byte_n, size, sizeof size),
              isnan (d->order_within) ? "in an unknown order"
              : d->order_within > 0.9 ? "in order"
              : d->order_again > 0.9  ? "shuffled once"
                                      : "shuffled");
    print_line (to, what, text, d->known);
}

#define MUCH 0.05 /* of the time */

/* "8, which never meet; rank 5 takes 0.14 s a step, the median rank 0.1 s" */
static void print_ranks (const struct fid_job *job, FILE *f)
{
    const struct fid_job_spread *s = &job->spread;
    char slowest[FID_UNITS_TEXT], median[FID_UNITS_TEXT];
    fprintf (f, "%-16s%zu", "ranks", job->rank_n);
    if (job->rank_n > 1)
        fprintf (f, ", which %s%s", job->meeting == FID_JOB_NEVER ? "never meet" : "meet ",
                 job->meeting == FID_JOB_NEVER ? "" : fid_job_meeting_names[job->meeting]);
    if (s->slowest_step_s > FID_RANK_SLOW * s->median_step_s)
        fprintf (f, "; rank %d takes %s a step, the median rank %s", s->slowest_rank,
                 fid_format_seconds (s->slowest_step_s, slowest, sizeof slowest),
                 fid_format_seconds (s->median_step_s, median, sizeof median));
    if (s->meeting_share > MUCH)
        fprintf (f, "; they wait %.0f %% of the time for each other, rank %d %.0f %% for data",
                 100 * s->meeting_share, s->worst_stall_rank, 100 * s->worst_stall_share);
    fprintf (f, "\n");
}

void fid_job_print (const struct fid_job *job, const char *name, bool evidence, FILE *f)
{
    const struct page to = {f, evidence};
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
    print_line (&to, "steps", text, job->steps);
    snprintf (text, sizeof text, "%zu, of %zu steps together", job->evaluation_n,
              fid_job_step_n (r, FID_JOB_EVALUATION));
    print_line (&to, "evaluations", text, job->evaluations);
    print_checkpoints (job, &to);
    snprintf (text, sizeof text, "%.4g reader%s, %.3g batches ahead", r->loader.readers,
              r->loader.readers > 1 ? "s" : "", r->loader.depth);
    print_line (&to, "loader", text, r->loader.known);
    print_demand (job, r, f);
    print_data ("training", &job->train, &to);
    print_data ("evaluation", &job->eval, &to);
    if (*fid_books_text (&job->books, books, sizeof books))
        fprintf (f, "%-16s%s\n", "not seen", books);
}

/* --- JSON */

static void put_books (struct fid_doc *d, const struct fid_books *b)
{
    fid_doc_row (d, d->root, "books",
                 "gap %s reads_n %f unsized_reads_n %f passed_bytes %f hole_bytes %f "
                 "data_bytes %f again_bytes %f "
                 "other_bytes %f block_bytes %f uncalled_bytes %f "
                 "cache_bytes %f opens_n %f read_opens_n %f consumed_samples_n %f "
                 "set_samples_n %f read_samples_n %f sample_bytes %f missing_bytes %f",
                 b->gap == FID_BOOKS_BALANCED ? "" : fid_books_gap_names[b->gap], b->call_n,
                 b->unsized_n, b->passed_n, b->hole_n, b->data_n, b->again_n, b->other_n,
                 b->block_n, b->uncalled_n, b->cache_n, b->open_n, b->read_open_n,
                 b->consumed_n, b->set_n, b->sample_n, b->sample_byte_n, b->missing_n);
}

static void put_known (struct fid_doc *d, cJSON *o, struct fid_job_known k)
{
    fid_doc_members (d, o, "from %s sure %g", fid_job_source_names[k.from], k.sure);
}

/* The same, with what it rests on. */
static void put_evidence (struct fid_doc *d, cJSON *o, struct fid_job_known k)
{
    put_known (d, o, k);
    fid_doc_members (d, o, "calls %f bytes %f share %g", k.call_n, k.byte_n, k.share);
}

static void put_data (struct fid_doc *d, cJSON *in, const char *key,
                      const struct fid_job_data *t)
{
    cJSON *o =
        fid_doc_row (d, in, key,
                     "files_n %zu file_bytes %g samples_n %g sample_bytes %g "
                     "order_within %g order_again %g",
                     t->file_n, t->file_byte_n, t->sample_n > 0 ? t->sample_n : FID_GAP,
                     t->sample_byte_n > 0 ? t->sample_byte_n : FID_GAP,
                     isnan (t->order_within) ? FID_GAP : t->order_within, t->order_again);
    put_evidence (d, o, t->known);
}

static void put_checkpoints (struct fid_doc *d, cJSON *in, const struct fid_job *job)
{
    cJSON *list = fid_doc_list (d, in, "checkpoints");
    FID_EACH (const struct fid_job_checkpoint, c, job->checkpoint) {
        cJSON *o = fid_doc_row (d, list, NULL,
                                "load %hhd start_s %g end_s %g bytes %g files_n %zu "
                                "writers_n %zu synced %hhd waits %hhd stated %hhd",
                                c->load, c->start_s, c->end_s, c->byte_n, c->file_n,
                                c->writer_n, c->synced, c->waits, c->stated);
        put_known (d, o, c->known);
    }
}

static void put_rank (struct fid_doc *d, cJSON *list, const struct fid_job_rank *r, bool steps)
{
    cJSON *o = fid_doc_row (
        d, list, NULL, "number %d steps_n %zu computation_s %g readers %g depth %g", r->number,
        fid_job_step_n (r, FID_JOB_TRAINING), fid_job_computation_s (r, FID_JOB_TRAINING),
        r->loader.readers, r->loader.depth);
    cJSON *segments = fid_doc_list (d, o, "segments");
    FID_EACH (const struct fid_job_segment, s, r->segment) {
        cJSON *g =
            fid_doc_row (d, segments, NULL, "kind %s start_s %g end_s %g epoch %g steps_n %zu",
                         fid_job_segment_names[s->kind], s->start_s, s->end_s,
                         s->epoch > 0 ? s->epoch : FID_GAP, s->step_n);
        put_known (d, g, s->known);
    }
    if (!steps)
        return;
    cJSON *step = fid_doc_list (d, o, "steps");
    FID_EACH (const struct fid_job_step, s, r->step)
        fid_doc_row (d, step, NULL,
                     "start_s %g end_s %g load_s %g computation_s %g meeting_s %g bytes %g "
                     "stored_bytes %g read_ahead_bytes %g waiting_calls_n %g requests_n %g "
                     "metadata_calls_n %g reading_s %g work_s %g",
                     s->start_s, s->end_s, s->load_s, s->compute_s, s->meet_s, s->byte_n,
                     s->stored_n, s->late_n, s->wait_n, s->request_n, s->meta_n, s->busy_s,
                     s->work_s);
}

cJSON *fid_job_json (const struct fid_job *job, const char *name, bool steps,
                     struct fid_error *err)
{
    const struct fid_job_rank *r = &job->rank[0];
    const struct fid_job_spread *s = &job->spread;
    size_t n = fid_job_step_n (r, FID_JOB_TRAINING);
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_members (&d, d.root, "run %s duration_s %g ranks_n %zu ranks_meet %s", name,
                     job->duration_s, job->rank_n, fid_job_meeting_names[job->meeting]);
    fid_doc_row (&d, d.root, "spread",
                 "median_rank %d median_step_s %g slowest_rank %d slowest_step_s %g "
                 "worst_stall_rank %d worst_stall_share %g meeting_share %g",
                 s->median_rank, s->median_step_s, s->slowest_rank, s->slowest_step_s,
                 s->worst_stall_rank, s->worst_stall_share, s->meeting_share);
    fid_doc_members (&d, d.root,
                     "epochs_n %g steps_n %zu computation_s %g checkpoints_n %zu loads_n %zu "
                     "evaluations_n %zu evaluation_steps_n %zu depth %g readers %g work_s %g "
                     "cached %g read_ahead_bytes %g",
                     job->epoch_n > 0 ? job->epoch_n : FID_GAP, n,
                     n ? fid_job_computation_s (r, FID_JOB_TRAINING) : FID_GAP,
                     fid_job_checkpoint_n (job, false), fid_job_checkpoint_n (job, true),
                     job->evaluation_n, fid_job_step_n (r, FID_JOB_EVALUATION),
                     n ? r->loader.depth : FID_GAP,
                     job->data_seen ? r->loader.readers : FID_GAP,
                     n ? sum_of_steps (r).work_s / (double)n : FID_GAP,
                     job->cache_seen ? job->cached : FID_GAP,
                     job->read_ahead_n > 0 ? job->read_ahead_n : FID_GAP);
    cJSON *known = fid_doc_object (&d, d.root, "known");
    put_evidence (&d, fid_doc_object (&d, known, "steps"), job->steps);
    put_evidence (&d, fid_doc_object (&d, known, "checkpoints"), job->checkpoints);
    put_evidence (&d, fid_doc_object (&d, known, "evaluations"), job->evaluations);
    put_evidence (&d, fid_doc_object (&d, known, "loader"), r->loader.known);
    put_evidence (&d, fid_doc_object (&d, known, "meetings"), job->meetings);
    put_data (&d, d.root, "training", &job->train);
    put_data (&d, d.root, "evaluation", &job->eval);
    put_checkpoints (&d, d.root, job);
    put_books (&d, &job->books);
    cJSON *ranks = fid_doc_list (&d, d.root, "ranks");
    for (size_t i = 0; i < job->rank_n; i++)
        put_rank (&d, ranks, &job->rank[i], steps);
    return fid_doc_end (&d, err);
}
