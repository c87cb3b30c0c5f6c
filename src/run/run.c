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

/* --- which of several hosts does most */

/* A host, and what it uses; below 0: nothing was recorded of it. */
static void add_host (struct fid_busiest *b, size_t host, double use)
{
    if (use < 0)
        return;
    b->seen_n++;
    b->sum += use;
    if (use > b->most) {
        b->most = use;
        b->host = host;
    }
    b->times = b->sum > 0 ? b->most * (double)b->seen_n / b->sum : 0;
}

static bool is_told (const struct fid_busiest *b)
{
    return b->seen_n > 1 && b->sum > 0;
}

bool fid_busiest_of (const double *use, size_t host_n, struct fid_busiest *out)
{
    *out = (struct fid_busiest){0};
    for (size_t i = 0; i < host_n; i++)
        add_host (out, i, use[i]);
    return is_told (out);
}

bool fid_host_sees (const struct fid_run *run, size_t host, enum fid_stream_id id)
{
    unsigned gives = fid_stream_gives (id);
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].host == host && run->source[i].used & gives)
            return true;
    return false;
}

bool fid_busiest_of_stream (const struct fid_run *run, enum fid_stream_id id,
                            struct fid_busiest *out)
{
    size_t n = run->hosts.n;
    double byte_n = 0;
    *out = (struct fid_busiest){0};
    for (size_t i = 0; i < n; i++)
        byte_n += (double)run->hosts.at[i].use[id].byte_n;
    for (size_t i = 0; n > 1 && i < n; i++) {
        const struct fid_host_use *u = &run->hosts.at[i].use[id];
        add_host (out, i,
                  !fid_host_sees (run, i, id) ? -1
                  : byte_n > 0                ? (double)u->byte_n
                                              : (double)u->busy_ns);
    }
    return is_told (out);
}

int fid_busiest_say (struct fid_run *run, const char *resource, const struct fid_busiest *b,
                     struct fid_error *err)
{
    return FID_FIND (&run->findings, err, .code = FID_RUN_HOST_BUSIEST, .resource = resource,
                     .file = run->hosts.at[b->host].name, .number = {(int64_t)b->seen_n},
                     .value = b->times);
}

/* --- block requests that their tracer missed */

#define SAMPLES_LEAST 3
#define BYTES_LEAST   16777216. /* else what began and ended at the ends decides */
#define LONG_GAP      1.5       /* periods between two samples, at one in */
#define UNEVEN_SHARE  20
#define LESS_MOST     1.002 /* requests that the ends cut */

/* Of requests whose time is known, the share of bytes in the periods that samples are of. */
static double share_sampled (const struct fid_run *run, const struct fid_gauge *g,
                             const struct fid_grid *grid)
{
    int64_t origin_ns = run->phases.known ? run->phases.origin_ns : 0;
    double all_n = 0, within_n = 0;
    size_t at = 0;
    for (size_t i = 0; i < grid->n; i++) {
        int64_t t_ns = origin_ns + (grid->first + (int64_t)i) * grid->bin_ns + grid->bin_ns / 2;
        while (at < g->n && g->t_ns[at] < t_ns)
            at++;
        bool within = at < g->n && (double)(g->t_ns[at] - t_ns) / 1e9 < g->period_s;
        within_n += within ? (double)grid->byte_n[i] : 0;
        all_n += (double)grid->byte_n[i];
    }
    return all_n > 0 ? within_n / all_n : 0;
}

double fid_run_counted (const struct fid_run *run, double *more_n)
{
    const struct fid_gauge *g = &run->gauge[FID_GAUGE_DISK_READ];
    const struct fid_stream *block = &run->stream[FID_STREAM_BLOCK_READ];
    double counted_n = 0, spanned_n = 0, within_n = 0, traced_n = 0;
    size_t gap_n = 0;
    *more_n = 0;
    if (run->hosts.n > 1 || run->processed || g->n < SAMPLES_LEAST || g->incomplete)
        return 0;
    for (size_t i = 0; i < g->n; i++) {
        double byte_s = g->value[i * g->dim] * 1048576, byte_n = byte_s * g->period_s;
        double gap_s = i ? (double)(g->t_ns[i] - g->t_ns[i - 1]) / 1e9 : 0;
        gap_n += gap_s > LONG_GAP * g->period_s;
        counted_n += byte_n;
        spanned_n += fmax (byte_n, byte_s * gap_s);
        within_n += g->t_ns[i] >= block->first_ns && g->t_ns[i] <= block->last_ns ? byte_n : 0;
    }
    for (int w = 0; w < FID_OWNER_N; w++)
        traced_n += (double)block->owner_byte_n[w];
    /* a sample behind a gap is late, and of all of it, or others are missing: what shows less */
    double times = (gap_n > g->n / UNEVEN_SHARE ? spanned_n : counted_n) / traced_n;
    if (gap_n > g->n / UNEVEN_SHARE)
        times = fmin (times, counted_n / traced_n / share_sampled (run, g, &block->grid));
    *more_n = within_n - traced_n;
    return traced_n >= BYTES_LEAST ? times : 0;
}

bool fid_run_shows_others (const struct fid_run *run)
{
    return run->stream[FID_STREAM_BLOCK_READ].owner_byte_n[FID_OWNER_FOREIGN] ||
           run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n[FID_OWNER_FOREIGN];
}

double fid_run_missed (const struct fid_run *run)
{
    double more_n, times = fid_run_counted (run, &more_n);
    return times > LESS_MOST && times <= FID_MISSED_MOST ? times : 1;
}
