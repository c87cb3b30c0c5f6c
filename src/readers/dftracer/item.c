/* SPDX-License-Identifier: GPL-3.0-or-later */
/* item.c - one object of a DFTracer trace (see item.h)
 *
 * Nearly all lines are one object without blanks, with texts without backslashes, whole numbers,
 * and one object inside (args).  Those are read from the places of their quotes; every other
 * line is walked as JSON.  Both ways give their members to the same functions; `plain' is a
 * constant wherever it is passed. */
#include "base/scan.h"
#include "readers/dftracer/item.h"

/* Members of plain lines are most of the work, and `plain' is a constant there. */
#define INLINE static inline __attribute__ ((always_inline))

/* The text of a value as a whole number; false: it is none, so a plain line is left. */
INLINE bool whole_number (struct fid_span v, bool plain, int64_t *out)
{
    uint64_t u;
    double d;
    if (plain && fid_scan_digits (v.p, v.n, &u)) {
        *out = (int64_t)u;
        return true;
    }
    if (fid_span_i64 (v, out))
        return true;
    if (plain || !fid_span_f64 (v, &d) || d < -9e18 || d > 9e18 || d != (double)(int64_t)d)
        return false;
    *out = (int64_t)d;
    return true;
}

/* A number that must be from `least' to `most' to be known. */
INLINE bool take_within (struct fid_span v, bool plain, int64_t least, int64_t most,
                         int64_t *out, bool *known)
{
    bool whole = whole_number (v, plain, out);
    *known = whole && *out >= least && *out <= most;
    return whole;
}

static inline bool take_string (struct fid_span v, bool quoted, struct fid_span *out)
{
    *out = quoted ? v : *out;
    return quoted;
}

/* Whether a value that is not used is well-formed: a text, or up to 24 digits. */
static inline bool is_sound (struct fid_span v, bool quoted)
{
    if (quoted)
        return true;
    size_t sign_n = v.n && *v.p == '-', n = v.n - sign_n;
    const char *p = v.p + sign_n;
    if (n - 1 >= 24)
        return false;
    uint64_t zeros = FID_BYTES8 ('0'), first = fid_scan_load (p) ^ zeros;
    if (n <= 8)
        return !fid_scan_beyond9 (first << (64 - 8 * n));
    return !fid_scan_beyond9 (first) && !fid_scan_beyond9 (fid_scan_load (p + n - 8) ^ zeros) &&
           (n <= 16 || !fid_scan_beyond9 (fid_scan_load (p + 8) ^ zeros));
}

static inline bool is_word (struct fid_span s, const char *word, size_t n)
{
    return memcmp (s.p, word, n) == 0;
}

#define US_MOST (FID_TIME_MAX / FID_US / 2 - 1)

/* A member of the object; false: leave a plain line. */
INLINE bool take_member (struct fid_dft_item *it, struct fid_span key, struct fid_span v,
                         bool quoted, bool plain)
{
    bool known = false, good;
    switch (key.n) {
    case 2:
        if (is_word (key, "ts", 2))
            return take_within (v, plain, 0, US_MOST, &it->ts_us, &it->timed);
        if (is_word (key, "ph", 2))
            return take_string (v, quoted, &it->ph);
        break;
    case 3:
        if (is_word (key, "dur", 3))
            return take_within (v, plain, 0, US_MOST, &it->dur_us, &it->timed_dur);
        if (is_word (key, "cat", 3))
            return take_string (v, quoted, &it->cat);
        if (is_word (key, "pid", 3) || is_word (key, "tid", 3)) {
            int64_t *id = key.p[0] == 'p' ? &it->pid : &it->tid;
            good = take_within (v, plain, 0, INT64_MAX, id, &known);
            *id = known ? *id : -1;
            return good;
        }
        break;
    case 4:
        if (is_word (key, "name", 4))
            return take_string (v, quoted, &it->name);
        if (is_word (key, "args", 4))
            return false;
        break;
    default:
        break;
    }
    return !plain || is_sound (v, quoted);
}

INLINE bool take_arg (struct fid_dft_item *it, struct fid_span key, struct fid_span v,
                      bool quoted, bool plain)
{
    uint64_t u;
    switch (key.n) {
    case 3:
        if (is_word (key, "ret", 3)) {
            it->has_ret = whole_number (v, plain, &it->ret);
            if (!it->has_ret && fid_span_u64 (v, &u)) {
                it->has_ret = true;
                it->ret = -1; /* an error, printed without sign */
            }
            return it->has_ret;
        }
        break;
    case 4:
        if (is_word (key, "size", 4))
            return take_within (v, plain, 1, INT64_MAX, &it->size, &it->has_size);
        if (is_word (key, "step", 4))
            return whole_number (v, plain, &it->step);
        if (is_word (key, "name", 4))
            it->meta_name = v;
        break;
    case 5:
        if (is_word (key, "epoch", 5))
            return whole_number (v, plain, &it->epoch);
        if (is_word (key, "count", 5))
            return whole_number (v, plain, &it->count);
        if (is_word (key, "fname", 5))
            return take_string (v, quoted, &it->fname);
        if (is_word (key, "fhash", 5))
            it->fhash = v;
        else if (is_word (key, "hhash", 5))
            it->hhash = v;
        else if (is_word (key, "value", 5))
            it->meta_value = v;
        break;
    case 6:
        if (is_word (key, "offset", 6))
            return take_within (v, plain, 0, INT64_MAX, &it->offset, &it->has_offset);
        break;
    case 7:
        if (is_word (key, "dur_sum", 7))
            return take_within (v, plain, 0, INT64_MAX, &it->dur_sum, &it->aggregated);
        if (is_word (key, "ret_sum", 7))
            return it->has_ret = whole_number (v, plain, &it->ret);
        break;
    case 9:
        if (is_word (key, "bytes_sum", 9))
            return take_within (v, plain, 0, INT64_MAX, &it->size, &it->has_size);
        break;
    default:
        break;
    }
    return !plain || is_sound (v, quoted);
}

/* --- any JSON */

/* Reads the members of an object, and of args inside it. */
static void read_members (struct fid_json *j, struct fid_dft_item *it, bool args)
{
    struct fid_span key, v;
    while (fid_json_member (j, &key)) {
        bool quoted = fid_json_peek (j) == '"';
        if (!args && fid_span_is (key, "args")) {
            if (fid_json_into (j, '{'))
                read_members (j, it, true);
            continue;
        }
        if (!quoted)
            v = fid_json_raw (j);
        else if (!fid_json_string (j, &v))
            return;
        if (args)
            take_arg (it, key, v, quoted, false);
        else
            take_member (it, key, v, quoted, false);
    }
}

static const struct fid_dft_item nothing = {
    .pid = -1, .tid = -1, .epoch = -1, .step = -1, .count = -1};

bool fid_dft_item_read (struct fid_json *j, struct fid_dft_item *it)
{
    *it = nothing;
    if (!fid_json_into (j, '{'))
        return false;
    read_members (j, it, false);
    return !j->bad && !j->cut;
}

/* --- plain lines: marks */

/* Bits of the last block that lie inside the text. */
static inline uint64_t of_text (uint64_t mask, size_t left)
{
    return left < 64 ? mask & ((UINT64_C (1) << left) - 1) : mask;
}

#ifdef HAVE_X86_KERNELS
#include <immintrin.h>

/* For the lower half of a byte the only byte looked for; no byte has both for the others. */
#define WANTED 1, 0, '"', 0, 0, 0, 0, 0, 0, 0, '\n', 0, '\\', 0, 0, 0

__attribute__ ((target ("avx2,bmi,popcnt"))) static uint32_t wanted_32 (const char *p)
{
    const __m256i table = _mm256_setr_epi8 (WANTED, WANTED);
    __m256i x = _mm256_loadu_si256 ((const __m256i *)p);
    return (uint32_t)_mm256_movemask_epi8 (
        _mm256_cmpeq_epi8 (_mm256_shuffle_epi8 (table, x), x));
}

/* Eight places at a time, more than there are: the next ones overwrite the rest. */
__attribute__ ((target ("avx2,bmi,popcnt"))) static size_t find_avx2 (const char *p, size_t n,
                                                                      uint32_t *at)
{
    uint32_t *to = at;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t mask = wanted_32 (p + i) | (uint64_t)wanted_32 (p + i + 32) << 32;
        mask = of_text (mask, n - i);
        uint32_t *end = to + _mm_popcnt_u64 (mask);
        for (; to < end; to += 8)
            for (int k = 0; k < 8; k++) {
                to[k] = (uint32_t)(i + _tzcnt_u64 (mask));
                mask = _blsr_u64 (mask);
            }
        to = end;
    }
    return (size_t)(to - at);
}

#define TARGET_512 "avx512f,avx512bw,avx512vbmi2,popcnt"

__attribute__ ((target (TARGET_512))) static size_t find_avx512 (const char *p, size_t n,
                                                                 uint32_t *at)
{
    const __m512i table = _mm512_broadcast_i32x4 (_mm_setr_epi8 (WANTED));
    uint8_t places[64];
    for (int k = 0; k < 64; k++)
        places[k] = (uint8_t)k;
    const __m512i all = _mm512_loadu_si512 (places);
    uint32_t *to = at;
    for (size_t i = 0; i < n; i += 64) {
        __m512i x = _mm512_loadu_si512 (p + i);
        uint64_t mask = _mm512_cmpeq_epi8_mask (_mm512_shuffle_epi8 (table, x), x);
        mask = of_text (mask, n - i);
        __m512i found = _mm512_maskz_compress_epi8 (mask, all);
        const __m512i base = _mm512_set1_epi32 ((int)i);
        uint32_t *end = to + _mm_popcnt_u64 (mask);
        for (; to < end; to += 16) {
            __m512i wide = _mm512_cvtepu8_epi32 (_mm512_castsi512_si128 (found));
            _mm512_storeu_si512 (to, _mm512_add_epi32 (wide, base));
            found = _mm512_alignr_epi32 (found, found, 4);
        }
        to = end;
    }
    return (size_t)(to - at);
}
#endif

size_t fid_marks_find_by (enum fid_isa isa, const char *p, size_t n, uint32_t *at)
{
#ifdef HAVE_X86_KERNELS
    if (isa == FID_ISA_AVX512 && __builtin_cpu_supports ("avx512bw") &&
        __builtin_cpu_supports ("avx512vbmi2"))
        return find_avx512 (p, n, at);
    if (isa != FID_ISA_PORTABLE && __builtin_cpu_supports ("avx2") &&
        __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("popcnt"))
        return find_avx2 (p, n, at);
#endif
    (void)isa;
    uint32_t *to = at;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t mask = 0;
        for (unsigned k = 0; k < 64; k += 8) {
            uint64_t x = fid_scan_load (p + i + k);
            mask |= (fid_scan_zeros (x ^ FID_BYTES8 ('"')) |
                     fid_scan_zeros (x ^ FID_BYTES8 ('\\')) |
                     fid_scan_zeros (x ^ FID_BYTES8 ('\n')))
                    << k;
        }
        for (mask = of_text (mask, n - i); mask; mask &= mask - 1)
            *to++ = (uint32_t)(i + (unsigned)__builtin_ctzll (mask));
    }
    return (size_t)(to - at);
}

size_t fid_marks_find (const char *p, size_t n, uint32_t *at)
{
    return fid_marks_find_by (fid_isa_now (), p, n, at);
}

/* --- plain lines */

/* The text in quotes at *p; i is the number of the first mark there or behind.  False: none,
 * or it has a backslash, or its end is not in the window. */
static inline bool take_text (const struct fid_dft_window *w, const char **p, size_t *i,
                              struct fid_span *text)
{
    if (*i + 1 >= w->mark_n || w->p + w->mark[*i] != *p || **p != '"')
        return false;
    const char *end = w->p + w->mark[*i + 1];
    if (*end != '"')
        return false;
    *text = (struct fid_span){*p + 1, (size_t)(end - *p) - 1};
    *p = end + 1;
    *i += 2;
    return true;
}

/* What stands at *p up to the comma or bracket behind it, which is a number if it has digits
 * alone: the next mark, number i, is the next key or the end of the line. */
static inline bool take_bare (const struct fid_dft_window *w, const char **p, size_t i,
                              struct fid_span *text)
{
    const char *end = w->p + w->mark[i];
    if (i >= w->mark_n || end - *p > 32)
        return false;
    end -= end[-1] == ',';
    while (end > *p && end[-1] == '}')
        end--;
    *text = (struct fid_span){*p, (size_t)(end - *p)};
    *p = end;
    return true;
}

bool fid_dft_item_fast (const struct fid_dft_window *w, size_t from, size_t *i,
                        struct fid_dft_item *it)
{
    const char *p = w->p + from;
    bool args = false;
    *it = nothing;
    if (*p++ != '{')
        return false;
    for (;;) {
        struct fid_span key, v;
        if (!take_text (w, &p, i, &key) || *p++ != ':')
            return false;
        bool quoted = *p == '"';
        if (*p == '{') {
            if (args || !fid_span_is (key, "args") || *++p == '}')
                return false;
            args = true;
            continue;
        }
        if (quoted ? !take_text (w, &p, i, &v) : !take_bare (w, &p, *i, &v))
            return false;
        if (args ? !take_arg (it, key, v, quoted, true)
                 : !take_member (it, key, v, quoted, true))
            return false;
        if (*p == '}' && args) {
            args = false;
            p++;
        }
        if (*p == ',') {
            p++;
            continue;
        }
        if (*p++ != '}' || args)
            return false;
        p += *p == ',';
        return *i < w->mark_n && w->p + w->mark[*i] == p && *p == '\n';
    }
}
