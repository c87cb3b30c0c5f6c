/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config_name.c - see config_name.h */
#include "tools/steps/config_name.h"

struct rule {
    const char *word;
    bool after; /* the number follows the word */
    char lead;  /* the character before the number; 0: any */
    bool ends;  /* no letter follows the word, except the b of "8gb6" */
};

static const struct rule gpu_rules[] = {
    {"GPU", false, 0, false},
    {"gpu", false, 0, false},
    {"g", false, 0, true},
    {"G", false, 0, true},
};
static const struct rule batch_rules[] = {
    {"batch", false, 0, false}, {"b", false, '_', true}, {"b", true, 0, false},
    {"batch", true, 0, false},  {"b", false, 0, true},   {"global", false, 0, false},
};

/* The number of digits, times 1024 for k, 1024^2 for M. */
static bool number_of (struct fid_span digits, char unit, int64_t *out)
{
    uint64_t v, by = unit == 'k' || unit == 'K' ? 1024 : unit == 'M' ? 1024 * 1024 : 1;
    if (!fid_span_u64 (digits, &v) || !v || v > (uint64_t)FID_CONFIG_MAX / by)
        return false;
    *out = (int64_t)(v * by);
    return true;
}

static bool is_unit (char c)
{
    return c == 'k' || c == 'K' || c == 'M';
}

static bool number_before (struct fid_span name, size_t word, char lead, int64_t *out)
{
    size_t end = word, from;
    char unit = 0;
    if (end > 1 && is_unit (name.p[end - 1]))
        unit = name.p[--end];
    for (from = end; from && isdigit ((unsigned char)name.p[from - 1]);)
        from--;
    if (lead && (!from || name.p[from - 1] != lead))
        return false;
    return number_of ((struct fid_span){name.p + from, end - from}, unit, out);
}

static bool number_after (struct fid_span name, size_t from, int64_t *out)
{
    size_t end = from;
    while (end < name.n && isdigit ((unsigned char)name.p[end]))
        end++;
    bool unit = end < name.n && is_unit (name.p[end]) &&
                (end + 1 == name.n || !isalpha ((unsigned char)name.p[end + 1]));
    return number_of ((struct fid_span){name.p + from, end - from}, unit ? name.p[end] : 0,
                      out);
}

static bool by_rule (struct fid_span name, const struct rule *r, int64_t *out)
{
    size_t n = strlen (r->word);
    for (size_t at = name.n; at-- > 0;) {
        struct fid_span rest = {name.p + at, name.n - at};
        if (!fid_span_starts (rest, r->word))
            continue;
        char next = rest.n > n ? rest.p[n] : 0;
        if (r->ends && isalpha ((unsigned char)next) && next != 'b')
            continue;
        if (r->after ? number_after (name, at + n, out)
                     : number_before (name, at, r->lead, out))
            return true;
    }
    return false;
}

bool fid_config_gpus (struct fid_span name, int64_t *out)
{
    for (size_t i = 0; i < sizeof gpu_rules / sizeof *gpu_rules; i++)
        if (by_rule (name, &gpu_rules[i], out))
            return true;
    return false;
}

bool fid_config_batch (struct fid_span name, int64_t *out)
{
    for (size_t i = 0; i < sizeof batch_rules / sizeof *batch_rules; i++)
        if (by_rule (name, &batch_rules[i], out))
            return true;
    return false;
}

size_t fid_config_of_path (struct fid_span path, int64_t *gpus, int64_t *batch)
{
    bool has_gpus = false, has_batch = false;
    size_t end = 0;
    while (path.n && !(has_gpus && has_batch)) {
        struct fid_span part = fid_span_last_part (path);
        bool gpus_here = !has_gpus && fid_config_gpus (part, gpus);
        bool batch_here = !has_batch && fid_config_batch (part, batch);
        if ((gpus_here || batch_here) && !end)
            end = path.n;
        has_gpus |= gpus_here;
        has_batch |= batch_here;
        path.n -= part.n;
        while (path.n && path.p[path.n - 1] == '/')
            path.n--;
    }
    return has_gpus && has_batch ? end : 0;
}

char *fid_config_batch_text (int64_t batch, bool short_forms, char buf[FID_BATCH_TEXT])
{
    const int64_t k = 1024, m = k * k;
    if (short_forms && batch == 130712)
        batch = 128 * k;
    bool mega = short_forms && batch >= m && batch % m == 0;
    bool kilo = short_forms && batch >= k && batch % k == 0;
    snprintf (buf, FID_BATCH_TEXT, "%" PRId64 "%s",
              batch / (mega   ? m
                       : kilo ? k
                              : 1),
              mega   ? "M"
              : kilo ? "k"
                     : "");
    return buf;
}
