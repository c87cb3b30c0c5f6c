/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpf_fast.c - the quick way through a bpftrace trace gives what the slow one does
 *
 * fid_bpf_columns, which looks at each byte and knows all of the format, is the
 * plain version here. */
#include "base/text.h"
#include "readers/bpftrace/bpf_line.h"
#include "tests/readers/mutate.h"
#include "tests/readers/record.h"
#include "tests/tap.h"

static uint64_t state = 7;

static unsigned draw (unsigned n)
{
    state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
    return (unsigned)(state >> 33) % n;
}

static const struct {
    const char *layout, *line;
} plain[] = {
    {"pobln",
     "3699235423771     23921    0                832          5479         libm.so.6"},
    {"pobln", "3699235423771     23921    131072           0            5479         "},
    {"pobln", "1 2 3 4 5 a"},
    {"pfln", "3699235362719     23921  3     2007     ld.so.cache"},
    {"pclP", "3699234649364     23921  python3 9201     /etc/ld.so.cache ld.so.cache"},
    {"pclP", "3699234649364     23921  a b c 9201     /etc/ld.so.1 ld.so.2.1"},
    {"pcdtbSl",
     "3698008697765     23919    recorder       vda  R 4096         12548408   451674"},
    {"pcdtbSl", "3698008697765     31       kworker/u4:1 x sda  W 0            1          2"},
    {"pcdtbsl",
     "3698008697765     23919    recorder       vda  R 4096         12548408   451674"},
    {"pcdtbsl", "3698008697765     31       kworker/u4:1 x sda  W 0            1          2"},
    {"pcdtbl", "3698008697765     31       jbd2           sda  W 0            2"},
    {"picln", "3698008697765     31       33   python3 12 a.npy"},
};

static bool same_span (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && (a.n == 0 || a.p == b.p);
}

static bool same_call (const struct fid_bpf_call *a, const struct fid_bpf_call *b)
{
    const struct fid_event *x = &a->ev, *y = &b->ev;
    return a->end_ns == b->end_ns && x->dur_ns == y->dur_ns && x->bytes == y->bytes &&
           x->offset == y->offset && x->pid == y->pid && x->op == y->op &&
           x->flags == y->flags && same_span (x->comm, y->comm) &&
           same_span (x->file, y->file) && same_span (x->path, y->path) &&
           same_span (x->device, y->device);
}

/* Damage a line: bytes that matter to the format, put somewhere. */
static size_t damage (char *line, size_t n)
{
    static const char bytes[] = "  0129-+x.RW\t\r\001/[\377";
    for (unsigned k = draw (4); k; k--) {
        size_t at = draw ((unsigned)n + 1);
        switch (draw (3)) {
        case 0: /* another byte */
            line[at] = bytes[draw (sizeof bytes)];
            break;
        case 1: /* one more */
            memmove (line + at + 1, line + at, n - at);
            line[at] = bytes[draw (sizeof bytes)];
            n++;
            break;
        default: /* digits too many */
            memmove (line + at + 9, line + at, n - at);
            memset (line + at, '9', 9);
            n += 9;
        }
    }
    return n;
}

/* Takes the line at the start of a text; returns its length with the newline, 0: it is left. */
static size_t take_first (const char *layout, struct fid_span text, struct fid_bpf_call *call)
{
    static struct fid_bpf_lines of;
    fid_bpf_find_lines (&of, text, 0);
    return of.n && fid_bpf_fast (layout) (layout, text.p, &of, call) ? of.end[0] + (size_t)1
                                                                     : 0;
}

static void lines (void)
{
    size_t wrong_n = 0, taken_n = 0, left_n = 0;
    for (int round = 0; round < 300000; round++) {
        size_t k = (size_t)round % (sizeof plain / sizeof *plain);
        char buf[512] = "";
        char *line = buf + draw (64); /* all alignments */
        size_t n = strlen (plain[k].line);
        memcpy (line, plain[k].line, n);
        n = damage (line, n);
        line[n] = '\n';
        for (char *p = line + n + 1; p < line + n + 64; p++)
            *p = (char)draw (256); /* the lines that follow do not matter */
        struct fid_bpf_call fast = {0}, slow = {0};
        size_t got = take_first (plain[k].layout, (struct fid_span){line, n + 1}, &fast);
        if (!got) {
            left_n++;
            continue;
        }
        taken_n++;
        enum fid_remark_code why = fid_bpf_columns (
            plain[k].layout, fid_span_trim ((struct fid_span){line, n}), &slow);
        bool good = got == n + 1 && !why && same_call (&fast, &slow) &&
                    fid_span_find (fast.ev.file, " ") < 0;
        if (!good && !wrong_n++)
            diag ("'%.*s' by %s: %s", (int)n, line, plain[k].layout,
                  why ? fid_remark_name (why) : "other values");
    }
    ok_int ((long long)wrong_n, 0, "a line is taken as the slow way takes it, or left");
    ok (taken_n > 50000 && left_n > 50000, "%zu were taken, %zu left", taken_n, left_n);
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
        struct fid_bpf_call call = {0};
        char buf[512] = "";
        size_t n = strlen (strcpy (buf, plain[k].line));
        buf[n] = '\n';
        bool whole =
            take_first (plain[k].layout, (struct fid_span){buf, n + 1}, &call) == n + 1;
        ok (whole, "taken: %s", plain[k].line);
        ok (!take_first (plain[k].layout, (struct fid_span){buf, n}, &call),
            "not without its newline");
    }
}

/* A text with a blank before each line has the same lines, none of them taken
 * the quick way. */
static void blanks_before (struct bytes *out, const struct bytes *text)
{
    bytes_set (out, "", 0);
    out->p = realloc (out->p, 2 * text->n + 2);
    if (!out->p)
        abort ();
    out->cap = 2 * text->n + 2;
    for (size_t i = 0; i < text->n; i++) {
        if (i == 0 || text->p[i - 1] == '\n')
            out->p[out->n++] = ' ';
        out->p[out->n++] = text->p[i];
    }
}

/* Whole files, whole and damaged: the same records, rejects and notes. */
static void files (void)
{
    static const struct {
        const char *path, *name;
    } file[] = {
        {"tests/data/runs/UNET3D_real_r2/trace_read.out.gz", "trace_read.out"},
        {"tests/data/runs/UNET3D_real_r2/trace_write.out.gz", "trace_write.out"},
        {"tests/data/runs/UNET3D_real_r2/trace_openat.out.gz", "trace_openat.out"},
        {"tests/data/runs/UNET3D_real_r2/trace_close.out.gz", "trace_close.out"},
        {"tests/data/runs/UNET3D_real_r2/trace_bio.out.gz", "trace_bio.out"},
    };
    for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
        struct bytes text = {0}, bad = {0}, slow = {0};
        char path[4096];
        const char *srcdir = getenv ("srcdir");
        struct fid_text t;
        struct fid_span all;
        struct fid_error err;
        snprintf (path, sizeof path, "%s/%s", srcdir ? srcdir : ".", file[k].path);
        if (fid_text_open (&t, path, &err) || fid_text_rest (&t, &all, &err)) {
            ok (0, "%s", err.text);
            return;
        }
        bytes_set (&text, all.p, all.n);
        fid_text_close (&t);
        size_t wrong_n = 0, record_n = 0;
        for (uint64_t seed = 0; seed < 12; seed++) {
            struct rec a, b;
            if (seed)
                mutate (&bad, &text, &text, seed);
            else
                bytes_set (&bad, text.p, text.n);
            blanks_before (&slow, &bad);
            rec_bytes (&a, file[k].name, bad.p, bad.n, 0);
            rec_bytes (&b, file[k].name, slow.p, slow.n, 0);
            record_n += a.event_n;
            wrong_n += !rec_same (&a, &b);
            rec_clear (&a);
            rec_clear (&b);
        }
        ok (wrong_n == 0 && record_n > 1000, "%s: %zu events, quick and slow the same",
            file[k].name, record_n);
        bytes_clear (&text);
        bytes_clear (&bad);
        bytes_clear (&slow);
    }
}

int main (void)
{
    lines ();
    files ();
    return tap_done ();
}
