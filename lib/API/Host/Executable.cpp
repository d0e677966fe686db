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
#include "dtensor/Launch/LinkedProgram.h"
#include "dtensor/Launch/ProgramSignature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <mutex>

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
  /// Of all that must be the same in several processes.
  uint64_t fingerprint;
  dtensor::Signature signature;
  Mesh mesh;
  std::vector<ValueInfo> arguments, results;
  std::vector<CollectiveCount> collectives;
  /// Of each result, by device, the shapes of components and whose component a
  /// device gets.
  std::vector<std::vector<llvm::SmallVector<int64_t>>> resultShapes;
  std::vector<std::vector<int64_t>> resultOwners;

  /// The same program with events, once a profile has needed it.
  std::function<Executable()> makeProfiled;
  mutable std::once_flag once;
  mutable std::optional<Executable> profiled;
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

static uint64_t getFingerprint(const DtProgramInfo &program,
                               const dtensor::Signature &signature) {
  std::string text = std::to_string(program.fingerprint);
  for (llvm::StringRef part :
       {program.name, program.processor, program.features, program.report})
    (text += '\n') += part;
  for (auto &[name, value] : dtensor::getFacts(signature, /*commandLine=*/""))
    (text += '\n') += value;
  return llvm::xxh3_64bits(text);
}

Executable Executable::create(const DtProgramInfo &program,
                              std::shared_ptr<const void> owner,
                              std::function<Executable()> make_profiled) {
  auto impl = std::make_shared<Impl>();
  impl->signature = check(dtensor::readProgramSignature(program));
  impl->owner = std::move(owner);
  impl->makeProfiled = std::move(make_profiled);
  impl->name = program.name;
  impl->program = program.program;
  impl->stackBytes = program.stackBytes;
  impl->peakBytes = program.peakBytes;
  impl->report = program.report;
  impl->fingerprint = getFingerprint(program, impl->signature);
  impl->collectives = readCollectives(impl->name, impl->report);
  impl->mesh = wrap(impl->signature.mesh);
  llvm::append_range(impl->signature.devices, getDevices(impl->mesh));
  for (const ValueSignature &argument : impl->signature.arguments)
    impl->arguments.push_back(makeInfo(impl->mesh, argument));
  for (auto [i, result] : llvm::enumerate(impl->signature.results)) {
    // The host makes the memory before the program computes any extent.
    if (llvm::is_contained(result.shape, kDynamic))
      raise("'" + impl->name + "': result " + llvm::Twine(i) +
            ": required static extents, found " +
            formatTensorType(result.shape, result.elementType));
    impl->results.push_back(makeInfo(impl->mesh, result));
    impl->resultShapes.push_back(
        getComponentShapes(impl->signature.mesh, result.layout, result.shape));
    impl->resultOwners.push_back(getOwners(impl->signature.mesh, result.layout,
                                           result.shape, result.isShared,
                                           impl->signature.devices));
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

namespace {

/// The components of one run.
class Call {
public:
  /// Refers to the arguments until the end. Errors: out of memory.
  Call(const Executable::Impl &program, std::vector<DTensor> &arguments);

  void ***getArguments() { return descriptors->getArguments(); }
  /// Ends the call. The arguments are gone.
  std::vector<DTensor> takeResults();
  /// Ends the call after an error. Arguments that the program may have
  /// overwritten lose their elements, and the others stay.
  void fail();

private:
  /// The components that the program overwrites: those of the argument that
  /// nobody else refers to, and copies of the others.
  Components donate(const DTensor &argument);

  const Executable::Impl &program;
  std::vector<DTensor> &arguments;
  /// Of arguments, those that are donated; of results, the others.
  std::vector<Components> own;
  std::optional<dtensor::Descriptors> descriptors;
};

} // namespace

template <typename T> static bool isUnique(const std::shared_ptr<T> &pointer) {
  // The end of this reference orders what others did before they gave theirs
  // up.
  std::shared_ptr<T>(pointer).reset();
  return pointer.use_count() == 1;
}

Components Call::donate(const DTensor &argument) {
  bool isHandleUnique = isUnique(Access::impl(argument));
  const Components &given = unwrap(argument);
  Components donated;
  donated.reserve(given.size());
  for (const std::shared_ptr<dtensor::HostTensor> &component : given) {
    if (!component) {
      donated.push_back(nullptr);
      continue;
    }
    bool isUnshared =
        isHandleUnique && component->ownsMemory() && isUnique(component);
    donated.push_back(isUnshared ? component : check(copyOf(*component)));
  }
  return donated;
}

Call::Call(const Executable::Impl &program, std::vector<DTensor> &arguments)
    : program(program), arguments(arguments) {
  llvm::ArrayRef<ValueSignature> results = program.signature.results;
  size_t numArguments = arguments.size();
  own.resize(numArguments + results.size());
  std::vector<const Components *> values;
  values.reserve(own.size());
  for (size_t i = 0; i < numArguments; ++i) {
    if (!program.arguments[i].donated) {
      values.push_back(&unwrap(arguments[i]));
      continue;
    }
    own[i] = donate(arguments[i]);
    values.push_back(&own[i]);
  }
  for (auto [i, result] : llvm::enumerate(results)) {
    if (result.donor) {
      values.push_back(&own[*result.donor]);
      continue;
    }
    Components &components = own[numArguments + i];
    components = check(allocateComponents(
        result.elementType, program.resultShapes[i], program.resultOwners[i]));
    values.push_back(&components);
  }
  descriptors.emplace(program.signature, values);
}

std::vector<DTensor> Call::takeResults() {
  arguments.clear();
  std::vector<DTensor> results;
  results.reserve(program.results.size());
  for (size_t i = 0; i < program.results.size(); ++i) {
    const ValueInfo &info = program.results[i];
    size_t place = program.signature.results[i].donor.value_or(
        program.arguments.size() + i);
    results.push_back(
        wrap(info.shape, info.dtype, info.layout, std::move(own[place])));
  }
  return results;
}

void Call::fail() {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (program.arguments[i].donated &&
        llvm::any_of(llvm::zip(own[i], unwrap(arguments[i])), [](auto pair) {
          return std::get<0>(pair) && std::get<0>(pair) == std::get<1>(pair);
        }))
      arguments[i] = Access::make_lost(
          arguments[i], "was given to a run that failed while it updated the "
                        "tensor, and has lost its elements");
}

/// Tells counters and the log of a call.
static void noteCall(const Executable::Impl &program) {
  log(LogLevel::debug, [&] { return "run '" + program.name + "'"; });
  if (areCollectivesCounted())
    for (const CollectiveCount &count : program.collectives)
      countCollective(count);
}

/// The program that the context is to run: in a profile, the one with events.
static Executable choose(const Executable &executable,
                         const Context::Impl &context) {
  const Executable::Impl &program = *Access::impl(executable);
  if (!context.isProfiled() || !program.makeProfiled)
    return executable;
  std::call_once(program.once,
                 [&] { program.profiled = program.makeProfiled(); });
  return *program.profiled;
}

/// Runs the program in a turn of the context's queue that the caller has. Takes
/// the arguments, and after an error leaves those that have their elements.
/// Other processes may run the program without events, which has the same
/// fingerprint for them.
static std::vector<DTensor> runNow(const Executable &executable,
                                   std::vector<DTensor> &arguments,
                                   Context::Impl &context,
                                   uint64_t fingerprint) {
  const Executable::Impl &program = *Access::impl(executable);
  Call call(program, arguments);
  auto devices = context.getDevices(program.signature.mesh, program.stackBytes);
  if (!devices)
    check(devices.takeError(), "'" + program.name + "': ");
  context.noteProgram(program.program, executable);
  Context::Impl::Interruptible interruptible(context, **devices, program.name);
  if (llvm::Error error =
          (*devices)->run(program.program, call.getArguments(), fingerprint)) {
    call.fail();
    throw ProgramError("'" + program.name +
                       "': " + llvm::toString(std::move(error)));
  }
  return call.takeResults();
}

std::vector<DTensor> Executable::run(std::vector<DTensor> &&arguments,
                                     const Context &context) const {
  checkArguments(name(), impl->arguments, arguments);
  OnDevice::forbid();
  noteCall(*impl);
  std::vector<DTensor> results;
  std::exception_ptr problem;
  Context::Impl &queue = *Access::impl(context);
  Executable chosen = choose(*this, queue);
  queue.queue.run([&] {
    try {
      results = runNow(chosen, arguments, queue, impl->fingerprint);
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
  Executable chosen = choose(*this, *queue);
  auto given = std::make_shared<std::vector<DTensor>>(std::move(arguments));
  queue->queue.post([chosen = std::move(chosen), queue, promise, given,
                     fingerprint = impl->fingerprint] {
    try {
      promise->set_value(runNow(chosen, *given, *queue, fingerprint));
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
