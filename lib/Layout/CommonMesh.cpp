//===- CommonMesh.cpp - One mesh for several orders of devices ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/CommonMesh.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <set>

using namespace dtensor;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Twine;

namespace {
/// A part of an axis along which neighbouring devices are `stride` apart.
struct Step {
  int64_t size;
  int64_t stride;
};
/// The steps of an axis, major first.
using Steps = SmallVector<Step>;
} // namespace

static int64_t countDevices(const DeviceGrid &grid) {
  int64_t count = 1;
  for (const MeshDimension &axis : grid.axes)
    count *= axis.size;
  return count;
}

/// The steps of an axis of `size` positions that are `spacing` apart in
/// `devices`. There are as few steps as possible.
static std::optional<Steps> findSteps(ArrayRef<int64_t> devices, int64_t size,
                                      int64_t spacing) {
  Steps steps;
  auto at = [&](int64_t position) {
    return devices[position * spacing] - devices[0];
  };
  for (int64_t done = 1; done < size;) {
    // The number of positions for which the next step continues with its first
    // stride.
    int64_t stride = at(done), count = 2;
    while (done * count < size && at(done * count) == stride * count)
      ++count;
    // The largest part of that number which divides the axis.
    while ((size / done) % count != 0)
      --count;
    if (stride < 1 || count < 2)
      return std::nullopt;
    steps.insert(steps.begin(), Step{count, stride});
    done *= count;
  }
  return steps;
}

/// The steps of all axes of `grid`. Errors: an order that has no steps.
static llvm::Expected<SmallVector<Steps>> findSteps(const DeviceGrid &grid) {
  auto fail = [] {
    return llvm::createStringError(
        "the order of devices is not that of a mesh, in which each axis goes "
        "in equal steps");
  };
  ArrayRef<int64_t> devices = grid.devices;
  SmallVector<Steps> axes;
  int64_t spacing = countDevices(grid);
  for (const MeshDimension &axis : grid.axes) {
    spacing /= axis.size;
    std::optional<Steps> steps = Steps();
    if (!devices.empty())
      steps = findSteps(devices, axis.size, spacing);
    else if (axis.size > 1)
      steps->push_back(Step{axis.size, spacing});
    if (!steps)
      return fail();
    axes.push_back(std::move(*steps));
  }
  // The steps determine the place of each device.
  for (auto [position, device] : llvm::enumerate(devices)) {
    int64_t rest = position, expected = devices[0];
    for (const Steps &axis : llvm::reverse(axes))
      for (const Step &step : llvm::reverse(axis)) {
        expected += rest % step.size * step.stride;
        rest /= step.size;
      }
    if (device != expected)
      return fail();
  }
  return axes;
}

/// Splits `steps` so that one ends at `cut` positions of the axis from the
/// left.
static bool cutSteps(Steps &steps, int64_t cut) {
  int64_t left = 1;
  for (auto [index, step] : llvm::enumerate(steps)) {
    if (left == cut)
      return true;
    if (left * step.size > cut) {
      if (cut % left || step.size % (cut / left))
        return false;
      int64_t major = cut / left, minor = step.size / major;
      Step first{major, step.stride * minor}, second{minor, step.stride};
      steps[index] = second;
      steps.insert(steps.begin() + index, first);
      return true;
    }
    left *= step.size;
  }
  return left == cut;
}

/// Makes a word that `Mesh::create` accepts.
static std::string makeWord(llvm::StringRef name) {
  std::string word;
  for (char c : name)
    word += llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' ? c : '_';
  if (word.empty() || word == "any" || word == "match" || word == "unsharded" ||
      llvm::isDigit(word.front()))
    word = "_" + word;
  return word;
}

/// Facts about devices by their places do not depend on their numbers. Grids
/// with a common order therefore get the order 0, 1, 2, ...
static SmallVector<DeviceGrid> forgetCommonOrder(ArrayRef<DeviceGrid> grids) {
  SmallVector<DeviceGrid> result(grids);
  for (DeviceGrid &grid : result)
    if (llvm::equal(grid.devices, llvm::seq<int64_t>(0, grid.devices.size())))
      grid.devices.clear();
  if (llvm::all_of(result, [&](const DeviceGrid &grid) {
        return grid.devices == result.front().devices;
      }))
    for (DeviceGrid &grid : result)
      grid.devices.clear();
  return result;
}

llvm::Expected<CommonMesh> dtensor::findCommonMesh(ArrayRef<DeviceGrid> given) {
  if (given.empty())
    return llvm::createStringError("there is no mesh");
  SmallVector<DeviceGrid> grids = forgetCommonOrder(given);
  int64_t numDevices = countDevices(grids.front());
  SmallVector<SmallVector<Steps>> steps;
  for (const DeviceGrid &grid : grids) {
    if (countDevices(grid) != numDevices)
      return llvm::createStringError("meshes of " + Twine(numDevices) +
                                     " and of " + Twine(countDevices(grid)) +
                                     " devices cannot be merged into one");
    if (!grid.devices.empty() &&
        static_cast<int64_t>(grid.devices.size()) != numDevices)
      return llvm::createStringError("a mesh of " + Twine(numDevices) +
                                     " devices has an order of " +
                                     Twine(grid.devices.size()));
    llvm::Expected<SmallVector<Steps>> axes = findSteps(grid);
    if (!axes)
      return axes.takeError();
    for (auto [index, cuts] : llvm::enumerate(grid.cuts))
      for (int64_t cut : cuts)
        if (!cutSteps((*axes)[index], cut))
          return llvm::createStringError(
              "parts of axis '" + Twine(grid.axes[index].name) + "' of size " +
              Twine(grid.axes[index].size) + " do not nest at " + Twine(cut));
    steps.push_back(std::move(*axes));
  }

  // Collects all strides. Each has to divide the next.
  std::set<int64_t> seen = {1, numDevices};
  for (const SmallVector<Steps> &axes : steps)
    for (const Steps &axis : axes)
      for (const Step &step : axis) {
        seen.insert(step.stride);
        seen.insert(step.stride * step.size);
      }
  SmallVector<int64_t> strides(seen.begin(), seen.end());
  for (size_t i = 1; i < strides.size(); ++i)
    if (strides[i] % strides[i - 1])
      return llvm::createStringError(
          "no mesh of " + Twine(numDevices) +
          " devices has dimensions for all "
          "axes: one ends after " +
          Twine(strides[i - 1]) + " devices, one after " + Twine(strides[i]));

  // Dimension d goes from stride d+1 down to stride d, major first.
  unsigned numDims = strides.size() - 1;
  SmallVector<MeshDimension> dims(numDims);
  for (unsigned dim = 0; dim < numDims; ++dim)
    dims[dim].size = strides[numDims - dim] / strides[numDims - dim - 1];
  CommonMesh result;
  result.renumbered =
      grids.front().devices.empty() &&
      !llvm::equal(given.front().devices,
                   llvm::seq<int64_t>(0, given.front().devices.size()));
  for (auto [grid, axes] : llvm::zip(grids, steps)) {
    auto &parts = result.grids.emplace_back();
    for (auto [axis, axisSteps] : llvm::zip(grid.axes, axes)) {
      auto &list = parts.emplace_back();
      int64_t preSize = 1;
      for (const Step &step : axisSteps)
        for (unsigned dim = 0; dim < numDims; ++dim)
          if (strides[numDims - dim - 1] >= step.stride &&
              strides[numDims - dim] <= step.stride * step.size) {
            list.push_back({dim, preSize});
            preSize *= dims[dim].size;
          }
      for (auto [index, part] : llvm::enumerate(list)) {
        std::string &name = dims[part.dim].name;
        if (name.empty())
          name = list.size() == 1
                     ? makeWord(axis.name)
                     : makeWord(axis.name) + "." + std::to_string(index);
      }
    }
  }

  // Names of different grids can be equal, and so can names made of them.
  std::set<std::string> taken;
  for (MeshDimension &dim : dims) {
    std::string base = dim.name.empty() ? "_" : dim.name;
    dim.name = base;
    for (unsigned next = 1; !taken.insert(dim.name).second; ++next)
      dim.name = base + "_" + std::to_string(next);
  }
  // A single device has no dimension, but a mesh needs one.
  if (dims.empty())
    dims.push_back({grids.front().axes.empty()
                        ? "x"
                        : makeWord(grids.front().axes.front().name),
                    1});
  llvm::Expected<Mesh> mesh = Mesh::create(dims);
  if (!mesh)
    return mesh.takeError();
  result.mesh = std::move(*mesh);
  return result;
}
