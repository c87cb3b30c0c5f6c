/* orders.c - in which order files and records are used: shuffling */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "derive/analysis.h"

#define ORDERED   0.9 /* rank correlation of two orders that are one */
#define UNORDERED 0.5

struct place {
    uint32_t file, at; /* at: when it was used first */
    uint64_t offset;
    const char *name; /* borrowed */
};

static int
by_name (const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int rc = strcmp (x->name, y->name);
    return rc ? rc : (x->offset > y->offset) - (x->offset < y->offset);
}

/* The first `max` uses (records: reads) of an epoch, one for each file (record), by name and
 * offset; `at` is the place in time. */
static size_t
order_of (const struct fid_analysis *a, int epoch, bool records, struct place *p)
{
    const struct fid_data_io *io = a->io;
    size_t n = 0, all = records ? io->read_n : io->use_n;
    for (size_t i = 0; i < all; i++) {
        const struct fid_data_use *u = records ? &io->use[io->read[i].use] : &io->use[i];
        if (!fid_is_of_side (io, u->file, FID_SIDE_TRAIN) || u->part != FID_PART_TRAINING ||
            (epoch >= 0 && u->epoch != epoch) ||
            (records && (double)io->read[i].byte_n < a->side[FID_SIDE_TRAIN].block / 2))
            continue;
        p[n] = (struct place){.file = u->file, .name = io->file[u->file].name};
        p[n].offset = records ? io->read[i].offset : 0;
        p[n].at = (uint32_t)n;
        n++;
    }
    qsort (p, n, sizeof *p, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!kept || by_name (&p[kept - 1], &p[i]) != 0)
            p[kept++] = p[i];
        else if (p[i].at < p[kept - 1].at)
            p[kept - 1].at = p[i].at;
    return kept;
}

/* Rank correlation of the times of use with the places in the list. */
static double
order_correlation (const struct place *p, const struct place *q, size_t n)
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

static void
say_shuffle (struct fid_analysis *a, enum fid_dlio_key k, double sorted, double again,
             bool epochs, const char *what)
{
    if (sorted > ORDERED)
        fid_claim_text (a->claims, k, FID_CONFIDENCE_HIGH, "off",
                        "%s are used in the order of their names and offsets", what);
    else if (sorted > UNORDERED)
        fid_claim_text (a->claims, k, FID_CONFIDENCE_LOW, "off",
                        "%s are used nearly in the order of their names", what);
    else if (epochs)
        fid_claim_text (a->claims, k, FID_CONFIDENCE_HIGH, "seed",
                        again > ORDERED
                            ? "%s are used in one order in every epoch, not that of names "
                              "(train.seed_change_epoch is False)"
                            : "%s are used in another order in each epoch",
                        what);
    else
        fid_claim_text (a->claims, k, FID_CONFIDENCE_MEDIUM, "seed",
                        "%s are not used in the order of their names", what);
    if (strcmp (a->claims->of[k].text, "seed") == 0)
        fid_claim_remark (a->claims,
                          "The run shuffles what it reads; DLIO 2.0's PyTorch loader "
                          "reads in order, whatever its shuffle keys say.");
}

int
fid_derive_shuffling (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_data_io *io = a->io;
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    bool records = s->layout == FID_LAYOUT_RECORDS;
    size_t max = records ? io->read_n : io->use_n;
    struct place *p = malloc ((max + 1) * sizeof *p), *q = malloc ((max + 1) * sizeof *q);
    int first = -1, second = -1, rc = -1;
    if (!p || !q) {
        fid_error_nomem (err);
        goto done;
    }
    rc = 0;
    for (size_t i = 0; i < io->use_n; i++) {
        int e = io->use[i].part == FID_PART_TRAINING ? io->use[i].epoch : -1;
        if (e >= 0 && first < 0)
            first = e;
        else if (e > first && second < 0)
            second = e;
    }
    size_t n = order_of (a, first, records, p),
           m = second >= 0 ? order_of (a, second, records, q) : 0;
    double sorted = n ? order_correlation (p, NULL, n) : 0;
    double again = n == m && n ? order_correlation (p, q, n) : 0;
    const char *const why = "too few samples to see an order";
    if (s->layout == FID_LAYOUT_STREAM) {
        fid_claim_text (a->claims, FID_DLIO_SAMPLE_SHUFFLE, FID_CONFIDENCE_MEDIUM, "off",
                        "each file is read from its start on; what is shuffled in memory does "
                        "not show");
    } else if (n < 6)
        fid_claim_unknown (a->claims, FID_DLIO_SAMPLE_SHUFFLE, "%s", why);
    else
        say_shuffle (a, FID_DLIO_SAMPLE_SHUFFLE, sorted, again, second >= 0 && n == m,
                     records ? "records" : "files of one sample");
    /* of files: by their first use alone */
    n = order_of (a, first, false, p);
    sorted = n ? order_correlation (p, NULL, n) : 0;
    if (n < 4)
        fid_claim_unknown (a->claims, FID_DLIO_FILE_SHUFFLE, "too few files are read");
    else
        say_shuffle (a, FID_DLIO_FILE_SHUFFLE, sorted, again, second >= 0 && n == m, "files");
done:
    free (p);
    free (q);
    return rc;
}
