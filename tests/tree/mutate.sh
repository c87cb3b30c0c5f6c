#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/mutate: which mutants it makes, which tests it runs, and a few mutants of one file
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is missing"

mkdir -p "$tmp/scripts" "$tmp/metrics"
cp "$srcdir/scripts/mutate" "$tmp/scripts"
cat >"$tmp/metrics/small.c" <<'END'
#include "a < b.h"
#define LIMIT 7
/* a comment with 1 < 2 */
int
small (int a, const char *text)
{
    double *x = make ("3 + 4", -1);
    if (a < LIMIT && !text)
        return 0;
    note (x);
    free (x);
    return a;
}
END
out=$(cd "$tmp" && python3 scripts/mutate --list metrics/small.c)
is "$(printf '%s\n' "$out" | sed -n 's/^  + //p')" \
    'if (a <= LIMIT && !text)
if (a >= LIMIT && !text)
if (a < LIMIT || !text)
if (a < LIMIT && text)
#define LIMIT 8
#define LIMIT 6
#define LIMIT 14
#define LIMIT 0
return 1;
return -1;
return -1;
return 0;
;' "operators, numbers, values and statements; no comments, strings, includes, calls that free or -1"
is "$(printf '%s\n' "$out" | sed -n 's/^\(metrics.*\)/\1/p' | sort -u | tr '\n' ' ')" \
    "metrics/small.c:10 metrics/small.c:12 metrics/small.c:2 metrics/small.c:8 metrics/small.c:9 " "and where"
one=$(cd "$tmp" && python3 scripts/mutate --list --at metrics/small.c:10)
is "$one" 'metrics/small.c:10
  - note (x);
  + ;' "the mutants of one line"

# which function a line is in, and what counts of coverage are read as
cat >"$tmp/reached.py" <<'END'
import importlib.machinery, os, subprocess, sys
name, tmp = sys.argv[1:]
m = importlib.machinery.SourceFileLoader("mutate", name).load_module()
m.TOP = tmp
print(*(m.function_at("metrics/small.c", n) for n in (1, 7, 12)))
os.chdir(tmp)
with open("three.c", "w") as f:
    f.write("static int twice (int x) { return 2 * x; }\nint never (int y) { return y; }\n"
            "int main (int n, char **v) { (void)v; return n > 5 ? never (n) : twice (n) - 2; }\n")
subprocess.run("gcc -O0 --coverage -c three.c -o three.o && gcc --coverage three.o -o three && ./three", shell=True, check=True)
names = m.functions_of("three.gcno")
print(*sorted(":".join(names[i]) for i in m.entered("three.gcda")))
os.mkdir(".libs")
os.rename("three.gcno", ".libs/three.gcno")
print(*m.files_of(".", ".gcno"))
END
out=$(python3 -W ignore "$tmp/reached.py" "$srcdir/scripts/mutate" "$tmp")
is "$(printf '%s\n' "$out" | sed -n 1p)" "None small small" "the function of a line"
if command -v gcc >/dev/null; then
    is "$(printf '%s\n' "$out" | sed -n 2p)" "three.c:main three.c:twice" "functions that a test entered"
    is "$(printf '%s\n' "$out" | sed -n 3p)" "./.libs/three.gcno" "objects of libtool are found"
else
    skip "functions that a test entered" "gcc is missing"
fi
python3 "$srcdir/scripts/mutate" --count 1 --built src/plot/ticks.c >"$tmp/out" 2>&1
[ -e "$srcdir/build-coverage/reached.json" ] || like "$(cat "$tmp/out")" "run scripts/mutate --coverage first" \
    "without coverage nothing is judged"

if [ ! -x "$builddir/tests/plot/test_ticks.t" ]; then
    skip "a few mutants" "the tests are not built"
else
    run () # run OPTION...: mutants of a file with tests that take a second
    {
        python3 "$srcdir/scripts/mutate" --build "$builddir" --built --jobs 1 --seed 3 "$@" --with tests/plot/test_ticks.t -- src/plot/ticks.c
    }
    run --count 4 --least 50 >"$tmp/out" 2>&1
    is "$?" 0 "of four mutants of src/plot/ticks.c half die or more" || cat "$tmp/out"
    is "$(grep -c '^\(killed\|timed out\|SURVIVED\|same code\|not compiled\|equivalent\) ' "$tmp/out")" 4 \
        "each has a verdict"
    like "$(tail -n 1 "$tmp/out")" '^all: [0-9]* of [0-9]* died, [0-9]* %$' "the share that died"
    like "$(tail -n 2 "$tmp/out")" '^src/plot: [0-9]* of [0-9]* died' "of each folder"
    run --count 0 --least 1 >"$tmp/out" 2>&1
    is "$?" 0 "no mutants"
    cat >"$tmp/beside.py" <<'END'
import importlib.machinery, os, sys
name, build = sys.argv[1:]
m = importlib.machinery.SourceFileLoader("mutate", name).load_module()
for f, mode in ("fidlio", 0o755), ("fidlio-logs", 0o755), ("fidlio-steps", 0o755), ("fidlio.pc", 0o644):
    with open(os.path.join(build, f), "w", opener=lambda p, flags: os.open(p, flags, mode)) as out:
        out.write("the build's")
to = os.path.join(build, "to")
os.mkdir(to)
with open(os.path.join(to, "fidlio-logs"), "w") as out:
    out.write("the mutant's")
tests = m.Tests(m.Build(build), build, {})
program = tests.beside(to, "fidlio-logs")
print(os.path.relpath(program, to), os.path.islink(program),
      *sorted(f + ": " + m.read(os.path.join(to, f)) for f in os.listdir(to)), sep="; ")
END
    mkdir "$tmp/programs"
    is "$(python3 -W ignore "$tmp/beside.py" "$srcdir/scripts/mutate" "$tmp/programs")" \
        "fidlio; False; fidlio-logs: the mutant's; fidlio-steps: the build's; fidlio: the build's" \
        "fidlio lies beside its tools, the changed one among them"
    cat >"$tmp/fails.py" <<'END'
import importlib.machinery, sys
name, build = sys.argv[1:3]
m = importlib.machinery.SourceFileLoader("mutate", name).load_module()
m.Tests.one = lambda *args: False
sys.argv = [name, "--build", build, "--built", "--count", "4", "--with", "tests/plot/test_ticks.t", "--", "src/plot/ticks.c"]
sys.exit (m.main())
END
    python3 -W ignore "$tmp/fails.py" "$srcdir/scripts/mutate" "$builddir" >"$tmp/out" 2>&1
    is "$?" 1 "where a test fails without a mutant"
    like "$(cat "$tmp/out")" 'mutate: without a mutant fails, .*: tests/plot/test_ticks.t' "it is said, and judges nothing"
    like "$(tail -n 1 "$tmp/out")" '^all: 0 of [1-9]' "no mutant counts as noticed"
fi
tap_done
