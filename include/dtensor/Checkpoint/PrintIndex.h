//===- PrintIndex.h - A table of a checkpoint -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_PRINTINDEX_H
#define DTENSOR_CHECKPOINT_PRINTINDEX_H

#include "dtensor/Checkpoint/CheckpointIndex.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

/// Prints what a checkpoint holds: each tensor with its layout drawn. A layout
/// of more than 64 devices is not drawn.
void printIndex(const CheckpointIndex &index, llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_PRINTINDEX_H
