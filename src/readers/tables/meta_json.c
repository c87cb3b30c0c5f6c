/* SPDX-License-Identifier: GPL-3.0-or-later */
/* meta_json.c - what scripts/record knows of a run: meta.json
 *
 *     {"run": "BERT_real_r1", "workload": "BERT", "kind": "real", "replicate": 1,
 *      "start_utc": "2026-11-21T00:27:13.349Z", "utc_offset_hours": 0, ...}
 *
 * The members below become facts; those of an object as OBJECT.MEMBER, such as
 * lost_events.trace_read.out.  The true clock offsets that some files hold (clock_start,
 * clock_stop) are a check of the clock alignment and must not feed it; app_pids is incomplete,
 * since processes that end early are not seen by its sampling. */
#include "base/jsonread.h"
#include "readers/reader.h"

static const char *const keys[] = {
    "workload",           "kind",      "configuration",      "variant",
    "replicate",          "start_utc", "stop_utc",           "utc_offset_hours",
    "exit_code",          "app_pid",   "page_cache_dropped", "all_tracers_attached",
    "memory_limit_bytes",
};

/* Objects whose members become facts "OBJECT.MEMBER". */
static const char *const objects[] = {"lost_events", "event_lines", "ended_early", "left_out",
                                      "system",      "inner_pids",  "tree",        "facts"};

static int probe_meta_json (const struct fid_head *head)
{
    struct fid_json j;
    fid_json_init (&j, head->text);
    if (fid_json_peek (&j) == '{' && fid_span_find (head->text, "\"fidlio.tree/1\"") >= 0)
        return 90;
    if (fid_json_peek (&j) != '{' || fid_span_find (head->text, "\"workload\"") < 0 ||
        fid_span_find (head->text, "\"kind\"") < 0)
        return 0;
    return fid_span_find (head->text, "\"start_utc\"") >= 0 ? 90
           : fid_span_is (head->name, "meta.json")          ? 60
                                                            : 0;
}

/* The value of a fact: a string, or a number as it is written; n 0: none. */
static struct fid_span fact_value (struct fid_json *j)
{
    struct fid_span s = {"", 0};
    char type = fid_json_peek (j);
    if (type == '"')
        fid_json_string (j, &s);
    else if (type == '0' || type == 't')
        s = fid_json_raw (j);
    else
        fid_json_skip (j);
    return j->cut && type != '"' ? (struct fid_span){"", 0} : s;
}

/* The names of the hosts: texts, or objects with a "name". */
static int put_hosts (const struct fid_sink *sink, struct fid_json *j, struct fid_error *err)
{
    if (!fid_json_into (j, '['))
        return 0;
    while (fid_json_element (j)) {
        struct fid_fact f = {"host", {"", 0}};
        bool object = fid_json_peek (j) == '{' && fid_json_enter (j, '{');
        struct fid_span key;
        while (object && fid_json_member (j, &key)) {
            if (fid_span_is (key, "name"))
                f.value = fact_value (j);
            else
                fid_json_skip (j);
        }
        if (!object)
            f.value = fact_value (j);
        if (f.value.n)
            FID_TRY (fid_put_fact (sink, &f, err));
    }
    return 0;
}

/* The members of an object that are texts or numbers. */
static int put_members (const struct fid_sink *sink, struct fid_json *j, struct fid_span object,
                        struct fid_error *err)
{
    struct fid_span key;
    if (!fid_json_into (j, '{'))
        return 0;
    while (fid_json_member (j, &key)) {
        char full[128];
        bool plain = fid_span_is (object, "facts");
        snprintf (full, sizeof full, "%.*s%s%.*s", (int)(plain ? 0 : object.n), object.p,
                  plain ? "" : ".", (int)(key.n < 90 ? key.n : 90), key.p);
        struct fid_fact f = {full, fact_value (j)};
        if (f.value.n)
            FID_TRY (fid_put_fact (sink, &f, err));
    }
    return 0;
}

/* What a recorder wrote is JSON to the letter, in UTF-8; a damaged byte may have changed any
 * number. */
static int check_strictly (const struct fid_input *in, const char *text, size_t n,
                           struct fid_error *err)
{
    size_t line = 1, character_n;
    cJSON *doc = fid_json_parse (text, n, in->text->path, err);
    cJSON_Delete (doc);
    if (!doc)
        return -1;
    for (const char *p = text; p < text + n; p += character_n) { /* the last one is ASCII */
        line += *p == '\n';
        if (!(character_n = fid_utf8_n (p)))
            return fid_errorf (err, FID_EINPUT, "%s:%zu: a damaged text", in->text->path, line);
    }
    return 0;
}

static int read_meta_json (struct fid_input *in, struct fid_error *err)
{
    struct fid_span key;
    struct fid_json j;
    FID_TRY (fid_jsondoc_open (in, &j, err));
    const char *inside = j.p; /* behind the first '{' */
    while (fid_json_member (&j, &key)) {
        struct fid_fact f = {NULL, {"", 0}};
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (fid_span_is (key, keys[i]))
                f.key = keys[i];
        bool object = false;
        for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
            object |= fid_span_is (key, objects[i]);
        if (f.key)
            f.value = fact_value (&j);
        else if (object)
            FID_TRY (put_members (in->sink, &j, key, err));
        else if (fid_span_is (key, "hosts"))
            FID_TRY (put_hosts (in->sink, &j, err));
        else
            fid_json_skip (&j);
        if (f.value.n)
            FID_TRY (fid_put_fact (in->sink, &f, err));
    }
    int rc = fid_jsondoc_end (in, &j, err);
    return rc || j.cut ? rc
                       : check_strictly (in, inside - 1, (size_t)(j.end - inside) + 1, err);
}

FID_READER_IS (meta_json, UTC, FID_GIVES_FACTS, 20, "what the recorder knows of the run",
               .once = true, .lists_hosts = true)
