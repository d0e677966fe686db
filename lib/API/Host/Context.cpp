//===- Context.cpp - Where programs run -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextImpl.h"
#include "Errors.h"
#include "Logging.h"

namespace dt {

llvm::Expected<BusyDevices>
Context::Impl::getOwnDevices(const dtensor::Mesh &mesh) {
  std::vector<int64_t> sizes;
  for (const dtensor::MeshDimension &dimension : mesh.getDimensions())
    sizes.push_back(dimension.size);
  auto found = devices.find(sizes);
  if (found == devices.end()) {
    llvm::Expected<dtensor::DeviceContext> created =
        dtensor::DeviceContext::create(mesh, options.workers);
    if (!created)
      return created.takeError();
    log(LogLevel::info, [&] {
      return "made " + std::to_string(mesh.getNumDevices()) +
             " devices for mesh '" + mesh.str() + "'";
    });
    found = devices.emplace(std::move(sizes), std::move(*created)).first;
  }
  return BusyDevices(found->second);
}

llvm::Expected<BusyDevices> Context::Impl::getDevices(const dtensor::Mesh &mesh,
                                                      int64_t stackBytes) {
  llvm::Expected<BusyDevices> devices =
      MeshJob::get().isShared(mesh)
          ? MeshJob::get().getDevices(mesh, options.workers)
          : getOwnDevices(mesh);
  if (!devices)
    return devices.takeError();
  constexpr double kDefault = -1;
  (*devices)->setWatchdog(options.watchdog.value_or(kDefault));
  if (llvm::Error error = (*devices)->reserveStack(stackBytes))
    return std::move(error);
  return devices;
}

void Context::Impl::interrupt() {
  std::lock_guard<std::mutex> lock(runMutex);
  if (running)
    running->interrupt();
}

static thread_local bool isOnDevice = false;

OnDevice::OnDevice() { isOnDevice = true; }
OnDevice::~OnDevice() { isOnDevice = false; }

void OnDevice::forbid() {
  if (isOnDevice)
    raise("a function that runs on a device cannot run programs or relayouts");
}

static std::shared_ptr<Context::Impl> create(const Context::Options &options) {
  if (options.workers < 0)
    raise("Context: required a number of workers of at least 0, found " +
          llvm::Twine(options.workers));
  if (options.queue < 1)
    raise("Context: required a queue of at least 1, found " +
          llvm::Twine(options.queue));
  if (options.watchdog && !(*options.watchdog >= 0))
    raise("Context: required a watchdog of at least 0 seconds, found " +
          llvm::Twine(std::to_string(*options.watchdog)));
  return std::make_shared<Context::Impl>(options);
}

Context::Context() : Context(Options()) {}

Context::Context(const Options &options) : impl(create(options)) {}

Context &Context::get() {
  // It is never destroyed, since OpenMP's threads may end before. Runs that
  // nobody awaits are done before the process ends.
  static Context *context = new Context;
  static struct Finish {
    ~Finish() { context->synchronize(); }
  } finish;
  return *context;
}

void Context::interrupt() const { impl->interrupt(); }

void Context::synchronize() const {
  OnDevice::forbid();
  impl->queue.wait();
}

} // namespace dt
