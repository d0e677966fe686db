//===- CheckpointReader.cpp - Tensors from disk ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Implementation.h"
#include "MeshJob.h"
#include "dt/Checkpoint.h"
#include "dtensor/Checkpoint/LoadCheckpoint.h"
#include "dtensor/Checkpoint/PrintIndex.h"
#include "dtensor/Checkpoint/RunTasks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

namespace dt {

using dtensor::CheckpointLoad;
using dtensor::NeededBox;
using dtensor::NeededTensor;
using dtensor::SavedTensor;

struct CheckpointReader::Impl {
  std::string path;
  dtensor::CheckpointIndex index;
  std::atomic<int64_t> numBytes{0};

  /// Errors: a tensor that is not there, or of a type that tensors do not have.
  const SavedTensor &get(const std::string &name) const {
    auto found = index.tensors.find(name);
    if (found == index.tensors.end())
      raise("checkpoint '" + path + "': there is no tensor '" + name + "'");
    if (!found->second.type)
      raise("checkpoint '" + path + "': tensor '" + name +
            "': required elements of a type that this library has, found " +
            found->second.typeInFile);
    return found->second;
  }
};

CheckpointReader::CheckpointReader(const std::string &path)
    : impl(std::make_shared<Impl>()) {
  impl->path = path;
  impl->index = check(dtensor::readIndex(path), "checkpoint: ");
}

std::vector<std::string> CheckpointReader::names() const {
  std::vector<std::string> result;
  for (const auto &[name, tensor] : impl->index.tensors)
    result.push_back(name);
  return result;
}

bool CheckpointReader::contains(const std::string &name) const {
  return impl->index.tensors.count(name);
}

TensorType CheckpointReader::type(const std::string &name) const {
  const SavedTensor &tensor = impl->get(name);
  return {makeDType(tensor.type->type, tensor.type->isUnsigned),
          Shape(tensor.shape.begin(), tensor.shape.end())};
}

std::optional<std::string>
CheckpointReader::saved_mesh(const std::string &name) const {
  const SavedTensor &tensor = impl->get(name);
  return impl->index.isOwn ? std::optional(tensor.mesh) : std::nullopt;
}

std::optional<std::string>
CheckpointReader::saved_layout(const std::string &name) const {
  const SavedTensor &tensor = impl->get(name);
  return impl->index.isOwn ? std::optional(tensor.layout) : std::nullopt;
}

const std::map<std::string, std::string> &CheckpointReader::metadata() const {
  return impl->index.metadata;
}

int64_t CheckpointReader::bytes_read() const { return impl->numBytes; }

std::string CheckpointReader::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  printIndex(impl->index, os);
  return text;
}

void CheckpointReader::verify() const {
  check(verifyCheckpoint(impl->index, dtensor::getNumFileThreads()),
        "checkpoint: ");
}

static dtensor::Box makeBox(const Shape &offset, const Shape &shape,
                            const Shape &whole) {
  if (offset.size() != whole.size() || shape.size() != whole.size())
    raise("required a box of rank " + llvm::Twine(whole.size()) +
          ", found offsets of rank " + llvm::Twine(offset.size()) +
          " and extents of rank " + llvm::Twine(shape.size()));
  dtensor::Box box;
  for (size_t axis = 0; axis < whole.size(); ++axis) {
    if (offset[axis] < 0 || shape[axis] < 0 || offset[axis] > whole[axis] ||
        shape[axis] > whole[axis] - offset[axis])
      raise("axis " + llvm::Twine(axis) + ": required a part of 0 to " +
            llvm::Twine(whole[axis]) + ", found " + llvm::Twine(offset[axis]) +
            " and " + llvm::Twine(shape[axis]) + " positions from there");
    box.push_back({offset[axis], shape[axis]});
  }
  return box;
}

Tensor CheckpointReader::read(const std::string &name, const Shape &offset,
                              const Shape &shape, bool is_checked) const {
  TensorType type = this->type(name);
  dtensor::Box box = makeBox(offset, shape, type.shape);
  check(checkFileSizes(impl->index, impl->get(name), box), "checkpoint: ");
  Tensor result = Tensor::empty(shape, type.dtype);
  int64_t numBytes = 0;
  check(readBox(impl->index, name, box,
                static_cast<char *>(result.mutable_data()), numBytes,
                is_checked),
        "checkpoint: ");
  impl->numBytes += numBytes;
  return result;
}

namespace {

/// Loads some tensors, by this process or by all that run the meshes together.
class TensorLoad {
public:
  TensorLoad(const dtensor::CheckpointIndex &index,
             const std::map<std::string, Layout> &layouts)
      : index(index) {
    for (const auto &[name, layout] : layouts)
      if (MeshJob::get().isShared(unwrap(layout.mesh()))) {
        rank = MeshJob::get().getRank();
        numProcesses = MeshJob::get().getNumProcesses();
      }
  }

  void add(const std::string &name, const SavedTensor &saved,
           const TensorType &type, const Layout &layout);
  /// Errors: those of any process, if there are several.
  std::map<std::string, DTensor> run(std::atomic<int64_t> &numBytes);

private:
  std::vector<std::vector<uint64_t>> gather(llvm::ArrayRef<uint64_t> own) const;

  const dtensor::CheckpointIndex &index;
  int64_t rank = 0;
  int64_t numProcesses = 1;
  std::vector<NeededTensor> needed;
  std::map<std::string, DTensor> result;
  std::string description;
  /// An error of this process before it reads.
  std::string problem;
};

} // namespace

void TensorLoad::add(const std::string &name, const SavedTensor &saved,
                     const TensorType &type, const Layout &layout) {
  std::string prefix = "tensor '" + name + "': ";
  if (layout.rank() != static_cast<int64_t>(type.shape.size()))
    raise(prefix + "required a layout of rank " +
          llvm::Twine(type.shape.size()) + ", found " + layout.str() +
          " of rank " + llvm::Twine(layout.rank()));
  if (layout.is_partial())
    raise(prefix + "required a layout without partial values, found '" +
          layout.str() + "'");
  description += "; " + name + " " + describe(type.shape, type.dtype) + " " +
                 layout.str() + " of " + layout.mesh().str();
  // The processes learn of an error together.
  if (!problem.empty())
    return;
  const dtensor::Mesh &mesh = unwrap(layout.mesh());
  std::vector<std::pair<dtensor::Box, char *>> own;
  llvm::Expected<dtensor::Components> components = makeComponents(
      mesh, unwrap(layout), saved.type->type, saved.shape,
      [&](const dtensor::Box &box)
          -> llvm::Expected<std::shared_ptr<dtensor::HostTensor>> {
        if (llvm::Error error = checkFileSizes(index, saved, box))
          return std::move(error);
        auto part = dtensor::HostTensor::createUninitialized(saved.type->type,
                                                             getBoxShape(box));
        if (!part)
          return part.takeError();
        own.push_back({box, part->getData()});
        return std::make_shared<dtensor::HostTensor>(std::move(*part));
      },
      getDevices(layout.mesh()));
  if (!components) {
    problem = prefix + llvm::toString(components.takeError());
    return;
  }

  llvm::SmallVector<int64_t> processes(mesh.getNumDevices(), rank);
  if (MeshJob::get().isShared(mesh))
    for (auto [device, process] : llvm::enumerate(processes))
      process = MeshJob::get().getPlace(mesh, device).process;
  NeededTensor each =
      planLoad(name, saved.shape, mesh, unwrap(layout), processes);
  for (NeededBox &box : each.boxes)
    for (const auto &[ownBox, data] : own)
      if (ownBox == box.box)
        box.data = data;
  needed.push_back(std::move(each));
  result.emplace(name,
                 wrap(type.shape, type.dtype, layout, std::move(*components)));
}

std::vector<std::vector<uint64_t>>
TensorLoad::gather(llvm::ArrayRef<uint64_t> own) const {
  std::vector<std::vector<uint64_t>> all;
  if (numProcesses == 1 || own.empty()) {
    all.assign(numProcesses, {own.begin(), own.end()});
    return all;
  }
  // By a relayout on a mesh with a device of each process.
  Mesh mesh = {{"process", numProcesses}};
  int64_t count = own.size();
  Tensor row = Tensor::from<int64_t>(
      {reinterpret_cast<const int64_t *>(own.data()), own.size()}, {1, count});
  Shape shape = {numProcesses, count};
  Tensor rows = from_local({&row, 1}, Layout({"process", unsharded}, mesh),
                           /*run_check=*/false, &shape)
                    .full_tensor();
  auto numbers = rows.elements<int64_t>();
  for (int64_t process = 0; process < numProcesses; ++process)
    all.push_back({numbers.begin() + process * count,
                   numbers.begin() + (process + 1) * count});
  return all;
}

std::map<std::string, DTensor> TensorLoad::run(std::atomic<int64_t> &numBytes) {
  CheckpointLoad load(index, std::move(needed), dtensor::getNumFileThreads());
  if (problem.empty())
    if (llvm::Error error = load.read())
      problem = llvm::toString(std::move(error));
  numBytes += load.getNumBytes();
  if (numProcesses > 1) {
    description += "; " + std::to_string(load.getChecksums().size()) + " parts";
    problem = MeshJob::get().meet("what is loaded", description, problem);
  }
  if (!problem.empty())
    raise("checkpoint: " + problem);
  std::vector<std::vector<uint64_t>> all = gather(load.getChecksums());
  std::vector<llvm::ArrayRef<uint64_t>> checksums(all.begin(), all.end());
  check(load.check(checksums), "checkpoint: ");
  return std::move(result);
}

std::map<std::string, DTensor>
CheckpointReader::load(const std::map<std::string, Layout> &layouts) const {
  TensorLoad load(impl->index, layouts);
  for (const auto &[name, layout] : layouts)
    load.add(name, impl->get(name), type(name), layout);
  return load.run(impl->numBytes);
}

DTensor CheckpointReader::load(const std::string &name,
                               const Layout &layout) const {
  return load({{name, layout}}).at(name);
}

/// The layout with which a tensor was saved. Errors: the mesh does not have it.
static Layout getSavedLayout(const CheckpointReader &reader,
                             const std::string &name, const Mesh &mesh) {
  TensorType type = reader.type(name);
  std::optional<std::string> saved = reader.saved_layout(name);
  if (mesh.size() == 1)
    return Layout::replicated(mesh, type.shape.size());
  if (!saved)
    raise("tensor '" + name +
          "' was saved without a layout by another program: required a rule "
          "for it; '*' matches every name");
  try {
    return Layout::from_string(*saved, mesh);
  } catch (const Error &error) {
    raise("tensor '" + name + "' was saved with layout '" + *saved +
          "' of mesh '" + *reader.saved_mesh(name) + "', which mesh '" +
          mesh.str() + "' does not have: required a rule for it; " +
          error.what());
  }
}

std::map<std::string, DTensor> load(const std::string &path, const Mesh &mesh,
                                    const LayoutRules &rules) {
  CheckpointReader reader(path);
  std::vector<llvm::GlobPattern> patterns;
  for (const auto &[pattern, layout] : rules)
    patterns.push_back(check(llvm::GlobPattern::create(pattern),
                             "pattern '" + pattern + "': "));
  std::vector<bool> isUsed(rules.size());
  std::map<std::string, Layout> layouts;
  for (const std::string &name : reader.names()) {
    std::optional<size_t> first;
    for (size_t i = 0; i < rules.size(); ++i)
      if (patterns[i].match(name)) {
        isUsed[i] = true;
        first = first ? first : i;
      }
    if (!first) {
      layouts.emplace(name, getSavedLayout(reader, name, mesh));
      continue;
    }
    try {
      layouts.emplace(name, Layout::from_string(rules[*first].second, mesh));
    } catch (const Error &error) {
      raise("pattern '" + rules[*first].first + "', tensor '" + name +
            "': " + error.what());
    }
  }
  for (size_t i = 0; i < rules.size(); ++i)
    if (!isUsed[i])
      raise("pattern '" + rules[i].first + "' matches no tensor of '" + path +
            "'");
  return reader.load(layouts);
}

std::map<std::string, DTensor> load(const std::string &path, const Plan &plan) {
  CheckpointReader reader(path);
  std::map<std::string, Shape> shapes;
  for (const std::string &name : reader.names())
    shapes.emplace(name, reader.type(name).shape);
  return reader.load(plan.layouts(shapes));
}

} // namespace dt
