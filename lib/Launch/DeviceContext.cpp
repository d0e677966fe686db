//===- DeviceContext.cpp - The devices of a mesh, ready to run ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/DeviceContext.h"

#include "dtensor/Runtime/Interrupt.h"
#include "dtensor/Runtime/Profile.h"

using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

namespace dtensor {

static Error makeMemoryError(int64_t numDevices) {
  return createStringError("not enough memory for " + llvm::Twine(numDevices) +
                           " devices");
}

Error checkFitsInProcess(const Mesh &mesh, int64_t numProcesses) {
  constexpr int64_t kMaxDevices = 4096;
  int64_t numLocal = llvm::divideCeil(mesh.getNumDevices(), numProcesses);
  if (numLocal <= kMaxDevices)
    return Error::success();
  return createStringError("required at most " + llvm::Twine(kMaxDevices) +
                           " devices in one process, found " +
                           llvm::Twine(numLocal));
}

static llvm::SmallVector<int64_t> getSizes(const Mesh &mesh) {
  llvm::SmallVector<int64_t> sizes;
  for (const MeshDimension &dimension : mesh.getDimensions())
    sizes.push_back(dimension.size);
  return sizes;
}

Expected<DeviceContext> DeviceContext::create(const Mesh &mesh, int64_t workers,
                                              const Job *job) {
  if (job) {
    Expected<llvm::SmallVector<int64_t>> order = job->getOrder(mesh);
    if (!order)
      return order.takeError();
    return createInOrder(mesh, workers, *job, *order);
  }
  if (Error error = checkFitsInProcess(mesh, /*numProcesses=*/1))
    return error;
  llvm::SmallVector<int64_t> sizes = getSizes(mesh);
  DeviceContext result;
  result.numDevices = mesh.getNumDevices();
  result.context.reset(dt_context_create(sizes.size(), sizes.data(), workers));
  if (!result.context)
    return makeMemoryError(result.numDevices);
  return result;
}

Expected<DeviceContext>
DeviceContext::createInOrder(const Mesh &mesh, int64_t workers, const Job &job,
                             llvm::ArrayRef<int64_t> order) {
  if (Error error = checkFitsInProcess(mesh, job.getNumProcesses()))
    return error;
  llvm::SmallVector<int64_t> sizes = getSizes(mesh);
  DeviceContext result;
  result.numDevices = mesh.getNumDevices();
  if (result.numDevices < job.getNumProcesses())
    return createStringError(
        "required at most one process for each device, found " +
        llvm::Twine(job.getNumProcesses()) + " processes and " +
        llvm::Twine(result.numDevices) + " devices");
  result.context.reset(
      dt_context_create_among(job.get(), sizes.size(), sizes.data(),
                              order.empty() ? nullptr : order.data(), workers));
  if (!result.context)
    return makeMemoryError(result.numDevices);
  for (int64_t i = 0, e = dt_context_num_devices(result.context.get()); i < e;
       ++i)
    result.devices.push_back(dt_context_device(result.context.get(), i));
  return result;
}

Error DeviceContext::reserveStack(int64_t bytes) {
  if (bytes <= stackBytes)
    return Error::success();
  if (dt_set_stack(context.get(), bytes) != 0)
    return makeMemoryError(numDevices);
  stackBytes = bytes;
  return Error::success();
}

void DeviceContext::setWatchdog(double seconds) {
  dt_set_watchdog(context.get(), seconds);
}

void DeviceContext::setFlightRecords(const std::string &folder) {
  dt_set_flight_records(context.get(), folder.c_str());
}

Error DeviceContext::beginProfile() {
  if (dt_profile_begin(context.get()) != 0)
    return createStringError("not enough memory for a profile");
  return Error::success();
}

void DeviceContext::endProfile(
    Profile &profile, llvm::function_ref<std::string(DtProgram)> getName) {
  dt_profile_end(context.get());
  profile.add(*context, getName);
}

int64_t DeviceContext::countUncombined(const Job &job) const {
  return dt_processes_sum(job.get(),
                          dt_context_uncombined_bytes(context.get()));
}

Error DeviceContext::run(DtProgram program, void ***arguments,
                         uint64_t fingerprint) {
  dt_set_fingerprint(context.get(), fingerprint);
  if (dt_run(context.get(), program, arguments) != 0)
    return createStringError(dt_error(context.get()));
  return Error::success();
}

void DeviceContext::interrupt() { dt_interrupt(context.get()); }

} // namespace dtensor
