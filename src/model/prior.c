/* prior.c - see prior.h */
#include "config.h"
#include <stdbool.h>
#include <string.h>
#include "base/text.h"
#include "model/prior.h"
#include "model/profile.h"

#define DEVIATION_MAX 10
#define FREEDOM_MAX   50

static int
add_line (struct fid_priors *p, struct fid_span line, const char *path, size_t line_n,
          struct fid_error *err)
{
    struct fid_span word[4];
    struct fid_prior one;
    int g = 0;
    ptrdiff_t comment = fid_span_find (line, "#");
    if (comment >= 0)
        line.n = (size_t)comment;
    size_t n = fid_span_words (line, word, 4);
    if (n == 0)
        return 0;
    if (n != 3)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: not 'GROUP DEVIATION FREEDOM'", path,
                           line_n);
    while (g < FID_GROUP_N && !fid_span_is (word[0], fid_groups[g].name))
        g++;
    if (g == FID_GROUP_N && !fid_span_is (word[0], FID_OVERALL))
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: no group is called '%.*s'", path, line_n,
                           FID_SPAN_ARG (word[0]));
    if (!fid_span_decimal (word[1], &one.deviation) ||
        !(one.deviation > 0 && one.deviation <= DEVIATION_MAX) ||
        !fid_span_decimal (word[2], &one.freedom) ||
        !(one.freedom > 0 && one.freedom <= FREEDOM_MAX))
        return fid_errorf (err, FID_EUSAGE,
                           "%s:%zu: a deviation is above 0 and at most %d, its degrees of "
                           "freedom at most %d",
                           path, line_n, DEVIATION_MAX, FREEDOM_MAX);
    p->of[g] = one;
    return 0;
}

static int
read_text (struct fid_priors *p, const char *text, struct fid_error *err)
{
    for (size_t line_n = 1; *text; line_n++) {
        size_t n = strcspn (text, "\n");
        if (add_line (p, (struct fid_span){text, n}, "prior.conf", line_n, err))
            return -1;
        text += n + (text[n] == '\n');
    }
    return 0;
}

static int
read_file (struct fid_priors *p, const char *path, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span line;
    int rc;
    if (fid_text_open (&text, path, err))
        return -1;
    while ((rc = fid_text_next (&text, &line, err)) > 0)
        if (add_line (p, line, path, text.line_n, err)) {
            rc = -1;
            break;
        }
    fid_text_close (&text);
    return rc;
}

int
fid_priors_load (const char *path, struct fid_priors *priors, struct fid_error *err)
{
    struct fid_priors p = {0};
    if (path ? read_file (&p, path, err) : read_text (&p, fid_prior_text (), err))
        return -1;
    if (!(p.of[FID_GROUP_N].freedom > 0))
        return fid_errorf (err, FID_EUSAGE, "%s: has no line '" FID_OVERALL " ...'",
                           path ? path : "prior.conf");
    for (int g = 0; g < FID_GROUP_N; g++)
        if (!(p.of[g].freedom > 0))
            p.of[g] = p.of[FID_GROUP_N];
    *priors = p;
    return 0;
}

struct fid_prior
fid_prior_of (enum fid_group_id group)
{
    struct fid_priors p = {.of[FID_GROUP_N] = {0.1, 1}};
    fid_priors_load (NULL, &p, NULL); /* a test reads what is built in */
    return p.of[group];
}
