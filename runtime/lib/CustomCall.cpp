//===- CustomCall.cpp - Functions that the user has defined ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Worker.h"
#include "collectives/Strided.h"

#include <cstdio>
#include <new>
#include <shared_mutex>
#include <string>
#include <unordered_map>

using namespace dtensor::runtime;

namespace {

struct Function {
  DtCustomFunction function = nullptr;
  void *data = nullptr;
};

/// The functions of this process. Programs know them by name, so that a program
/// that is kept in a file finds the function of another process.
class FunctionTable {
public:
  static FunctionTable &get() {
    static FunctionTable table;
    return table;
  }

  bool add(const char *name, Function function) {
    std::unique_lock<std::shared_mutex> lock(mutex);
    return functions.try_emplace(name, function).second;
  }

  Function find(const char *name) {
    std::shared_lock<std::shared_mutex> lock(mutex);
    auto found = functions.find(name);
    return found == functions.end() ? Function() : found->second;
  }

private:
  std::shared_mutex mutex;
  std::unordered_map<std::string, Function> functions;
};

constexpr int64_t kMaxOperands = 64;
constexpr int64_t kAlignment = 64;

/// One call on one device. It is abandoned if the program fails, so no member
/// may need a destructor.
class Caller {
public:
  Caller(DtDevice &device, const int64_t *call, const DtMemRef *const *memrefs)
      : device(device), call(call), memrefs(memrefs) {}

  /// Returns nullptr, or a description of the error.
  const char *run(const Function &function);

private:
  const char *placeOperands(int64_t count);
  bool isDense(int64_t i) const;
  void copy(int64_t i, bool toDense) const;
  int64_t getNumBytes(int64_t i) const;
  char *getData(int64_t i) const;

  DtDevice &device;
  const int64_t *call;
  const DtMemRef *const *memrefs;
  DtCustomOperand operands[kMaxOperands];
};

} // namespace

static int64_t getSizeOf(const DtCustomOperand &operand) {
  return getElementSize(static_cast<DtElementType>(operand.elementType));
}

int64_t Caller::getNumBytes(int64_t i) const {
  int64_t bytes = getSizeOf(operands[i]);
  for (int64_t axis = 0; axis < operands[i].rank; ++axis)
    bytes *= operands[i].extents[axis];
  return bytes;
}

char *Caller::getData(int64_t i) const {
  return static_cast<char *>(memrefs[i]->aligned) +
         memrefs[i]->offset * getSizeOf(operands[i]);
}

/// Whether a buffer is row-major without gaps. Strides of axes of one position
/// do not matter.
bool Caller::isDense(int64_t i) const {
  const int64_t *extents = operands[i].extents;
  const int64_t *strides = extents + operands[i].rank;
  int64_t stride = 1;
  for (int64_t axis = operands[i].rank - 1; axis >= 0; --axis) {
    if (extents[axis] != 1 && strides[axis] != stride)
      return false;
    stride *= extents[axis];
  }
  return true;
}

/// Copies between a buffer and its dense form.
void Caller::copy(int64_t i, bool toDense) const {
  if (getNumBytes(i) == 0)
    return;
  const DtCustomOperand &operand = operands[i];
  int64_t rank = operand.rank, size = getSizeOf(operand);
  int64_t dense[kMaxRank];
  int64_t stride = 1;
  for (int64_t axis = rank - 1; axis >= 0; stride *= operand.extents[axis--])
    dense[axis] = stride;
  const int64_t *strides = operand.extents + rank;
  auto *own = static_cast<char *>(operand.data);
  if (toDense)
    copyBox(size, rank, operand.extents, getData(i), strides, own, dense);
  else
    copyBox(size, rank, operand.extents, own, dense, getData(i), strides);
}

/// Gives operands with gaps memory of their own.
const char *Caller::placeOperands(int64_t count) {
  if (count > kMaxOperands)
    return "too many operands for a function of the user";
  int64_t bytes = 0;
  auto padded = [&](int64_t i) {
    return (getNumBytes(i) + kAlignment - 1) / kAlignment * kAlignment;
  };
  for (int64_t i = 0; i < count; ++i) {
    const int64_t *facts = call + DT_CUSTOM_HEADER + DT_CUSTOM_PER_OPERAND * i;
    if (facts[1] > kMaxRank)
      return "too many axes for a function of the user";
    operands[i] = {static_cast<int32_t>(facts[0]),
                   static_cast<int32_t>(facts[2]), facts[1],
                   memrefs[i]->sizesAndStrides, nullptr};
    if (isDense(i))
      operands[i].data = getData(i);
    else
      bytes += padded(i);
  }
  auto *memory =
      static_cast<char *>(device.worker->kernels.custom.get(bytes + 1));
  if (!memory)
    return "out of memory";
  for (int64_t i = 0; i < count; ++i) {
    if (operands[i].data)
      continue;
    operands[i].data = memory;
    memory += padded(i);
  }
  return nullptr;
}

const char *Caller::run(const Function &function) {
  int64_t numSources = call[0], numDests = call[1];
  int64_t count = numSources + numDests;
  if (const char *problem = placeOperands(count))
    return problem;
  for (int64_t i = 0; i < numSources; ++i)
    if (!isDense(i))
      copy(i, /*toDense=*/true);
  if (const char *problem = function.function(function.data, device.index,
                                              numSources, numDests, operands))
    return problem;
  for (int64_t i = numSources; i < count; ++i)
    if (!isDense(i))
      copy(i, /*toDense=*/false);
  return nullptr;
}

void dt_custom_call(DtDevice *device, const int64_t *call, const char *name,
                    const char *where, const DtMemRef *const *operands) {
  Function function = FunctionTable::get().find(name);
  if (!function.function) {
    char message[256];
    snprintf(message, sizeof(message),
             "the program calls '%s', but this process has defined no such "
             "function",
             name);
    device->context->fail(*device, message, where);
  }
  Caller caller(*device, call, operands);
  if (const char *problem = caller.run(function))
    device->context->fail(*device, problem, where);
}

int dt_define_function(const char *name, DtCustomFunction function,
                       void *data) {
  try {
    return FunctionTable::get().add(name, {function, data}) ? 0 : 1;
  } catch (const std::bad_alloc &) {
    return 2;
  }
}
