/* job_data.c - files of samples, and how DLIO's readers read them (job.h) */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "metrics/rng.h"
#include "predict/job.h"

/* DLIO's own work for a sample, beside its calls: from the evaluation of BERT_dlio_r2. */
#define SAMPLE_NS 35000

/* Blank space between files on the device. */
#define FILE_GAP (UINT64_C (1) << 20)

#define PAGE        4096
#define NPY_HEADER  128
#define AHEAD_FIRST 131072

/* DLIO's generator draws sizes after numpy.random.seed (10). */
#define DLIO_SEED 10

int64_t
fid_sim_file_add (struct fid_sim *job, char *path, double byte_n, struct fid_error *err)
{
    if (!path ||
        fid_array_grow (&job->file, &job->file_cap, job->file_n + 1, sizeof *job->file, err)) {
        free (path);
        return -1;
    }
    struct fid_sim_file f = {.path = path, .byte_n = (uint64_t)byte_n, .pass = SIZE_MAX};
    if (job->file_n) {
        const struct fid_sim_file *last = &job->file[job->file_n - 1];
        f.base = last->base + last->byte_n + FILE_GAP;
        f.base -= f.base % PAGE;
    }
    job->file[job->file_n] = f;
    return (int64_t)job->file_n++;
}

int
fid_sim_too_long (struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT,
                       "the configuration makes too many calls or steps to simulate (%zu): "
                       "give fewer epochs, steps or samples",
                       FID_SIM_EVENTS_MAX);
}

int
fid_sim_event_add (struct fid_sim *job, const struct fid_sim_event *ev, struct fid_error *err)
{
    if (job->event_n >= FID_SIM_EVENTS_MAX)
        return fid_sim_too_long (err);
    if (fid_array_grow (&job->event, &job->event_cap, job->event_n + 1, sizeof *job->event,
                        err))
        return -1;
    job->event[job->event_n++] = *ev;
    return 0;
}

/* --- files */

static double
numpy_uniform (gsl_rng *rng)
{
    unsigned long a = gsl_rng_get (rng) >> 5, b = gsl_rng_get (rng) >> 6;
    return ((double)a * 67108864. + (double)b) / 9007199254740992.;
}

/* A standard normal number as numpy.random.normal draws it (Marsaglia's polar method); *kept
 * holds the second of each pair. */
static double
numpy_normal (gsl_rng *rng, double *kept)
{
    double x, y, r2, found = *kept;
    if (!isnan (found)) {
        *kept = NAN;
        return found;
    }
    do {
        x = 2 * numpy_uniform (rng) - 1;
        y = 2 * numpy_uniform (rng) - 1;
        r2 = x * x + y * y;
    } while (r2 >= 1 || r2 == 0);
    double f = sqrt (-2 * log (r2) / r2);
    *kept = f * x;
    return f * y;
}

/* One of the two sides of a record, which DLIO makes nearly square. */
static double
record_side (const struct fid_dlio_config *c, gsl_rng *rng, double *kept)
{
    double mean = sqrt (fid_dlio_number (c, FID_DLIO_RECORD));
    double stdev = fid_dlio_number (c, FID_DLIO_RECORD_STDEV);
    if (!(stdev > 0) || !(mean > 0))
        return floor (mean);
    return fmax (1, trunc (floor (mean) + stdev / 2 / mean * numpy_normal (rng, kept)));
}

static int
digits_of (size_t n)
{
    int k = 1;
    for (; n >= 10; n /= 10)
        k++;
    return k;
}

static char *
sample_path (const struct fid_dlio_config *c, enum fid_sim_side side, size_t i, size_t n,
             struct fid_error *err)
{
    const char *folder = fid_dlio_text (c, FID_DLIO_DATA_FOLDER);
    return fid_format (err, "%s/%s/%s_%0*zu_of_%zu.%s", folder,
                       side == FID_SIM_EVAL ? "valid" : "train",
                       fid_dlio_text (c, FID_DLIO_FILE_PREFIX), digits_of (n), i, n,
                       fid_dlio_text (c, FID_DLIO_FORMAT));
}

static int
make_files (struct fid_sim_data *d, struct fid_error *err)
{
    gsl_rng *rng = fid_rng_create (1, 0);
    double kept = NAN;
    if (!rng)
        return fid_error_nomem (err);
    gsl_rng_set (rng, DLIO_SEED);
    int rc = 0;
    for (int side = 0; side < FID_SIM_SIDE_N && !rc; side++) {
        d->first[side] = d->job->file_n;
        for (size_t i = 0; i < d->file_n[side] && !rc; i++) {
            double a = record_side (d->config, rng, &kept);
            double b = record_side (d->config, rng, &kept);
            double byte_n = a * b * (double)d->samples + (d->npy ? NPY_HEADER : 0);
            char *path =
                sample_path (d->config, (enum fid_sim_side)side, i, d->file_n[side], err);
            rc = fid_sim_file_add (d->job, path, byte_n, err) < 0 ? -1 : 0;
        }
    }
    gsl_rng_free (rng);
    return rc;
}

/* --- readers */

static const struct {
    const char *name;
    enum fid_sim_layout layout;
    double call_n; /* bytes of a call; 0: all at once */
} formats[] = {
    {"npy", FID_SIM_WHOLE, 0},
    {"npz", FID_SIM_WHOLE, 0},
    {"csv", FID_SIM_WHOLE, 262144},
    {"jpeg", FID_SIM_WHOLE, 65536},
    {"png", FID_SIM_WHOLE, 65536},
    {"hdf5", FID_SIM_RECORDS, 0},
    {"hdf5_opt", FID_SIM_RECORDS, 0},
    {"indexed_binary", FID_SIM_RECORDS, 0},
    {"tfrecord", FID_SIM_STREAM, 262144},
    {"mmap_indexed_binary", FID_SIM_NOTHING, 0},
    {"synthetic", FID_SIM_NOTHING, 0},
};

const char *
fid_sim_caveat (const struct fid_dlio_config *c)
{
    const char *format = fid_dlio_text (c, FID_DLIO_FORMAT);
    if (strcmp (format, "mmap_indexed_binary") == 0)
        return "files that are mapped into memory are read without calls";
    if (strcmp (format, "npy") != 0 && strcmp (format, "indexed_binary") != 0)
        return "the calls of DLIO's reader of this format are not known from recordings";
    if (strcmp (fid_dlio_text (c, FID_DLIO_LOADER), "pytorch") != 0)
        return "the loader is simulated as that of PyTorch";
    return NULL;
}

int
fid_sim_data_init (struct fid_sim_data *d, struct fid_sim *job, const struct fid_dlio_config *c,
                   const struct fid_costs *costs, struct fid_error *err)
{
    const char *format = fid_dlio_text (c, FID_DLIO_FORMAT);
    *d = (struct fid_sim_data){.config = c, .costs = costs, .job = job};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp (format, formats[i].name) == 0) {
            d->layout = formats[i].layout;
            d->call_n = formats[i].call_n;
        }
    double transfer = fid_dlio_number (c, FID_DLIO_TRANSFER);
    if (d->layout == FID_SIM_STREAM && transfer > 0)
        d->call_n = transfer;
    d->npy = strcmp (format, "npy") == 0;
    d->indexed = strcmp (format, "indexed_binary") == 0;
    d->keeps_open = strcmp (fid_dlio_text (c, FID_DLIO_READ_TYPE), "memory") == 0 ||
                    d->layout == FID_SIM_STREAM;
    d->samples = (size_t)fmax (1, fid_dlio_number (c, FID_DLIO_SAMPLES));
    d->file_n[FID_SIM_TRAIN] = (size_t)fmax (0, fid_dlio_number (c, FID_DLIO_FILES_TRAIN));
    if (fid_dlio_number (c, FID_DLIO_DO_EVAL) != 0)
        d->file_n[FID_SIM_EVAL] = (size_t)fmax (0, fid_dlio_number (c, FID_DLIO_FILES_EVAL));
    if (fid_dlio_number (c, FID_DLIO_FILES_TRAIN) > FID_SIM_FILES_MAX ||
        fid_dlio_number (c, FID_DLIO_FILES_EVAL) > FID_SIM_FILES_MAX)
        return fid_errorf (err, FID_EINPUT,
                           "the configuration has too many files to simulate: more than %.0f",
                           FID_SIM_FILES_MAX);
    return make_files (d, err);
}

/* --- calls */

static int
put (struct fid_sim_data *d, enum fid_op op, const struct fid_sim_reader *r, size_t file,
     double offset, double byte_n, int64_t start_ns, double dur_s, struct fid_error *err)
{
    const struct fid_sim_event ev = {.start_ns = start_ns,
                                     .dur_ns = (int64_t)(dur_s * 1e9),
                                     .offset = (uint64_t)offset,
                                     .byte_n = (uint64_t)byte_n,
                                     .file = (uint32_t)file,
                                     .pid = r->pid,
                                     .op = op};
    return fid_sim_event_add (d->job, &ev, err);
}

/* The block requests of a read of which the page cache lacks something: those up to its end,
 * and what the kernel reads ahead. */
static int
fetch (struct fid_sim_data *d, const struct fid_sim_reader *r, size_t file, double end,
       int64_t start_ns, double dur_s, struct fid_error *err)
{
    struct fid_sim_file *f = &d->job->file[file];
    if (f->pass != d->pass && !(f->pass != SIZE_MAX && d->costs->stays_in_memory))
        f->fetched = f->window = 0;
    f->pass = d->pass;
    if (d->costs->in_memory || end <= (double)f->fetched)
        return 0;
    double window = fmin (d->costs->ahead, fmax (AHEAD_FIRST, 2. * (double)f->window));
    double from = (double)f->fetched, to = fmin ((double)f->byte_n, fmax (end, from + window));
    for (double at = from; at < to;) {
        double n = fid_costs_request (d->costs, to - at);
        double s = fid_costs_draw (d->costs, &d->costs->block, n);
        int64_t t_ns = start_ns + (int64_t)(dur_s * 1e9 * (at - from) / (to - from));
        if (put (d, FID_OP_BLOCK_READ, r, file, (double)f->base + at, n, t_ns, s, err))
            return -1;
        at += fmax (n, 1);
    }
    f->window = (uint64_t)window;
    f->fetched = (uint64_t)to;
    return 0;
}

/* One read, from r->free_ns on. */
static int
call (struct fid_sim_data *d, struct fid_sim_reader *r, size_t file, double offset,
      double byte_n, struct fid_error *err)
{
    double s = fid_costs_draw (d->costs, &d->costs->read, byte_n);
    if (put (d, FID_OP_READ, r, file, offset, byte_n, r->free_ns, s, err) ||
        fetch (d, r, file, offset + byte_n, r->free_ns, s, err))
        return -1;
    r->free_ns += (int64_t)(s * 1e9);
    return 0;
}

static int
open_file (struct fid_sim_data *d, struct fid_sim_reader *r, size_t file, struct fid_error *err)
{
    if (put (d, FID_OP_OPEN, r, file, 0, 0, r->free_ns, d->costs->open_s, err))
        return -1;
    r->free_ns += (int64_t)(d->costs->open_s * 1e9);
    r->streamed = 0;
    return 0;
}

static int
close_file (struct fid_sim_data *d, struct fid_sim_reader *r, size_t file,
            struct fid_error *err)
{
    return put (d, FID_OP_CLOSE, r, file, 0, 0, r->free_ns, 0, err);
}

/* numpy.load: the format's version, the header, then the data by whole pages. */
static int
load_npy (struct fid_sim_data *d, struct fid_sim_reader *r, size_t file, double byte_n,
          struct fid_error *err)
{
    double pages = floor ((byte_n - PAGE) / PAGE) * PAGE;
    if (call (d, r, file, 0, fmin (byte_n, PAGE), err) ||
        call (d, r, file, 0, NPY_HEADER, err) || call (d, r, file, 0, fmin (byte_n, PAGE), err))
        return -1;
    if (pages > 0 && call (d, r, file, PAGE, pages, err))
        return -1;
    double rest = byte_n - PAGE - fmax (0, pages);
    return rest > 0 ? call (d, r, file, byte_n - rest, rest, err) : 0;
}

static int
load_whole (struct fid_sim_data *d, struct fid_sim_reader *r, size_t file,
            struct fid_error *err)
{
    double byte_n = (double)d->job->file[file].byte_n;
    if (d->npy)
        return load_npy (d, r, file, byte_n, err);
    double call_n = d->call_n > 0 ? d->call_n : byte_n;
    for (double at = 0; at < byte_n; at += call_n)
        if (call (d, r, file, at, fmin (call_n, byte_n - at), err))
            return -1;
    return 0;
}

/* Record k of a file: at its offset, or by reading up to its end. */
static int
read_record (struct fid_sim_data *d, struct fid_sim_reader *r, size_t file, size_t k,
             struct fid_error *err)
{
    double byte_n = (double)d->job->file[file].byte_n;
    double record = floor (byte_n / (double)d->samples);
    if (d->layout == FID_SIM_RECORDS)
        return call (d, r, file, record * (double)k, record, err);
    while ((double)r->streamed < record * (double)(k + 1)) {
        double n = fmin (d->call_n, byte_n - (double)r->streamed);
        if (call (d, r, file, (double)r->streamed, n, err))
            return -1;
        r->streamed += (uint64_t)n;
    }
    return 0;
}

int
fid_sim_reader_begin (struct fid_sim_data *d, struct fid_sim_reader *r, enum fid_sim_side side,
                      struct fid_error *err)
{
    static const char *const endings[] = {".off.idx", ".sz.idx"};
    r->begun = true;
    for (size_t i = 0; i < d->file_n[side] && d->indexed; i++)
        for (size_t k = 0; k < 2; k++) {
            const char *of = d->job->file[d->first[side] + i].path;
            char *path = fid_format (err, "%s%s", of, endings[k]);
            double byte_n = 8. * (double)d->samples;
            int64_t file = fid_sim_file_add (d->job, path, byte_n, err);
            if (file < 0 || open_file (d, r, (size_t)file, err) ||
                call (d, r, (size_t)file, 0, byte_n, err))
                return -1;
        }
    return 0;
}

int
fid_sim_read_sample (struct fid_sim_data *d, struct fid_sim_reader *r, enum fid_sim_side side,
                     size_t sample, struct fid_error *err)
{
    size_t at = sample / d->samples, k = sample % d->samples;
    if (++d->job->sample_n > FID_SIM_SAMPLES_MAX)
        return fid_sim_too_long (err);
    if (d->layout == FID_SIM_NOTHING || at >= d->file_n[side])
        return 0;
    size_t file = d->first[side] + at;
    bool loaded = d->keeps_open && r->open[at];
    if (d->layout == FID_SIM_STREAM && k == 0)
        loaded = false;
    if (!loaded && open_file (d, r, file, err))
        return -1;
    r->open[at] = true;
    r->free_ns += SAMPLE_NS;
    if (d->layout == FID_SIM_WHOLE ? !loaded && load_whole (d, r, file, err)
                                   : read_record (d, r, file, k, err))
        return -1;
    bool closes = d->layout == FID_SIM_WHOLE ? !loaded
                  : d->keeps_open ? d->layout == FID_SIM_STREAM && k + 1 == d->samples
                                  : true;
    return closes ? close_file (d, r, file, err) : 0;
}
