# SPDX-License-Identifier: GPL-3.0-or-later
"""The events of a run as numpy columns."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ._abi import check, ffi, lib, new_error, text
from ._rows import EventFile, EventProcess
from .runs import _forget, _Handle

#: Names of the numbers in the column ``kind``.
KINDS = ("block read", "block write", "read", "write", "open", "close", "metadata")

_TYPES = {"start_ns": np.int64, "duration_ns": np.int64, "offset": np.int64,
          "bytes": np.uint64, "count": np.uint64, "file": np.uint32, "process": np.uint32,
          "kind": np.uint8, "failed": np.uint8}


class Events(_Handle):
    """The run's own events, one row each, as columns that are views of the library's memory.

    The library unpacks its rows once, when the table is made; the arrays are not copied and
    cannot be written.  ``file`` and ``process`` are numbers in ``files`` and ``processes``.

    Attributes
    ----------
    start_ns, duration_ns : ndarray of int64
        On the run's axis.
    offset : ndarray of int64
        In the file; -1: not known.
    bytes, count : ndarray of uint64
        Of the row; count is above 1 where close events were merged to bound memory.
    file, process : ndarray of uint32
    kind : ndarray of uint8
        Index of KINDS.
    failed : ndarray of uint8
        1 where the call failed.
    """

    start_ns: Any
    duration_ns: Any
    offset: Any
    bytes: Any
    count: Any
    file: Any
    process: Any
    kind: Any
    failed: Any

    def __init__(self, run: Any) -> None:
        err = new_error()
        super().__init__(check(lib.fid_event_columns_create(run, err), err),
                         lib.fid_event_columns_destroy)
        self._n = int(self._pointer.n)
        for name, kind in _TYPES.items():
            setattr(self, name, self._view(getattr(self._pointer, name), kind))

    def _view(self, values: Any, kind: Any) -> Any:
        if self._n == 0:
            return np.empty(0, dtype=kind)
        owner = ffi.gc(values, functools.partial(_forget, self._pointer))
        view = np.frombuffer(ffi.buffer(owner, self._n * np.dtype(kind).itemsize), dtype=kind)
        view.flags.writeable = False
        return view

    def __len__(self) -> int:
        return self._n

    @functools.cached_property
    def files(self) -> list[EventFile]:
        """Names of files, by their numbers, and what they are used for."""
        c = self._pointer
        return [EventFile(text(c.path[i]) or "", text(c.role[i])) for i in range(c.file_n)]

    @functools.cached_property
    def processes(self) -> list[EventProcess]:
        """Processes, by their numbers."""
        c = self._pointer
        return [EventProcess(text(c.command[i]) or "", int(c.pid[i]), int(c.rank[i]),
                             int(c.host[i])) for i in range(c.process_n)]

    def frame(self) -> Any:
        """The events with names instead of numbers.

        Returns
        -------
        pandas.DataFrame
            The columns, with path, role and pid in the place of file and process.
        """
        import pandas
        paths = np.array([f.path for f in self.files] or [""], dtype=object)
        roles = np.array([f.role for f in self.files] or [None], dtype=object)
        columns = {name: getattr(self, name) for name in _TYPES}
        columns["kind"] = pandas.Categorical.from_codes(self.kind, KINDS)
        columns["path"] = paths[self.file]
        columns["role"] = roles[self.file]
        columns["pid"] = np.array([p.pid for p in self.processes] or [-1])[self.process]
        return pandas.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<fidlio.Events: {self._n} rows of {self._pointer.file_n} files>"
