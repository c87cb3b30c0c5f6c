# SPDX-License-Identifier: GPL-3.0-or-later
# %% [markdown]
# # Is the emulation good for a storage benchmark?
#
# Run from the source tree, where the shipped runs are.  Each cell stands on those before it.

# %%
import tempfile
from pathlib import Path

import numpy as np

import fidlio

runs = Path("tests/data/runs")
real = [fidlio.Run(runs / "UNET3D_real_r2"), fidlio.Run(runs / "UNET3D_real_r4")]
emulation = fidlio.Run(runs / "UNET3D_dlio_r2")
noise = fidlio.calibrate(real)

# %% [markdown]
# ## The verdict, and what costs most

# %%
result = fidlio.compare(real[0], emulation, calibration=noise)
for profile in result.profiles:
    print(f"{profile.profile}: {profile.verdict}, {profile.met_n} of {profile.clause_n} clauses")
clauses = result.frame("clauses")
print(clauses[["name", "status", "grade", "share"]].head(5).to_string(index=False))

# %% [markdown]
# ## Where in time: read rates of both runs, and how one would be bent into the other

# %%
curves = next(c for c in result.series
              if c.resource == "disk.read" and c.emulation.mean.size)
x, y = (np.nan_to_num(side.mean) for side in (curves.real, curves.emulation))
distance, path = fidlio.dtw(x, y, band=len(x) // 10, path=True)
shift_s = np.abs(path[:, 0] - path[:, 1]) * curves.real.dt_s
print(f"{curves.resource}: {distance:.1f} {curves.unit} apart after an alignment that shifts by "
      f"{shift_s.max():.1f} s at most")

# %% [markdown]
# ## How much repeats differ from each other, and the emulations from them

# %%
with tempfile.TemporaryDirectory() as results:
    done = fidlio.matrix(results, manifest="results/manifest", series=False)
    similarities = {pair.file: fidlio.Result.open(Path(results) / pair.file).similarity
              for pair in done.pairs if pair.state is fidlio.PairState.COMPARED}
print(f"{done.totals.compared_n} pairs, similarities {min(similarities.values()):.2f} to "
      f"{max(similarities.values()):.2f}")
