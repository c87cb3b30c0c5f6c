/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders.c - in which order files and records are used: shuffling */
#include "derive/analysis.h"
#include "job/layout.h"

#define ORDERED   0.9 /* rank correlation of two orders that are one */
#define UNORDERED 0.5

static void say_shuffle (struct fid_analysis *a, enum fid_dlio_key k, double sorted,
                         double again, bool epochs, const char *what)
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

int fid_derive_shuffling (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    bool records = s->layout == FID_LAYOUT_RECORDS;
    struct fid_order_found o, files;
    FID_TRY (fid_order_find (a->io, FID_SIDE_TRAIN, records, s->block, &o, err) ||
             fid_order_find (a->io, FID_SIDE_TRAIN, false, s->block, &files, err));
    if (s->layout == FID_LAYOUT_STREAM)
        fid_claim_text (a->claims, FID_DLIO_SAMPLE_SHUFFLE, FID_CONFIDENCE_MEDIUM, "off",
                        "each file is read from its start on; what is shuffled in memory does "
                        "not show");
    else if (o.n < 6)
        fid_claim_unknown (a->claims, FID_DLIO_SAMPLE_SHUFFLE,
                           "too few samples to see an order");
    else
        say_shuffle (a, FID_DLIO_SAMPLE_SHUFFLE, o.within, o.again, o.epochs,
                     records ? "records" : "files of one sample");
    if (files.n < 4)
        fid_claim_unknown (a->claims, FID_DLIO_FILE_SHUFFLE, "too few files are read");
    else
        say_shuffle (a, FID_DLIO_FILE_SHUFFLE, files.within, files.again, files.epochs,
                     "files");
    return 0;
}
