/* dlio_config.c - see dlio_config.h */
#include <string.h>
#include <unistd.h>
#include "readers/reader.h"
#include "tools/steps/config_name.h"
#include "tools/steps/dlio_config.h"
#include "tools/tool.h"

/* 0: not stated. */
struct stated {
    int64_t ranks, global_batch, batch;
};

static int
on_fact (void *self, const struct fid_fact *f, struct fid_error *err)
{
    struct stated *s = self;
    const struct {
        const char *key;
        int64_t *out;
    } facts[] = {{"ranks", &s->ranks},
                 {"global_batch_size", &s->global_batch},
                 {"workload.reader.batch_size", &s->batch}};
    uint64_t v;
    (void)err;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp (f->key, facts[i].key) == 0 && fid_span_u64 (f->value, &v) && v &&
            v <= (uint64_t)FID_CONFIG_MAX)
            *facts[i].out = (int64_t)v;
    return 0;
}

/* Take the facts of a file in one of these formats. */
static int
take_facts (const char *path, const char *format, struct stated *s)
{
    const struct fid_sink sink = {.self = s, .fact = on_fact};
    const struct fid_reader *reader;
    struct fid_text text;
    struct fid_input in = {.text = &text};
    if (fid_reader_open (&text, path, &in.head, &reader, &fid_why))
        return -1;
    int rc =
        reader && strcmp (reader->name, format) == 0 ? reader->read (&in, &sink, &fid_why) : 0;
    fid_text_close (&text);
    return rc;
}

int
fid_steps_dlio_config (const char *log, int64_t *gpus, int64_t *batch)
{
    static const char *const names[] = {".hydra/config.yaml", "configs/config.yaml"};
    struct stated s = {0};
    int dir_n = (int)(fid_span_last_part (fid_span_of (log)).p - log);
    int rc = take_facts (log, "dlio_log", &s);
    for (size_t i = 0; i < sizeof names / sizeof *names && !rc && !s.batch; i++) {
        const char *path = fid_textf ("%.*s%s", dir_n, log, names[i]);
        if (access (path, F_OK) == 0)
            rc = take_facts (path, "hydra_config", &s);
    }
    if (!s.batch && s.ranks && s.global_batch % s.ranks == 0)
        s.batch = s.global_batch / s.ranks;
    *gpus = *gpus ? *gpus : s.ranks;
    *batch = *batch ? *batch : s.batch;
    return rc;
}
