/* pair_parts.h - what report.html has of one pair, made apart from the page */
#ifndef FID_HTML_MAKE_H
#define FID_HTML_MAKE_H

#include "report/html/sections.h"

/* One pair's part in the making, apart from the page. */
struct fid_page_made {
    struct fid_page_part part; /* what the pair has, and what is new */
    size_t n;                  /* bytes of that; 0: nothing */
    char *why;                 /* owned; why its series are of no use */
};

/* What is done with all pairs in turn. */
struct fid_page_pass {
    /* Fill m->part and m->n, for so much room: called by several threads, each with a
     * page of its own, so in no order. */
    int (*make) (const struct fid_page *page, const struct fid_result_head *head, size_t room,
                 struct fid_page_made *m);
    bool smaller; /* with less room it may be made smaller */
    bool pictures;
};

/* In this order: text, pictures over it, finer values behind them. */
extern const struct fid_page_pass fid_page_sections, fid_page_drawn, fid_page_fine;

#endif
