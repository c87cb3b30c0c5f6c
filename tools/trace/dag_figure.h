/* dag_figure.h - a drawing of a graph: its nodes on a circle, from the top clockwise */
#ifndef FID_DAG_FIGURE_H
#define FID_DAG_FIGURE_H

#include "tools/trace/dag.h"

/* The drawing as SVG, freed by the caller; *n becomes its length.  NULL with FID_EINTERNAL. */
char *fid_dag_svg (const struct fid_dag *g, const char *title, size_t *n,
                   struct fid_error *err);

#endif
