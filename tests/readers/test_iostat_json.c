/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_iostat_json.c - disk throughput from iostat's JSON */
#include "tests/readers/check.h"

static void ok_disk (const struct rec *r, const char *iso, const char *disk, double read,
                     double write, const char *what)
{
    ok_sample (r, iso, FID_CH_DISK_READ, disk, read, what);
    ok_sample (r, iso, FID_CH_DISK_WRITE, disk, write, "... write");
}

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/iostat_json/good.json"), 0, "good.json is read");
    ok (r.sample_n == 4 && r.reject_n == 0 && r.note_n == 0, "two samples, no complaint");
    ok_disk (&r, "2026-11-21T00:27:13", "vda", 0, 0, "an idle second");
    ok_disk (&r, "2026-11-21T00:27:14", "vda", 370.70, 0, "MB is MiB");
    ok (r.reader && r.reader->clock == FID_CLOCK_LOCAL && !rec_fact (&r, "local_utc_offset_s"),
        "local time, no zone");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/iostat_json/comma.json"), 0, "decimal commas");
    ok (r.sample_n == 4 && r.reject_n == 0 && r.note_n == 0, "are the same samples");
    ok_disk (&r, "2026-11-21T00:27:14", "vda", 370.70, 0, "with their fractions");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/iostat_json/odd.json"), 0, "odd.json is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 14, "two samples for each disk and stamp");
    ok_disk (&r, "2023-02-11T23:59:59", "sda", 2, 0.5, "kB; MM/DD/YYYY and PM");
    ok_disk (&r, "2023-02-11T23:59:59", "nvme0n1", 3.5, 0.25, "another disk of another name");
    ok_disk (&r, "2023-02-12T00:00:00", "sda", 2, 1, "sectors of 512 B; MM/DD/YY");
    ok_disk (&r, "2023-02-12T00:00:01", "sda", 1, 2, "without -x; ISO date and AM");
    ok_disk (&r, "2023-02-12T00:00:02", "sda", 1, 0, "kB without -x; DD.MM.YYYY");
    ok_disk (&r, "2023-02-12T00:00:03", "sda", 5, 6, "ISO with a zone is civil time");
    ok_disk (&r, "2023-02-12T00:00:04", "sda", 1, 0, "summer time does not move the clock");
    ok_str (rec_fact (&r, "local_utc_offset_s"), "3600", "the zone is a fact");
    ok_int ((long long)r.fact_n, 1, "told once");
    ok (r.note_n == 2 && has_note (&r, "zone changes") && has_note (&r, "CPU use"),
        "the change of zone and the unused CPU part are noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/iostat_json/broken.json"), 0, "broken.json is read");
    ok_rejects (&r, "3 4 5 5 6 6", "damaged samples and disks are named");
    ok_int ((long long)r.sample_n, 4, "the others count, half a sample does not");
    ok_disk (&r, "2023-02-11T08:11:24", "sda", 3, 4, "the last complete sample");
    ok (r.note_n == 1 && has_note (&r, "ends in the middle"), "the cut is noted");
    rec_clear (&r);

    rec_text (&r, "iostat.json",
              "{\"sysstat\": {\"hosts\": [{\"statistics\": ["
              "{\"timestamp\": \"2023-02-11T08:11:20-0530\", \"disk\": ["
              "{\"disk_device\": \"sda\", \"rMB/s\": 1, \"wMB/s\": 0}]}]}]}}");
    ok_str (rec_fact (&r, "local_utc_offset_s"), "-19800", "west of Greenwich");
    ok_disk (&r, "2023-02-11T08:11:20", "sda", 1, 0, "and civil time all the same");
    rec_clear (&r);

    rec_text (&r, "iostat.json",
              "{\"sysstat\": {\"hosts\": [{\"statistics\": [], \"disk\": []}]}}");
    ok (r.rc == 0 && r.reader && r.sample_n == 0 && r.note_n == 0, "no samples is no error");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/iostat_json/sectors.json"), 0, "sectors.json is read");
    ok_disk (&r, "2026-11-20T10:00:01", "nvme0n1", 12.5, 31 * 4. / 1024,
             "wMB/s in sectors is what requests and their size say");
    ok (r.note_n == 1 && has_note (&r, "contradicts the unit in its name"), "noted once");
    rec_clear (&r);

    /* rates that two columns contradict, in all units, and rounding that does not */
    static const struct {
        const char *what, *members;
        double read, write;
        bool noted;
    } cases[] = {
        {"rMB/s in sectors", "\"rMB/s\": 25600.00, \"wMB/s\": 0.00, ", 12.5, 0, true},
        {"wkB/s in sectors", "\"rkB/s\": 12800.00, \"wkB/s\": 248.00, ", 12.5, 124. / 1024,
         true},
        {"all right", "\"rMB/s\": 12.50, \"wMB/s\": 0.12, ", 12.5, 0.12, false},
        {"nothing, they say", "\"rMB/s\": 0.00, \"wMB/s\": 0.12, ", 0, 0.12, true},
        {"rounded", "\"rMB/s\": 13, \"wMB/s\": 0, ", 13, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        bool zero = i == 0; /* nothing was written */
        snprintf (
            text, sizeof text,
            "{\"sysstat\": {\"hosts\": [{\"statistics\": [{\"timestamp\": "
            "\"2026-11-20 10:00:01\", \"disk\": [{\"disk_device\": \"sda\", \"r/s\": 100.00, "
            "\"w/s\": %s, %s\"rareq-sz\": 128.00, \"wareq-sz\": %s}]}]}]}}",
            zero ? "0.00" : "31.00", cases[i].members, zero ? "0.00" : "4.00");
        rec_text (&r, "iostat.json", text);
        ok_disk (&r, "2026-11-20T10:00:01", "sda", cases[i].read, cases[i].write,
                 cases[i].what);
        ok ((r.note_n > 0) == cases[i].noted, "... noted or not");
        rec_clear (&r);
    }

    ok_gz ("iostat_json", "good.json");
    ok_gz ("iostat_json", "odd.json");
    ok_gz ("iostat_json", "broken.json");
    ok_cut_anywhere ("iostat_json", "odd.json");
    return tap_done ();
}
