/* pass.c - values of one recording: which count */
#include <stdarg.h>
#include <stdio.h>
#include "base/array.h"
#include "tools/steps/priv.h"

#define LONGEST_S 1e9 /* of any duration that is one */

int
fid_steps_add (struct fid_steps_values *values, double v, struct fid_error *err)
{
    if (fid_array_grow (&values->v, &values->cap, values->n + 1, sizeof *values->v, err))
        return -1;
    values->v[values->n++] = v;
    return 0;
}

void
fid_steps_reset (struct fid_steps_pass *pass)
{
    pass->seen = 0;
    pass->seen_n = 0;
    pass->over = pass->opts->keep_warm_up || !pass->need;
}

int
fid_steps_take (struct fid_steps_pass *pass, enum fid_steps_metric m, double seconds,
                struct fid_error *err)
{
    if (pass->skip_first && pass->epoch == 1)
        return 0;
    if (!pass->over) {
        pass->seen_n += !(pass->seen >> m & 1);
        pass->seen |= 1U << m;
        pass->over = pass->seen_n >= pass->need;
        return 0; /* the one that completes them does not count either */
    }
    /* 0 is what was not measured */
    if (!(seconds > 0 && seconds < LONGEST_S))
        return 0;
    return fid_steps_add (&pass->into[m], seconds, err);
}

int
fid_steps_say (struct fid_step_stats *steps, bool failed, struct fid_error *err,
               const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    if (fid_array_grow (&steps->note, &steps->note_cap, steps->note_n + 1, sizeof *steps->note,
                        err))
        return -1;
    struct fid_steps_note note = {fid_strdup (text, err), failed};
    if (!note.text)
        return -1;
    steps->note[steps->note_n++] = note;
    steps->failed_n += failed;
    return 0;
}
