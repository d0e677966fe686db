//===- ScanPrinter.h - Text of a loop over rows -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_PRIMITIVES_SCANPRINTER_H
#define DTENSOR_RECORDING_PRIMITIVES_SCANPRINTER_H

#include "../PrimitiveInfo.h"

namespace dtensor::recording {

/// Prints a scan as a loop with a counter.
void printScan(Printer &printer, const Node &node);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_PRIMITIVES_SCANPRINTER_H
