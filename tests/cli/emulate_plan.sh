#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio emulate by the plan of a job alone, without DLIO: a job that is itself played, a recorder that
# keeps what it says of itself; timed in turns by the real throttle where there is one.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
srcdir=$(cd "$srcdir" && pwd)
cd "$tmp" || exit 99
"$srcdir/tests/plan/plans" make made.plan 1
"$FIDLIO" play -q made.plan --data data --make

cat >job <<END
#!/bin/sh
rm -rf "$tmp/own" && exec "$FIDLIO" play -q "$tmp/made.plan" --data "$tmp/data" -o "$tmp/own"
END
cat >recorder <<'END'
#!/bin/sh
# RUN [--collect LOG] [OPTION...] -- COMMAND...: runs it, and keeps the folder of its log
run=$1
while [ "$1" != -- ]; do
    [ "$1" = --collect ] && log=$2
    shift
done
shift
"$@" >said || exit
mkdir "$run" && cp "$(dirname "$log")"/* "$run" && cp said "$run/output.log"
END
chmod +x job recorder
emulate () { "$FIDLIO" emulate --only plan --recorder ./recorder --data "$tmp/work" "$@"; }

ok "a plan needs no DLIO" emulate --rounds 0 --log own/dlio.log -o e -- ./job
is "$(python3 -c 'import json; c = json.load(open("e/certificate.json"))
print(c["configuration"], [e["name"] for e in c["emulations"]], c["dlio"], c["verdict"] in ("valid", "not valid", "cannot tell"))')" \
    "job.plan ['the plan'] None True" "the certificate is of the plan"
ok "the plan is that of the job" "$srcdir/tests/plan/plans" same made.plan e/job.plan
like "$(cat e/certificate.md)" 'fidlio play job.plan --data DIR --make' "it says how the plan is played"
rm -rf e/played e/certificate.*
ok "called again, it goes on" emulate --rounds 0 -o e
ok "with what was missing" test -e e/played -a -e e/certificate.json
ok "a recorded job is not timed" emulate --rounds 2 -o r --real e/real
ok "and says so" sh -c 'test ! -e r/played/throttle.tsv'
exits 2 "rounds that are no number" emulate --rounds many -o z -- ./job
exits 2 "only something else" emulate --only all -o z -- ./job
printf '#!/bin/sh\ncat "%s"/data/train/* >read\n' "$tmp" >bare && chmod +x bare
cat >bare_recorder <<'END'
#!/bin/sh
run=$1
mkdir "$run" && cat >"$run/strace.out" <<'STRACE'
100 1795000000.000000 openat(AT_FDCWD, "/data/part", O_RDONLY) = 3 <0.000500>
100 1795000000.100000 read(3</data/part>, "..."..., 131072) = 131072 <0.000500>
100 1795000000.200000 read(3</data/part>, "..."..., 131072) = 131072 <0.000500>
100 1795000000.300000 close(3</data/part>) = 0 <0.000500>
STRACE
END
chmod +x bare_recorder
"$FIDLIO" emulate --only plan --recorder ./bare_recorder --data "$tmp/bare.work" --rounds 0 -o bare.e -- ./bare >said 2>&1
ok "a job without steps has a plan, though DLIO has no configuration of it" test -s bare.e/job.plan
mkdir empty
exits 3 "a run without reads has neither plan nor configuration" emulate -o y --real empty

# --- in turns
if [ "$(id -u)" = 0 ] && [ -e /sys/fs/cgroup/blkio/blkio.throttle.read_bps_device ] && [ -n "$(
    findmnt -no SOURCE -T "$tmp" | grep ^/dev/)" ]; then
    rm -r e/certificate.* e/job.plan e/played
    ok "job and plan are timed in turns" emulate --rounds 2 --throttle-options '--max-busy 100 --wait 0' -o e
    # what a busy machine makes of times is set aside
    timed () { cat e/"$1"/throttle.tsv e/"$1".refused.tsv 2>/dev/null | cut -f1; }
    like "$(cat e/certificate.md)" '^\| the plan .*(not timed|max: [+-])' "the certificate has what was timed"
    is "$(cut -f1 e/untraced.tsv | uniq -c | awk '{ print $1, $2 }')" "2 max" "and apart from that the job, for its plan"
    is "$(timed real)" "$(timed played)" "on the same storages, in the same order"
    is "$(timed real | grep -c max)/$(timed played | sort | uniq -c | awk '$1 != 2' | wc -l)" "2/0" "each twice"
    n=$(cat e/*/throttle.tsv e/*.tsv 2>/dev/null | wc -l)
    emulate --rounds 2 --throttle-options '--max-busy 100 --wait 0' -o e >out.txt 2>err.txt
    is "$(cat e/*/throttle.tsv e/*.tsv 2>/dev/null | wc -l)" "$n" "and not again"
    rm -f e/*/throttle.tsv e/*.tsv e/certificate.*
    printf 'max\t300.0\t0\tothers=0.0\n' >e/real/throttle.tsv # as of a run that was killed amid its times
    ok "it goes on after a time that is refused" emulate --rounds 1 --throttle-options '--max-busy 100 --wait 0' -o e
    ok "which is set aside" test -e e/real.refused.tsv -a -e e/certificate.json
else
    skip "job and plan are timed in turns" "no throttle of disks here"
fi
tap_done
