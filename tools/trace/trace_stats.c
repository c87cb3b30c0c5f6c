/* trace_stats.c - the table of operators, see trace.h */
#include "config.h"
#include <inttypes.h>
#include "tools/trace/trace.h"

static const struct fid_column columns[] = {
    {"name", false},  {"count", true},  {"time_ms", true},      {"min_ms", true},
    {"max_ms", true}, {"avg_ms", true}, {"variance_ms2", true}, {"category", false}};

static void
put (const struct fid_op_stats *s, const struct fid_op_stat *o, enum fid_format format,
     struct fid_cells *c)
{
    fid_cells_operator (c, o->name, format);
    fid_cells_add (c, "%" PRIu64, o->n);
    fid_cells_ms (c, o->total_us, format);
    fid_cells_ms (c, o->min_us, format);
    fid_cells_ms (c, o->max_us, format);
    fid_cells_ms (c, o->mean_us, format);
    fid_cells_ms (c, fid_op_variance (o) / 1000, format);
    fid_cells_text (c, s->category[o->category].name);
}

void
fid_op_stats_cells (const struct fid_op_stats *s, size_t head, enum fid_format format,
                    struct fid_cells *c)
{
    fid_cells_init (c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < s->n && (!head || i < head); i++)
        put (s, &s->at[i], format, c);
}

int
fid_op_stats_load (struct fid_op_stats *s, const char *path,
                   const struct fid_op_stats_opts *opts, const struct fid_common *common,
                   struct fid_error *err)
{
    int rc = fid_op_stats_read (s, path, opts, err);
    for (size_t i = 0; i < s->source_n && !rc; i++)
        fid_say_trace (common, s->source[i].path, &s->source[i].found);
    return rc;
}
