//===- Executable.cpp - A compiled program --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Executable.h"

#include "ContextImpl.h"
#include "CountCollectives.h"
#include "Errors.h"
#include "Implementation.h"
#include "Logging.h"
#include "dtensor/Host/Descriptors.h"
#include "dtensor/Launch/ProgramSignature.h"
#include "llvm/ADT/STLExtras.h"

namespace dt {

using dtensor::Components;
using dtensor::ValueSignature;

/// An extent that is not known before a run.
static constexpr int64_t kDynamic = INT64_MIN;

struct Executable::Impl {
  /// Keeps the code loaded.
  std::shared_ptr<const void> owner;
  std::string name;
  DtProgram program;
  int64_t stackBytes;
  int64_t peakBytes;
  std::string report;
  dtensor::Signature signature;
  Mesh mesh;
  std::vector<ValueInfo> arguments, results;
  std::vector<CollectiveCount> collectives;
};

static ValueInfo makeInfo(const Mesh &mesh, const ValueSignature &value) {
  ValueInfo info{value.name,
                 makeDType(value.elementType, value.isUnsigned),
                 {},
                 wrap(mesh, value.layout)};
  for (int64_t extent : value.shape)
    info.shape.push_back(extent == kDynamic ? -1 : extent);
  return info;
}

Executable::Executable(std::shared_ptr<const Impl> impl)
    : impl(std::move(impl)) {}

Executable Executable::create(const DtProgramInfo &program,
                              std::shared_ptr<const void> owner) {
  auto impl = std::make_shared<Impl>();
  impl->signature = check(dtensor::readProgramSignature(program));
  impl->owner = std::move(owner);
  impl->name = program.name;
  impl->program = program.program;
  impl->stackBytes = program.stackBytes;
  impl->peakBytes = program.peakBytes;
  impl->report = program.report;
  impl->collectives = readCollectives(impl->name, impl->report);
  impl->mesh = wrap(impl->signature.mesh);
  for (const ValueSignature &argument : impl->signature.arguments)
    impl->arguments.push_back(makeInfo(impl->mesh, argument));
  for (auto [i, result] : llvm::enumerate(impl->signature.results)) {
    // The host makes the memory before the program computes any extent.
    if (llvm::is_contained(result.shape, kDynamic))
      raise("'" + impl->name + "': result " + llvm::Twine(i) +
            ": required static extents, found " +
            formatTensorType(result.shape, result.elementType));
    impl->results.push_back(makeInfo(impl->mesh, result));
    if (result.donor)
      impl->arguments[*result.donor].donated = true;
  }
  log(LogLevel::info, [&] {
    return "loaded '" + impl->name + "' for mesh '" + impl->mesh.str() +
           "', code for " + program.processor;
  });
  return Executable(std::move(impl));
}

const std::string &Executable::name() const { return impl->name; }
const Mesh &Executable::mesh() const { return impl->mesh; }
const std::vector<ValueInfo> &Executable::arguments() const {
  return impl->arguments;
}
const std::vector<ValueInfo> &Executable::results() const {
  return impl->results;
}
int64_t Executable::peak_bytes() const { return impl->peakBytes; }
const std::string &Executable::report() const { return impl->report; }

static bool fits(const Shape &shape, const Shape &required) {
  return shape.size() == required.size() &&
         llvm::all_of(llvm::zip(shape, required), [](auto pair) {
           auto [extent, wanted] = pair;
           return wanted == -1 || extent == wanted;
         });
}

/// Whether two layouts divide tensors alike.
static bool areAlike(const Layout &a, const Layout &b) {
  if (a == b)
    return true;
  const dtensor::Mesh &mesh = unwrap(a.mesh());
  return a.mesh() == b.mesh() && unwrap(a).withoutTrivialDims(mesh) ==
                                     unwrap(b).withoutTrivialDims(mesh);
}

static void checkArguments(llvm::StringRef name,
                           const std::vector<ValueInfo> &required,
                           std::span<const DTensor> arguments) {
  if (arguments.size() != required.size())
    raise("'" + name + "': required " + llvm::Twine(required.size()) +
          " arguments, found " + llvm::Twine(arguments.size()));
  for (size_t i = 0; i < required.size(); ++i) {
    const ValueInfo &info = required[i];
    const DTensor &found = arguments[i];
    auto prefix = [&] {
      return "'" + name.str() + "': argument " + std::to_string(i) +
             (info.name.empty() ? "" : " ('" + info.name + "')") +
             ": required ";
    };
    // Elements and layout first: a recorded tensor has none.
    const Layout &layout = found.layout();
    if (found.dtype() != info.dtype || !fits(found.shape(), info.shape))
      raise(prefix() + describe(info.shape, info.dtype) + ", found " +
            describe(found.shape(), found.dtype()));
    if (layout.mesh() != info.layout.mesh())
      raise(prefix() + "mesh '" + info.layout.mesh().str() + "', found '" +
            layout.mesh().str() + "'");
    if (!areAlike(layout, info.layout))
      raise(prefix() + "layout '" + info.layout.str() + "', found '" +
            layout.str() + "'; relayout() changes it");
  }
}

/// The components of the arguments and results of one run.
static std::vector<Components>
makeComponents(const dtensor::Signature &signature,
               std::vector<DTensor> arguments) {
  std::vector<Components> values;
  values.reserve(signature.arguments.size() + signature.results.size());
  for (const DTensor &argument : arguments)
    values.push_back(unwrap(argument));
  // Whose components nobody else has are updated in place.
  arguments.clear();
  for (const ValueSignature &result : signature.results)
    if (result.donor)
      check(makeExclusive(values[*result.donor]));
  for (const ValueSignature &result : signature.results)
    values.push_back(result.donor ? values[*result.donor]
                                  : check(allocateComponents(
                                        signature.mesh, result.layout,
                                        result.elementType, result.shape)));
  return values;
}

/// Tells counters and the log of a call.
static void noteCall(const Executable::Impl &program) {
  log(LogLevel::debug, [&] { return "run '" + program.name + "'"; });
  if (areCollectivesCounted())
    for (const CollectiveCount &count : program.collectives)
      countCollective(count);
}

/// Runs the program in a turn of the context's queue that the caller has.
static std::vector<DTensor> runNow(const Executable::Impl &program,
                                   std::vector<DTensor> arguments,
                                   Context::Impl &context) {
  std::vector<Components> values =
      makeComponents(program.signature, std::move(arguments));
  dtensor::Descriptors descriptors(program.signature, values);
  auto devices = context.getDevices(program.signature.mesh, program.stackBytes);
  if (!devices)
    check(devices.takeError(), "'" + program.name + "': ");
  if (llvm::Error error =
          devices->run(program.program, descriptors.getArguments()))
    throw ProgramError("'" + program.name +
                       "': " + llvm::toString(std::move(error)));
  std::vector<DTensor> results;
  for (size_t i = 0; i < program.results.size(); ++i) {
    const ValueInfo &info = program.results[i];
    results.push_back(wrap(info.shape, info.dtype, info.layout,
                           std::move(values[program.arguments.size() + i])));
  }
  return results;
}

std::vector<DTensor> Executable::run(std::vector<DTensor> &&arguments,
                                     const Context &context) const {
  checkArguments(name(), impl->arguments, arguments);
  OnDevice::forbid();
  noteCall(*impl);
  std::vector<DTensor> results;
  std::exception_ptr problem;
  Context::Impl &queue = *Access::impl(context);
  queue.queue.run([&] {
    try {
      results = runNow(*impl, std::move(arguments), queue);
    } catch (...) {
      problem = std::current_exception();
    }
  });
  if (problem)
    std::rethrow_exception(problem);
  return results;
}

std::vector<DTensor> Executable::run(std::span<const DTensor> arguments,
                                     const Context &context) const {
  return run(std::vector<DTensor>(arguments.begin(), arguments.end()), context);
}

std::future<std::vector<DTensor>>
Executable::run_async(std::vector<DTensor> &&arguments,
                      const Context &context) const {
  checkArguments(name(), impl->arguments, arguments);
  OnDevice::forbid();
  noteCall(*impl);
  auto promise = std::make_shared<std::promise<std::vector<DTensor>>>();
  std::future<std::vector<DTensor>> future = promise->get_future();
  // The queue ends before the context does, so it may point to it.
  Context::Impl *queue = Access::impl(context).get();
  auto given = std::make_shared<std::vector<DTensor>>(std::move(arguments));
  queue->queue.post([program = *this, queue, promise, given] {
    try {
      promise->set_value(runNow(*program.impl, std::move(*given), *queue));
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
  });
  return future;
}

std::future<std::vector<DTensor>>
Executable::run_async(std::span<const DTensor> arguments,
                      const Context &context) const {
  return run_async(std::vector<DTensor>(arguments.begin(), arguments.end()),
                   context);
}

} // namespace dt
