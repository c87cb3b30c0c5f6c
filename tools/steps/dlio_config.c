/* dlio_config.c - see dlio_config.h */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "readers/reader.h"
#include "tools/steps/config_name.h"
#include "tools/steps/dlio_config.h"

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
take_facts (const char *path, const char *format, struct stated *s, struct fid_error *err)
{
    const struct fid_sink sink = {.self = s, .fact = on_fact};
    const struct fid_reader *reader;
    struct fid_text text;
    struct fid_input in = {.text = &text};
    if (fid_reader_open (&text, path, &in.head, &reader, err))
        return -1;
    int rc = reader && strcmp (reader->name, format) == 0 ? reader->read (&in, &sink, err) : 0;
    fid_text_close (&text);
    return rc;
}

static int
take_settings (const char *log, struct stated *s, struct fid_error *err)
{
    static const char *const names[] = {".hydra/config.yaml", "configs/config.yaml"};
    int dir_n = (int)(fid_span_last_part (fid_span_of (log)).p - log), rc = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && !rc && !s->batch; i++) {
        char *path = fid_format (err, "%.*s%s", dir_n, log, names[i]);
        if (!path)
            return -1;
        if (access (path, F_OK) == 0)
            rc = take_facts (path, "hydra_config", s, err);
        free (path);
    }
    return rc;
}

int
fid_steps_dlio_config (const char *log, int64_t *gpus, int64_t *batch, struct fid_error *err)
{
    struct stated s = {0};
    if (take_facts (log, "dlio_log", &s, err) || take_settings (log, &s, err))
        return -1;
    if (!s.batch && s.ranks && s.global_batch % s.ranks == 0)
        s.batch = s.global_batch / s.ranks;
    *gpus = *gpus ? *gpus : s.ranks;
    *batch = *batch ? *batch : s.batch;
    return 0;
}
