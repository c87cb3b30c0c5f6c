#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Files in a folder that the user named: whichever of them is a link, a FIFO or a device, nothing
# outside the folder is written, nothing waits, and the message says which it is.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
real=("$srcdir/tests/data/runs/DLRM_real_r4" "$srcdir/tests/data/runs/DLRM_real_r7")
emulation=$srcdir/tests/data/runs/DLRM_dlio_r4
mkdir broken outside
echo 'not a trace' >broken/notes.txt
matrix ()
{
    timeout 60 "$FIDLIO" matrix -j 2 --force --real "${real[@]}" --emulation "$emulation" broken -o m
}
report ()
{
    timeout 60 "$FIDLIO" report -q m
}
matrix >/dev/null 2>&1
report >/dev/null 2>&1
mapfile -t names < <(cd m && find . -type f | sed 's,^\./,,' | LC_ALL=C sort)
is "$(printf '%s\n' "${names[@]}" | grep -cE '^(ranking.tsv|report.md|report.html|index.json|failed.tsv|calibration.json|.fidlio-cache|.*__.*\.json|.fidlio-digests/.*)$')" \
    "${#names[@]}" "all names of the folder are known here: ${names[*]}"
cp -r m good
echo kept >outside/kept

# untouched WHAT: nothing outside has changed, and no temporary file is left
untouched ()
{
    is "$(cat outside/*) $(find outside m -name '*.tmp' | wc -l) $(find outside | wc -l)" "kept 0 2" "$1: nothing outside is written"
}

for name in "${names[@]}"; do
    case $name in
    .fidlio-digests/*) continue ;; # below: a run of which no digest is kept is no error
    *index.json | *ranking.tsv | *report.*) commands="report matrix" ;;
    *) commands=matrix ;;
    esac
    for kind in link dangling FIFO; do
        rm -f "m/$name"
        case $kind in
        link) ln -s ../outside/kept "m/$name" && what="a symbolic link" ;;
        dangling) ln -s ../outside/new "m/$name" && what="a symbolic link" ;;
        FIFO) mkfifo "m/$name" && what="a FIFO" ;;
        esac
        before=$(stat -c '%F %i' "m/$name")
        for command in $commands; do
            $command >said 2>&1 </dev/null
            status=$?
            unlike "$status" '^(124|0)$' "$command, $name is $what: fails at once" || diag "$(cat said)"
            like "$(cat said)" "$name" "and names it"
            is "$(stat -c '%F %i' "m/$name")" "$before" "it stays what it was"
            untouched "$command, $name is $what ($kind)"
        done
        rm -rf m
        cp -r good m
    done
done

# --- folders that are links
rm -rf m/.fidlio-digests
ln -s ../outside m/.fidlio-digests
matrix >said 2>&1
like "$(cat said)" "no digest is kept of .*\.fidlio-digests: is a symbolic link" "digests through a link"
untouched "digests"
rm m/.fidlio-digests
ln -s ../outside m/shard-1-of-2
timeout 60 "$FIDLIO" matrix -q -j 2 --real "${real[@]}" --emulation "$emulation" -o m --shard 1/2 >said 2>&1
is "$?" 5 "a share through a link"
like "$(cat said)" "shard-1-of-2: is a symbolic link" "is named"
untouched "shares"

# --- a device, where root may make one
if [ "$(id -u)" = 0 ] && rm -rf m && cp -r good m && rm m/report.md && mknod m/report.md c 1 3 2>/dev/null; then
    report >said 2>&1
    is "$?" 5 "a device"
    like "$(cat said)" "report.md: is a device" "is not written to"
fi

# --- other folders
rm -rf m
mkdir c
ln -s ../outside/new c/DLRM_real_r4__DLRM_dlio_r4.json
timeout 60 "$FIDLIO" compare -q --results c "${real[0]}" "$emulation" >said 2>&1
is "$?" 5 "compare --results"
rm c/* && ln -s ../outside/new c/DLRM_dlio_r4.fidlio
timeout 60 "$FIDLIO" digest -o c/ "$emulation" >said 2>&1
is "$?" 5 "digest -o FOLDER/"
like "$(cat said)" "DLRM_dlio_r4.fidlio: is a symbolic link" "names it"
mkdir m
untouched "compare and digest"
ok "the folder itself may be a link" ln -s ../good m/named
exits 4 "a report through it, of the pair that could be compared" "$FIDLIO" report -q m/named
tap_done
