/* mllog_array.c - an MLLOG log as a processed tree has it: a JSON array
 *
 *     [
 *     {"namespace": "", "time_ms": "2023-02-11T13:13:20.110", "key": "init_start", ...},
 *     ...
 *     ]
 *
 * One object a line; times are texts (UTC).  Read line by line, so that memory
 * does not grow with the file. */
#include "readers/json_line.h"
#include "readers/mllog/mllog_event.h"
#include "readers/reader.h"

static int
probe (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    bool timed = false, keyed = false;
    fid_json_init (&j, head->text);
    if (!fid_json_enter (&j, '[') || !fid_json_element (&j) || !fid_json_enter (&j, '{'))
        return 0;
    while (fid_json_member (&j, &key)) {
        timed |= fid_span_is (key, "time_ms");
        keyed |= fid_span_is (key, "key");
        fid_json_skip (&j);
    }
    return timed && keyed ? 90 : 0;
}

static int
read_array (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_mllog log;
    struct fid_span line;
    int64_t t_ns;
    int rc;
    fid_mllog_init (&log, sink);
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_json j;
        fid_json_line (&j, line);
        while (fid_json_element (&j))
            if (fid_mllog_event (&log, &j, in->text->line_n, &t_ns, err))
                return -1;
    }
    return rc ? rc : fid_mllog_finish (&log, err);
}

const struct fid_reader reader_mllog_array = {
    .name = "mllog_array",
    .doc = "MLLOG log of a processed tree (JSON array)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS,
    .rank = 5,
    .probe = probe,
    .read = read_array,
};
