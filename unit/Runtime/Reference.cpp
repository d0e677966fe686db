//===- Reference.cpp - Expected results of collectives --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

using namespace dtensor::runtime::test;
using Complex = std::complex<double>;
using Index = std::vector<int64_t>;

std::vector<int64_t>
dtensor::runtime::test::getAllDims(const std::vector<int64_t> &sizes) {
  std::vector<int64_t> dims(sizes.size());
  std::iota(dims.begin(), dims.end(), 0);
  return dims;
}

int64_t dtensor::runtime::test::getSizeOf(DtElementType type) {
  static const int64_t sizes[] = {1, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return sizes[type];
}

template <typename T> static void put(T value, char *bytes) {
  std::memcpy(bytes, &value, sizeof(T));
}
template <typename T> static T take(const char *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

void dtensor::runtime::test::encode(DtElementType type, Complex value,
                                    char *bytes) {
  double real = value.real();
  switch (type) {
  case DT_I1:
    return put<uint8_t>(static_cast<int64_t>(real) & 1, bytes);
  case DT_I8:
    return put(static_cast<int8_t>(static_cast<int64_t>(real)), bytes);
  case DT_I16:
    return put(static_cast<int16_t>(static_cast<int64_t>(real)), bytes);
  case DT_I32:
    return put(static_cast<int32_t>(static_cast<int64_t>(real)), bytes);
  case DT_I64:
    return put(static_cast<int64_t>(real), bytes);
  case DT_F16:
    return put(static_cast<_Float16>(static_cast<float>(real)), bytes);
  case DT_BF16: {
    // Rounds to nearest even, by the exact neighbours.
    auto bits = std::bit_cast<uint32_t>(static_cast<float>(real));
    uint32_t low = bits & 0xffff;
    bits >>= 16;
    if (low > 0x8000 || (low == 0x8000 && (bits & 1)))
      ++bits;
    return put<uint16_t>(bits, bytes);
  }
  case DT_F32:
    return put(static_cast<float>(real), bytes);
  case DT_F64:
    return put(real, bytes);
  case DT_C64:
    return put(std::complex<float>(value), bytes);
  case DT_C128:
    return put(value, bytes);
  }
}

Complex dtensor::runtime::test::decode(DtElementType type, const char *bytes) {
  switch (type) {
  case DT_I1:
    return take<uint8_t>(bytes);
  case DT_I8:
    return take<int8_t>(bytes);
  case DT_I16:
    return take<int16_t>(bytes);
  case DT_I32:
    return take<int32_t>(bytes);
  case DT_I64:
    return static_cast<double>(take<int64_t>(bytes));
  case DT_F16:
    return static_cast<float>(take<_Float16>(bytes));
  case DT_BF16:
    return std::bit_cast<float>(static_cast<uint32_t>(take<uint16_t>(bytes))
                                << 16);
  case DT_F32:
    return take<float>(bytes);
  case DT_F64:
    return take<double>(bytes);
  case DT_C64:
    return Complex(take<std::complex<float>>(bytes));
  case DT_C128:
    return take<Complex>(bytes);
  }
  return 0;
}

static Complex combine(DtElementType type, DtCombiner combiner, Complex a,
                       Complex b) {
  auto isLess = [&](bool isSigned) {
    auto x = static_cast<int64_t>(a.real());
    auto y = static_cast<int64_t>(b.real());
    if (type == DT_I1 && isSigned)
      return -x < -y;
    return isSigned ? x < y
                    : static_cast<uint64_t>(x) < static_cast<uint64_t>(y);
  };
  switch (combiner) {
  case DT_ADD:
  case DT_AVG:
    return a + b;
  case DT_MUL:
    return a * b;
  case DT_MAX_SIGNED:
    return isLess(true) ? b : a;
  case DT_MIN_SIGNED:
    return isLess(true) ? a : b;
  case DT_MAX_UNSIGNED:
    return isLess(false) ? b : a;
  case DT_MIN_UNSIGNED:
    return isLess(false) ? a : b;
  case DT_MAXIMUM:
  case DT_MAX_NUM:
    return std::max(a.real(), b.real());
  case DT_MINIMUM:
  case DT_MIN_NUM:
    return std::min(a.real(), b.real());
  default:
    return 0;
  }
}

/// torch.chunk on a list of positions.
static std::vector<int64_t> takeChunk(const std::vector<int64_t> &positions,
                                      int64_t count, int64_t coordinate) {
  int64_t total = positions.size();
  int64_t size = (total + count - 1) / count;
  std::vector<int64_t> part;
  for (int64_t i = size * coordinate;
       i < std::min(total, size * (coordinate + 1)); ++i)
    part.push_back(positions[i]);
  return part;
}

static Index getCoordinates(const Mesh &mesh, int64_t device) {
  Index coordinates(mesh.getSizes().size());
  for (int64_t dim = coordinates.size() - 1; dim >= 0; --dim) {
    coordinates[dim] = device % mesh.getSizes()[dim];
    device /= mesh.getSizes()[dim];
  }
  return coordinates;
}

/// The positions of each axis that a device owns.
static std::vector<Index> getPositions(const Mesh &mesh,
                                       const CollectiveCase &test,
                                       const TestLayout &layout,
                                       int64_t device) {
  Index coordinates = getCoordinates(mesh, device);
  std::vector<Index> positions;
  for (size_t axis = 0; axis < test.extents.size(); ++axis) {
    Index all(test.extents[axis]);
    std::iota(all.begin(), all.end(), 0);
    for (int64_t dim : layout.axes[axis])
      all = takeChunk(all, mesh.getSizes()[dim], coordinates[dim]);
    positions.push_back(std::move(all));
  }
  return positions;
}

/// The value that the device at `coordinates` holds of the element at `index`.
/// It depends only on the coordinates along partial dimensions.
static Complex makeValue(const CollectiveCase &test, const Index &index,
                         const Index &coordinates) {
  int64_t seed = 17;
  for (int64_t i : index)
    seed = seed * 31 + i;
  for (int64_t dim : test.from.partial)
    seed = seed * 37 + coordinates[dim] * 11 + dim;
  seed = (seed ^ (seed >> 5)) & 0xffff;
  bool multiplies = test.combiner == DT_MUL;
  bool isReal = test.type >= DT_F16;
  double real = static_cast<double>(seed % (multiplies ? 3 : 13)) -
                (isReal && !multiplies ? 6 : 0);
  // Sums that are rounded tell their order.
  if (test.type == DT_F64)
    return real / 7;
  if (test.type == DT_C64 || test.type == DT_C128)
    return {real, static_cast<double>(seed / 7 % 3)};
  return real;
}

namespace {
/// A strided buffer of one component.
struct Component {
  Component(const CollectiveCase &test, const std::vector<Index> &positions) {
    int64_t rank = positions.size();
    std::vector<int64_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    if (test.strided)
      std::reverse(order.begin(), order.end());
    descriptor.resize(3 + 2 * rank);
    int64_t size = 1;
    for (int64_t i = rank - 1; i >= 0; --i) {
      int64_t axis = order[i];
      descriptor[3 + axis] = positions[axis].size();
      descriptor[3 + rank + axis] = test.strided ? 2 * size + 1 : size;
      size = descriptor[3 + rank + axis] *
             std::max<int64_t>(descriptor[3 + axis], 1);
    }
    int64_t offset = test.strided ? 3 : 0;
    elementSize = getSizeOf(test.type);
    bytes.assign((size + offset) * elementSize, static_cast<char>(0xa5));
    useBuffer(bytes.data());
    descriptor[2] = offset;
  }

  void useBuffer(char *data) {
    descriptor[0] = descriptor[1] = reinterpret_cast<int64_t>(data);
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(descriptor.data());
  }
  char *at(const Index &local) {
    int64_t rank = local.size();
    int64_t element = descriptor[2];
    for (int64_t axis = 0; axis < rank; ++axis)
      element += local[axis] * descriptor[3 + rank + axis];
    return reinterpret_cast<char *>(descriptor[1]) + element * elementSize;
  }
  /// Calls `function(local, global)` for every element.
  template <typename Function>
  void forEach(const std::vector<Index> &positions, Function function) {
    int64_t rank = positions.size();
    Index local(rank, 0), global(rank);
    for (const Index &axis : positions)
      if (axis.empty())
        return;
    while (true) {
      for (int64_t axis = 0; axis < rank; ++axis)
        global[axis] = positions[axis][local[axis]];
      function(local, global);
      int64_t axis = rank - 1;
      for (; axis >= 0 &&
             ++local[axis] == static_cast<int64_t>(positions[axis].size());
           --axis)
        local[axis] = 0;
      if (axis < 0)
        return;
    }
  }

  std::vector<int64_t> descriptor;
  std::vector<char> bytes;
  int64_t elementSize;
};
} // namespace

static bool contains(const std::vector<int64_t> &list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The axis that a mesh dimension shards and its depth there, or -1.
static std::pair<int64_t, int64_t> getUse(const TestLayout &layout,
                                          int64_t dim) {
  for (size_t axis = 0; axis < layout.axes.size(); ++axis)
    for (size_t level = 0; level < layout.axes[axis].size(); ++level)
      if (layout.axes[axis][level] == dim)
        return {axis, level};
  return {-1, -1};
}

static int64_t getGroupMask(const CollectiveCase &test) {
  // A dimension that is minor to one that moves is moved with it.
  int64_t mask = 0;
  for (int64_t dim = 0; dim < 8; ++dim)
    if (contains(test.from.partial, dim) != contains(test.to.partial, dim))
      mask |= 1 << dim;
  for (size_t axis = 0; axis < test.extents.size(); ++axis) {
    const auto &from = test.from.axes[axis];
    const auto &to = test.to.axes[axis];
    if (from == to)
      continue;
    for (int64_t dim : from)
      mask |= 1 << dim;
    for (int64_t dim : to)
      mask |= 1 << dim;
  }
  return mask;
}

std::vector<int64_t>
dtensor::runtime::test::makeSite(const CollectiveCase &test) {
  auto maskOf = [](const std::vector<int64_t> &dims) {
    int64_t mask = 0;
    for (int64_t dim : dims)
      mask |= 1 << dim;
    return mask;
  };
  std::vector<int64_t> site = {DT_COLLECTIVE_SITE,
                               test.type,
                               test.combiner,
                               static_cast<int64_t>(test.extents.size()),
                               test.shared ? DT_SHARED_DESTINATION : 0,
                               maskOf(test.from.partial),
                               maskOf(test.to.partial),
                               getGroupMask(test)};
  for (const TestLayout *layout : {&test.from, &test.to}) {
    for (const std::vector<int64_t> &dims : layout->axes) {
      site.push_back(dims.size());
      site.insert(site.end(), dims.begin(), dims.end());
    }
  }
  return site;
}

/// Combines `count` values along a mesh dimension: the first 2^k, where 2^k is
/// the largest power of two below `count`, with the rest.
static Complex combineTree(const CollectiveCase &test, const Complex *values,
                           int64_t count) {
  if (count == 1)
    return *values;
  int64_t half = 1;
  while (2 * half < count)
    half *= 2;
  return combine(test.type, test.combiner, combineTree(test, values, half),
                 combineTree(test, values + half, count - half));
}

namespace {
/// The values that a device should hold.
class Expected {
public:
  Expected(const Mesh &mesh, const CollectiveCase &test,
           const Index &coordinates)
      : test(test),
        isBitwise(test.combiner == DT_AND || test.combiner == DT_OR ||
                  test.combiner == DT_XOR) {
    peers.push_back(coordinates);
    for (size_t dim = 0; dim < mesh.getSizes().size(); ++dim) {
      if (!contains(test.from.partial, dim) || contains(test.to.partial, dim))
        continue;
      int64_t size = mesh.getSizes()[dim];
      sizes.push_back(size);
      std::vector<Index> all;
      for (const Index &peer : peers)
        for (int64_t coordinate = 0; coordinate < size; ++coordinate) {
          all.push_back(peer);
          all.back()[dim] = coordinate;
        }
      peers = std::move(all);
    }
  }

  /// Writes the value of an element to `bytes`.
  void put(const Index &global, char *bytes) {
    values.clear();
    for (const Index &peer : peers) {
      // The peer's value has been rounded to the type.
      char held[16];
      encode(test.type, makeValue(test, global, peer), held);
      for (int64_t i = 0; isBitwise && i < getSizeOf(test.type); ++i) {
        if (&peer == &peers.front())
          bytes[i] = held[i];
        else if (test.combiner == DT_AND)
          bytes[i] &= held[i];
        else if (test.combiner == DT_OR)
          bytes[i] |= held[i];
        else
          bytes[i] ^= held[i];
      }
      if (!isBitwise)
        values.push_back(decode(test.type, held));
    }
    if (isBitwise)
      return;
    // The innermost dimension first: `values` become one for each coordinate
    // of the others.
    size_t count = values.size();
    for (size_t i = sizes.size(); i-- > 0; count /= sizes[i])
      for (size_t group = 0; group < count / sizes[i]; ++group)
        values[group] = combineTree(test, &values[group * sizes[i]], sizes[i]);
    Complex result = values.front();
    if (test.combiner == DT_AVG && peers.size() > 1) {
      result /= static_cast<double>(peers.size());
      if (test.type <= DT_I64)
        result = std::trunc(result.real());
    }
    encode(test.type, result, bytes);
  }

private:
  const CollectiveCase &test;
  bool isBitwise;
  /// The sizes of the dimensions along which values are combined, and the
  /// coordinates of the devices that have them, the last dimension fastest.
  std::vector<int64_t> sizes;
  std::vector<Index> peers;
  std::vector<Complex> values;
};
} // namespace

void dtensor::runtime::test::checkCollective(const Mesh &mesh,
                                             const CollectiveCase &test) {
  SCOPED_TRACE(test.str());
  int64_t numDevices = mesh.getNumDevices();
  std::vector<int64_t> site = makeSite(test);
  int64_t group = getGroupMask(test);
  std::vector<std::vector<Index>> fromPositions, toPositions;
  std::vector<Component> sources, destinations;
  // The buffers that devices with the same component share, by their
  // distinguishing coordinates.
  std::map<Index, char *> sharedBuffers;
  for (int64_t device = 0; device < numDevices; ++device) {
    Index coordinates = getCoordinates(mesh, device);
    fromPositions.push_back(getPositions(mesh, test, test.from, device));
    toPositions.push_back(getPositions(mesh, test, test.to, device));
    sources.emplace_back(test, fromPositions.back());
    destinations.emplace_back(test, toPositions.back());
  }
  for (int64_t device = 0; device < numDevices; ++device) {
    Index coordinates = getCoordinates(mesh, device);
    sources[device].forEach(
        fromPositions[device], [&](const Index &local, const Index &global) {
          encode(test.type, makeValue(test, global, coordinates),
                 sources[device].at(local));
        });
    if (!test.shared)
      continue;
    Index key = coordinates;
    for (size_t dim = 0; dim < coordinates.size(); ++dim)
      if ((group >> dim & 1) && getUse(test.to, dim).first < 0 &&
          !contains(test.to.partial, dim))
        key[dim] = -1;
    key.push_back(mesh.getProcess(device));
    char *&buffer = sharedBuffers[key];
    if (!buffer)
      buffer = destinations[device].bytes.data();
    destinations[device].useBuffer(buffer);
  }

  // It runs twice, to check the state that a second call finds: moves that the
  // first one has found, for example. Each has to write all of the destination.
  std::vector<Component> blank = destinations;
  for (int repetition = 0; repetition < 2; ++repetition) {
    for (int64_t device = 0; device < numDevices; ++device)
      std::copy(blank[device].bytes.begin(), blank[device].bytes.end(),
                destinations[device].bytes.begin());
    mesh.runOk([&](DtDevice *device, int64_t index) {
      dt_collective(device, site.data(), "here", sources[index].get(),
                    destinations[index].get(), test.extents.data());
    });
  }

  int numWrong = 0;
  for (int64_t device = 0; device < numDevices && numWrong == 0; ++device) {
    if (!mesh.isLocal(device))
      continue;
    Expected values(mesh, test, getCoordinates(mesh, device));
    destinations[device].forEach(
        toPositions[device], [&](const Index &local, const Index &global) {
          char expected[16];
          values.put(global, expected);
          char *found = destinations[device].at(local);
          if (std::memcmp(expected, found, getSizeOf(test.type)) == 0 ||
              numWrong++ > 0)
            return;
          ADD_FAILURE() << "device " << device << ": expected "
                        << decode(test.type, expected) << ", found "
                        << decode(test.type, found);
        });
  }
}

std::string CollectiveCase::str() const {
  auto print = [](const std::vector<int64_t> &list) {
    std::string text = "[";
    for (int64_t i : list)
      text += std::to_string(i) + " ";
    return text + "]";
  };
  std::string text = "type " + std::to_string(type) + " combiner " +
                     std::to_string(combiner) + " extents " + print(extents);
  for (const TestLayout *layout : {&from, &to}) {
    text += layout == &from ? " from" : " to";
    for (const std::vector<int64_t> &dims : layout->axes)
      text += " " + print(dims);
    text += " partial " + print(layout->partial);
  }
  return text + (shared ? " shared" : "") + (strided ? " strided" : "");
}
