#!/bin/sh
# make.sh DIR: write result files for tests, DIR/good and DIR/broken, as edits of
# U_real__U_dlio.json
#
# good/    two real runs with three emulations.  For U_real, U_dlio and U_dlio_2 tie (0.800
#          and 0.797, nearer than 0.005); for B_real, B_dlio is the best
# broken/  what is refused, each file in its own way
set -eu
one=$(dirname "$0")/U_real__U_dlio.json
dir=$1
mkdir -p "$dir/good" "$dir/broken"

# side WHICH ID WORKLOAD HASH: a program for sed that exchanges the run of one side
side ()
{
    printf '/^  "%s": {/,/^  }/{
s/"U_[a-z]*"/"%s"/
s/unet3d/%s/
s/0000[ab]1"/0000%s"/
}\n' "$@"
}

# similarity SIMILARITY DISK: a program for sed that writes the similarity and the grade of the disk
similarity ()
{
    printf 's/"similarity": 0.8,/"similarity": %s,/
/^      "group": "disk"/,/^      "grade"/s/: 0.8,/: %s,/\n' "$@"
}

b_real=$(side real B_real bert a2)
u_dlio_2=$(side emulation U_dlio_2 unet3d b2)
b_dlio=$(side emulation B_dlio bert b3)
no_findings='/^  "findings"/,/^  ]/c\
  "findings": [],'
serious='s/"severity": "info"/"severity": "serious"/
/"severity"/,/"text"/{
s/"resource": null/"resource": "block.write"/
s/"phase": null/"phase": "CHECKPOINT"/
s/"CPU use.*/"block.write is silent in the emulation from epoch 2 on: 1.2 GB in 5 checkpoints of the real run, nothing in the emulation."/
}
s/"warnings": \[\]/"warnings": ["8 lines of trace_read.out were skipped."]/'
not_valid='s/"verdict": "valid"/"verdict": "not valid"/
s/"text": "valid for/"text": "not valid for/
s/"causes": \[\]/"causes": [{"code": "files", "what": "files of data", "real": 42, "emulation": 7, "resource": "block.read", "quantity": "bytes", "share": 0.4, "key": "workload.dataset.num_files_train", "from": "7", "to": "42", "also": [], "error_after": null, "with": null, "error_with": null, "similarity_after": 0.61, "text": "files of data: 7 instead of 42"}]/'

# good PAIR PROGRAM...: one result, edited by all programs
good ()
{
    file=$dir/good/$1.json
    shift
    printf '%s\n' "$@" | sed -f - "$one" >"$file"
}
good U_real__U_dlio
good U_real__U_dlio_2 "$u_dlio_2" "$(similarity 0.797 0.7941)" "$serious"
good U_real__B_dlio "$b_dlio" "$(similarity 0.4 0.2)" "$not_valid" "$no_findings"
good B_real__U_dlio "$b_real" "$(similarity 0.4 0.2)" "$not_valid" "$no_findings"
good B_real__U_dlio_2 "$b_real" "$u_dlio_2" "$(similarity 0.35 0.153125)" "$not_valid" "$no_findings"
good B_real__B_dlio "$b_real" "$b_dlio" "$(similarity 0.795 0.79003125)" "$no_findings"

# broken NAME PROGRAM: one result that is refused
broken ()
{
    sed "$2" "$one" >"$dir/broken/x__$1.json"
}
broken old 's/fidlio.pair\/4/fidlio.pair\/3/'
broken schema 's/fidlio.pair\/4/fidlio.pair\/5/'
broken range '135s/: .*/: 1.5,/'
broken huge '146s/: .*/: 1e999,/'
broken noid 's/"id": "U_real"/"id": ""/'
broken control 's/"id": "U_dlio"/"id": "a\\u001b[31m"/'
broken nooverall '/^  "overall"/,/^  }/s/"similarity": 0.8/"similarity": null/'
broken noprofile '/^  "overall"/,/^  }/s/"system"/"other"/'
broken type '/^  "resources": \[/,/^  \]/c\
  "resources": {},'
broken trailing '$a\
}'
broken cut '204q'
truncate -s -3 "$dir/broken/x__cut.json" # within a word
: >"$dir/broken/x__empty.json"
echo '[1, 2]' >"$dir/broken/x__list.json"
printf '\000\001\377\376\012\000' >"$dir/broken/x__binary.json"
