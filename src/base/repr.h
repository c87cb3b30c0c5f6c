/* repr.h - numbers as Python's repr prints them */
#ifndef FID_REPR_H
#define FID_REPR_H

#define FID_REPR_TEXT 32

/* The shortest text that reads back as x, which is finite: "9.0", "0.125",
 * "1e-05", "1e+16".  Returns buf. */
char *fid_repr (double x, char buf[FID_REPR_TEXT]);

#endif
