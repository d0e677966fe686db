//===- RedistributionVerifier.cpp - Checks of a plan by simulation --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RedistributionVerifier.h"
#include "LinearForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Twine;

namespace {
/// What each device holds of one element: nothing if it does not own it.
using Holdings = llvm::SmallVector<std::optional<LinearForm>>;

/// A step with what follows from its layouts.
struct CheckedStep {
  RedistributionStep step;
  std::string name;
  /// Per device, what it owns before and after.
  llvm::SmallVector<Box> before, after;
  /// Partial dimensions that the step combines, or makes.
  llvm::SmallVector<PartialDim, 1> reduced, made;
};

class Verifier {
public:
  Verifier(const Mesh &mesh, const Layout &from, const Layout &to,
           llvm::ArrayRef<int64_t> shape, int64_t elementBits,
           const RedistributionPlan &plan)
      : mesh(mesh), from(from.withoutTrivialDims(mesh)),
        to(to.withoutTrivialDims(mesh)), shape(shape), elementBits(elementBits),
        plan(plan), addends(mesh, this->from.getPartial()) {}

  llvm::Error verify();

private:
  llvm::Error prepare();
  llvm::Error verifyForm(const CheckedStep &checked) const;
  llvm::Error verifyBytes(const CheckedStep &checked) const;
  llvm::Error verifyPermutation(const CheckedStep &checked) const;
  llvm::Error verifyElement(llvm::ArrayRef<int64_t> element) const;

  llvm::Expected<LinearForm> move(const CheckedStep &checked,
                                  const Holdings &holdings,
                                  int64_t device) const;
  llvm::Expected<LinearForm> reduce(const CheckedStep &checked,
                                    const Holdings &holdings,
                                    int64_t device) const;
  LinearForm makePartial(const CheckedStep &checked,
                         const std::optional<LinearForm> &held,
                         int64_t device) const;
  llvm::Error verifyResult(const Holdings &holdings,
                           llvm::ArrayRef<int64_t> element) const;

  llvm::SmallVector<Box> getBoxes(const Layout &layout) const;
  /// Whether coordinates along all mesh dimensions but `dims` agree.
  bool isSameGroup(int64_t a, int64_t b, llvm::ArrayRef<unsigned> dims) const;
  int64_t getBytes(int64_t elements) const {
    return llvm::divideCeil(elements * elementBits, 8);
  }

  const Mesh &mesh;
  Layout from, to;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBits;
  const RedistributionPlan &plan;
  AddendSpace addends;
  llvm::SmallVector<CheckedStep, 0> steps;
  llvm::SmallVector<Box> firstBoxes, lastBoxes;
};
} // namespace

static bool contains(const Box &box, llvm::ArrayRef<int64_t> element) {
  return llvm::all_of(llvm::zip_equal(box, element), [](auto pair) {
    auto [slice, position] = pair;
    return position >= slice.offset && position < slice.offset + slice.extent;
  });
}

static int64_t getCommonElements(const Box &a, const Box &b) {
  int64_t count = 1;
  for (auto [s, t] : llvm::zip_equal(a, b))
    count *= std::max<int64_t>(
        0, std::min(s.offset + s.extent, t.offset + t.extent) -
               std::max(s.offset, t.offset));
  return count;
}

static std::string strElement(llvm::ArrayRef<int64_t> element) {
  return "[" +
         llvm::join(llvm::map_range(
                        element, [](int64_t i) { return std::to_string(i); }),
                    ",") +
         "]";
}

llvm::SmallVector<Box> Verifier::getBoxes(const Layout &layout) const {
  llvm::SmallVector<Box> boxes;
  for (int64_t device : llvm::seq(mesh.getNumDevices()))
    boxes.push_back(layout.getOwnedBox(mesh, shape, device));
  return boxes;
}

bool Verifier::isSameGroup(int64_t a, int64_t b,
                           llvm::ArrayRef<unsigned> dims) const {
  return llvm::all_of(llvm::seq(mesh.getNumDimensions()), [&](unsigned dim) {
    return llvm::is_contained(dims, dim) ||
           mesh.getCoordinate(a, dim) == mesh.getCoordinate(b, dim);
  });
}

/// Whether the axes of the two layouts are as steps of the kind want them.
llvm::Error Verifier::verifyForm(const CheckedStep &checked) const {
  const RedistributionStep &step = checked.step;
  auto fail = [&](const Twine &what) {
    return createStringError(checked.name + " " + what + ": from " +
                             step.from.str(mesh) + " to " + step.to.str(mesh));
  };
  bool combines =
      step.kind == StepKind::AllReduce || step.kind == StepKind::ReduceScatter;
  if (combines == checked.reduced.empty())
    return fail(combines ? "combines no partial dimension"
                         : "loses a partial dimension");
  if ((step.kind == StepKind::MakePartial) == checked.made.empty())
    return fail(checked.made.empty() ? "makes no partial dimension"
                                     : "makes a partial dimension");
  for (const PartialDim &pending : checked.reduced)
    if (pending.combiner != checked.reduced.front().combiner)
      return fail("has more than one combiner");

  /// Mesh dimensions that axes lose and gain at their minor ends.
  DimList lost, gained;
  bool minorOnly = true;
  unsigned losing = 0, gaining = 0;
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
           gained.size() == checked.reduced.size();
    break;
  case StepKind::Permute:
    return verifyPermutation(checked);
  case StepKind::Exchange:
    break;
  }
  return fits ? llvm::Error::success() : fail("is not of its kind");
}

llvm::Error Verifier::verifyPermutation(const CheckedStep &checked) const {
  for (auto [device, wanted] : llvm::enumerate(checked.after))
    if (getNumElements(wanted) > 0 &&
        !llvm::any_of(llvm::seq(mesh.getNumDevices()), [&](int64_t peer) {
          return isSameGroup(device, peer, checked.step.dims) &&
                 checked.before[peer] == wanted;
        }))
      return createStringError(checked.name + ": device " + Twine(device) +
                               " needs a component that nobody of its group "
                               "has as a whole");
  return llvm::Error::success();
}

llvm::Error Verifier::verifyBytes(const CheckedStep &checked) const {
  const RedistributionStep &step = checked.step;
  int64_t group = 1;
  for (const PartialDim &pending : checked.reduced)
    group *= mesh.getSize(pending.dim);
  int64_t most = 0;
  for (auto [owned, wanted] : llvm::zip_equal(checked.before, checked.after)) {
    int64_t bytes = 0;
    if (step.kind == StepKind::AllReduce)
      bytes = llvm::divideCeil(
          2 * getBytes(getNumElements(owned)) * (group - 1), group);
    else if (step.kind == StepKind::ReduceScatter)
      bytes = getBytes(getNumElements(wanted) * (group - 1));
    else if (step.kind != StepKind::MakePartial)
      bytes =
          getBytes(getNumElements(wanted) - getCommonElements(owned, wanted));
    most = std::max(most, bytes);
  }
  if (most == step.bytesReceived)
    return llvm::Error::success();
  return createStringError(checked.name + " receives " + Twine(most) +
                           " bytes, but says " + Twine(step.bytesReceived));
}

/// Checks each step by itself, and that they follow on each other.
llvm::Error Verifier::prepare() {
  firstBoxes = getBoxes(from);
  lastBoxes = getBoxes(to);
  Layout reached = from;
  int64_t bytes = 0, peak = 0;
  for (auto [number, original] : llvm::enumerate(plan.steps)) {
    CheckedStep checked;
    checked.step = original;
    RedistributionStep &step = checked.step;
    checked.name =
        ("step " + Twine(number + 1) + " (" + stringify(step.kind) + ")").str();
    for (const Layout *layout : {&step.from, &step.to})
      if (llvm::Error error = layout->verify(mesh))
        return error;
    step.from = step.from.withoutTrivialDims(mesh);
    step.to = step.to.withoutTrivialDims(mesh);
    if (step.from != reached)
      return createStringError(checked.name + " starts from " +
                               step.from.str(mesh) + ", but the value is in " +
                               reached.str(mesh));
    reached = step.to;
    for (const PartialDim &pending : step.from.getPartial())
      if (!llvm::is_contained(step.to.getPartial(), pending))
        checked.reduced.push_back(pending);
    for (const PartialDim &pending : step.to.getPartial())
      if (!llvm::is_contained(step.from.getPartial(), pending))
        checked.made.push_back(pending);
    checked.before = getBoxes(step.from);
    checked.after = getBoxes(step.to);
    if (llvm::Error error = verifyForm(checked))
      return error;
    if (llvm::Error error = verifyBytes(checked))
      return error;
    bytes += step.bytesReceived;
    for (auto [owned, wanted] : llvm::zip_equal(checked.before, checked.after))
      peak = std::max(peak, getBytes(getNumElements(owned)) +
                                getBytes(getNumElements(wanted)));
    steps.push_back(std::move(checked));
  }
  if (reached != to)
    return createStringError("the plan ends in " + reached.str(mesh) +
                             " and not in " + to.str(mesh));
  if (bytes != plan.bytesReceived)
    return createStringError("the steps receive " + Twine(bytes) +
                             " bytes, but the plan says " +
                             Twine(plan.bytesReceived));
  if (peak != plan.peakBytes)
    return createStringError("the steps hold " + Twine(peak) +
                             " bytes at most, but the plan says " +
                             Twine(plan.peakBytes));
  return llvm::Error::success();
}

/// What the device gets by movement: its own, else that of a peer.
llvm::Expected<LinearForm> Verifier::move(const CheckedStep &checked,
                                          const Holdings &holdings,
                                          int64_t device) const {
  if (holdings[device])
    return *holdings[device];
  if (checked.step.kind != StepKind::Slice)
    for (int64_t peer : llvm::seq(mesh.getNumDevices()))
      if (holdings[peer] && isSameGroup(device, peer, checked.step.dims))
        return *holdings[peer];
  return createStringError("it needs the element, which nobody of its group "
                           "has");
}

/// What the device gets by combining along the reduced dimensions.
llvm::Expected<LinearForm> Verifier::reduce(const CheckedStep &checked,
                                            const Holdings &holdings,
                                            int64_t device) const {
  DimList dims;
  for (const PartialDim &pending : checked.reduced)
    dims.push_back(pending.dim);
  llvm::SmallVector<LinearForm> forms;
  for (int64_t peer : llvm::seq(mesh.getNumDevices())) {
    if (!isSameGroup(device, peer, dims))
      continue;
    if (!isSameGroup(device, peer, checked.step.dims))
      return createStringError("it combines with device " + Twine(peer) +
                               ", which is not of its group");
    if (!holdings[peer])
      return createStringError("it combines with device " + Twine(peer) +
                               ", which does not have the element");
    forms.push_back(*holdings[peer]);
  }
  return addends.combine(forms, checked.reduced.front().combiner);
}

LinearForm Verifier::makePartial(const CheckedStep &checked,
                                 const std::optional<LinearForm> &held,
                                 int64_t device) const {
  LinearForm form = held.value_or(LinearForm());
  for (const PartialDim &pending : checked.made) {
    bool sharded = checked.step.from.getShardedAxis(pending.dim).has_value();
    if (sharded && pending.combiner == Combiner::Avg)
      form.scale(mesh.getSize(pending.dim));
    if (!sharded && !isIdempotent(pending.combiner) &&
        mesh.getCoordinate(device, pending.dim) != 0)
      form = LinearForm();
  }
  return form;
}

/// Whether every device has what it owns, and the devices along the partial
/// dimensions together all addends.
llvm::Error Verifier::verifyResult(const Holdings &holdings,
                                   llvm::ArrayRef<int64_t> element) const {
  for (int64_t device : llvm::seq(mesh.getNumDevices())) {
    if (!contains(lastBoxes[device], element))
      continue;
    llvm::SmallVector<LinearForm> forms;
    DimList dims;
    int64_t averaged = 1;
    for (const PartialDim &pending : to.getPartial()) {
      dims.push_back(pending.dim);
      if (pending.combiner == Combiner::Avg)
        averaged *= mesh.getSize(pending.dim);
    }
    for (int64_t peer : llvm::seq(mesh.getNumDevices()))
      if (isSameGroup(device, peer, dims))
        forms.push_back(*holdings[peer]);
    LinearForm total = forms.front();
    if (!dims.empty()) {
      // Averages are sums here that are divided in the end.
      Combiner combiner = to.getPartial().front().combiner;
      llvm::Expected<LinearForm> combined = addends.combine(
          forms, isAdditive(combiner) ? Combiner::Add : combiner, averaged);
      if (!combined)
        return combined.takeError();
      total = *combined;
    }
    if (!total.isWhole())
      return createStringError(
          "element " + strElement(element) + " on device " + Twine(device) +
          " is not the whole value, but " + addends.str(total));
  }
  return llvm::Error::success();
}

llvm::Error Verifier::verifyElement(llvm::ArrayRef<int64_t> element) const {
  int64_t devices = mesh.getNumDevices();
  Holdings holdings(devices);
  for (int64_t device : llvm::seq(devices))
    if (contains(firstBoxes[device], element))
      holdings[device] = addends.getInitial(device);

  for (const CheckedStep &checked : steps) {
    Holdings next(devices);
    for (int64_t device : llvm::seq(devices)) {
      if (!contains(checked.after[device], element))
        continue;
      if (checked.step.kind == StepKind::MakePartial) {
        next[device] = makePartial(checked, holdings[device], device);
        continue;
      }
      llvm::Expected<LinearForm> form = checked.reduced.empty()
                                            ? move(checked, holdings, device)
                                            : reduce(checked, holdings, device);
      if (!form)
        return createStringError(
            checked.name + ": element " + strElement(element) + " on device " +
            Twine(device) + ": " + llvm::toString(form.takeError()));
      next[device] = std::move(*form);
    }
    holdings = std::move(next);
  }
  return verifyResult(holdings, element);
}

llvm::Error Verifier::verify() {
  if (llvm::any_of(shape, [](int64_t extent) { return extent < 0; }))
    return createStringError("only plans for static shapes can be verified");
  if (llvm::Error error = prepare())
    return error;
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  for (int64_t number : llvm::seq(count)) {
    llvm::SmallVector<int64_t> element(shape.size());
    for (unsigned axis = shape.size(); axis-- > 0; number /= shape[axis])
      element[axis] = number % shape[axis];
    if (llvm::Error error = verifyElement(element))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error dtensor::verifyRedistribution(const Mesh &mesh, const Layout &from,
                                          const Layout &to,
                                          llvm::ArrayRef<int64_t> shape,
                                          int64_t elementBits,
                                          const RedistributionPlan &plan) {
  return Verifier(mesh, from, to, shape, elementBits, plan).verify();
}
