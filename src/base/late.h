/* late.h - libraries that are loaded when they are first used
 *
 * Cairo and libxlsxwriter bring two dozen others.  Loading them takes longer than reading a
 * small trace, and most commands neither draw nor write workbooks. */
#ifndef FID_LATE_H
#define FID_LATE_H

#include <stddef.h>
#include "base/error.h"

/* Writes the addresses of n functions to function[n], a struct of n function pointers.  Returns
 * -1 with FID_EINTERNAL "LIBRARY: reason" if the library or a function is missing.  The library
 * stays loaded. */
int fid_late_load (const char *library, const char *const *name, void *function, size_t n,
                   struct fid_error *err);

#endif
