#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio check --baseline: verdicts, guards, thresholds, what CI reads.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
. "$srcdir/tests/check/pairs.sh"
cd "$tmp" || exit 99

# runs DIR FACTOR ...: three emulation runs against two real ones; the run's similarity is the
# median (mean of two): 0.50 0.51 0.52, times FACTOR; the rest as in pair
runs ()
{
    runs_dir=$1 runs_factor=$2
    shift 2
    for i in 0 1 2; do
        a=$(awk -v i="$i" -v s="$runs_factor" 'BEGIN { printf "%.4f", (0.49 + i / 100) * s }')
        b=$(awk -v i="$i" -v s="$runs_factor" 'BEGIN { printf "%.4f", (0.51 + i / 100) * s }')
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

runs good 1
ok "save" "$FIDLIO" baseline save good -o base.json
gate good --baseline base.json
is "$status" 0 "runs against themselves do not fail"
is "$(cell overall verdict)" PASS "but pass, with three runs a side"
is "$(cell overall ratio) $(cell overall accepted)" "1.0000 0.5099" "without a difference; geometric mean"
is "$(cell overall accepted_runs) $(cell overall candidate_runs)" "3 3" "run by run"
is "$(tail -n 1 err)" "fidlio: PASS: 1 configurations, 0 pairs, 0 checks failed, 0 inconclusive, 2 passed" "which is said"

error=0.30 low=0.26 high=0.34 verdict="not valid"
runs good30 1
error=null low=null high=null verdict="cannot tell"
runs worse 0.6
printf 'overall 0.05 6\n' >known.conf # tests do not depend on what is built in
gate worse --prior known.conf --baseline base.json --junit junit.xml --annotations
is "$status" 1 "0.6 times the similarity fails"
is "$(cell overall verdict) $(cell capacity verdict)" "FAIL PASS" "what fell, not the rest"
is "$(cell overall ratio)" 0.6000 "ratio of geometric means"
is "$(grep -c '^::error title=fidlio check FAIL::E: .*0.306, was 0.510' err)" 1 "annotations"
if command -v python3 >/dev/null; then
    cat >junit.py <<'END'
import xml.etree.ElementTree as t
r = t.parse("junit.xml").getroot()
s = r.find("testsuite")
print(r.tag, s.get("tests"), s.get("failures"), [(c.get("classname"), c.get("name"), [d.tag for d in c]) for c in s])
END
    is "$(python3 junit.py)" "testsuites 2 1 [('E', 'capacity', []), ('E', 'overall', ['failure'])]" "JUnit"
else
    skip "JUnit" "python3 is missing"
fi
like "$("$FIDLIO" check worse --baseline base.json --prior known.conf 2>/dev/null | tr -s ' \n' ' ')" \
    'E: overall: FAIL: 0.306, was 0.510: 0.60 times as good' "the table tells why"
is "$("$FIDLIO" check worse --baseline base.json 2>/dev/null | awk 'length > 80')" "" "in 80 columns"
gate worse --baseline base.json --margin=1
is "$status $(cell overall verdict)" "0 PASS" "--margin: half is allowed"
runs better 1.3
gate better --baseline base.json
is "$status $(cell overall verdict)" "0 PASS" "better is no failure"
runs near 0.9
gate near --baseline base.json --margin=0.1
is "$status $(cell overall verdict)" "0 INCONCLUSIVE" "close to the margin"
like "$(cat err)" '^fidlio: INCONCLUSIVE: the runs do not show' "which is loud"
like "$("$FIDLIO" check -q near --baseline base.json --margin=0.1 2>&1)" 'do not show' "even if quiet"
exits 6 "--strict wants to know" "$FIDLIO" check near --baseline base.json --margin=0.1 --strict
exits 1 "a failure stays one" "$FIDLIO" check worse --baseline base.json --strict
gate worse --baseline base.json
first=$out
gate worse --baseline base.json
is "$out" "$first" "again: the same bytes"

# --- the prior
printf 'overall 1 50\n' >wide.conf # margins end at 1.5
gate worse --baseline base.json --prior wide.conf
is "$status $(cell overall verdict)" "0 INCONCLUSIVE" "runs that are known to differ much: 0.6 times is not told from chance"
printf 'overall 0.001 50\n' >narrow.conf
runs low 0.93
gate low --baseline base.json --prior narrow.conf
is "$status $(cell overall verdict) $(cell overall allowed)" "1 FAIL 0.9524" "known to differ little: 0.93 times fails"
gate low --baseline base.json
is "$status" 0 "which the built-in prior does not say"
printf 'overall 1\n' >bad.conf
exits 2 "a prior that is none" "$FIDLIO" check low --baseline base.json --prior bad.conf
exits 3 "a prior that is not there" "$FIDLIO" check low --baseline base.json --prior none.conf
exits 3 "one configuration does not make a prior" "$FIDLIO" baseline prior good
for c in F G H; do
    mkdir -p many
    for f in good/*; do
        sed "s/\"E_r/\"${c}_r/" "$f" >"many/$(basename "$f" | sed "s/E_r/${c}_r/")"
    done
done
"$FIDLIO" baseline prior many >prior.conf
# the same variance of ln 0.50, 0.51, 0.52 three times: no spread, worth what it is from, 3 times 2
like "$(cat prior.conf)" '^overall +0\.02[0-9]* 6\.0 # 3 configurations$' "three do"
gate low --baseline base.json --prior prior.conf
is "$status" 0 "which check reads"
"$FIDLIO" baseline prior many good >prior2.conf
like "$(cat prior2.conf)" '# 4 configurations$' "several directories"

# --- few repeats
mkdir two one
cp worse/*E_r[01].json two
gate two --baseline base.json --prior known.conf
like "$status $(cell overall verdict)" '^1 FAIL' "two runs that are worse fail"
cp worse/*E_r0.json one
gate one --baseline base.json --prior known.conf
is "$status $(cell overall verdict) $(cell overall candidate_runs)" "1 FAIL 1" "and so does one"
cp good/*E_r0.json one
gate one --baseline base.json
is "$status" 0 "one run that is as good is no failure"
like "$(cell overall verdict),$(cell overall reason)" '^INCONCLUSIVE,too few runs: 2 more runs needed$' "but does not pass: the number needed"
ok "a baseline of one" "$FIDLIO" baseline save -q one -o one.json
gate one --baseline one.json
is "$status $(printf '%s\n' "$out" | grep -c INCONCLUSIVE)" "0 0" "the same recording against itself passes"
like "$(cat err)" '^fidlio: recordings that the baseline has already are not judged: E_r0$' "and is named"
sed 's/"hash": "E_r00"/"hash": "new"/' one/R_r1__E_r0.json >x && mv x one/R_r1__E_r0.json
sed 's/"hash": "E_r00"/"hash": "new"/' one/R_r2__E_r0.json >x && mv x one/R_r2__E_r0.json
gate one --baseline one.json
like "$(printf '%s\n' "$out")" 'too few runs: 2 more runs and 2 more runs of the accepted configuration' "of a new one both sides are short"
unlike "$(cat err)" 'are not judged' "which is not taken for the old one"
mkdir more
cp good/*.json more
runs other 0.6
for f in other/*E_r0.json; do
    sed 's/E_r0/E_r9/g' "$f" >"more/$(basename "$f" | sed 's/E_r0/E_r9/')"
done
gate more --baseline base.json --prior known.conf
is "$status $(cell overall candidate_runs)" "1 1" "beside a new run those of the baseline do not count"
like "$(cat err)" 'not judged: E_r0, E_r1, E_r2$' "and are named"
rm -r other

# --- the answer
error=0.04 low=0.01 high=0.07 feeds=12.3 verdict=valid
runs near4 1
ok "a baseline with answers" "$FIDLIO" baseline save -q near4 -o answers.json
like "$("$FIDLIO" baseline show answers.json)" '^E +E_r0 +answer +0\.0400$' "which are shown"
gate near4 --baseline answers.json
is "$status $(cell answer verdict) $(cell answer accepted_runs)" "0 PASS 3" "the same answers pass"
error=0.30 low=0.26 high=0.34 verdict="not valid"
runs far30 1
mkdir far1
cp far30/*E_r0.json far1
gate far1 --baseline answers.json --annotations
is "$status $(cell answer verdict) $(cell capacity verdict) $(cell overall verdict)" "1 FAIL INCONCLUSIVE INCONCLUSIVE" \
    "one run whose answer is 35 % off fails"
like "$(cell answer reason)" '^35 % off, was 4 %: farther by 30 % \(2. % to 3. %\), limit 6 %$' "and why"
is "$(cell verdict check) $(cell verdict verdict) $(cell verdict reason)" "verdict INCONCLUSIVE not valid, was valid" \
    "a verdict that changed is said"
gate far1 --baseline answers.json --strict
is "$status $(cell verdict verdict)" "1 FAIL" "and fails under --strict"
like "$("$FIDLIO" check far1 --baseline answers.json 2>/dev/null)" '^E +answer +FAIL +4 % +35 % +0\.77 ' "errors are percentages in the table"
gate near4 --baseline answers.json --strict
is "$status" 0 "a verdict that stays does not"
error=0 low=0 high=0.03 verdict=valid
runs near0 1
like "$("$FIDLIO" check far1 --baseline near0 2>/dev/null)" 'answer: FAIL: 35 % off, was 0\.0 %' "0 has no sign"
unlike "$("$FIDLIO" check near0 --baseline near0 2>/dev/null)" '-0' "nor in the table"
error=0.04 low=0.01 high=0.07 verdict="cannot tell"
runs open4 1
gate open4 --baseline answers.json
is "$status $(cell verdict verdict)" "0 INCONCLUSIVE" "no verdict any more is inconclusive"
is "$(cell verdict reason)" "cannot tell, was valid: no steps were found in some run" "and why"
exits 6 "which --strict does not let pass" "$FIDLIO" check open4 --baseline answers.json --strict
ok "a baseline without verdict" "$FIDLIO" baseline save -q open4 -o open.json
gate near4 --baseline open.json
is "$status $(cell verdict verdict)" "0 " "a better verdict is no change to report"
error=0.04 low=0.01 high=0.07 verdict=valid feeds=24
runs feeds 1
gate feeds --baseline answers.json
is "$status $(cell capacity verdict) $(cell answer verdict)" "1 FAIL PASS" "twice the accelerators fails"
error=null low=null high=null
runs lost4 1
gate lost4 --baseline answers.json
is "$status $(cell answer check)" "1 coverage" "an answer that is not known any more fails"
error=null low=null high=null feeds=12.3 verdict="cannot tell"

# --- guards, with one run
guard () # guard WHAT ROW KIND REASON ARG...: pair's ARG fail for REASON
{
    guard_what=$1 guard_row=$2 guard_kind=$3 guard_reason=$4
    shift 4
    rm -rf guarded
    runs guarded 1 "$@"
    rm guarded/*E_r[12].json
    gate guarded --baseline base.json
    is "$status" 1 "$guard_what fails with one run"
    is "$(cell "$guard_row" verdict) $(cell "$guard_row" check)" "FAIL $guard_kind" "as a $guard_kind"
    like "$(cell "$guard_row" reason)" "$guard_reason" "and says why"
}
guard "1.12 times the bytes" "data bytes" amount '^1.04 GiB, 1.12 times the 954 MiB' 1120000000
guard "half the bytes" "data bytes" amount ', 0.5 times' 500000000
guard "no bytes" "data bytes" amount ', 0 times' 0
guard "a doubled step" "step time" amount '^0.6 s, 2 times the 0.3 s' 1000000000 0.6
causes='{"code": "computation", "what": "computation of a training step", "real": 0.3, "emulation": 0.6, "resource": null,
    "quantity": null, "share": 0, "key": "workload.train.computation_time", "from": "0.6", "to": "0.3", "also": [], "error_after": 0.02,
    "with": null, "error_with": null, "similarity_after": null, "text": "computation of a training step: 0.6 s instead of 0.3 s (2x)"}'
double=$causes
cause='; first cause: computation of a training step: 0.6 s instead of 0.3 s .2x.; workload.train.computation_time: 0.6 -> 0.3'
guard "a doubled step of a known cause" "step time" amount "times the 0.3 s .*$cause" 1000000000 0.6
"$FIDLIO" check guarded --baseline base.json --junit guarded.xml --annotations >guarded.txt 2>err
like "$(tr -s ' \n' ' ' <guarded.txt)" "step time: FAIL: .*$cause" "which the terminal names with its setting"
like "$(grep 'step time' guarded.xml -A 1)" 'first cause: computation .*computation_time: 0.6 -&#62; 0.3' "and JUnit"
like "$(cat err)" "::error title=fidlio check FAIL::E: step time: .*$cause" "and annotations"
guard "a phase that is gone, of a known cause" CHECKPOINT phase "^no such phase in E_r0$cause" 1000000000 0.3 null
guard "lost coverage" data.open coverage 'coverage is lost$' 1000000000 0.3 2 'not compared'
causes=''
guard "a third of the steps" "steps" amount '^66, 0.33 times the 200 .* .limits 0.61 to 1.65' 1000000000 0.3 2 compared 66
guard "a phase that is gone" CHECKPOINT phase '^no such phase in E_r0' 1000000000 0.3 null
guard "a resource that is gone" data.open coverage 'coverage is lost' 1000000000 0.3 2 'not compared'
rm -rf fine
runs fine 1 1100000000 0.272 2 compared 130
gate fine --baseline base.json
is "$status $(printf '%s\n' "$out" | wc -l)" "0 3" "1.1 times the bytes, 0.91 times the step do not; steps have a wider tolerance"
rm -rf lost
runs lost 1
for f in lost/*; do
    sed -i 's/"similarity": 0[.0-9]*/"similarity": null/; s/"similarity_reason": null/"similarity_reason": "x"/' "$f"
done
gate lost --baseline base.json
is "$status $(cell overall check)" "1 coverage" "a similarity that is gone fails"
runs renamed 1
for f in renamed/*; do
    sed 's/"E_r/"F_r/' "$f" >"$(printf '%s\n' "$f" | sed 's/E_r/F_r/')"
done
gate renamed --baseline base.json
is "$status" 0 "a configuration that is new"
like "$(cat err)" '^fidlio: F: not in the baseline, not judged' "is not judged"
ok "with both" "$FIDLIO" baseline save -q renamed -o both.json
gate good --baseline both.json
is "$status $(cell runs check)" "1 coverage" "one that is gone fails"
mkdir apart
for f in renamed/*; do
    sed 's/"workload": "w"/"workload": "v"/g' "$f" >"apart/$(basename "$f")"
done
cp good/*.json apart
"$FIDLIO" baseline save -q apart -o apart.json
gate good --baseline apart.json
is "$status $(printf '%s\n' "$out" | grep -c 'FAIL\|INCONCLUSIVE')" "0 0" "results of one workload pass without the others"
like "$(cat err)" '^fidlio: not judged, because their workloads have no results: F$' "which are named"
gate good --baseline apart.json --strict
is "$status $(cell runs check)" "6 coverage" "--strict asks for all"
rm renamed/*E_r*
gate renamed --baseline base.json
is "$status" 3 "nothing in common"

# --- group-by
gate good --baseline base.json --group-by=run
is "$status" 3 "run by run none is called E"
ok "a baseline of runs" "$FIDLIO" baseline save -q good --group-by=run -o runs.json
is "$("$FIDLIO" baseline list --format=csv . | tr -d '\r' | grep '^runs.json')" \
    "runs.json,3,3,1.0,00000000000000aa" "three configurations of a run"
exits 0 "workload" sh -c '"$1" baseline save -q good --group-by=workload -o w.json &&
    "$1" check good --baseline w.json --group-by=workload' sh "$FIDLIO"

# --- thresholds
cat >limits <<'END'
# workload  what             least
w           overall          0.5
*           data.read.bytes  0.5   # a clause
*           disk             0.5
*           *                0.5   # every resource
END
gate good --baseline base.json --thresholds limits
is "$status" 0 "all are reached"
gate good --thresholds limits
is "$status" 0 "without a baseline"
printf '* data.read.bytes 0.51\nw overall 0.6\n' >limits
gate good --thresholds limits
is "$status $(cell data.read.bytes check)" "1 threshold" "one that is missed"
like "$(cell overall reason)" '^similarity 0.5100 is below 0.6 \(line 2 of the thresholds\)$' "and its line"
printf 'w gpu 0\n' >limits
gate good --thresholds limits
is "$status" 1 "what was not measured is not known to be good"
printf 'other overall 0.6\n' >limits
gate good --thresholds limits
like "$status $(cat err)" "2 fidlio: limits:1: no emulation of a workload 'other' is in these results" "a limit that is for nothing is an error"
for line in 'w overall' 'w overall x' 'w overall - min_similarity 0.5' 'w overall 1.5'; do
    echo "$line" >limits
    exits 2 "no limit: $line" "$FIDLIO" check good --thresholds limits
done

# --- limits for every pair
error=0.04 low=0.01 high=0.07 verdict=valid
pair pairs R_r1 E_r1 0.5 0.5
error=0.14 low=0.11 high=0.17 verdict="not valid" causes=$double
pair pairs R_r1 E_r2 0.6 0.5
error=0.09 low=0.04 high=0.14 verdict="cannot tell" causes=''
pair pairs R_r1 E_r4 0.6 0.5
for way in null '"recordings"' '"times"'; do
    pair ways R_r1 E_r4 0.6 0.5
    gate ways --fail-above 10 --junit ways.xml --annotations
    case $way in
    *recordings*) record='; two more recordings of each side would decide \(interval then \+-3 %\)' ;;
    *times*) record='; two times of each side on each of these storages \(scripts/throttle\) would decide' ;;
    *) record='; neither two more recordings of each side nor times on these storages would decide' ;;
    esac
    like "$(cell answer reason)" "^9 % off \(4 % to 15 %\), limit 10 %: .*$record" "INCONCLUSIVE says what to record: $way"
    like "$(grep -c 'skipped.*would decide' ways.xml) $(sed 's/%25/%/g' err)" "^1 .*::warning .*$record" "to CI, too"
done
way=null
error=null low=null high=null
pair pairs R_r1 E_r3 0.7 0.5
for format in tsv json csv md; do
    like "$("$FIDLIO" check pairs --fail-above 10% --format=$format 2>/dev/null | tr '\n' ' ')" 'E_r2.*R_r1.*15 % off \(12 % to 19 %\), limit 10 %; first cause: computation of a training step: 0\.6 s instead of 0\.3 s' "--fail-above as $format"
done
gate pairs --fail-above 10% --junit limits.xml --annotations
is "$status" 1 "an answer that is 12 % to 19 % off is above 10 %"
is "$(printf '%s\n' "$out" | cut -f 2,3,4,6)" "configuration	real	check	verdict
E_r1	R_r1	limit	PASS
E_r2	R_r1	limit	FAIL
E_r3	R_r1	limit	INCONCLUSIVE
E_r4	R_r1	limit	INCONCLUSIVE" "pair by pair"
like "$(cat err)" '^::error title=fidlio check FAIL::R_r1 x E_r2: answer: limit: FAIL: 15 %25 off \(12 %25 to 19 %25\), limit 10 %25; first cause: computation' \
    "annotations are written with limits, too"
is "$(grep -c '<testcase' limits.xml) $(grep -c '<failure' limits.xml) $(grep -c '<skipped' limits.xml)" "4 1 2" "and so is JUnit"
like "$(cat limits.xml)" '<failure message="15 % off .*; first cause: computation of a training step' "which names what explains it"
gate pairs --fail-above 12% --strict
like "$(printf '%s\n' "$out" | grep E_r4)" 'the error could be above or below the limit; results made with --answer-tolerance=12 say what to record' \
    "with a limit that results were not made with: how to ask"
gate pairs --fail-above 20
is "$status $(printf '%s\n' "$out" | grep -c PASS)" "0 3" "a limit of 20 %, and one pair of which one cannot tell"
like "$(cat err)" '^fidlio: INCONCLUSIVE: the runs do not show' "which is loud"
exits 6 "--strict" "$FIDLIO" check pairs --fail-above 20 --strict
proof=partial error=0.14 low=0.11 high=0.17
pair shown R_r1 E_r1 0.6 0.5
proof=full
gate shown --fail-above 20
is "$status $(cell answer verdict)" "0 INCONCLUSIVE" "recordings that cannot show that it is good do not pass at any limit"
gate shown --fail-above 10
is "$status $(cell answer verdict)" "1 FAIL" "but fail"
error=null low=null high=null
for limit in "--fail-above 20" "--fail-below 0.1" "--baseline base.json" "--thresholds least.conf" "--history ."; do
    incomplete='"incomplete": "E_r1: trace_read.out: Input/output error",'
    verdict=valid error=0.01 low=0 high=0.02
    pair parts/now R_r1 E_r1 0.9 0.9
    incomplete='' error=null low=null high=null
    echo '* overall 0.1' >least.conf
    case $limit in --history*) set -- --history parts ;; *) set -- parts/now $limit ;; esac
    "$FIDLIO" check "$@" >out.txt 2>err
    is "$?" 4 "of an incomplete result nothing is told: $limit"
    like "$(cat err)" 'R_r1 x E_r1 is incomplete: E_r1: trace_read\.out: Input/output error' "and why"
    unlike "$(cat out.txt err)" PASS "never PASS"
done
verdict="cannot tell"
missing='["disk", "files"]'
pair unseen R_r1 E_r3 null null
missing="[]"
gate unseen --fail-above 16
is "$status $(cell answer verdict)" "0 INCONCLUSIVE" "nothing can be said of a run of which only a log was recorded"
pair differ R_r1 E_r3 null null
gate differ --fail-above 16
is "$status $(cell answer verdict)" "0 INCONCLUSIVE" "nothing can be said of real runs that differ"
gate pairs --fail-below 0.55 --junit limits.xml
is "$status $(grep -c '<failure' limits.xml) $(printf '%s\n' "$out" | grep -c FAIL)" "1 1 1" "JUnit with --fail-below"
gate pairs --fail-below 0.4 --fail-above 20%
is "$status $(printf '%s\n' "$out" | grep -c PASS)" "0 7" "both at once"
rm pairs/*E_r3.json
gate pairs --fail-above 20% --thresholds least.conf
is "$status" 0 "beside other checks"
exits 2 "no percentage" "$FIDLIO" check pairs --fail-above=ten
exits 2 "a limit below 0.1 %" "$FIDLIO" check pairs --fail-above=0

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
is "$status $(cell 'data bytes' check)" "1 amount" "one that read twice as much does not"
exits 3 "no repeats" "$FIDLIO" check good --self-test

# --- history
for day in 01 02 03 04 05 06 07 08 09 10 11 12 13 14; do
    d=1.0$((1 + ${day#0} % 3))
    [ "${day#0}" -le 7 ] || d=0.8$((${day#0} % 3))
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
gate --history stored --strict --junit history.xml --annotations
is "$status" 1 "--strict: a change for the worse fails"
like "$(cat err)" '^::error title=fidlio check FAIL::E: overall: change: FAIL: 0\.4[0-9]* since 08, was 0\.5' "which CI is told"
like "$(cat err)" '^  E: overall: FAIL: 0\.4[0-9]* since 08, was 0\.5' "and a reader, without a table of rows"
ok "in JUnit, too" grep -q '<failure message="0\.4[0-9]* since 08' history.xml
gate --history stored --junit history.xml
ok "without --strict it is skipped" grep -q '<skipped message="0\.4[0-9]* since 08' history.xml
gate good --baseline base.json --history stored
is "$status $(cell overall check | tr '\n' ' ')" "0 change trial " "beside a baseline, its rows are among the others"
ls kept | sort -r >order && mv order kept
gate --history kept
is "$(cell overall entry)" "kept07.json" "order in a file"
exits 0 "a change for the better is no failure" "$FIDLIO" check --history kept --strict
rm -r stored/1?
"$FIDLIO" check --history stored 2>err
like "$? $(cat err)" '^0 fidlio: too few results: 4 of 4 series have about 9; a change can be distinguished from chance with 12' "too few"

# --- usage
exits 2 "against what?" "$FIDLIO" check good
exits 2 "two checks at once" "$FIDLIO" check good --baseline base.json --self-test
exits 2 "a margin that is none" "$FIDLIO" check good --baseline base.json --margin=-1
exits 2 "a way to group that is none" "$FIDLIO" check good --baseline base.json --group-by=moon
exits 3 "no results" "$FIDLIO" check none --baseline base.json
exits 3 "no baseline" "$FIDLIO" check good --baseline none.json
exits 3 "no thresholds" "$FIDLIO" check good --thresholds none
# --- the example workflow: good data pass its steps, worse ones do not
step () # step NAME DIR: the commands of that step, on these results
{
    rm -rf night && mkdir night && cp -r "$2" night/results && cp base.json night/baseline.json
    awk -v name="- name: $1" 'index($0, name) { on = 1; next } /- name:/ { on = 0 } on && sub(/^          /, "")' \
        "$srcdir/doc/examples/github-workflow.yml" >night/step.sh
    mkdir -p bin && ln -sf "$FIDLIO" bin/fidlio
    (cd night && PATH=$tmp/bin:$PATH HOME=$tmp/home sh -eu step.sh >out.txt 2>&1)
}
exits 0 "Judge passes runs as good as the accepted ones" step Judge good
exits 0 "that are off by more than 10 %, too" step Judge good30
exits 1 "and fails worse ones" step Judge worse
exits 0 "Keep passes a first night" step Keep good
exits 0 "and a second try of it" step Keep good
exits 5 "JUnit that cannot be written" "$FIDLIO" check good --baseline base.json --junit none/x.xml
tap_done
