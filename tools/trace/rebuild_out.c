/* rebuild_out.c - events of a rebuilt trace as they are written, and its files (see rebuild.h) */
#include "base/text.h"
#include "tools/trace/op_write.h"
#include "tools/trace/rebuild.h"

void
rebuild_begin (struct rebuild *r, struct fid_span name, int64_t ts_ns, int64_t dur_ns)
{
    fputs (r->begun ? ",\n {\"name\": " : "\n {\"name\": ", r->f);
    r->begun = true;
    fid_op_put_text (r->f, name);
    fputs (", \"ph\": \"X\", \"ts\": ", r->f);
    fid_op_put_us (r->f, ts_ns);
    fputs (", \"dur\": ", r->f);
    fid_op_put_us (r->f, dur_ns);
}

void
rebuild_end (struct rebuild *r, struct fid_span name, size_t node)
{
    fputs (", \"args\": {\"name\": ", r->f);
    fid_op_put_text (r->f, name);
    for (size_t k = node == SIZE_MAX ? 0 : r->into.first[node], i = 0;
         node != SIZE_MAX && k < r->into.first[node + 1]; k++, i++) {
        fprintf (r->f, ", \"input%zu\": ", i);
        fid_op_put_text (r->f, fid_span_of (r->dag->name[r->dag->edge[r->into.at[k]].from]));
    }
    fputs ("}}", r->f);
}

const char *
rebuild_find (const struct rebuild *r, const char *name, bool up)
{
    for (int k = 0; k <= up; k++) {
        bool missing;
        const char *path = fid_textf ("%s/%s%s", r->dir, k ? "../" : "", name);
        fid_must (fid_file_missing (path, &missing, &fid_why));
        if (!missing)
            return path;
    }
    return NULL;
}
