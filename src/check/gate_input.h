/* gate_input.h - what a gate has to know of emulation runs, from results or a baseline
 *
 * The unit is the emulation run.  A directory of results has a file for each
 * (real run, emulation run); here an emulation run has one number for each
 * name: the median over the real runs of its workload.  Runs that repeat one
 * another are a configuration: their ids differ in the repeat number only
 * (UNET3D_dlio_r1, UNET3D_dlio_r2 are UNET3D_dlio).  Pairs of different
 * workloads are left out.
 *
 * A real run that also stands on the side of the emulations is a repeat: its
 * configuration is marked and is not judged; it tells how much repeats differ. */
#ifndef FID_BOOK_H
#define FID_BOOK_H

#include <cjson/cJSON.h>
#include "results/results.h"

#define FID_SCHEMA_BASELINE "fidlio.baseline/1"

enum fid_book_kind {
    FID_BOOK_GROUP,    /* "overall", "storage" ...: score, similarity */
    FID_BOOK_RESOURCE, /* "block.read": the same; there if compared or idle in both */
    FID_BOOK_FACET,    /* "block.read/volume": the same, the lowest of its measures */
    FID_BOOK_VOLUME,   /* "block.read bytes": amount of the emulation */
    FID_BOOK_SHARE,    /* "stall_share", "accelerator_utilisation": 0 to 1 */
    FID_BOOK_PHASE     /* "CHECKPOINT": it has this phase */
};

/* Numbers that are not there are FID_ABSENT. */
struct fid_book_entry {
    enum fid_book_kind kind;
    char *name; /* owned */
    double score, similarity, amount;
};

struct fid_book_run {
    char *id, *hash;              /* owned */
    struct fid_book_entry *entry; /* owned, by kind and name */
    size_t entry_n, entry_cap;
};

struct fid_book_config {
    char *workload, *name;    /* owned */
    bool real;                /* repeats of the real run */
    struct fid_book_run *run; /* owned, by id */
    size_t run_n, run_cap;
};

/* What the runs of a workload were held against. */
struct fid_book_reference {
    char *workload, *id, *hash; /* owned */
};

struct fid_book {
    char *path;                           /* owned; where it came from */
    char *version, *key;                  /* owned; of the tool */
    cJSON *options;                       /* owned; those that do not depend on the pair */
    bool own_calibration;                 /* made of the same directory's real runs */
    struct fid_book_reference *reference; /* owned, by workload and id */
    size_t reference_n, reference_cap;
    struct fid_book_config *config; /* owned, by workload and name */
    size_t config_n, config_cap;
};

enum fid_book_by { FID_BY_CONFIG, FID_BY_RUN, FID_BY_WORKLOAD };

/* Gather the results of a directory (path for messages; borrowed by nothing).
 * -1 with FID_EINPUT if they cannot be held together: made with different
 * versions or options, files that are broken, pairs that are missing, none of
 * one workload. */
int fid_book_gather (const struct fid_results *all, const char *path, enum fid_book_by by,
                     struct fid_book *book, struct fid_error *err);

/* Read a directory of results, or a baseline file. */
int fid_book_load (const char *path, enum fid_book_by by, struct fid_book *book,
                   struct fid_error *err);

/* The book as a baseline (schema fidlio.baseline/1), repeats of real runs left
 * out; and back.  Reading refuses a wrong schema, or contents that do not hash
 * to the hash in it, with FID_EINPUT. */
cJSON *fid_baseline_json (const struct fid_book *book, struct fid_error *err);
int fid_baseline_read (const cJSON *doc, const char *path, struct fid_book *book,
                       struct fid_error *err);

/* Options of a comparison that do not depend on the pair, as result files name
 * them: NULL-terminated.  A book keeps them; --dt and --band are in the key only. */
extern const char *const fid_book_options[];

/* -1, FID_EUSAGE and a sentence that names the difference, if numbers of the
 * two cannot be subtracted: other version, window, options, calibration or
 * reference runs. */
int fid_book_fits (const struct fid_book *accepted, const struct fid_book *candidate,
                   struct fid_error *err);

/* Append; texts are copied.  The name may be there already. */
int fid_book_add (struct fid_book_run *run, enum fid_book_kind kind, const char *name,
                  double score, double similarity, double amount, struct fid_error *err);

/* The configuration, made if it is not there. */
struct fid_book_config *fid_book_config_of (struct fid_book *book, const char *workload,
                                            const char *name, bool real, struct fid_error *err);
struct fid_book_run *fid_book_run_of (struct fid_book_config *config, const char *id,
                                      const char *hash, struct fid_error *err);
int fid_book_refer (struct fid_book *book, const char *workload, const char *id,
                    const char *hash, struct fid_error *err);

/* Sort, and make one entry of those with one name (medians). */
int fid_book_settle (struct fid_book *book, struct fid_error *err);

/* Lookups; NULL if there is none. */
const struct fid_book_config *fid_book_find (const struct fid_book *book, const char *workload,
                                             const char *name, bool real);
const struct fid_book_entry *fid_book_entry (const struct fid_book_run *run,
                                             enum fid_book_kind kind, const char *name);

enum fid_book_number { FID_BOOK_SCORE, FID_BOOK_SIMILARITY, FID_BOOK_AMOUNT };

/* The numbers of those runs that have one, into x[config->run_n]; returns how
 * many.  And their median, FID_ABSENT where none has it. */
size_t fid_book_numbers (const struct fid_book_config *config, enum fid_book_kind kind,
                         const char *name, enum fid_book_number number, double *x);
int fid_book_median (const struct fid_book_config *config, enum fid_book_kind kind,
                     const char *name, enum fid_book_number number, double *out,
                     struct fid_error *err);

void fid_book_clear (struct fid_book *book);

#endif
