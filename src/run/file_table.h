/* file_table.h - the files of a run, and what is counted of each
 *
 * A file gets its role when its name is first seen, if the rules of role_rules.h know it.
 * Others are collected by class: names that differ in digits only, beyond FID_CLASSES_MAX
 * classes those of one extension.  Memory depends on the number of file names, never on the
 * number of events. */
#ifndef FID_FILE_TABLE_H
#define FID_FILE_TABLE_H

#include "run/phases.h"
#include "run/record.h"
#include "run/role_rules.h"
#include "run/run.h"

#define FID_CLASSES_MAX 64
#define FID_NO_FILE     UINT32_MAX
#define FID_PID_NONE    INT64_C (-1)
#define FID_PIDS_MANY   INT64_C (-2)

enum fid_file_op { FID_FILE_READ, FID_FILE_WRITE, FID_FILE_OPEN, FID_FILE_OP_N };

/* In training and evaluation; without phases in the whole run. */
struct fid_file_use {
    uint64_t spans;  /* bit k % 64: in phase k */
    uint64_t amount; /* bytes + operations */
    int64_t pid;     /* the only process; FID_PID_NONE, FID_PIDS_MANY */
};

/* Files with one role, or of which only their use will show it. */
struct fid_file_class {
    char key[64];     /* "case_#_x.npy"; of decided ones "=data/kind" */
    char example[64]; /* a name */
    bool decided;     /* by role_rules.h */
    struct fid_role role;
    uint64_t file_n;                                     /* names; set in the end */
    uint64_t op_n[FID_FILE_OP_N], byte_n[FID_FILE_OP_N]; /* own */
    struct fid_stream *stream[FID_FILE_OP_N];            /* owned; NULL: none */
    struct fid_grid closed;
    struct fid_grid moved; /* reads and writes, of logs and code */
    struct fid_file_use use[FID_FILE_OP_N]; /* but of writes: */
    bool saves;                             /* large ones in a checkpoint or just before */
};

/* What is counted of the reads of one name. */
struct fid_file {
    uint32_t class;
    uint64_t byte_n[2];    /* in training and in evaluation; without phases all in [0] */
    int epoch;             /* the one being counted */
    uint32_t epoch_read_n; /* reads in it so far */
    enum fid_part epoch_part;
    int64_t first_ns; /* its first read of known offset; INT64_MAX: none */
    uint64_t end;     /* the largest offset read */
};

struct fid_file_slot {
    uint64_t hash; /* of the name, or of name and path; 0: free */
    uint32_t class;
    uint32_t file;   /* FID_NO_FILE: no reads counted */
    uint32_t folder; /* hash of the folder in its path; 0: no path */
    bool name;     /* hash is that of a name alone */
    bool mixed;    /* files of this name have several roles: the name alone decides */
};

struct fid_file_table {
    const struct fid_file_table *known; /* borrowed; of other traces, with paths; or NULL */
    const struct fid_role_rules *rules; /* borrowed */
    bool names_files;                   /* the source has named a file */
    struct fid_file_slot *slot;         /* owned; hash table */
    size_t slot_n, slot_cap;
    size_t last, last_n; /* the slot found last by a name alone, and the name's length; 0: none */
    char last_name[40];
    struct fid_file *file; /* owned */
    size_t file_n, file_cap;
    struct fid_file_class *class; /* owned */
    size_t class_n, class_cap;
    size_t undecided_n; /* classes */
    uint32_t decided[FID_ROLE_N][FID_ROLE_RULE_N]; /* their classes, from 1; 0: none yet */
    int64_t first_ns;   /* of all own events */
    int64_t first_pid;  /* its process; FID_PID_NONE: none */
};

/* An empty table.  The borrowed ones are needed for fid_file_table_get only. */
void fid_file_table_init (struct fid_file_table *f, const struct fid_file_table *known,
                          const struct fid_role_rules *rules);

/* Finds or adds the file of an event.  Returns its slot, valid until the next call; NULL: no
 * memory. */
struct fid_file_slot *fid_file_table_get (struct fid_file_table *f, const struct fid_event *ev,
                                          struct fid_error *err);

/* The slot of an event's file if it was added; NULL. */
const struct fid_file_slot *fid_file_table_find (const struct fid_file_table *f,
                                                 const struct fid_event *ev, bool names_files);

/* The number of the class of that key; UINT32_MAX: there is none. */
uint32_t fid_file_table_class (const struct fid_file_table *f, const char *key);

/* Notes an own event, whose process is the first if none began before. */
void fid_file_table_first (struct fid_file_table *f, int64_t pid, int64_t start_ns);

/* The stream of a class, created at first; NULL: no memory.  Not for classes that
 * fid_class_counts_only. */
struct fid_stream *fid_class_stream (struct fid_file_class *c, enum fid_file_op op,
                                     struct fid_error *err);

/* Whether files of the class belong to no stream. */
bool fid_class_counts_only (const struct fid_file_class *c);

void fid_file_use_pid (struct fid_file_use *u, int64_t pid);

/* What is counted of a slot's file, added at first; NULL: no memory. */
struct fid_file *fid_file_of (struct fid_file_table *f, struct fid_file_slot *slot,
                              struct fid_error *err);

/* Counts a read of a file in training or evaluation; epoch -1: unknown. */
int fid_file_read (struct fid_file_table *f, struct fid_file *file, uint64_t bytes,
                   enum fid_part part, int epoch, struct fid_error *err);

/* Notes a read that ends at that offset. */
static inline void
fid_file_extend (struct fid_file *file, int64_t start_ns, uint64_t end)
{
    file->first_ns = start_ns < file->first_ns ? start_ns : file->first_ns;
    file->end = end > file->end ? end : file->end;
}

/* The slot of that hash; NULL. */
const struct fid_file_slot *fid_file_table_slot (const struct fid_file_table *f, uint64_t hash);

/* Adds all of from to f; from's streams are empty afterwards. */
int fid_file_table_merge (struct fid_file_table *f, struct fid_file_table *from,
                          struct fid_error *err);

/* The stream of an operation on a file of that role; FID_STREAM_N: none. */
enum fid_stream_id fid_role_stream (enum fid_role_id role, enum fid_file_op op);

/* The end of a name from its last dot on; "" if it has none. */
struct fid_span fid_extension (struct fid_span name);

void fid_file_table_clear (struct fid_file_table *f);

#endif
