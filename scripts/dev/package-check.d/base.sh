# SPDX-License-Identifier: GPL-3.0-or-later
# new systems in folders; to be sourced by steps of scripts/dev/package-check

# no_base: why there can be none
no_base ()
{
    [ "$(id -u)" -eq 0 ] || { echo "only root may make one" && return; }
    ! lacks debootstrap chroot apt-get && return 1
}

# new_root DIR: a small Debian, from where apt takes its packages.  It is made once, then copied.
new_root ()
{
    local suite from
    rm -rf "$1"
    if [ ! -e "$work/base.tar" ]; then
        read -r suite from < <(apt-get indextargets --format '$(CODENAME) $(SITE)' 'Created-By: Packages' |
            grep -vE -e '-(updates|security|backports) ' | head -n 1)
        [ -n "$from" ] || { echo "apt knows no archive" && return 1; }
        debootstrap --variant=minbase --include=ca-certificates "$suite" "$work/base" "$from" || return
        # its settings of apt are those of this system, proxies among them
        rm -rf "$work/base/etc/apt/sources.list"
        cp -RL /etc/apt/. "$work/base/etc/apt/"
        mkdir -p "$work/base/usr/share/keyrings" "$work/base/etc/ssl/certs"
        cp -RL /usr/share/keyrings/. "$work/base/usr/share/keyrings/"
        cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/" 2>/dev/null
        tar -C "$work/base" -cf "$work/base.tar" . && rm -rf "$work/base"
    fi
    mkdir -p "$1" && tar -C "$1" -xf "$work/base.tar" &&
        cp -L /etc/resolv.conf /etc/hosts "$1/etc/"
}

# in_root DIR COMMAND...: there, with a /proc that ends with the command where one can be had
in_root ()
{
    local dir=$1 isolated=
    shift
    ! unshare --mount true 2>/dev/null || isolated="unshare --mount"
    # shellcheck disable=SC2016,SC2046,SC2086  # words of an inner shell; no word, or some
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        $(env | grep -iE '^(https?|no|ftp)_proxy=[^ ]*$') $isolated sh -c '[ -z "$1" ] || mount -t proc proc "$0/proc"
            shift; exec chroot "$0" "$@"' "$dir" "$isolated" "$@"
}
