#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/record: the run directory it leaves, with tracers that only pretend;
# and with the real mpstat and iostat where they are.
. "$srcdir/tests/tap.sh"
record=$srcdir/scripts/record

# --- a PATH with what the script itself needs and nothing that traces
mkdir "$tmp/sys" "$tmp/fake"
[ -n "$(ls /sys/block 2>/dev/null)" ] || skip_all "this machine shows no block device"

for tool in awk basename bash cat cp cut date dd df dirname env find getconf grep head kill ls mkdir mktemp \
    numfmt readlink rm rmdir sed setsid sh sleep sort stat sync tail timeout touch tr true uname; do
    path=$(type -P $tool) && ln -s "$path" "$tmp/sys/$tool" # kill may be the shell's only
done

# fake NAME FIRST LAST: a tracer that says FIRST, and LAST when it is interrupted
fake ()
{
    cat >"$tmp/fake/$1" <<END
#!/bin/bash
[[ \${1-} != --version && \${1-} != -V ]] || { echo "$1 v1.2"; exit; }
echo "\$@" >>"$tmp/args-$1"
[[ \${*: -1} != *.bt ]] || cat "\${@: -1}" >>"$tmp/programs"
trap 'printf "$3\\n"; exit 0' INT
printf "$2\\n"
while :; do sleep 0.1; done
END
    chmod +x "$tmp/fake/$1"
}
fake bpftrace 'Attaching 2 probes...\nTIMESTAMP PID\n100 1 x 5\n101 7  unlink()   12 /a/b/c.pt' 'Lost 3 events\n@by[8, 4096]: 7\n@bytes[8, 2048]: 512\n@bytes[8, 4096]: 8192\n@comm[8, 4096]: pt main\n@disk[8]: sda\n@start[8, 4096]: 99\n@write[8, 4096]: 0'
fake mpstat 'Linux' 'Average:'
fake iostat '{' '}'
fake nvidia-smi '#Date' ''

# field RUN NAME: the text of a one-line member of the manifest
field ()
{
    sed -n "s/^ \"$2\": \(.*[^,]\),\{0,1\}\$/\1/p" "$1/meta.json"
}

# --- everything there
run=$tmp/all
got=$(cd "$tmp" && mkdir out && echo 1 >out/summary.json && env PATH="$tmp/fake:$tmp/sys" LC_ALL=de_DE.UTF-8 \
    TZ=Asia/Kathmandu "$record" all --attach 0 --linger 0 --workload UNET3D --kind real --log app.log \
    --collect out --comm python3 -- sh -c 'echo "said \"$1\""; exit 7' sh 'a	b' 2>"$tmp/err" </dev/null)
is $? 7 "the command's exit status is passed on"
is "$got" "" "--log keeps its output from the terminal"
is "$(cat "$run/app.log")" 'said "a	b"' "and puts it into the run"
is "$(ls "$run" | tr '\n' ' ')" "app.log cpu.out gpu.out iostat.json meta.json out trace_bio.out trace_close.out \
trace_create_del.out trace_mmap.out trace_openat.out trace_read.out trace_stat.out trace_time_align.out \
trace_uring.out trace_write.out " "the files of a run"
is "$(cat "$run/out/summary.json")" 1 "--collect brings the application's files"
is "$(tail -n 1 "$run/iostat.json") $(tail -n 1 "$run/cpu.out")" "} Average:" "iostat and mpstat are ended by SIGINT"
is "$(awk '$3 == "unlink()"' "$run/trace_create_del.out" | tr -s ' ')" "101 7 unlink() 12 c.pt /a/b/c.pt" \
    "an unlink gets its file name"
is "$(tr -s ' ' <"$run/trace_bio.out" | grep -n -e ' -$' -e '^@')" "3:99 7 pt main sda R 8192 4096 -" \
    "a request whose completion no program saw is a line, in its place"
is "$(field "$run" exit_code)" 7 "manifest: exit status"
is "$(field "$run" command)" '["sh", "-c", "echo \"said \\\"$1\\\"\"; exit 7", "sh", "a\u0009b"]' "manifest: command"
is "$(field "$run" workload) $(field "$run" kind)" '"UNET3D" "real"' "manifest: workload and kind"
is "$(field "$run" utc_offset) $(field "$run" utc_offset_hours)" '"+0545" 5.75' "manifest: zone"
like "$(field "$run" start_utc)" '^"20[0-9-]{8}T[0-9:]{8}\.[0-9]{3}Z"$' "manifest: UTC time"
is "$(awk '/"clock_st/ { gsub(/000[,}]/, " "); gsub(/[^0-9 ]/, ""); d[n++] = $1 - $2 - $3; if ($1 < 1.6e15 || $4 > 1e5) bad = 1 }
    END { print n, d[0], d[1], bad + 0 }' "$run/meta.json")" "2 0 0 0" "manifest: both clocks, before and after"
is "$(field "$run" left_out)" '{}' "manifest: nothing left out"
like "$(cat "$run/meta.json")" '"trace_read.out": 3' "manifest: lost events"
like "$(cat "$run/meta.json")" '"bpftrace": "bpftrace v1.2"' "manifest: versions"
like "$(cat "$tmp/args-nvidia-smi")" '^pmon -s um -o DT$' "nvidia-smi as the format wants it"
like "$(cat "$tmp/args-iostat")" '^-mdxty .*1 -o JSON$' "iostat as the format wants it"
like "$(cat "$tmp/programs")" '^/ \(comm == "python3"\) /$' "the programs trace the processes asked for"
unlike "$(grep -v '^ \*' "$tmp/programs")" '(^|[^A-Z_])(MINE|DISKS|PHASE|NOT_TRACER)([^A-Z_]|$)' "and have every blank filled in"
if command -v python3 >/dev/null; then
    ok "the manifest is JSON" python3 -c 'import json, sys; json.load (open (sys.argv[1]))' "$run/meta.json"
else
    skip "the manifest is JSON" "no python3"
fi

# --- nothing there
run=$tmp/none
got=$(env PATH="$tmp/sys" OMP_NUM_THREADS=1 OMP_THREAD_LIMIT=1 "$record" "$run" --linger 0 -- sh -c 'echo out; echo err >&2' 2>"$tmp/err" <&-)
is "$? $got" "0 out" "without any tracer, and with stdin closed, the command runs"
is "$(ls "$run")" "meta.json" "and only the manifest is left"
is "$(sed -n 's/.*"cpus": \([0-9]*\),.*/\1/p' "$run/meta.json")" "$(getconf _NPROCESSORS_ONLN)" \
    "OMP_NUM_THREADS is not the number of CPUs"
is "$(grep 'no bpftrace' "$tmp/err")" "record: left out trace_bio.out, trace_close.out, trace_create_del.out, \
trace_mmap.out, trace_openat.out, trace_read.out, trace_stat.out, trace_time_align.out, trace_uring.out, trace_write.out: no bpftrace (package bpftrace)" \
    "no bpftrace is said, once, with its package"
like "$(cat "$tmp/err")" '^record: left out cpu.out: no mpstat \(package sysstat\)$' "no mpstat is said"
like "$(cat "$run/meta.json")" '^  "gpu.out": "no nvidia-smi \(package nvidia-smi\)"' "and stands in the manifest"
is "$(field "$run" ran)" '[]' "manifest: nothing ran"

# --- a tracer that cannot work here
printf '#!/bin/sh\necho "ERROR: bpftrace must run as root" >&2\nexit 1\n' >"$tmp/sys/bpftrace"
chmod +x "$tmp/sys/bpftrace"
env PATH="$tmp/sys" "$record" "$tmp/noroot" --linger 0 -- true 2>"$tmp/err"
is $? 0 "a failing tracer does not fail the run"
is "$(grep -c 'bpftrace must run as root' "$tmp/err")" 1 "its complaint is passed on, once for all its files"
like "$(cat "$tmp/err")" '^record: left out trace_bio.out, .*trace_read.out.*: ERROR: bpftrace must run as root' \
    "with their names"
is "$(ls "$tmp/noroot")" "meta.json" "and it leaves no empty file"
rm "$tmp/sys/bpftrace"

# --- tracefs is not mounted: bpftrace gets a mount of its own, the machine none
if unshare --mount --propagation private true 2>/dev/null; then
    ln -s "$(type -P unshare)" "$tmp/sys/unshare"
    ln -s "$(type -P mount)" "$tmp/sys/mount-real"
    cat >"$tmp/fake/mount" <<END
#!/bin/sh
echo "mount \$*" >>"$tmp/mounted"
END
    chmod +x "$tmp/fake/mount"
    # a namespace in which nobody has tracefs
    cat >"$tmp/bare" <<'END'
for dir in /sys/kernel/tracing /sys/kernel/debug/tracing /sys/kernel/debug; do
    while umount "$dir" 2>/dev/null; do :; done
done
[ ! -d /sys/kernel/tracing/events ] && [ ! -d /sys/kernel/debug/tracing/events ] || exit 77
exec "$@"
END
    unshare --mount --propagation private bash "$tmp/bare" env PATH="$tmp/fake:$tmp/sys" "$record" "$tmp/nofs" \
        --attach 0 --linger 0 --all-processes -- true 2>"$tmp/err"
    case $? in
    77) skip "tracefs in a namespace of its own" "tracefs cannot be taken away here" ;;
    *)
        is "$(sort -u "$tmp/mounted")" "mount -t tracefs tracefs /sys/kernel/tracing" "tracefs is mounted for bpftrace"
        is "$(wc -l <"$tmp/mounted")" 11 "for each, after one trial"
        is "$(field "$tmp/nofs" left_out)" '{}' "and nothing is left out"
        ;;
    esac
    rm -f "$tmp/fake/mount" "$tmp/sys/unshare"
    unshare --mount --propagation private bash "$tmp/bare" env PATH="$tmp/fake:$tmp/sys" "$record" "$tmp/nofs2" \
        --attach 0 --linger 0 --all-processes -- true 2>"$tmp/err"
    [ $? -eq 77 ] || is "$(wc -l <"$tmp/mounted")" 11 "without unshare nothing is mounted"
else
    skip "tracefs in a namespace of its own" "not root"
fi

# --- DLIO's files, and what a manifest says of the recording
mkdir -p "$tmp/dlio"
echo old >"$tmp/dlio/0_output.json"
touch -d '1 hour ago' "$tmp/dlio/0_output.json"
# shellcheck disable=SC2016 # for the inner shell
env PATH="$tmp/fake:$tmp/sys" "$record" "$tmp/dlio1" --attach 0 --linger 0 --all-processes --configuration right -- \
    sh -c 'sleep 0.1; mkdir "$1/.hydra"; echo "workload:" >"$1/.hydra/config.yaml"; echo new >"$1/dlio.log"' sh "$tmp/dlio" \
    "++workload.output.folder=$tmp/dlio" 2>"$tmp/err"
is "$(find "$tmp/dlio1" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | grep -v -e trace -e '^[cgi].*out$' -e iostat | tr '\n' ' ')" ".hydra dlio.log meta.json " \
    "DLIO's log and configuration are found by the command's words; files of an earlier run stay away"
is "$(field "$tmp/dlio1" configuration)" '"right"' "manifest: configuration"
is "$(field "$tmp/dlio1" all_tracers_attached)" false "manifest: tracers that did not attach in time"
like "$(cat "$tmp/err")" 'not all attached after 0 s' "which is said"
printf -- '---\nmodel:\n  name: unet3d\n\ntrain:\n  epochs: 5\n' >"$tmp/plain.yaml"
env PATH="$tmp/sys" "$record" "$tmp/dlio2" --linger 0 --config "$tmp/plain.yaml" -- true 2>"$tmp/err"
is "$(cat "$tmp/dlio2/.hydra/config.yaml")" "workload:
  model:
    name: unet3d

  train:
    epochs: 5" "--config: a workload's YAML, as Hydra would have left it"
env PATH="$tmp/sys" "$record" "$tmp/dlio3" --linger 0 --config "$tmp/dlio2/.hydra/config.yaml" -- true 2>"$tmp/err"
ok "and one that has it already" cmp "$tmp/dlio2/.hydra/config.yaml" "$tmp/dlio3/.hydra/config.yaml"
is "$(field "$tmp/dlio3" all_tracers_attached)" true "manifest: nothing that should have attached did not"

# --- the files of the data leave the page cache, and no others
pages () { fincore -n -b -o PAGES "$1" 2>/dev/null | tr -d ' '; }
mkdir "$tmp/evict" && head -c 65536 /dev/urandom >"$tmp/evict/a" && cp "$tmp/evict/a" "$tmp/kept" && sync "$tmp/evict/a" "$tmp/kept"
cat "$tmp/evict/a" "$tmp/kept" >/dev/null
before="$(pages "$tmp/evict/a") $(pages "$tmp/kept")"
env PATH="$tmp/sys" "$record" "$tmp/evicted" --linger 0 --evict "$tmp/evict" -- true 2>"$tmp/err"
is "$(field "$tmp/evicted" evicted)" "[\"$tmp/evict\"]" "manifest: what was evicted"
if [ "$before" = "16 16" ] && [ "$(stat -f -c %T "$tmp")" != tmpfs ]; then
    is "$(pages "$tmp/evict/a") $(pages "$tmp/kept")" "0 16" "--evict takes these files out of the page cache"
else
    skip "--evict takes these files out of the page cache" "no page cache of its own, or no fincore: $before"
fi
exits 2 "nothing to evict" env PATH="$tmp/sys" "$record" "$tmp/new" --evict "$tmp/nosuch" -- true

# --- refusals and odd ends
before=$(cat "$tmp/none/meta.json")
exits 2 "a folder with something in it is refused" env PATH="$tmp/sys" "$record" "$tmp/none" -- touch "$tmp/ran"
is "$(cat "$tmp/none/meta.json")" "$before" "and left alone"
ok "and the command not run" test ! -e "$tmp/ran"
exits 2 "a file in place of the folder" env PATH="$tmp/sys" "$record" "$tmp/err" -- true
exits 2 "no command" env PATH="$tmp/sys" "$record" "$tmp/new"
exits 2 "an unknown option" env PATH="$tmp/sys" "$record" "$tmp/new" --nonsense -- true
exits 2 "a configuration that is not there" env PATH="$tmp/sys" "$record" "$tmp/new" --config "$tmp/nosuch" -- true
exits 2 "a disk that is none" env PATH="$tmp/sys" "$record" "$tmp/new" --disk nosuchdisk -- true
exits 2 "a folder that is no cgroup" env PATH="$tmp/sys" "$record" "$tmp/new" --cgroup "$tmp" -- true
exits 2 "a process name that would break a program" env PATH="$tmp/sys" "$record" "$tmp/new" --comm 'a" || 1' -- true
ok "a refusal makes no folder" test ! -e "$tmp/new"
exits 127 "a command that is not there" env PATH="$tmp/sys" "$record" "$tmp/nocmd" --linger 0 -- nosuchcommand
is "$(field "$tmp/nocmd" exit_code)" 127 "is in the manifest too"

# --- a container that runs already: its cgroup and those below
mkdir -p "$tmp/pod/one"
printf '%s\n' $$ >"$tmp/pod/cgroup.procs"
: >"$tmp/pod/one/cgroup.procs"
env PATH="$tmp/fake:$tmp/sys" "$record" "$tmp/cgroup" --attach 0 --linger 0 --cgroup "$tmp/pod" -- true 2>"$tmp/err"
like "$(cat "$tmp/programs")" "^/ \(cgroup == $(stat -c %i "$tmp/pod") \|\| cgroup == $(stat -c %i "$tmp/pod/one")\) /\$" \
    "calls of a cgroup and of those below it are traced"
inner=$(awk '$1 == "NSpid:" { print $NF }' /proc/$$/status)
like "$(tr -d ' \n' <"$tmp/cgroup/meta.json")" "\"inner_pids\":{\"$$\":$inner}" \
    "manifest: numbers of processes of the host and inside"

# --- a signal to the recorder ends the command, and the run is kept
env PATH="$tmp/fake:$tmp/sys" "$record" "$tmp/term" --attach 0 --linger 0 -- \
    sh -c 'sleep 60 & echo $! >"$1"; wait' sh "$tmp/pid" 2>"$tmp/err" &
recorder=$!
soon "the command runs" test -s "$tmp/pid"
sleep 0.3
kill -TERM $recorder
wait $recorder
is $? 143 "ended by SIGTERM"
is "$(field "$tmp/term" exit_code)" 143 "the manifest says so"
is "$(tail -n 1 "$tmp/term/iostat.json")" "}" "and the tracers were ended in order"
ok "what the command started is gone" timeout 30 \
    sh -c 'while kill -0 "$1" 2>/dev/null; do sleep 0.1; done' sh "$(cat "$tmp/pid")"
is "$(grep -l "$tmp/fake" /proc/[0-9]*/cmdline 2>/dev/null)" "" "no tracer is left running"

# --- ended while tracers attach, which bpftrace does not heed SIGTERM in
mkdir "$tmp/deaf"
cp "$tmp/fake/mpstat" "$tmp/fake/iostat" "$tmp/fake/nvidia-smi" "$tmp/deaf"
printf '#!/bin/bash\ntrap "" INT TERM\n: >"%s/deaf/began"\nwhile :; do sleep 0.1; done\n' "$tmp" >"$tmp/deaf/bpftrace"
chmod +x "$tmp/deaf/bpftrace"
env PATH="$tmp/deaf:$tmp/sys" "$record" "$tmp/attaching" --attach 60 -- true 2>"$tmp/err" &
recorder=$!
for ((i = 0; i < 300; i++)); do
    [ ! -e "$tmp/deaf/began" ] || break
    sleep 0.1
done
kill -TERM $recorder
wait $recorder
is $? 143 "ended while it waits for tracers"
ok "none of them is left" timeout 30 \
    sh -c 'while grep -lq "$1/deaf/bpftrace" /proc/[0-9]*/cmdline 2>/dev/null; do sleep 0.1; done' sh "$tmp"

# --- killed: the tracers end, and the command, its cgroup and the scratch folder go
mkdir "$tmp/scratch"
env PATH="$tmp/fake:$tmp/sys" TMPDIR="$tmp/scratch" "$record" "$tmp/killed" --attach 0 --linger 0 -- \
    sh -c 'sleep 60 & echo $! >"$1"; wait' sh "$tmp/pid.killed" 2>"$tmp/err" &
recorder=$!
soon "the command runs" test -s "$tmp/pid.killed"
kill -KILL $recorder
wait $recorder 2>/dev/null
# gone: nothing of the recorder stays
gone ()
{
    [ -z "$(grep -l "$tmp/fake" /proc/[0-9]*/cmdline 2>/dev/null)$(ls "$tmp/scratch")" ] &&
        ! ls -d /sys/fs/cgroup/*/fidlio-record.$recorder /sys/fs/cgroup/fidlio-record.$recorder 2>/dev/null &&
        ! kill -0 "$(cat "$tmp/pid.killed")" 2>/dev/null
}
for ((i = 0; i < 300; i++)); do
    ! gone || break
    sleep 0.1
done
ok "ended by SIGKILL: no tracer, command, cgroup or scratch folder stays" gone

# --- what a recorder left whose watcher was killed, too, is named
sh -c 'env FIDLIO_RECORDER=$$ sleep 60 & echo $!' >"$tmp/left"
env PATH="$tmp/sys" "$record" "$tmp/after" --linger 0 -- true 2>"$tmp/err"
like "$(cat "$tmp/err")" "^record: left behind by a recorder or throttle that was killed: process $(cat "$tmp/left") \\(sleep\\)" \
    "a tracer that a killed recorder left is named"
kill "$(cat "$tmp/left")"
env PATH="$tmp/sys" "$record" "$tmp/after2" --linger 0 -- true 2>"$tmp/err"
unlike "$(cat "$tmp/err")" "process $(cat "$tmp/left") " "and no longer when it has ended"

# --- what slows the storage or limits the command
like "$(field "$tmp/after" conditions)" '^(null|"[^"]+")$' "manifest: conditions"
env PATH="$tmp/sys" "$record" "$tmp/limited" --linger 0 --memory 3000000K -- true 2>"$tmp/err"
if [ $? = 0 ]; then
    like "$(field "$tmp/limited" conditions)" '"(.*; )?memory.max=3000000000(;.*)?"' "manifest: a limit of memory"
    is "$(field "$tmp/limited" memory_limit_bytes)" 3000000000 "in bytes"
else
    skip "a limit of memory" "$(cat "$tmp/err")"
fi
mkdir "$tmp/slow"
"$srcdir/scripts/slow-storage" "$tmp/slow" --program "$PWD/slow-storage" --read-ms 7.25 -- env PATH="$tmp/sys" \
    "$record" "$tmp/slowed" --linger 0 -- true 2>"$tmp/err"
if [ $? = 0 ]; then
    like "$(cat "$tmp/err")" '^record: this run is slowed or limited by slow-storage:read_ms=7.25:meta_ms=0:' \
        "a slow storage is said"
    like "$(field "$tmp/slowed" conditions)" 'slow-storage:read_ms=7.25:' "manifest: a slow storage"
    # opens FILE RUN: records a command of which FILE was opened
    opens ()
    {
        fake bpftrace "Attaching 2 probes...\\nTIMESTAMP PID\\n101 7 cat 12 $1 ${1##*/}" ''
        "$srcdir/scripts/slow-storage" "$tmp/slow" --program "$PWD/slow-storage" --read-ms 7.25 -- \
            env PATH="$tmp/fake:$tmp/sys" "$record" "$2" --attach 0 --linger 0 -- true 2>"$tmp/err"
    }
    opens "$tmp/slow/x" "$tmp/used"
    like "$(field "$tmp/used" conditions)" 'slow-storage:read_ms=7.25:' "one whose files were opened"
    opens "$tmp/slower/x" "$tmp/unused"
    unlike "$(field "$tmp/unused" conditions)" 'slow-storage' "but not one that nobody used"
    like "$(cat "$tmp/err")" "^record: no file in $tmp/slow, which is slow, was opened" "which is said"
else
    skip "a slow storage" "$(cat "$tmp/err")"
fi

# --- the real monitors
if command -v mpstat >/dev/null && command -v iostat >/dev/null; then
    ln -s "$(command -v mpstat)" "$tmp/sys/mpstat"
    ln -s "$(command -v iostat)" "$tmp/sys/iostat"
    ok "with mpstat and iostat" env PATH="$tmp/sys" "$record" "$tmp/real" --linger 0 -- sleep 1.5
    like "$(cat "$tmp/real/cpu.out")" '^[0-9:]{8} +all +[0-9.]+ ' "mpstat wrote 24-hour rows with points"
    like "$(cat "$tmp/real/iostat.json")" '"timestamp": "20[0-9-]{8}T[0-9:]{8}[+-][0-9]{4}"' "iostat wrote times with a zone"
    is "$(tr -d ' \t\n' <"$tmp/real/iostat.json" | tail -c 5)" "]}]}}" "and closed its JSON"
else
    skip "mpstat and iostat" "not installed"
fi
tap_done
