//===- LapackCall.cpp - A batch of calls of LAPACK ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LapackCall.h"
#include "../Context.h"
#include "../collectives/Strided.h"
#include "OpenBlas.h"

#include <cstring>
#include <limits>

using namespace dtensor::runtime;

static constexpr int64_t kMaxOperands = 10;
static constexpr int64_t kAlignment = 64;

namespace {

/// A buffer whose last axes are matrices.
struct Operand {
  int64_t elementSize;
  int64_t batch;
  int64_t rank;
  const int64_t *extents;
  const int64_t *strides;
  char *data;
  LapackMatrix matrix;

  int64_t getExtent(int64_t axis) const {
    return axis < rank ? extents[axis] : 1;
  }
  int64_t getMatrixBytes() const {
    return getExtent(batch) * getExtent(batch + 1) * elementSize;
  }
  char *getAt(const int64_t *index) const {
    int64_t offset = 0;
    for (int64_t axis = 0; axis < batch; ++axis)
      offset += index[axis] * strides[axis];
    return data + offset * elementSize;
  }
  // A matrix may have no rows, or no columns.
  void load(const char *from) {
    if (getMatrixBytes() == 0)
      return;
    int64_t columns[] = {1, getExtent(batch)};
    copyBox(elementSize, rank - batch, extents + batch, from, strides + batch,
            static_cast<char *>(matrix.data), columns);
  }
  void store(char *to) const {
    if (getMatrixBytes() == 0)
      return;
    int64_t columns[] = {1, getExtent(batch)};
    copyBox(elementSize, rank - batch, extents + batch,
            static_cast<const char *>(matrix.data), columns, to,
            strides + batch);
  }
};

class LapackRunner {
public:
  LapackRunner(const int64_t *call, KernelState &kernels)
      : call(call), kernels(kernels) {}

  /// Returns nullptr, or a description of the error.
  const char *run(const DtMemRef *const *memrefs);

private:
  const char *decode(const DtMemRef *const *memrefs);
  const char *runAt(const int64_t *index, LapackFunction function);

  const int64_t *call;
  KernelState &kernels;
  int64_t batch = 0, sources = 0, count = 0;
  const int64_t *options = nullptr;
  Operand operands[kMaxOperands];
};

} // namespace

const char *LapackRunner::decode(const DtMemRef *const *memrefs) {
  batch = call[1];
  sources = call[2];
  count = sources + call[3];
  if (count > kMaxOperands || batch > kMaxRank)
    return "too many operands or axes for a routine of LAPACK";
  int64_t bytes = 0;
  for (int64_t i = 0; i < count; ++i) {
    auto type = static_cast<DtElementType>(call[DT_LAPACK_HEADER + 2 * i]);
    Operand &operand = operands[i];
    operand.elementSize = getElementSize(type);
    operand.batch = batch;
    operand.rank = call[DT_LAPACK_HEADER + 2 * i + 1];
    operand.extents = memrefs[i]->sizesAndStrides;
    operand.strides = operand.extents + operand.rank;
    operand.data = static_cast<char *>(memrefs[i]->aligned) +
                   memrefs[i]->offset * operand.elementSize;
    int64_t rows = operand.getExtent(batch);
    int64_t columns = operand.getExtent(batch + 1);
    if (rows > std::numeric_limits<int32_t>::max() ||
        columns > std::numeric_limits<int32_t>::max())
      return "a matrix has more rows or columns than LAPACK counts";
    for (int64_t axis = 0; axis < batch; ++axis)
      if (operand.extents[axis] != operands[0].extents[axis])
        return "batches of matrices have different extents";
    operand.matrix = {static_cast<int32_t>(rows), static_cast<int32_t>(columns),
                      nullptr};
    bytes += (operand.getMatrixBytes() + kAlignment) / kAlignment * kAlignment;
  }
  options = call + DT_LAPACK_HEADER + 2 * count;
  auto *memory = static_cast<char *>(kernels.lapack[0].get(bytes));
  if (!memory)
    return "out of memory";
  for (int64_t i = 0; i < count; ++i) {
    operands[i].matrix.data = memory;
    memory +=
        (operands[i].getMatrixBytes() + kAlignment) / kAlignment * kAlignment;
  }
  return nullptr;
}

const char *LapackRunner::runAt(const int64_t *index, LapackFunction function) {
  LapackMatrix matrices[kMaxOperands];
  for (int64_t i = 0; i < count; ++i) {
    // Elements that a routine does not write must not keep values from an
    // earlier call.
    if (i < sources)
      operands[i].load(operands[i].getAt(index));
    else
      std::memset(operands[i].matrix.data, 0, operands[i].getMatrixBytes());
    matrices[i] = operands[i].matrix;
  }
  if (const char *problem = function(matrices, options, kernels.lapack[1]))
    return problem;
  for (int64_t i = sources; i < count; ++i)
    operands[i].store(operands[i].getAt(index));
  return nullptr;
}

const char *LapackRunner::run(const DtMemRef *const *memrefs) {
  LapackFunction function =
      getLapackFunction(static_cast<DtLapackRoutine>(call[0]),
                        static_cast<DtElementType>(call[DT_LAPACK_HEADER]));
  if (!function)
    return "LAPACK has no such routine for these matrices";
  if (const char *problem = decode(memrefs))
    return problem;
  if (const char *problem = OpenBlas::get().problem)
    return problem;
  const int64_t *extents = operands[0].extents;
  int64_t index[kMaxRank] = {};
  for (int64_t axis = 0; axis < batch; ++axis)
    if (extents[axis] == 0)
      return nullptr;
  while (true) {
    if (const char *problem = runAt(index, function))
      return problem;
    int64_t axis = batch - 1;
    for (; axis >= 0; --axis) {
      if (++index[axis] < extents[axis])
        break;
      index[axis] = 0;
    }
    if (axis < 0)
      return nullptr;
  }
}

void dt_lapack(DtDevice *device, const int64_t *call, const char *where,
               const DtMemRef *const *operands) {
  LapackRunner runner(call, device->worker->kernels);
  if (const char *problem = runner.run(operands))
    device->context->fail(*device, problem, where);
}
