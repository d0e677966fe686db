//===- SharedNpy.h - A .npy file with several writers -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_SHAREDNPY_H
#define DTENSOR_HOST_SHAREDNPY_H

#include "dtensor/Host/HostTensor.h"
#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// A .npy file that several processes write. One of them creates it under
/// another name, then all write their parts, and then the first gives it its
/// name. So the file is there completely or not at all.
class SharedNpy {
public:
  SharedNpy(std::string path, ElementType type, llvm::ArrayRef<int64_t> shape,
            bool isUnsigned);

  /// Makes the file, with all its bytes, and writes its header.
  llvm::Error create();
  /// Writes `part` to its place, `box`.
  llvm::Error write(const HostTensor &part, const Box &box);
  /// Gives the file its name.
  llvm::Error finish();
  /// Removes it.
  void discard();

private:
  llvm::Error makeError() const;

  std::string path;
  std::string unfinished;
  ElementType type;
  llvm::SmallVector<int64_t> shape;
  std::string header;
};

} // namespace dtensor

#endif // DTENSOR_HOST_SHAREDNPY_H
