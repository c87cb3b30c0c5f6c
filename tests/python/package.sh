#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package, installed as a user would, in an environment of its own.
. "$srcdir/tests/tap.sh"

# the Python that has what the package needs: the first on the path, or the system's
python=
for p in python3 /usr/bin/python3; do
    if "$p" -c 'import cffi, numpy, setuptools, venv, wheel, ensurepip' 2>/dev/null; then
        python=$p
        break
    fi
done
[ -n "$python" ] || skip_all "Python with cffi, numpy, setuptools, wheel and venv is missing"
library=$builddir/.libs/libfidlio.so
[ -e "$library" ] || skip_all "there is no shared library"

cp -RL "$srcdir/python" "$tmp/python"
chmod -R u+w "$tmp/python"
ok "an environment" "$python" -m venv --system-site-packages "$tmp/venv"
ln -s "$srcdir/tests" "$srcdir/results" "$tmp"
FIDLIO_LIBRARY=$library
export FIDLIO_LIBRARY
wheel ()
{
    "$tmp/venv/bin/pip" wheel -q --no-index --no-deps --no-build-isolation -w "$1" "$tmp/python"
}
pip_install () { "$tmp/venv/bin/pip" install -q --no-index --no-deps --force-reinstall "$@"; }
version=$("$srcdir/scripts/dev/version")
FIDLIO_LIBRARY=system ok "pip wheel for a machine that has the library" wheel "$tmp/system"
is "$(cd "$tmp/system" && ls)" "fidlio-$version-py3-none-any.whl" "it is for any machine, of the version of fidlio.h"
ok "pip install" pip_install "$tmp/system"/*.whl
cd "$tmp" || exit 99
like "$(FIDLIO_LIBRARY=$tmp/nothing.so "$tmp/venv/bin/python" -c 'import fidlio' 2>&1)" 'cannot be loaded.*FIDLIO_LIBRARY' \
    "without the library, it says what is missing"

# --- a wheel that needs nothing but glibc
if ldd "$library" | grep -qE 'lib(asan|ubsan|tsan)'; then
    skip "a wheel with its libraries" "the library has sanitizers"
else
    rm -rf "$tmp/python/build"
    ok "pip wheel" wheel "$tmp/wheels"
    like "$(cd "$tmp/wheels" && ls)" "^fidlio-$version-py3-none-manylinux_2_[0-9]+_$(uname -m).whl$" \
        "its name says which glibc it asks for"
    ok "pip install" pip_install "$tmp/wheels"/*.whl
    is "$(env -u FIDLIO_LIBRARY "$tmp/venv/bin/python" "$srcdir/tests/python/wheel.py" "$tmp/wheels"/*.whl 2>&1)" \
        "ok" "what its libraries need is in it, and is what is loaded"
fi

# block LANGUAGE: the first block of that language in the package's README
block ()
{
    awk -v want="\`\`\`$1" '$0 == want && !done { on = 1; next }
        on && /^```/ { on = 0; done = 1 }
        on' "$srcdir/python/README.md"
}
block python >"$tmp/example.py"
is "$("$tmp/venv/bin/python" "$tmp/example.py" 2>&1)" "$(block text)" \
    "the example of its README prints what the README shows"
awk '/^```/ { on = $0 == "```python"; next } on' "$srcdir/python/README.md" >"$tmp/all.py"
ok "all its examples run" "$tmp/venv/bin/python" "$tmp/all.py"
like "$("$tmp/venv/bin/python" "$srcdir/python/examples/notebook.py" 2>&1)" \
    '^[0-9]* pairs, similarities 0\.[0-9]* to ' "the cells of the notebook run"
if "$python" -m mypy --version >/dev/null 2>&1; then
    ok "its type hints hold" "$python" -m mypy --strict --ignore-missing-imports \
        --cache-dir "$tmp/mypy" "$srcdir/python/fidlio"
else
    skip "its type hints hold" "mypy is not installed"
fi
"$tmp/venv/bin/python" "$srcdir/tests/python/api.py" "$((tap_n + 1))" "$srcdir" "$FIDLIO" "$tmp" ||
    tap_failed_n=$((tap_failed_n + 1))
[ "$tap_failed_n" -eq 0 ]
