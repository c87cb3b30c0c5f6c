/* power.c - do configurations reach the limits of a file? (see limits.h) */
#include "config.h"
#include <stdio.h>
#include <string.h>
#include "check/check.h"

static bool
matches (const char *pattern, const char *s)
{
    return strcmp (pattern, "*") == 0 || strcmp (pattern, s) == 0;
}

/* Whether the limit is for this number. */
static bool
is_for (const struct fid_limit *limit, const struct fid_book_entry *e)
{
    const char *slash = strchr (e->name, '/');
    char resource[64];
    bool whole = strcmp (limit->facet, "-") == 0;
    switch (e->kind) {
    case FID_BOOK_GROUP: /* '*' means resources, not what is made of them */
        return whole && strcmp (limit->resource, e->name) == 0;
    case FID_BOOK_RESOURCE:
        return whole && matches (limit->resource, e->name);
    case FID_BOOK_FACET:
        if (whole || !slash)
            return false;
        snprintf (resource, sizeof resource, "%.*s", (int)(slash - e->name), e->name);
        return matches (limit->resource, resource) && matches (limit->facet, slash + 1);
    case FID_BOOK_VOLUME:
    case FID_BOOK_SHARE:
    case FID_BOOK_PHASE:
        break;
    }
    return false;
}

/* Hold one configuration to one limit; *met: numbers it is for. */
static int
reach (const struct fid_limit *limit, const struct fid_book_config *c, size_t *met,
       struct fid_check *check, struct fid_error *err)
{
    const char *number = limit->score ? "score" : "similarity";
    const struct fid_book_run *first = &c->run[0];
    char text[240];
    for (size_t i = 0; i < first->entry_n; i++) {
        double value;
        if (!is_for (limit, &first->entry[i]))
            continue;
        if (fid_book_median (c, first->entry[i].kind, first->entry[i].name,
                             limit->score ? FID_BOOK_SCORE : FID_BOOK_SIMILARITY, &value, err))
            return -1;
        if (value == FID_ABSENT) /* idle, or a measure that tells nothing here */
            continue;
        ++*met;
        if (value >= limit->value)
            continue;
        snprintf (text, sizeof text, "%s %.4f is below %g (line %zu of the thresholds)", number,
                  value, limit->value, limit->line);
        if (fid_check_add (check, c, first->entry[i].name, "threshold", text, err))
            return -1;
    }
    return 0;
}

/* A limit on one named number that was not measured: not known to be good. */
static int
miss (const struct fid_limit *limit, const struct fid_book_config *c, struct fid_check *check,
      struct fid_error *err)
{
    char name[160], text[200];
    bool whole = strcmp (limit->facet, "-") == 0;
    snprintf (name, sizeof name, "%.70s%s%.70s", limit->resource, whole ? "" : "/",
              whole ? "" : limit->facet);
    snprintf (text, sizeof text, "has no %s, but has to reach %g (line %zu of the thresholds)",
              limit->score ? "score" : "similarity", limit->value, limit->line);
    return fid_check_add (check, c, name, "threshold", text, err);
}

int
fid_check_limits (const struct fid_limits *limits, const struct fid_book *candidate,
                  struct fid_check *check, struct fid_error *err)
{
    for (size_t l = 0; l < limits->limit_n; l++) {
        const struct fid_limit *limit = &limits->limit[l];
        bool named = strcmp (limit->resource, "*") != 0 && strcmp (limit->facet, "*") != 0;
        size_t config_n = 0;
        for (size_t i = 0; i < candidate->config_n; i++) {
            const struct fid_book_config *c = &candidate->config[i];
            size_t met = 0;
            if (c->real || !matches (limit->workload, c->workload))
                continue;
            config_n++;
            if (reach (limit, c, &met, check, err) ||
                (named && !met && miss (limit, c, check, err)))
                return -1;
        }
        if (!config_n && fid_check_note (check, err, "%s:%zu: no run of the workload '%s'",
                                         limits->path, limit->line, limit->workload))
            return -1;
    }
    return 0;
}
