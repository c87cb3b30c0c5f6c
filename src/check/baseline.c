/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline.c - the input of a gate as a baseline file, and back (see gate_input.h) */
#include "check/gate_input.h"
#include "model/names.h"

/* --- the document; of a run it keeps the entries of some kinds, each with names of its own */

#define GRADE(F, T, name_key, value_key)                                                       \
    F (T, TEXT, name_key, name)                                                                \
    F (T, NUMBER, value_key, value, .most = 1, .need = FID_OR_NULL)
#define SIMILARITY(F, T) GRADE (F, T, "similarity", "value")
#define GROUP(F, T)      GRADE (F, T, "group", "grade")
#define RESOURCE(F, T)   GRADE (F, T, "resource", "grade")
#define AMOUNT(F, T)                                                                           \
    F (T, TEXT, "amount", name)                                                                \
    F (T, NUMBER, "value", value, .most = 1e300, .need = FID_OR_NULL)                          \
    F (T, NUMBER, "tolerance", tolerance, .most = 1e3)
#define PHASE(F, T) F (T, TEXT, "phase", name)
FID_RECORD (similarity, struct fid_gate_entry, SIMILARITY);
FID_RECORD (group, struct fid_gate_entry, GROUP);
FID_RECORD (resource, struct fid_gate_entry, RESOURCE);
FID_RECORD (amount, struct fid_gate_entry, AMOUNT);
FID_RECORD (phase, struct fid_gate_entry, PHASE);

#define ENTRIES(F, T, key, kind, record)                                                       \
    F (T, LIST, key, of[kind].at, FID_ROWS (T, of[kind].at, of[kind].n, record))
#define CAPACITY(F, T)                                                                         \
    F (T, CONST, "unit", capacity, .text = "accelerators per GB/s")                            \
    F (T, NUMBER, "real", capacity[0], .need = FID_OR_NULL)                                    \
    F (T, NUMBER, "emulation", capacity[1], .need = FID_OR_NULL)
FID_RECORD (capacity, struct fid_gate_answer, CAPACITY);

/* As in results (results/result_record.c), medians over the real runs. */
#define ANSWER(F, T)                                                                           \
    F (T, NUMBER, "error", error, .need = FID_OR_NULL)                                         \
    F (T, OBJECT, "capacity", capacity, .of = &capacity, .flat = true)                         \
    F (T, ID, "verdict", verdict, FID_IDS (validity))
FID_RECORD (answer, struct fid_gate_answer, ANSWER);

#define RUN(F, T)                                                                              \
    F (T, TEXT, "id", id)                                                                      \
    F (T, TEXT, "hash", hash)                                                                  \
    F (T, OBJECT, "answer", answer, .of = &answer)                                             \
    ENTRIES (F, T, "similarities", FID_GATE_SIMILARITY, similarity)                            \
    ENTRIES (F, T, "groups", FID_GATE_GROUP, group)                                            \
    ENTRIES (F, T, "resources", FID_GATE_RESOURCE, resource)                                   \
    ENTRIES (F, T, "amounts", FID_GATE_AMOUNT, amount)                                         \
    ENTRIES (F, T, "phases", FID_GATE_PHASE, phase)
FID_RECORD (one_run, struct fid_gate_run, RUN);

#define CONFIG(F, T)                                                                           \
    F (T, TEXT, "workload", workload)                                                          \
    F (T, TEXT, "configuration", name)                                                         \
    F (T, LIST, "runs", run, FID_ROWS (T, run, run_n, one_run), .least = 1)
FID_RECORD (configuration, struct fid_gate_config, CONFIG);

#define REFERENCE(F, T)                                                                        \
    F (T, TEXT, "workload", workload)                                                          \
    F (T, TEXT, "id", id)                                                                      \
    F (T, TEXT, "hash", hash)
FID_RECORD (reference, struct fid_gate_reference, REFERENCE);

#define TOOL(F, T)                                                                             \
    F (T, CONST, "name", version, .text = "fidlio")                                            \
    F (T, TEXT, "version", version)                                                            \
    F (T, TEXT, "key", key)                                                                    \
    F (T, OBJECT, "options", options, .of = &fid_result_options_record)
FID_RECORD (tool, struct fid_gate_input, TOOL);

/* A document and the hash of its contents. */
struct document {
    struct fid_gate_input input;
    uint64_t hash;
};

#define BASELINE(F, T)                                                                         \
    F (T, CONST, "schema", hash, .text = FID_SCHEMA_BASELINE)                                  \
    F (T, HASH, "hash", hash)                                                                  \
    F (T, OBJECT, "tool", input, .of = &tool)                                                  \
    F (T, LIST, "references", input.reference,                                                 \
       FID_ROWS (T, input.reference, input.reference_n, reference))                            \
    F (T, LIST, "configurations", input.config,                                                \
       FID_ROWS (T, input.config, input.config_n, configuration), .least = 1)
FID_RECORD (baseline, struct document, BASELINE);

const struct fid_record *const fid_baseline_record = &baseline;

cJSON *fid_baseline_json (const struct fid_gate_input *input, struct fid_error *err)
{
    struct document doc = {.input = *input};
    doc.input.config = malloc ((input->config_n + 1) * sizeof *input->config);
    doc.input.config_n = 0;
    if (!doc.input.config)
        return fid_null_nomem (err);
    for (size_t i = 0; i < input->config_n; i++)
        if (!input->config[i].real)
            doc.input.config[doc.input.config_n++] = input->config[i];
    cJSON *made = fid_record_doc (&baseline, &doc, err);
    free (doc.input.config);
    return made;
}

/* --- reading: the hash says that it is as it was written, but anybody can hash */

/* Joins the lists of a run that was read. */
static int join_lists (struct fid_gate_input *input, struct fid_gate_run *run,
                       struct fid_error *err)
{
    for (int kind = 0; kind < FID_GATE_KIND_N; kind++) {
        const struct fid_gate_entry *e = run->of[kind].at;
        size_t n = run->of[kind].n;
        run->of[kind].n = 0;
        for (size_t i = 0; i < n; i++)
            FID_TRY (fid_gate_add (input, run, (enum fid_gate_kind)kind, e[i].name,
                                   kind == FID_GATE_PHASE ? 0 : e[i].value, e[i].tolerance,
                                   err));
    }
    return 0;
}

static int read_doc (struct fid_reading *r, const cJSON *doc, struct fid_gate_input *input)
{
    const char *schema = fid_get_string (doc, "schema");
    struct document d = {.hash = 0};
    if (schema && (strcmp (schema, "fidlio.baseline/1") == 0 ||
                   strcmp (schema, "fidlio.baseline/2") == 0))
        return fid_errorf (
            r->err, FID_EINPUT,
            "%s: a baseline of an older fidlio (%s), which has no answers and other "
            "similarities: compare the accepted runs anew and save them (fidlio matrix "
            "... -o RESULTS; fidlio baseline save RESULTS -o %s --force)",
            r->path, schema, r->path);
    bool read = fid_reading_schema (r, doc, FID_SCHEMA_BASELINE) &&
                fid_reading_sealed (r, doc, &d.hash, "") &&
                !fid_record_read (r, doc, &baseline, &d.input.arena, &d);
    *input = d.input; /* also of a part */
    FID_TRY (!read);
    input->path = fid_arena_text (&input->arena, r->path, r->err);
    FID_TRY (!input->path);
    for (size_t i = 0; i < input->config_n; i++)
        for (size_t j = 0; j < input->config[i].run_n; j++)
            FID_TRY (join_lists (input, &input->config[i].run[j], r->err));
    return fid_gate_settle (input, r->err);
}

int fid_baseline_load (const char *path, struct fid_gate_input *input, struct fid_error *err)
{
    struct fid_reading r = {.path = path, .what = "baseline", .err = err};
    FID_SCOPED (fid_gate_clear) struct fid_gate_input b = {0};
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, err);
    FID_TRY (!doc);
    FID_TRY (read_doc (&r, doc, &b));
    *input = b;
    b = (struct fid_gate_input){0};
    return 0;
}
