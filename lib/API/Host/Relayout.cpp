//===- Relayout.cpp - The same tensor in another layout -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextImpl.h"
#include "CountCollectives.h"
#include "Errors.h"
#include "Implementation.h"
#include "Logging.h"
#include "RelayoutPlans.h"
#include "dtensor/Host/LocalStep.h"
#include "dtensor/Launch/RunCollective.h"

namespace dt {

static void checkLayout(const DTensor &tensor, const Layout &layout) {
  std::string name =
      "relayout of a tensor " + describe(tensor.shape(), tensor.dtype()) + ": ";
  if (layout.mesh() != tensor.mesh())
    raise(name + "required a layout of mesh '" + tensor.mesh().str() +
          "', found one of mesh '" + layout.mesh().str() +
          "'; full_tensor() and distribute_tensor() move it there");
  if (layout.rank() != tensor.rank())
    raise(name + "required a layout of rank " + llvm::Twine(tensor.rank()) +
          ", found " + layout.str() + " of rank " + llvm::Twine(layout.rank()));
}

static dtensor::Components runStep(const DTensor &tensor,
                                   const dtensor::RedistributionStep &step,
                                   const dtensor::Components &components,
                                   const Context &context) {
  const dtensor::Mesh &mesh = unwrap(tensor.mesh());
  std::string prefix =
      "relayout of a tensor " + describe(tensor.shape(), tensor.dtype()) + ": ";
  if (isLocal(step.kind))
    return check(runLocalStep(mesh, step, tensor.shape(), components), prefix);
  OnDevice::forbid();
  Context::Impl &impl = *Access::impl(context);
  std::optional<llvm::Expected<dtensor::Components>> moved;
  impl.queue.run([&] {
    auto devices = impl.getDevices(mesh, /*stackBytes=*/0);
    if (!devices)
      moved.emplace(devices.takeError());
    else
      moved.emplace(
          runCollective(**devices, mesh, step, tensor.shape(), components));
  });
  return check(std::move(*moved), prefix);
}

/// `all_reduce, slice; 64 bytes received`.
static std::string print(const dtensor::RedistributionPlan &plan) {
  std::string text;
  for (const dtensor::RedistributionStep &step : plan.steps)
    text += (text.empty() ? "" : ", ") + stringify(step.kind).str();
  return (text.empty() ? "nothing moves" : text) + "; " +
         std::to_string(plan.bytesReceived) + " bytes received";
}

DTensor DTensor::redistribute(const Layout &to, const Context &context) const {
  if (Access::recorded(*this) && Access::recorder())
    return Access::recorder()->relayout(*this, to);
  const Layout &from = layout();
  if (from == to)
    return *this;
  checkLayout(*this, to);
  RelayoutPlans::Plan plan = RelayoutPlans::get().find(*this, to);
  dtensor::Components components = unwrap(*this);
  log(LogLevel::info, [&] {
    return "relayout of a tensor " + describe(shape(), dtype()) + " from '" +
           from.str() + "' to '" + to.str() + "': " + print(*plan);
  });
  for (const dtensor::RedistributionStep &step : plan->steps) {
    components = runStep(*this, step, components, context);
    if (!isLocal(step.kind))
      countCollective(
          {"relayout", "", stringify(step.kind).str(), 1, step.bytesReceived});
  }
  return wrap(shape(), dtype(), to, std::move(components));
}

} // namespace dt
