/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sources.c - see sources.h */
#include "readers/reader.h"
#include "readers/sources.h"

/* Rank of what was made from raw files (reader.h): where only such are there,
 * more of it lies in the folders of the tool that made it. */
#define RANK_PROCESSED 5

int fid_place_of (const char *path, struct fid_place *place, struct fid_error *err)
{
    mode_t kind;
    const char *slash = strrchr (path, '/');
    *place = (struct fid_place){0};
    FID_TRY (fid_file_kind (path, &kind, err));
    if (kind != S_IFREG)
        return (place->dir = fid_strdup (path, err)) ? 0 : -1;
    place->only = fid_strdup (slash ? slash + 1 : path, err);
    place->dir = slash ? fid_strndup (path, (size_t)(slash - path) + (slash == path), err)
                       : fid_strdup (".", err);
    if (place->dir && place->only)
        return 0;
    fid_place_clear (place);
    return -1;
}

void fid_place_clear (struct fid_place *place)
{
    FID_FREE (place->dir, place->only);
    *place = (struct fid_place){0};
}

/* Of a folder with data beside the traces this many files that no reader knows are listed. */
#define UNKNOWN_MAX 20

/* If the source added last is one more of a folder's many unknown files, it is counted with the
 * one before instead. */
static void join_unknown (struct fid_run *run)
{
    struct fid_source *last = &run->source[run->source_n - 1];
    const char *slash = strrchr (last->path, '/');
    size_t n = slash ? (size_t)(slash + 1 - last->path) : 0;
    if (!n || run->source_n <= UNKNOWN_MAX)
        return;
    for (ptrdiff_t k = 1; k <= UNKNOWN_MAX; k++)
        if (last[-k].reader || last[-k].failure[0] ||
            strncmp (last[-k].path, last->path, n) != 0 || strchr (last[-k].path + n, '/'))
            return;
    last[-1].more_n++;
    free (last->path);
    run->source_n--;
}

/* Sources that an earlier listing found, in the order of their paths. */
struct listed {
    struct fid_source *source; /* owned, with the paths */
    size_t n, at;              /* at: all in front of it come before what is asked for next */
};

/* The source of a file that was listed before; NULL.  Files are asked for in the order of their
 * paths. */
static const struct fid_source *find_listed (struct listed *before, const char *path)
{
    while (before->at < before->n && strcmp (before->source[before->at].path, path) < 0)
        before->at++;
    const struct fid_source *of = before->at < before->n ? &before->source[before->at] : NULL;
    return of && strcmp (of->path, path) == 0 && !of->failure[0] ? of : NULL;
}

/* Finds the format of a file. */
static int probe_source (const struct fid_run *run, struct fid_source *s, struct fid_error *err)
{
    struct fid_text text;
    struct fid_head head = {.patterns = run->opts.patterns};
    const struct fid_reader *reader;
    struct fid_error why;
    FID_FREED char *full = fid_format (err, "%s/%s", run->dir, s->path);
    FID_TRY (!full);
    if (fid_reader_open (&text, full, &head, &reader, &why))
        return fid_source_fail (s, &why, run->opts.keep_going, err);
    if (reader) {
        s->reader = reader->name;
        s->clock = reader->clock;
        s->rank = reader->rank;
        s->gives = reader->gives;
    }
    s->empty = text.byte_n == 0;
    fid_text_close (&text);
    return 0;
}

/* Registers a file; path becomes the source's. */
static int add_source (struct fid_run *run, char **path, uint64_t stored_n,
                       struct listed *before, struct fid_error *err)
{
    struct fid_source new = {.path = *path, .complete = true, .stored_n = stored_n};
    FID_TRY (FID_PUSH (run->source, err, new));
    *path = NULL;
    struct fid_source *s = &run->source[run->source_n - 1];
    const struct fid_source *of = find_listed (before, s->path);
    if (of) {
        s->reader = of->reader;
        s->clock = of->clock;
        s->rank = of->rank;
        s->gives = of->gives;
        s->empty = of->empty;
    } else {
        FID_TRY (probe_source (run, s, err));
    }
    if (!s->reader && !s->failure[0])
        join_unknown (run);
    return 0;
}

static int list_sources (struct fid_run *run, enum fid_search what, struct fid_error *err)
{
    FID_SCOPED (fid_files_clear) struct fid_files files;
    struct listed before = {run->source, run->source_n, 0};
    FID_TRY (fid_discover (run->dir, what, &files, err));
    run->source = NULL;
    run->source_n = run->source_cap = 0;
    fid_hosts_clear (&run->hosts);
    int rc = 0;
    for (size_t i = 0; i < files.n && !rc; i++)
        rc = add_source (run, &files.path[i], files.byte_n[i], &before, err);
    for (size_t i = 0; i < before.n; i++)
        free (before.source[i].path);
    free (before.source);
    return rc;
}

bool fid_sources_raw (const struct fid_run *run)
{
    unsigned gives = 0;
    for (size_t i = 0; i < run->source_n; i++)
        gives |= run->source[i].rank > RANK_PROCESSED ? run->source[i].gives : 0;
    return gives & (FID_GIVES_EVENTS | FID_GIVES_CPU | FID_GIVES_DISK | FID_GIVES_GPU);
}

bool fid_sources_known (const struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].reader)
            return true;
    return false;
}

int fid_sources_list (struct fid_run *run, const char *only, struct fid_error *err)
{
    if (only) {
        FID_FREED char *path = fid_strdup (only, err);
        return path ? add_source (run, &path, 0, &(struct listed){0}, err) : -1;
    }
    FID_TRY (list_sources (run, FID_SEARCH_RUN, err));
    return fid_sources_raw (run) ? 0 : list_sources (run, FID_SEARCH_PROCESSED, err);
}

int fid_sources_tree (struct fid_run *run, struct fid_error *err)
{
    return list_sources (run, FID_SEARCH_TREE, err);
}

void fid_sources_clear (struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        free (run->source[i].path);
    free (run->source);
    run->source = NULL;
    run->source_n = run->source_cap = 0;
    fid_hosts_clear (&run->hosts);
}

int fid_source_read (const char *dir, struct fid_source *s, const struct fid_run_opts *opts,
                     const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_text t;
    struct fid_input in = {.text = &t,
                           .sink = sink,
                           .head.patterns = opts->patterns,
                           .day_first = opts->day_first};
    struct fid_error why;
    FID_FREED char *path = fid_format (err, "%s/%s", dir, s->path);
    FID_TRY (!path);
    FID_TRY (fid_reader_reopen (&t, path, &in.head, err));
    int rc = fid_reader_by_name (s->reader)->read (&in, err);
    bool document = t.first[0] == '{' || t.first[0] == '[', ended = t.last[1] == '\n';
    s->line_n = t.line_n;
    s->text_n = t.end ? t.base + t.to : 0;
    s->open_end = s->text_n && !document && !ended;
    s->unended =
        s->text_n && strncmp (t.first, "Attaching ", 10) == 0 && !(ended && t.last[0] == '\n');
    if (fid_text_finish (&t, &why)) {
        if (!rc || err->status == FID_EINPUT) /* the reason of the reader's error, too */
            *err = why;
        rc = -1;
    }
    s->complete = !rc && !t.cut_gzip && !t.cut_line;
    s->byte_n = t.byte_n;
    s->hash = fid_text_hash (&t);
    fid_text_close (&t);
    return rc;
}

int fid_source_fail (struct fid_source *s, const struct fid_error *why, bool keep_going,
                     struct fid_error *err)
{
    /* without memory nothing can go on */
    bool refused =
        why->status != FID_EINPUT && keep_going && why->file_errno && why->file_errno != ENOMEM;
    if (!refused)
        FID_TRY (fid_error_unless_input (why, err));
    s->refused |= refused;
    s->complete = false;
    snprintf (s->failure, sizeof s->failure, "%.*s", (int)sizeof s->failure - 1,
              refused ? strerror (why->file_errno) : why->text);
    return 0;
}
