"""table - what must and must not be said of runs of which something is missing or wrong

A row is (name, arguments, said, never).  In the arguments, NAME:EDIT,EDIT@AS is a recorded run
with changes (edits.py), called AS if that is given.  `said' and `never' are expressions that are
searched in standard output and messages, with line ends as blanks; STATUS=n in `said' is the exit
status that has to be.  Rows that name a run of shared/data are left out where that is not there.
"""

U2, U4, E2 = "UNET3D_real_r2", "UNET3D_real_r4", "UNET3D_dlio_r2"
B2, B4 = "BERT_real_r2", "BERT_real_r4"
D4, D7 = "DLRM_real_r4", "DLRM_real_r7"

VALID = r"(?<!not )\bvalid for (storage|read)"
NOTHING_VALID = r"(?<!not )\bvalid for (storage|read|checkpoint|metadata|system)"

ROWS = [
    # --- issue 27, 1: broken repeats
    ("two real runs that differ forgive nothing",
     "compare --real {U2} --real {U4}:half_data@UNET3D_real_r9 --emulation {E2}:half_data",
     ["the real runs differ", "UNET3D_real_r9", "cannot tell for storage"], [VALID]),
    ("half of the data in the emulation is not made valid by a broken repeat",
     "compare --real {U2} --real {U4}:half_data@UNET3D_real_r9 --profile system --emulation "
     "{U4}:half_data,slow=1.01@UNET3D_emu_r1",
     ["the real runs differ"], [VALID]),
    ("of three real runs the broken one is named and left out",
     "compare --real {U2} --real {U4} --real {U2}:half_data,slow=1.01@UNET3D_real_r9 --emulation "
     "{U4}:half_data,meta=kind=\"emulation\"@UNET3D_emu_r1",
     ["left out: UNET3D_real_r9", "not valid for storage"], [VALID]),
    ("repeats of the emulation that differ: cannot tell",
     "compare --real {U2} --emulation {E2} --emulation {E2}:half_data,slow=1.01@UNET3D_dlio_r9",
     ["runs of the emulation differ", "UNET3D_dlio_r9"], [VALID]),
    ("repeats that agree are used", "compare --real {U2} --real {U4} --emulation {E2}",
     [], ["left out", "real runs differ"]),

    ("no noise is taken from repeats that differ",
     "calibrate {U2} {U4}:half_data@UNET3D_real_r9 -o TMP/noise.json",
     ["the real runs of unet3d differ: UNET3D_real_r2 reads 6.2 GiB of data, UNET3D_real_r9 3"],
     ["wrote"]),
    ("nor by a matrix",
     "matrix --real {U2} --real {U4}:half_data@UNET3D_real_r9 --emulation {E2} -o TMP/matrix",
     ["left out of the calibration: the real runs of unet3d differ"], []),
    # --- 2: what the recorder knows
    ("another exit status", "compare {U2} {U4}:meta=exit_code=1", ["exit code 1"], []),
    # --- 3, 4: evidence before numbers
    ("reads that never touch the disk, real", "compare --profile storage {U2}:no_disk=R {U4}",
     ["cannot tell for storage"], ["(?<!not )\\bvalid for storage"]),
    ("reads that never touch the disk, emulation", "compare --profile storage {U2} {U4}:no_disk=R",
     ["page cache|disk"], ["(?<!not )\\bvalid for storage"]),
    ("writes that never reach the disk", "compare --profile checkpoint {U2} {U4}:no_disk=W",
     ["disk"], ["(?<!not )\\bvalid for checkpoint"]),
    ("headers alone on both sides", "compare {U2}:header_only {E2}:header_only",
     ["cannot tell for storage", "not seen|no reads"], [NOTHING_VALID]),
    ("headers alone on both sides, system",
     "compare --profile system {U2}:header_only {U4}:header_only", [], [NOTHING_VALID]),
    ("only logs", "compare {U2}:log_only {U4}:log_only", [], [NOTHING_VALID]),
    ("only the emulation's log", "compare --profile storage {U2} {E2}:log_only", [], [NOTHING_VALID]),
    # --- 5: copies, names, units
    ("a log a thousand times as long", "compare {U2} {U4}:long_log=1000", ["log"], [VALID]),
    ("reads in thousands of bytes", "compare --profile storage {U2} {U4}:thousandth", [], [VALID]),
    # --- issue 26
    ("no reads or opens of data on either side", "compare {U2}:no_data {U4}:no_data",
     ["no reads of data"], [VALID]),
    ("one read of fifty on both sides", "compare {U2}:few {U4}:few", ["not read by calls"], [VALID]),
    ("one side maps its data", "compare {U2} {U4}:mapped",
     ["UNET3D_real_r4|emulation: .*mapped"], [VALID]),
    ("a list of processes of another namespace", "compare --profile read {U2}:listed_pids {U4}:listed_pids",
     ["process"], [VALID]),
    ("a list of processes of another namespace, one side", "compare --profile read {U2} {U4}:listed_pids",
     ["process"], ["reads none|none of the bytes", VALID]),
    ("results of 32 bits", "compare --profile storage {U2} {U4}:bits32", [], ["4[0-9.]* GiB instead"]),
    ("a flipped bit costs its file", "inspect {U2}:flip", ["trace_openat.out.gz", "STATUS=0"], []),
    ("a flipped bit costs its file, compare", "compare {U2} {U4}:flip", ["trace_openat.out.gz"], []),
    ("names of data files do not matter", "compare {U2} {U4}:rename",
     ["^between 19.3 and 77.4 MB/s the benchmark's answer is 0.5 % off",
      " valid for storage: .* 1.20 times as long, the benchmark 1.23 times"],
     ["cannot tell for (storage|read)", "reads none"]),
    ("half of the data", "compare {U2} {U4}:half_data", [], [VALID]),
    ("half of the reads", "compare {U2} {U4}:half_reads", [], [VALID]),
    ("a disk trace with nothing in it", "compare --profile storage {U2} {U4}:no_block", [], ["(?<!not )\\bvalid for storage"]),
    ("events that were lost",
     "compare --profile storage {U2} {U4}:half_events,meta=lost_events={{\"trace_read.out\":6000}}",
     ["UNET3D_real_r4: .*lost"], [VALID]),
    ("events that were lost, in inspect --strict",
     "inspect --strict {U4}:half_events,meta=lost_events={{\"trace_read.out\":6000}}",
     ["lost 6000 events", "STATUS=3"], []),
    ("twice the reads, half the events lost and noted",
     "compare --profile storage {U2} {U4}:double,half_events,meta=lost_events={{\"trace_read.out\":6000}}",
     ["lost"], [VALID]),
    ("fewer lines than the recorder counted",
     "compare --profile storage {U2} {U4}:half_events,meta=event_lines={{\"trace_read.out\":13153}}",
     ["trace_read.out", "13153"], [VALID]),
    ("a tracer that ended early", "inspect --strict "
     "{U4}:meta=ended_early={{\"trace_read.out\":\"killed\"}}",
     ["trace_read.out: .*ended before the command", "STATUS=3"], []),
    ("a tracer that ended early decides",
     "compare --profile storage {U2} {U4}:meta=ended_early={{\"trace_read.out\":\"killed\"}}",
     ["trace_read.out", "ended before"], [VALID]),
    ("tracers that never attached",
     "inspect --strict {U4}:meta=all_tracers_attached=false",
     ["not all tracers", "STATUS=3"], []),
    ("what the recorder left out", "inspect {U4}:meta=left_out={{\"trace_bio.out\":\"no+bpftrace\"}}",
     ["trace_bio.out: .*left out.*no bpftrace"], []),
    ("the page cache was dropped on one side alone",
     "compare {U2} {U4}:meta=page_cache_dropped=false",
     ["page cache was dropped before the real run"], []),
    ("another memory limit", "compare {U2} {U4}:meta=memory_limit_bytes=15000000000",
     ["memory"], []),
    ("a copy of the real run as emulation", "compare {U2} {U2}:meta=kind=\"emulation\"@UNET3D_emu_r1",
     ["same (traces|events)"], []),
    ("an exact copy of the real run as emulation", "compare {U2} {U2}:@UNET3D_emu_r1",
     ["same (traces|events)"], []),
    ("other CPUs", "compare {U2}:meta=system={{\"cpus\":64}} {U4}:meta=system={{\"cpus\":2}}",
     ["2 CPUs.*64"], []),
    ("reads that never touch the disk, both",
     "compare --profile storage {U2}:no_disk=R {U4}:no_disk=R",
     ["cannot tell for storage"], ["(?<!not )\\bvalid for storage"]),
    ("the cache share is in a verdict on storage",
     "compare --profile storage {U2} {U4}:drop_blocks", ["page cache served [4-9][0-9] %"], []),
    ("a copy beside the original", "inspect --strict {U4}:copy_of=trace_read.out.bak",
     ["trace_read.out.bak.*same events|same events.*trace_read.out.bak"], []),
    ("a copy of another name", "compare --profile storage {U2} {U4}:copy_of=reads_again.out",
     ["reads_again.out.*same events|same events.*reads_again.out", "^between .* valid for storage"],
     ["[0-9] GiB instead"]),
    ("swapped sides", "compare {E2} {U2}", ["UNET3D_real_r2 looks like a real run"],
     []),
    ("roles that call the data a log", "compare --profile storage {U2} {U4}:roles=case_*+log",
     ["roles"], [VALID]),
    ("roles that call a tenth of the data a log, and no block requests",
     "compare --profile system {U2}:no_block,no_iostat {U4}:no_block,no_iostat,roles=case_0001*+log",
     ["patterns of roles take 10 %", "cannot tell for system"],
     ["not valid for system", NOTHING_VALID]),
    ("a disk of a thousandth", "compare --profile storage {U2} {U4}:iostat=0.001",
     ["the disk rates add up to .* block requests of the run"], []),
    ("reads of others on another disk are not asked of the disk rates",
     "inspect {U4}:other_reads", ["other processes"], ["disk rates add up"]),
    ("calls by the numbers of a container", "compare --profile storage {U2}:inner_pids {U4}:inner_pids",
     ["process"], [VALID]),
    ("traces of two runs in one file", "compare {U2} {U4}:append={B2}", ["several runs"], [VALID]),
    ("the log of two runs in one file", "inspect {U2}:append_log={U4}", ["several runs|two runs"], []),
    ("reads that take four times as long", "compare --profile storage {U2} {U4}:slow=4",
     ["take .*times as long|same storage"], []),
    ("the last checkpoint was not saved", "compare --profile checkpoint {U2} {U4}:seldom_saved",
     ["not valid for checkpoint: the real job saves 43.8 MB at a time, the benchmark 21.9 MB"],
     ["(?<!not )\\bvalid for checkpoint"]),
    ("a checkpoint that is loaded", "compare --profile checkpoint {U2} {U4}:loads",
     ["saves 43.8 MB at a time, the benchmark 0 MB"],
     ["(?<!not )\\bvalid for checkpoint"]),
]


def rows():
    for row in ROWS:
        yield tuple(x.format(**globals()) if isinstance(x, str) else x for x in row)
