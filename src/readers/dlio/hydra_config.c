/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hydra_config.c - the configuration DLIO was started with
 *
 * .hydra/config.yaml (or configs/config.yaml) holds nested mappings below
 * "workload"; overrides.yaml a list of "++workload.train.epochs=5".  Every
 * scalar becomes a fact named by its path, "workload.train.computation_time";
 * lists are left out.  Read with libyaml; without it the files are not known. */
#include "model/dlio_config.h"
#include "readers/reader.h"
#ifdef HAVE_YAML
#include <yaml.h>

#define DEPTH_MAX 12
#define KEY_MAX   80
#define FACT_MOST 10000 /* of one file: each is looked for among all */

static int probe_hydra_config (const struct fid_head *head)
{
    if (!fid_span_ends (head->name, ".yaml") && !fid_span_ends (head->name, ".yml"))
        return 0;
    if (fid_span_starts (head->text, "workload:") ||
        fid_span_find (head->text, "\nworkload:") >= 0)
        return 90;
    return fid_span_find (head->text, "workload") >= 0 &&
                   (fid_span_starts (head->text, "- ") ||
                    fid_span_find (head->text, "\n- ") >= 0)
               ? 80
               : 0;
}

/* State of the walk: the keys of the open mappings, and what comes next. */
struct yaml_walk {
    char key[DEPTH_MAX][KEY_MAX];
    bool mapping[DEPTH_MAX]; /* else a sequence */
    bool wants_key[DEPTH_MAX];
    size_t depth, scalar_n;
};

static int put_fact (const struct fid_sink *sink, const char *key, const char *value,
                     struct fid_error *err)
{
    char spelled[FID_DLIO_TEXT];
    struct fid_fact f = {.key = fid_dlio_spelled (key, spelled), .value = fid_span_of (value)};
    return key[0] && value[0] ? fid_put_fact (sink, &f, err) : 0;
}

static int take_scalar (struct yaml_walk *w, const char *text, const struct fid_sink *sink,
                        struct fid_error *err)
{
    char path[DEPTH_MAX * 8] = "";
    if (!w->depth)
        return 0;
    size_t top = w->depth - 1;
    if (!w->mapping[top]) { /* "++a.b=c" of overrides.yaml */
        const char *eq = strchr (text, '=');
        text += strspn (text, "+~");
        if (w->depth > 1 || !eq || eq < text || eq - text >= KEY_MAX)
            return 0;
        snprintf (path, sizeof path, "%.*s", (int)(eq - text), text);
        /* "workload=bert" chooses a file of settings, it sets no value of that name */
        return strchr (path, '.') ? put_fact (sink, path, eq + 1, err) : 0;
    }
    if (w->wants_key[top]) {
        snprintf (w->key[top], KEY_MAX, "%.*s", KEY_MAX - 1, text);
        w->wants_key[top] = false;
        return 0;
    }
    w->wants_key[top] = true;
    for (size_t i = 0; i < w->depth; i++) {
        size_t at = strlen (path);
        if (!w->mapping[i])
            return 0; /* inside a list */
        snprintf (path + at, sizeof path - at, "%s%s", i ? "." : "", w->key[i]);
    }
    return put_fact (sink, path, text, err);
}

static void reject_yaml (const struct fid_sink *sink, size_t line, const char *why)
{
    struct fid_remark r = {.code = FID_REMARK_NOT_YAML, .line = line, .name = why};
    if (sink->reject)
        sink->reject (sink->self, &r);
}

static int read_hydra_config (struct fid_input *in, struct fid_error *err)
{
    struct fid_span all;
    struct yaml_walk w = {.depth = 0};
    yaml_parser_t parser;
    int rc = 0;
    FID_TRY (fid_text_rest (in->text, &all, err));
    if (!yaml_parser_initialize (&parser))
        return fid_error_nomem (err);
    yaml_parser_set_input_string (&parser, (const unsigned char *)all.p, all.n);
    for (bool more = true; more && !rc;) {
        yaml_event_t ev;
        bool good = yaml_parser_parse (&parser, &ev);
        if (!good && parser.error == YAML_MEMORY_ERROR) {
            rc = fid_error_nomem (err);
            break;
        }
        if (!good) {
            reject_yaml (in->sink, parser.problem_mark.line + 1,
                         parser.problem ? parser.problem : "not YAML");
            break;
        }
        switch (ev.type) {
        case YAML_MAPPING_START_EVENT:
        case YAML_SEQUENCE_START_EVENT:
            more = w.depth < DEPTH_MAX; /* it is a value of the one around it */
            if (more) {
                w.mapping[w.depth] = ev.type == YAML_MAPPING_START_EVENT;
                w.wants_key[w.depth++] = true;
            }
            break;
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT:
            w.depth -= w.depth > 0;
            if (w.depth)
                w.wants_key[w.depth - 1] = true;
            break;
        case YAML_SCALAR_EVENT:
            rc = take_scalar (&w, (const char *)ev.data.scalar.value, in->sink, err);
            more = ++w.scalar_n < 2 * FACT_MOST; /* keys and values */
            if (!more)
                reject_yaml (in->sink, ev.start_mark.line + 1, "more than 10000 values");
            break;
        case YAML_STREAM_END_EVENT:
            more = false;
            break;
        default:
            break;
        }
        yaml_event_delete (&ev);
    }
    yaml_parser_delete (&parser);
    return rc;
}

#else

static int probe_hydra_config (const struct fid_head *head)
{
    (void)head;
    return 0;
}

static int read_hydra_config (struct fid_input *in, struct fid_error *err)
{
    (void)in->sink;
    return fid_errorf (err, FID_EINPUT, "%s: this fidlio was built without libyaml",
                       in->text->path);
}

#endif

FID_READER_IS (hydra_config, UTC, FID_GIVES_FACTS, 10,
               "DLIO's configuration (Hydra's config.yaml and overrides.yaml)")
