//===- InterpretedProgram.h - A module for the interpreter ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_INTERPRETEDPROGRAM_H
#define DTENSOR_DRIVER_INTERPRETEDPROGRAM_H

#include "dtensor/Driver/Signature.h"
#include "dtensor/Reference/Interpreter.h"

namespace dtensor {

/// A program for the reference interpreter. Of the compiler's steps only the
/// frontends' import is run. Layouts and meshes have no effect, except in a
/// `dtensor.local_map`, which itself defines the work of the devices of its
/// mesh.
class InterpretedProgram {
public:
  /// Imports the module of `entry`, which is changed. Errors are reported to
  /// its context.
  static mlir::FailureOr<InterpretedProgram> create(mlir::func::FuncOp entry);

  /// The signature. Its layouts have no meaning, since every value is a single
  /// tensor.
  const Signature &getSignature() const { return signature; }

  /// Errors: an input of another type or shape than its argument, and those of
  /// `reference::interpret`.
  llvm::Expected<std::vector<HostTensor>>
  run(llvm::ArrayRef<std::shared_ptr<HostTensor>> inputs,
      const reference::InterpretOptions &options);

private:
  InterpretedProgram(mlir::func::FuncOp entry, Signature signature)
      : entry(entry), signature(std::move(signature)) {}

  mlir::func::FuncOp entry;
  Signature signature;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_INTERPRETEDPROGRAM_H
