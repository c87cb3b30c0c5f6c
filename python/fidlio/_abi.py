# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared library and what its header declares.

The header is the only declaration: cffi reads the copy of fidlio.h that is installed with
this package.  A wheel contains the library; otherwise it is found as any other is (ldconfig,
LD_LIBRARY_PATH).  The environment variable FIDLIO_LIBRARY names another file.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Optional

import cffi

_SONAME = "libfidlio.so.0"
_LIBS = Path(__file__).with_name("libs")  # in wheels: the library and what it needs


def _declarations(header: str) -> str:
    """The header's declarations, without what is for the preprocessor."""
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", header, flags=re.DOTALL)
    text = re.sub(r"\\\n", "", text)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    return text.replace("FID_API", "")


def _version(header: str) -> tuple[int, ...]:
    """Version of the header: (0, 1, 0)."""
    found = [re.search(rf"#define FID_VERSION_{part} (\d+)", header)
             for part in ("MAJOR", "MINOR", "PATCH")]
    return tuple(int(m.group(1)) for m in found if m)


def _load() -> Any:
    named = os.environ.get("FIDLIO_LIBRARY")
    try:
        if not named and _LIBS.is_dir():
            return _load_own()
        return ffi.dlopen(named or _SONAME)
    except OSError as error:
        raise ImportError(
            f"the library of fidlio cannot be loaded: {error}; install it, or name its file "
            "in FIDLIO_LIBRARY") from error


def _load_own() -> Any:
    """The library of the wheel.  What it needs is loaded first, by path: the loader then takes
    these, not libraries of the same names that the system may have."""
    for name in (_LIBS / "order").read_text(encoding="utf-8").split():
        _loaded.append(ffi.dlopen(str(_LIBS / name)))
    return ffi.dlopen(str(_LIBS / _SONAME))


_header = Path(__file__).with_name("fidlio.h").read_text(encoding="utf-8")
ffi = cffi.FFI()
ffi.cdef(_declarations(_header))
ffi.cdef("void free (void *);")
_loaded: list[Any] = []  # cffi closes what nothing refers to
lib = _load()
_free = ffi.dlopen(None).free

version: str = ffi.string(lib.fid_version()).decode()
if tuple(int(n) for n in version.split(".")[:3]) < _version(_header):
    raise ImportError(f"the library is fidlio {version}, and this package needs "
                      f"{'.'.join(map(str, _version(_header)))} or later")


class Error(Exception):
    """What the library refuses or cannot do; the text is the library's.

    status: the exit status that the program would have (fidlio.h, enum fid_status).
    """

    status = 1


class UsageError(Error, ValueError):
    """An argument or option is wrong."""

    status = 2


class InputError(Error):
    """A file is unreadable or malformed, or nothing is comparable."""

    status = 3


class PartialError(Error):
    """Some pairs failed or were cancelled; the rest is written."""

    status = 4


class InternalError(Error):
    """Out of memory, output not written, or an internal error."""

    status = 5


class OpenError(Error):
    """A check could not be decided."""

    status = 6


_by_status: dict[int, type[Error]] = {e.status: e for e in (
    Error, UsageError, InputError, PartialError, InternalError, OpenError)}


def new_error() -> Any:
    """Room for an error of the library."""
    return ffi.new("struct fid_error *")


def text(pointer: Any) -> Optional[str]:
    """A text of the library; None where there is none.  Bytes that are not UTF-8 (names of
    files may have them) come as surrogates, as in os.fsdecode."""
    if pointer == ffi.NULL:
        return None
    return str(ffi.string(pointer).decode("utf-8", "surrogateescape"))


def owned_text(pointer: Any) -> str:
    """A text of the library that its caller has to free; it is freed."""
    return text(ffi.gc(pointer, _free)) or ""


def path(value: Any) -> bytes:
    """The bytes of a path or a text for the library."""
    encoded = os.fsencode(value)
    if b"\0" in encoded:
        raise UsageError(f"there is a zero byte in {value!r}")
    return encoded


def failure(status: int, said: str) -> Error:
    """The exception for an error of that status."""
    return _by_status.get(status, Error)(said)


def check(returned: Any, err: Any) -> Any:
    """What a function of the library returned, unless it failed."""
    failed = returned < 0 if isinstance(returned, int) else returned == ffi.NULL
    if failed:
        raise failure(int(err.status), ffi.string(err.text).decode("utf-8", "surrogateescape"))
    return returned


def document(pointer: Any, err: Any) -> Any:
    """The content of a document of the library, which is freed."""
    return json.loads(owned_text(check(pointer, err)))
