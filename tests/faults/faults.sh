# SPDX-License-Identifier: GPL-3.0-or-later
# faults.sh - what the tests of errors of the system share; to be sourced after tap.sh
#
# A sample of the calls of each kind is made to fail, FAULTS of them (12), spread evenly over all.

runs=$srcdir/tests/data/runs
shim=$builddir/tests/faults/.libs/shim.so
: "${FAULTS:=12}"

# Programs with a sanitizer want to be the first to be loaded, and count their own calls.
if [ ! -e "$shim" ] || ! LD_PRELOAD=$shim "$FIDLIO" --version >/dev/null 2>&1; then
    skip "errors of the system" "no library can be preloaded"
    tap_done
    exit 0
fi

# fault KIND:N:ERRNO COMMAND...: the command with that call failing; status 124 after LIMIT seconds
fault ()
{
    what=$1
    shift
    timeout "${LIMIT:-120}" env FAULT="$what" FAULT_IN="${in:-}" LD_PRELOAD="$shim" "$@"
}

# places KIND COMMAND...: the numbers of the calls to fail
places ()
{
    kind=$1
    shift
    env FAULT_N="$tmp/n" FAULT="$kind:0:5" FAULT_IN="${in:-}" LD_PRELOAD="$shim" "$@" >/dev/null 2>&1
    n=$(cat "$tmp/n")
    awk -v n="$n" -v k="$FAULTS" 'BEGIN { k = k < n ? k : n; for (i = 0; i < k; i++) print 1 + int (i * n / k) }'
}

# The next errno of EIO, ENOMEM, ENFILE, EMFILE, EACCES, ESTALE, EAGAIN
turn=0
next_errno ()
{
    turn=$((turn % 7 + 1))
    errno=$(echo 5 12 23 24 13 116 11 | cut -d ' ' -f $turn)
}
