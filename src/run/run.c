/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - see run.h */
#include "run/run.h"

unsigned fid_stream_gives (enum fid_stream_id id)
{
    static const unsigned gives[] = {[FID_STREAM_BLOCK_READ] = FID_GIVES_BLOCK,
                                     [FID_STREAM_BLOCK_WRITE] = FID_GIVES_BLOCK,
                                     [FID_STREAM_DATA_READ] = FID_GIVES_READ,
                                     [FID_STREAM_CHECKPOINT_WRITE] = FID_GIVES_WRITE,
                                     [FID_STREAM_DATA_OPEN] = FID_GIVES_OPEN,
                                     [FID_STREAM_CHECKPOINT_READ] = FID_GIVES_READ,
                                     [FID_STREAM_OTHER_IO] =
                                         FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN};
    return gives[id];
}

const char *fid_stream_name (enum fid_stream_id id)
{
    return fid_resources[fid_resource_of_stream (id)].name;
}

const char *fid_gauge_name (enum fid_gauge_id id)
{
    return fid_resources[fid_resource_of_gauge (id)].name;
}

const char *fid_source_notes (const struct fid_source *s, char *buf, size_t size)
{
    char text[FID_REMARK_TEXT];
    size_t at = (size_t)snprintf (buf, size, "%s", s->failure);
    for (size_t i = 0; !s->failure[0] && i < s->note_n && at < size; i++) {
        const struct fid_remark *r = &s->note[i];
        at += (size_t)snprintf (buf + at, size - at, "%s", i ? "; " : "");
        if (r->line && at < size)
            at += (size_t)snprintf (buf + at, size - at, "line %zu: ", r->line);
        if (at < size)
            at += (size_t)snprintf (buf + at, size - at, "%s",
                                    fid_remark_text (r, text, sizeof text));
    }
    return buf;
}

int fid_run_rename (struct fid_run *run, const char *id, struct fid_error *err)
{
    char *copy = fid_strdup (id, err);
    FID_TRY (!copy);
    free (run->id);
    run->id = copy;
    return 0;
}

const char *fid_run_fact (const struct fid_run *run, const char *key)
{
    for (size_t i = run->fact_n; i-- > 0;)
        if (strcmp (run->fact[i].key, key) == 0)
            return run->fact[i].value;
    return NULL;
}

double fid_run_fact_number (const struct fid_run *run, const char *key)
{
    const char *text = fid_run_fact (run, key);
    double x;
    return text && fid_span_decimal (fid_span_of (text), &x) && x > 0 ? x : 0;
}

size_t fid_run_host_n (const struct fid_run *run)
{
    double told_n = fid_run_fact_number (run, "num_hosts");
    return told_n > (double)run->hosts.n ? (size_t)told_n : run->hosts.n;
}

/* The sketches of a tally. */
#define TALLY_SKETCHES(S)                                                                      \
    S (size)                                                                                   \
    S (latency)                                                                                \
    S (gap)                                                                                    \
    S (access.jump)                                                                            \
    S (access.reuse)                                                                           \
    S (access.file_bytes)                                                                      \
    S (access.file_reads) S (access.readers) S (access.open_files) S (access.folder_files)

int fid_stream_busy_far (struct fid_stream *s, int64_t start_ns, int64_t dur_ns,
                         struct fid_error *err)
{
    struct fid_grid *g = &s->busy;
    int64_t end_ns = start_ns + (dur_ns < FID_BUSY_MAX_NS ? dur_ns : FID_BUSY_MAX_NS);
    FID_TRY (fid_grid_begin (g, FID_BUSY_BIN_NS, start_ns, err));
    while (start_ns < end_ns) {
        int64_t bin_ns = g->bin_ns, into_ns = start_ns % bin_ns;
        int64_t to_ns = start_ns - into_ns + (into_ns < 0 ? 0 : bin_ns);
        to_ns = to_ns < end_ns ? to_ns : end_ns;
        FID_TRY (fid_grid_add (g, start_ns, (uint64_t)(to_ns - start_ns), err));
        start_ns = to_ns;
    }
    return 0;
}

void fid_stream_clear (struct fid_stream *s)
{
    for (int i = 0; i < FID_PART_N; i++) {
#define CLEAR(sketch) fid_sketch_clear (&s->part[i].sketch);
        TALLY_SKETCHES (CLEAR)
#undef CLEAR
    }
    fid_grid_clear (&s->grid);
    fid_grid_clear (&s->busy);
}

void fid_run_destroy (struct fid_run *run)
{
    if (!run)
        return;
    if (run->job.at)
        run->job.destroy (run->job.at);
    for (size_t i = 0; i < run->source_n; i++)
        free (run->source[i].path);
    fid_events_clear (&run->events);
    for (int i = 0; i < FID_STREAM_N; i++)
        fid_stream_clear (&run->stream[i]);
    for (int i = 0; i < FID_GAUGE_N; i++) {
        FID_FREE (run->gauge[i].t_ns, run->gauge[i].value);
    }
    fid_run_findings_clear (&run->findings);
    FID_FREE (run->fact, run->source, run->steps.step, run->steps.other);
    fid_phases_clear (&run->phases);
    fid_clocks_clear (&run->clocks);
    fid_hosts_clear (&run->hosts);
    FID_FREE (run->id, run->dir, run->path);
    for (size_t i = 0; i < run->words.n; i++)
        free (run->words.at[i]);
    FID_FREE (run->words.at, run);
}

bool fid_run_saw (const struct fid_run *run, unsigned gives)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].seen & gives)
            return true;
    return false;
}

int fid_hosts_add (struct fid_hosts *h, struct fid_span name, size_t *number,
                   struct fid_error *err)
{
    if (name.n >= sizeof h->at->name)
        name.n = sizeof h->at->name - 1;
    for (size_t i = 0; i < h->n; i++)
        if (fid_span_is (name, h->at[i].name)) {
            *number = i;
            return 0;
        }
    FID_TRY (fid_array_grow (&h->at, &h->cap, h->n + 1, sizeof *h->at, err));
    struct fid_host *host = &h->at[h->n];
    *host = (struct fid_host){0};
    snprintf (host->name, sizeof host->name, "%.*s", FID_SPAN_ARG (name));
    *number = h->n++;
    return 0;
}

void fid_hosts_clear (struct fid_hosts *h)
{
    for (size_t i = 0; i < h->n; i++)
        free (h->at[i].folder);
    free (h->at);
    *h = (struct fid_hosts){0};
}
