# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine: measures on plain arrays.

Arrays of doubles that lie in memory one value after the other are used where they are; others
are converted first.  The interpreter's lock is released while the library computes.
"""

from __future__ import annotations

from typing import Any, Literal, Optional, Sequence, Union, overload

import numpy as np
import numpy.typing as npt

from ._abi import UsageError, check, ffi, lib, new_error

NO_BAND = 2**(8 * ffi.sizeof("size_t")) - 1


def _samples(values: npt.ArrayLike, name: str, most: int = 2) -> tuple[Any, int, int]:
    """Pointer (which keeps the array alive), number and components of the samples."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    if not 1 <= array.ndim <= most:
        raise UsageError(f"{name} has {array.ndim} dimensions, not "
                         f"{'1' if most == 1 else '1 (samples) or 2 (samples, components)'}")
    dim = array.shape[1] if array.ndim == 2 else 1
    return ffi.from_buffer("double[]", array), array.shape[0], dim


def _pair(x: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Any, int, Any, int, int]:
    px, n, dim = _samples(x, "x")
    py, m, other = _samples(y, "y")
    if dim != other:
        raise UsageError(f"samples of x have {dim} components, those of y {other}")
    return px, n, py, m, dim


def _dtw_options(dim: int, band: Optional[int], penalty: float) -> Any:
    options = ffi.new("struct fid_dtw_options *")
    if band is not None and band < 0:
        raise UsageError(f"band {band} is negative")
    options.dim, options.penalty = dim, penalty
    options.has_band, options.band_n = band is not None, band or 0
    return options


@overload
def dtw(x: npt.ArrayLike, y: npt.ArrayLike, *, band: Optional[int] = None, penalty: float = 0,
        path: Literal[False] = False) -> float: ...


@overload
def dtw(x: npt.ArrayLike, y: npt.ArrayLike, *, band: Optional[int] = None, penalty: float = 0,
        path: Literal[True]) -> tuple[float, npt.NDArray[Any]]: ...


def dtw(x: npt.ArrayLike, y: npt.ArrayLike, *, band: Optional[int] = None, penalty: float = 0,
        path: bool = False) -> Union[float, tuple[float, npt.NDArray[Any]]]:
    """Dynamic time warping: the mean absolute difference after the best alignment.

        D(i,j) = min { D(i-1,j-1) + 2 c(i,j), D(i-1,j) + c(i,j) + w, D(i,j-1) + c(i,j) + w }
        dtw    = D(n,m) / (n + m),   c(i,j) = sum over components of |x[i] - y[j]|

    Parameters
    ----------
    x, y : array_like
        Series, shape (n,) or (n, dim), and (m,) or (m, dim); finite.
    band : int, optional
        Half-width of the Sakoe-Chiba band, samples of the shorter series; by default no band.
    penalty : float, optional
        w, cost of a step that is not diagonal, in the unit of x.
    path : bool, optional
        Also give the alignment.

    Returns
    -------
    float, or (float, ndarray)
        In the unit of x; 0 for equal series; symmetric.  The alignment has the shape (k, 2):
        indices into x and y.

    Notes
    -----
    Time O(cells in the band), memory O(m dim).  Sources: Sakoe & Chiba 1978,
    doi:10.1109/TASSP.1978.1163055; Herrmann & Webb 2021, doi:10.48550/arXiv.2111.13314.
    """
    px, n, py, m, dim = _pair(x, y)
    options = _dtw_options(dim, band, penalty)
    distance, err = ffi.new("double *"), new_error()
    if not path:
        check(lib.fid_dtw_distance(px, n, py, m, options, distance, err), err)
        return float(distance[0])
    room = max(n + m - 1, 1)
    steps = np.empty((2, room), dtype=np.uintp)
    step_n = ffi.new("size_t *")
    i, j = (ffi.from_buffer("size_t[]", row) for row in steps)
    check(lib.fid_dtw_path(px, n, py, m, options, distance, i, j, step_n, err), err)
    return float(distance[0]), steps[:, :step_n[0]].T.astype(np.intp)


def nearest(x: npt.ArrayLike, candidates: Sequence[npt.ArrayLike], *, band: Optional[int] = None,
            penalty: float = 0) -> tuple[int, float]:
    """Which of the candidates is nearest to x by dtw().

    Faster than asking for each: most are excluded in single precision.

    Parameters
    ----------
    x : array_like
    candidates : sequence of array_like
    band : int, optional
    penalty : float, optional
        As of dtw().

    Returns
    -------
    (int, float)
        Its number, the first of equals, and its distance.
    """
    px, n, dim = _samples(x, "x")
    each = [_samples(c, f"candidate {k}") for k, c in enumerate(candidates)]
    for k, (_, _, other) in enumerate(each):
        if other != dim:
            raise UsageError(f"samples of x have {dim} components, those of candidate {k} "
                             f"{other}")
    which, distance, err = ffi.new("size_t *"), ffi.new("double *"), new_error()
    check(lib.fid_dtw_nearest_of(
        px, n, ffi.new("double *[]", [ffi.cast("double *", c[0]) for c in each]),
        ffi.new("size_t[]", [c[1] for c in each]), len(each), _dtw_options(dim, band, penalty),
        which, distance, err), err)
    return int(which[0]), float(distance[0])


def adtw(x: npt.ArrayLike, y: npt.ArrayLike, *, band: Optional[int] = None, penalty: float = 0,
         limit: float = float("inf")) -> float:
    """Amerced dynamic time warping, as published: squared differences, a penalty for each step
    that is not diagonal.

    Parameters
    ----------
    x, y : array_like
        Series, shapes (n,) and (m,); finite.
    band : int, optional
        |i - j| <= band; by default there is none.
    penalty : float, optional
        In the squared unit of x; 0: classic DTW.
    limit : float, optional
        A distance of limit or more is given as infinity, mostly without computing it.

    Returns
    -------
    float
        In the squared unit of x.

    Notes
    -----
    Time O(n band), memory O(m).  Sources: Herrmann & Webb 2021, doi:10.48550/arXiv.2111.13314;
    Rakthanmanon et al. 2012, doi:10.1145/2339530.2339576.
    """
    px, n, _ = _samples(x, "x", 1)
    py, m, _ = _samples(y, "y", 1)
    distance, err = ffi.new("double *"), new_error()
    check(lib.fid_adtw_distance(px, n, py, m, NO_BAND if band is None else band, penalty, limit,
                                distance, err), err)
    return float(distance[0])


def psd(x: npt.ArrayLike, dt_s: float, segment: Optional[int] = None
        ) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Power spectral density by Welch's method.

    Parameters
    ----------
    x : array_like
        Series, shape (n,) or (n, dim): densities of components are added.
    dt_s : float
        Seconds from sample to sample.
    segment : int, optional
        Length of a segment, even, 4 to n; by default three overlapping ones or more.

    Returns
    -------
    (ndarray, ndarray)
        Frequencies in Hz, densities in unit² per Hz.

    Notes
    -----
    Hann window, segments overlap by half, the mean of each is removed, one-sided.  Source: Welch
    1967, doi:10.1109/TAU.1967.1161901.
    """
    px, n, dim = _samples(x, "x")
    if segment is None:
        segment = int(lib.fid_psd_segment(n, n))
        if segment == 0:
            raise UsageError(f"{n} samples are too few for a spectrum")
    density = np.empty(segment // 2 + 1)
    err = new_error()
    check(lib.fid_psd(px, n, dim, dt_s, segment, ffi.from_buffer("double[]", density), err), err)
    return np.arange(len(density)) / (segment * dt_s), density


def psd_distance(p: npt.ArrayLike, q: npt.ArrayLike) -> float:
    """How far spectral power has to move, in octaves, to make spectrum p into q.

    Parameters
    ----------
    p, q : array_like
        Densities at the same frequencies k / (n dt_s), k = 0 to n; index 0 is left out.

    Returns
    -------
    float
    """
    pp, n, _ = _samples(p, "p", 1)
    pq, m, _ = _samples(q, "q", 1)
    if n != m:
        raise UsageError(f"p has {n} values, q {m}")
    octaves, err = ffi.new("double *"), new_error()
    check(lib.fid_psd_distance(pp, pq, max(n - 1, 0), octaves, err), err)
    return float(octaves[0])


_AXES = {"linear": "FID_W1_LINEAR", "log2": "FID_W1_LOG2", "log10": "FID_W1_LOG10"}


def w1(x: npt.ArrayLike, y: npt.ArrayLike, *, x_weight: Optional[npt.ArrayLike] = None,
       y_weight: Optional[npt.ArrayLike] = None,
       axis: Literal["linear", "log2", "log10"] = "linear") -> float:
    """Wasserstein-1 (earth mover's) distance of two samples.

    Parameters
    ----------
    x, y : array_like
        Values, shapes (n,) and (m,), in any order.
    x_weight, y_weight : array_like, optional
        Weights of the same shapes; by default 1 each.
    axis : {"linear", "log2", "log10"}, optional
        In the unit of x, in octaves, or in decades.

    Returns
    -------
    float

    Notes
    -----
    Source: Vallender 1974, doi:10.1137/1118101.
    """
    if axis not in _AXES:
        raise UsageError(f"there is no axis '{axis}': {', '.join(_AXES)}")
    px, n, _ = _samples(x, "x", 1)
    py, m, _ = _samples(y, "y", 1)
    weights = []
    for name, weight, count in (("x_weight", x_weight, n), ("y_weight", y_weight, m)):
        pointer, length, _ = (ffi.NULL, count, 1) if weight is None else _samples(
            weight, name, 1)
        if length != count:
            raise UsageError(f"{name} has {length} values, not {count}")
        weights.append(pointer)
    distance, err = ffi.new("double *"), new_error()
    check(lib.fid_w1_distance(px, weights[0], n, py, weights[1], m, getattr(lib, _AXES[axis]),
                              distance, err), err)
    return float(distance[0])
