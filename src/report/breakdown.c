/* breakdown.c - see breakdown.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "report/sparkline.h"
#include "report/breakdown.h"
#include "base/wrap.h"

#define WIDTH   80
#define NAME_N  12 /* columns of a resource's name and a blank */
#define TOTAL_N 6

static const char *
colour_of (double similarity)
{
    return similarity < 0.5 ? "\033[31m" : similarity < 0.8 ? "\033[33m" : "\033[32m";
}

static void
put_number (FILE *f, double similarity, size_t width, bool colour)
{
    char text[16] = "-";
    if (similarity != FID_ABSENT)
        snprintf (text, sizeof text, "%.2f", similarity);
    fprintf (f, "%*s", (int)(width - strlen (text)), "");
    if (colour && similarity != FID_ABSENT)
        fprintf (f, "%s%s\033[0m", colour_of (similarity), text);
    else
        fputs (text, f);
}

static size_t
column_width (enum fid_facet_id facet)
{
    size_t n = strlen (fid_facets[facet].name);
    return 1 + (n < 4 ? 4 : n);
}

static int
put_resource (FILE *f, const struct fid_result_resource *r, const struct fid_facets *used,
              bool colour, struct fid_error *err)
{
    char name[80];
    if (r->status == FID_STATUS_COMPARED) {
        fprintf (f, "%-*s", NAME_N - 1, r->resource);
        put_number (f, r->similarity, TOTAL_N, colour);
        for (size_t i = 0; i < used->n; i++)
            put_number (f, fid_facet_similarity (r, used->id[i]), column_width (used->id[i]),
                        colour);
        fputc ('\n', f);
        return 0;
    }
    snprintf (name, sizeof name, "%-*s  ", NAME_N - 1, r->resource);
    if (r->status == FID_STATUS_IDLE)
        return fid_wrap (f, name, "idle in both runs", WIDTH, err);
    char *text = r->reason ? fid_format (err, "%s: %s", fid_status_name (r->status), r->reason)
                           : fid_strdup (fid_status_name (r->status), err);
    int rc = text ? fid_wrap (f, name, text, WIDTH, err) : -1;
    free (text);
    return rc;
}

/* "groups: storage 0.83  vfs 0.50 ...", on as many lines as needed */
static void
put_groups (FILE *f, const struct fid_result_head *r, bool colour)
{
    size_t at = fid_text_width ("groups: ");
    fputs ("groups: ", f);
    for (size_t i = 0, shown_n = 0; i < FID_GROUP_N; i++) {
        size_t n = fid_text_width (fid_groups[i].name) + 5;
        if (!r->group[i].known)
            continue;
        if (at + 2 + n > WIDTH) {
            at = fid_text_width ("groups: ");
            fprintf (f, "\n%*s", (int)at, "");
        } else if (shown_n > 0) {
            fputs ("  ", f);
            at += 2;
        }
        fputs (fid_groups[i].name, f);
        put_number (f, r->group[i].similarity, 5, colour);
        at += n;
        shown_n++;
    }
    fputc ('\n', f);
}

/* "ID (real, unet3d, 5 runs)"; NULL if memory runs out, else freed by the caller. */
static char *
side_words (const char *what, const struct fid_result_side *side, struct fid_error *err)
{
    char runs[40] = "";
    if (side->run_n > 1)
        snprintf (runs, sizeof runs, ", %zu runs", side->run_n);
    return fid_format (err, "%s (%s%s%s%s)", side->id, what, *side->workload ? ", " : "",
                       side->workload, runs);
}

static double
number_in (const cJSON *o, const char *key)
{
    const cJSON *m = cJSON_GetObjectItemCaseSensitive (o, key);
    return cJSON_IsNumber (m) ? m->valuedouble : FID_ABSENT;
}

char *
fid_energy_words (const struct fid_result *r, struct fid_error *err)
{
    const cJSON *repeats = cJSON_GetObjectItemCaseSensitive (r->doc, "repeats");
    const cJSON *e = cJSON_GetObjectItemCaseSensitive (repeats, "energy");
    double p = r->head.energy_p, multiple = r->head.energy_multiple;
    double between = number_in (e, "between"), labelings = number_in (e, "labelings");
    /* exchanging the labels of sides of equal size changes nothing */
    double least = r->head.real.run_n == r->head.emulation.run_n ? 2 : 1;
    char times[60] = "";
    if (!cJSON_IsObject (e))
        return fid_strdup (cJSON_IsObject (repeats)
                               ? "none: no resource could be compared in all pairs of runs"
                               : "",
                           err);
    if (multiple != FID_ABSENT)
        snprintf (times, sizeof times, ", %.3g times as far as the real runs are apart",
                  multiple);
    return fid_format (
        err,
        "the two sides are %.3g apart (-ln similarity)%s; p = %.2g over %.0f labelings of the "
        "runs (never below %.2g)",
        between, times, p, labelings, least / labelings);
}

void
fid_energy_short (const struct fid_result_head *r, char *buf, size_t n)
{
    if (r->energy_p == FID_ABSENT)
        buf[0] = '\0';
    else if (r->energy_multiple == FID_ABSENT)
        snprintf (buf, n, "p %.2g", r->energy_p);
    else
        snprintf (buf, n, "%.3g x repeats, p %.2g", r->energy_multiple, r->energy_p);
}

/* The source of the interval and the energy test, wrapped; nothing for a pair without
 * either. */
static int
put_runs (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    int rc = 0;
    if (r->head.similarity_ci_of)
        rc = fid_wrap (f, "interval of similarity: ", r->head.similarity_ci_of, WIDTH, err);
    char *energy = rc ? NULL : fid_energy_words (r, err);
    if (!energy)
        return -1;
    if (*energy)
        rc = fid_wrap (f, "energy test: ", energy, WIDTH, err);
    free (energy);
    return rc;
}

static int
put_head (const struct fid_result *r, FILE *f, bool colour, struct fid_error *err)
{
    const struct fid_result_head *h = &r->head;
    char *real = side_words ("real", &h->real, err);
    char *emulation = real ? side_words ("emulation", &h->emulation, err) : NULL;
    char *text = emulation ? fid_format (err, "%s x %s", real, emulation) : NULL;
    int rc = text ? fid_wrap (f, "", text, WIDTH, err) : -1;
    free (text);
    free (emulation);
    free (real);
    if (rc)
        return -1;
    fputs ("overall similarity", f);
    put_number (f, h->similarity, 5, colour);
    if (h->similarity_low != FID_ABSENT)
        fprintf (f, " (%.2f to %.2f)", h->similarity_low, h->similarity_high);
    if (h->score != FID_ABSENT)
        fprintf (f, ", score %.2f", h->score);
    if (h->score != FID_ABSENT && h->score_low != FID_ABSENT)
        fprintf (f, " (%.2f to %.2f)", h->score_low, h->score_high);
    bool full = h->similarity_low != FID_ABSENT && h->score != FID_ABSENT; /* 80 columns */
    fprintf (f, ",%c%d of %d groups compared", full ? '\n' : ' ', h->compared_n, h->of_n);
    if (*h->window)
        fprintf (f, ", window: %s", h->window);
    fputc ('\n', f);
    if (rc == 0 && *h->out_of_scope)
        rc = fid_wrap (f, "declared out of scope: ", h->out_of_scope, WIDTH, err);
    return rc ? rc : put_runs (r, f, err);
}

static int
put_extreme (FILE *f, const char *what, const struct fid_result_extreme *e,
             struct fid_error *err)
{
    if (!e->known)
        return 0;
    char *text = fid_format (err, "%s of %s, %.2f", fid_facets[e->facet].name,
                             fid_resources[e->resource].name, e->similarity);
    int rc = text ? fid_wrap (f, what, text, WIDTH, err) : -1;
    free (text);
    return rc;
}

static const char *
text_in (const cJSON *o, const char *key)
{
    const cJSON *m = cJSON_GetObjectItemCaseSensitive (o, key);
    return cJSON_IsString (m) ? m->valuestring : NULL;
}

/* "serious  block.write, CHECKPOINT: text" */
static int
put_finding (const struct fid_result_finding *o, FILE *f, struct fid_error *err)
{
    char first[16];
    const char *resource = o->resource < 0 ? NULL : fid_resources[o->resource].name;
    char *text = fid_format (err, "%s%s%s%s%s", resource ? resource : "",
                             resource && o->phase ? ", " : "", o->phase ? o->phase : "",
                             resource || o->phase ? ": " : "", o->text);
    if (!text)
        return -1;
    snprintf (first, sizeof first, "%-9s", fid_severity_name (o->severity));
    int rc = fid_wrap (f, first, text, WIDTH, err);
    free (text);
    return rc;
}

/* Findings, serious ones first, then warnings.  Leaves out why a resource was not
 * compared: its row says so already. */
static int
put_findings (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    const cJSON *o;
    fputc ('\n', f);
    for (int severity = FID_SEVERITY_N - 1; severity >= 0; severity--)
        for (size_t i = 0; i < r->finding_n; i++) {
            const struct fid_result_finding *found = &r->finding[i];
            const struct fid_result_resource *row = fid_result_resource (r, found->resource);
            if ((int)found->severity != severity ||
                (severity == FID_INFO && row && row->status == FID_STATUS_NOT_COMPARED))
                continue;
            if (put_finding (found, f, err))
                return -1;
        }
    cJSON_ArrayForEach (
        o, r->warning) if (cJSON_IsString (o) &&
                           fid_wrap (f, "warning  ", o->valuestring, WIDTH, err)) return -1;
    return 0;
}

#define CAUSES_SHOWN 3

/* The largest causes, each with the setting that would remove it. */
static int
put_causes (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    const cJSON *attribution = cJSON_GetObjectItemCaseSensitive (r->doc, "attribution");
    const cJSON *causes = cJSON_GetObjectItemCaseSensitive (attribution, "causes"), *o;
    int n = 0;
    cJSON_ArrayForEach (o, causes)
    {
        const char *text = text_in (o, "text"), *key = text_in (o, "key");
        if (!text || n == CAUSES_SHOWN)
            break;
        char *line = key ? fid_format (err, "%s; %s: %s -> %s", text, key,
                                       text_in (o, "from") ? text_in (o, "from") : "?",
                                       text_in (o, "to") ? text_in (o, "to") : "?")
                         : fid_strdup (text, err);
        if (!line)
            return -1;
        int rc = fid_wrap (f, n ? "        " : "causes: ", line, WIDTH, err);
        free (line);
        if (rc)
            return -1;
        n++;
    }
    return 0;
}

static int
write_table (const struct fid_result *r, const struct fid_series *series, bool colour, FILE *f,
             struct fid_error *err)
{
    struct fid_facets used = fid_facets_of (r);
    if (put_head (r, f, colour, err))
        return -1;
    fprintf (f, "\n%-*s%*s", NAME_N - 1, "resource", TOTAL_N, "all");
    for (size_t i = 0; i < used.n; i++)
        fprintf (f, "%*s", (int)column_width (used.id[i]), fid_facets[used.id[i]].name);
    fputc ('\n', f);
    for (size_t i = 0; i < r->resource_n; i++)
        if (put_resource (f, &r->resource[i], &used, colour, err))
            return -1;
    fputc ('\n', f);
    if (series && fid_sparklines_write (series, f, err))
        return -1;
    put_groups (f, &r->head, colour);
    if (put_extreme (f, "worst:  ", &r->head.worst, err) ||
        put_extreme (f, "best:   ", &r->head.best, err) || put_causes (r, f, err))
        return -1;
    return put_findings (r, f, err);
}

void
fid_breakdown_columns (struct fid_cells *c)
{
    static const struct fid_column columns[] = {
        {"real", false},     {"emulation", false}, {"resource", false}, {"group", false},
        {"window", false},   {"status", false},    {"facet", false},    {"measure", false},
        {"quantity", false}, {"distance", true},   {"unit", false},     {"similarity", true},
        {"weight", true},    {"reason", false},
    };
    fid_cells_init (c, columns, sizeof columns / sizeof *columns);
}

void
fid_breakdown_rows (const struct fid_result *r, struct fid_cells *c)
{
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *res = &r->resource[i];
        for (size_t j = 0; j < res->facet_n || (j == 0 && res->facet_n == 0); j++) {
            const struct fid_result_facet none = {.quantity_id = -1,
                                                  .unit = -1,
                                                  .reason = res->reason,
                                                  .distance = FID_ABSENT,
                                                  .similarity = res->similarity,
                                                  .weight = FID_ABSENT};
            const struct fid_result_facet *facet = res->facet_n ? &res->facet[j] : &none;
            const char *text[] = {r->head.real.id,
                                  r->head.emulation.id,
                                  res->resource,
                                  fid_groups[fid_resources[res->id].group].name,
                                  res->window,
                                  fid_status_name (res->status),
                                  res->facet_n ? fid_facets[facet->facet].name : NULL,
                                  facet->measure,
                                  facet->quantity};
            for (size_t k = 0; k < sizeof text / sizeof *text; k++)
                fid_cells_text (c, text[k]);
            fid_cells_number (c, facet->distance, 6);
            fid_cells_text (c,
                      facet->unit < 0 ? NULL : fid_unit_name ((enum fid_unit_id)facet->unit));
            fid_cells_number (c, facet->similarity, 6);
            fid_cells_number (c, facet->weight, 6);
            fid_cells_text (c, facet->reason);
        }
    }
}

/* One row for each facet and quantity. */
static int
write_rows (const struct fid_result *r, enum fid_format format, FILE *f, struct fid_error *err)
{
    struct fid_cells c;
    fid_breakdown_columns (&c);
    fid_breakdown_rows (r, &c);
    int rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    return rc;
}

static int
write_md (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    struct fid_facets used = fid_facets_of (r);
    struct fid_column columns[FID_FACET_N + 3] = {{"resource", false}, {"all", true}};
    for (size_t i = 0; i < used.n; i++)
        columns[i + 2] = (struct fid_column){fid_facets[used.id[i]].name, true};
    columns[used.n + 2] = (struct fid_column){"note", false};
    struct fid_cells c;
    fid_cells_init (&c, columns, used.n + 3);
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *res = &r->resource[i];
        fid_cells_add (&c, "%s", res->resource);
        fid_cells_number (&c, res->similarity, 2);
        for (size_t j = 0; j < used.n; j++)
            fid_cells_number (&c, fid_facet_similarity (res, used.id[j]), 2);
        fid_cells_add (&c, "%s%s%s",
                       res->status == FID_STATUS_COMPARED ? "" : fid_status_name (res->status),
                       res->reason ? ": " : "", res->reason ? res->reason : "");
    }
    int rc = put_head (r, f, false, err);
    fputc ('\n', f);
    if (rc == 0)
        rc = fid_cells_write (&c, FID_FORMAT_MD, f, err);
    fid_cells_clear (&c);
    return rc ? rc : put_findings (r, f, err);
}

int
fid_breakdown_write (const struct fid_result *r, const struct fid_series *series,
                     enum fid_format format, bool colour, FILE *f, struct fid_error *err)
{
    if (format == FID_FORMAT_TABLE)
        return write_table (r, series, colour, f, err);
    if (format == FID_FORMAT_MD)
        return write_md (r, f, err);
    if (format != FID_FORMAT_JSON)
        return write_rows (r, format, f, err);
    char *text = fid_json_text (r->doc, err);
    if (!text)
        return -1;
    fputs (text, f);
    free (text);
    return 0;
}
