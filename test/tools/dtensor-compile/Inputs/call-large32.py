"""Calls the function `large32_run` of a library, on two values of 100x100xf32.

usage: call-large32.py LIBRARY
"""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
matrix = ctypes.c_float * 10000
if library.large32_run(matrix(), matrix()) != 0:
    library.large32_error.restype = ctypes.c_char_p
    sys.exit(library.large32_error().decode())
