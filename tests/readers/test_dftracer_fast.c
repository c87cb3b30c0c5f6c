/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dftracer_fast.c - the quick way through DFTracer lines gives what the slow one does
 *
 * A loop over the bytes is the plain version of the marks, fid_dft_item_read of the items. */
#include "readers/dftracer/item.h"
#include "tests/readers/mutate.h"
#include "tests/readers/record.h"
#include "tests/tap.h"

static uint64_t state = 11;

static unsigned draw (unsigned n)
{
    state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
    return (unsigned)(state >> 33) % n;
}

/* --- marks */

static size_t find_plain (const char *p, size_t n, uint32_t *at)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (p[i] == '"' || p[i] == '\\' || p[i] == '\n')
            at[k++] = (uint32_t)i;
    return k;
}

static void marks (void)
{
    static const char wanted[] = "\"\\\n\"\"";
    static char text[1024 + 64];
    static uint32_t want[1024 + 64], got[1024 + 64];
    for (int isa = 0; isa < FID_ISA_N; isa++) {
        size_t wrong_n = 0;
        if (!fid_isa_has ((enum fid_isa)isa)) {
            ok (1, "%s is not here", fid_isa_name ((enum fid_isa)isa));
            continue;
        }
        for (int round = 0; round < 20000; round++) {
            size_t n = draw (round % 2 ? 1024 : 200), every = 1 + draw (40);
            for (size_t i = 0; i < n + 64; i++)
                text[i] = draw ((unsigned)every) ? (char)draw (256) : wanted[draw (5)];
            size_t want_n = find_plain (text, n, want);
            size_t got_n = fid_marks_find_by ((enum fid_isa)isa, text, n, got);
            wrong_n += want_n != got_n || memcmp (want, got, want_n * sizeof *want) != 0;
        }
        ok (wrong_n == 0, "marks by %s are those of a loop over bytes",
            fid_isa_name ((enum fid_isa)isa));
    }
}

/* --- lines */

static const char *const plain[] = {
    "{\"id\":7,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":3,\"tid\":3,\"ts\":1727387307985608,"
    "\"dur\":191,\"ph\":\"X\",\"args\":{\"hhash\":9509357668201227806,\"p_idx\":231,"
    "\"fhash\":12046336058336786775,\"ret\":262144,\"count\":262144,\"offset\":4096}}",
    "{\"id\":\"0\",\"name\":\"write\",\"cat\":\"POSIX\",\"pid\":\"13\",\"tid\":\"26\","
    "\"ts\":\"1698080323775554\",\"dur\":\"141\",\"ph\":\"X\",\"args\":{\"hostname\":\"n\","
    "\"fname\":\"/p/x.bat\",\"ret\":\"-1\"}},",
    "{\"id\":11,\"name\":\"FH\",\"cat\":\"dftracer\",\"pid\":1,\"tid\":1,\"ph\":\"M\","
    "\"args\":{\"hhash\":1,\"name\":\"/a/b c\",\"value\":12046336058336786775}}",
    "{\"name\":\"loop.iter\",\"cat\":\"data_loader\",\"pid\":1,\"ts\":1,\"dur\":2,\"ph\":\"X\","
    "\"args\":{\"level\":8,\"step\":\"1\",\"epoch\":\"5\",\"size\":4},\"tid\":4}",
};

static bool same_span (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && (a.n == 0 || a.p == b.p);
}

static bool same_item (const struct fid_dft_item *a, const struct fid_dft_item *b)
{
    return same_span (a->name, b->name) && same_span (a->cat, b->cat) &&
           same_span (a->ph, b->ph) && a->pid == b->pid && a->timed == b->timed &&
           (!a->timed || a->ts_us == b->ts_us) && a->timed_dur == b->timed_dur &&
           (!a->timed_dur || a->dur_us == b->dur_us) && same_span (a->fname, b->fname) &&
           same_span (a->fhash, b->fhash) && same_span (a->hhash, b->hhash) &&
           same_span (a->meta_name, b->meta_name) && same_span (a->meta_value, b->meta_value) &&
           a->has_ret == b->has_ret && (!a->has_ret || a->ret == b->ret) &&
           a->has_size == b->has_size && (!a->has_size || a->size == b->size) &&
           a->has_offset == b->has_offset && (!a->has_offset || a->offset == b->offset) &&
           a->epoch == b->epoch && a->step == b->step && a->count == b->count;
}

/* Put bytes that matter to the format somewhere into a line. */
static size_t damage (char *line, size_t n)
{
    static const char bytes[] = "{}[],:\"\"\\ 019-.e\r\tx";
    for (unsigned k = draw (3); k; k--) {
        size_t at = draw ((unsigned)n + 1);
        switch (draw (4)) {
        case 0:
            line[at] = bytes[draw (sizeof bytes - 1)];
            break;
        case 1:
            memmove (line + at + 1, line + at, n - at);
            line[at] = bytes[draw (sizeof bytes - 1)];
            n++;
            break;
        case 2: /* a piece is missing */
            if (n - at > 8) {
                memmove (line + at, line + at + 5, n - at - 5);
                n -= 5;
            }
            break;
        default: /* digits too many */
            memmove (line + at + 9, line + at, n - at);
            memset (line + at, '9', 9);
            n += 9;
        }
    }
    return n;
}

/* Read the n bytes at line, newline included, both ways.  1: taken and the same, 0: left,
 * -1: other values. */
static int both_ways (const char *line, size_t n)
{
    static uint32_t mark[4096];
    struct fid_dft_window w = {.p = line, .n = n, .mark = mark};
    struct fid_dft_item fast, slow;
    struct fid_json j;
    size_t i = 0;
    w.mark_n = fid_marks_find (line, n, mark);
    if (!fid_dft_item_fast (&w, 0, &i, &fast))
        return 0;
    fid_json_init_line (&j, (struct fid_span){line, n - 1});
    bool read = fid_json_element (&j) && fid_dft_item_read (&j, &slow);
    bool alone = !fid_json_element (&j) && !j.bad;
    return read && alone && mark[i] == n - 1 && same_item (&fast, &slow) ? 1 : -1;
}

static void lines (void)
{
    size_t wrong_n = 0, taken_n = 0, left_n = 0;
    for (int round = 0; round < 200000; round++) {
        static char buf[2048];
        char *line = buf + draw (64); /* all alignments */
        const char *from = plain[(size_t)round % (sizeof plain / sizeof *plain)];
        size_t n = strlen (from);
        memcpy (line, from, n);
        n = damage (line, n);
        line[n] = '\n';
        for (char *p = line + n + 1; p < line + n + 64; p++)
            *p = (char)draw (256); /* the lines that follow do not matter */
        int rc = both_ways (line, n + 1);
        taken_n += rc > 0;
        left_n += rc == 0;
        if (rc < 0 && !wrong_n++)
            diag ("%.*s", (int)n, line);
    }
    ok_int ((long long)wrong_n, 0, "a line is taken as the slow way takes it, or left");
    ok (taken_n > 50000 && left_n > 50000, "%zu were taken, %zu left", taken_n, left_n);
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
        static char buf[2048];
        size_t n = strlen (strcpy (buf, plain[k]));
        buf[n] = '\n';
        ok (both_ways (buf, n + 1) == 1, "taken: %s", plain[k]);
        ok (both_ways (buf, n) == 0, "not without its newline");
    }
}

/* A text with a blank before each line has the same lines, none of them taken the quick way. */
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
    static const char *const name[] = {"good.pfw", "old.pfw", "dlio.pfw", "ai.pfw",
                                       "broken.pfw"};
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        struct bytes text = {0}, bad = {0}, slow = {0};
        char path[256];
        size_t n, wrong_n = 0;
        snprintf (path, sizeof path, "tests/data/dftracer/%s", name[k]);
        char *data = rec_file (path, &n);
        bytes_set (&text, data, n);
        for (uint64_t seed = 0; seed < 60; seed++) {
            struct rec a, b;
            if (seed)
                mutate (&bad, &text, &text, seed);
            else
                bytes_set (&bad, text.p, text.n);
            blanks_before (&slow, &bad);
            rec_bytes (&a, name[k], bad.p, bad.n, 0);
            rec_bytes (&b, name[k], slow.p, slow.n, 0);
            bool same_reader = a.reader == b.reader; /* damage may hide what it is */
            wrong_n += same_reader && !rec_same (&a, &b);
            rec_clear (&a);
            rec_clear (&b);
        }
        ok (wrong_n == 0, "%s: quick and slow the same", name[k]);
        free (data);
        bytes_clear (&text);
        bytes_clear (&bad);
        bytes_clear (&slow);
    }
}

int main (void)
{
    marks ();
    lines ();
    files ();
    return tap_done ();
}
