/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry.c - what this build knows (fidlio.h) */
#include "lib/border.h"
#include "metrics/metric.h"
#include "readers/reader.h"

size_t fid_registry_count (enum fid_registry registry)
{
    size_t n = 0;
    switch (registry) {
    case FID_REGISTRY_READERS:
        while (fid_readers[n])
            n++;
        return n;
    case FID_REGISTRY_METRICS:
        while (fid_metrics[n])
            n++;
        return n;
    case FID_REGISTRY_RESOURCES:
        return FID_RESOURCE_N;
    case FID_REGISTRY_PROFILES:
        while (fid_profile_shipped (n))
            n++;
        return n;
    }
    return 0;
}

int fid_registry_get (enum fid_registry registry, size_t i, struct fid_registry_row *row,
                      struct fid_error *err)
{
    struct fid_registry_row r = {0};
    FID_TRY (fid_border_index (i, fid_registry_count (registry), "entry", err));
    if (registry == FID_REGISTRY_READERS) {
        r.name = fid_readers[i]->name;
        r.doc = fid_readers[i]->doc;
    } else if (registry == FID_REGISTRY_METRICS) {
        r.name = fid_metrics[i]->name;
        r.doc = fid_metrics[i]->doc;
        r.unit = fid_metrics[i]->unit;
        r.source = fid_metrics[i]->source;
    } else if (registry == FID_REGISTRY_PROFILES) {
        r.name = fid_profile_shipped (i)->name;
        r.doc = fid_profile_shipped (i)->about;
    } else {
        r.name = fid_resources[i].name;
        r.doc = fid_resources[i].doc;
        r.group = fid_groups[fid_resources[i].group].name;
    }
    return fid_border_row (row, &r, sizeof r, "fid_registry_row", err);
}
