/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dag_gml.c - graphs from GML, read by igraph (see dag.h) */
#include "base/late.h"
#include "tools/trace/dag.h"

#ifdef HAVE_IGRAPH
#include <igraph.h>

/* clang-format off */
#define CALLS(X)                                                                               \
    X (igraph_read_graph_gml) X (igraph_destroy) X (igraph_vcount) X (igraph_ecount)           \
    X (igraph_edge) X (igraph_cattribute_has_attr) X (igraph_cattribute_VAS)                   \
    X (igraph_cattribute_VAN) X (igraph_cattribute_list) X (igraph_cattribute_table)           \
    X (igraph_set_attribute_table) X (igraph_set_error_handler)                                \
    X (igraph_set_warning_handler) X (igraph_warning_handler_ignore)                           \
    X (igraph_strvector_init) X (igraph_strvector_destroy) X (igraph_vector_int_init)          \
    X (igraph_vector_int_destroy) X (igraph_strvector_get) X (igraph_vector_int_get)           \
    X (igraph_strvector_size)
/* clang-format on */

#ifdef IGRAPH_SONAME
FID_LATE_LIBRARY (IGRAPH_SONAME, CALLS)
#else
FID_LINKED_LIBRARY (CALLS)
#endif

/* What igraph said last. */
static char reason[300];

static void keep_reason (const char *why, const char *file, int line, igraph_error_t code)
{
    (void)file;
    (void)line;
    (void)code;
    snprintf (reason, sizeof reason, "%s", why);
}

/* Whether labels are texts; a file whose labels are all numbers gives numbers. */
static bool is_text (const igraph_t *g, const char *name)
{
    igraph_strvector_t gnames, vnames, enames;
    igraph_vector_int_t gtypes, vtypes, etypes;
    bool text = false;
    lib.igraph_strvector_init (&gnames, 0);
    lib.igraph_strvector_init (&vnames, 0);
    lib.igraph_strvector_init (&enames, 0);
    lib.igraph_vector_int_init (&gtypes, 0);
    lib.igraph_vector_int_init (&vtypes, 0);
    lib.igraph_vector_int_init (&etypes, 0);
    lib.igraph_cattribute_list (g, &gnames, &gtypes, &vnames, &vtypes, &enames, &etypes);
    for (igraph_integer_t i = 0; i < lib.igraph_strvector_size (&vnames); i++)
        if (strcmp (lib.igraph_strvector_get (&vnames, i), name) == 0)
            text = lib.igraph_vector_int_get (&vtypes, i) == IGRAPH_ATTRIBUTE_STRING;
    lib.igraph_strvector_destroy (&gnames);
    lib.igraph_strvector_destroy (&vnames);
    lib.igraph_strvector_destroy (&enames);
    lib.igraph_vector_int_destroy (&gtypes);
    lib.igraph_vector_int_destroy (&vtypes);
    lib.igraph_vector_int_destroy (&etypes);
    return text;
}

static const char *label_of (const igraph_t *g, igraph_integer_t i, const char *by, bool text)
{
    if (!by)
        return fid_textf ("%ld", (long)i);
    if (!text)
        return fid_textf ("%.15g", lib.igraph_cattribute_VAN (g, by, i));
    char *label = fid_textf ("%s", lib.igraph_cattribute_VAS (g, by, i));
    /* Decodes "&#233;" in place; igraph has decoded the entities with names. */
    char *p = label;
    char *to = p;
    while (*p) {
        unsigned long c = 0;
        char *end = p;
        if (p[0] == '&' && p[1] == '#')
            c = strtoul (p + 2 + (p[2] == 'x'), &end, p[2] == 'x' ? 16 : 10);
        if (!c || c > 0x10ffff || *end != ';') {
            *to++ = *p++;
            continue;
        }
        p = end + 1;
        if (c < 0x80) {
            *to++ = (char)c;
            continue;
        }
        int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        static const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
        *to++ = (char)(lead[n] | c >> 6 * (n - 1));
        for (int k = n - 2; k >= 0; k--)
            *to++ = (char)(0x80 | (c >> 6 * k & 0x3f));
    }
    *to = '\0';
    return label;
}

static struct fid_dag *copy_graph (const igraph_t *from, const char *path)
{
    const char *by =
        lib.igraph_cattribute_has_attr (from, IGRAPH_ATTRIBUTE_VERTEX, "label") ? "label"
        : lib.igraph_cattribute_has_attr (from, IGRAPH_ATTRIBUTE_VERTEX, "id")  ? "id"
                                                                                : NULL;
    bool text = by && is_text (from, by);
    struct fid_dag *g = fid_take (1, sizeof *g);
    for (igraph_integer_t i = 0; i < lib.igraph_vcount (from); i++) {
        const char *label = label_of (from, i, by, text);
        if (fid_dag_add (g, fid_span_of (label)) != (size_t)i)
            fid_fail (FID_EINPUT, "%s: two nodes are called '%.100s'", path, label);
    }
    for (igraph_integer_t k = 0; k < lib.igraph_ecount (from); k++) {
        igraph_integer_t a, b;
        lib.igraph_edge (from, k, &a, &b);
        fid_dag_link (g, (size_t)a, (size_t)b);
    }
    return g;
}

struct fid_dag *fid_dag_read (const char *path)
{
    igraph_t graph;
    struct stat opened;
    fid_must (load_lib (&fid_why));
    FILE *f = fopen (path, "r");
    if (!f || fstat (fileno (f), &opened))
        fid_must (fid_error_file (&fid_why, path, errno));
    if (S_ISDIR (opened.st_mode)) /* igraph aborts if it cannot read */
        fid_must (fid_error_file (&fid_why, path, EISDIR));
    lib.igraph_set_error_handler (keep_reason);
    lib.igraph_set_warning_handler (lib.igraph_warning_handler_ignore);
    lib.igraph_set_attribute_table (lib.igraph_cattribute_table);
    errno = 0; /* its parser calls a file bad when memory is short, or it cannot be read */
    int bad = lib.igraph_read_graph_gml (&graph, f), why = errno;
    if (ferror (f) || (bad && why == ENOMEM))
        fid_must (fid_error_file (&fid_why, path, why ? why : EIO));
    fid_must (fid_file_unchanged (fileno (f), path, &opened, &fid_why));
    fclose (f);
    if (bad)
        fid_fail (FID_EINPUT, "%s: %s", path, reason[0] ? reason : "not a graph in GML");
    struct fid_dag *g = copy_graph (&graph, path);
    lib.igraph_destroy (&graph);
    return g;
}
#else
struct fid_dag *fid_dag_read (const char *path)
{
    fid_fail (FID_EUSAGE, "%s: this fidlio is built without igraph, which reads GML", path);
}
#endif
