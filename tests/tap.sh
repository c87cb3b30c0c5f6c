# SPDX-License-Identifier: GPL-3.0-or-later
# tap.sh - Test Anything Protocol for shell tests: one `ok` line per check
#
#   . "$srcdir/tests/tap.sh"
#   ok "lists readers" "$FIDLIO" list readers     # runs the command
#   is "$got" "$want" "prints the name"
#   like "$got" '^fidlio [0-9]' "prints the version"
#   tap_done
#
# POSIX sh.  The harness (tests/local.mk) sets srcdir, builddir and FIDLIO; run by
# hand, a test takes the source tree it lies in and the folder build/ there.
# $tmp is a scratch folder of the test's own, removed when it ends.

: "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${builddir:=$srcdir/build}"
: "${FIDLIO:=$builddir/fidlio}"

tap_n=0
tap_failed_n=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/fidlio-test.XXXXXX") || exit 99
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# diag TEXT...: lines for the person who reads the log
diag ()
{
    printf '%s\n' "$*" | sed 's/^/# /'
}

# tap_result STATUS WHAT: the line of one check; returns STATUS
tap_result ()
{
    tap_n=$((tap_n + 1))
    if [ "$1" -eq 0 ]; then
        printf 'ok %d - %s\n' "$tap_n" "$2"
    else
        tap_failed_n=$((tap_failed_n + 1))
        printf 'not ok %d - %s\n' "$tap_n" "$2"
    fi
    return "$1"
}

# ok WHAT COMMAND ARG...: the command succeeds; what it says is shown only if not
ok ()
{
    tap_what=$1
    shift
    tap_status=0
    tap_said=$("$@" 2>&1 </dev/null) || tap_status=$?
    [ "$tap_status" -eq 0 ] || tap_said="status $tap_status from: $*
$tap_said"
    tap_result "$((tap_status != 0))" "$tap_what" || diag "$tap_said"
}

# exits STATUS WHAT COMMAND ARG...: the command ends with exactly this status
exits ()
{
    tap_want=$1
    tap_what=$2
    shift 2
    tap_status=0
    tap_said=$("$@" 2>&1 </dev/null) || tap_status=$?
    tap_result "$((tap_status != tap_want))" "$tap_what" || diag "status $tap_status, not $tap_want, from: $*
$tap_said"
}

# is GOT WANT WHAT
is ()
{
    if [ "$1" = "$2" ]; then
        tap_result 0 "$3"
    else
        tap_result 1 "$3" || diag " got: $1
want: $2"
    fi
}

# like GOT ERE WHAT: some line of GOT matches; bytes, whatever the locale
like ()
{
    if printf '%s\n' "$1" | LC_ALL=C grep -aEq -e "$2"; then
        tap_result 0 "$3"
    else
        tap_result 1 "$3" || diag " got: $1
want: $2"
    fi
}

# unlike GOT ERE WHAT: no line of GOT matches
unlike ()
{
    if printf '%s\n' "$1" | LC_ALL=C grep -aEq -e "$2"; then
        tap_result 1 "$3" || diag "     got: $1
unwanted: $2"
    else
        tap_result 0 "$3"
    fi
}

# skip WHAT WHY: a check that cannot be made here
skip ()
{
    tap_n=$((tap_n + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_n" "$1" "$2"
}

# soon WHAT CONDITION...: it comes true within a minute
soon ()
{
    soon_what=$1
    shift
    soon_n=0
    until "$@" || [ $((soon_n += 1)) -gt 600 ]; do sleep 0.1; done
    ok "$soon_what" "$@"
}

# skip_all WHY: the whole test cannot be made here
skip_all ()
{
    printf '1..0 # SKIP %s\n' "$1"
    exit 0
}

# tap_done: the plan, and the test's exit status
tap_done ()
{
    printf '1..%d\n' "$tap_n"
    [ "$tap_failed_n" -eq 0 ]
    exit
}
