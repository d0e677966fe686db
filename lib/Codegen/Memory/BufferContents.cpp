//===- BufferContents.cpp - Which value a buffer holds --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferContents.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace dtensor;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Whether two views of the same tensor show the same part of it.
static bool areSame(Operation *a, Operation *b) {
  if (a == b)
    return true;
  auto first = dyn_cast<OffsetSizeAndStrideOpInterface>(a);
  auto second = dyn_cast<OffsetSizeAndStrideOpInterface>(b);
  if (first && second)
    return first.isSameAs(second, isEqualConstantIntOrValue);
  return a->getName() == b->getName() && !first && !second &&
         a->getAttrDictionary() == b->getAttrDictionary() &&
         a->getResultTypes() == b->getResultTypes();
}

static size_t countCommon(const ViewPath &a, const ViewPath &b) {
  size_t common = 0;
  while (common < std::min(a.size(), b.size()) && areSame(a[common], b[common]))
    ++common;
  return common;
}

bool dtensor::isInside(const ViewPath &inner, const ViewPath &outer) {
  return countCommon(inner, outer) == outer.size();
}

/// Whether the two parts certainly have no element in common.
static bool areDisjoint(const ViewPath &a, const ViewPath &b) {
  size_t common = countCommon(a, b);
  if (common == a.size() || common == b.size())
    return false;
  auto first = dyn_cast<OffsetSizeAndStrideOpInterface>(a[common]);
  auto second = dyn_cast<OffsetSizeAndStrideOpInterface>(b[common]);
  if (!first || !second)
    return false;
  FailureOr<bool> overlap = ValueBoundsConstraintSet::areOverlappingSlices(
      first->getContext(), HyperrectangularSlice(first),
      HyperrectangularSlice(second));
  return succeeded(overlap) && !*overlap;
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

bool BufferContents::operator==(const BufferContents &other) const {
  if (branch || other.branch)
    return branch == other.branch && *first == *other.first &&
           *second == *other.second;
  return base == other.base && parts == other.parts;
}

BufferContents BufferContents::join(Operation *branch,
                                    const BufferContents &first,
                                    const BufferContents &second) {
  if (first == second)
    return first;
  BufferContents joined;
  joined.branch = branch;
  joined.first = std::make_shared<BufferContents>(first);
  joined.second = std::make_shared<BufferContents>(second);
  return joined;
}

bool BufferContents::holds(const Place &place, const ViewPath *except) const {
  if (branch) {
    auto excludes = [&](bool way) {
      return llvm::any_of(place.conditions, [&](const BranchTaken &taken) {
        return taken.branch == branch && taken.first != way;
      });
    };
    return (excludes(true) || first->holds(place, except)) &&
           (excludes(false) || second->holds(place, except));
  }
  size_t next = 0;
  if (base != place.content) {
    while (next < parts.size() && parts[next].content != place.content)
      ++next;
    if (next == parts.size() || !isInside(place.path, parts[next].path))
      return false;
    ++next;
  }
  return llvm::all_of(ArrayRef(parts).drop_front(next), [&](const Part &part) {
    return part.isSame || areDisjoint(part.path, place.path) ||
           (except && isInside(part.path, *except));
  });
}

BufferContents BufferContents::write(const Place &place, ContentId content,
                                     ArrayRef<BranchTaken> conditions) const {
  if (!conditions.empty()) {
    // Nothing is written if control has taken the other path.
    BufferContents written = write(place, content, conditions.drop_front());
    return conditions.front().first
               ? join(conditions.front().branch, written, *this)
               : join(conditions.front().branch, *this, written);
  }
  if (place.path.empty())
    return BufferContents(content);
  if (branch)
    return join(branch, first->write(place, content, {}),
                second->write(place, content, {}));
  BufferContents written = *this;
  llvm::erase_if(written.parts, [&](const Part &part) {
    return isInside(part.path, place.path);
  });
  written.parts.push_back({place.path, content});
  return written;
}

BufferContents BufferContents::write(const Place &place,
                                     ContentId content) const {
  return write(place, content, place.conditions);
}

BufferContents BufferContents::insert(const Place &whole, const ViewPath &part,
                                      ContentId content) const {
  if (branch || !whole.conditions.empty())
    return write(whole, content);
  BufferContents inserted = write(whole, content);
  for (Part old : parts)
    if (isInside(old.path, part)) {
      old.isSame = true;
      inserted.parts.push_back(old);
    }
  return inserted;
}

BufferContents BufferContents::rename(const ViewPath &path,
                                      ContentId content) const {
  if (branch)
    return join(branch, first->rename(path, content),
                second->rename(path, content));
  BufferContents renamed = *this;
  renamed.parts.push_back({path, content, /*isSame=*/true});
  return renamed;
}

void BufferContents::getLastWrites(SmallVectorImpl<ContentId> &contents) const {
  if (branch) {
    first->getLastWrites(contents);
    second->getLastWrites(contents);
  } else {
    contents.push_back(parts.empty() ? base : parts.back().content);
  }
}
