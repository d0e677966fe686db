//===- LocalMap.cpp - Functions on components -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/LocalMap.h"

#include "ContextImpl.h"
#include "Errors.h"
#include "Implementation.h"
#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <mutex>

namespace dt {

namespace {

/// One call: what devices read, and where each writes its own.
struct LocalCall {
  const LocalFunction &function;
  /// By device. Those of other processes have none.
  std::vector<std::vector<Tensor>> arguments, results;
  std::vector<std::string> problems;
};

struct DeviceCall {
  LocalCall *call;
  int64_t device;
};

} // namespace

/// Returns whether the function threw nothing. No object lives when it ends.
static bool callOn(DeviceCall &self) {
  OnDevice onDevice;
  LocalCall &call = *self.call;
  int64_t device = self.device;
  try {
    call.results[device] = call.function(call.arguments[device], device);
    return true;
  } catch (const std::exception &error) {
    call.problems[device] = error.what();
  } catch (...) {
    call.problems[device] = "unknown exception";
  }
  return false;
}

static void runLocal(DtDevice *device, void **arguments) {
  auto *self = static_cast<DeviceCall *>(arguments[0]);
  // Leaves without unwinding, so nothing may be held here.
  if (!callOn(*self))
    dt_fail(device, self->call->problems[self->device].c_str(), "local_map");
}

static void runOnDevices(LocalCall &call, const Mesh &mesh, int64_t stackBytes,
                         Context::Impl &context) {
  std::vector<int64_t> own = mesh.local_devices();
  std::vector<DeviceCall> calls;
  std::vector<void *> slots;
  std::vector<void **> arguments;
  calls.reserve(own.size());
  slots.reserve(own.size());
  for (int64_t device : own) {
    calls.push_back({&call, device});
    slots.push_back(&calls.back());
    arguments.push_back(&slots.back());
  }
  OnDevice::forbid();
  std::string problem;
  context.queue.run([&] {
    auto devices = context.getDevices(unwrap(mesh), stackBytes);
    llvm::Error error = devices ? (*devices)->run(runLocal, arguments.data())
                                : devices.takeError();
    if (error)
      problem = llvm::toString(std::move(error));
  });
  if (!problem.empty())
    throw ProgramError(problem);
}

static std::vector<DTensor> prepare(std::vector<DTensor> arguments,
                                    const LocalMapOptions &options,
                                    const Context &context) {
  if (options.in_layouts.empty())
    return arguments;
  if (arguments.size() != options.in_layouts.size())
    raise("local_map: required " + llvm::Twine(options.in_layouts.size()) +
          " arguments, found " + llvm::Twine(arguments.size()));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Layout &required = options.in_layouts[i];
    if (arguments[i].layout() == required)
      continue;
    if (!options.redistribute_inputs)
      raise("local_map: argument " + llvm::Twine(i) + ": required layout '" +
            required.str() + "' of mesh '" + required.mesh().str() +
            "', found '" + arguments[i].layout().str() + "' of mesh '" +
            arguments[i].mesh().str() +
            "'; redistribute_inputs would change it");
    arguments[i] = arguments[i].redistribute(required, context);
  }
  return arguments;
}

static std::vector<DTensor> call(const LocalFunction &function,
                                 const std::vector<Layout> &outLayouts,
                                 const std::vector<DTensor> &arguments,
                                 int64_t stackBytes, Context::Impl &context) {
  if (arguments.empty() && outLayouts.empty())
    return {};
  Mesh mesh =
      arguments.empty() ? outLayouts.front().mesh() : arguments.front().mesh();
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].mesh() != mesh)
      raise("local_map: argument " + llvm::Twine(i) + ": required mesh '" +
            mesh.str() + "' as argument 0 has, found '" +
            arguments[i].mesh().str() + "'");
  for (size_t i = 0; i < outLayouts.size(); ++i)
    if (outLayouts[i].mesh() != mesh)
      raise("local_map: result " + llvm::Twine(i) +
            ": required a layout of mesh '" + mesh.str() + "', found one of '" +
            outLayouts[i].mesh().str() + "'");

  LocalCall state{function, {}, {}, {}};
  state.arguments.resize(mesh.size());
  state.results.resize(mesh.size());
  state.problems.resize(mesh.size());
  for (int64_t device : mesh.local_devices()) {
    std::vector<Tensor> &components = state.arguments[device];
    for (const DTensor &argument : arguments)
      components.push_back(argument.to_local(device));
  }
  runOnDevices(state, mesh, stackBytes, context);

  std::vector<DTensor> results;
  for (size_t i = 0; i < outLayouts.size(); ++i) {
    std::vector<Tensor> components;
    for (int64_t device : mesh.local_devices()) {
      const std::vector<Tensor> &made = state.results[device];
      if (made.size() != outLayouts.size())
        raise("local_map: required " + llvm::Twine(outLayouts.size()) +
              " results on each device, found " + llvm::Twine(made.size()) +
              " on device " + llvm::Twine(device));
      components.push_back(made[i]);
    }
    try {
      results.push_back(pack(components, outLayouts[i]));
    } catch (const Error &error) {
      raise("local_map: result " + llvm::Twine(i) + ": " + error.what());
    }
  }
  return results;
}

namespace {
/// A function that programs know by a name once it is recorded.
struct RecordedFunction {
  LocalFunction function;
  std::once_flag isNamed;
  std::string name;

  const std::string &getName() {
    std::call_once(isNamed, [&] {
      static std::atomic<int64_t> number = 0;
      name = "local_map." + std::to_string(number++);
      define_function(name, function);
    });
    return name;
  }
};
} // namespace

static bool isRecorded(const std::vector<DTensor> &arguments) {
  return arguments.empty() ||
         llvm::any_of(arguments, [](const DTensor &argument) {
           return Access::recorded(argument) != nullptr;
         });
}

std::function<std::vector<DTensor>(std::vector<DTensor>)>
local_map(LocalFunction function, std::vector<Layout> out_layouts,
          LocalMapOptions options, const Context &context) {
  if (!function)
    raise("local_map: required a function, found none");
  if (options.stack_bytes < 0)
    raise("local_map: required at least 0 bytes of stack, found " +
          llvm::Twine(options.stack_bytes));
  auto recorded = std::make_shared<RecordedFunction>();
  recorded->function = function;
  return [=](std::vector<DTensor> arguments) {
    Access::Recorder *recorder = Access::recorder();
    if (recorder && isRecorded(arguments))
      return recorder->local_map(recorded->getName(), arguments, out_layouts,
                                 options);
    return call(function, out_layouts,
                prepare(std::move(arguments), options, context),
                options.stack_bytes, *Access::impl(context));
  };
}

} // namespace dt
