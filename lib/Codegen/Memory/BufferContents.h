//===- BufferContents.h - Which value a buffer holds ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MEMORY_BUFFERCONTENTS_H
#define DTENSOR_LIB_CODEGEN_MEMORY_BUFFERCONTENTS_H

#include "mlir/IR/Operation.h"
#include <memory>

namespace dtensor {

/// A buffer, wherever its memory will be.
using BufferId = unsigned;

/// The contents of one write. Each write makes new ones.
using ContentId = unsigned;

/// The contents of a tensor that was not written: anything may be there.
inline constexpr ContentId kUndefined = 0;

/// The views from a whole buffer to a part of it, outermost first.
using ViewPath = llvm::SmallVector<mlir::Operation *, 1>;

/// A path that control has taken at a branch.
struct BranchTaken {
  mlir::Operation *branch;
  bool first;
};

/// Whether `inner` is the same part as `outer`, or a part of it.
bool isInside(const ViewPath &inner, const ViewPath &outer);

/// The place of a tensor, and the contents that must be there for the tensor to
/// be intact. A tensor that comes from a branch has a place for each path.
struct Place {
  BufferId buffer;
  ViewPath path;
  ContentId content;
  llvm::SmallVector<BranchTaken, 0> conditions = {};
};

/// The contents of a buffer. There is one content, parts of which were then
/// overwritten in order by others. Behind a branch there are the contents of
/// either path.
class BufferContents {
public:
  explicit BufferContents(ContentId base = kUndefined) : base(base) {}

  /// The contents behind `branch`.
  static BufferContents join(mlir::Operation *branch,
                             const BufferContents &first,
                             const BufferContents &second);

  /// Whether the tensor at `place` is intact where it is at all. If `except` is
  /// given, that part may be lost.
  bool holds(const Place &place, const ViewPath *except = nullptr) const;

  /// The contents after `content` has been written at `place`.
  BufferContents write(const Place &place, ContentId content) const;

  /// The contents after the tensor at `part` has become a part of `content` at
  /// `whole`. It was already there, and stays intact.
  BufferContents insert(const Place &whole, const ViewPath &part,
                        ContentId content) const;

  /// The contents after everything at `path`, on any path of control, is also
  /// known as `content`. Nothing is written: the buffer still holds its earlier
  /// contents as well.
  BufferContents rename(const ViewPath &path, ContentId content) const;

  /// Appends the contents that were written last, one for each path of the
  /// branches.
  void getLastWrites(llvm::SmallVectorImpl<ContentId> &contents) const;

private:
  struct Part {
    ViewPath path;
    ContentId content;
    /// Whether the earlier contents are still there as well.
    bool isSame = false;
    bool operator==(const Part &other) const {
      return path == other.path && content == other.content &&
             isSame == other.isSame;
    }
  };

  bool operator==(const BufferContents &other) const;
  BufferContents write(const Place &place, ContentId content,
                       llvm::ArrayRef<BranchTaken> conditions) const;

  ContentId base;
  llvm::SmallVector<Part, 0> parts;
  /// If it is not null, only these count.
  mlir::Operation *branch = nullptr;
  std::shared_ptr<const BufferContents> first, second;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MEMORY_BUFFERCONTENTS_H
