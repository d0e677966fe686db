//===- Signature.h - The signature of an entry function ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_SIGNATURE_H
#define DTENSOR_DRIVER_SIGNATURE_H

#include "dtensor/Host/Signature.h"
#include "dtensor/Reference/HostType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// Reads the types and layouts of `entry`, in the global view or in the local
/// one (after `dtensor-expand-spmd`). A value without a layout is replicated.
/// Errors: a type that no host tensor has, a layout that does not fit the mesh.
llvm::Expected<Signature> readSignature(mlir::func::FuncOp entry);

/// Adds which results are shared. `entry` is on buffers, after
/// `dtensor-share-buffers`: its last arguments are the memory of the results.
void readSharedResults(mlir::func::FuncOp entry, Signature &signature);

/// The properties of arguments and results that import removes: the types of
/// the imported program have no sign, and its tuples are taken apart.
struct SourceSignature {
  struct Value {
    std::string name;
    bool isUnsigned;
  };
  llvm::SmallVector<Value> arguments, results;

  /// Adds the properties to the signature of the imported program. Values that
  /// import added are called `argK` and `resultK`.
  void addTo(Signature &signature) const;
};

/// Reads the signature of `entry`, which is not imported yet.
SourceSignature readSourceSignature(mlir::func::FuncOp entry);

} // namespace dtensor

#endif // DTENSOR_DRIVER_SIGNATURE_H
