/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_remarks.c - the remarks on the runs of a side in words (answer.h) */
#include "base/memstream.h"
#include "base/units.h"
#include "storage/answer.h"

#define TEXT_N 640

/* Bytes in words. */
struct bytes_text {
    char text[FID_UNITS_TEXT];
};

static struct bytes_text bytes_of (double byte_n)
{
    struct bytes_text b;
    fid_format_bytes (byte_n, b.text, sizeof b.text);
    return b;
}

static const char *side_of (bool emulation)
{
    return emulation ? "emulation" : "real job";
}

static void print_remark (const struct fid_answer_remark *r, FILE *f)
{
    const char *const *name = r->name;
    const double *v = r->value;
    char text[TEXT_N];
    switch (r->code) {
    case FID_REMARK_LEFT_OUT:
    case FID_REMARK_DIFFER:
        fprintf (f, "%s%s", r->code == FID_REMARK_LEFT_OUT ? "left out: " : "",
                 fid_odd_repeat_text (&r->odd, name[0], name[1], text, sizeof text));
        break;
    case FID_REMARK_FINDING:
        fprintf (f, "%s%s%s", name[0] ? name[0] : "", name[0] ? ": " : "",
                 fid_run_finding_text (r->finding, text, sizeof text));
        break;
    case FID_REMARK_LOADER:
        fprintf (f,
                 "whether its loader reads while it computes is not known: times are between "
                 "both");
        break;
    case FID_REMARK_DROPPED:
        fprintf (f, "the page cache was dropped before the %s alone",
                 strcmp (name[1], "true") == 0 ? "real run" : "emulation");
        break;
    case FID_REMARK_CPUS:
        fprintf (f, "recorded with %s CPUs, the real run with %s", name[0], name[1]);
        break;
    case FID_REMARK_KERNEL:
        fprintf (f, "recorded with %s as its kernel, the real run with %s", name[0], name[1]);
        break;
    case FID_REMARK_LIMITED:
        fprintf (f, "slowed or limited by %s, the real run by %s", name[0], name[1]);
        break;
    case FID_REMARK_MEMORY:
        fprintf (f, "recorded with %s of memory, the real run with %s", bytes_of (v[0]).text,
                 bytes_of (v[1]).text);
        break;
    case FID_REMARK_IDLE:
        fprintf (f,
                 "reads of %s take %.3g ms a MB while no block request is out: the same "
                 "storage, and times in ns?",
                 name[0], v[0]);
        break;
    case FID_REMARK_SLOW:
        fprintf (f, "reads of %s take %.1f times as long a byte as those of %s (%.3g ms a MB)",
                 name[0], v[0], name[1], v[1]);
        if (v[2] >= 0)
            fprintf (f, ", its block requests %.1f times", v[2]);
        fprintf (f, ": the same storage?");
        break;
    case FID_REMARK_CACHED:
        fprintf (f, "the page cache served %.0f %% of its data", 100 * v[0]);
        break;
    case FID_REMARK_ACCOUNT:
        fprintf (f,
                 "memory served %.0f %% of its data, %.0f %% of the real job's: with all bytes "
                 "from storage the answer would be %.0f %% off, and the interval has both",
                 100 * v[1], 100 * v[0], 100 * expm1 (v[2]));
        break;
    case FID_REMARK_READS:
        fprintf (f, "it reads %s of data, the real job %s", bytes_of (v[0]).text,
                 bytes_of (v[1]).text);
        break;
    case FID_REMARK_UNTRACED:
        fprintf (f, "the disk delivered as much as to the %s: were all calls traced?",
                 side_of (!(v[0] > 0)));
        break;
    case FID_REMARK_KEPT:
        fprintf (f,
                 "it reads its %s of data again: memory may have served up to %.0f %% of the "
                 "bytes, and no block request was traced",
                 bytes_of (v[0]).text, 100 * v[1]);
        break;
    case FID_REMARK_SWAPPED:
        fprintf (f,
                 "%s looks like a real run, and %s, given as the real one, like an emulation",
                 name[0], name[1]);
        break;
    case FID_REMARK_COPY:
        fprintf (f, "%s holds the same calls as %s, ", name[0], name[1]);
        fprintf (f, v[0] > 0 ? "each %.3g times as long: a copy" : "to the nanosecond: a copy",
                 v[0]);
        break;
    case FID_REMARK_ROLES:
        fprintf (f, "patterns of roles take %.0f %% of what %s reads for no data: %s is %s",
                 100 * v[0], name[0], name[1], name[2]);
        break;
    case FID_REMARK_ASKING:
        fprintf (f, "calls like stat were not traced; the %s makes %.0f, beside %.0f opens",
                 side_of (v[0] > 0), v[1], v[2]);
        break;
    case FID_REMARK_STATED:
        fprintf (f, "no call shows whether the %s of its checkpoints wait for the disk",
                 bytes_of (v[0]).text);
        break;
    case FID_REMARK_RATE:
        fprintf (f, "it %s %.0f MB/s, the real job %.0f MB/s", v[0] > 0 ? "loads" : "saves",
                 v[1] / 1e6, v[2] / 1e6);
        break;
    case FID_REMARK_SYNC:
        fprintf (f, "whether the %s that it saves wait for the disk was not traced",
                 bytes_of (v[0]).text);
        break;
    case FID_REMARK_REACHES:
        fprintf (f, "of %s that it saves, %.0f %% reach the disk (of the %s %.0f %%)",
                 bytes_of (v[0]).text, 100 * v[1], side_of (!(v[2] > 0)), 100 * v[3]);
        break;
    case FID_REMARK_LACKS:
        fprintf (f, "not seen: %s", fid_evidence_words ((unsigned)v[0], text, sizeof text));
        break;
    }
}

int fid_answer_remarks_text (const struct fid_answer_side *s, char **text,
                             struct fid_error *err)
{
    char books[TEXT_N];
    size_t n;
    FILE *f = fid_memstream_open (text, &n, err);
    FID_TRY (!f);
    FID_EACH (const struct fid_answer_remark, r, s->remark) {
        print_remark (r, f);
        if (r + 1 < s->remark + s->remark_n)
            fprintf (f, "; ");
    }
    fid_books_text (&s->books, books, sizeof books);
    fprintf (f, "%s%s", s->remark_n && *books ? "; " : "", books);
    return fid_memstream_end (f, 0, err);
}
