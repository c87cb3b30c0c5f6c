/* SPDX-License-Identifier: GPL-3.0-or-later */
/* late.c - see late.h */
#include <dlfcn.h>
#include "base/late.h"

static int load_library (const char *library, const char *const *name, char *to, size_t n,
                         struct fid_error *err)
{
    void *handle = dlopen (library, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; handle && i < n; i++) {
        void *f = dlsym (handle, name[i]);
        if (!f)
            handle = NULL;
        else
            memcpy (to + i * sizeof f, &f, sizeof f);
    }
    if (handle)
        return 0;
    const char *why = dlerror ();
    return fid_errorf (err, FID_EINTERNAL, "%s: %s", library, why ? why : "cannot be loaded");
}

int fid_late_load (const char *library, const char *const *name, void *function, size_t n,
                   struct fid_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    void *last; /* set if all are */
    char *to = function;
    pthread_mutex_lock (&lock);
    memcpy (&last, to + (n - 1) * sizeof last, sizeof last);
    int rc = last ? 0 : load_library (library, name, to, n, err);
    pthread_mutex_unlock (&lock);
    return rc;
}
