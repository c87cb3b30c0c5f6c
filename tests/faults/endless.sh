#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A FIFO in place of a file, which nobody writes, or which never ends: it is refused, or read until a
# signal ends the program, in bounded memory.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
real=$runs/DLRM_real_r4 emulation=$runs/DLRM_dlio_r4
cd "$tmp" || exit 99
"$FIDLIO" compare -q "$real" "$emulation" -o results >/dev/null
"$FIDLIO" baseline -q save results -o base.json
mkdir folder data
mkfifo fifo folder/R__E.json folder/trace_read.out
exec 7<>folder/R__E.json # keeps the FIFOs of the folder open
exec 8<>folder/trace_read.out

# ends STATUS WORD...: the command ends so by itself, whether somebody writes into the FIFO or not
ends ()
{
    local want=$1 writer got=
    shift
    yes '{"key": [1, 2, 3]}' >fifo 2>/dev/null &
    writer=$!
    timeout -s KILL 120 "$FIDLIO" "$@" >out 2>&1 </dev/null
    got=$?
    kill $writer 2>/dev/null
    wait $writer 2>/dev/null
    timeout -s KILL 120 "$FIDLIO" "$@" >out2 2>&1 </dev/null
    is "$got/$?" "$want/$want" "$*: $(head -n 1 out)"
}
ends 3 inspect fifo
ends 3 inspect folder
ends 3 job fifo
ends 3 compare fifo "$emulation"
ends 3 compare "$real" fifo
ends 3 derive fifo
ends 3 answer fifo
ends 3 nearest fifo --among "$real"
ends 3 compare --roles ./fifo "$real" "$emulation"
ends 3 compare --profile ./fifo "$real" "$emulation"
ends 3 compare --calibration fifo "$real" "$emulation"
ends 3 compare --storage ./fifo "$real" "$emulation"
ends 3 inspect --log-pattern fifo "$real"
ends 3 matrix -m fifo -o none
ends 3 report folder
ends 3 check --baseline fifo results
ends 3 check --fail-below 0 folder
ends 3 plot fifo -o picture.svg
ends 3 plan fifo
ends 3 play fifo --data data
ends 3 trace statistic fifo
ends 3 trace combine fifo fifo
ends 3 logs parse fifo
ends 3 steps fifo
ends 3 tune "$real" --config fifo --run true -o tuned
ends 3 predict "$real" fifo
ends 3 merge folder

# standard input may be a FIFO
# endless MIB: status of `logs parse', of which SIGINT comes after so much of a log without an end, and
# whether its memory stays small
endless ()
{
    python3 - "$1" "$FIDLIO" logs parse <<'PY'
import resource, signal, subprocess, sys, threading
signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored in the background of a shell
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
text, given = b"nothing that is known\n" * 1000, 0
try:
    while given < int(sys.argv[1]) << 20:
        child.stdin.write(text)
        given += len(text)
    child.send_signal(signal.SIGINT)
except BrokenPipeError:
    pass
watch = threading.Timer(120, child.kill)
watch.start()
child.wait()
watch.cancel()
print(child.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 786432)
PY
}
is "$(endless 20)" "-2 True" "a log without an end: SIGINT ends the program"
is "$(endless 600)" "3 True" "more than 256 MiB are refused, in bounded memory"
tap_done
