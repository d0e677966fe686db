//===- CheckedStep.cpp - Checks a single step of a plan -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Twine;

llvm::SmallVector<Box> dtensor::getOwnedBoxes(const Mesh &mesh,
                                              const Layout &layout,
                                              llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<Box> boxes;
  for (int64_t device : llvm::seq(mesh.getNumDevices()))
    boxes.push_back(layout.getOwnedBox(mesh, shape, device));
  return boxes;
}

bool dtensor::isSameGroup(const Mesh &mesh, int64_t a, int64_t b,
                          llvm::ArrayRef<unsigned> dims) {
  return llvm::all_of(llvm::seq(mesh.getNumDimensions()), [&](unsigned dim) {
    return llvm::is_contained(dims, dim) ||
           mesh.getCoordinate(a, dim) == mesh.getCoordinate(b, dim);
  });
}

static int64_t getBytes(int64_t elements, int64_t elementBits) {
  return llvm::divideCeil(elements * elementBits, 8);
}

static int64_t getCommonElements(const Box &a, const Box &b) {
  int64_t count = 1;
  for (auto [s, t] : llvm::zip_equal(a, b))
    count *= std::max<int64_t>(
        0, std::min(s.offset + s.extent, t.offset + t.extent) -
               std::max(s.offset, t.offset));
  return count;
}

CheckedStep::CheckedStep(const Mesh &mesh, const RedistributionStep &original,
                         size_t number, llvm::ArrayRef<int64_t> shape)
    : step(original),
      name(("step " + Twine(number + 1) + " (" + stringify(step.kind) + ")")
               .str()) {
  step.from = step.from.withoutTrivialDims(mesh);
  step.to = step.to.withoutTrivialDims(mesh);
  before = getOwnedBoxes(mesh, step.from, shape);
  after = getOwnedBoxes(mesh, step.to, shape);
  for (const PartialDim &pending : step.from.getPartial())
    if (!llvm::is_contained(step.to.getPartial(), pending))
      reduced.push_back(pending);
  for (const PartialDim &pending : step.to.getPartial())
    if (!llvm::is_contained(step.from.getPartial(), pending))
      made.push_back(pending);
}

llvm::Error CheckedStep::fail(const Mesh &mesh, llvm::StringRef what) const {
  return createStringError(name + " " + what + ": from " + step.from.str(mesh) +
                           " to " + step.to.str(mesh));
}

llvm::Error CheckedStep::verifyPartial(const Mesh &mesh) const {
  bool combines =
      step.kind == StepKind::AllReduce || step.kind == StepKind::ReduceScatter;
  if (combines && reduced.empty())
    return fail(mesh, "combines no partial dimension");
  if (!combines && !reduced.empty())
    return fail(mesh, "loses a partial dimension");
  bool makes = step.kind == StepKind::MakePartial;
  if (makes && made.empty())
    return fail(mesh, "makes no partial dimension");
  if (!makes && !made.empty())
    return fail(mesh, "makes a partial dimension");
  for (const PartialDim &pending : reduced)
    if (pending.combiner != reduced.front().combiner)
      return fail(mesh, "has more than one combiner");
  return llvm::Error::success();
}

llvm::Error CheckedStep::verifyAxes(const Mesh &mesh) const {
  /// The mesh dimensions that axes lose and gain at their minor ends.
  DimList lost, gained;
  unsigned losing = 0, gaining = 0;
  bool minorOnly = true;
  for (auto [source, target] :
       llvm::zip_equal(step.from.getAxes(), step.to.getAxes())) {
    minorOnly &= isPrefix(source, target) || isPrefix(target, source);
    if (source.size() > target.size()) {
      llvm::append_range(lost, llvm::drop_begin(source, target.size()));
      ++losing;
    } else if (source.size() < target.size()) {
      llvm::append_range(gained, llvm::drop_begin(target, source.size()));
      ++gaining;
    }
  }
  auto isReduced = [&](unsigned dim) {
    return step.from.getPartial(dim).has_value();
  };
  auto isMade = [&](unsigned dim) {
    return step.to.getPartial(dim).has_value();
  };
  bool fits = true;
  switch (step.kind) {
  case StepKind::Slice:
    fits = minorOnly && lost.empty();
    break;
  case StepKind::MakePartial:
    fits = minorOnly && gained.empty() && llvm::all_of(lost, isMade);
    break;
  case StepKind::AllGather:
    fits = minorOnly && gained.empty();
    break;
  case StepKind::AllToAll:
    fits = minorOnly && losing == 1 && gaining == 1 && lost == gained;
    break;
  case StepKind::AllReduce:
    fits = step.from.getAxes() == step.to.getAxes();
    break;
  case StepKind::ReduceScatter:
    fits = minorOnly && lost.empty() && llvm::all_of(gained, isReduced) &&
           gained.size() == reduced.size();
    break;
  case StepKind::Permute:
    return verifyPermutation(mesh);
  case StepKind::Exchange:
    break;
  }
  return fits ? llvm::Error::success() : fail(mesh, "is not of its kind");
}

/// Checks that each device gets a component that a peer has as a whole.
llvm::Error CheckedStep::verifyPermutation(const Mesh &mesh) const {
  for (auto [device, wanted] : llvm::enumerate(after)) {
    bool found = getNumElements(wanted) == 0 ||
                 llvm::any_of(llvm::enumerate(before), [&](const auto &peer) {
                   return peer.value() == wanted &&
                          isSameGroup(mesh, device, peer.index(), step.dims);
                 });
    if (!found)
      return createStringError(name + ": device " + Twine(device) +
                               " needs a component that nobody of its group "
                               "has as a whole");
  }
  return llvm::Error::success();
}

llvm::Error CheckedStep::verifyBytes(const Mesh &mesh,
                                     int64_t elementBits) const {
  int64_t group = 1;
  for (const PartialDim &pending : reduced)
    group *= mesh.getSize(pending.dim);
  int64_t most = 0;
  for (auto [owned, wanted] : llvm::zip_equal(before, after)) {
    int64_t bytes = 0;
    if (step.kind == StepKind::AllReduce)
      bytes = llvm::divideCeil(
          2 * getBytes(getNumElements(owned), elementBits) * (group - 1),
          group);
    else if (step.kind == StepKind::ReduceScatter)
      bytes = getBytes(getNumElements(wanted) * (group - 1), elementBits);
    else if (step.kind != StepKind::MakePartial)
      bytes =
          getBytes(getNumElements(wanted) - getCommonElements(owned, wanted),
                   elementBits);
    most = std::max(most, bytes);
  }
  if (most == step.bytesReceived)
    return llvm::Error::success();
  return createStringError(name + " receives " + Twine(most) +
                           " bytes, but says " + Twine(step.bytesReceived));
}

llvm::Error CheckedStep::verify(const Mesh &mesh, int64_t elementBits) const {
  if (llvm::Error error = verifyPartial(mesh))
    return error;
  if (llvm::Error error = verifyAxes(mesh))
    return error;
  return verifyBytes(mesh, elementBits);
}

int64_t CheckedStep::getPeakBytes(int64_t elementBits) const {
  int64_t peak = 0;
  for (auto [owned, wanted] : llvm::zip_equal(before, after))
    peak = std::max(peak, getBytes(getNumElements(owned), elementBits) +
                              getBytes(getNumElements(wanted), elementBits));
  return peak;
}
