//===- ProgramFunction.cpp - Programs as functions of C -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "arch/Architecture.h"
#include "collectives/Collective.h"
#include "collectives/Strided.h"
#include "plans/Box.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

using namespace dtensor::runtime;

namespace {

/// The devices of a function.
struct FunctionState {
  ~FunctionState() { dt_context_destroy(context); }

  DtContext *context = nullptr;
  std::mutex running;
};

/// A call of a function, which all devices read.
struct Call {
  const DtFunction *function;
  /// One of these is null.
  void *const *values;
  void *const *const *components;
  const int64_t *const *extents;
  /// Of shared results that do not lie in whole values: the memory that each
  /// owner has made, by value and device. Null if no result is shared.
  char **shared = nullptr;

  const DtProgramInfo &getProgram() const { return *function->program; }
  int64_t getNumValues() const {
    return getProgram().numArguments + getProgram().numResults;
  }
};

/// The part of a value that one device has.
struct Part {
  const DtValueInfo *info;
  Site site;
  const int64_t *extents;
  Box box;
  /// The address of the whole value; null in a call on components.
  char *whole;
  /// The component; it may be a part of the whole value.
  char *data;
  /// What the program gets: a DtMemRef, or the address of a scalar.
  void *operand;

  int64_t getSize() const { return getElementSize(info->elementType); }
  int64_t getNumBytes() const {
    return box.getNumElements(site.rank) * getSize();
  }
};

/// One call on one device. It lives on the device's stack and is abandoned with
/// it, so no member may need a destructor.
class DeviceCall {
public:
  DeviceCall(DtDevice &device, const Call &call)
      : device(device), topology(device.context->topology), call(call) {}

  void run();

private:
  template <typename T> T *allocate(int64_t count) {
    return static_cast<T *>(
        dt_alloc(&device, std::max<int64_t>(count, 1) * int64_t(sizeof(T))));
  }
  void describe(int64_t value, Part &part);
  char *findInWhole(const Part &part) const;
  void copy(const Part &part, const char *from, char *to, bool fromWhole) const;
  DimMask getReplicas(const Part &part) const;
  bool isWriter(const Part &part) const;
  void placeArgument(int64_t value, Part &part, bool isDonated);
  void placeResult(int64_t value, Part &part, const Part *parts);
  int64_t getOwner(const Part &part) const;
  char *&getShared(int64_t value, int64_t owner) const;
  void makeShared(const Part *parts);
  void makeOperand(Part &part);
  void join(int64_t value, Part &part);

  DtDevice &device;
  const Topology &topology;
  const Call &call;
};

} // namespace

static constexpr const char *kWhere = "call";

/// Row-major strides.
static void getStrides(int64_t rank, const int64_t *extents, int64_t *strides) {
  int64_t stride = 1;
  for (int64_t axis = rank - 1; axis >= 0; stride *= extents[axis--])
    strides[axis] = stride;
}

void DeviceCall::describe(int64_t value, Part &part) {
  part.info = &call.getProgram().values[value];
  part.extents = part.info->shape;
  for (int64_t axis = 0; axis < part.info->rank; ++axis)
    if (part.info->shape[axis] == INT64_MIN)
      part.extents = call.extents[value];
  if (const char *problem =
          part.site.decode(call.function->sites[value], topology))
    device.context->fail(device, problem, kWhere);
  part.box = getOwnedBox(topology, device.getPlace(), part.site.from,
                         part.site.rank, part.extents);
  part.whole = call.values ? static_cast<char *>(call.values[value]) : nullptr;
}

/// The address of the device's part in the whole value, if that is what the
/// program would get: if it is contiguous. Otherwise null.
char *DeviceCall::findInWhole(const Part &part) const {
  int64_t offset = 0, stride = part.getSize();
  bool isWhole = true;
  for (int64_t axis = part.site.rank - 1; axis >= 0; --axis) {
    if (!isWhole && part.box.extent[axis] != 1)
      return nullptr;
    offset += part.box.offset[axis] * stride;
    stride *= part.extents[axis];
    isWhole &= part.box.extent[axis] == part.extents[axis];
  }
  return part.whole + offset;
}

/// Copies between a component and its place in the whole value.
void DeviceCall::copy(const Part &part, const char *from, char *to,
                      bool fromWhole) const {
  int64_t rank = part.site.rank;
  int64_t inner[kMaxRank], outer[kMaxRank];
  getStrides(rank, part.box.extent, inner);
  getStrides(rank, part.extents, outer);
  int64_t offset = 0;
  for (int64_t axis = 0; axis < rank; ++axis)
    offset += part.box.offset[axis] * outer[axis] * part.getSize();
  if (part.getNumBytes() == 0)
    return;
  if (fromWhole)
    copyBox(part.getSize(), rank, part.box.extent, from + offset, outer, to,
            inner);
  else
    copyBox(part.getSize(), rank, part.box.extent, from, inner, to + offset,
            outer);
}

/// The mesh dimensions along which devices have the same part.
DimMask DeviceCall::getReplicas(const Part &part) const {
  DimMask sharded = 0;
  for (int64_t axis = 0; axis < part.site.rank; ++axis)
    for (int64_t i = 0; i < part.site.from[axis].count; ++i)
      sharded |= maskOf(part.site.from[axis].dims[i]);
  return topology.getProperDims() & ~sharded;
}

/// Whether the device is the one of those with the same part that writes it.
bool DeviceCall::isWriter(const Part &part) const {
  return topology.getRank(device.index, getReplicas(part)) == 0;
}

/// The device that provides the memory of a shared result.
int64_t DeviceCall::getOwner(const Part &part) const {
  return topology.getMember(device.index, getReplicas(part), 0);
}

char *&DeviceCall::getShared(int64_t value, int64_t owner) const {
  return call.shared[value * topology.getNumDevices() + owner];
}

/// Makes the memory of shared results that do not lie in whole values.
void DeviceCall::makeShared(const Part *parts) {
  bool isNeeded = false;
  for (int64_t value = call.getProgram().numArguments;
       value < call.getNumValues(); ++value) {
    const Part &part = parts[value];
    if (!part.info->isShared || !part.whole || findInWhole(part))
      continue;
    isNeeded = true;
    if (getOwner(part) == device.index)
      getShared(value, device.index) = allocate<char>(part.getNumBytes());
  }
  // All devices find the same, since only static shapes are shared.
  if (isNeeded)
    dt_barrier(&device, topology.getProperDims(), kWhere);
}

void DeviceCall::placeArgument(int64_t value, Part &part, bool isDonated) {
  if (!part.whole) {
    part.data = static_cast<char *>(call.components[value][device.index]);
    return;
  }
  part.data = isDonated ? nullptr : findInWhole(part);
  if (part.data)
    return;
  part.data = allocate<char>(part.getNumBytes());
  copy(part, part.whole, part.data, /*fromWhole=*/true);
}

void DeviceCall::placeResult(int64_t value, Part &part, const Part *parts) {
  if (part.info->donor >= 0) {
    part.data = parts[part.info->donor].data;
    return;
  }
  if (part.info->isShared) {
    int64_t owner = getOwner(part);
    if (!part.whole)
      part.data = static_cast<char *>(call.components[value][owner]);
    else if (char *place = findInWhole(part))
      part.data = place;
    else
      part.data = getShared(value, owner);
    return;
  }
  if (!part.whole) {
    part.data = static_cast<char *>(call.components[value][device.index]);
    return;
  }
  bool writes = part.site.combined == 0 && isWriter(part);
  part.data = writes ? findInWhole(part) : nullptr;
  if (!part.data)
    part.data = allocate<char>(part.getNumBytes());
}

void DeviceCall::makeOperand(Part &part) {
  part.operand = part.data;
  if (part.info->rank < 0)
    return;
  int64_t rank = part.site.rank;
  auto *memory = allocate<char>(sizeof(DtMemRef) + 2 * rank * sizeof(int64_t));
  auto *memref = reinterpret_cast<DtMemRef *>(memory);
  memref->allocated = memref->aligned = part.data;
  memref->offset = 0;
  for (int64_t axis = 0; axis < rank; ++axis)
    memref->sizesAndStrides[axis] = part.box.extent[axis];
  getStrides(rank, part.box.extent, memref->sizesAndStrides + rank);
  part.operand = memref;
}

/// Writes a result to its place in the whole value, and a shared component to
/// that of the caller, if it has others.
void DeviceCall::join(int64_t value, Part &part) {
  if (!part.whole) {
    void *own = call.components[value][device.index];
    if (part.info->isShared && own != part.data)
      std::memcpy(own, part.data, part.getNumBytes());
    return;
  }
  if (part.site.combined != 0) {
    Part sum = part;
    sum.data = allocate<char>(part.getNumBytes());
    makeOperand(sum);
    runCollective(device, call.function->sites[value], kWhere,
                  *static_cast<DtMemRef *>(part.operand),
                  *static_cast<DtMemRef *>(sum.operand), part.extents);
    part.data = sum.data;
  }
  if (isWriter(part) && part.data != findInWhole(part))
    copy(part, part.data, part.whole, /*fromWhole=*/false);
}

void DeviceCall::run() {
  const DtProgramInfo &program = call.getProgram();
  int64_t count = call.getNumValues();
  auto *parts = allocate<Part>(count);
  auto *operands = allocate<void *>(count);
  for (int64_t value = 0; value < count; ++value)
    describe(value, parts[value]);
  if (call.shared)
    makeShared(parts);
  for (int64_t value = 0; value < count; ++value) {
    if (value < program.numArguments) {
      bool isDonated = false;
      for (int64_t i = program.numArguments; i < count; ++i)
        isDonated |= program.values[i].donor == value;
      placeArgument(value, parts[value], isDonated);
    } else {
      placeResult(value, parts[value], parts);
    }
    makeOperand(parts[value]);
    operands[value] = parts[value].operand;
  }
  program.program(&device, operands);
  for (int64_t value = program.numArguments; value < count; ++value)
    join(value, parts[value]);
}

static thread_local std::string callError;

static int fail(int code, std::string message) {
  callError = std::move(message);
  return code;
}

/// The sizes of a mesh such as `x=2,y=4`.
static std::vector<int64_t> readSizes(const char *mesh) {
  std::vector<int64_t> sizes;
  for (const char *text = mesh; *text; ++text)
    if (*text == '=')
      sizes.push_back(std::strtoll(text + 1, nullptr, 10));
  return sizes;
}

/// Makes the devices of a function. Returns nullptr, and sets the error, if the
/// program cannot be run.
static FunctionState *start(const DtProgramInfo &program) {
  auto refuse = [](std::string message) {
    fail(2, std::move(message));
    return nullptr;
  };
  if (program.version != DT_PROGRAM_VERSION)
    return refuse("required a program of version " +
                  std::to_string(DT_PROGRAM_VERSION) + ", found " +
                  std::to_string(program.version));
  std::string processor = program.processor;
  std::string missing = findMissingFeatures(program.features);
  if (!missing.empty())
    return refuse("code for " + processor +
                  " cannot run on this processor, which lacks " + missing);
  if (const char *problem =
          dt_limit_processor(static_cast<DtProcessorLevel>(program.level)))
    return refuse("code for " + processor + " cannot run: " + problem);
  std::vector<int64_t> sizes = readSizes(program.mesh);
  auto *state = new FunctionState;
  state->context = dt_context_create(sizes.size(), sizes.data(), /*workers=*/0);
  if (state->context && dt_set_stack(state->context, program.stackBytes) == 0)
    return state;
  delete state;
  return refuse("not enough memory for the devices of the mesh '" +
                std::string(program.mesh) + "'");
}

/// Checks the extents that the caller gives of values with dynamic shapes.
/// Returns whether they are right, and sets the error if not.
static bool checkExtents(const Call &call) {
  for (int64_t value = 0; value < call.getNumValues(); ++value) {
    const DtValueInfo &info = call.getProgram().values[value];
    const int64_t *found = call.extents[value];
    for (int64_t axis = 0; axis < info.rank; ++axis) {
      int64_t required = info.shape[axis];
      if (!found && required != INT64_MIN)
        continue;
      if (found &&
          (required == INT64_MIN ? found[axis] >= 0 : found[axis] == required))
        continue;
      fail(2, std::string("the extent of '") + info.name + "' along axis " +
                  std::to_string(axis) + ": required " +
                  (required == INT64_MIN ? "at least 0"
                                         : std::to_string(required)) +
                  ", found " + (found ? std::to_string(found[axis]) : "none"));
      return false;
    }
  }
  return true;
}

static int run(Call call) {
  if (!checkExtents(call))
    return 2;
  DtFunction &function = const_cast<DtFunction &>(*call.function);
  FunctionState *state;
  {
    static std::mutex starting;
    std::lock_guard<std::mutex> lock(starting);
    if (!function.state)
      function.state = start(*function.program);
    state = static_cast<FunctionState *>(function.state);
  }
  if (!state)
    return 2;
  std::lock_guard<std::mutex> lock(state->running);
  std::vector<char *> shared;
  for (int64_t value = 0; value < call.getNumValues(); ++value)
    if (call.getProgram().values[value].isShared)
      shared.resize(call.getNumValues() *
                    state->context->topology.getNumDevices());
  if (!shared.empty())
    call.shared = shared.data();
  void *argument = &call;
  std::vector<void **> arguments(state->context->deal.getNumLocal(), &argument);
  auto program = [](DtDevice *device, void **arguments) {
    DeviceCall(*device, *static_cast<const Call *>(arguments[0])).run();
  };
  if (dt_run(state->context, program, arguments.data()) != 0)
    return fail(1, dt_error(state->context));
  return 0;
}

int dt_call(DtFunction *function, void *const *values,
            const int64_t *const *extents) {
  return run({function, values, nullptr, extents});
}

int dt_call_components(DtFunction *function, void *const *const *values,
                       const int64_t *const *extents) {
  return run({function, nullptr, values, extents});
}

const char *dt_call_error(void) { return callError.c_str(); }

void dt_call_end(DtFunction *function) {
  delete static_cast<FunctionState *>(function->state);
  function->state = nullptr;
}
