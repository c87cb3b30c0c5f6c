/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dataset.c - files of samples: format, how many, how large, where */
#include <gsl/gsl_sort.h>
#include "base/units.h"
#include "derive/analysis.h"
#include "job/made_files.h"

#define SPREAD      0.01 /* sizes with a smaller coefficient of variation are equal */
#define COPY_BYTE_S 1e9  /* bytes a second that a loader copies between processes: an order */
#define COPY_MIN    4096

/* --- format */

static const struct {
    const char *ending, *format;
} endings[] = {
    {".npy", "npy"},
    {".npz", "npz"},
    {".h5", "hdf5"},
    {".hdf5", "hdf5"},
    {".csv", "csv"},
    {".jpg", "jpeg"},
    {".jpeg", "jpeg"},
    {".png", "png"},
    {".tfrecord", "tfrecord"},
    {".tfrecords", "tfrecord"},
    {".indexed_binary", "indexed_binary"},
    {".mmap_indexed_binary", "mmap_indexed_binary"},
};

/* The first file of a side that was used; NULL. */
static const struct fid_data_file *example_file (const struct fid_analysis *a,
                                                 enum fid_side side)
{
    for (int used = 1; used >= 0; used--)
        FID_EACH (const struct fid_data_file, f, a->io->file)
            if (f->side == side && !f->index && f->used == used)
                return f;
    return NULL;
}

static void find_format (struct fid_analysis *a)
{
    const struct fid_data_file *f = example_file (a, FID_SIDE_TRAIN);
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    const char *is = NULL, *ending = "";
    if (!f) {
        UNKNOWN (a, FORMAT, "no file of samples is read");
        return;
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings && !is; i++)
        if (fid_span_ends_like (fid_span_of (f->name), endings[i].ending)) {
            is = endings[i].format;
            ending = endings[i].ending;
        }
    bool torch = strcmp (a->claims->of[FID_DLIO_FRAMEWORK].text, "pytorch") == 0;
    if (is && !(torch && strcmp (is, "tfrecord") == 0)) {
        CLAIM_TEXT (a, FORMAT, HIGH, is, "files end in %s, such as %.80s", ending, f->name);
        return;
    }
    bool whole = s->layout == FID_LAYOUT_WHOLE;
    if (is)
        REMARK (a, "DLIO's PyTorch loader does not read TFRecord files.");
    CLAIM_TEXT (a, FORMAT, whole ? LOW : MEDIUM, whole ? "npy" : "indexed_binary",
                whole ? "the names (%.80s) do not show a format of DLIO; npy is read as a "
                        "whole, as these files are"
                      : "the names (%.80s) do not show a format that DLIO's PyTorch loader "
                        "reads; indexed_binary holds many samples a file, read one by one",
                f->name);
}

/* --- numbers of files and samples */

static const char *sizes_text (const struct fid_side_facts *s, char buf[2 * FID_UNITS_TEXT + 8])
{
    char low[FID_UNITS_TEXT], high[FID_UNITS_TEXT];
    fid_format_bytes (s->min_byte_n, low, sizeof low);
    fid_format_bytes (s->max_byte_n, high, sizeof high);
    if (strcmp (low, high) == 0)
        snprintf (buf, 2 * FID_UNITS_TEXT + 8, "%s", low);
    else
        snprintf (buf, 2 * FID_UNITS_TEXT + 8, "%s to %s", low, high);
    return buf;
}

/* How many files a side has; *sure: how certain that is. */
static double files_of (const struct fid_analysis *a, enum fid_side side,
                        enum fid_confidence *sure, char *why, size_t why_n)
{
    const struct fid_side_facts *s = &a->side[side], *other = &a->side[!side];
    char sizes[2 * FID_UNITS_TEXT + 8];
    double n = (double)s->file_n / (double)s->companion_n;
    double uses = s->use_n ? (double)s->use_n / (double)s->read_file_n : 0;
    if (side == FID_SIDE_EVAL && a->eval_n)
        uses /= (double)a->eval_n;
    else if (side == FID_SIDE_TRAIN && a->epoch_n > 0)
        uses /= a->epoch_n;
    *sure = MEDIUM;
    if (side == FID_SIDE_TRAIN && s->part_n > (int64_t)s->file_n &&
        s->part_n == other->part_n) {
        n = (double)(s->part_n - (int64_t)other->file_n);
        snprintf (why, why_n,
                  "names count %lld files, %zu of them for evaluation; %zu are read",
                  (long long)s->part_n, other->file_n, s->read_file_n);
        return n;
    }
    bool shared = side == FID_SIDE_EVAL && s->part_n == other->part_n &&
                  s->part_n > (int64_t)s->file_n && other->file_n > 0;
    if (s->part_n > 0 && s->part_n >= (int64_t)s->file_n && s->companion_n == 1 && !shared) {
        *sure = s->part_n == (int64_t)s->file_n ? HIGH : MEDIUM;
        snprintf (why, why_n, "names say so; %zu are read", s->read_file_n);
        return (double)s->part_n;
    }
    bool each = fabs (uses - 1) < 0.1, cut = a->cut || a->reads_cut;
    if (s->by_index || (each && !cut))
        *sure = HIGH;
    if (s->layout == FID_LAYOUT_WHOLE)
        snprintf (why, why_n, "%.0f files%s of %s are read%s", n,
                  s->companion_n == 2  ? ", each with a companion,"
                  : s->companion_n > 2 ? ", each with companions,"
                                       : "",
                  sizes_text (s, sizes),
                  each ? side == FID_SIDE_EVAL ? " once an evaluation" : " once an epoch" : "");
    else
        snprintf (why, why_n, "%zu file%s used, %zu read%s", s->file_n,
                  s->file_n == 1 ? " is" : "s are", s->read_file_n,
                  cut ? " before the log or the trace ends" : "");
    return n;
}

static void number_of_files (struct fid_analysis *a, enum fid_side side, enum fid_dlio_key k)
{
    char why[FID_EVIDENCE];
    enum fid_confidence sure;
    if (!a->side[side].file_n) {
        fid_claim_unknown (a->claims, k,
                           side == FID_SIDE_EVAL ? "no file is read while evaluating"
                                                 : "no file of samples is read");
        return;
    }
    double n = files_of (a, side, &sure, why, sizeof why);
    if ((a->cut || a->reads_cut) && sure > LOW)
        sure--;
    fid_claim_number (a->claims, k, sure, n, "%s", why);
    if (a->side[side].companion_n > 1)
        REMARK (a,
                "A sample is %zu files; DLIO's is one, of their size together, so that it "
                "opens fewer (--unit read: each file is a sample).",
                a->side[side].companion_n);
}

/* How many samples are in a file, DLIO's samples as the batch size counts them. */
static void samples_of_file (struct fid_analysis *a)
{
    struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    const struct fid_claim *files = &a->claims->of[FID_DLIO_FILES_TRAIN];
    double log = a->log_samples[FID_SIDE_TRAIN], file_n = files->confidence ? files->number : 0;
    double epochs = fid_derive_epochs (a), by_log = file_n > 0 ? log / file_n : 0;
    double seen = s->read_file_n ? s->item_n / epochs / (double)s->read_file_n : 0;
    double need = file_n > 0 && a->batch > 0 && a->step_n > 0
                      ? ceil (a->step_n / epochs * a->batch / file_n)
                      : 0;
    bool batches = a->log_batch > 0 && a->batch > 0 && a->batch != a->log_batch;
    double v = 0;
    enum fid_dlio_key k = FID_DLIO_SAMPLES;
    if (s->by_index && by_log > 0.5 && by_log < s->file_item_n) {
        v = fmax (1, round (by_log));
        fid_claim_number (
            a->claims, k, HIGH, v,
            "%.0f samples by the log, in %.0f files; the index of a file has %.0f positions",
            log, file_n, s->file_item_n);
    } else if (s->by_index) {
        v = s->file_item_n;
        fid_claim_number (a->claims, k, HIGH, v, "the index of a file has %.0f positions", v);
    } else if (s->layout == FID_LAYOUT_WHOLE && (s->by_read || !(by_log > 1.5))) {
        v = 1;
        fid_claim_number (a->claims, k, by_log > 0.5 ? HIGH : MEDIUM, v,
                          by_log > 0.5
                              ? "the log has as many samples as files are read, each as a whole"
                              : "each file is read as a whole, by itself");
    } else if (by_log > 0.5 && !batches && !s->by_read) {
        v = fmax (1, round (by_log));
        fid_claim_number (a->claims, k, fabs (by_log - v) < 0.01 ? HIGH : LOW, v,
                          "%.0f samples by the log, in %.0f files", log, file_n);
        if (s->layout == FID_LAYOUT_WHOLE)
            a->record = s->item_byte_n / v;
    } else if (s->layout == FID_LAYOUT_RECORDS) {
        v = fmax (ceil (seen - 0.01), need);
        fid_claim_number (a->claims, k, MEDIUM, v,
                          "%.0f are read of each file; how many it has beyond that does not "
                          "matter to this run",
                          v);
    } else if (s->layout == FID_LAYOUT_STREAM && a->record > 0) {
        double end = 0;
        for (size_t i = 0; i < a->io->file_n; i++)
            if (a->io->file[i].side == FID_SIDE_TRAIN && !a->io->file[i].index)
                end = fmax (end, (double)a->io->file[i].end_byte);
        v = fmax (fmax (1, round (end / a->record)), need);
        fid_claim_number (
            a->claims, k, LOW, v,
            "at least so many: of no file more than %.4g bytes are read, %.4g a sample", end,
            a->record);
    } else
        fid_claim_unknown (a->claims, k,
                           "the reads do not show samples, and no log counts them");
    a->file_samples = v;
}

/* --- lengths */

static const struct fid_made_format *format_of (const struct fid_analysis *a)
{
    const struct fid_claim *c = &a->claims->of[FID_DLIO_FORMAT];
    return fid_made_format_find (c->confidence ? c->text : "");
}

/* record_length_bytes of samples of one size.  A file's own header is in the bytes of a sample
 * only where files are read whole. */
static double length_of (const struct fid_analysis *a)
{
    bool whole = a->side[FID_SIDE_TRAIN].layout == FID_LAYOUT_WHOLE;
    double samples = whole ? fmax (1, a->file_samples) : 1;
    const struct fid_made_format *f = whole ? format_of (a) : fid_made_format_find ("");
    return fid_made_files_length (f, samples, a->record * samples);
}

/* Sizes of files that differ: DLIO's files of the derived keys have their mean and deviation.
 */
static int drawn_lengths (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    const struct fid_claim *files = &a->claims->of[FID_DLIO_FILES_TRAIN];
    double n = files->confidence ? files->number : (double)s->file_n;
    enum fid_confidence sure = (double)s->file_n / (double)s->companion_n >= 30 ? HIGH : MEDIUM;
    char mean[FID_UNITS_TEXT], sd[FID_UNITS_TEXT], sizes[2 * FID_UNITS_TEXT + 8];
    struct fid_made_files made;
    FID_TRY (fid_made_files_keys (format_of (a), (size_t)fmax (2, n), a->record, s->item_sd,
                                  &made, err));
    CLAIM (a, RECORD, sure, round (made.length),
           "files of %s%s, %s on average: what DLIO makes of this key, for it draws sizes from "
           "a fixed seed",
           sizes_text (s, sizes), s->companion_n > 1 ? ", with their companions" : "",
           fid_format_bytes (a->record, mean, sizeof mean));
    CLAIM (a, RECORD_STDEV, sure, round (made.stdev),
           "sizes have a standard deviation of %s, %s",
           fid_format_bytes (s->item_sd, sd, sizeof sd),
           made.narrow ? "more than DLIO can make" : "as DLIO's files of this key");
    REMARK (a,
            "Sizes of files have the run's mean%s; their distribution is that of a product of "
            "two normal numbers.",
            made.narrow ? ", and vary less" : " and deviation");
    return 0;
}

/* The size of samples in memory.  The I/O does not show it, but DLIO's loader copies it between
 * processes, for which the run may have no time. */
static int in_memory (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_steps *steps = &a->run->steps;
    const struct fid_claim *threads = &a->claims->of[FID_DLIO_THREADS];
    double *wait_s = malloc ((steps->n + 1) * sizeof *wait_s), wait = -1;
    size_t n = 0;
    FID_NEED (wait_s, err);
    for (size_t i = 0; i < steps->n && !steps->found; i++)
        if (!steps->step[i].eval && steps->step[i].load_s >= 0)
            wait_s[n++] = steps->step[i].load_s;
    if (n) {
        gsl_sort (wait_s, 1, n);
        wait = wait_s[n / 2];
    }
    free (wait_s);
    bool copies = threads->confidence && threads->number > 0 && a->batch > 0;
    if (wait < 0 || !copies || a->io->dlio || wait * COPY_BYTE_S >= a->batch * a->record)
        UNKNOWN (a, RECORD_RESIZE, "the size of samples in memory does not show in the I/O");
    else
        CLAIM (a, RECORD_RESIZE, LOW, fmax (COPY_MIN, round (wait * COPY_BYTE_S / a->batch)),
               "steps wait %.3g ms for a batch, in which DLIO's loader can copy no more of it "
               "between processes",
               wait * 1e3);
    return 0;
}

static int find_lengths (struct fid_analysis *a, struct fid_error *err)
{
    const struct fid_side_facts *s = &a->side[FID_SIDE_TRAIN];
    char text[FID_UNITS_TEXT], sizes[2 * FID_UNITS_TEXT + 8];
    double length = a->record, one = a->file_samples;
    bool whole = s->layout == FID_LAYOUT_WHOLE;
    if (!(length > 0)) {
        const char *why =
            s->use_n ? "the bytes of a sample are not known" : "no file of samples is read";
        UNKNOWN (a, RECORD, "%s", why);
        UNKNOWN (a, RECORD_STDEV, "%s", why);
        UNKNOWN (a, RECORD_RESIZE, "%s", why);
        return 0;
    }
    FID_TRY (in_memory (a, err));
    if (whole)
        CLAIM (a, RECORD, HIGH, length_of (a), "files of %s%s%s", sizes_text (s, sizes),
               s->companion_n > 1 ? ", with their companions" : "",
               format_of (a)->per_byte != 1
                   ? ": what DLIO makes of this key, which counts elements in memory"
                   : "");
    else
        CLAIM (a, RECORD, s->layout == FID_LAYOUT_RECORDS ? HIGH : MEDIUM, length_of (a),
               "%s of reads for each sample", fid_format_bytes (length, text, sizeof text));
    if (whole && one == 1 && s->item_sd > SPREAD * length)
        return drawn_lengths (a, err);
    CLAIM (a, RECORD_STDEV, MEDIUM, 0, "samples are of one size");
    return 0;
}

/* --- folders */

static void find_folders (struct fid_analysis *a)
{
    const struct fid_data_file *f = example_file (a, FID_SIDE_TRAIN);
    static const enum fid_dlio_key key[] = {FID_DLIO_FOLDERS_TRAIN, FID_DLIO_FOLDERS_EVAL};
    char folder[FID_DLIO_TEXT];
    if (!f || !*f->folder) {
        UNKNOWN (a, DATA_FOLDER, "the traces do not show the folder of the samples");
        return;
    }
    snprintf (folder, sizeof folder, "%s", f->folder);
    const char *names = strstr (f->name, "_of_");
    char *last = strrchr (folder, '/');
    bool made = names && last && strcmp (last, "/train") == 0; /* by DLIO */
    if (last && last > folder)
        *last = '\0';
    if (!made && strlen (folder) + 6 < sizeof folder)
        strcat (folder, "_dlio");
    CLAIM_TEXT (a, DATA_FOLDER, made ? HIGH : LOW, folder,
                made ? "DLIO's files are in its folders train and valid"
                     : "beside the run's own files (%.80s), so on the same file system",
                f->folder);
    for (int side = 0; side < FID_SIDE_N; side++) {
        const char *seen[64];
        size_t n = 0;
        FID_EACH (const struct fid_data_file, d, a->io->file) {
            size_t k = 0;
            if (d->side != (enum fid_side)side || d->index || !d->used || !*d->folder)
                continue;
            while (k < n && strcmp (seen[k], d->folder) != 0)
                k++;
            if (k == n && n < 64)
                seen[n++] = d->folder;
        }
        if (n > 1)
            fid_claim_number (a->claims, key[side], n < 64 ? MEDIUM : LOW, (double)n,
                              "files are in %zu%s folders", n, n < 64 ? "" : " or more");
    }
}

/* "img" of "img_00_of_80.npy", as DLIO names its files. */
static void find_prefix (struct fid_analysis *a)
{
    const struct fid_data_file *f = example_file (a, FID_SIDE_TRAIN);
    const char *of = f ? strstr (f->name, "_of_") : NULL;
    char text[FID_DLIO_TEXT];
    if (!of || f->part_n < 0)
        return;
    const char *end = of;
    while (end > f->name && end[-1] >= '0' && end[-1] <= '9')
        end--;
    if (end - f->name < 2 || end[-1] != '_')
        return;
    snprintf (text, sizeof text, "%.*s", (int)(end - 1 - f->name), f->name);
    CLAIM_TEXT (a, FILE_PREFIX, HIGH, text, "files have names such as %.80s", f->name);
}

int fid_derive_dataset (struct fid_analysis *a, struct fid_error *err)
{
    find_format (a);
    number_of_files (a, FID_SIDE_TRAIN, FID_DLIO_FILES_TRAIN);
    number_of_files (a, FID_SIDE_EVAL, FID_DLIO_FILES_EVAL);
    samples_of_file (a);
    find_folders (a);
    find_prefix (a);
    return find_lengths (a, err);
}
