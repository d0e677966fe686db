//===- LayoutText.h - Layouts in printed programs ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_RECORDING_LAYOUTTEXT_H
#define DTENSOR_LIB_RECORDING_LAYOUTTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace dtensor::recording {

/// The specs of the axes of a layout `x+y,unsharded;partial(sum):z`.
llvm::SmallVector<std::string> getAxisSpecs(llvm::StringRef layout);

/// The layout as an attribute for the mesh of a printed program:
/// `#dtensor.layout<@mesh, [x+y, unsharded], partial<sum, [z]>>`.
std::string printLayoutAttribute(llvm::StringRef layout);

} // namespace dtensor::recording

#endif // DTENSOR_LIB_RECORDING_LAYOUTTEXT_H
