/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Storages: shipped ones, files of lines, results of fio, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/outfile.h"
#include "storage/storage.h"
#include "tests/tap.h"

static char path[400];

/* Writes a file and loads it as a storage. */
static int load_text (const char *text, struct fid_storage *s, struct fid_error *err)
{
    struct fid_error why;
    if (fid_outfile_write (path, NULL, text, strlen (text), &why))
        diag ("%s", why.text);
    return fid_storage_load (s, path, err);
}

static void check_shipped (void)
{
    struct fid_error err;
    struct fid_storage s;
    const char *text, *name;
    size_t n = 0;
    for (; (name = fid_storage_shipped (n, &text)); n++) {
        ok (fid_storage_load (&s, name, &err) == 0, "%s is understood", name);
        ok (strcmp (s.name, name) == 0 && s.about[0] && s.read_byte_s > 0 && s.write_byte_s > 0,
            "%s has its name, says what it is, and states its rates", name);
        ok (strstr (text, "# ") != NULL, "%s names its sources", name);
    }
    ok_int ((long long)n, 6, "six storages are shipped");
    ok (fid_storage_load (&s, "NFS", &err) == 0 && strcmp (s.name, "nfs") == 0,
        "case does not matter");
    ok (fid_storage_load (&s, "floppy", &err) == -1 && err.status == FID_EUSAGE &&
            strstr (err.text, "local-nvme, sata-ssd"),
        "an unknown name is answered by the list");
}

/* Amounts in place of a name. */
static void check_amounts (void)
{
    static const struct {
        const char *name;
        double read_byte_s, write_byte_s, read_s, iops;
    } cases[] = {{"2GB/s", 2e9, 2e9, FID_ABSENT, FID_ABSENT},
                 {"0.5mib/s", 524288, 524288, FID_ABSENT, FID_ABSENT},
                 {"5ms", FID_ABSENT, FID_ABSENT, 5e-3, FID_ABSENT},
                 {"500 MB/s,80us,200iops", 5e8, 5e8, 80e-6, 200}};
    static const char *const wrong[] = {"",      "5",          "ms",     "-5ms",
                                        "5ms,",  "5ms,,6iops", "nanms",  "1MB/s,2GB/s",
                                        "5 m s", "1e30GB/s",   "1e-9us", "5ms;6iops"};
    struct fid_error err;
    struct fid_storage s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok (fid_storage_load (&s, cases[i].name, &err) == 0 &&
                fabs (s.read_byte_s - cases[i].read_byte_s) < 1e-9 &&
                fabs (s.write_byte_s - cases[i].write_byte_s) < 1e-9 &&
                fabs (s.read_s - cases[i].read_s) < 1e-12 &&
                fabs (s.iops - cases[i].iops) < 1e-9 && s.meta_s == FID_ABSENT &&
                s.burst_s == FID_ABSENT && strcmp (s.name, cases[i].name) == 0,
            "%s is a storage", cases[i].name);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ok (fid_storage_load (&s, wrong[i], &err) == -1, "'%s' is none", wrong[i]);
}

static void check_lines (void)
{
    struct fid_error err;
    struct fid_storage s;
    ok (load_text ("# ours\nabout the   new one\n\nread_mib_s 100 # link\nread_ms 0\n"
                   "cache_mib 0\nmeta_ms 2.5\nreadahead_kib 128\nshared no\n",
                   &s, &err) == 0,
        "a file of lines is read");
    ok_str (s.name, "ours", "its name is the file's");
    ok_str (s.about, "the   new one", "about is the rest of the line");
    ok_close (s.read_byte_s, 104857600, 0, "100 MiB a second");
    ok_close (s.read_s, 0, 0, "a wait may be 0");
    ok_close (s.cache_n, 0, 0, "so may a cache");
    ok_close (s.meta_s, .0025, 1e-12, "2.5 ms");
    ok_close (s.read_ahead_n, 131072, 0, "128 KiB");
    ok (s.write_byte_s < 0 && s.iops < 0 && s.request_n < 0, "what is not stated is absent");
    ok (s.own, "each host has its own");
    ok_close (fid_storage_value (&s, FID_STORAGE_READ), 100, 1e-12, "100 in the file's unit");
    ok (fid_storage_value (&s, FID_STORAGE_WRITE) == FID_ABSENT, "no write rate");
    ok (fid_storage_states_reads (&s), "it states something about reads");
    ok (load_text ("write_mib_s 10\n", &s, &err) == 0 && !fid_storage_states_reads (&s),
        "a write rate says nothing about reads");
}

static void check_refused (void)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"read_mib_s 1\nread_mibs 100\n",
         ":2: unknown key 'read_mibs'; choose one of read_mib_s"},
        {"read_mib_s -4\n", ":1: read_mib_s is not a number above 0: '-4'"},
        {"read_mib_s 0\n", ":1: read_mib_s is not a number above 0: '0'"},
        {"\nread_ms -1\n", ":2: read_ms is not a number from 0: '-1'"},
        {"read_mib_s 1e308\n", ":1: read_mib_s is not between 1e-9 and 1e12: '1e308'"},
        {"read_mib_s 1e-300\n", ":1: read_mib_s is not between 1e-9 and 1e12: '1e-300'"},
        {"iops 50\nread_ms 1e300\n", ":2: read_ms is not between 1e-9 and 1e12: '1e300'"},
        {"iops nan\n", ":1: iops is not a number above 0: 'nan'"},
        {"meta_ms inf\n", ":1: meta_ms is not a number from 0: 'inf'"},
        {"iops many\n", ":1: iops is not a number above 0: 'many'"},
        {"read_ms 1\niops 5\nread_ms 1\n", ":3: read_ms is given twice, first in line 1"},
        {"shared maybe\n", ":1: shared is yes or no: 'maybe'"},
        {"shared yes\nshared yes\n", ":2: shared is given twice"},
        {"read_ms\n", ":1: a value is missing: 'read_ms'"},
        {"read_ms 1 2\n", ":1: one value for a key: '1 2'"},
    };
    struct fid_error err;
    struct fid_storage s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int rc = load_text (cases[i].text, &s, &err);
        ok (rc == -1 && err.status == FID_EUSAGE && strstr (err.text, cases[i].says) &&
                strstr (err.text, path),
            "refused: %s", cases[i].says);
        if (rc == 0 || !strstr (err.text, cases[i].says))
            diag ("%s", rc ? err.text : "accepted");
    }
}

static void check_fio (const char *srcdir)
{
    struct fid_error err;
    struct fid_storage s;
    char file[400];
    snprintf (file, sizeof file, "%s/tests/data/fio/reads.json", srcdir);
    ok (fid_storage_load (&s, file, &err) == 0, "results of fio are a storage");
    ok_str (s.about, "measured with fio-3.33", "it says what measured it");
    ok_close (s.read_byte_s, 2407918779., 1, "the job with the largest bandwidth");
    ok_close (s.write_byte_s, 3076241944., 1, "of writes, too");
    ok_close (s.read_s, 69295.155156e-9 - 4096 / 2407918779., 1e-9,
              "the wait is that of a read alone, less its transfer");
    ok (s.iops < 0, "one read at a time does not show the number of reads a second");
    snprintf (file, sizeof file, "%s/tests/data/fio/writes.json", srcdir);
    ok (fid_storage_load (&s, file, &err) == -1 && err.status == FID_EUSAGE &&
            strstr (err.text, "writes.json:6: none of fio's jobs reads"),
        "writes only are refused, with the line of the jobs");
    diag ("%s", err.text);
    snprintf (file, sizeof file, "%s/tests/data/fio/cut.json", srcdir);
    ok (fid_storage_load (&s, file, &err) == -1 && strstr (err.text, "cut.json:"),
        "results that are cut are refused");
    ok (load_text ("{\"a\": 1}\n", &s, &err) == -1 && strstr (err.text, "is not of fio"),
        "other JSON is refused");
    ok (load_text (
            "{\"fio version\": \"fio-3\",\n\"jobs\": [{\"read\": {\"bw_bytes\": 1e300}}]}\n",
            &s, &err) == -1 &&
            strstr (err.text, ":2: no job has such a number: bw_bytes"),
        "a rate that is not of this world is refused, with its line");
    ok (load_text ("{\"fio version\": \"fio-3\", \"global options\": {\"iodepth\": \"16\"}, "
                   "\"jobs\": ["
                   "{\"groupid\": 0, \"read\": {\"bw_bytes\": 4096000, \"iops\": 1000, "
                   "\"io_bytes\": 4096, \"total_ios\": 1, \"lat_ns\": {\"mean\": 5e6}}},"
                   "{\"groupid\": 0, \"read\": {\"bw_bytes\": 4096000, \"iops\": 1000, "
                   "\"io_bytes\": 4096, \"total_ios\": 1, \"lat_ns\": {\"mean\": 5e6}}}]}",
                   &s, &err) == 0,
        "jobs that ran together");
    ok_close (s.read_byte_s, 8192000, 0, "their bandwidths add up");
    ok_close (s.iops, 2000, 0, "as do their reads a second");
    ok (s.read_s < 0, "with 16 under way nothing is said about the wait of one");
}

int main (void)
{
    char dir[] = "/tmp/test_storage.XXXXXX", cmd[500];
    const char *srcdir = getenv ("srcdir");
    if (!mkdtemp (dir))
        return 1;
    snprintf (path, sizeof path, "%s/ours.conf", dir);
    check_shipped ();
    check_amounts ();
    check_lines ();
    check_refused ();
    check_fio (srcdir ? srcdir : ".");
    snprintf (cmd, sizeof cmd, "rm -r %s", dir);
    return system (cmd) ? 1 : tap_done ();
}
