/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sqlite.c - tables and results as one file of SQLite, see tables.h */
#include "base/late.h"
#include "base/memstream.h"
#include "base/outfile.h"
#include "report/tables.h"

#ifndef HAVE_SQLITE

int fid_tables_sqlite (const struct fid_report *report, const char *path, struct fid_error *err)
{
    (void)report;
    return fid_errorf (err, FID_EUSAGE, "%s: this fidlio was built without SQLite", path);
}

#else
#include <sqlite3.h>

/* What is called of the library. */
/* clang-format off */
#define CALLS(X)                                                                               \
    X (sqlite3_bind_double) X (sqlite3_bind_null) X (sqlite3_bind_text) X (sqlite3_close)      \
    X (sqlite3_errmsg) X (sqlite3_exec) X (sqlite3_finalize) X (sqlite3_open_v2)               \
    X (sqlite3_prepare_v2) X (sqlite3_reset) X (sqlite3_step)
/* clang-format on */

#ifdef SQLITE_SONAME
FID_LATE_LIBRARY (SQLITE_SONAME, CALLS)
#else
FID_LINKED_LIBRARY (CALLS)
#endif

#define DOCUMENT_MAX ((size_t)1 << 29) /* bytes of a result; SQLite takes twice as many */

/* No journal: the file has a temporary name until it is whole. */
#define BEGIN                                                                                  \
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;"                              \
    "CREATE TABLE result (real TEXT, emulation TEXT, document TEXT,"                           \
    " PRIMARY KEY (real, emulation)) WITHOUT ROWID"
#define END                                                                                    \
    "CREATE INDEX ranking_pair ON ranking (real, emulation);"                                  \
    "CREATE INDEX facets_pair ON facets (real, emulation);"                                    \
    "CREATE INDEX findings_pair ON findings (real, emulation);"                                \
    "CREATE INDEX parameters_pair ON parameters (real, emulation); COMMIT"

struct base {
    const char *path; /* borrowed; for messages */
    sqlite3 *db;
    sqlite3_stmt *row[FID_TABLE_N], *result; /* owned; NULL: not yet */
    struct fid_error *err;                   /* borrowed */
};

static int refuse_write (const struct base *b)
{
    return fid_errorf (b->err, FID_EINTERNAL, "%s: cannot be written: %s", b->path,
                       lib.sqlite3_errmsg (b->db));
}

static int run_sql (const struct base *b, const char *sql)
{
    return lib.sqlite3_exec (b->db, sql, NULL, NULL, NULL) ? refuse_write (b) : 0;
}

static int step_row (const struct base *b, sqlite3_stmt *row)
{
    int rc = lib.sqlite3_step (row);
    return lib.sqlite3_reset (row) || rc != SQLITE_DONE ? refuse_write (b) : 0;
}

/* Creates a table with the columns of *c, and what inserts a row into it. */
static int create_table (struct base *b, enum fid_table t, const struct fid_cells *c)
{
    FID_FREED char *text = NULL;
    size_t n;
    FILE *f = fid_memstream_open (&text, &n, b->err);
    FID_TRY (!f);
    fprintf (f, "CREATE TABLE %s", fid_table_names[t]);
    for (size_t j = 0; j < c->column_n; j++)
        fprintf (f, "%s\"%s\" %s", j ? ", " : " (", c->column[j].name,
                 c->column[j].number ? "REAL" : "TEXT");
    fputc (')', f);
    off_t insert = ftello (f) + 1; /* where the second statement begins */
    fprintf (f, "%cINSERT INTO %s VALUES", '\0', fid_table_names[t]);
    for (size_t j = 0; j < c->column_n; j++)
        fputs (j ? ", ?" : " (?", f);
    fputc (')', f);
    FID_TRY (fid_memstream_end (f, 0, b->err));
    FID_TRY (run_sql (b, text));
    int rc = lib.sqlite3_prepare_v2 (b->db, text + insert, -1, &b->row[t], NULL);
    return rc ? refuse_write (b) : 0;
}

/* Inserts the rows of *c; the table is created first. */
static int put_rows (struct base *b, enum fid_table t, const struct fid_cells *c)
{
    if (c->failed)
        return fid_error_nomem (b->err);
    if (!b->row[t])
        FID_TRY (create_table (b, t, c));
    for (size_t i = 0; i < c->cell_n; i += c->column_n) {
        for (size_t j = 0; j < c->column_n; j++) {
            const char *s = c->cell[i + j];
            double x;
            int rc = !s ? lib.sqlite3_bind_null (b->row[t], (int)j + 1)
                     : c->column[j].number && fid_span_f64 (fid_span_of (s), &x)
                         ? lib.sqlite3_bind_double (b->row[t], (int)j + 1, x)
                         : lib.sqlite3_bind_text (b->row[t], (int)j + 1, s, -1, SQLITE_STATIC);
            if (rc)
                return refuse_write (b);
        }
        FID_TRY (step_row (b, b->row[t]));
    }
    return 0;
}

static int put_document (const struct base *b, const struct fid_result_head *r)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span all;
    FID_TRY (fid_text_open (&text, r->path, b->err));
    FID_TRY (fid_text_rest_within (&text, DOCUMENT_MAX, &all, b->err));
    if (lib.sqlite3_bind_text (b->result, 1, r->real.shown, -1, SQLITE_STATIC) ||
        lib.sqlite3_bind_text (b->result, 2, r->emulation.shown, -1, SQLITE_STATIC) ||
        lib.sqlite3_bind_text (b->result, 3, all.p, (int)all.n, SQLITE_STATIC))
        return refuse_write (b);
    return step_row (b, b->result);
}

/* The rows of all tables for one result; r: NULL: their columns. */
static int put_result (struct base *b, const struct fid_report *report,
                       const struct fid_result *r)
{
    if (r)
        FID_TRY (put_document (b, &r->head));
    for (int t = 0; t < FID_TABLE_N; t++) {
        FID_SCOPED (fid_cells_clear) struct fid_cells c = {0};
        if (t == FID_TABLE_RANKING)
            continue;
        fid_table_begin (report, (enum fid_table)t, &c);
        if (r)
            fid_table_add ((enum fid_table)t, r, &c);
        FID_TRY (put_rows (b, (enum fid_table)t, &c));
    }
    return 0;
}

static int put_all (struct base *b, const struct fid_report *report)
{
    FID_SCOPED (fid_cells_clear) struct fid_cells c;
    fid_table_begin (report, FID_TABLE_RANKING, &c);
    FID_TRY (run_sql (b, BEGIN));
    FID_TRY (put_rows (b, FID_TABLE_RANKING, &c));
    FID_TRY (put_result (b, report, NULL));
    if (lib.sqlite3_prepare_v2 (b->db, "INSERT INTO result VALUES (?, ?, ?)", -1, &b->result,
                                NULL))
        return refuse_write (b);
    for (size_t i = 0; i < report->all.result_n; i++) {
        struct fid_result *r = fid_result_load (report->all.result[i].path, b->err);
        int rc = r ? put_result (b, report, r) : -1;
        fid_result_destroy (r);
        FID_TRY (rc);
    }
    return run_sql (b, END);
}

int fid_tables_sqlite (const struct fid_report *report, const char *path, struct fid_error *err)
{
    struct fid_outfile o;
    FID_TRY (load_lib (err));
    FID_TRY (fid_outfile_open (&o, path, NULL, err));
    struct base b = {.path = path, .err = err};
    /* no locks: nobody else knows the temporary name */
    int rc =
        lib.sqlite3_open_v2 (o.temp ? o.temp : path, &b.db, SQLITE_OPEN_READWRITE, "unix-none")
            ? refuse_write (&b)
            : put_all (&b, report);
    for (int t = 0; t < FID_TABLE_N; t++)
        lib.sqlite3_finalize (b.row[t]);
    lib.sqlite3_finalize (b.result);
    if (lib.sqlite3_close (b.db) && !rc)
        rc = refuse_write (&b);
    return fid_outfile_end (&o, rc, err);
}
#endif
