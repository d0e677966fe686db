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

/// A buffer, whichever memory it will be.
using BufferId = unsigned;

/// What is written at a time. Each write makes a new one.
using ContentId = unsigned;

/// Of a tensor that nobody has written: anything may be there.
inline constexpr ContentId kUndefined = 0;

/// The views from a whole buffer to a part of it, outermost first.
using ViewPath = llvm::SmallVector<mlir::Operation *, 1>;

/// That control has taken one of the two ways of a branch.
struct BranchTaken {
  mlir::Operation *branch;
  bool first;
};

/// Whether `inner` shows what `outer` does, or a part of that.
bool isInside(const ViewPath &inner, const ViewPath &outer);

/// Where a tensor is, and what must be there for the tensor to be intact. A
/// tensor that comes from a branch has a place for each way.
struct Place {
  BufferId buffer;
  ViewPath path;
  ContentId content;
  llvm::SmallVector<BranchTaken, 0> conditions = {};
};

/// What a buffer holds: one content, over which others have been written in
/// parts, in order; or, behind a branch, what it holds on either way.
class BufferContents {
public:
  explicit BufferContents(ContentId base = kUndefined) : base(base) {}

  /// Behind `branch`.
  static BufferContents join(mlir::Operation *branch,
                             const BufferContents &first,
                             const BufferContents &second);

  /// Whether the tensor at `place` is intact, where it is at all; but for the
  /// part `except`, if that is given.
  bool holds(const Place &place, const ViewPath *except = nullptr) const;

  /// After `content` has been written at `place`.
  BufferContents write(const Place &place, ContentId content) const;

  /// After the tensor at `part` has become a part of `content` at `whole`,
  /// where it was already: it stays intact.
  BufferContents insert(const Place &whole, const ViewPath &part,
                        ContentId content) const;

  /// After all that is at `path`, whichever way control has gone, is known as
  /// `content`, too. Nothing is written: it still holds what it did.
  BufferContents rename(const ViewPath &path, ContentId content) const;

  /// The contents that were written last, one for each way of the branches.
  void getLastWrites(llvm::SmallVectorImpl<ContentId> &contents) const;

private:
  struct Part {
    ViewPath path;
    ContentId content;
    /// Whether it is also what was there before.
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
  /// Not null: only these count.
  mlir::Operation *branch = nullptr;
  std::shared_ptr<const BufferContents> first, second;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MEMORY_BUFFERCONTENTS_H
