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

#include <pthread.h>

namespace dt {

/// A process that is forked has none of the threads.
static std::atomic<bool> isForked = false;

/// Called before the first threads are made.
static void watchForks() {
  static const int once =
      pthread_atfork(nullptr, nullptr, [] { isForked = true; });
  (void)once;
}

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
  watchForks();
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
  if (recording && !recording->devices.count(&**devices)) {
    if (llvm::Error error = (*devices)->beginProfile())
      return std::move(error);
    recording->devices.insert(&**devices);
  }
  return devices;
}

void Context::Impl::beginProfile() {
  OnDevice::forbid();
  bool isFirst = false;
  queue.run([&] {
    isFirst = !recording;
    if (isFirst)
      recording = std::make_unique<Recording>();
    wantsEvents = true;
  });
  if (!isFirst)
    raise("Profile: required a context without a profile, found one whose "
          "profile is being recorded; end that one before");
}

void Context::Impl::endProfile(dtensor::Profile &profile) {
  queue.run([&] {
    wantsEvents = false;
    auto getName = [&](DtProgram program) -> std::string {
      auto found = recording->programs.find(program);
      return found == recording->programs.end() ? "relayout"
                                                : found->second.name();
    };
    auto finish = [&](dtensor::DeviceContext &each) {
      if (recording->devices.count(&each))
        each.endProfile(profile, getName);
    };
    for (auto &[sizes, each] : devices)
      finish(each);
    MeshJob::get().forEachDevices(finish);
    recording.reset();
  });
}

void Context::Impl::interrupt() {
  std::lock_guard<std::mutex> lock(runMutex);
  if (running)
    running->interrupt();
}

std::string Context::Impl::getRunning() {
  std::lock_guard<std::mutex> lock(runMutex);
  return program ? *program : "";
}

bool &Access::is_on_device() {
  static thread_local bool isOnDevice = false;
  return isOnDevice;
}

OnDevice::OnDevice() { Access::is_on_device() = true; }
OnDevice::~OnDevice() { Access::is_on_device() = false; }

void OnDevice::forbid() {
  if (isForked)
    raise("this process was forked from one that has run programs, and lacks "
          "its threads; fork before the first run, or start processes anew, as "
          "the method 'spawn' of Python's multiprocessing does");
  if (Access::is_on_device())
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
    ~Finish() {
      if (!isForked)
        context->synchronize();
    }
  } finish;
  return *context;
}

void Context::interrupt() const { impl->interrupt(); }

std::string Context::running() const { return impl->getRunning(); }

void Context::synchronize() const {
  OnDevice::forbid();
  impl->queue.wait();
}

} // namespace dt
