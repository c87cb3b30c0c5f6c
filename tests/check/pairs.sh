# SPDX-License-Identifier: GPL-3.0-or-later
# pairs.sh - result files made by hand for the gate's tests
#
#   . "$srcdir/tests/check/pairs.sh"
#   pair DIR REAL EMULATION SIMILARITY DISK [BYTES [STEP [CHECKPOINT [STATUS [STEPS]]]]]
#
# SIMILARITY and DISK are the similarity and the grade of the group disk (null: none); the emulation
# read BYTES of data, a step took STEP seconds, checkpoints CHECKPOINT seconds (null: none),
# data.open has STATUS (compared or not compared), and there were STEPS steps.  $version,
# $calibration, $window, $profile, $profilehash, $key, $realhash, $exclude, $error with
# $low and $high (how far the answer is off, ln), $feeds (accelerators), $verdict, the groups that
# are missing ($missing), the bytes that each run read ($realreads, $reads), what recordings can
# show ($proof), what would decide ($way), $causes and what was not read ($incomplete) stand in it.
version=1.0 calibration='"00000000000000aa"' window=job profile=storage key=00000000000000bb
realhash=0 profilehash=00000000000000ee exclude="[]"
error=null low=null high=null feeds=12.3 verdict="cannot tell" missing="[]"
realreads=4e9 reads=4e9 proof=full way=null causes='' incomplete=''
pair ()
{
    mkdir -p "$1"
    pair_status=${9:-compared}
    pair_grade=0.5 pair_reason=null
    [ "$pair_status" = compared ] || pair_grade=null pair_reason='"not traced"'
    cat >"$1/$2__$3.json" <<END
{"schema": "fidlio.pair/4",
 "tool": {"name": "fidlio", "version": "$version", "key": "$key",
  "options": {"window": "$window", "all_processes": false, "day_first": false, "roles": null, "utc_offset_s": null,
   "step_s": 0.3, "dt_s": 0.1, "rhythm_dt_s": 0.1, "band_s": 0.4, "penalty": 0.05, "tolerance_s": 1,
   "profile": "$profile", "profile_hash": "$profilehash", "per": "job",
   "exclude_groups": $exclude, "calibration": $calibration}},
 "real": {"id": "$2", "workload": "w", "hash": "$2$realhash", "runs": ["$2"], "inputs": []},
 "emulation": {"id": "$3", "workload": "w", "hash": "${3}0", "runs": ["$3"], "inputs": []},
 $incomplete "answer": {"profile": "storage", "error": $error, "low": $low, "high": $high, "worst": null, "capacity": {"unit": "accelerators per GB/s", "utilisation": 0.9, "real": 12.8, "emulation": $feeds, "interval": {"real_low": null, "real_high": null, "emulation_low": null, "emulation_high": null}}, "scenarios": [], "verdict": "$verdict", "proof": "$proof", "reason": "no steps were found in some run", "fact": null, "tolerance": 0.1, "stepless": false, "stated": false, "unit": "samples/s", "same_work": true, "measured": false, "modelled": null, "way": $way, "way_width": 0.03, "bound": false, "bound_mib_s": 70, "bound_meta_ms": null, "real": {"runs_n": 1, "recorded_s": 70, "model_s": 70.5, "self_check": 0.007, "demand_mib_s": 50, "books_gap": null, "unseen": null, "count": {"saves": 5, "loads": 0, "save_bytes": 240000000.0, "load_bytes": 0, "metadata_calls": 900}, "did": {"data_bytes": $realreads, "block_bytes": null, "saved_bytes": 1200000000, "saves": 5, "steps": 400, "duration_s": 70, "unbalanced": 0}}, "emulation": {"runs_n": 1, "recorded_s": 70, "model_s": 70.5, "self_check": 0.007, "demand_mib_s": 50, "books_gap": null, "unseen": null, "count": {"saves": 5, "loads": 0, "save_bytes": 240000000.0, "load_bytes": 0, "metadata_calls": 900}, "did": {"data_bytes": $reads, "block_bytes": null, "saved_bytes": 1200000000, "saves": 5, "steps": 400, "duration_s": 70, "unbalanced": 0}}},
 "alignment": {"clock": {
   "real": {"axis": "utc", "uncertainty_s": null, "residual_s": null, "drift_ppm": null, "how": null},
   "emulation": {"axis": "utc", "uncertainty_s": null, "residual_s": null, "drift_ppm": null, "how": null}},
  "origin_s": {"real": 0, "emulation": 0}, "lag_of": null, "lag_s": null, "lag_peak": null,
  "lag_ambiguous": false, "warp_mean_s": null, "warp_max_s": null, "uncertainty_s": null},
 "windows": [
  {"window": "$window", "headline": true, "real_s": 70, "emulation_s": 71, "reason": null},
  {"window": "CHECKPOINT", "headline": false, "real_s": 2, "emulation_s": ${8:-2}, "reason": null}],
 "resources": [
  {"resource": "block.read", "group": "disk", "window": "$window", "status": "compared", "reason": null,
   "weight": 1, "grade": 0.6, "grade_ci": null, "measures": [], "windows": []},
  {"resource": "data.read", "group": "files", "window": "$window", "status": "compared", "reason": null,
   "weight": 1, "grade": 0.7, "grade_ci": null, "measures": [
    {"name": "data.read.bytes", "facet": "volume", "metric": "ratio", "quantity": "bytes", "distance": 0.1,
     "distance_ci": null, "unit": "ln", "noise": 0, "tolerance": 0.0953, "grade": 0.5, "clause": "met", "key": true, "reason": null,
     "detail": {"real": 1000000000, "emulation": ${6:-1000000000}}}], "windows": []},
  {"resource": "data.open", "group": "files", "window": "$window", "status": "$pair_status",
   "reason": $pair_reason, "weight": 1, "grade": $pair_grade, "grade_ci": null, "measures": [], "windows": []},
  {"resource": "steps", "group": "steps", "window": "$window", "status": "compared", "reason": null,
   "weight": 1, "grade": 0.9, "grade_ci": null, "measures": [
    {"name": "steps.steps", "facet": "volume", "metric": "ratio", "quantity": "steps", "distance": 0.01,
     "distance_ci": null, "unit": "ln", "noise": 0, "tolerance": 0.5, "grade": 0.9, "clause": "met", "key": false, "reason": null,
     "detail": {"real": 200, "emulation": ${10:-200}}},
    {"name": "steps.step_s", "facet": "marginal", "metric": "w1_log10", "quantity": "step_s", "distance": 0.01,
     "distance_ci": null, "unit": "decades", "noise": 0, "tolerance": 0.3, "grade": 0.9, "clause": "met", "key": true, "reason": null,
     "detail": {"real": 0.3, "emulation": ${7:-0.3}}}], "windows": []}],
 "groups": [{"group": "disk", "grade": $5, "resources": 1}, {"group": "files", "grade": 0.6, "resources": 2}],
 "overall": {"profile": "$profile", "verdict": "$verdict", "similarity": $4, "similarity_ci": null, "similarity_ci_of": null,
  "similarity_reason": $([ "$4" = null ] && echo '"no resource that the profile grades was compared"' || echo null),
  "noise": null,
  "coverage": {"compared": 4, "of": 4, "missing": $missing, "out_of_scope": []}},
 "profiles": [{"profile": "$profile", "verdict": "$verdict", "similarity": $4, "similarity_ci": null, "by_answer": false, "met": 0, "of": 0, "text": "cannot tell",
  "reason": null, "clauses": []}], "repeats": null, "where": [], "causes": [$causes], "findings": [], "warnings": []}
END
}
