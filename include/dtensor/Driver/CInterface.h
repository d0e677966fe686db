//===- CInterface.h - A program as functions of C ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_CINTERFACE_H
#define DTENSOR_DRIVER_CINTERFACE_H

#include "dtensor/Driver/CompiledProgram.h"
#include "llvm/IR/Module.h"

namespace dtensor {

/// The functions `PREFIX_run`, `PREFIX_run_components`, `PREFIX_error` and
/// `PREFIX_end` of a shared library, and the header that declares them.
/// docs/Compile.md describes them.
class CInterface {
public:
  /// The prefix is `name`, usually that of a file, with `_` for what C has in
  /// no name. `program` must outlive this object. Errors: an argument or a
  /// result that no function of C could pass.
  static llvm::Expected<CInterface> create(llvm::StringRef name,
                                           const CompiledProgram &program);

  /// Defines the functions in a module that has the program's DtProgramInfo.
  void define(llvm::Module &module, llvm::Constant *info) const;

  /// `processor` is the name of the one that the code is for.
  void printHeader(llvm::StringRef processor, llvm::raw_ostream &os) const;

private:
  explicit CInterface(const CompiledProgram &program) : program(program) {}

  /// A value with its name in C.
  struct Value {
    const ValueSignature *signature;
    std::string name;
    /// Whether a result takes its memory.
    bool isDonated;

    bool isDynamic() const;
    /// The name of the parameter with the extents.
    std::string getExtentsName() const { return name + "_extents"; }
  };
  llvm::Error addValues();
  std::string printParameters(bool components) const;
  void describe(const Value &value, llvm::raw_ostream &os) const;

  const CompiledProgram &program;
  std::string prefix;
  /// Arguments, then results.
  llvm::SmallVector<Value> values;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_CINTERFACE_H
