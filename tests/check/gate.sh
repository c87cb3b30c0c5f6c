#!/bin/sh
# fidlio check --baseline: verdicts, guards, thresholds, what CI reads.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
. "$srcdir/tests/check/pairs.sh"
cd "$tmp" || exit 99

# runs DIR SHIFT ...: five emulation runs against two real ones; the run's score is the
# median (mean of two): 0.50 0.51 0.52 0.53 0.54, plus SHIFT; the rest as in pair
runs ()
{
    runs_dir=$1 runs_shift=$2
    shift 2
    for i in 0 1 2 3 4; do
        a=$(awk -v i="$i" -v s="$runs_shift" 'BEGIN { printf "%.4f", 0.49 + i / 100 + s }')
        b=$(awk -v i="$i" -v s="$runs_shift" 'BEGIN { printf "%.4f", 0.51 + i / 100 + s }')
        pair "$runs_dir" R_r1 "E_r$i" "$a" "$a" "$@"
        pair "$runs_dir" R_r2 "E_r$i" "$b" "$b" "$@"
    done
}

# cell ROW COLUMN: of the last check as TSV (out); ROW is the value of "of"
cell ()
{
    printf '%s\n' "$out" |
        awk -F '\t' -v row="$1" -v col="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $at["of"] == row { print $at[col] }'
}
gate ()
{
    out=$("$FIDLIO" check --format=tsv "$@" 2>err)
    status=$?
}

runs good 0
ok "save" "$FIDLIO" baseline save good -o base.json
gate good --baseline base.json
is "$status" 0 "runs against themselves do not fail"
is "$(cell overall verdict)" PASS "but pass"
is "$(cell overall delta) $(cell overall cliff)" "0.0000 0.0000" "without a difference"
is "$(cell overall accepted_runs) $(cell overall candidate_runs)" "5 5" "run by run"
is "$(tail -n 1 err)" "fidlio: PASS: 1 configurations, 0 checks failed, 0 inconclusive, 2 passed" "which is said"

runs worse -0.2
gate worse --baseline base.json --junit junit.xml --annotations
is "$status" 1 "0.2 lower fails"
is "$(cell overall verdict) $(cell storage verdict)" "FAIL FAIL" "both numbers"
is "$(cell overall delta)" -0.2000 "Hodges-Lehmann estimate"
is "$(cell overall p) $(cell overall p_family)" "0.003968 0.007937" "1 / C(10,5), and twice that"
# variance 0.001 / 4 on each side: 2.486475 sqrt (0.00025) sqrt (2/5)
is "$(cell overall mde)" 0.0249 "minimal detectable effect"
is "$(cell overall cliff)" -1.0000 "Cliff's delta"
is "$(grep -c '^::error title=fidlio check FAIL::E: .*lower' err)" 2 "annotations"
if command -v python3 >/dev/null; then
    cat >junit.py <<'END'
import xml.etree.ElementTree as t
r = t.parse("junit.xml").getroot()
s = r.find("testsuite")
print(r.tag, s.get("tests"), s.get("failures"), [(c.get("classname"), c.get("name"), [d.tag for d in c]) for c in s])
END
    is "$(python3 junit.py)" "testsuites 2 2 [('E', 'overall', ['failure']), ('E', 'storage', ['failure'])]" "JUnit"
else
    skip "JUnit" "python3 is missing"
fi
like "$("$FIDLIO" check worse --baseline base.json 2>/dev/null)" \
    '^  E: overall, storage: FAIL: 0.200 lower than accepted' "the table tells why, once"
is "$("$FIDLIO" check worse --baseline base.json 2>/dev/null | awk 'length > 80')" "" "in 80 columns"
gate worse --baseline base.json --margin=0.3
is "$status $(cell overall verdict)" "0 PASS" "--margin"
runs better 0.2
gate better --baseline base.json
is "$status $(cell overall verdict)" "0 PASS" "better is no failure"
runs near -0.05
gate near --baseline base.json
is "$status $(cell overall verdict)" "0 INCONCLUSIVE" "0.05 lower: cannot be told from the margin"
exits 1 "--release wants to know" "$FIDLIO" check near --baseline base.json --release
gate worse --baseline base.json
first=$out
gate worse --baseline base.json
is "$out" "$first" "again: the same bytes"

# --- few repeats
mkdir two
cp worse/*E_r[01].json two
gate two --baseline base.json
is "$status" 0 "two runs are no failure"
like "$(cell overall verdict),$(cell overall reason)" '^INCONCLUSIVE,too few repeats: 2 more are needed$' "the number needed"
ok "a baseline of two" "$FIDLIO" baseline save -q two -o two.json
gate two --baseline two.json
like "$(printf '%s\n' "$out")" 'too few repeats: 2 more are needed, and 2 more of what was accepted' "both are short"

# --- guards, with two runs
guard () # guard WHAT ROW KIND REASON ARG...: pair's ARG fail for REASON
{
    guard_what=$1 guard_row=$2 guard_kind=$3 guard_reason=$4
    shift 4
    rm -rf guarded
    runs guarded 0 "$@"
    rm guarded/*E_r[234].json
    gate guarded --baseline base.json
    is "$status" 1 "$guard_what fails"
    is "$(cell "$guard_row" verdict) $(cell "$guard_row" check)" "FAIL $guard_kind" "as a $guard_kind"
    like "$(cell "$guard_row" reason)" "$guard_reason" "and says why"
}
guard "1.3 times the bytes" "block.read bytes" volume '^1300000000, 1.3 times' 1300000000
guard "no bytes" "block.read bytes" volume ', 0 times' 0
guard "1.3 times the operations" "block.read ops" volume '^65, 1.3 times' 1000000000 0.9 2 compared 65
guard "a fifth less and more than a few" "block.read ops" volume '^39, 0.78 times' 1000000000 0.9 2 compared 39
guard "6 points less utilisation" accelerator_utilisation share '^84.0 %, was 90.0 %' 1000000000 0.84
guard "a phase that is gone" CHECKPOINT phase '^no such phase in E_r0' 1000000000 0.9 null
guard "a resource that is gone" data.read coverage 'coverage is lost' 1000000000 0.9 2 'not compared'
rm -rf fine
runs fine 0 1240000000 0.86
gate fine --baseline base.json
is "$status $(printf '%s\n' "$out" | wc -l)" "0 3" "1.24 times the bytes and 4 points do not"
for ops in 59 41 60 40; do # fewer than 10 off are a few strays; 1.2 and 0.8 times are allowed
    rm -rf few
    runs few 0 1000000000 0.9 2 compared $ops
    gate few --baseline base.json
    is "$status" 0 "$ops operations instead of 50 do not fail"
done
rm -rf quiet1 quiet2 # of few operations and bytes
runs quiet1 0 1000000 0.9 2 compared 10
runs quiet2 0 2000000 0.9 2 compared 19
ok "a baseline of little" "$FIDLIO" baseline save -q quiet1 -o quiet.json
gate quiet2 --baseline quiet.json
is "$status" 0 "twice as much of next to nothing is not a failure"
rm -rf quiet2
runs quiet2 0 2048577 0.9 2 compared 20
gate quiet2 --baseline quiet.json
is "$status" 1 "10 operations and 1 MiB more are"
is "$(cell "block.read ops" verdict) $(cell "block.read bytes" verdict)" "FAIL FAIL" "both"
runs renamed 0
for f in renamed/*; do
    sed 's/"E_r/"F_r/' "$f" >"$(printf '%s\n' "$f" | sed 's/E_r/F_r/')"
done
gate renamed --baseline base.json
is "$status" 0 "a configuration that is new"
like "$(cat err)" '^fidlio: F: not in the baseline, not judged' "is not judged"
ok "with both" "$FIDLIO" baseline save -q renamed -o both.json
gate good --baseline both.json
is "$status $(cell runs check)" "1 coverage" "one that is gone fails"
rm renamed/*E_r*
gate renamed --baseline base.json
is "$status" 3 "nothing in common"

# --- group-by
gate good --baseline base.json --group-by=run
is "$status" 3 "run by run none is called E"
ok "a baseline of runs" "$FIDLIO" baseline save -q good --group-by=run -o runs.json
is "$("$FIDLIO" baseline list --format=csv . | tr -d '\r' | grep '^runs.json')" \
    "runs.json,5,5,1.0,00000000000000aa" "five configurations of a run"
exits 0 "workload" sh -c '"$1" baseline save -q good --group-by=workload -o w.json &&
    "$1" check good --baseline w.json --group-by=workload' sh "$FIDLIO"

# --- thresholds
cat >limits <<'END'
# workload resource facet limit value
w    overall     -       min_score       0.5
*    block.read  volume  min_similarity  0.65   # the lowest of bytes and ops
*    *           -       min_similarity  0.5
END
gate good --baseline base.json --thresholds limits
is "$status" 0 "all are reached"
gate good --thresholds limits
is "$status" 0 "without a baseline"
printf '* block.read volume min_similarity 0.66\nw overall - min_score 0.6\n' >limits
gate good --thresholds limits
is "$status $(cell block.read/volume check)" "1 threshold" "one that is missed"
like "$(cell overall reason)" '^score 0.5200 is below 0.6 \(line 2 of the thresholds\)$' "and its line"
printf 'w gpu - min_score 0\n' >limits
gate good --thresholds limits
is "$status" 1 "what was not measured is not known to be good"
printf 'other overall - min_score 0.6\n' >limits
gate good --thresholds limits
like "$status $(cat err)" "0 fidlio: limits:1: no run of the workload 'other'" "a limit that is for nothing is said"
for line in 'w overall - min_score' 'w overall - max_score 1' 'w overall - min_score 1.5'; do
    echo "$line" >limits
    exits 2 "no limit: $line" "$FIDLIO" check good --thresholds limits
done

# --- uncalibrated
calibration=null
runs plain 0
sed -i 's/"score": 0[.0-9]*/"score": null/' plain/*
calibration='"00000000000000aa"'
ok "similarities" "$FIDLIO" baseline save -q plain -o plain.json
gate plain --baseline plain.json
is "$status $(cell overall number)" "0 similarity" "are judged where there is no score"
like "$(cat err)" 'E: no scores \(they need a calibration\): similarities are judged' "which is said"

# --- self-test
for i in 1 2 3 4 5; do
    for j in 1 2 3 4 5; do
        [ $i = $j ] || pair self "R_r$i" "R_r$j" 0.98 0.97
    done
done
sed -i 's/"emulation": {"id": "\(R_r.\)", "workload": "w", "hash": "R_r.0"/"emulation": {"id": "\1", "workload": "w", "hash": "\10"/' self/*
gate self --self-test
is "$status $(cell overall verdict)" "0 PASS" "repeats of the real run pass"
sed -i 's/"emulation": 1000000000/"emulation": 2000000000/' self/*__R_r3.json
gate self --self-test
is "$status $(cell 'block.read bytes' check)" "1 volume" "one that read twice as much does not"
exits 3 "no repeats" "$FIDLIO" check good --self-test

# --- history
for day in 01 02 03 04 05 06 07 08 09 10 11 12 13 14; do
    d=0.0$((1 + ${day#0} % 3))
    [ "${day#0}" -le 7 ] || d=-0.1$((${day#0} % 3))
    runs "stored/$day" "$d"
    ok "stored $day" "$FIDLIO" baseline save -q "stored/$day" -o "kept$day.json"
done
mkdir kept
mv kept??.json kept
gate --history stored
is "$status" 0 "history of results"
is "$(cell overall index) $(cell overall entry)" "7 08" "the change is found"
first=$out
gate --history kept
is "$(printf '%s\n' "$out" | sed 's/kept\(..\)\.json/\1/')" "$first" "in a history of baselines too"
ls kept | sort -r >order && mv order kept
gate --history kept
is "$(cell overall entry)" "kept07.json" "order in a file"
rm -r stored/1?
"$FIDLIO" check --history stored 2>err
like "$? $(cat err)" '^0 fidlio: too few results: 2 of 2 series have 9 or so, 12 are needed' "too few"

# --- usage
exits 2 "against what?" "$FIDLIO" check good
exits 2 "two checks at once" "$FIDLIO" check good --baseline base.json --fail-below=0.5
exits 2 "a margin that is none" "$FIDLIO" check good --baseline base.json --margin=-1
exits 2 "a way to group that is none" "$FIDLIO" check good --baseline base.json --group-by=moon
exits 3 "no results" "$FIDLIO" check none --baseline base.json
exits 3 "no baseline" "$FIDLIO" check good --baseline none.json
exits 3 "no thresholds" "$FIDLIO" check good --thresholds none
exits 5 "JUnit that cannot be written" "$FIDLIO" check good --baseline base.json --junit none/x.xml
tap_done
