/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_digest.c - readers/digest.h: runs come back as they were, and damage is refused */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/hash.h"
#include "readers/digest.h"
#include "readers/load.h"
#include "tests/tap.h"
#include "run/run_fields.h"

#define RUNS "/tests/data/runs/"

static void bail (const char *why)
{
    printf ("Bail out! %s\n", why);
    exit (99);
}

static char folder[] = "/tmp/fidlio-digest.XXXXXX";

static const char *in_folder (const char *name)
{
    static char path[200];
    snprintf (path, sizeof path, "%s/%s", folder, name);
    return path;
}

static struct fid_run *load (const char *name, const struct fid_run_opts *opts)
{
    struct fid_error err;
    char dir[1000];
    snprintf (dir, sizeof dir, "%s" RUNS "%s", getenv ("srcdir"), name);
    struct fid_run *run = fid_run_load (dir, opts, &err);
    if (!run)
        diag ("%s", err.text);
    return run;
}

/* All that the table knows of a run, as bytes. */
static struct fid_bytes bytes_of (const struct fid_run *run)
{
    struct fid_error err;
    struct fid_bytes b = {0};
    if (fid_record_pack (fid_run_record, run, &b, &err))
        diag ("%s", err.text);
    return b;
}

static bool same (const struct fid_run *a, const struct fid_run *b)
{
    struct fid_bytes x = bytes_of (a), y = bytes_of (b);
    bool is = x.n == y.n && memcmp (x.p, y.p, x.n) == 0;
    fid_bytes_clear (&x);
    fid_bytes_clear (&y);
    return is;
}

/* Whether two runs have the same events. */
static bool same_events (const struct fid_events *a, const struct fid_events *b)
{
    bool same = a->row_n == b->row_n && a->event_n == b->event_n && a->file_n == b->file_n;
    for (size_t i = 0; i < a->row_n && same; i++) {
        struct fid_event_row r = fid_events_row (a, i), s = fid_events_row (b, i);
        struct fid_span path[2] = {fid_events_path (a, r.file), fid_events_path (b, s.file)};
        same = r.start_ns == s.start_ns && r.dur_ns == s.dur_ns && r.span_ns == s.span_ns &&
               r.offset == s.offset && r.byte_n == s.byte_n && r.event_n == s.event_n &&
               r.op == s.op && r.flags == s.flags && path[0].n == path[1].n &&
               (!path[0].n || !memcmp (path[0].p, path[1].p, path[0].n)) &&
               a->file[r.file].role == b->file[s.file].role &&
               a->process[r.process].pid == b->process[s.process].pid;
    }
    return same;
}

/* A run comes back. */
static void test_back (const char *name)
{
    struct fid_error err;
    struct fid_run *run = load (name, &(struct fid_run_opts){0});
    const struct fid_digest_parts parts = {.run = run, .method = 7};
    char file[100];
    snprintf (file, sizeof file, "%s" FID_DIGEST_SUFFIX, name);
    const char *path = in_folder (file);
    ok (fid_digest_write (path, &parts, &err) == 0, "%s: a digest is written", name);
    struct fid_run *again = fid_digest_load (path, &run->opts, &err);
    ok (again && same (run, again), "%s: the run is the same", name);
    ok (again && run->events.row_n > 5000 && same_events (&run->events, &again->events),
        "%s: its %zu events are", name, run->events.row_n);
    ok (again && strcmp (again->id, name) == 0, "%s: and is called so", name);
    uint64_t hash = 0;
    ok (fid_run_hash (path, &hash, &err) == 0 && hash == run->hash, "%s: its hash", name);
    fid_run_destroy (again);
    fid_run_destroy (run);
}

/* --- hostile digests */

static size_t read_bytes (const char *path, unsigned char **p)
{
    FILE *f = fopen (path, "rb");
    size_t n = 0;
    *p = malloc (1 << 22);
    if (f) {
        n = fread (*p, 1, 1 << 22, f);
        fclose (f);
    }
    return n;
}

static void write_bytes (const char *path, const unsigned char *p, size_t n)
{
    FILE *f = fopen (path, "wb");
    if (!f || fwrite (p, 1, n, f) != n || fclose (f))
        bail ("cannot write");
}

/* Loads the bytes as a digest, which must be refused with its name. */
static bool is_refused (const unsigned char *p, size_t n, char *why)
{
    struct fid_error err;
    const char *path = in_folder ("hostile.fidlio");
    write_bytes (path, p, n);
    struct fid_run *run = fid_digest_load (path, &(struct fid_run_opts){0}, &err);
    if (run) {
        fid_run_destroy (run);
        return false;
    }
    strcpy (why, err.text);
    return err.status == FID_EINPUT && strncmp (err.text, path, strlen (path)) == 0;
}

static void test_damage (void)
{
    unsigned char *p;
    char why[sizeof ((struct fid_error *)0)->text] = "";
    size_t n = read_bytes (in_folder ("UNET3D_real_r2.fidlio"), &p), refused_n = 0, all_n = 0;
    for (size_t cut = 0; cut < n; cut += cut < 200 ? 1 : 4999, all_n++)
        refused_n += is_refused (p, cut, why);
    ok (refused_n == all_n, "cut digests are refused");
    refused_n = all_n = 0;
    for (size_t at = 0; at < n; at += at < 200 ? 1 : 4999)
        for (int bit = 0; bit < 8; bit += 3) {
            bool version = at >= 16 && at < 32; /* said only */
            p[at] ^= (unsigned char)(1 << bit);
            refused_n += version || is_refused (p, n, why);
            all_n++;
            p[at] ^= (unsigned char)(1 << bit);
        }
    ok (refused_n == all_n, "flipped bits are noticed: %zu of %zu", refused_n, all_n);
    p[35] ^= 1;
    ok (is_refused (p, n, why) && strstr (why, "cannot read; make it again"),
        "other tables: %s", why);
    free (p);
}

static uint64_t word_at (const unsigned char *p)
{
    return fid_bytes_word (p);
}

/* Puts the right checksum of the head. */
static void mend_head (unsigned char *p)
{
    uint64_t hash = fid_hash_bytes (p + 56, word_at (p + 40), word_at (p + 32));
    for (int i = 0; i < 8; i++)
        p[48 + i] = (unsigned char)(hash >> 8 * i);
}

/* Damages heads whose checksum is right then: refused, or nothing that matters was changed. */
static void test_heads (void)
{
    struct fid_error err;
    unsigned char *p;
    size_t n = read_bytes (in_folder ("DLRM_real_r4.fidlio"), &p), head_n = word_at (p + 40);
    int bad_n = 0, refused_n = 0;
    for (size_t at = 56; at < 56 + head_n; at++)
        for (int bit = 0; bit < 8; bit++) {
            const char *path = in_folder ("hostile.fidlio");
            p[at] ^= (unsigned char)(1 << bit);
            mend_head (p);
            write_bytes (path, p, n);
            struct fid_run *run = fid_digest_load (path, &(struct fid_run_opts){0}, &err);
            refused_n += !run;
            bad_n += !run &&
                     (err.status != FID_EINPUT || strncmp (err.text, path, strlen (path)) != 0);
            fid_run_destroy (run);
            p[at] ^= (unsigned char)(1 << bit);
        }
    diag ("%d of %zu damaged heads refused", refused_n, 8 * head_n);
    ok (!bad_n && refused_n, "damaged heads with right checksums");
    free (p);
}

int main (void)
{
    static const char *const file[] = {"UNET3D_real_r2.fidlio", "BERT_dlio_r2.fidlio",
                                       "DLRM_real_r4.fidlio", "hostile.fidlio", NULL};
    if (!mkdtemp (folder))
        bail ("no folder");
    test_back ("UNET3D_real_r2");
    test_back ("BERT_dlio_r2");
    test_back ("DLRM_real_r4");
    test_damage ();
    test_heads ();
    for (int i = 0; file[i]; i++)
        unlink (in_folder (file[i]));
    rmdir (folder);
    return tap_done ();
}
