//===- FolderCache.h - Compiled programs in a folder ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_COMPILER_FOLDERCACHE_H
#define DTENSOR_LIB_API_COMPILER_FOLDERCACHE_H

#include "Workshop.h"

namespace dt {

/// Machine code in files of a folder, for all processes of a user. Code from a
/// file is run, so the folder must belong to the user, and nobody else may have
/// access to it. A file that is damaged or of another version is removed.
class FolderCache {
public:
  /// Makes the folder if there is none. Errors: a folder that others have
  /// access to.
  static llvm::Expected<FolderCache> open(const std::string &folder);

  /// The code of a key; nothing if there is no intact file.
  std::optional<Code> find(const std::string &key) const;
  /// Writes a file beside and renames it, so that no reader sees a part. The
  /// oldest files are removed if all together are too large. Errors: of the
  /// file system; there is then no file.
  llvm::Error add(const std::string &key, const Code &code) const;

  /// The bytes that all files may have; `DTENSOR_CACHE_BYTES` sets another
  /// number.
  static constexpr int64_t kMaxBytes = int64_t(1) << 30;

private:
  explicit FolderCache(std::string folder) : folder(std::move(folder)) {}
  std::string getPath(const std::string &key) const {
    return folder + "/" + key + ".dtensor";
  }
  void removeOldest() const;

  std::string folder;
};

/// The build of this library: code of another one is not used.
const std::string &getBuild();

} // namespace dt

#endif // DTENSOR_LIB_API_COMPILER_FOLDERCACHE_H
