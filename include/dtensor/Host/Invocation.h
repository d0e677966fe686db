//===- Invocation.h - The memory of one call of a program -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_INVOCATION_H
#define DTENSOR_HOST_INVOCATION_H

#include "dtensor/Host/Components.h"
#include "dtensor/Host/Signature.h"

namespace dtensor {

/// Arguments cut up for the devices, memory for their results, and the
/// descriptors that a DtProgram takes. Can be run any number of times. An
/// argument that a result takes the memory of is the invocation's own copy,
/// one for each device: the caller's tensor stays what it is, and a second run
/// starts from what the first one has left, as the next step of a loop does.
class Invocation {
public:
  /// `inputs` are the global values of the arguments, in order. Errors: the
  /// wrong number of inputs or one of another type or shape than its argument,
  /// a result of dynamic extents, out of memory.
  static llvm::Expected<Invocation>
  create(const Signature &signature,
         llvm::ArrayRef<std::shared_ptr<HostTensor>> inputs);

  /// What dt_run takes.
  void ***getArguments() { return devices.data(); }

  /// What the devices have of an argument, which a replicated one may share
  /// with the caller.
  const Components &getArgument(unsigned number) const {
    return values[number];
  }
  /// Gives devices other components of an argument, of the same types and
  /// shapes.
  void setArgument(unsigned number, Components components);

  /// The global values of the results of the last run. Errors: replicas differ,
  /// out of memory.
  llvm::Expected<std::vector<HostTensor>> joinResults() const;

private:
  explicit Invocation(const Signature &signature) : signature(signature) {}

  llvm::Error addArgument(const ValueSignature &argument,
                          std::shared_ptr<HostTensor> input);
  /// Gives each device memory of its own for what it will overwrite.
  llvm::Error
  separateDonors(llvm::ArrayRef<std::shared_ptr<HostTensor>> inputs);
  llvm::Error addResult(const ValueSignature &result);
  void makeDescriptors();

  Signature signature;
  /// Per argument and then per result.
  std::vector<Components> values;
  /// Per device and value: a memref descriptor; nothing for a number.
  std::vector<std::vector<int64_t>> descriptors;
  /// Per device, pointers to its descriptors.
  std::vector<std::vector<void *>> pointers;
  std::vector<void **> devices;
};

} // namespace dtensor

#endif // DTENSOR_HOST_INVOCATION_H
