//===- Fetch.cpp - Windows of sharded tensors -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Fetch.h"
#include "dtensor/Layout/FetchVolume.h"
#include "dtensor/Layout/RelayoutVolume.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace dtensor;

/// The largest number of coordinates that are enumerated.
static constexpr int64_t kMaxCoordinates = 4096;

Fetch Fetch::ofTensor(const Layout &to, llvm::ArrayRef<int64_t> shape) {
  Fetch fetch;
  fetch.to = to.withoutPartial();
  fetch.loops.assign(shape.begin(), shape.end());
  for (unsigned axis : llvm::seq<unsigned>(shape.size()))
    fetch.windows.push_back(AxisWindow::ofLoop(axis));
  return fetch;
}

void Fetch::numberLoops() {
  Fetch numbered;
  llvm::SmallVector<DimList> divided;
  llvm::SmallVector<std::optional<unsigned>> numbers(loops.size());
  for (AxisWindow &window : windows) {
    // Terms of one window that are alike have no order of their own.
    llvm::stable_sort(window.terms, [&](const WindowTerm &a,
                                        const WindowTerm &b) {
      auto getKey = [&](const WindowTerm &term) {
        return std::tuple(term.stride, loops[term.loop], to.getAxis(term.loop));
      };
      return getKey(a) < getKey(b);
    });
    for (WindowTerm &term : window.terms) {
      std::optional<unsigned> &number = numbers[term.loop];
      if (!number) {
        number = numbered.loops.size();
        numbered.loops.push_back(loops[term.loop]);
        divided.emplace_back(to.getAxis(term.loop));
      }
      term.loop = *number;
    }
  }
  loops = std::move(numbered.loops);
  to = Layout(divided, to.getPartial());
}

/// The loop whose positions are those of a source's axis, one by one.
static std::optional<unsigned>
getPlainLoop(const Fetch &fetch, const FetchSource &source, unsigned axis) {
  const AxisWindow &window = fetch.windows[axis];
  if (!window.isLoop() || !source.moves[axis].isAllOf(source.shape[axis]) ||
      fetch.loops[window.terms.front().loop] != source.shape[axis])
    return std::nullopt;
  return window.terms.front().loop;
}

/// Adds the mesh dimensions of `from` along which a device may need elements of
/// others, although its part under `to` has the same positions.
static void addVaried(const Mesh &mesh, llvm::ArrayRef<unsigned> from,
                      llvm::ArrayRef<unsigned> to, DimList &group) {
  Layout source(1), target(1);
  source.setAxis(0, from);
  target.setAxis(0, to);
  llvm::append_range(group, getGroup(mesh, source, target));
}

static void makeUnique(DimList &dims) {
  llvm::sort(dims);
  dims.erase(llvm::unique(dims), dims.end());
}

/// The group if some device received something.
static DimList getPossibleGroup(const Mesh &mesh, const Fetch &fetch) {
  DimList group;
  for (const FetchSource &source : fetch.sources)
    for (unsigned axis : llvm::seq<unsigned>(fetch.windows.size())) {
      llvm::ArrayRef<unsigned> from = source.layout.getAxis(axis);
      std::optional<unsigned> loop = getPlainLoop(fetch, source, axis);
      if (loop)
        addVaried(mesh, from, fetch.to.getAxis(*loop), group);
      else
        for (unsigned dim : from)
          if (mesh.getSize(dim) > 1)
            group.push_back(dim);
    }
  makeUnique(group);
  return group;
}

namespace {
/// Enumerates coordinates along some mesh dimensions; all others stay 0.
class Coordinates {
public:
  Coordinates(const Mesh &mesh, DimList dims)
      : dims(std::move(dims)), values(mesh.getNumDimensions()) {
    bool isSampled = mesh.getGroupSize(this->dims) > kMaxCoordinates;
    for (unsigned dim : this->dims) {
      int64_t size = mesh.getSize(dim);
      llvm::SmallVector<int64_t> options;
      if (isSampled && size > 8)
        options = {0,        1,        2,        size / 2 - 1,
                   size / 2, size - 3, size - 2, size - 1};
      else
        llvm::append_range(options, llvm::seq<int64_t>(size));
      choices.push_back(std::move(options));
    }
    places.resize(this->dims.size());
  }

  llvm::ArrayRef<int64_t> get() const { return values; }

  /// Returns false after the last one.
  bool advance() {
    for (auto [dim, options, place] : llvm::zip_equal(dims, choices, places)) {
      if (++place == options.size())
        place = 0;
      values[dim] = options[place];
      if (place != 0)
        return true;
    }
    return false;
  }

private:
  DimList dims;
  llvm::SmallVector<int64_t> values;
  llvm::SmallVector<llvm::SmallVector<int64_t>> choices;
  llvm::SmallVector<size_t> places;
};
} // namespace

/// The number of elements of a source that the device at `coordinates` needs
/// and does not own.
static int64_t countMissing(const Mesh &mesh, const Fetch &fetch,
                            const FetchSource &source,
                            llvm::ArrayRef<Slice> loops,
                            llvm::ArrayRef<int64_t> coordinates) {
  int64_t wanted = 1, owned = 1;
  for (unsigned axis : llvm::seq<unsigned>(fetch.windows.size())) {
    int64_t extent = getCountedExtent(mesh, source.shape[axis]);
    llvm::ArrayRef<unsigned> dims = source.layout.getAxis(axis);
    Slice dest = fetch.windows[axis].getHull(loops);
    AxisMove move = source.moves[axis];
    move.count = getCountedExtent(mesh, move.count);
    bool isKnown = move.start != AxisMove::kDynamic &&
                   move.destStart != AxisMove::kDynamic;
    if (!isKnown) {
      move.start = move.stride > 0 ? 0 : extent - 1;
      move.destStart = dest.offset;
    }
    int64_t steps = move.getSteps({0, extent}, dest).extent;
    wanted *= steps;
    if (isKnown || mesh.getGroupSize(dims) == 1)
      owned *= move.getSteps(cut(mesh, extent, dims, coordinates), dest).extent;
    else
      owned = 0;
  }
  return wanted - owned;
}

/// The same number for all sources.
static int64_t countMissing(const Mesh &mesh, const Fetch &fetch,
                            llvm::ArrayRef<int64_t> coordinates) {
  llvm::SmallVector<Slice> loops;
  for (unsigned loop : llvm::seq<unsigned>(fetch.loops.size()))
    loops.push_back(cut(mesh, getCountedExtent(mesh, fetch.loops[loop]),
                        fetch.to.getAxis(loop), coordinates));
  int64_t missing = 0;
  for (const FetchSource &source : fetch.sources)
    missing += countMissing(mesh, fetch, source, loops, coordinates);
  return missing;
}

/// The mesh dimensions whose coordinates decide how much a device receives.
static DimList getCountedDims(const Mesh &mesh, const Fetch &fetch) {
  DimList dims = getPossibleGroup(mesh, fetch);
  if (dims.empty())
    return dims;
  // Devices may also need different parts along other dimensions of axes that
  // are read through windows.
  for (const FetchSource &source : fetch.sources)
    for (auto [axis, window] : llvm::enumerate(fetch.windows))
      if (!getPlainLoop(fetch, source, axis) ||
          source.layout.getAxis(axis) !=
              fetch.to.getAxis(window.terms.front().loop)) {
        llvm::append_range(dims, source.layout.getAxis(axis));
        for (const WindowTerm &term : window.terms)
          llvm::append_range(dims, fetch.to.getAxis(term.loop));
      }
  return dims;
}

int64_t dtensor::getReceivedElements(const Mesh &mesh,
                                     llvm::ArrayRef<Fetch> fetches) {
  DimList dims;
  for (const Fetch &fetch : fetches)
    llvm::append_range(dims, getCountedDims(mesh, fetch));
  if (dims.empty())
    return 0;
  makeUnique(dims);
  int64_t most = 0;
  Coordinates coordinates(mesh, dims);
  do {
    int64_t missing = 0;
    for (const Fetch &fetch : fetches)
      missing += countMissing(mesh, fetch, coordinates.get());
    most = std::max(most, missing);
  } while (coordinates.advance());
  return most;
}

int64_t dtensor::getReceivedElements(const Mesh &mesh, const Fetch &fetch) {
  return getReceivedElements(mesh, llvm::ArrayRef(fetch));
}

double dtensor::getExpectedElements(const Mesh &mesh, const Fetch &fetch) {
  double elements = getReceivedElements(mesh, fetch);
  // With several sources it is not known which of them has which part.
  if (fetch.sources.size() != 1)
    return elements;
  const FetchSource &source = fetch.sources.front();
  int64_t owners = 1;
  for (auto [axis, move] : llvm::enumerate(source.moves))
    if (move.start == AxisMove::kDynamic)
      owners *= mesh.getGroupSize(source.layout.getAxis(axis));
  return owners == 1 ? elements : elements * (owners - 1) / owners;
}

std::vector<int64_t> dtensor::getReceivedByDevice(const Mesh &mesh,
                                                  const Fetch &fetch) {
  std::vector<int64_t> received;
  if (mesh.getNumDevices() > kMaxCoordinates)
    return received;
  for (int64_t device : llvm::seq(mesh.getNumDevices()))
    received.push_back(countMissing(mesh, fetch, mesh.getCoordinates(device)));
  return received;
}

DimList dtensor::getGroup(const Mesh &mesh, const Fetch &fetch) {
  DimList group = getPossibleGroup(mesh, fetch);
  if (mesh.getNumDevices() <= kMaxCoordinates &&
      getReceivedElements(mesh, fetch) == 0)
    return {};
  return group;
}

bool dtensor::isInPlace(const Mesh &mesh, const Fetch &fetch, unsigned axis) {
  const FetchSource &source = fetch.sources.front();
  int64_t extent = source.shape[axis];
  if (extent < 0 || !source.moves[axis].isAllOf(extent))
    return false;
  DimList dims(source.layout.getAxis(axis));
  for (const WindowTerm &term : fetch.windows[axis].terms)
    llvm::append_range(dims, fetch.to.getAxis(term.loop));
  makeUnique(dims);
  if (mesh.getGroupSize(dims) > kMaxCoordinates)
    return false;
  Coordinates coordinates(mesh, dims);
  llvm::SmallVector<Slice> loops(fetch.loops.size());
  do {
    for (const WindowTerm &term : fetch.windows[axis].terms)
      loops[term.loop] = cut(mesh, fetch.loops[term.loop],
                             fetch.to.getAxis(term.loop), coordinates.get());
    Slice needed = fetch.windows[axis].getHull(loops);
    Slice owned =
        cut(mesh, extent, source.layout.getAxis(axis), coordinates.get());
    if (needed.extent != owned.extent ||
        (needed.extent > 0 && needed.offset != owned.offset))
      return false;
  } while (coordinates.advance());
  return true;
}
