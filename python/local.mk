# SPDX-License-Identifier: GPL-3.0-or-later
# the Python package; fidlio.h is a link to the library's
EXTRA_DIST += python/README.md python/pyproject.toml python/examples/notebook.py \
  python/fidlio/__init__.py python/fidlio/_html.py python/fidlio/answers.py python/fidlio/events.py python/setup.py python/fidlio/_abi.py python/fidlio/_rows.py \
  python/fidlio/batch.py python/fidlio/measures.py python/fidlio/runs.py \
  python/fidlio/dlio.py python/fidlio/_plan.py python/fidlio/_player.py \
  python/fidlio/fidlio.h python/fidlio/py.typed
