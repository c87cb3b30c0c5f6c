/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed.c - see packed.h */
#include "base/jsonbuild.h"
#include "base/packed.h"

struct fid_quanta fid_quanta_ruler (double low, double high, double unit)
{
    struct fid_quanta r = {.offset = fmin (low, 0), .step = unit};
    while ((high - r.offset) / r.step > FID_QUANTA_MAX - 1)
        r.step *= 2;
    return r;
}

uint16_t fid_quanta_of (const struct fid_quanta *r, double x, int side)
{
    double k = (x - r->offset) / r->step, near = rint (k);
    if (!isfinite (x))
        return 0;
    if (side && fabs (k - near) > 1e-6)
        near = side < 0 ? floor (k) : ceil (k);
    return (uint16_t)(1 + fmax (0, fmin (near, FID_QUANTA_MAX - 1)));
}

double fid_quanta_value (const struct fid_quanta *r, uint16_t q)
{
    return q ? r->offset + (q - 1) * r->step : FID_GAP;
}

/* --- base64, a byte at a time */

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct writer {
    char *text; /* owned */
    size_t n, cap;
    uint32_t bits;
    int byte_n; /* bytes in bits, 0 to 2 */
    struct fid_error *err;
    bool failed;
};

/* The bytes gathered as four letters. */
static void flush_letters (struct writer *w)
{
    if (!w->byte_n || w->failed)
        return;
    if (fid_array_grow (&w->text, &w->cap, w->n + 5, 1, w->err)) {
        w->failed = true;
        return;
    }
    uint32_t b = w->bits << (8 * (3 - w->byte_n));
    for (int i = 0; i < 4; i++)
        w->text[w->n++] = i <= w->byte_n ? letters[b >> (18 - 6 * i) & 63] : '=';
    w->bits = 0;
    w->byte_n = 0;
}

static void put_byte (struct writer *w, unsigned byte)
{
    w->bits = w->bits << 8 | byte;
    if (++w->byte_n == 3)
        flush_letters (w);
}

static void put_number (struct writer *w, size_t x)
{
    for (; x >= 0x80; x >>= 7)
        put_byte (w, (unsigned)(x & 0x7F) | 0x80);
    put_byte (w, (unsigned)x);
}

char *fid_quanta_text (const uint16_t *q, size_t n, struct fid_error *err)
{
    struct writer w = {.err = err};
    int before = 0;
    if (fid_array_grow (&w.text, &w.cap, n + 5, 1, err))
        return NULL;
    for (size_t i = 0; i < n;) {
        int d = q[i] - before;
        size_t run = 1;
        if (d)
            put_number (&w, d > 0 ? 2 * (size_t)d : 2 * (size_t)-d - 1);
        else {
            while (i + run < n && q[i + run] == before)
                run++;
            put_byte (&w, 0);
            put_number (&w, run);
        }
        before = q[i];
        i += run;
    }
    flush_letters (&w);
    if (w.failed) {
        free (w.text);
        return NULL;
    }
    w.text[w.n] = '\0';
    return w.text;
}

struct source {
    const char *at;
    uint32_t bits;
    int byte_n; /* bytes left in bits */
    bool end;   /* after a padded group */
};

static int value_of (char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

/* The next byte; -1 at the end and for invalid base64. */
static int get_byte (struct source *s)
{
    if (!s->byte_n) {
        int n = 0;
        if (s->end)
            return -1;
        s->bits = 0;
        for (int v; n < 4 && (v = value_of (s->at[n])) >= 0; n++)
            s->bits = s->bits << 6 | (uint32_t)v;
        if (n < 4) { /* the last group: two or three letters, then padding */
            s->end = true;
            if (n < 2 || s->at[n] != '=' || (n == 2 && s->at[3] != '=') || s->at[4] != '\0')
                return -1;
            s->bits <<= 6 * (4 - n);
        }
        s->byte_n = n - 1;
        s->bits <<= 8;
        s->at += 4;
    }
    s->byte_n--;
    int byte = s->bits >> 24;
    s->bits <<= 8;
    return byte;
}

/* A number; -1 at the end and for invalid text. */
static int64_t get_number (struct source *s)
{
    uint64_t x = 0;
    for (int shift = 0; shift < 42; shift += 7) {
        int byte = get_byte (s);
        if (byte < 0)
            return -1;
        x |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return (int64_t)x;
    }
    return -1;
}

int fid_quanta_read (const char *text, uint16_t *q, size_t n)
{
    struct source s = {.at = text};
    int64_t before = 0;
    for (size_t i = 0; i < n;) {
        int64_t x = get_number (&s), run = 1;
        if (x < 0)
            return -1;
        if (x == 0)
            run = get_number (&s);
        else
            before += x & 1 ? -(x / 2 + 1) : x / 2;
        if (run < 1 || (uint64_t)run > n - i || before < 0 || before > FID_QUANTA_MAX)
            return -1;
        for (; run; run--)
            q[i++] = (uint16_t)before;
    }
    return s.byte_n == 0 && *s.at == '\0' ? 0 : -1;
}
