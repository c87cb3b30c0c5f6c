#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/judgement/judge-fuzz: a few draws, and a failure that it has to find.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
runs=$srcdir/tests/data/runs
ok "40 draws" "$srcdir/tests/judgement/judge-fuzz" --fidlio "$FIDLIO" --draws 40 --seed 2 "$runs"/*_real_r[0-9]
# fails PROGRAM WHAT: that judge-fuzz finds WHAT in the draws of PROGRAM
fails ()
{
    chmod +x "$tmp/$1"
    is "$("$srcdir/tests/judgement/judge-fuzz" --fidlio "$tmp/$1" --draws 5 "$runs"/*_real_r[0-9] >"$tmp/said" 2>&1; echo $?)" 1 "$1: fails"
    like "$(cat "$tmp/said")" "$2" "$1: $2"
    unlike "$(cat "$tmp/said")" Traceback "$1: by a check"
}
rest='"findings": [], "warnings": [], "causes": [], "answer": {"real": {"unseen": null}, "emulation": {"unseen": null}}'
cat >"$tmp/blind" <<END2
#!/bin/sh
# a fidlio that finds everything valid
echo '{"profiles": [{"profile": "storage", "verdict": "valid", "text": "valid"}], $rest}'
END2
fails blind 'valid for storage'
cat >"$tmp/mute" <<END2
#!/bin/sh
# one that decides nothing and has the words only in names that nobody reads
echo '{"profiles": [{"profile": "storage", "verdict": "cannot tell", "text": ""}], $rest,
    "resources": ["bytes no reads of data mapped incomplete disk same storage log lost ended before",
    "not all tracers page cache was dropped same events roles differ left out"]}'
END2
fails mute 'is not named'
cat >"$tmp/chatty" <<END2
#!/bin/sh
# one that says the same of all runs, with other numbers
echo '{"profiles": [{"profile": "storage", "verdict": "cannot tell", "text": "'\$\$' bytes, disk, roles differ"}], $rest}'
END2
fails chatty 'is not named'
printf '#!/bin/sh\nexit 3\n' >"$tmp/unwilling"
fails unwilling 'as recorded: status 3'

# --- less of a recording says nothing else
"$srcdir/tests/judgement/judge-fuzz" --less --fidlio "$FIDLIO" --draws 60 "$runs"/*_r[0-9] >"$tmp/less" 2>&1
unlike "$(cat "$tmp/less")" '-> valid|status|Traceback|refused -> judged' "nothing becomes valid by what is taken away"
like "$(tail -n 1 "$tmp/less")" '^60 draws: 0 failed, 0 refused,' "of 60 draws none breaks the law"
sed 's/^/# /' "$tmp/less"
cat >"$tmp/counting" <<'END2'
#!/bin/sh
# a fidlio that judges by how much there is
for run; do :; done
n=$(cat "$run"/* | wc -c)
verdict=valid
[ "$n" -gt 1000000 ] || verdict="not valid"
echo "{\"profiles\": [{\"profile\": \"storage\", \"verdict\": \"$verdict\"}],
    \"answer\": {\"error\": $n, \"low\": $n, \"high\": $n, \"bound\": true}}"
END2
chmod +x "$tmp/counting"
"$srcdir/tests/judgement/judge-fuzz" --less --fidlio "$tmp/counting" --draws 30 "$runs"/*_r[0-9] >"$tmp/said" 2>&1
is "$?" 1 "a program that judges by how much there is fails"
like "$(cat "$tmp/said")" ', of the second: [^,]*: E ' "by one thing that is taken away"
unlike "$(cat "$tmp/said")" ', of the second: rows=[^,:]* 0\.[2-9] [0-9]*: E ' "a tenth of the rows is enough"
tap_done
