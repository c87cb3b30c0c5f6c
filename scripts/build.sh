# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh - the steps that scripts/check and scripts/demo share; to be sourced
# with $top set to the source tree, which is also the working directory.

say ()
{
    printf '== %s\n' "$*" >&2
}

# Jobs: all cores, unless the caller knows better.
jobs=${JOBS:-$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc 2>/dev/null || echo 2)}

# Settings of the caller's own make must not leak into ours: a VERBOSE=1 would
# print totals twice, a MAKEFLAGS of a make above us talks to a dead jobserver.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEFILES VERBOSE TESTS DESTDIR CDPATH
export AM_COLOR_TESTS=no

# libtool, a long script that each object and program goes through: Debian's sh takes two
# thirds of the time that bash takes.
export CONFIG_SHELL=/bin/sh

# Packages, where they can be installed; configure judges what is there.
build_deps ()
{
    say "packages"
    scripts/install-deps-deb.sh || say "going on with what is installed"
}

# ./configure, made again only when something it is made from is newer.
build_bootstrap ()
{
    if [ -x configure ] && [ -z "$(find configure.ac Makefile.am \
        doc metrics results scripts src tests \( -name '*.mk' -o -name '*.a[cm]' \) -newer configure)" ]; then
        return 0
    fi
    say "bootstrap"
    scripts/bootstrap
}

# build_configure DIR OPTION...: configure in DIR, a folder of the source tree
build_configure ()
{
    if [ -f "$top/config.status" ]; then
        say "the source tree itself is configured, so no other folder can be: run 'make distclean' there first"
        return 1
    fi
    build_dir=$1
    shift
    mkdir -p "$build_dir"
    (cd "$build_dir" && ../configure -q "$@")
}

# build_clear DIR: remove what an earlier run left (make distcheck leaves
# read-only folders when it fails)
build_clear ()
{
    [ ! -d "$1" ] || chmod -R u+w "$1"
    rm -rf "$1"
}
