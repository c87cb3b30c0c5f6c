# pairs.sh - result files made by hand for the gate's tests
#
#   . "$srcdir/tests/check/pairs.sh"
#   pair DIR REAL EMULATION OVERALL STORAGE [BYTES [UTILISATION [CHECKPOINT [STATUS [OPS]]]]]
#
# OVERALL and STORAGE are scores (null: uncalibrated); the emulation moved BYTES,
# used the accelerator by UTILISATION (0 to 1), lasted CHECKPOINT seconds in that
# phase (null: none), data.read has STATUS (compared or not compared), and the
# emulation read OPS times (50).  $version,
# $calibration, $window, $penalty, $key, $realhash and $exclude stand in the file.
version=1.0 calibration='"00000000000000aa"' window=job penalty=0.05 key=00000000000000bb
realhash=0 exclude="[]"
pair ()
{
    mkdir -p "$1"
    pair_status=${9:-compared}
    pair_similarity=0.5 pair_reason=null
    [ "$pair_status" = compared ] || pair_similarity=null pair_reason='"not traced"'
    cat >"$1/$2__$3.json" <<END
{"schema": "fidlio.pair/1",
 "tool": {"name": "fidlio", "version": "$version", "key": "$key",
  "options": {"window": "$window", "all_processes": false, "day_first": false, "utc_offset_s": null,
   "step_s": 0.3, "dt_s": 0.1, "rhythm_dt_s": 0.1, "band_s": 0.4, "penalty": $penalty, "tolerance_s": 1,
   "exclude_groups": $exclude, "calibration": $calibration}},
 "real": {"id": "$2", "workload": "w", "hash": "$2$realhash", "runs": ["$2"], "inputs": []},
 "emulation": {"id": "$3", "workload": "w", "hash": "${3}0", "runs": ["$3"], "inputs": []},
 "windows": [
  {"window": "$window", "headline": true, "real_s": 70, "emulation_s": 71, "reason": null},
  {"window": "CHECKPOINT", "headline": false, "real_s": 2, "emulation_s": ${8:-2}, "reason": null}],
 "resources": [
  {"resource": "block.read", "group": "storage", "window": "$window", "status": "compared", "reason": null,
   "similarity": 0.6, "score": $5, "facets": [
    {"facet": "volume", "measure": "ratio", "quantity": "bytes", "distance": 0.1, "unit": "ln",
     "similarity": 0.7, "weight": 1, "score": $5, "reason": null,
     "detail": {"real": 1000000000, "emulation": ${6:-1000000000}}},
    {"facet": "volume", "measure": "ratio", "quantity": "ops", "distance": 0.1, "unit": "ln",
     "similarity": 0.65, "weight": 1, "score": $5, "reason": null, "detail": {"real": 50, "emulation": ${10:-50}}}]},
  {"resource": "data.read", "group": "vfs", "window": "$window", "status": "$pair_status",
   "reason": $pair_reason, "similarity": $pair_similarity, "score": null, "facets": []},
  {"resource": "steps", "group": "steps", "window": "$window", "status": "compared", "reason": null,
   "similarity": 0.9, "score": null, "facets": [
    {"facet": "timing", "measure": "difference", "quantity": "accelerator_utilisation", "distance": 0.01,
     "unit": "1", "similarity": 0.99, "weight": 1, "score": null, "reason": null,
     "detail": {"real": 0.9, "emulation": ${7:-0.9}}}]}],
 "groups": [{"group": "storage", "similarity": 0.6, "resources": 1, "score": $5}],
 "overall": {"similarity": 0.6, "score": $4, "score_ci": null, "score_reason": null,
  "coverage": {"compared": 3, "of": 3, "missing": []}, "worst_facet": null, "best_facet": null},
 "findings": [], "warnings": []}
END
}
