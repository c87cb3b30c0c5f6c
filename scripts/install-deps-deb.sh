#!/bin/sh
# Install the Debian packages that building and testing fidlio needs.
#
# Installs only what is missing, and only if it may (root, or sudo without a
# password); otherwise prints the command to type and exits 1.
set -eu
exec </dev/null

build="build-essential autoconf automake libtool pkg-config
 libfftw3-dev libgsl-dev libcjson-dev zlib1g-dev libxxhash-dev libyaml-dev"
# make check: JSON Schema, man page, scripts, real mpstat and iostat
tests="python3-jsonschema mandoc shellcheck sysstat"

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "install-deps: not a Debian system; needed there:" $build $tests >&2
    exit 1
fi

missing=
for p in $build $tests; do
    case $(dpkg-query -W -f '${db:Status-Status} ' "$p" 2>/dev/null) in
    installed\ *) ;; # also "not-installed" is an answer
    *) missing="$missing $p" ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "install-deps: packages are missing, and only root may install them:" >&2
    echo "apt-get install -y --no-install-recommends$missing"
    exit 1
fi

apt ()
{
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=120 "$@"
}
echo "install-deps: installing$missing" >&2
apt update >&2 || echo "install-deps: apt-get update failed; trying with the lists there are" >&2
apt install --no-install-recommends $missing >&2
