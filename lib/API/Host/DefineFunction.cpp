//===- DefineFunction.cpp - Functions that programs call ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextImpl.h"
#include "Errors.h"
#include "Implementation.h"
#include "dt/LocalMap.h"
#include "dtensor/Runtime/ABI.h"

#include <cstring>

namespace dt {

static DType getDType(const DtCustomOperand &operand) {
  return makeDType(static_cast<dtensor::ElementType>(operand.elementType),
                   operand.isUnsigned != 0);
}

static Shape getShape(const DtCustomOperand &operand) {
  return {operand.extents, operand.extents + operand.rank};
}

/// Calls the user's function and copies its results to their places.
static void callFunction(const LocalFunction &function, int64_t device,
                         int64_t numSources, int64_t numDests,
                         const DtCustomOperand *operands) {
  OnDevice onDevice;
  std::vector<Tensor> sources;
  for (int64_t i = 0; i < numSources; ++i)
    sources.push_back(Tensor::borrow(operands[i].data, getShape(operands[i]),
                                     getDType(operands[i])));
  std::vector<Tensor> results = function(sources, device);
  if (static_cast<int64_t>(results.size()) != numDests)
    raise("required " + llvm::Twine(numDests) + " results, found " +
          llvm::Twine(results.size()));
  for (int64_t i = 0; i < numDests; ++i) {
    const DtCustomOperand &dest = operands[numSources + i];
    const Tensor &result = results[i];
    if (result.shape() != getShape(dest) || result.dtype() != getDType(dest))
      raise("result " + llvm::Twine(i) + ": required " +
            describe(getShape(dest), getDType(dest)) + ", found " +
            describe(result.shape(), result.dtype()));
    if (result.num_bytes() > 0)
      std::memcpy(dest.data, result.data(), result.num_bytes());
  }
}

namespace {
struct Definition {
  std::string name;
  LocalFunction function;
};
} // namespace

static const char *runDefinition(void *data, int64_t device, int64_t numSources,
                                 int64_t numDests,
                                 const DtCustomOperand *operands) {
  // The runtime copies the text at once.
  thread_local std::string problem;
  const auto &definition = *static_cast<const Definition *>(data);
  try {
    callFunction(definition.function, device, numSources, numDests, operands);
    return nullptr;
  } catch (const std::exception &error) {
    problem = "'" + definition.name + "': " + error.what();
  } catch (...) {
    problem = "'" + definition.name + "': unknown exception";
  }
  return problem.c_str();
}

void define_function(const std::string &name, LocalFunction function) {
  if (name.empty() || !function)
    raise("define_function: required a name and a function");
  auto definition =
      std::make_unique<Definition>(Definition{name, std::move(function)});
  switch (dt_define_function(name.c_str(), runDefinition, definition.get())) {
  case 0:
    // Programs may call it as long as the process lives.
    definition.release();
    return;
  case 1:
    raise("define_function: there is a function '" + name + "' already");
  default:
    raise("define_function: not enough memory");
  }
}

} // namespace dt
