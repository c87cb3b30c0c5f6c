/* dlio_facts.c - see dlio_facts.h */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "readers/dlio/dlio_facts.h"
#include "readers/dlio/dlio_text.h"

static int
put_fact (const struct fid_sink *sink, const char *key, struct fid_span value,
          struct fid_error *err)
{
    struct fid_fact f = {key, value};
    return fid_put_fact (sink, &f, err);
}

static int
put_product (const struct fid_sink *sink, const char *key, int a, int b, struct fid_error *err)
{
    char buf[32];
    snprintf (buf, sizeof buf, "%" PRId64, (int64_t)a * b);
    return put_fact (sink, key, fid_span_of (buf), err);
}

/* "40 = 1 * 80 / 2 / 1 (samples per file * num files / batch size / comm size)" */
static bool
take_sizes (struct fid_span t, int v[4])
{
    static const char *const before[] = {" = ", " * ", " / ", " / "};
    int steps;
    bool good = fid_dlio_take_int (&t, &steps);
    for (int i = 0; good && i < 4; i++)
        good = fid_dlio_take (&t, before[i]) && fid_dlio_take_int (&t, &v[i]);
    return good;
}

void
fid_dlio_facts_au (struct fid_dlio_facts *s, struct fid_span t)
{
    struct fid_span number;
    double value;
    if (fid_dlio_take_number (&t, &value, &number) && number.n < sizeof s->au) {
        memcpy (s->au, number.p, number.n);
        s->au[number.n] = '\0';
    }
}

int
fid_dlio_facts_take (struct fid_dlio_facts *s, const struct fid_sink *sink, struct fid_span t,
                     struct fid_error *err)
{
    struct fid_span number;
    double value;
    int v[4];
    if (fid_dlio_take (&t, "Running DLIO ")) {
        if (fid_dlio_take (&t, "with ") || fid_dlio_seek (&t, " with "))
            if (fid_dlio_take_number (&t, &value, &number))
                return put_fact (sink, "ranks", number, err);
    } else if (fid_dlio_take (&t, "Max steps per epoch: ")) {
        if (take_sizes (t, v))
            return put_product (sink, "train_samples", v[0], v[1], err) ||
                           put_product (sink, "global_batch_size", v[2], v[3], err)
                       ? -1
                       : 0;
    } else if (fid_dlio_take (&t, "Steps per eval: ")) {
        if (take_sizes (t, v))
            return put_product (sink, "eval_samples", v[0], v[1], err);
    } else if (fid_dlio_take (&t, "Epoch ")) {
        if (fid_dlio_seek (&t, "[Training] Accelerator Utilization [AU] (%): ")) {
            if (!s->idle_block)
                fid_dlio_facts_au (s, t);
        } else if (!s->compute_told && fid_dlio_seek (&t, "(set value: ")) {
            fid_dlio_take (&t, "{'mean': ");
            if (!fid_dlio_take_number (&t, &value, &number))
                return 0;
            s->compute_told = true;
            return put_fact (sink, "computation_time_s", number, err);
        }
    }
    return 0;
}

int
fid_dlio_facts_end (const struct fid_dlio_facts *s, const struct fid_sink *sink,
                    struct fid_error *err)
{
    return s->au[0] ? put_fact (sink, "au_percent", fid_span_of (s->au), err) : 0;
}
