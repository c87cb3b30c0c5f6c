/* outfile.c - see outfile.h */
#include "config.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/outfile.h"

#define TRIES 1000 /* names for a temporary file */

/* Create a file that was not there, named after path; its descriptor, and its
 * name in *temp, or -1 with errno.  The kernel applies the umask: asking for
 * it would change it for other threads. */
static int
create (const char *path, char **temp, struct fid_error *err)
{
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        free (*temp);
        *temp = fid_format (err, "%s.%ld-%d.tmp", path, (long)getpid (), i);
        if (!*temp) {
            errno = ENOMEM;
            return -1;
        }
        fd = open (*temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

int
fid_outfile_open (struct fid_outfile *o, const char *path, struct fid_error *err)
{
    *o = (struct fid_outfile){0};
    o->path = fid_strdup (path, err);
    if (!o->path)
        return -1;
    int fd = create (path, &o->temp, err);
    if (fd >= 0)
        o->f = fdopen (fd, "w");
    if (!o->f) {
        fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", path, strerror (errno));
        if (fd >= 0) {
            close (fd);
            unlink (o->temp);
        }
        fid_outfile_abort (o);
        return -1;
    }
    return 0;
}

int
fid_outfile_commit (struct fid_outfile *o, struct fid_error *err)
{
    errno = 0;
    bool good = fflush (o->f) == 0 && !ferror (o->f) && fsync (fileno (o->f)) == 0;
    int why = errno ? errno : EIO; /* an earlier write's errno is gone */
    if (fclose (o->f) && good) {
        good = false;
        why = errno;
    }
    o->f = NULL;
    if (good && rename (o->temp, o->path) == 0) {
        free (o->temp);
        o->temp = NULL;
        fid_outfile_abort (o);
        return 0;
    }
    if (good)
        why = errno;
    fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", o->path, strerror (why));
    unlink (o->temp);
    fid_outfile_abort (o);
    return -1;
}

void
fid_outfile_abort (struct fid_outfile *o)
{
    if (o->f) {
        fclose (o->f);
        unlink (o->temp);
    }
    free (o->temp);
    free (o->path);
    *o = (struct fid_outfile){0};
}

int
fid_outfile_write (const char *path, const char *text, size_t n, struct fid_error *err)
{
    struct fid_outfile o;
    if (fid_outfile_open (&o, path, err))
        return -1;
    fwrite (text, 1, n, o.f); /* an error shows in commit */
    return fid_outfile_commit (&o, err);
}

int
fid_make_dirs (const char *path, struct fid_error *err)
{
    char *p = fid_strdup (path, err);
    if (!p)
        return -1;
    int rc = 0;
    for (char *at = p[0] ? p + 1 : p;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char c = *at;
        *at = '\0';
        if (mkdir (p, 0777) && errno != EEXIST) {
            rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be made: %s", p, strerror (errno));
            break;
        }
        *at = c;
        if (c == '\0')
            break;
    }
    struct stat st;
    if (!rc && (stat (path, &st) || !S_ISDIR (st.st_mode)))
        rc = fid_errorf (err, FID_EINTERNAL, "%s: is not a directory", path);
    free (p);
    return rc;
}
