/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_config.h - a workload configuration of DLIO 2.x
 *
 * The keys that fidlio derives, predicts or tunes are in one list, with their spellings in older
 * versions; what else some version knows is kept as it is, and a key that none knows is an error.
 * Paths have no "workload." before them, in files and on command lines both are understood. */
#pragma once

#include "base/base.h"

/* A computation time: a number (mean), a normal distribution (mean, stdev), or a type with its
 * parameters. */
#define FID_DLIO_TIME(K, ID, path)                                                             \
    K (ID##_TYPE, path ".type", TEXT, "", "normal|gamma|uniform|exponential|poisson")          \
    K (ID, path ".mean", NUMBER, "0", "")                                                      \
    K (ID##_STDEV, path ".stdev", NUMBER, "0", "")                                             \
    K (ID##_MIN, path ".min", NUMBER, "0", "")                                                 \
    K (ID##_MAX, path ".max", NUMBER, "0", "")                                                 \
    K (ID##_SHAPE, path ".shape", NUMBER, "0", "")                                             \
    K (ID##_SCALE, path ".scale", NUMBER, "0", "")

/* K (ID, path, type, what DLIO takes if the key is not there, allowed words)
 *
 * type  FLAG; COUNT, a whole number (-1: none); NUMBER; TEXT */
#define FID_DLIO_KEYS(K)                                                                       \
    K (MODEL_NAME, "model.name", TEXT, "default", "")                                          \
    K (MODEL_TYPE, "model.type", TEXT, "", "")                                                 \
    K (MODEL_BYTES, "model.model_size_bytes", COUNT, "10240", "")                              \
    K (FRAMEWORK, "framework", TEXT, "tensorflow", "tensorflow|pytorch")                       \
    K (DO_GENERATE, "workflow.generate_data", FLAG, "False", "")                               \
    K (DO_TRAIN, "workflow.train", FLAG, "True", "")                                           \
    K (DO_EVAL, "workflow.evaluation", FLAG, "False", "")                                      \
    K (DO_CHECKPOINT, "workflow.checkpoint", FLAG, "False", "")                                \
    K (DATA_FOLDER, "dataset.data_folder", TEXT, "./data/", "")                                \
    K (FORMAT, "dataset.format", TEXT, "tfrecord",                                             \
       "tfrecord|hdf5|csv|npz|npy|hdf5_opt|jpeg|png|indexed_binary|mmap_indexed_binary|"       \
       "parquet|synthetic")                                                                    \
    K (FILES_TRAIN, "dataset.num_files_train", COUNT, "8", "")                                 \
    K (FILES_EVAL, "dataset.num_files_eval", COUNT, "0", "")                                   \
    K (FOLDERS_TRAIN, "dataset.num_subfolders_train", COUNT, "0", "")                          \
    K (FOLDERS_EVAL, "dataset.num_subfolders_eval", COUNT, "0", "")                            \
    K (SAMPLES, "dataset.num_samples_per_file", COUNT, "1", "")                                \
    K (RECORD, "dataset.record_length_bytes", COUNT, "65536", "")                              \
    K (RECORD_STDEV, "dataset.record_length_bytes_stdev", COUNT, "0", "")                      \
    K (RECORD_RESIZE, "dataset.record_length_bytes_resize", COUNT, "0", "")                    \
    K (FILE_PREFIX, "dataset.file_prefix", TEXT, "img", "")                                    \
    K (LOADER, "reader.data_loader", TEXT, "tensorflow",                                       \
       "pytorch|tensorflow|dali|native_dali|synthetic|custom|none")                            \
    K (BATCH, "reader.batch_size", COUNT, "1", "")                                             \
    K (BATCH_EVAL, "reader.batch_size_eval", COUNT, "1", "")                                   \
    K (THREADS, "reader.read_threads", COUNT, "1", "")                                         \
    K (PREFETCH, "reader.prefetch_size", COUNT, "2", "")                                       \
    K (FILE_SHUFFLE, "reader.file_shuffle", TEXT, "off", "off|seed|random")                    \
    K (SAMPLE_SHUFFLE, "reader.sample_shuffle", TEXT, "off", "off|seed|random")                \
    K (READ_TYPE, "reader.read_type", TEXT, "on_demand", "memory|on_demand")                   \
    K (TRANSFER, "reader.transfer_size", COUNT, "0", "")                                       \
    FID_DLIO_TIME (K, PREPROCESS, "reader.preprocess_time")                                    \
    K (EPOCHS, "train.epochs", COUNT, "1", "")                                                 \
    K (STEPS, "train.total_training_steps", COUNT, "-1", "")                                   \
    FID_DLIO_TIME (K, COMPUTE, "train.computation_time")                                       \
    FID_DLIO_TIME (K, EVAL_TIME, "evaluation.eval_time")                                       \
    K (EVAL_AFTER, "evaluation.eval_after_epoch", COUNT, "1", "")                              \
    K (EVAL_EVERY, "evaluation.epochs_between_evals", COUNT, "1", "")                          \
    K (CHECKPOINT_FOLDER, "checkpoint.checkpoint_folder", TEXT, "./checkpoints/", "")          \
    K (CHECKPOINT_AFTER, "checkpoint.checkpoint_after_epoch", COUNT, "1", "")                  \
    K (CHECKPOINT_EPOCHS, "checkpoint.epochs_between_checkpoints", COUNT, "1", "")             \
    K (CHECKPOINT_STEPS, "checkpoint.steps_between_checkpoints", COUNT, "-1", "")              \
    K (SAVES, "checkpoint.num_checkpoints_write", COUNT, "-1", "")                             \
    K (LOADS, "checkpoint.num_checkpoints_read", COUNT, "-1", "")                              \
    K (SAVE_PAUSE, "checkpoint.time_between_checkpoints", NUMBER, "-1", "")                    \
    K (FSYNC, "checkpoint.fsync", FLAG, "False", "")                                           \
    K (OUTPUT_FOLDER, "output.folder", TEXT, "", "")

#define FID_ENUM_DLIO_KEY(id, ...) FID_DLIO_##id,
enum fid_dlio_key { FID_DLIO_KEYS (FID_ENUM_DLIO_KEY) FID_DLIO_KEY_N };

enum fid_dlio_type {
    FID_DLIO_IS_FLAG,
    FID_DLIO_IS_COUNT,
    FID_DLIO_IS_NUMBER,
    FID_DLIO_IS_TEXT
};

struct fid_dlio_key_info {
    const char *path;
    enum fid_dlio_type type;
    const char *fallback, *words; /* words: allowed ones, by '|'; "": any */
};
extern const struct fid_dlio_key_info fid_dlio_keys[FID_DLIO_KEY_N];

#define FID_DLIO_TEXT 128

struct fid_dlio_value {
    bool set;
    double number;            /* FLAG: 0, 1 */
    char text[FID_DLIO_TEXT]; /* TEXT */
};

/* A key that is not in the list.  A list of scalars is one text: "[a, b]". */
struct fid_dlio_other {
    char *path, *text; /* owned */
    bool quoted;       /* it is a text even if it looks like a number */
};

struct fid_dlio_config {
    struct fid_dlio_value value[FID_DLIO_KEY_N];
    const char *spelling[FID_DLIO_KEY_N];    /* static; of the file; NULL: the key's path */
    FID_LIST (struct fid_dlio_other, other); /* owned; in the order of the file */
};

/* Reads a YAML file: the workload itself, or one below "workload:" (Hydra's config.yaml). Fills
 * an empty configuration.  FID_EINPUT "path:line: reason"; a key that occurs twice, a value of
 * the wrong type and an unknown word are errors.  Fails if fidlio was built without libyaml. */
int fid_dlio_config_read (struct fid_dlio_config *c, const char *path, struct fid_error *err);

/* Sets one key by its path from a text.  FID_EINPUT "key: reason". */
int fid_dlio_config_set (struct fid_dlio_config *c, const char *path, const char *text,
                         struct fid_error *err);

/* The same from "++workload.reader.batch_size=4". */
int fid_dlio_config_override (struct fid_dlio_config *c, const char *text,
                              struct fid_error *err);

void fid_dlio_set_number (struct fid_dlio_config *c, enum fid_dlio_key k, double v);
void fid_dlio_set_text (struct fid_dlio_config *c, enum fid_dlio_key k, const char *text);

/* The value in use: the one set, else what DLIO takes without it. */
double fid_dlio_number (const struct fid_dlio_config *c, enum fid_dlio_key k);
const char *fid_dlio_text (const struct fid_dlio_config *c, enum fid_dlio_key k);

/* The mean, in seconds, of a time whose first key is `type` (FID_DLIO_COMPUTE_TYPE,
 * FID_DLIO_EVAL_TIME_TYPE, FID_DLIO_PREPROCESS_TYPE). */
double fid_dlio_time_mean (const struct fid_dlio_config *c, enum fid_dlio_key type);

/* Whether DLIO's reader of a format decodes samples, which takes it time without any sleep. */
bool fid_dlio_decodes (const char *format);

/* The path in its newest spelling, with "workload." where it has that; returns buf. */
const char *fid_dlio_spelled (const char *path, char buf[FID_DLIO_TEXT]);

int fid_dlio_key_find (const char *path); /* with or without "workload."; -1: unknown */

/* The value of a key as a file has it; returns buf. */
#define FID_DLIO_VALUE (FID_DLIO_TEXT + 8)
const char *fid_dlio_value_text (const struct fid_dlio_config *c, enum fid_dlio_key k,
                                 char buf[FID_DLIO_VALUE]);

/* Comments for a file: NULL or "" for none.  A key that is not set but has a comment is
 * written as "# key: comment". */
struct fid_dlio_notes {
    const char *head;                /* borrowed; lines before everything */
    const char *key[FID_DLIO_KEY_N]; /* borrowed; one line each, above the key */
    const char *tail;                /* borrowed; lines behind everything */
};

/* Writes a YAML file that fid_dlio_config_read and DLIO read; notes may be NULL.  -1 without
 * memory; errors of writing stay in f. */
int fid_dlio_config_write (const struct fid_dlio_config *c, const struct fid_dlio_notes *notes,
                           FILE *f, struct fid_error *err);

/* Of all keys and their values; a key that is not set counts as its default. */
uint64_t fid_dlio_config_hash (const struct fid_dlio_config *c);

int fid_dlio_config_copy (struct fid_dlio_config *to, const struct fid_dlio_config *from,
                          struct fid_error *err);
void fid_dlio_config_clear (struct fid_dlio_config *c);
