/* late.c - see late.h */
#include "config.h"
#include <dlfcn.h>
#include <string.h>
#include "base/late.h"

int
fid_late_load (const char *library, const char *const *name, void *function, size_t n,
               struct fid_error *err)
{
    void *handle = dlopen (library, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; handle && i < n; i++) {
        void *f = dlsym (handle, name[i]);
        if (!f) {
            handle = NULL;
            break;
        }
        memcpy ((char *)function + i * sizeof f, &f, sizeof f);
    }
    if (handle)
        return 0;
    const char *why = dlerror ();
    return fid_errorf (err, FID_EINTERNAL, "%s: %s", library, why ? why : "cannot be loaded");
}
