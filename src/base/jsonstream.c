/* jsonstream.c - see jsonstream.h */
#include "base/jsonstream.h"

static void
fail_stream (struct fid_stream *s)
{
    if (!s->failed)
        fid_error_nomem (s->err);
    s->failed = true;
}

static cJSON *
make_container (bool list)
{
    return list ? cJSON_CreateArray () : cJSON_CreateObject ();
}

static void
put_indent (FILE *f, size_t depth)
{
    fputc ('\n', f);
    for (size_t i = 0; i < depth; i++)
        fputs ("  ", f);
}

/* Write `"key": ' on a line of its own, as fid_json_text does in a document of depth levels. */
static void
put_key (struct fid_stream *s, const char *key, size_t depth, bool first)
{
    if (!first)
        fputc (',', s->f);
    put_indent (s->f, depth);
    if (key)
        fprintf (s->f, "\"%s\": ", key);
}

static size_t
key_columns (const char *key, size_t depth)
{
    return 2 * depth + (key ? strlen (key) + strlen ("\"\": ") : 0);
}

/* Write a value of a container that is written already. */
static void
put_item (struct fid_stream *s, const cJSON *item, const char *key, size_t depth, bool first)
{
    FID_FREED char *text = fid_json_piece (item, depth, key_columns (key, depth), s->err);
    if (!text) {
        s->failed = true;
        return;
    }
    put_key (s, key, depth, first);
    fputs (text, s->f);
}

/* Write the k-th container as far as it goes: it does not fit into a line, so that those around
 * it do not either. */
static void
write_held (struct fid_stream *s, size_t k)
{
    struct fid_stream_level *level = &s->level[k];
    if (!level->held)
        return;
    if (k) {
        bool first = s->level[k - 1].held && !s->level[k - 1].held->child;
        write_held (s, k - 1);
        put_key (s, level->key, k, first);
    }
    fputc (level->list ? '[' : '{', s->f);
    for (const cJSON *c = level->held->child; c && !s->failed; c = c->next)
        put_item (s, c, c->string, k + 1, c == level->held->child);
    cJSON_Delete (level->held);
    level->held = NULL;
}

void
fid_stream_open (struct fid_stream *s, const char *key, bool list)
{
    if (s->failed)
        return;
    if (s->n == FID_STREAM_NESTED) {
        s->failed = true;
        fid_errorf (s->err, FID_EINTERNAL, "a document of more than %d levels",
                    FID_STREAM_NESTED);
        return;
    }
    struct fid_stream_level *level = &s->level[s->n];
    *level = (struct fid_stream_level){.key = key,
                                       .held = make_container (list),
                                       .list = list,
                                       .used = key_columns (key, s->n)};
    s->n++;
    if (!level->held)
        fail_stream (s);
}

void
fid_stream_begin (struct fid_stream *s, FILE *f, struct fid_error *err)
{
    *s = (struct fid_stream){.f = f, .err = err};
    fid_stream_open (s, NULL, false);
}

void
fid_stream_put (struct fid_stream *s, const char *key, cJSON *item)
{
    struct fid_stream_level *level = &s->level[s->n - 1];
    if (!item)
        fail_stream (s);
    if (s->failed) {
        cJSON_Delete (item);
        return;
    }
    fid_json_clean (item);
    if (!level->held) {
        put_item (s, item, key, s->n, false);
        cJSON_Delete (item);
        return;
    }
    if (!(key ? cJSON_AddItemToObject (level->held, key, item)
              : cJSON_AddItemToArray (level->held, item))) {
        cJSON_Delete (item);
        fail_stream (s);
        return;
    }
    bool fits;
    if (fid_json_fits (level->held, level->used, &fits, s->err))
        s->failed = true;
    else if (!fits)
        write_held (s, s->n - 1);
}

void
fid_stream_close (struct fid_stream *s)
{
    if (s->failed)
        return;
    struct fid_stream_level level = s->level[--s->n];
    if (level.held && s->n) {
        fid_stream_put (s, level.key, level.held);
        return;
    }
    FID_FREED char *line = level.held ? fid_json_line (level.held, s->err) : NULL;
    s->failed = level.held && !line;
    cJSON_Delete (level.held);
    if (line) {
        fputs (line, s->f);
    } else if (!s->failed) {
        put_indent (s->f, s->n);
        fputc (level.list ? ']' : '}', s->f);
    }
}

int
fid_stream_end (struct fid_stream *s)
{
    while (s->n && !s->failed)
        fid_stream_close (s);
    while (s->n)
        cJSON_Delete (s->level[--s->n].held);
    if (!s->failed)
        fputc ('\n', s->f);
    return s->failed ? -1 : 0;
}
