#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Help, version, usage errors and exit statuses.
. "$srcdir/tests/tap.sh"

help=$("$FIDLIO" --help)
for command in list report check compare matrix inspect; do
    like "$help" "^  $command  *[a-z]" "--help has a line on $command"
    ok "$command --help" "$FIDLIO" "$command" --help
    like "$("$FIDLIO" "$command" --help)" "^Usage: fidlio $command " "it names itself"
done
is "$(printf '%s\n' "$help" | awk 'length > 80')" "" "80 columns"
like "$("$FIDLIO" --version)" '^fidlio [0-9]+\.[0-9]+' "--version"
like "$("$FIDLIO" --version)" 'FFTW [0-9.]+.*GSL [0-9.]+.*cJSON [0-9.]+.*zlib [0-9.]+' "and the libraries"

exits 2 "no command" "$FIDLIO"
exits 2 "an unknown command" "$FIDLIO" frobnicate
exits 2 "an unknown option" "$FIDLIO" --frobnicate
exits 2 "an unknown option of a command" "$FIDLIO" list --frobnicate readers
exits 2 "an unknown format" "$FIDLIO" list --format=yaml readers
exits 2 "an unknown list" "$FIDLIO" list things
exits 2 "no list" "$FIDLIO" list
exits 2 "two lists" "$FIDLIO" list readers metrics
exits 2 "report without a directory" "$FIDLIO" report
exits 2 "report of two" "$FIDLIO" report a b
exits 2 "check without a limit" "$FIDLIO" check a
exits 2 "a limit that is no number" "$FIDLIO" check a --fail-below=half
exits 2 "a limit above 1" "$FIDLIO" check a --fail-below=1.5
exits 2 "group and resource" "$FIDLIO" check a --fail-below=0 --group=a --resource=b
is "$("$FIDLIO" frobnicate 2>/dev/null)" "" "messages go to stderr"
like "$("$FIDLIO" frobnicate 2>&1)" "^fidlio: unknown command 'frobnicate'" "and name the program"

# wrong use is refused with its reason
while IFS=: read -r args why; do
    # shellcheck disable=SC2086 # words
    exits 2 "$args" "$FIDLIO" $args
    # shellcheck disable=SC2086
    like "$("$FIDLIO" $args 2>&1)" "$why" "$why"
done <<'END'
compare --real a --real b --emulation c --chrome-trace=x:--chrome-trace takes one pair
compare a:a real run or an emulation is missing
derive --format=csv a:derive prints YAML or json
job --format=csv a:job writes table or json
nearest a b:one run at a time. 'b' needs --among
check:the directory of results is missing
check a --fail-below=0 --group=disk --resource=cpu:--group and --resource exclude
baseline:give save, list, show, rm or prior
baseline make:give save, list, show, rm or prior
baseline save:save: its argument is missing
baseline save a b -o c:one directory or file at a time
baseline show a b:one directory or file at a time
baseline save a:-o FILE is missing
merge a b:-o RESULTS is missing
list profiles nothing:unknown profile 'nothing'
list storages nothing:unknown storage 'nothing'
list storages nfs disk:one list at a time
help frobnicate:unknown command 'frobnicate'
answer a --utilisation=100:'100' is not a percentage from 1 to 99.9
answer a --utilisation=0.9:'0.9' is not a percentage from 1 to 99.9
answer a --storage=tape:unknown storage 'tape'; choose one of local-nvme
answer a --storage=5:unknown storage '5'; .* give a rate as 500MB/s, 5ms or 200iops
answer a --storage=0ms:unknown storage '0ms'
answer a --storage=5ms,:unknown storage '5ms,'
answer a --storage=5ms,6ms:unknown storage '5ms,6ms'
inspect:RUN is missing
digest:RUN is missing
calibrate:real runs are missing
matrix:-o RESULTS is missing
tune a --wait=-1:--wait takes a whole number from 0 to 100000
plot a --dpi=29:--dpi takes a number from 30 to 2400, not '29'
END
# shellcheck disable=SC2046 # words
like "$("$FIDLIO" answer a $(printf ' --storage=disk%.0s' $(seq 65)) 2>&1)" 'more than 64 storages' "more storages than there may be"
is "$("$FIDLIO" list profiles | sed '1d; s/ .*//' | LC_ALL=C sort | tr '\n' ' ')" \
    "$(cd "$srcdir/profiles" && ls ./*.conf | sed 's|^./||; /^prior/d; s/.conf//' | LC_ALL=C sort | tr '\n' ' ')" "list profiles has all"

# options may stand before the command or after it
is "$("$FIDLIO" --format=csv list metrics | sed '1d; s/,.*//')" \
    "$(sed -n '/^METRICS/,/[^\\]$/s|^ *metrics/\([a-z0-9_]*\)\.c.*|\1|p' "$srcdir/metrics/local.mk")" \
    "list metrics has all"
like "$("$FIDLIO" list profiles storage --format=json | grep '"file"')" '"# .*000aanswer +storage' "the file of a profile, too"
is "$("$FIDLIO" --format csv list metrics)" "$("$FIDLIO" list metrics --format=csv)" "options before and after"
for format in table json csv md tsv; do
    like "$("$FIDLIO" list readers --format=$format)" bpftrace_bio "list readers as $format"
done
is "$("$FIDLIO" list storages --format=csv | tr -d '\r' | cut -d , -f 1,5 | head -n 5 | tr '\n' ' ')" \
    "value,nfs read_mib_s,896 write_mib_s,896 read_ms,0.300 meta_ms,0.300 " "list storages has their values"
is "$("$FIDLIO" list storages NFS)" "$(cat "$srcdir/profiles/storage/nfs.conf")" "the file of a storage, too"
is "$("$FIDLIO" help answer)" "$("$FIDLIO" answer --help)" "help COMMAND is COMMAND --help"
is "$("$FIDLIO" help)" "$("$FIDLIO" --help)" "help is --help"
is "$("$FIDLIO" help help; "$FIDLIO" help version)" "$("$FIDLIO" --help; "$FIDLIO" --version)" "of help and version, too"
is "$("$FIDLIO" version)" "$("$FIDLIO" --version)" "version is --version"
for what in readers metrics resources storages; do
    is "$("$FIDLIO" list $what | awk 'length > 80')" "" "list $what: 80 columns"
    ok "list $what: JSON" sh -c '"$1" list "$2" --format=json | python3 -m json.tool' sh "$FIDLIO" $what
done

ok "another spelling" "$FIDLIO" list metrics --colour=never
unlike "$("$FIDLIO" list --help)" 'colour=' "which --help keeps to itself"
like "$("$FIDLIO" compare --help)" '--output=.*--results=' "other names of an option are in it"

# a program beside fidlio or on PATH is a command; options before it are its own
mkdir "$tmp/alone" "$tmp/path"
cp "$FIDLIO" "$tmp/alone/fidlio"
alone () { PATH=$tmp/path:/usr/bin:/bin "$tmp/alone/fidlio" "$@"; }
printf '#!/bin/sh\nprintf "<%%s>" "$@"\necho "${FIDLIO##*/alone/}"\n' >"$tmp/path/fidlio-echo"
chmod +x "$tmp/path/fidlio-echo"
is "$(unset FIDLIO; alone echo)" "<>fidlio" "a program on PATH, which is told what started it"
is "$(FIDLIO=mine; export FIDLIO; alone echo a)" "<a>mine" "unless that is known"
is "$(alone -q -v echo -a b)" "<-q><-v><-a><b>$FIDLIO" "options before and behind the name"
is "$(alone -q -- echo -- b)" "<-q><--><b>$FIDLIO" "a -- before the name is not the program's"
cp "$tmp/path/fidlio-echo" "$tmp/alone/fidlio-logs"
is "$(alone logs a b)" "<a><b>$FIDLIO" "a program beside it"
chmod -x "$tmp/alone/fidlio-logs"
exits 5 "one that may not be started" alone logs
like "$(alone logs 2>&1)" '/alone/fidlio-logs: Permission denied' "is named"
rm "$tmp/alone/fidlio-logs"
exits 2 "a tool that is not installed" alone logs
like "$(alone logs 2>&1)" 'fidlio-logs is not installed: it comes with the package fidlio-tools$' "has a package"
like "$(alone emulate 2>&1)" 'it comes with the package fidlio$' "each its own"
exits 2 "a path is no command" alone ../path/fidlio-echo
like "$(alone "$(printf '%300s' x)" 2>&1)" 'unknown command' "nor is a long name"

# what was printed must arrive
if [ -w /dev/full ]; then
    for args in "list readers" --help --version; do
        # shellcheck disable=SC2086
        exits 5 "fidlio $args on a full disk" sh -c 'exec "$@" >/dev/full' sh "$FIDLIO" $args
    done
else
    skip "a full disk" "no /dev/full"
fi
exits 5 "stdout closed" sh -c 'exec "$@" >&-' sh "$FIDLIO" list readers
tap_done
