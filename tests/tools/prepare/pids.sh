#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio prepare: processes and their logs (T-PID, T-PIDLOG).
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tools/prepare/given.sh"
cd "$tmp" || exit 99

gpu ()
{
    { echo '#Date       Time        gpu        pid  type    sm   mem   enc   dec    fb   command'
      echo '#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %    MB   name'
      cat; } >"$1/gpu.out"
}

# --- classes
given run
gpu run <<'END'
 20230211   08:13:31      0    100     C    61    22     -     - 13086   python
 20230211   08:13:31      0    900     C    61    22     -     - 13086   other
 20230211   08:13:31      1    200     C    61    22     -     - 13086   python
 20230211   08:13:32      0    100     C    61    22     -     - 13086   python
 20230211   08:13:32      1    200     C    61    22     -     - 13086   python
END
read_trace run <<'END'
1011000000000 100 0 20 5 a
1012000000000 200 0 20 5 a
1013000000000 300 0 20 5 a
1014000000000 400 0 20 5 a
END
like "$(prepare run 2>&1)" '^processes: 2 parents, 2 loaders, 1 ignored$' "on a GPU and reading; reading; on a GPU as second"
is "$(cut -d' ' -f3 out/run/gpu.out | sort -u | tr '\n' ' ')" "100 200 " "the second process is not in gpu.out"
like "$(prepare run -w bert 2>&1)" '^processes: 2 parents, 0 loaders, 3 ignored$' "BERT has no loaders"
like "$(prepare run -w dlio 2>&1)" '^processes: 4 parents, 0 loaders, ' "DLIO: all that read"
is "$(ls out/run/timeline/pid)" "all_combined
each_parent
each_parent_and_their_loaders
parents_combined_loaders_combined" "an earlier tree's files stay"
rm -r out/run
prepare run -w dlio >/dev/null 2>&1
is "$(ls out/run/timeline/pid)" "all_combined" "DLIO: one log"

# --- a log
given one
bio one <<'END'
1007001223344 2720661 python sda R 131072 1254840 414500
END
openat one <<'END'
1007001523344 2720661 python 21038 /data/case_1_x.npy case_1_x.npy
END
read_trace one <<'END'
1007009223344 2720661 0 16584704 4661676 case_1_x.npy
END
write_trace one <<'END'
1008009223344 2720661 1048576 1048576 611913 ckpt.pth
END
gpu one <<'END'
 20230211   08:13:27      0    2720661     C    61    22     -     - 13086   python
END
prepare one >/dev/null 2>&1
is "$(cat out/one/timeline/pid/all_combined/combined.log)" "2023-02-11T13:13:27.000808844,2023-02-11T13:13:27.001223344,BIOR
2023-02-11T13:13:27.001502306,2023-02-11T13:13:27.001523344,OPENAT
2023-02-11T13:13:27.004561668,2023-02-11T13:13:27.009223344,READ
2023-02-11T13:13:28.008611431,2023-02-11T13:13:28.009223344,WRITE" "start, end, event"
is "$(cat out/one/timeline/pid/each_parent/plotting_info.json)" '{
    "parent_0.log": "Worker 0"
}' "titles"

# --- five processes, numbers of different lengths, and write-back
given five
gpu five <<'END'
 20230211   08:13:31      0    9      C    61    22     -     - 13086   python
 20230211   08:13:31      1    100    C    61    22     -     - 13086   python
END
read_trace five <<'END'
1011000000000 9 0 20 1 a
1012000000000 100 0 20 2 a
1013000000000 11 0 20 3 a
1014000000000 12 0 20 4 a
1015000000000 13 0 20 5 a
END
bio five <<'END'
1016000000000 77 kworker/u8:1 sdb W 8192 8 6
END
prepare five >/dev/null 2>&1
pid=out/five/timeline/pid
is "$(cut -d, -f1 $pid/each_parent/parent_0.log)" "2023-02-11T13:13:30.999999999
2023-02-11T13:13:32.999999997
2023-02-11T13:13:34.999999995
2023-02-11T13:13:35.999999994" "parent 9 with loaders 11 and 13, and the write-back"
is "$(cut -d, -f1 $pid/each_parent/parent_1.log)" "2023-02-11T13:13:31.999999998
2023-02-11T13:13:33.999999996" "parent 100 with loader 12"
both=$pid/each_parent_and_their_loaders
is "$(cat $both/plotting_info.json)" '{
    "parent_0.log": "Worker 0",
    "parent_1.log": "Worker 1",
    "loader_0.log": "Loader 0",
    "loader_1.log": "Loader 1"
}' "one log for each parent, and one for its loaders"
is "$(tail -c 1 $both/plotting_info.json)" "}" "without a line end, as json.dump writes it"
is "$(cut -d, -f1 $both/loader_0.log)" "2023-02-11T13:13:32.999999997
2023-02-11T13:13:34.999999995" "loaders 11 and 13 are those of parent 9"
is "$(cut -d, -f1 $both/loader_1.log)" "2023-02-11T13:13:33.999999996" "loader 12 is that of parent 100"
is "$(cat $pid/parents_combined_loaders_combined/plotting_info.json)" '{
    "parents_0.log": "All Workers",
    "loaders_0.log": "All Dataloaders"
}' "two logs"
is "$(wc -l <$pid/all_combined/combined.log)" 6 "all in one"
like "$(tail -n 1 $pid/all_combined/combined.log)" ',BIOW$' "the write-back last"
prepare five --compat >/dev/null 2>&1
is "$(cut -d, -f1 $pid/each_parent/parent_0.log)" "2023-02-11T13:13:31.999999998
2023-02-11T13:13:32.999999997
2023-02-11T13:13:35.999999994" "--compat: 100 before 9, and only loader 11"
tap_done
