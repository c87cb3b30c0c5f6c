/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - what every input format looks like to the rest of fidlio
 *
 * Each file has one format.  A reader knows nothing about the others, about clocks or about
 * the run: it turns text into records in the clock of its file. */
#pragma once

#include "base/json.h"
#include "run/sink.h"

/* What a probe sees: the first bytes (inflated) and the name of the file, without ".gz".
 * The content decides; the name only where two formats look alike. */
struct fid_head {
    struct fid_span text;
    struct fid_span name;               /* last part of the path */
    struct fid_span dir;                /* last part of the directory's path */
    const struct fid_log_own *patterns; /* lines of training logs (trainlog/own.h), or NULL */
};

struct fid_input {
    struct fid_text *text;       /* at its start */
    const struct fid_sink *sink; /* borrowed; where its records go */
    struct fid_head head;        /* what the probe saw; name and dir stay valid */
    bool day_first;              /* dates written DD/MM (option) */
};

#define FID_LATE_MAX ((size_t)4 << 20)
#define FID_CERTAIN  95 /* no probe returns more */

struct fid_reader {
    const char *name; /* "bpftrace_bio" */
    const char *doc;  /* one line */
    enum fid_clock clock;
    unsigned gives; /* FID_GIVES_... */
    int rank;       /* raw traces 20, the application's results 10, processed 5, CSV 1 */
    bool once;      /* all files of a run in this format are in one folder (several.h) */

    bool of_benchmark; /* written by DLIO: a run with such files is an emulation */
    bool processed;    /* written from traces by the earlier tools */
    bool raw;          /* such traces: fidlio prepare writes the same of them */

    bool requests; /* its events are of a store that no trace of files sees: they count beside
                      those of such traces */

    bool lists_hosts; /* its facts "host" name the hosts of the run: it is read before them */

    bool parts; /* each file has one step of a run: those of all files count */

    bool late; /* its first record can come after much other text: if no reader knows the
                  start of a file, this one sees FID_LATE_MAX bytes of it */

    /* How certain it is that the file has this format: 0 (it has not) to FID_CERTAIN. */
    int (*probe) (const struct fid_head *head);
    int best; /* what probe returns at most; 0: FID_CERTAIN */

    /* Read all of it.  Malformed lines are rejected one by one to the sink;
     * -1 (FID_EINPUT "path:line: reason") only if the rest cannot be trusted. */
    int (*read) (struct fid_input *in, struct fid_error *err);
};

/* Defines reader_NAME of the functions probe_NAME and read_NAME and more members. */
#define FID_READER_OF(NAME, DOC, ...)                                                          \
    const struct fid_reader reader_##NAME = {                                                  \
        .name = #NAME, .doc = DOC, .probe = probe_##NAME, .read = read_##NAME, __VA_ARGS__};
#define FID_READER_IS(NAME, CLOCK, GIVES, RANK, DOC, ...)                                      \
    FID_READER_OF (NAME, DOC, .clock = FID_CLOCK_##CLOCK, .gives = GIVES, .rank = RANK,        \
                   __VA_ARGS__)

/* Emits a reading of a gauge of the whole host, or of the device `key' (n 0: none). */
static inline int fid_put_gauge (const struct fid_sink *sink, int64_t t_ns,
                                 enum fid_channel channel, struct fid_span key, double value,
                                 struct fid_error *err)
{
    struct fid_sample s = {
        .t_ns = t_ns, .channel = channel, .value = value, .index = -1, .pid = -1, .key = key};
    return fid_put_sample (sink, &s, err);
}

/* Rejects the line that was read last, or notes something about it. */
static inline void fid_reject_line (const struct fid_input *in, enum fid_remark_code why)
{
    fid_put_reject (in->sink, in->text->line_n, why);
}
static inline void fid_note_line (const struct fid_input *in, enum fid_remark_code code)
{
    fid_put_note (in->sink, in->text->line_n, code);
}

/* Gives each line that is not blank, without the blanks around it, to take, which returns 0,
 * -1, or the reason (enum fid_remark_code) for which the line is rejected. */
int fid_lines_read (struct fid_input *in,
                    int (*take) (void *self, struct fid_span line, struct fid_error *err),
                    void *self, struct fid_error *err);

/* --- files that are one JSON object */

/* Enters the object that is the file; -1 with FID_EINPUT if it is not one.  Read its
 * members with fid_json_member.  Memory: the file (at most 1 GiB). */
int fid_jsondoc_open (struct fid_input *in, struct fid_json *j, struct fid_error *err);

/* After the last member: -1 if something in it is not JSON; a cut file
 * is noted. */
int fid_jsondoc_end (const struct fid_input *in, const struct fid_json *j,
                     struct fid_error *err);

/* Takes the members of the object entered last that are named (NULL: the end): field[i] becomes
 * what stands in the quotes of a text or any other value as written, n 0 if it is not there. */
void fid_members_take (struct fid_json *j, const char *const *name, struct fid_span *field);

/* --- phases, and lines of logs */

/* Tell the sink a remark about the phase of that name. */
void fid_phase_note (const struct fid_sink *sink, size_t line, enum fid_remark_code code,
                     enum fid_phase_name name);

/* The name that texts give a phase: "init", "training", "eval", "checkpoint"; "run", "epoch",
 * "block"; in capitals where processed trees and tables do.  False for any other text. */
bool fid_phase_by_text (struct fid_span text, bool capitals, enum fid_phase_name *name);

/* INIT, EVAL and CHECKPOINT (its loads, too) stay; all others are TRAINING. */
enum fid_phase_kind fid_phase_kind_of (enum fid_phase_name name);

/* Tell the sink of the line that was read last. */
int fid_put_text_line (const struct fid_sink *sink, const struct fid_text *text, int64_t t_ns,
                       int64_t quantum_ns, struct fid_error *err);

/* The registry: NULL-terminated, in the order of readers.def. */
extern const struct fid_reader *const fid_readers[];

/* Opens path and probes it; *reader is NULL if no reader knows the format.  *text is open
 * at its start; -1 if it cannot be opened.  head borrows from path and text; its patterns are
 * the caller's. */
int fid_reader_open (struct fid_text *text, const char *path, struct fid_head *head,
                     const struct fid_reader **reader, struct fid_error *err);

/* The same where the reader is known, without probing; head->text is what a probe would see. */
int fid_reader_reopen (struct fid_text *text, const char *path, struct fid_head *head,
                       struct fid_error *err);

/* The reader of that name, or NULL. */
const struct fid_reader *fid_reader_by_name (const char *name);
