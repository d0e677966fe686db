"""One of two processes raises an exception while the other one waits for it."""

import sys
import time

import dtensor as dt

tensor = dt.ones(4, "x", mesh=dt.Mesh("x=2"))
if dt.process_index() == 1:
    time.sleep(0.5)
    1 / 0
try:
    tensor.full_tensor()
except dt.Error as error:
    print(f"process {dt.process_index()}: {error}", file=sys.stderr, flush=True)
    # The launcher ends all when it sees the first end.
    time.sleep(0.3)
    sys.exit(1)
