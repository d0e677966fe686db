//===- LoopFunctions.h - Functions of loop nests ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_LOOPFUNCTIONS_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_LOOPFUNCTIONS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace dtensor {

/// A hash of ops, types and constants, but neither of locations nor of the
/// identity of outer buffers and scalars.
llvm::hash_code hashOps(mlir::Operation *root);

/// The functions of a module that loop nests become. Nests that differ only in
/// the buffers and scalars that they use share one function.
class LoopFunctions {
public:
  LoopFunctions(mlir::ModuleOp module, llvm::StringRef suffix)
      : symbols(module), converter(module.getContext()), suffix(suffix) {}

  /// Moves a nest of `parent` into a function, or finds the function of an
  /// equal one, and calls it instead. `hash` is that of `hashOps`. If the nest
  /// `takesBounds`, it is one scf.for, whose bounds are the last two arguments.
  mlir::func::CallOp outline(mlir::Operation *nest, llvm::hash_code hash,
                             mlir::func::FuncOp parent,
                             bool takesBounds = false);

  mlir::SymbolTable &getSymbols() { return symbols; }
  const mlir::LLVMTypeConverter &getConverter() const { return converter; }

private:
  mlir::SymbolTable symbols;
  mlir::LLVMTypeConverter converter;
  llvm::StringRef suffix;
  /// Functions by hash. Those with the same hash are compared one by one.
  llvm::DenseMap<llvm::hash_code, llvm::SmallVector<mlir::func::FuncOp, 1>>
      known;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_LOOPFUNCTIONS_H
