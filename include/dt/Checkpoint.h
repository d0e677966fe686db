//===- Checkpoint.h - Tensors on disk ---------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_CHECKPOINT_H
#define DT_CHECKPOINT_H

#include "dt/Plan.h"
#include "dt/Variable.h"

#include <map>
#include <optional>

namespace dt {

// A checkpoint is a folder of safetensors files and an index.
// docs/Checkpoints.md describes it. If a tensor is on a mesh that several
// processes run, all of them call a function here, with the same names and
// layouts.

struct DT_EXPORT SaveOptions {
  /// Whether files hold whole tensors, as Hugging Face's libraries expect them,
  /// rather than the parts of devices.
  bool whole = false;
  /// The most bytes of a file with several whole tensors.
  int64_t file_bytes = 5'000'000'000;
  /// Texts of the user.
  std::map<std::string, std::string> metadata;
};

/// Writes tensors to a new folder, or over an old checkpoint. The old one is
/// whole until the new one is. A variable converts to its value. Errors: a
/// partial tensor, a path with other files, something at `PATH.part` that no
/// save has left, an error of the file system, which names the file.
DT_EXPORT void save(const std::string &path,
                    const std::map<std::string, DTensor> &tensors,
                    const SaveOptions &options = {});

/// A checkpoint on disk, of this project, of PyTorch's DCP with safetensors, or
/// of Hugging Face's libraries; or a single safetensors file. Opening it reads
/// the index only.
class DT_EXPORT CheckpointReader {
public:
  /// Errors: no checkpoint, or a damaged index.
  explicit CheckpointReader(const std::string &path);

  std::vector<std::string> names() const;
  bool contains(const std::string &name) const;
  /// Errors: no tensor of this name; elements of a type that tensors do not
  /// have.
  TensorType type(const std::string &name) const;
  /// The mesh and the layout with which a tensor was saved, as text; nothing if
  /// another program has written it.
  std::optional<std::string> saved_mesh(const std::string &name) const;
  std::optional<std::string> saved_layout(const std::string &name) const;
  const std::map<std::string, std::string> &metadata() const;

  /// Tensors in any layouts on any meshes. Each process reads the parts of its
  /// devices only. Errors: a name that is not there, a layout of another rank
  /// or with partial values, a file that is missing, cut short or damaged.
  std::map<std::string, DTensor>
  load(const std::map<std::string, Layout> &layouts) const;
  DTensor load(const std::string &name, const Layout &layout) const;

  /// A box of a tensor. If it is checked, it is read in whole blocks, each of
  /// which has a checksum: of 64 KiB, or larger ones in a checkpoint of more
  /// than 16 GiB. Else nothing but the box is read. Errors: a box outside of
  /// the tensor, and those of `load`.
  Tensor read(const std::string &name, const Shape &offset, const Shape &shape,
              bool is_checked = true) const;

  /// Reads everything and compares it with its checksums. Errors: the first
  /// difference.
  void verify() const;
  /// The bytes of elements that `load` and `read` have read so far.
  int64_t bytes_read() const;
  /// A table of the tensors, with their layouts drawn.
  std::string str() const;

  struct Impl;

private:
  std::shared_ptr<Impl> impl;
};

/// A pattern of names, as those of a `Plan`, and the layout of tensors whose
/// names it matches, as text. The first pattern that matches counts.
using LayoutRules = std::vector<std::pair<std::string, std::string>>;

/// All tensors of a checkpoint, on a mesh. Without a rule, a tensor has the
/// layout with which it was saved. Errors: a layout that the mesh does not
/// have, a tensor of another program without a rule (unless the mesh is one
/// device), a pattern that matches no name, and those of
/// `CheckpointReader::load`.
DT_EXPORT std::map<std::string, DTensor> load(const std::string &path,
                                              const Mesh &mesh,
                                              const LayoutRules &layouts = {});
/// The same with the layouts of a plan.
DT_EXPORT std::map<std::string, DTensor> load(const std::string &path,
                                              const Plan &plan);

/// The checkpoints of a program, by step, in the folders `step-00000001` ... of
/// a folder.
class DT_EXPORT Checkpointer {
public:
  /// Keeps the last `keep` checkpoints, or all of them if it is 0.
  explicit Checkpointer(std::string folder, int64_t keep = 0);
  /// Waits for a save that runs. An error of it is logged.
  ~Checkpointer();
  Checkpointer(const Checkpointer &) = delete;
  Checkpointer &operator=(const Checkpointer &) = delete;

  void save(int64_t step, const std::map<std::string, DTensor> &tensors,
            const SaveOptions &options = {});
  /// Returns as soon as the save has begun. What is saved are the tensors of
  /// now: a run that donates one of them copies it first. An error of the save
  /// is one of the next call. If several processes save together, the last step
  /// of the save is that of the next call, which all of them make.
  void save_async(int64_t step, const std::map<std::string, DTensor> &tensors,
                  const SaveOptions &options = {});
  /// Waits for the save that runs. Errors: those of it.
  void wait();

  /// The steps of the checkpoints that are there, the last one at the end.
  std::vector<int64_t> steps() const;
  std::string path(int64_t step) const;
  /// The path of the last checkpoint.
  std::optional<std::string> latest() const;

  struct Impl;

private:
  std::unique_ptr<Impl> impl;
};

} // namespace dt

#endif // DT_CHECKPOINT_H
