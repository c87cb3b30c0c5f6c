/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest_names.c - fid_digest_hide_names: a run without the names of its files (digest.h) */
#include "base/record.h"
#include "readers/digest.h"

#define HIDDEN_N 10 /* letters for a word */

static void hide_name (char *text, size_t size)
{
    char hash[FID_HASH_TEXT];
    if (text[0])
        snprintf (text, size, "#%s",
                  fid_hash_text (fid_hash_bytes (text, strlen (text), 0), hash));
}

/* Words of names that tell what a file is for (src/job looks at them), not whose it is. */
static bool is_known_word (struct fid_span word)
{
    static const char *const known[] = {
        "of",   "data", "train", "training",   "valid", "validation", "val",
        "eval", "test", "off",   "sz",         "idx",   "index",      "npy",
        "npz",  "jpg",  "jpeg",  "png",        "py",    "pyc",        "usr",
        "lib",  "etc",  "torch", "tensorflow", "tmp",   "libmpi"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (word.n == strlen (known[i]) && strncasecmp (word.p, known[i], word.n) == 0)
            return true;
    return false;
}

static bool is_of_word (unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 128;
}

/* Appends a path: each word is a hash of letters alone; numbers stay, by which files are
 * counted and put in order. */
static int put_hidden (struct fid_bytes *out, struct fid_span path, bool open,
                       struct fid_error *err)
{
    for (size_t from = 0, to; from < path.n; from = to) {
        bool is = is_of_word ((unsigned char)path.p[from]);
        for (to = from + 1; to < path.n && is_of_word ((unsigned char)path.p[to]) == is;)
            to++;
        struct fid_span part = {path.p + from, to - from};
        char letters[HIDDEN_N + 1] = "";
        bool hide = is && !open && !is_known_word (part);
        uint64_t hash = hide ? fid_hash_bytes (part.p, part.n, 0) : 0;
        for (size_t k = 0; hide && k < HIDDEN_N; k++, hash >>= 4)
            letters[k] = "abcdefghijklmnop"[hash & 15];
        FID_TRY (fid_bytes_put (out, hide ? letters : part.p, hide ? HIDDEN_N : part.n, err));
    }
    return 0;
}

/* A path whose last part was cut by the tracer, which is the beginning of the name: how much of
 * it is left with the name put in its place, so that what is hidden still belongs together. */
static size_t uncut_name (struct fid_span path, struct fid_span name)
{
    size_t at = path.n;
    while (at > 0 && path.p[at - 1] != '/')
        at--;
    return at && path.n - at < name.n && strncmp (path.p + at, name.p, path.n - at) == 0
               ? at
               : path.n;
}

int fid_digest_hide_names (struct fid_run *run, struct fid_error *err)
{
    for (int r = 0; r < FID_ROLE_N; r++)
        for (int k = 0; k < FID_ROLE_RULE_N; k++)
            hide_name (run->role[r][k].example, sizeof run->role[r][k].example);
    for (size_t i = 0; i < run->fact_n; i++)
        if (strchr (run->fact[i].value, '/'))
            hide_name (run->fact[i].value, sizeof run->fact[i].value);
    run->nameless = true;
    struct fid_events *e = &run->events;
    FID_SCOPED (fid_bytes_clear) struct fid_bytes text = {0};
    for (size_t i = 0; i < e->file_n; i++) {
        struct fid_event_file *f = &e->file[i];
        struct fid_span path = fid_events_path (e, (uint32_t)i);
        struct fid_span name = fid_events_name (e, (uint32_t)i);
        /* files that the system or PyTorch names are nobody's secret */
        bool open = f->kind != FID_FILE_NAMED || fid_span_starts (path, "/dev/") ||
                    fid_span_starts (path, "/proc/") || fid_span_starts (path, "/sys/") ||
                    fid_span_starts (name, "torch_");
        size_t path_at = text.n, kept = uncut_name (path, name);
        FID_TRY (put_hidden (&text, (struct fid_span){path.p, kept}, open, err));
        if (kept < path.n)
            FID_TRY (put_hidden (&text, name, open, err));
        f->name_at = text.n;
        FID_TRY (put_hidden (&text, name, open, err));
        f->path_at = path_at;
        f->path_n = (uint32_t)(f->name_at - path_at);
        f->name_n = (uint32_t)(text.n - f->name_at);
    }
    free (e->text);
    e->text = (char *)text.p;
    e->text_n = text.n;
    e->text_cap = text.cap;
    text = (struct fid_bytes){0};
    return 0;
}
