#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A binary log of Darshan is read by darshan-dxt-parser, where that is installed; calls that DFTracer
# aggregated are as many calls, with their bytes.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
data=$srcdir/tests/data

# darshan_of PATH: what inspect says of the log alone, with programs of PATH
mkdir -p "$tmp/run" "$tmp/text" "$tmp/bin" "$tmp/none"
cp "$data/darshan_log/good.darshan" "$tmp/run/job.darshan"
cp "$data/darshan_dxt/good.txt" "$tmp/text/job.txt"
cat >"$tmp/bin/darshan-dxt-parser" <<END2
#!/bin/sh
case \$1 in */job.darshan) exec cat "$data/darshan_dxt/good.txt" ;; esac
exit 1
END2
chmod +x "$tmp/bin/darshan-dxt-parser"
whole=$("$FIDLIO" inspect "$tmp/text" 2>&1 | grep -E '^ *(data|checkpoint|other)\.' | tr -s ' ')
direct=$(PATH="$tmp/bin:$PATH" "$FIDLIO" inspect "$tmp/run" 2>&1)
is "$(printf '%s\n' "$direct" | grep -E '^ *(data|checkpoint|other)\.' | tr -s ' ')" "$whole" \
    "a binary log has the calls that its text has"
unlike "$direct" "binary log of Darshan: not read" "and no note"
ok "of which there are some" test -n "$whole"
like "$(PATH="$tmp/none" "$FIDLIO" inspect "$tmp/run" 2>&1)" "convert it with darshan-dxt-parser" \
    "without the program it is named"
mv "$tmp/run/job.darshan" "$tmp/run/other.darshan"
like "$(PATH="$tmp/bin:$PATH" "$FIDLIO" inspect "$tmp/run" 2>&1 | tr -s ' \n' ' ')" \
    "darshan-dxt-parser could not read it" \
    "a log that it cannot read is said"
is "$(ls "${TMPDIR:-/tmp}"/fidlio-darshan.* 2>/dev/null)" "" "nothing stays behind"

# calls that DFTracer aggregated: 4 reads of 1000 bytes in all, and 3 stats
mkdir -p "$tmp/one" "$tmp/many"
line () # FOLDER PH NAME TS DUR ARGS
{
    printf '{"id":1,"name":"%s","cat":"POSIX","pid":7,"tid":7,"ts":%d,"dur":%d,"ph":"%s","args":{"fname":"/data/img_1.npz",%s}}\n' \
        "$3" "$4" "$5" "$2" "$6" >>"$tmp/$1/trace.pfw"
}
for folder in one many; do echo '[' >"$tmp/$folder/trace.pfw"; done
line many C read 1744000000000000 0 '"count":4,"dur_sum":400,"ret_sum":1000'
line many C stat 1744000001000000 0 '"count":3,"dur_sum":30,"ret_sum":0'
for i in 0 1 2 3; do line one X read $((1744000000000000 + 100 * i)) 100 '"ret":250'; done
for i in 0 1 2; do line one X stat $((1744000001000000 + 10 * i)) 10 '"ret":0'; done
of_calls ()
{
    "$FIDLIO" inspect "$tmp/$1" 2>&1 | grep -E '^ *(data|checkpoint|other)\.' | tr -s ' '
}
like "$(of_calls one)" "data.read|other.io" "calls one by one are read"
is "$(of_calls many)" "$(of_calls one)" "aggregated calls are as many calls, with their bytes"
tap_done
