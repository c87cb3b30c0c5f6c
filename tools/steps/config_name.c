/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config_name.c - GPUs and batch size from the name of a configuration
 *
 *     config_8gpu_4batch  UNET3D_1g_2b  BERT_8gb6  DLRM_benchmark_8GPU_b32k
 *
 * A number may end in k for 1024 or M for 1024^2.  The first rule that fits counts; if
 * it fits at several places, the last one. */
#include <regex.h>
#include "tools/steps/steps.h"

#define NUMBER       "0*([1-9][0-9]*)([kKM]?)"
#define NUMBER_AFTER "0*([1-9][0-9]*)(([kKM])([^[:alpha:]]|$))?"
#define WORD_END     "([^[:alpha:]]|b|$)" /* or the b of "8gb6" */

#define RULES_MAX 6

struct rules {
    const char *pattern[RULES_MAX];
    regex_t regex[RULES_MAX];
    bool ready;
};

static struct rules gpu_rules = {
    .pattern = {NUMBER "GPU", NUMBER "gpu", NUMBER "g" WORD_END, NUMBER "G" WORD_END}};
static struct rules batch_rules = {.pattern = {NUMBER "batch", "_" NUMBER "b" WORD_END,
                                               "b" NUMBER_AFTER, "batch" NUMBER_AFTER,
                                               NUMBER "b" WORD_END, NUMBER "global"}};

/* Finds a number by one of the rules in one part of a path. */
static bool find_number (struct rules *rules, struct fid_span part, int64_t *out)
{
    const char *name = fid_copy (part);
    for (size_t i = 0; i < RULES_MAX && rules->pattern[i]; i++) {
        if (!rules->ready &&
            regcomp (&rules->regex[i], fid_textf ("^%s", rules->pattern[i]), REG_EXTENDED))
            fid_must (fid_error_nomem (&fid_why));
    }
    rules->ready = true;
    for (size_t i = 0; i < RULES_MAX && rules->pattern[i]; i++)
        for (size_t at = strlen (name); at-- > 0;) {
            regmatch_t m[3];
            uint64_t v, by;
            bool inside = at && fid_is_digit (name[at]) && fid_is_digit (name[at - 1]);
            int rc = inside ? REG_NOMATCH : regexec (&rules->regex[i], name + at, 3, m, 0);
            fid_must (rc == REG_ESPACE ? fid_error_nomem (&fid_why) : 0);
            if (rc)
                continue;
            char unit = m[2].rm_so < 0 ? 0 : name[at + (size_t)m[2].rm_so];
            by = unit == 'k' || unit == 'K' ? 1024 : unit == 'M' ? 1024 * 1024 : 1;
            struct fid_span digits = {name + at + m[1].rm_so,
                                      (size_t)(m[1].rm_eo - m[1].rm_so)};
            if (!fid_span_u64 (digits, &v) || v > (uint64_t)FID_CONFIG_MAX / by)
                continue;
            *out = (int64_t)(v * by);
            return true;
        }
    return false;
}

size_t fid_config_of_path (struct fid_span path, int64_t *gpus, int64_t *batch)
{
    bool has_gpus = false, has_batch = false;
    size_t end = 0;
    while (path.n && !(has_gpus && has_batch)) {
        struct fid_span part = fid_span_last_part (path);
        bool gpus_here = !has_gpus && find_number (&gpu_rules, part, gpus);
        bool batch_here = !has_batch && find_number (&batch_rules, part, batch);
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
    bool kilo = short_forms && batch >= k && batch % k == 0 && !mega;
    snprintf (buf, FID_BATCH_TEXT, "%" PRId64 "%s", batch / (mega ? m : 1) / (kilo ? k : 1),
              mega   ? "M"
              : kilo ? "k"
                     : "");
    return buf;
}
