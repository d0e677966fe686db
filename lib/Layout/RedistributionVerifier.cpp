//===- RedistributionVerifier.cpp - Checks of a plan by simulation --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RedistributionVerifier.h"
#include "CheckedStep.h"
#include "LinearForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Twine;

namespace {
/// The form that each device holds of one element; nothing if it does not own
/// it.
using Holdings = llvm::SmallVector<std::optional<LinearForm>>;

class Verifier {
public:
  Verifier(const Mesh &mesh, const Layout &from, const Layout &to,
           llvm::ArrayRef<int64_t> shape, int64_t elementBits,
           const RedistributionPlan &plan)
      : mesh(mesh), from(from.withoutTrivialDims(mesh)),
        to(to.withoutTrivialDims(mesh)), shape(shape), elementBits(elementBits),
        plan(plan), addends(mesh, this->from.getPartial()),
        firstBoxes(getOwnedBoxes(mesh, this->from, shape)),
        lastBoxes(getOwnedBoxes(mesh, this->to, shape)) {}

  llvm::Error verify();

private:
  llvm::Error prepare();
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

static std::string strElement(llvm::ArrayRef<int64_t> element) {
  return "[" +
         llvm::join(llvm::map_range(
                        element, [](int64_t i) { return std::to_string(i); }),
                    ",") +
         "]";
}

/// Checks each step by itself, and that each starts where the one before it
/// ended.
llvm::Error Verifier::prepare() {
  Layout reached = from;
  int64_t bytes = 0, peak = 0;
  for (auto [number, step] : llvm::enumerate(plan.steps)) {
    for (const Layout *layout : {&step.from, &step.to}) {
      if (layout->getRank() != shape.size())
        return createStringError(
            "step " + Twine(number + 1) + " has a layout of rank " +
            Twine(layout->getRank()) + ", but the tensor is of rank " +
            Twine(shape.size()));
      if (llvm::Error error = layout->verify(mesh))
        return error;
    }
    CheckedStep checked(mesh, step, number, shape);
    if (checked.step.from != reached)
      return createStringError(checked.name + " starts from " +
                               checked.step.from.str(mesh) +
                               ", but the value is in " + reached.str(mesh));
    reached = checked.step.to;
    if (llvm::Error error = checked.verify(mesh, elementBits))
      return error;
    bytes += step.bytesReceived;
    peak = std::max(peak, checked.getPeakBytes(elementBits));
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

/// The form that the device gets by movement: its own, or else that of a peer.
llvm::Expected<LinearForm> Verifier::move(const CheckedStep &checked,
                                          const Holdings &holdings,
                                          int64_t device) const {
  if (holdings[device])
    return *holdings[device];
  if (checked.step.kind != StepKind::Slice)
    for (int64_t peer : llvm::seq(mesh.getNumDevices()))
      if (holdings[peer] && isSameGroup(mesh, device, peer, checked.step.dims))
        return *holdings[peer];
  return createStringError("it needs the element, which nobody of its group "
                           "has");
}

/// The form that the device gets by combining along the reduced dimensions.
llvm::Expected<LinearForm> Verifier::reduce(const CheckedStep &checked,
                                            const Holdings &holdings,
                                            int64_t device) const {
  DimList dims;
  for (const PartialDim &pending : checked.reduced)
    dims.push_back(pending.dim);
  llvm::SmallVector<LinearForm> forms;
  for (int64_t peer : llvm::seq(mesh.getNumDevices())) {
    if (!isSameGroup(mesh, device, peer, dims))
      continue;
    if (!isSameGroup(mesh, device, peer, checked.step.dims))
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

/// Checks that every device has the elements that it owns, and that the devices
/// along the partial dimensions together have all addends.
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
      if (isSameGroup(mesh, device, peer, dims))
        forms.push_back(*holdings[peer]);
    LinearForm total = forms.front();
    if (!dims.empty()) {
      // Averages are computed as sums here, and divided in the end.
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
