//===- LoadedProgram.cpp - A shared library with a program ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// As dtensor-compile makes them, but in C++.

#include "Programs.h"

extern "C" __attribute__((visibility("default")))
const DtProgramInfo dt_program;
const DtProgramInfo dt_program = dt::makeInfo(dt::failIfNegative);
