/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xlsx.c - tables as a workbook, see tables.h */
#include "base/late.h"
#include "base/outfile.h"
#include "base/plain.h"
#include "report/tables.h"

#ifndef HAVE_XLSXWRITER

int fid_workbook_write (const char *path, const char *title, size_t n, fid_sheet_fill fill,
                        void *self, struct fid_error *err)
{
    (void)title;
    (void)n;
    (void)fill;
    (void)self;
    return fid_errorf (err, FID_EUSAGE, "%s: this fidlio was built without libxlsxwriter",
                       path);
}

#else
#include <xlsxwriter.h>

/* What is called of the library. */
/* clang-format off */
#define CALLS(X)                                                                               \
    X (format_set_bold) X (lxw_strerror) X (workbook_add_format)                               \
    X (workbook_add_worksheet) X (workbook_close) X (workbook_new)                             \
    X (workbook_set_properties) X (worksheet_autofilter) X (worksheet_freeze_panes)            \
    X (worksheet_set_column) X (worksheet_write_number) X (worksheet_write_string)
/* clang-format on */

#ifdef XLSX_SONAME
FID_LATE_LIBRARY (XLSX_SONAME, CALLS)
#else
FID_LINKED_LIBRARY (CALLS)
#endif

#define ROW_MAX   1048576 /* rows of a sheet, with its head */
#define WIDTH_MAX 60

/* A fixed date of creation: equal results must give equal bytes. */
#define CREATED   1577836800 /* 2020-01-01 */

static int put_sheet (lxw_workbook *book, lxw_format *head, const char *name,
                      const struct fid_cells *c, struct fid_error *err)
{
    size_t n = c->column_n, row_n = n ? c->cell_n / n : 0;
    lxw_worksheet *sheet = lib.workbook_add_worksheet (book, name);
    if (c->failed || !sheet)
        return fid_error_nomem (err);
    if (row_n >= ROW_MAX)
        return fid_errorf (err, FID_EUSAGE,
                           "%zu rows of %s do not fit a sheet of %d: write csv", row_n, name,
                           ROW_MAX);
    int rc = 0;
    for (size_t j = 0; j < n && !rc; j++) {
        size_t width = fid_text_width (c->column[j].name);
        rc = lib.worksheet_write_string (sheet, 0, (lxw_col_t)j, c->column[j].name, head);
        for (size_t i = 0; i < row_n && !rc; i++) {
            const char *s = c->cell[i * n + j];
            size_t w = s ? fid_text_width (s) : 0;
            width = w > width ? w : width;
            lxw_row_t row = (lxw_row_t)(i + 1);
            double x;
            if (s && c->column[j].number && fid_span_f64 (fid_span_of (s), &x))
                rc = lib.worksheet_write_number (sheet, row, (lxw_col_t)j, x, NULL);
            else if (s) /* a missing one is an empty cell, not a 0 */
                rc = lib.worksheet_write_string (sheet, row, (lxw_col_t)j, s, NULL);
        }
        if (!rc)
            rc = lib.worksheet_set_column (sheet, (lxw_col_t)j, (lxw_col_t)j,
                                           (double)(width < WIDTH_MAX ? width : WIDTH_MAX) + 2,
                                           NULL);
    }
    lib.worksheet_freeze_panes (sheet, 1, 0);
    if (!rc && row_n)
        rc = lib.worksheet_autofilter (sheet, 0, 0, (lxw_row_t)row_n, (lxw_col_t)(n - 1));
    return rc ? fid_errorf (err, FID_EINTERNAL, "sheet %s: %s", name,
                            lib.lxw_strerror ((lxw_error)rc))
              : 0;
}

/* The library writes its errors, which we return, to standard error as well: that is /dev/null
 * meanwhile.  Returns what restores it; -1: nothing is changed. */
static int silence_library (void)
{
    int null = open ("/dev/null", O_WRONLY | O_CLOEXEC);
    int kept = null < 0 ? -1 : fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (kept >= 0)
        dup2 (null, STDERR_FILENO);
    if (null >= 0)
        close (null);
    return kept;
}

static void restore_stderr (int kept)
{
    if (kept < 0)
        return;
    fflush (NULL);
    dup2 (kept, STDERR_FILENO);
    close (kept);
}

static int close_book (lxw_workbook *book, const char *path, struct fid_error *err)
{
    errno = 0;
    lxw_error closed = lib.workbook_close (book);
    return closed ? fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", path,
                                errno ? strerror (errno) : lib.lxw_strerror (closed))
                  : 0;
}

int fid_workbook_write (const char *path, const char *title, size_t n, fid_sheet_fill fill,
                        void *self, struct fid_error *err)
{
    struct fid_outfile o;
    FID_TRY (load_lib (err));
    FID_TRY (fid_outfile_open (&o, path, NULL, err));
    /* the library opens the temporary name itself; commit syncs and renames it */
    int kept = silence_library ();
    lxw_workbook *book = lib.workbook_new (o.temp);
    lxw_format *head = book ? lib.workbook_add_format (book) : NULL;
    lxw_doc_properties about = {.title = (char *)(uintptr_t)title, .created = CREATED};
    int rc = head ? 0 : fid_error_nomem (err);
    if (head) {
        lib.format_set_bold (head);
        lib.workbook_set_properties (book, &about);
    }
    for (size_t i = 0; i < n && !rc; i++) {
        struct fid_sheet sheet;
        rc = FID_FAILED (fill (self, i, &sheet, err) ||
                         put_sheet (book, head, sheet.name, &sheet.cells, err));
        fid_cells_clear (&sheet.cells);
    }
    if (book && close_book (book, path, rc ? NULL : err))
        rc = -1;
    restore_stderr (kept);
    if (rc) {
        fid_outfile_abort (&o);
        return -1;
    }
    return fid_outfile_commit (&o, err);
}
#endif
