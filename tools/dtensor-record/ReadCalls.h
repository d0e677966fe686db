//===- ReadCalls.h - Calls of functions as JSON -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RECORD_READCALLS_H
#define DTENSOR_TOOLS_DTENSOR_RECORD_READCALLS_H

#include "dtensor/Recording/Functions.h"
#include "llvm/Support/JSON.h"

namespace dtensor::recording {

/// Records the calls of a list and returns what each gave, as JSON. A call is
/// `{"function": NAME, "args": [...], "kwargs": {...}}`, or the same with
/// "example" and the name of a program in ExamplePrograms.cpp. Arrays are
/// `{"array": DTYPE, "shape": [...]}`, and become arguments of the program, in
/// order. With `"vjp": true` there are further arguments, the cotangents, and
/// the results are the derivatives by all float arrays.
llvm::json::Value recordCalls(Graph &graph, const llvm::json::Array &calls);

} // namespace dtensor::recording

#endif // DTENSOR_TOOLS_DTENSOR_RECORD_READCALLS_H
