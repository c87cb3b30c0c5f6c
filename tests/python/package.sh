#!/bin/sh
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
ok "pip wheel" "$tmp/venv/bin/pip" wheel -q --no-index --no-deps --no-build-isolation \
    -w "$tmp/wheels" "$tmp/python"
is "$(cd "$tmp/wheels" && ls)" \
    "fidlio-$(sed -n 's/^AC_INIT(\[fidlio\], *\[\([0-9.]*\)\].*/\1/p' "$srcdir/configure.ac")-py3-none-any.whl" \
    "a wheel, of the version of configure.ac"
ok "pip install" "$tmp/venv/bin/pip" install -q --no-index --no-build-isolation "$tmp/python"

FIDLIO_LIBRARY=$tmp/nothing.so
export FIDLIO_LIBRARY
cd "$tmp" || exit 99
like "$("$tmp/venv/bin/python" -c 'import fidlio' 2>&1)" 'cannot be loaded.*FIDLIO_LIBRARY' \
    "without the library, it says what is missing"
FIDLIO_LIBRARY=$library

# block LANGUAGE: the first block of that language in the package's README
block ()
{
    awk -v want="\`\`\`$1" '$0 == want && !done { on = 1; next }
        on && /^```/ { on = 0; done = 1 }
        on' "$srcdir/python/README.md"
}
ln -s "$srcdir/tests" "$srcdir/results" "$tmp"
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
