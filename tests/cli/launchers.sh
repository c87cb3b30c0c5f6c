#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Who is the main process below launchers, and how many ranks there are, by strace.
. "$srcdir/tests/tap.sh"

# record FOLDER LAUNCHER TRAINERS: a launcher, and programs below it that read a file a step
record ()
{
    mkdir -p "$tmp/$1"
    awk -v launcher="$2" -v n="$3" '
    function call(pid, s) { printf "%d %.6f %s <0.000100>\n", pid, t, s; t += 0.0005 }
    function open_code(pid, path) { call(pid, "openat(AT_FDCWD, \"" path "\", O_RDONLY|O_CLOEXEC) = 3"); call(pid, "close(3) = 0") }
    function imports(pid, k) { for (k = 0; k < 40; k++) open_code(pid, "/usr/lib/python3/dist-packages/torch/m" k ".py") }
    BEGIN {
        t = 1700000000
        call(100, "execve(\"/usr/bin/" launcher "\", [\"" launcher "\"], [\"HOME=/root\"]) = 0")
        open_code(100, "/lib/x86_64-linux-gnu/libc.so.6")
        if (launcher == "torchrun") { imports(100); open_code(100, "/usr/lib/python3/dist-packages/torch/distributed/run.py") }
        if (launcher == "accelerate") { imports(100); open_code(100, "/usr/lib/python3/dist-packages/accelerate/commands/launch.py") }
        for (r = 0; r < n; r++) {
            call(100, "clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = " 200 + r)
            env = launcher == "mpirun" ? "OMPI_COMM_WORLD_RANK" : launcher == "srun" ? "SLURM_PROCID" : "RANK"
            call(200 + r, "execve(\"/usr/bin/python3\", [\"python3\", \"train.py\"], [\"HOME=/root\", \"LOCAL_RANK=0\", \"" env "=" r "\"]) = 0")
            imports(200 + r)
        }
        for (i = 0; i < 32; i++) {
            for (r = 0; r < n; r++) {
                call(200 + r, "openat(AT_FDCWD, \"/data/train/img_" i * n + r ".npz\", O_RDONLY) = 5")
                call(200 + r, "read(5, \"\", 1048576) = 1048576")
                call(200 + r, "read(5, \"\", 1048576) = 0")
                call(200 + r, "close(5) = 0")
            }
            t += 0.2
        }
    }' </dev/null >"$tmp/$1/strace.out"
}
value () { "$FIDLIO" derive "$1" 2>&1 | sed -n "s/^ *$2: *\([^ ]*\).*/\1/p"; }

cd "$tmp" || exit 99
for launcher in sh timeout env nice numactl torchrun accelerate mpirun srun; do
    record "one-$launcher" "$launcher" 1
    is "$(value "one-$launcher" read_threads)" 0 "below $launcher the program reads itself"
done
for launcher in torchrun mpirun srun; do
    record "two-$launcher" "$launcher" 2
    like "$("$FIDLIO" job "two-$launcher")" "ranks  *2" "two ranks below $launcher, by their environment (strace -v)"
done
like "$("$FIDLIO" job one-mpirun)" "ranks  *1" "one rank"
tap_done
