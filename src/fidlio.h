/* fidlio.h - how faithful is an emulation: the installed interface
 *
 * Part of libfidlio.  Functions that can fail return 0 or -1 (a pointer: NULL)
 * and write the reason to the struct fid_error given last. */
#ifndef FIDLIO_H
#define FIDLIO_H

#ifdef __cplusplus
extern "C" {
#endif

/* Also the exit statuses of the program. */
enum fid_status {
    FID_OK = 0,
    FID_EFAIL = 1,    /* a check failed */
    FID_EUSAGE = 2,   /* usage or configuration */
    FID_EINPUT = 3,   /* unreadable, malformed or nothing comparable */
    FID_EPARTIAL = 4, /* some pairs failed, the rest is written */
    FID_EINTERNAL = 5 /* internal error or output not written */
};

struct fid_error {
    enum fid_status status;
    char text[1024];
};

/* "0.1.0" */
const char *fid_version (void);

#ifdef __cplusplus
}
#endif
#endif
