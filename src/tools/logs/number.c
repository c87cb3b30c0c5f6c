/* number.c - see number.h */
#include <stdio.h>
#include "tools/logs/job.h"
#include "tools/logs/number.h"

#define NUMBER_MAX 400 /* characters of a number */
#define STEP_MAX   15  /* digits of a step's number */

static bool
is_digit (char c)
{
    return c >= '0' && c <= '9';
}

const char *
fid_job_number_at (const char *p, const char *end, double *out)
{
    const char *q = p;
    while (q < end && is_digit (*q))
        q++;
    if (q == p)
        return NULL;
    if (end - q > 1 && *q == '.' && is_digit (q[1]))
        for (q++; q < end && is_digit (*q); q++)
            ;
    if (end - q > 1 && (*q == 'e' || *q == 'E')) {
        const char *e = q + 1 + (q[1] == '-' || q[1] == '+');
        if (e < end && is_digit (*e)) {
            while (e < end && is_digit (*e))
                e++;
            q = e;
        }
    }
    struct fid_span s = {p, (size_t)(q - p)};
    return s.n <= NUMBER_MAX && fid_span_f64 (s, out) && *out <= FID_JOB_MOST_S ? q : NULL;
}

bool
fid_job_step_before (struct fid_span text, uint64_t due, uint64_t *out, bool *lost)
{
    char due_text[24];
    size_t end = text.n, from;
    *lost = false;
    while (end && text.p[end - 1] == ' ')
        end--;
    for (from = end; from && is_digit (text.p[from - 1]);)
        from--;
    if (end == text.n || from == end)
        return false;
    struct fid_span run = {text.p + from, end - from};
    bool glued = from && (unsigned char)text.p[from - 1] > ' ';
    snprintf (due_text, sizeof due_text, "%llu", (unsigned long long)due);
    if (glued && fid_span_ends (run, due_text)) {
        *out = due;
        return true;
    }
    *lost = run.n > STEP_MAX || (glued && text.p[from - 1] == '.');
    return !*lost && fid_span_u64 (run, out);
}
