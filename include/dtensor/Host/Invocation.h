//===- Invocation.h - The memory of one call of a program -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_INVOCATION_H
#define DTENSOR_HOST_INVOCATION_H

#include "dtensor/Host/Descriptors.h"

namespace dtensor {

/// The components of the arguments, memory for the results, and the descriptors
/// that a DtProgram takes. It can be run any number of times. If a result takes
/// the memory of an argument, the invocation has a copy of this argument for
/// each device. The caller's tensor is not changed, and a second run starts
/// from what the first one has left, as the next step of a loop does.
class Invocation {
public:
  /// `inputs` are the global values of the arguments, in order. Each is
  /// released when its components are made, so that values which the caller
  /// gives away are not in memory twice. Errors: the wrong number of inputs or
  /// one of another type or shape than its argument, a result of dynamic
  /// extents, out of memory.
  static llvm::Expected<Invocation>
  create(const Signature &signature,
         std::vector<std::shared_ptr<HostTensor>> inputs);

  /// The arguments of dt_run.
  void ***getArguments() { return descriptors->getArguments(); }

  /// The components of an argument. Those of a replicated argument may be the
  /// caller's tensor itself.
  const Components &getArgument(unsigned number) const {
    return values[number];
  }
  /// The components of a result. Devices of other processes have none.
  const Components &getResult(unsigned number) const {
    return values[signature.arguments.size() + number];
  }
  /// Replaces the components of an argument by others of the same types and
  /// shapes.
  void setArgument(unsigned number, Components components);

  /// The global values of the results of the last run, of which this process
  /// runs all devices. Errors: replicas differ,
  /// out of memory.
  llvm::Expected<std::vector<HostTensor>> joinResults() const;

private:
  explicit Invocation(const Signature &signature) : signature(signature) {}

  llvm::Error addArgument(const ValueSignature &argument,
                          std::shared_ptr<HostTensor> input);
  /// Gives each device its own memory for the arguments that it will overwrite.
  llvm::Error separateDonors();
  llvm::Error addResult(const ValueSignature &result);
  void makeDescriptors();

  Signature signature;
  /// The components of each argument, followed by those of each result.
  std::vector<Components> values;
  std::optional<Descriptors> descriptors;
};

} // namespace dtensor

#endif // DTENSOR_HOST_INVOCATION_H
