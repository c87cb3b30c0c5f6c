/* thresholds.c - see thresholds.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "check/thresholds.h"

static int
add_line (struct fid_limits *all, struct fid_span line, size_t line_n, struct fid_error *err)
{
    struct fid_span word[5];
    ptrdiff_t comment = fid_span_find (line, "#");
    if (comment >= 0)
        line.n = (size_t)comment;
    size_t n = fid_span_words (line, word, 5);
    struct fid_limit limit = {.line = line_n};
    if (n == 0)
        return 0;
    if (n != 5)
        return fid_errorf (err, FID_EUSAGE,
                           "%s:%zu: not 'WORKLOAD RESOURCE FACET min_score|min_similarity "
                           "VALUE'",
                           all->path, line_n);
    limit.score = fid_span_is (word[3], "min_score");
    if (!limit.score && !fid_span_is (word[3], "min_similarity"))
        return fid_errorf (err, FID_EUSAGE,
                           "%s:%zu: a limit is min_score or min_similarity, not '%.*s'",
                           all->path, line_n, FID_SPAN_ARG (word[3]));
    if (!fid_span_decimal (word[4], &limit.value) || limit.value < 0 || limit.value > 1)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: not a number from 0 to 1: '%.*s'",
                           all->path, line_n, FID_SPAN_ARG (word[4]));
    if (fid_array_grow (&all->limit, &all->limit_cap, all->limit_n + 1, sizeof *all->limit,
                        err))
        return -1;
    char **to[] = {&limit.workload, &limit.resource, &limit.facet};
    int rc = 0;
    for (int i = 0; i < 3; i++)
        if (!(*to[i] = fid_strndup (word[i].p, word[i].n, err)))
            rc = -1;
    all->limit[all->limit_n++] = limit;
    return rc;
}

int
fid_limits_load (const char *path, struct fid_limits *limits, struct fid_error *err)
{
    struct fid_limits all = {0};
    struct fid_text text;
    struct fid_span line;
    if (fid_text_open (&text, path, err))
        return -1;
    all.path = fid_strdup (path, err);
    int rc = all.path ? 0 : -1;
    while (!rc) {
        int more = fid_text_next (&text, &line, err);
        if (more <= 0) {
            rc = more;
            break;
        }
        rc = add_line (&all, line, text.line_n, err);
    }
    fid_text_close (&text);
    if (rc)
        fid_limits_clear (&all);
    else
        *limits = all;
    return rc;
}

void
fid_limits_clear (struct fid_limits *limits)
{
    for (size_t i = 0; i < limits->limit_n; i++) {
        free (limits->limit[i].workload);
        free (limits->limit[i].resource);
        free (limits->limit[i].facet);
    }
    free (limits->limit);
    free (limits->path);
    *limits = (struct fid_limits){0};
}
