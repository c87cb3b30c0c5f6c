/* analysis.h - one run while a configuration is derived from it */
#ifndef FID_DERIVE_ANALYSIS_H
#define FID_DERIVE_ANALYSIS_H

#include "derive/claims.h"
#include "derive/collect.h"
#include "derive/derive.h"

/* How files of samples are read.
 *
 *   whole    a file from its start to its end, at each use: one sample, or a few files that
 *            make one
 *   records  by one read for each sample, somewhere in the file
 *   stream   by a buffer of fixed size from the start on; what is a sample the reads do not
 *            tell */
enum fid_layout { FID_LAYOUT_NONE, FID_LAYOUT_WHOLE, FID_LAYOUT_RECORDS, FID_LAYOUT_STREAM };

/* The files of training, or of evaluation. */
struct fid_side_facts {
    enum fid_layout layout;
    size_t file_n;      /* data files, those only their index is read of among them */
    size_t read_file_n; /* of them read */
    size_t use_n;       /* while training, or evaluating */
    double byte_n;
    size_t group_n;                /* files that make one sample of the application; 1 */
    size_t companion_n;            /* files that make one of DLIO's; 1 */
    bool by_read;                  /* a sample of DLIO is a file, or a block, that is read */
    double item_n;                 /* samples that were read, by the reads; 0: not known */
    double item_byte_n;            /* mean bytes of a sample; 0: not known */
    double item_sd;                /* their standard deviation, over files */
    double min_byte_n, max_byte_n; /* of a sample */
    double block;       /* bytes of a read: records, stream; typical of whole files */
    double file_item_n; /* samples of a file; 0: not known */
    bool by_index;      /* file_item_n is from an index file */
    bool whole_files;   /* all of every file was read */
    int64_t part_n;     /* of names like "_of_80"; -1 */
};

struct fid_analysis {
    const struct fid_run *run;    /* borrowed */
    const struct fid_data_io *io; /* borrowed */
    struct fid_derive_opts opts;
    struct fid_claims *claims; /* borrowed */
    struct fid_side_facts side[FID_SIDE_N];
    double ranks;     /* at least 1 */
    double log_batch; /* samples of a step of one rank, as the log says; 0: unknown */
    double log_samples[FID_SIDE_N]; /* as the log says; 0: unknown */
    double step_n;                  /* steps of the training; 0: unknown */
    double epoch_n;                 /* epochs; 0: unknown */
    size_t eval_n;                  /* evaluations in the log */
    double eval_step_n;             /* steps of all evaluations; 0: unknown */
    bool cut;                       /* the log ends in the middle */
    bool reads_cut, writes_cut;     /* so does the trace of data, of checkpoints */
    double batch;                   /* samples of a step, in DLIO's samples; 0: unknown */
    double file_samples;            /* DLIO's num_samples_per_file; 0: unknown */
    double record;                  /* bytes of one of DLIO's samples; 0: unknown */
    const char *steps_from;         /* static; "MLLOG", ... or NULL */
};

/* Fills side[] (layout.c).  -1 without memory. */
int fid_analyse_layout (struct fid_analysis *a, struct fid_error *err);

/* Each finds the keys of one section.  Call them in this order: later ones use earlier ones. */
int fid_derive_reader (struct fid_analysis *a, struct fid_error *err);
int fid_derive_dataset (struct fid_analysis *a, struct fid_error *err);
int fid_derive_schedule (struct fid_analysis *a, struct fid_error *err);

/* The keys of shuffling, of the reader's section (orders.c).  -1 without memory. */
int fid_derive_shuffling (struct fid_analysis *a, struct fid_error *err);

/* The median number of uses in a burst of one process; *out 0: there are none, or several
 * processes read.  -1 without memory. */
int fid_burst_size (const struct fid_analysis *a, enum fid_side side, double *out,
                    struct fid_error *err);

/* Whether a read or use belongs to a side's samples. */
static inline bool
fid_is_of_side (const struct fid_data_io *io, uint32_t file, enum fid_side side)
{
    return !io->file[file].index && io->file[file].side == side;
}

#endif
