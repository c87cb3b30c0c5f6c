#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Includes point one way, and only src/program, src/cli and tools print or exit.
. "$srcdir/tests/tap.sh"

# findings TREE: what layers.awk says about the C files of TREE
findings ()
{
    (cd "$1" && find src metrics tools -name '*.[ch]' | LC_ALL=C sort |
        xargs awk -f "$srcdir/tests/tree/layers.awk" "$srcdir/src/layers")
}

# arrows_down FILE: folders of the list that may use one listed below them, or one it lacks
arrows_down ()
{
    awk -F ' *[|] *' '/^[a-z]/ {
        n = split($2, word, " ")
        for (i = 1; i <= n; i++)
            if (word[i] != "-" && !(word[i] in above))
                print $1 " uses " word[i]
        above[$1]
    }' "$1"
}

is "$(findings "$srcdir")" "" "the tree keeps its layers"

# short_names TREE: functions whose names are one word, which says nothing in a backtrace
short_names ()
{
    (cd "$1" && grep -rnE '^[a-z0-9]+ \(' src metrics tools --include='*.[ch]' |
        grep -v ':main (')
}
is "$(short_names "$srcdir")" "" "functions are called by what they do: put_scenario, not put"
mkdir -p "$tmp/names/src/run" "$tmp/names/metrics" "$tmp/names/tools"
printf 'static int\nmicroseconds (int a)\n{\n    return a;\n}\n' >"$tmp/names/src/run/a.c"
is "$(short_names "$tmp/names")" "src/run/a.c:2:microseconds (int a)" \
    "a name that does not is found"
is "$(arrows_down "$srcdir/src/layers")" "" "a folder uses only those listed above it"
printf 'a | -\nb | a c\nc | a\n' >"$tmp/layers"
is "$(arrows_down "$tmp/layers")" "b uses c" "an arrow down is found"
# set_elsewhere TREE: where a struct of which a header says "Set by FILE.c alone; const elsewhere"
# is not const, but for FILE.c and its header
set_elsewhere ()
{
    (cd "$1" && grep -rA1 --include='*.h' 'Set by [a-z_]*\.c alone; const elsewhere' src |
        sed -n 's/.*Set by \([a-z_]*\)\.c alone.*/\1/p; s/.*-struct \([a-z_]*\) {$/\1/p' |
        while read -r file && read -r name; do
            grep -rnE "(^|[^ ]|[^t] )struct $name \*" src --include='*.[ch]' |
                grep -v "/$file\.[ch]:" | sed "s/:.*/ sets $name/"
        done)
}
is "$(set_elsewhere "$srcdir")" "" "what one file sets is const elsewhere"
mkdir -p "$tmp/sets/src/run"
printf '/* Set by a.c alone; const elsewhere. */\nstruct fid_a {\n' >"$tmp/sets/src/run/a.h"
printf 'int f (const struct fid_a *a);\nint g (struct fid_a *a);\n' |
    tee "$tmp/sets/src/run/a.c" >"$tmp/sets/src/run/b.c"
is "$(set_elsewhere "$tmp/sets")" "src/run/b.c sets fid_a" "another file that sets it is found"

# --- that the check can fail: one wrong thing a file
tree=$tmp/tree
mkdir -p "$tree/metrics" "$tree/tools"
for layer in base run readers compare report plot cli new; do
    mkdir -p "$tree/src/$layer"
done
# case_of FILE WHAT WANT <TEXT: TEXT in FILE gives the finding WANT ("" none)
case_of ()
{
    cat >"$tree/$1"
    is "$(findings "$tree")" "${3:+$1:$3}" "$2"
    rm "$tree/$1"
}
case_of src/base/a.c "base above itself" '1: base may not include run ("run/run.h")' <<'END'
#include "run/run.h"
END
case_of src/report/a.c "report from runs" '2: report may not include run ("run/run.h")' <<'END'
#include "base/error.h"
#include "run/run.h"
END
case_of src/report/a.h "report from comparisons" '1: report may not include compare ("src/compare/pair.h")' <<'END'
# include "src/compare/pair.h"
END
case_of src/run/a.c "run upwards" '1: run may not include readers ("readers/reader.h")' <<'END'
#include "readers/reader.h"
END
case_of src/compare/a.c "cli from below" '1: compare may not include cli ("cli/cmd.h")' <<'END'
#include "cli/cmd.h"
END
case_of metrics/a.c "metrics on traces" '1: metrics may not include base ("base/span.h")' <<'END'
#include "base/span.h"
END
case_of metrics/b.c "metrics on the public header" '1: metrics may not include fidlio.h' <<'END'
#include "fidlio.h"
END
case_of src/compare/a.c "a program from below" '1: compare may not include tools ("tools/trace/dag.h")' <<'END'
#include "tools/trace/dag.h"
END
case_of tools/a.c "a tool on the program fidlio" '1: tools may not include cli ("cli/recorder.h")' <<'END'
#include "cli/recorder.h"
END
case_of src/readers/a.c "a way around by dots" '1: "../cli/cmd.h" is not named from the top of the tree' <<'END'
#include "../cli/cmd.h"
END
case_of src/new/a.c "a folder nobody placed" "1: 'new' has no line in src/layers" <<'END'
#include "base/span.h"
END
case_of src/readers/b.c "printing" '2: only programs print or exit: printf' <<'END'
int f (void) {
    return printf ("x");
}
END
case_of src/base/c.c "printing to stderr" '2: only programs print: stderr' <<'END'
void f (void) {
    fprintf (stderr, "x");
}
END
case_of metrics/c.c "exiting" '1: only programs print or exit: exit' <<'END'
void f (void) { exit (1); }
END
case_of src/compare/d.c "allowed, or only said" "" <<'END'
#include <stdio.h>
#include "config.h"
#include "fidlio.h"
#include "compare/pair.h"
#include "metrics/metric.h"
#include "run/run.h"
/* never printf ("x") nor exit (1),
 * nor to stderr; #include "cli/cmd.h" */
void f (char *s) {
    snprintf (s, 9, "/* exit (1) \" stderr"); // puts ("x")
    on_exit_of (s);
}
void g (const char *, ...) __attribute__ ((format (printf, 1, 2)));
END
case_of src/cli/a.c "cli may" "" <<'END'
#include "report/report.h"
#include "readers/reader.h"
int main (void) { puts ("x"); exit (0); }
END
tap_done
