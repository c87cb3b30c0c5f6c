/* facets.c - see facets.h */
#include "config.h"
#include <math.h>
#include <string.h>
#include "results/facets.h"

static void
use_facet (struct fid_facets *used, const char *name)
{
    for (size_t i = 0; i < used->n; i++)
        if (strcmp (used->name[i], name) == 0)
            return;
    if (used->n < FID_FACETS_MAX)
        used->name[used->n++] = name;
}

static bool
has_facet (const struct fid_result *r, const char *name)
{
    for (size_t i = 0; i < r->resource_n; i++)
        for (size_t j = 0; j < r->resource[i].facet_n; j++)
            if (strcmp (r->resource[i].facet[j].facet, name) == 0)
                return true;
    return false;
}

struct fid_facets
fid_facets_of (const struct fid_result *r)
{
    static const char *const known[] = {"volume", "marginal", "timing", "shape",
                                        "rhythm", "phases",   "steps",  "coupling"};
    struct fid_facets used = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (has_facet (r, known[i]))
            use_facet (&used, known[i]);
    for (size_t i = 0; i < r->resource_n; i++)
        for (size_t j = 0; j < r->resource[i].facet_n; j++)
            use_facet (&used, r->resource[i].facet[j].facet);
    return used;
}

/* Over the quantities of a facet that have the number. */
static double
mean_of (const struct fid_result_resource *r, const char *facet, bool score)
{
    double sum = 0, weight = 0, high = 0;
    for (size_t i = 0; i < r->facet_n; i++) {
        const struct fid_result_facet *f = &r->facet[i];
        double x = score ? f->score : f->similarity, w = score ? 1 : f->weight;
        if (strcmp (f->facet, facet) != 0 || x == FID_ABSENT || w <= 0)
            continue;
        sum += w * log (fmax (x, 0.01));
        weight += w;
        high = fmax (high, x);
    }
    return weight <= 0 ? FID_ABSENT : high <= 0 ? 0 : exp (sum / weight);
}

double
fid_facet_similarity (const struct fid_result_resource *r, const char *facet)
{
    return mean_of (r, facet, false);
}

double
fid_facet_score (const struct fid_result_resource *r, const char *facet)
{
    return mean_of (r, facet, true);
}
