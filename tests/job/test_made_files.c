/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_made_files.c - keys from the sizes of files that DLIO made of them
 *
 * Means and deviations are those of numpy's random.seed (10), random.normal, as DLIO calls them
 * (numpy 1.24). */
#include <math.h>
#include "job/made_files.h"
#include "tests/tap.h"

int main (void)
{
    struct fid_made_files m;
    struct fid_error err;
    const struct fid_made_format *plain = fid_made_format_find ("indexed_binary");
    ok_int (fid_made_files_keys (plain, 80, 15636851.8875, 5859998.8191, &m, &err), 0,
            "80 files of length 14893888, stdev 7234738");
    ok_close (m.length, 14893888, 14893888 * 1e-3, "their length");
    ok_close (m.stdev, 7234738, 7234738 * 1e-3, "their stdev");
    ok (!m.narrow, "DLIO can make them");
    ok_int (fid_made_files_keys (plain, 20, 1054510.25, 223074.16, &m, &err), 0,
            "20 files of length 1000000, stdev 300000");
    ok_close (m.length, 1e6, 1e6 * 2e-3, "their length");
    ok_close (m.stdev, 3e5, 3e5 * 1e-2, "their stdev");
    ok_int (fid_made_files_keys (plain, 20, 1e6, 1e6, &m, &err), 0,
            "20 files of very different sizes");
    ok (m.narrow && m.stdev < 1e6 && m.length > 5e5, "DLIO's cannot differ so much");
    ok_int (fid_made_files_keys (plain, 2, 1e6, 1e4, &m, &err), 0, "two files");
    ok (isfinite (m.length) && isfinite (m.stdev), "have keys, too");

    double byte_n[90];
    ok_int (fid_made_files_bytes (fid_made_format_find ("npy"), 1, 14893888, 7234738, byte_n,
                                  90, &err),
            0, "sizes of a recorded data set");
    ok_close (byte_n[2], 14140272, 0, "train/img_02_of_80.npy");
    ok_close (byte_n[59], 9631002, 0, "train/img_59_of_80.npy");
    ok_close (byte_n[89], 17205694, 0, "valid/img_09_of_10.npy");
    ok_int (fid_made_files_bytes (plain, 1, 6602, 0, byte_n, 2, &err), 0,
            "files without a deviation");
    ok_close (byte_n[0], 81 * 81, 0, "are squares");

    /* what the lines of DLIO's generators wrote of noise, by Pillow 9.4 and numpy 1.24 */
    static const struct {
        const char *format;
        double length, byte_n;
    } made[] = {{"jpeg", 109561, 62851}, {"jpeg", 1e6, 555363}, {"jpeg", 1e4, 6297},
                {"png", 109561, 110056}, {"png", 1e6, 1002400}, {"npz", 109561, 110059},
                {"hdf5", 2500, 4556}};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const struct fid_made_format *f = fid_made_format_find (made[i].format);
        ok_int (fid_made_files_bytes (f, 1, made[i].length, 0, byte_n, 1, &err), 0,
                made[i].format);
        ok_close (byte_n[0], made[i].byte_n, 0.01 * made[i].byte_n, "  bytes of a file");
        ok_close (fid_made_files_length (f, 1, made[i].byte_n), made[i].length,
                  0.1 * made[i].length, "  and back, to a whole block");
    }
    const struct fid_made_format *jpeg = fid_made_format_find ("jpeg");
    ok_int (fid_made_files_keys (jpeg, 90, 110e3, 30e3, &m, &err) ||
                fid_made_files_bytes (jpeg, 1, m.length, m.stdev, byte_n, 90, &err),
            0, "90 JPEG files of 110 kB, deviation 30 kB");
    double mean = 0, squares = 0;
    for (int i = 0; i < 90; i++)
        mean += byte_n[i] / 90;
    for (int i = 0; i < 90; i++)
        squares += (byte_n[i] - mean) * (byte_n[i] - mean) / 89;
    ok_close (mean, 110e3, 1e3, "  have that mean");
    ok_close (sqrt (squares), 30e3, 1e3, "  and deviation");
    return tap_done ();
}
