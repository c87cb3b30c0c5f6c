#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Install the Debian packages that building and testing fidlio needs.
#
# Installs only what is missing, and only if it may (root, or sudo without a
# password); otherwise prints the command to type and exits 1.
set -eu
exec </dev/null

build="build-essential autoconf automake libtool pkg-config
 libfftw3-dev libgsl-dev libcjson-dev zlib1g-dev libxxhash-dev libyaml-dev libcairo2-dev libigraph-dev
 libisal-dev libxlsxwriter-dev libsqlite3-dev libzstd-dev liblzma-dev"
# make check: counts of instructions, layout, JSON Schema, man page, scripts, real mpstat, iostat and strace,
# plots, a locale with decimal commas
tests="valgrind python3-jsonschema mandoc shellcheck sysstat strace fonts-dejavu-core locales zstd xz-utils clang-format"

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "install-deps: not a Debian system; needed there:" $build $tests chromium nodejs npm >&2
    exit 1
fi

# job arrays with a real Slurm (tests/slurm), processes of MPI jobs (tests/mpi)
cluster="slurmctld slurmd slurm-client munge openmpi-bin libopenmpi-dev mpich libmpich-dev"

# the Python package (python/): installed, run, its type hints checked
python="python3-venv python3-pip python3-setuptools python3-wheel python3-cffi python3-numpy
 python3-pandas mypy"

# completions in the shells that they are for (bash is there)
shells="zsh fish"

# a folder as on a slow storage (scripts/slow-storage)
slow="libfuse3-dev fuse3 fio"

# the documents as a web site (scripts/dev/site)
site="mkdocs"

# report.html in a browser (tests/browser).  A node of somebody else's packages
# brings its npm, and Debian's would conflict with it.
browser="chromium"
command -v node >/dev/null || browser="$browser nodejs npm"

# lacking PACKAGE...: those that are not installed, a blank before each
lacking ()
{
    for p in "$@"; do
        case $(dpkg-query -W -f '${db:Status-Status} ' "$p" 2>/dev/null) in
        installed\ *) ;; # also "not-installed" is an answer
        *) printf ' %s' "$p" ;;
        esac
    done
}
missing=$(lacking $build $tests)
no_browser=$(lacking $browser)
no_cluster=$(lacking $cluster)
no_python=$(lacking $python)
no_shells=$(lacking $shells)
no_slow=$(lacking $slow)
no_site=$(lacking $site)
wanted=$missing$no_browser$no_cluster$no_python$no_shells$no_slow$no_site
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "install-deps: packages are missing, and only root may install them:" >&2
    echo "apt-get install -y --no-install-recommends$wanted"
    exit 1
fi

apt ()
{
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=120 "$@"
}
echo "install-deps: installing$wanted" >&2
apt update >&2 || echo "install-deps: apt-get update failed; trying with the lists there are" >&2
[ -z "$missing" ] || apt install --no-install-recommends $missing >&2
# not every mirror has these: the rest is worth having without
[ -z "$no_browser" ] || apt install --no-install-recommends $no_browser >&2 ||
    echo "install-deps: no browser, so its tests will be skipped" >&2
[ -z "$no_cluster" ] || apt install --no-install-recommends $no_cluster >&2 ||
    echo "install-deps: no Slurm or MPI, so their tests will be skipped" >&2
[ -z "$no_shells" ] || apt install --no-install-recommends $no_shells >&2 ||
    echo "install-deps: no zsh or fish, so their completions are not tried" >&2
[ -z "$no_slow" ] || apt install --no-install-recommends $no_slow >&2 ||
    echo "install-deps: no libfuse3 or fio, so scripts/slow-storage and jobs of fio are not tried" >&2
[ -z "$no_site" ] || apt install --no-install-recommends $no_site >&2 ||
    echo "install-deps: no mkdocs, so the web site is not made" >&2
[ -z "$no_python" ] || apt install --no-install-recommends $no_python >&2 ||
    echo "install-deps: the Python package cannot be tried, so its test will be skipped" >&2
