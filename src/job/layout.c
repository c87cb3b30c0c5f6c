/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.c - see layout.h */
#include "job/layout.h"

#define WHOLE       0.95 /* share of a file that counts as all of it: trailers may be left out */
#define CONSTANT    0.02 /* reads of one size differ by less */
#define BLOCK_MIN   4096
#define NPY_HEADER  128  /* bytes before the array of a small .npy file */
#define MANY_BLOCKS 6    /* reads of a use that make it a stream */
#define JUMPS       0.8  /* a stream has a smaller share of reads that jump */
#define HEADERS     0.01 /* share of the bytes; more are samples */
#define NAME_BYTES  256
#define PASSES_OFF  0.02 /* share by which whole passes may differ: headers are read again */
#define GROUP_MAX   64   /* files that make a sample are fewer */

/* Least share of files in groups of the usual size: a file may be of the other side. */
#define NEARLY .97

/* "case_00006_x.npy" is "case_#_x.npy" with the key "00006,". */
static void split_name (const char *name, char class[NAME_BYTES], char key[NAME_BYTES])
{
    size_t c = 0, k = 0;
    for (const char *p = name; *p && c < NAME_BYTES - 2 && k < NAME_BYTES - 2;) {
        if (*p < '0' || *p > '9') {
            class[c++] = *p++;
            continue;
        }
        class[c++] = '#';
        while (*p >= '0' && *p <= '9' && k < NAME_BYTES - 2)
            key[k++] = *p++;
        key[k++] = ',';
    }
    class[c] = key[k] = '\0';
}

/* --- files that make one sample */

struct named {
    char class[NAME_BYTES], key[NAME_BYTES];
    double byte_n;
};

FID_ORDER_BY (by_key, struct named, FID_RISING_TEXT (key) FID_RISING_TEXT (class))

/* How many files from i on have the same number in their names as the first. */
static size_t group_at (const struct named *f, size_t n, size_t i)
{
    size_t k = i + 1;
    while (k < n && strcmp (f[k].key, f[i].key) == 0)
        k++;
    return k - i;
}

/* How many files make a sample: nearly every number in the names occurs so often, each time
 * with another rest of the name.  f is sorted by key. */
static size_t files_of_sample (const struct named *f, size_t n)
{
    size_t group_n[GROUP_MAX + 1] = {0}, most = 1;
    for (size_t i = 0, each; i < n; i += each) {
        each = group_at (f, n, i);
        for (size_t k = i + 1; k < i + each; k++)
            if (strcmp (f[k].class, f[k - 1].class) == 0)
                return 1; /* one name in two folders */
        if (!*f[i].key)
            return 1;
        group_n[each < GROUP_MAX ? each : GROUP_MAX]++;
    }
    for (size_t each = 2; each < GROUP_MAX; each++)
        most = group_n[each] * each > group_n[most] * most ? each : most;
    bool nearly = (double)(group_n[most] * most) >= NEARLY * (double)n;
    return nearly && group_n[most] > 1 ? most : 1;
}

/* Whether the unit of samples is what is read at once, where the application's samples are
 * something else (`other`). */
static bool is_by_read (const struct fid_data_io *io, enum fid_sample_unit unit, bool other)
{
    return unit == FID_UNIT_READ || (unit == FID_UNIT_AUTO && other && !io->dlio);
}

/* Measures the sizes of samples that are files or groups of them. */
static int measure_files (const struct fid_data_io *io, enum fid_side side,
                          enum fid_sample_unit unit, struct fid_side_facts *s,
                          struct fid_error *err)
{
    FID_FREED struct named *f = calloc (io->file_n + 1, sizeof *f);
    size_t n = 0;
    double sum = 0, sum2 = 0;
    FID_NEED (f, err);
    FID_EACH (const struct fid_data_file, d, io->file) {
        if (d->side != side || d->index || !d->end_byte)
            continue;
        struct fid_span name = fid_span_of (d->name);
        split_name (d->name, f[n].class, f[n].key);
        f[n].byte_n = (double)d->end_byte;
        if (fid_span_ends (name, ".npy") && f[n].byte_n > 2 * NPY_HEADER)
            f[n].byte_n -= NPY_HEADER;
        n++;
    }
    qsort (f, n, sizeof *f, by_key);
    s->group_n = files_of_sample (f, n);
    s->by_read = is_by_read (io, unit, s->group_n > 1);
    s->companion_n = s->by_read ? 1 : s->group_n;
    size_t items = 0;
    s->min_byte_n = HUGE_VAL;
    for (size_t i = 0, each; i < n; i += each) {
        double bytes = 0;
        each = s->companion_n > 1 ? group_at (f, n, i) : 1;
        if (each != s->companion_n)
            continue;
        for (size_t k = i; k < i + each; k++)
            bytes += f[k].byte_n;
        items++;
        sum += bytes;
        sum2 += bytes * bytes;
        s->min_byte_n = fmin (s->min_byte_n, bytes);
        s->max_byte_n = fmax (s->max_byte_n, bytes);
    }
    if (items) {
        s->item_byte_n = sum / (double)items;
        double var = sum2 / (double)items - s->item_byte_n * s->item_byte_n;
        s->item_sd =
            items > 1 && var > 0 ? sqrt (var * (double)items / (double)(items - 1)) : 0;
    }
    return 0;
}

/* --- sizes of reads */

struct read_sizes {
    double typical; /* half of the bytes come in reads of at most this size */
    size_t big_n;   /* reads of more than half of it */
    double big_byte_n;
    double same; /* which share of them has that size */
};

/* Whether a read counts for a side: in its part of the run, if phases are known. */
static bool counts_for_side (const struct fid_data_io *io, size_t read, enum fid_side side)
{
    const struct fid_data_use *u = &io->use[io->read[read].of];
    return fid_is_of_side (io, u->file, side) &&
           (u->part == FID_PART_TRAINING || u->part == FID_PART_EVAL) &&
           fid_bytes_of (io, io->read[read].row);
}

static int measure_reads (const struct fid_data_io *io, enum fid_side side,
                          struct read_sizes *out, struct fid_error *err)
{
    FID_FREED uint64_t *size = malloc ((io->read_n + 1) * sizeof *size);
    size_t n = 0, same = 0;
    double all = 0, below = 0;
    *out = (struct read_sizes){0};
    FID_NEED (size, err);
    for (size_t i = 0; i < io->read_n; i++)
        if (counts_for_side (io, i, side)) {
            size[n] = fid_bytes_of (io, io->read[i].row);
            all += (double)size[n++];
        }
    fid_sort_u64s (size, n);
    for (size_t i = 0; i < n && below < all / 2; i++) {
        below += (double)size[i];
        out->typical = (double)size[i];
    }
    for (size_t i = 0; i < n; i++)
        if ((double)size[i] > out->typical / 2) {
            out->big_n++;
            out->big_byte_n += (double)size[i];
            same += fabs ((double)size[i] - out->typical) <= CONSTANT * out->typical;
        }
    out->same = out->big_n ? (double)same / (double)out->big_n : 0;
    return 0;
}

/* --- layout */

static void count_files (const struct fid_data_io *io, enum fid_side side,
                         struct fid_side_facts *s)
{
    static const char *const endings[] = {".npy", ".npz", ".jpg", ".jpeg", ".png"};
    size_t array_n = 0, all = 0;
    s->part_n = -1;
    s->companion_n = s->group_n = 1;
    FID_EACH (const struct fid_data_file, f, io->file) {
        if (f->side != side)
            continue;
        if (f->index) {
            struct fid_span name = fid_span_of (f->name);
            if (f->end_byte >= 8 && !fid_span_ends (name, ".sz.idx")) {
                s->file_item_n = floor ((double)f->end_byte / 8);
                s->by_index = fid_span_ends (name, ".off.idx");
            }
            continue;
        }
        all += f->end_byte > 0;
        for (size_t k = 0; f->end_byte && k < sizeof endings / sizeof *endings; k++)
            array_n += fid_span_ends_like (fid_span_of (f->name), endings[k]);
        s->file_n += f->used || f->open_n > 0;
        s->read_file_n += f->byte_n[FID_SIDE_TRAIN] + f->byte_n[FID_SIDE_EVAL] > 0;
        if (f->part_n > 0 && (f->used || f->open_n > 0))
            s->part_n = f->part_n;
    }
    s->arrays = 2 * array_n > all;
    if (!s->by_index)
        s->file_item_n = 0;
}

struct stretch {
    uint32_t file;
    uint64_t offset, end;
};

FID_ORDER_BY (by_place, struct stretch, FID_RISING (file) FID_RISING (offset))

/* Finds where reads begin: whether they jump about in their files, as in a mapped array, where a
 * page fault reads the pages around it; and how often the same bytes are read.  A read without an
 * offset goes on where the one before ended.  O(n log n). */
static int find_places (const struct fid_data_io *io, enum fid_side side,
                        struct fid_side_facts *s, struct fid_error *err)
{
    FID_FREED uint64_t *end = calloc (io->use_n + 1, sizeof *end);
    FID_FREED struct stretch *at = malloc ((io->read_n + 1) * sizeof *at);
    size_t n = 0, next_n = 0, jump_n = 0;
    double all = 0, once = 0, file_n = 0, small_n = 0;
    FID_NEED (end && at, err);
    for (size_t i = 0; i < io->read_n; i++) {
        if (!counts_for_side (io, i, side))
            continue;
        const struct fid_data_read r = fid_read_of (io, i);
        uint64_t from = r.offset == FID_NO_OFFSET ? end[r.use] : r.offset;
        jump_n += end[r.use] && from != end[r.use];
        next_n += end[r.use] != 0;
        end[r.use] = from + r.byte_n;
        at[n++] = (struct stretch){r.file, from, end[r.use]};
        all += (double)r.byte_n;
    }
    FID_SORT (at, n, by_place);
    uint64_t done = 0;
    for (size_t i = 0; i < n; i++) {
        bool first = !i || at[i - 1].file != at[i].file;
        done = first ? 0 : done;
        file_n += first ? (double)io->file[at[i].file].end_byte : 0;
        bool small = (double)(at[i].end - at[i].offset) <= s->block / 2;
        small_n += small ? (double)(at[i].end - at[i].offset) : 0;
        s->place_n += !small && (first || at[i].offset != at[i - 1].offset);
        if (at[i].end > done)
            once += (double)(at[i].end - (at[i].offset > done ? at[i].offset : done));
        done = at[i].end > done ? at[i].end : done;
    }
    s->jumps = next_n && (double)jump_n > JUMPS * (double)next_n;
    s->in_order = (double)jump_n <= (1 - JUMPS) * (double)next_n;
    s->place_n = small_n < HEADERS * all ? s->place_n : 0;
    double pass_n = once > 0 ? all / once : 0;
    bool whole = fabs (pass_n - round (pass_n)) <= PASSES_OFF * pass_n;
    s->whole_pass_n = whole && once >= WHOLE * file_n ? round (pass_n) : 0;
    return 0;
}

int fid_layout_files (const struct fid_data_io *io, enum fid_side side,
                      enum fid_sample_unit unit, struct fid_side_facts *s,
                      struct fid_error *err)
{
    count_files (io, side, s);
    return measure_files (io, side, unit, s, err);
}

int fid_layout_reads (const struct fid_data_io *io, enum fid_side side,
                      enum fid_sample_unit unit, struct fid_side_facts *s,
                      struct fid_error *err)
{
    struct read_sizes r;
    size_t whole = 0;
    double exponent;
    FID_TRY (measure_reads (io, side, &r, err));
    FID_EACH (const struct fid_data_use, u, io->use) {
        if (!fid_is_of_side (io, u->file, side) || !u->byte_n ||
            (u->part != FID_PART_TRAINING && u->part != FID_PART_EVAL))
            continue;
        s->use_n++;
        s->byte_n += (double)u->byte_n;
        whole += (double)u->byte_n >= WHOLE * (double)io->file[u->file].end_byte;
    }
    if (!s->use_n || !(r.typical > 0))
        return 0;
    s->block = r.typical;
    FID_TRY (find_places (io, side, s, err));
    s->whole_files = (double)whole >= 0.9 * (double)s->use_n;
    double per_use = (double)r.big_n / (double)s->use_n;
    bool constant = r.same > 0.95 && r.big_byte_n > 0.8 * s->byte_n;
    bool block = r.typical >= BLOCK_MIN && modf (log2 (r.typical), &exponent) == 0;
    bool arrays = s->whole_files && s->arrays;
    bool records = constant ? !block && (per_use > 1.5 || !s->whole_files) : s->jumps;
    s->jumps = s->jumps && constant; /* calls of several sizes are no page faults */
    if (!arrays && records) {
        s->layout = FID_LAYOUT_RECORDS;
        s->item_n = (double)r.big_n;
        s->item_byte_n = s->min_byte_n = s->max_byte_n = r.big_byte_n / (double)r.big_n;
        s->item_sd = 0;
        s->companion_n = s->group_n = 1;
        s->by_read = s->jumps = false; /* each read is a sample in any case */
        return 0;
    }
    if (arrays || (s->whole_files && (per_use <= MANY_BLOCKS || !constant))) {
        s->layout = FID_LAYOUT_WHOLE;
        s->item_n = (double)s->use_n / (double)s->companion_n;
        return 0;
    }
    s->layout = FID_LAYOUT_STREAM;
    s->by_read = is_by_read (io, unit, true);
    s->companion_n = s->group_n = 1;
    s->item_byte_n = s->item_sd = 0;
    return 0;
}

struct place {
    uint32_t file, at; /* at: when it was used first */
    uint64_t offset;
    const char *name; /* borrowed */
};

FID_ORDER_BY (by_name, struct place, FID_RISING_TEXT (name) FID_RISING (offset))

static enum fid_part part_of_side (enum fid_side side)
{
    return side == FID_SIDE_EVAL ? FID_PART_EVAL : FID_PART_TRAINING;
}

/* The uses (records: reads) of an epoch, one for each file (record), by name and offset; `at`
 * is the place in time. */
static size_t order_of_epoch (const struct fid_data_io *io, enum fid_side side, int epoch,
                              bool records, double block_n, struct place *p)
{
    size_t n = 0, all = records ? io->read_n : io->use_n;
    for (size_t i = 0; i < all; i++) {
        const struct fid_data_use *u = records ? &io->use[io->read[i].of] : &io->use[i];
        if (!fid_is_of_side (io, u->file, side) || u->part != part_of_side (side) ||
            (epoch >= 0 && u->epoch != epoch) ||
            (records && (double)fid_read_of (io, i).byte_n < block_n / 2))
            continue;
        p[n] = (struct place){.file = u->file, .name = io->file[u->file].name};
        p[n].offset = records ? fid_read_of (io, i).offset : 0;
        p[n].at = (uint32_t)n;
        n++;
    }
    FID_SORT (p, n, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!kept || by_name (&p[kept - 1], &p[i]) != 0)
            p[kept++] = p[i];
        else if (p[i].at < p[kept - 1].at)
            p[kept - 1].at = p[i].at;
    return kept;
}

/* Rank correlation of the times of use with the places in the list, or in q's order. */
static double order_correlation (const struct place *p, const struct place *q, size_t n)
{
    double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0, m = (double)n;
    for (size_t i = 0; i < n; i++) {
        double x = q ? q[i].at : (double)i, y = p[i].at;
        sx += x;
        sy += y;
        sxx += x * x;
        syy += y * y;
        sxy += x * y;
    }
    double vx = sxx - sx * sx / m, vy = syy - sy * sy / m;
    return vx > 0 && vy > 0 ? (sxy - sx * sy / m) / sqrt (vx * vy) : 1;
}

int fid_order_find (const struct fid_data_io *io, enum fid_side side, bool records,
                    double block_n, struct fid_order_found *out, struct fid_error *err)
{
    size_t max = records ? io->read_n : io->use_n, m;
    FID_FREED struct place *p = malloc ((max + 1) * sizeof *p);
    FID_FREED struct place *q = malloc ((max + 1) * sizeof *q);
    int first = -1, second = -1;
    *out = (struct fid_order_found){0};
    FID_NEED (p && q, err);
    FID_EACH (const struct fid_data_use, u, io->use) {
        int e = u->part == part_of_side (side) ? u->epoch : -1;
        if (e >= 0 && first < 0)
            first = e;
        else if (e > first && second < 0)
            second = e;
    }
    out->n = order_of_epoch (io, side, first, records, block_n, p);
    m = second >= 0 ? order_of_epoch (io, side, second, records, block_n, q) : 0;
    out->epochs = second >= 0 && m == out->n;
    out->within = out->n ? order_correlation (p, NULL, out->n) : 0;
    out->again = m == out->n && m ? order_correlation (p, q, m) : 0;
    return 0;
}
