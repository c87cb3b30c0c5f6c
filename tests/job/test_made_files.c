/* test_made_files.c - keys from the sizes of files that DLIO made of them
 *
 * Means and deviations are those of numpy's random.seed (10), random.normal, as DLIO calls them
 * (numpy 1.24). */
#include <math.h>
#include "job/made_files.h"
#include "tests/tap.h"

int
main (void)
{
    struct fid_made_files m;
    struct fid_error err;
    ok_int (fid_made_files_keys (80, 15636851.8875, 5859998.8191, &m, &err), 0,
            "80 files of length 14893888, stdev 7234738");
    ok_close (m.length, 14893888, 14893888 * 1e-3, "their length");
    ok_close (m.stdev, 7234738, 7234738 * 1e-3, "their stdev");
    ok (!m.narrow, "DLIO can make them");
    ok_int (fid_made_files_keys (20, 1054510.25, 223074.16, &m, &err), 0,
            "20 files of length 1000000, stdev 300000");
    ok_close (m.length, 1e6, 1e6 * 2e-3, "their length");
    ok_close (m.stdev, 3e5, 3e5 * 1e-2, "their stdev");
    ok_int (fid_made_files_keys (20, 1e6, 1e6, &m, &err), 0,
            "20 files of very different sizes");
    ok (m.narrow && m.stdev < 1e6 && m.length > 5e5, "DLIO's cannot differ so much");
    ok_int (fid_made_files_keys (2, 1e6, 1e4, &m, &err), 0, "two files");
    ok (isfinite (m.length) && isfinite (m.stdev), "have keys, too");

    double byte_n[90];
    ok_int (fid_made_files_bytes (14893888, 7234738, byte_n, 90, &err), 0,
            "sizes of a recorded data set");
    ok_close (byte_n[2] + 128, 14140272, 0, "train/img_02_of_80.npy");
    ok_close (byte_n[59] + 128, 9631002, 0, "train/img_59_of_80.npy");
    ok_close (byte_n[89] + 128, 17205694, 0, "valid/img_09_of_10.npy");
    ok_int (fid_made_files_bytes (6602, 0, byte_n, 2, &err), 0, "files without a deviation");
    ok_close (byte_n[0], 81 * 81, 0, "are squares");
    return tap_done ();
}
