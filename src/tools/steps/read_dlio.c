/* read_dlio.c - durations in a log of instrumented DLIO
 *
 *     [INFO] all_compute 412000100 [src/dlio_benchmark.py:220]     ns
 *
 * "Starting epoch N" begins a new warm-up, wherever in a line it stands. */
#include "base/text.h"
#include "readers/dlio/dlio_text.h"
#include "tools/steps/priv.h"

static int
take_line (struct fid_steps_pass *pass, struct fid_span line, bool *bad, struct fid_error *err)
{
    struct fid_dlio_line l;
    struct fid_span rest = line, name;
    uint64_t ns;
    int epoch;
    if (fid_dlio_seek (&rest, "Starting epoch ")) {
        pass->epoch = fid_dlio_take_int (&rest, &epoch) ? epoch : 0;
        fid_steps_reset (pass);
        return 0;
    }
    fid_dlio_line (line, &l);
    rest = l.text;
    int m = fid_span_word (&rest, &name) ? fid_steps_metric_of (pass, name) : -1;
    if (m < 0)
        return 0;
    *bad = !fid_span_u64 (fid_span_trim (rest), &ns);
    return *bad ? 0 : fid_steps_take (pass, (enum fid_steps_metric)m, (double)ns / 1e9, err);
}

int
fid_steps_read_dlio (struct fid_steps_pass *pass, const struct fid_steps_recording *r,
                     struct fid_error *err)
{
    struct fid_text text;
    struct fid_span line;
    size_t bad_n = 0, bad_line = 0;
    int rc;
    if (fid_text_open (&text, r->file[0], err))
        return -1;
    while ((rc = fid_text_next (&text, &line, err)) > 0) {
        bool bad = false;
        if (take_line (pass, line, &bad, err)) {
            rc = -1;
            break;
        }
        if (bad && !bad_n++)
            bad_line = text.line_n;
    }
    if (!rc && bad_n)
        rc = fid_steps_say (pass->steps, false, err,
                            "%s:%zu: the duration is not a number; lines left out: %zu",
                            text.path, bad_line, bad_n);
    fid_text_close (&text);
    return rc;
}
