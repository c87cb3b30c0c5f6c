/* ranking.h - the end of `report` and of `matrix` */
#ifndef FID_CLI_RANKING_H
#define FID_CLI_RANKING_H

#include "cli/common.h"

/* Rank the results of dir, write the report's files if asked, print the
 * ranking.  Says what could not be read.  Returns an exit status: 0,
 * FID_EPARTIAL if some pair or file has no numbers, FID_EINPUT if none has,
 * FID_EINTERNAL if a file cannot be written. */
int fid_print_ranking (const char *dir, bool write, const struct fid_common *common);

#endif
