/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.c - see hosts.h */
#include "readers/hosts.h"
#include "readers/reader.h"
#include "readers/sources.h"

struct fid_span fid_host_name (const char *path, size_t n)
{
    size_t from = n;
    while (from && path[from - 1] != '/')
        from--;
    return (struct fid_span){path + from, n - from};
}

bool fid_host_parent (struct fid_span name)
{
    return fid_span_is (name, "hosts") || fid_span_is (name, "nodes");
}

bool fid_host_is_rank (const char *path, size_t n)
{
    const char *c = path + n;
    c += strncmp (c, "rank", 4) == 0 ? 4 : 0;
    c += *c == '_' || *c == '-';
    size_t digit_n = strspn (c, "0123456789");
    return digit_n && (c[digit_n] == '/' || !c[digit_n]);
}

bool fid_host_declared (const struct fid_hosts *listed, const char *path, size_t n)
{
    struct fid_span name = fid_host_name (path, n);
    for (size_t i = 0; i < listed->n; i++)
        if (listed->at[i].listed && fid_span_is (name, listed->at[i].name))
            return true;
    size_t parent_n = (size_t)(name.p - path);
    return name.n && parent_n && fid_host_parent (fid_host_name (path, parent_n - 1));
}

/* --- hosts in meta.json */

static int on_fact (void *self, const struct fid_fact *f, struct fid_error *err)
{
    size_t number;
    struct fid_run *run = self;
    if (strcmp (f->key, "host") != 0)
        return 0;
    FID_TRY (fid_hosts_add (&run->hosts, f->value, &number, err));
    run->hosts.at[number].listed = true;
    return 0;
}

int fid_hosts_listed (struct fid_run *run, struct fid_error *err)
{
    const struct fid_sink sink = {.self = run, .fact = on_fact};
    fid_hosts_clear (&run->hosts);
    FID_EACH (const struct fid_source, s, run->source) {
        const struct fid_reader *reader = s->reader ? fid_reader_by_name (s->reader) : NULL;
        struct fid_error why;
        if (reader && reader->lists_hosts &&
            fid_source_read (run->dir, s, false, &sink, NULL, &why) &&
            why.status != FID_EINPUT) {
            *err = why;
            return -1;
        }
    }
    return 0;
}

/* --- folders */

int fid_hosts_folder (struct fid_run *run, const char *path, size_t n, struct fid_error *err)
{
    size_t number;
    struct fid_hosts *hosts = &run->hosts;
    for (size_t i = 0; i < hosts->n; i++) {
        const char *folder = hosts->at[i].folder;
        if (folder && strlen (folder) == n && memcmp (folder, path, n) == 0)
            return 0;
    }
    FID_TRY (fid_hosts_add (hosts, fid_host_name (path, n), &number, err));
    struct fid_host *h = &hosts->at[number];
    if (h->folder) /* a host of that name has another folder, too: its files go there */
        return 0;
    return (h->folder = fid_strndup (path, n, err)) ? 0 : -1;
}

static bool is_below (const char *path, const char *folder)
{
    size_t n = strlen (folder);
    return !n || (strncmp (path, folder, n) == 0 && path[n] == '/');
}

/* The host of a file: that of the deepest folder, else that of a folder of its name. */
static size_t host_of (const struct fid_hosts *hosts, const char *path)
{
    size_t best = hosts->n;
    for (size_t i = 0; i < hosts->n; i++) {
        const char *folder = hosts->at[i].folder;
        if (folder && is_below (path, folder) &&
            (best == hosts->n || strlen (folder) > strlen (hosts->at[best].folder)))
            best = i;
    }
    for (const char *c = strchr (path, '/'); c; c = strchr (c + 1, '/')) {
        struct fid_span name = fid_host_name (path, (size_t)(c - path));
        for (size_t i = 0; i < hosts->n; i++)
            if (name.n && fid_span_is (name, hosts->at[i].name) && hosts->at[i].listed)
                best = i;
    }
    return best;
}

FID_ORDER_BY (by_host_name, struct fid_host, FID_RISING_TEXT (name))

int fid_hosts_assign (struct fid_run *run, struct fid_error *err)
{
    struct fid_hosts *hosts = &run->hosts;
    for (size_t i = 0; i < run->source_n; i++) {
        const char *path = run->source[i].path;
        for (const char *c = strchr (path, '/'); c; c = strchr (c + 1, '/'))
            FID_TRY (run->source[i].reader &&
                     fid_host_declared (hosts, path, (size_t)(c - path)) &&
                     fid_hosts_folder (run, path, (size_t)(c - path), err));
    }
    if (hosts->n > 1)
        qsort (hosts->at, hosts->n, sizeof *hosts->at, by_host_name);
    for (size_t i = 0; i < run->source_n; i++) {
        size_t host = host_of (hosts, run->source[i].path);
        run->source[i].shared = host == hosts->n;
        run->source[i].host = host == hosts->n ? 0 : (unsigned)host;
    }
    return hosts->n ? 0 : fid_hosts_add (hosts, fid_span_of (""), &(size_t){0}, err);
}
