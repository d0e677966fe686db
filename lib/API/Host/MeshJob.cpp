//===- MeshJob.cpp - The processes of all meshes --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshJob.h"

#include "Errors.h"
#include "Logging.h"
#include "dt/Context.h"
#include "dt/Processes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace dt {

MeshJob &MeshJob::get() {
  static auto *job = new MeshJob;
  return *job;
}

void MeshJob::decide(const void *communicator) {
  job = check(dtensor::Job::joinAsLibrary(communicator));
  isDecided = true;
  if (!job)
    return;
  hasOthers.store(true, std::memory_order_relaxed);
  joined = getpid();
  ownRank = job->getRank();
  std::atexit([] { MeshJob::get().leave(""); });
  log(LogLevel::info, [&] {
    return "joined as process " + std::to_string(job->getRank()) + " of " +
           std::to_string(job->getNumProcesses());
  });
}

static constexpr const char *kHasLeft =
    "this process has left the others; meshes of several devices are required "
    "to be used before";

const dtensor::Job *MeshJob::getJob() {
  if (!isDecided)
    decide(/*communicator=*/nullptr);
  if (hasLeft)
    raise(kHasLeft);
  if (job && getpid() != joined)
    raise("this process was forked from one that has joined others, and cannot "
          "use meshes of several devices; start it anew");
  return job.get();
}

void MeshJob::join(const void *communicator) {
  std::lock_guard<std::mutex> lock(mutex);
  if (isDecided)
    raise("join_processes: required one call, before the first mesh of several "
          "devices; this process is one of " +
          llvm::Twine(job ? job->getNumProcesses() : 1) + " already");
  if (!communicator)
    raise("join_processes: required a communicator, found a null pointer");
  decide(communicator);
}

int64_t MeshJob::getNumProcesses() {
  std::lock_guard<std::mutex> lock(mutex);
  const dtensor::Job *all = getJob();
  return all ? all->getNumProcesses() : 1;
}

int64_t MeshJob::getRank() {
  std::lock_guard<std::mutex> lock(mutex);
  const dtensor::Job *all = getJob();
  return all ? all->getRank() : 0;
}

std::string MeshJob::agree(const std::string &mesh, const std::string &order,
                           const std::string &problem) {
  std::string version = std::to_string(DT_PROGRAM_VERSION);
  const char *names[] = {"the version of the runtime", "the mesh",
                         "the process order of the mesh"};
  const char *values[] = {version.c_str(), mesh.c_str(), order.c_str()};
  const char *error =
      dt_processes_agree(job->get(), std::size(names), names, values,
                         problem.empty() ? nullptr : problem.c_str());
  return error ? error : "";
}

std::optional<int64_t> MeshJob::getOwnRank() {
  std::lock_guard<std::mutex> lock(mutex);
  return ownRank;
}

/// The position in the deal of dt_context_create_among where the devices of a
/// process begin.
static int64_t getFirstPosition(int64_t numDevices, int64_t numProcesses,
                                int64_t process) {
  return numDevices * process / numProcesses;
}

/// The position of a device in this deal.
static int64_t getPosition(const dtensor::Mesh &mesh,
                           llvm::ArrayRef<int64_t> order, int64_t device) {
  if (order.empty())
    return device;
  int64_t position = 0;
  for (int64_t dim : order)
    position = position * mesh.getSize(dim) + mesh.getCoordinate(device, dim);
  return position;
}

static llvm::SmallVector<int64_t> findDevices(const dtensor::Mesh &mesh,
                                              llvm::ArrayRef<int64_t> order,
                                              int64_t numProcesses,
                                              int64_t process) {
  int64_t numDevices = mesh.getNumDevices();
  int64_t first = getFirstPosition(numDevices, numProcesses, process);
  llvm::SmallVector<int64_t> devices(
      getFirstPosition(numDevices, numProcesses, process + 1) - first);
  for (int64_t device = 0; device < numDevices; ++device) {
    int64_t number = getPosition(mesh, order, device) - first;
    if (number >= 0 && number < static_cast<int64_t>(devices.size()))
      devices[number] = device;
  }
  return devices;
}

/// `0,1,2`.
static std::string list(llvm::SmallVector<int64_t> devices) {
  llvm::sort(devices);
  return llvm::join(
      llvm::map_range(devices,
                      [](int64_t device) { return std::to_string(device); }),
      ",");
}

std::string describeProcessOrder(const dtensor::Mesh &mesh,
                                 llvm::ArrayRef<int64_t> order) {
  llvm::SmallVector<llvm::StringRef> names;
  for (unsigned i = 0; i < mesh.getNumDimensions(); ++i)
    names.push_back(mesh.getName(order.empty() ? i : order[i]));
  return llvm::join(names, ",");
}

llvm::SmallVector<int64_t>
MeshJob::enter(const dtensor::Mesh &mesh,
               const llvm::SmallVector<int64_t> *order,
               const llvm::SmallVector<int64_t> *claimed) {
  int64_t numDevices = mesh.getNumDevices();
  if (numDevices == 1)
    return {};
  std::lock_guard<std::mutex> lock(mutex);
  if (!getJob())
    return {};
  std::string text = mesh.str();
  int64_t numProcesses = job->getNumProcesses();
  llvm::SmallVector<int64_t> given;
  if (order && !llvm::is_sorted(*order))
    given = *order;
  const llvm::SmallVector<int64_t> *known = findOrder(text);
  llvm::SmallVector<int64_t> required = known ? *known : given;
  llvm::SmallVector<int64_t> own =
      findDevices(mesh, required, numProcesses, job->getRank());
  std::string problem;
  if (claimed && list(own) != list(*claimed))
    problem = "required the local device ids " + list(own) + " in process " +
              std::to_string(job->getRank()) + ", found " + list(*claimed);
  if (!known || !problem.empty()) {
    std::string error =
        agree(text, describeProcessOrder(mesh, required), problem);
    if (!error.empty())
      raise("mesh '" + text + "': " + error);
    std::lock_guard<std::mutex> lock(meshesMutex);
    meshes.emplace(text, required);
  }
  if (order && given != required)
    raise("mesh '" + text + "': required the process order '" +
          describeProcessOrder(mesh, required) +
          "' with which it was made first, found '" +
          describeProcessOrder(mesh, given) + "'");
  // Of all processes or of none.
  if (numDevices < numProcesses)
    raise("mesh '" + text + "': required at least one device for each of " +
          llvm::Twine(numProcesses) + " processes, found " +
          llvm::Twine(numDevices) +
          "; a mesh of one device is each process's own");
  return own;
}

std::string MeshJob::meet(const char *what, const std::string &value,
                          const std::string &problem) {
  std::lock_guard<std::mutex> noRun(turn);
  std::lock_guard<std::mutex> lock(mutex);
  getJob();
  const char *text = value.c_str();
  const char *error = dt_processes_meet(
      job->get(), 1, &what, &text, problem.empty() ? nullptr : problem.c_str());
  return error ? error : "";
}

const llvm::SmallVector<int64_t> *MeshJob::findOrder(const std::string &text) {
  std::lock_guard<std::mutex> lock(meshesMutex);
  auto found = meshes.find(text);
  return found == meshes.end() ? nullptr : &found->second;
}

llvm::SmallVector<int64_t> MeshJob::getOrder(const dtensor::Mesh &mesh) {
  const llvm::SmallVector<int64_t> *order = findOrder(mesh.str());
  return order ? *order : llvm::SmallVector<int64_t>();
}

MeshJob::DevicePlace MeshJob::getPlace(const dtensor::Mesh &mesh,
                                       int64_t device) {
  int64_t numDevices = mesh.getNumDevices(), numProcesses = getNumProcesses();
  int64_t position = getPosition(mesh, getOrder(mesh), device);
  int64_t process = ((position + 1) * numProcesses - 1) / numDevices;
  return {process,
          position - getFirstPosition(numDevices, numProcesses, process)};
}

llvm::Expected<BusyDevices> MeshJob::getDevices(const dtensor::Mesh &mesh,
                                                int64_t workers) {
  std::unique_lock<std::mutex> lock(turn);
  // Nobody leaves during the turn.
  if (!job)
    return llvm::createStringError(kHasLeft);
  std::vector<int64_t> sizes;
  for (const dtensor::MeshDimension &dimension : mesh.getDimensions())
    sizes.push_back(dimension.size);
  llvm::SmallVector<int64_t> order = getOrder(mesh);
  sizes.insert(sizes.end(), order.begin(), order.end());
  auto found = devices.find(sizes);
  if (found == devices.end()) {
    llvm::Expected<dtensor::DeviceContext> created =
        dtensor::DeviceContext::createInOrder(mesh, workers, *job, order);
    if (!created)
      return created.takeError();
    found = devices.emplace(std::move(sizes), std::move(*created)).first;
  }
  return BusyDevices(found->second, std::move(lock));
}

void MeshJob::forEachDevices(
    llvm::function_ref<void(dtensor::DeviceContext &)> function) {
  std::lock_guard<std::mutex> lock(turn);
  for (auto &[sizes, each] : devices)
    function(each);
}

void MeshJob::leave(const std::string &error) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!job || hasLeft || getpid() != joined)
      return;
  }
  if (error.empty())
    Context::get().synchronize();
  else
    dt_processes_fail(job->get(), error.c_str());
  std::lock_guard<std::mutex> noRun(turn);
  std::lock_guard<std::mutex> lock(mutex);
  // Nothing runs any more, which others may ask during the meeting.
  devices.clear();
  std::string problem;
  if (!dt_processes_have_failed(job->get()))
    problem = agree("none, since the program ends", "", "");
  hasLeft = true;
  job.reset();
  if (problem.empty())
    return;
  // It may be too late for an exception.
  std::fprintf(stderr, "error: %s\n", problem.c_str());
  std::fflush(nullptr);
  // Launchers end all processes when one ends with an error.
  constexpr useconds_t kPrintMicroseconds = 100'000;
  usleep(kPrintMicroseconds);
  _exit(1);
}

int64_t process_count() { return MeshJob::get().getNumProcesses(); }

int64_t process_index() { return MeshJob::get().getRank(); }

void join_processes(const void *communicator) {
  MeshJob::get().join(communicator);
}

void leave_processes(const std::string &error) { MeshJob::get().leave(error); }

} // namespace dt
