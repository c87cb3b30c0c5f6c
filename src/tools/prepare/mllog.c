/* mllog.c - WORKLOAD.log: the MLLOG lines of rank 0 as a JSON array */
#include <stdlib.h>
#include "base/array.h"
#include "tools/prepare/priv.h"
#include "readers/mllog/mllog_copy.h"

int
fid_prepare_mllog (struct fid_prepare *p, const struct fid_source *s, struct fid_error *err)
{
    struct fid_text text;
    int rc = -1;
    char *name = fid_format (err, "%s.log", fid_workload_name (p->workload));
    char *path = fid_format (err, "%s/%s", p->run->dir, s->path);
    FILE *f = name && path ? fid_tree_file (&p->tree, name, err) : NULL;
    if (!f)
        goto done;
    rc = fid_text_open (&text, path, err);
    if (!rc) {
        rc = fid_mllog_copy (&text, f, err);
        fid_text_close (&text);
    }
    if (fid_tree_close (&p->tree, f, name, rc ? NULL : err))
        rc = -1;
done:
    free (name);
    free (path);
    return rc;
}
