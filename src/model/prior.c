/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prior.c - see prior.h */
#include "model/prior.h"
#include "model/profile.h"

#define DEVIATION_MAX 10
#define FREEDOM_MAX   50

const char *fid_prior_name (int id)
{
    static const char *const others[] = {FID_OVERALL, FID_PRIOR_NAME_ANSWER,
                                         FID_PRIOR_NAME_CAPACITY};
    return id < FID_GROUP_N ? fid_groups[id].name : others[id - FID_GROUP_N];
}

int fid_prior_find (struct fid_span name)
{
    for (int g = 0; g < FID_PRIOR_N; g++)
        if (fid_span_is (name, fid_prior_name (g)))
            return g;
    return -1;
}

static int add_line (struct fid_priors *p, struct fid_span line, const struct fid_text *text,
                     struct fid_error *err)
{
    struct fid_span word[4];
    struct fid_prior one;
    ptrdiff_t comment = fid_span_find (line, "#");
    if (comment >= 0)
        line.n = (size_t)comment;
    size_t n = fid_span_words (line, word, 4);
    if (n == 0)
        return 0;
    if (n != 3)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: not 'GROUP DEVIATION FREEDOM'", text->path,
                           text->line_n);
    int g = fid_prior_find (word[0]);
    if (g < 0)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: no group is called '%.*s'", text->path,
                           text->line_n, FID_SPAN_ARG (word[0]));
    if (!fid_span_decimal (word[1], &one.deviation) ||
        !(one.deviation > 0 && one.deviation <= DEVIATION_MAX) ||
        !fid_span_decimal (word[2], &one.freedom) ||
        !(one.freedom > 0 && one.freedom <= FREEDOM_MAX))
        return fid_errorf (err, FID_EUSAGE,
                           "%s:%zu: a deviation is above 0 and at most %d, its degrees of "
                           "freedom at most %d",
                           text->path, text->line_n, DEVIATION_MAX, FREEDOM_MAX);
    p->of[g] = one;
    return 0;
}

static int read_lines (struct fid_priors *p, const struct fid_priors *fallback,
                       struct fid_text *text, struct fid_error *err)
{
    struct fid_span line;
    int more;
    *p = (struct fid_priors){0};
    while ((more = fid_text_next (text, &line, err)) > 0)
        FID_TRY (add_line (p, line, text, err));
    FID_TRY (more < 0);
    if (!(p->of[FID_PRIOR_SIMILARITY].freedom > 0))
        return fid_errorf (err, FID_EUSAGE, "%s: has no line '" FID_OVERALL " ...'",
                           text->path);
    for (int g = 0; g < FID_GROUP_N; g++)
        if (!(p->of[g].freedom > 0))
            p->of[g] = p->of[FID_PRIOR_SIMILARITY];
    for (int g = FID_PRIOR_ANSWER; g < FID_PRIOR_N; g++)
        if (!(p->of[g].freedom > 0))
            p->of[g] = fallback->of[g];
    return 0;
}

static struct fid_priors shipped;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_shipped (void)
{
    struct fid_text text = fid_text_of ("prior.conf", fid_prior_text ());
    struct fid_error err;
    read_lines (&shipped, &shipped, &text, &err); /* a test shows that it has no mistake */
}

int fid_priors_load (const char *path, struct fid_priors *priors, struct fid_error *err)
{
    struct fid_text text;
    struct fid_priors p;
    pthread_once (&once, read_shipped);
    if (!path) {
        *priors = shipped;
        return 0;
    }
    FID_TRY (fid_text_open (&text, path, err));
    int rc = read_lines (&p, &shipped, &text, err);
    fid_text_close (&text);
    if (!rc)
        *priors = p;
    return rc;
}

struct fid_prior fid_prior_of (int id)
{
    pthread_once (&once, read_shipped);
    return shipped.of[id];
}
