//===- ExamplePrograms.h - Programs with control flow -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RECORD_EXAMPLEPROGRAMS_H
#define DTENSOR_TOOLS_DTENSOR_RECORD_EXAMPLEPROGRAMS_H

#include "dtensor/Recording/Graph.h"

namespace dtensor::recording {

using Example = Values (*)(Graph &, llvm::ArrayRef<Value>);

/// Null if there is none of this name.
Example findExample(llvm::StringRef name);

} // namespace dtensor::recording

#endif // DTENSOR_TOOLS_DTENSOR_RECORD_EXAMPLEPROGRAMS_H
