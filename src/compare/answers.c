/* answers.c - see answers.h */
#include "config.h"
#include <stdlib.h>
#include "compare/answers.h"
#include "storage/source.h"

/* The sources of all runs of both sides, one after the other. */
struct sources {
    struct fid_answer_source *source; /* owned, each as well */
    struct fid_answer_run *in;        /* owned */
    size_t n;
};

static int
add_sources (struct sources *s, const struct fid_run *const *run, size_t n,
             struct fid_error *err)
{
    for (size_t i = 0; i < n; i++, s->n++) {
        if (fid_answer_source_init (&s->source[s->n], run[i], err)) {
            s->n++;
            return -1;
        }
        s->in[s->n] = fid_answer_run_of (&s->source[s->n], run[i]);
    }
    return 0;
}

int
fid_answers_find (struct fid_answers *a, const struct fid_run *const *real, size_t real_n,
                  const struct fid_run *const *emulation, size_t emulation_n,
                  const struct fid_answer_opts *opts, struct fid_error *err)
{
    size_t n = real_n + emulation_n;
    struct sources s = {.source = calloc (n, sizeof *s.source), .in = calloc (n, sizeof *s.in)};
    int rc = s.source && s.in ? 0 : fid_error_nomem (err);
    if (!rc)
        rc = add_sources (&s, real, real_n, err) || add_sources (&s, emulation, emulation_n, err)
                 ? -1
                 : 0;
    for (int p = 0; p < FID_ANSWER_PROFILE_N && !rc; p++) {
        struct fid_answer_opts of = *opts;
        of.profile = (enum fid_answer_profile)p;
        rc = fid_answer (&a->of[p], s.in, real_n, s.in + real_n, emulation_n, &of, err);
    }
    a->known = !rc;
    for (size_t i = 0; i < s.n; i++)
        fid_answer_source_clear (&s.source[i]);
    free (s.source);
    free (s.in);
    return rc;
}

void
fid_answers_clear (struct fid_answers *a)
{
    for (int p = 0; p < FID_ANSWER_PROFILE_N; p++)
        fid_answer_clear (&a->of[p]);
    a->known = false;
}
