/* report_md.c - report.md: the ranking for people, readable in a terminal */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "report/report.h"
#include "report/breakdown.h"

/* Emulations side by side in one block of the matrix of all pairs. */
#define BLOCK_N 10

/* Write a text of the result files, escaped for Markdown. */
static int
put_clean (FILE *f, const char *before, const char *s, const char *after, struct fid_error *err)
{
    char *clean = fid_cell_md (s, err);
    if (!clean)
        return -1;
    fprintf (f, "%s%s%s", before, clean, after);
    free (clean);
    return 0;
}

static int
finish (struct fid_cells *c, FILE *f, struct fid_error *err)
{
    int rc = fid_cells_write (c, FID_FORMAT_MD, f, err);
    fid_cells_clear (c);
    return rc;
}

static int
put_list (const struct fid_list *list, FILE *f, struct fid_error *err)
{
    const struct fid_column columns[] = {
        {"place", true},
        {"emulation", false},
        {list->scored ? "score" : "similarity", true},
        {"5-95 %", true},
        {"keeps place", true},
        {"groups", true},
        {"worst facet", false},
        {"best facet", false},
        {"serious findings", true},
    };
    struct fid_cells c;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    if (put_clean (f, "\n### ", list->run->id, "", err))
        return -1;
    if (*list->run->workload && put_clean (f, " (", list->run->workload, ")", err))
        return -1;
    fputs ("\n\n", f);
    int rc = 0;
    for (size_t j = 0; rc == 0 && j < list->entry_n; j++) {
        const struct fid_entry *e = &list->entry[j];
        const struct fid_result_head *r = e->result;
        char *worst = fid_extreme_text (&r->worst, err);
        char *best = worst ? fid_extreme_text (&r->best, err) : NULL;
        rc = best ? 0 : -1;
        fid_cells_add (&c, "%s%zu", e->tied ? "=" : "", e->place);
        fid_cells_add (&c, "%s", r->emulation.id);
        fid_cells_number (&c, e->value, 3);
        fid_cells_range (&c, e->weight_low, e->weight_high, 2);
        fid_cells_number (&c, e->keeps_p, 2);
        fid_cells_add (&c, "%d/%d", r->compared_n, r->of_n);
        fid_cells_add (&c, "%s", worst ? worst : "");
        fid_cells_add (&c, "%s", best ? best : "");
        fid_cells_add (&c, "%zu", r->finding_n[FID_SERIOUS]);
        free (worst);
        free (best);
    }
    if (rc) {
        fid_cells_clear (&c);
        return -1;
    }
    return finish (&c, f, err);
}

/* Similarity of each group, the pairs in the order of the ranking. */
static int
put_groups (const struct fid_list *list, FILE *f, struct fid_error *err)
{
    const struct fid_result_head *first = list->entry[0].result;
    struct fid_column columns[FID_GROUP_N + 1] = {{"emulation", false}};
    size_t group[FID_GROUP_N], n = 0;
    for (size_t g = 0; g < FID_GROUP_N; g++)
        if (first->group[g].known) {
            group[n++] = g;
            columns[n] = (struct fid_column){fid_groups[g].name, true};
        }
    struct fid_cells c;
    fid_cells_init (&c, columns, n + 1);
    for (size_t j = 0; j < list->entry_n; j++) {
        const struct fid_result_head *r = list->entry[j].result;
        fid_cells_add (&c, "%s", r->emulation.id);
        for (size_t i = 0; i < n; i++)
            fid_cells_number (&c, r->group[group[i]].similarity, 2);
    }
    fputs ("\n", f);
    return finish (&c, f, err);
}

/* All pairs that stand for several runs or have an interval. */
static int
put_runs (const struct fid_results *all, FILE *f, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"real", false}, {"emulation", false},     {"runs", true},         {"similarity", true},
        {"95 %", true},  {"interval over", false}, {"sides apart", false},
    };
    struct fid_cells c;
    size_t n = 0;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < all->result_n; i++) {
        const struct fid_result_head *r = &all->result[i];
        char apart[FID_ENERGY_N];
        if (!r->similarity_ci_of && r->real.run_n * r->emulation.run_n < 2)
            continue;
        fid_energy_short (r, apart, sizeof apart);
        fid_cells_add (&c, "%s", r->real.id);
        fid_cells_add (&c, "%s", r->emulation.id);
        fid_cells_add (&c, "%zu x %zu", r->real.run_n, r->emulation.run_n);
        fid_cells_number (&c, r->similarity, 3);
        fid_cells_range (&c, r->similarity_low, r->similarity_high, 2);
        fid_cells_add (&c, "%s", r->similarity_ci_of ? r->similarity_ci_of : "-");
        fid_cells_add (&c, "%s", *apart ? apart : "-");
        n++;
    }
    if (n)
        fputs ("\n## Several runs, and intervals\n\n", f);
    int rc = n ? fid_cells_write (&c, FID_FORMAT_MD, f, err) : 0;
    fid_cells_clear (&c);
    return rc;
}

static int
put_nearest (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"emulation", false},
        {"nearest real run", false},
        {"by", false},
        {"value", true},
    };
    struct fid_cells c;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    fputs ("\n## Nearest real run of each emulation\n\n", f);
    for (size_t i = 0; i < report->emulation.list_n; i++) {
        const struct fid_list *list = &report->emulation.list[i];
        for (size_t j = 0; j < list->entry_n && list->entry[j].place == 1; j++) {
            const struct fid_entry *e = &list->entry[j];
            fid_cells_add (&c, "%s", list->run->id);
            fid_cells_add (&c, "%s%s", e->tied ? "= " : "", e->result->real.id);
            fid_cells_add (&c, list->scored ? "score" : "similarity");
            fid_cells_number (&c, e->value, 3);
        }
    }
    return finish (&c, f, err);
}

/* Write the block of the matrix whose numbered columns begin at emulation from. */
static int
put_block (const struct fid_report *report, size_t from, FILE *f, struct fid_error *err)
{
    struct fid_column columns[BLOCK_N + 1] = {{"real", false}};
    char number[BLOCK_N][24];
    size_t n = report->emulation.list_n - from;
    if (n > BLOCK_N)
        n = BLOCK_N;
    for (size_t j = 0; j < n; j++) {
        snprintf (number[j], sizeof number[j], "[%zu]", from + j + 1);
        columns[j + 1] = (struct fid_column){number[j], true};
    }
    struct fid_cells c;
    fid_cells_init (&c, columns, n + 1);
    for (size_t i = 0; i < report->real.list_n; i++) {
        const char *real = report->real.list[i].run->id;
        fid_cells_add (&c, "%s", real);
        for (size_t j = 0; j < n; j++) {
            const struct fid_result_head *r =
                fid_report_pair (report, real, report->emulation.list[from + j].run->id);
            fid_cells_number (&c, r ? r->similarity : FID_ABSENT, 2);
        }
    }
    fputs ("\n", f);
    if (finish (&c, f, err))
        return -1;
    fputs ("\n", f);
    for (size_t j = 0; j < n; j++) {
        fprintf (f, "* %s ", number[j]);
        if (put_clean (f, "", report->emulation.list[from + j].run->id, "\n", err))
            return -1;
    }
    return 0;
}

static int
put_failures (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    if (report->all.failure_n == 0)
        return 0;
    fputs ("\n## Not compared\n\n", f);
    for (size_t i = 0; i < report->all.failure_n; i++) {
        const struct fid_failure *fail = &report->all.failure[i];
        fputs ("* ", f);
        if (fail->real && (put_clean (f, "", fail->real, " x ", err) ||
                           put_clean (f, "", fail->emulation, ": ", err)))
            return -1;
        if (put_clean (f, "", fail->reason, "\n", err))
            return -1;
    }
    return 0;
}

/* The serious findings of a pair, from its file. */
static int
put_findings_of (const struct fid_result_head *head, FILE *f, struct fid_error *err)
{
    struct fid_result *r = fid_result_load (head->path, err);
    if (!r)
        return -1;
    int rc = put_clean (f, "\n", head->real.id, " x ", err) ||
                     put_clean (f, "", head->emulation.id, ":\n\n", err)
                 ? -1
                 : 0;
    for (size_t i = 0; rc == 0 && i < r->finding_n; i++)
        if (r->finding[i].severity == FID_SERIOUS)
            rc = put_clean (f, "* ", r->finding[i].text, "\n", err);
    fid_result_destroy (r);
    return rc;
}

static int
put_findings (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    bool headed = false;
    for (size_t i = 0; i < report->all.result_n; i++) {
        const struct fid_result_head *r = &report->all.result[i];
        if (r->finding_n[FID_SERIOUS] == 0)
            continue;
        if (!headed)
            fputs ("\n## Serious findings\n", f);
        headed = true;
        if (put_findings_of (r, f, err))
            return -1;
    }
    return 0;
}

static const char glossary[] =
    "\n## Words\n\n"
    "* **similarity**: 0 to 1, 1 is equal; the geometric mean of the groups. It is not\n"
    "  calibrated: it shows which of two emulations is nearer, not how near is near enough.\n"
    "* **score**: the same after calibration with repeats and unrelated runs (1: as alike as "
    "a\n"
    "  repeat, 0: no more alike than an unrelated run).\n"
    "* **group**: resources that belong together: storage (block I/O and disk throughput), vfs "
    "(reads,\n"
    "  writes, opens), cpu, gpu, phases, steps, coupling. \"6/7\": six of seven could be\n"
    "  compared; the others are left out, not counted as 0. Groups declared out of scope\n"
    "  (--exclude-group) do not count in the overall numbers.\n"
    "* **5-95 %**: the overall number gives every group the same weight. If all other weights\n"
    "  are as good, it lies between these two in nine of ten cases: a wide range says that\n"
    "  groups disagree. It does not cover chance from run to run.\n"
    "* **keeps place**: the probability that a pair stays in its place under such weights;\n"
    "  near 1: the order does not depend on the weights.\n"
    "* **facet**: one way to look at a resource: volume (how much), marginal (which\n"
    "  values), timing (when), shape (course over time), rhythm (how often it repeats),\n"
    "  coupling (what moves together).\n"
    "* **window**: the part of both runs the numbers are from; \"job\" leaves out start-up,\n"
    "  when libraries are loaded.\n";

int
fid_report_md (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    fprintf (f,
             "# fidlio report\n\n%zu pairs of %zu real runs and %zu emulations, ordered by %s",
             all->result_n, report->real.list_n, report->emulation.list_n,
             fid_report_number (report));
    if (*report->window && !all->mixed_window &&
        put_clean (f, "; window: ", report->window, "", err))
        return -1;
    if (all->result_n && !all->mixed_key && *all->result[0].out_of_scope &&
        put_clean (f, "; declared out of scope: ", all->result[0].out_of_scope, "", err))
        return -1;
    fprintf (
        f,
        ".\nPairs that are less than %g below the best pair of a place share it (=), and "
        "so do\npairs that are above it under more than %g %% of all weights of the groups.\n",
        FID_TIE_WITHIN, 100 * FID_TIE_FLIP);
    const char *caveat;
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        fprintf (f, "\n**%s**\n", caveat);
    if (report->real.list_n)
        fputs ("\n## Ranking\n", f);
    for (size_t i = 0; i < report->real.list_n; i++)
        if (put_list (&report->real.list[i], f, err) ||
            put_groups (&report->real.list[i], f, err))
            return -1;
    if (put_runs (all, f, err))
        return -1;
    if (report->emulation.list_n && put_nearest (report, f, err))
        return -1;
    if (report->emulation.list_n)
        fputs ("\n## Similarity of all pairs\n", f);
    for (size_t from = 0; from < report->emulation.list_n; from += BLOCK_N)
        if (put_block (report, from, f, err))
            return -1;
    if (put_findings (report, f, err) || put_failures (report, f, err))
        return -1;
    fputs (glossary, f);
    return 0;
}
