//===- CheckpointFolder.cpp - A checkpoint that is whole or not there -----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/CheckpointFolder.h"

#include "dtensor/Checkpoint/CheckpointFile.h"
#include "dtensor/Checkpoint/CheckpointIndex.h"
#include "dtensor/Checkpoint/SavePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace dtensor {

static std::string join(StringRef folder, StringRef name) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

static bool hasIndex(StringRef folder) {
  return llvm::sys::fs::exists(join(folder, kIndexName));
}

static Expected<std::vector<std::string>> list(StringRef folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator file(folder, code), end;
       !code && file != end; file.increment(code))
    names.push_back(llvm::sys::path::filename(file->path()).str());
  if (code)
    return llvm::createStringError("'" + folder + "': " + code.message());
  // The index is first.
  llvm::sort(names, [](const std::string &a, const std::string &b) {
    return std::pair(a != kIndexName, a) < std::pair(b != kIndexName, b);
  });
  return names;
}

/// Whether a save makes files of this name.
static bool isOwnName(StringRef name) {
  return name == kIndexName || name == kWeightMapName ||
         name.ends_with(".safetensors") ||
         (name.starts_with("checksums-") && name.ends_with(".json"));
}

/// The files of a folder that a save may remove. Errors: others.
static Expected<std::vector<std::string>> listOwn(StringRef folder) {
  struct stat status;
  if (lstat(folder.str().c_str(), &status) != 0)
    return makeFileError(folder);
  if (!S_ISDIR(status.st_mode))
    return llvm::createStringError(
        "'" + folder + "': required a new path or a checkpoint, found a file");
  Expected<std::vector<std::string>> names = list(folder);
  if (!names)
    return names.takeError();
  for (const std::string &name : *names)
    if (!isOwnName(name))
      return llvm::createStringError(
          "'" + folder + "': required a new path or a checkpoint, found '" +
          name + "', which is no part of one; nothing was changed");
  return names;
}

/// Removes a folder with a list of files.
static Error removeFolder(StringRef folder,
                          const std::vector<std::string> &names) {
  for (const std::string &name : names)
    if (unlink(join(folder, name).c_str()) != 0)
      return makeFileError(join(folder, name));
  return rmdir(folder.str().c_str()) == 0 ? Error::success()
                                          : makeFileError(folder);
}

Error removeCheckpoint(StringRef path) {
  Expected<std::vector<std::string>> names = listOwn(path);
  if (!names)
    return names.takeError();
  return removeFolder(path, *names);
}

std::string resolveCheckpoint(StringRef path) {
  std::string old = path.rtrim('/').str() + ".old";
  if (!llvm::sys::fs::exists(path) && hasIndex(old))
    return old;
  return path.str();
}

/// Links are followed, so that the folder is replaced and not the link.
static std::string getRealPath(StringRef path) {
  llvm::SmallString<128> real;
  if (path.size() > 1)
    path = path.rtrim('/');
  if (!llvm::sys::fs::real_path(path, real))
    return real.str().str();
  return path.str();
}

CheckpointFolder::CheckpointFolder(StringRef path, bool mayExchange)
    : path(getRealPath(path)), unfinished(this->path + ".part"),
      old(this->path + ".old"), mayExchange(mayExchange) {}

static Error renameFolder(const std::string &from, const std::string &to) {
  return std::rename(from.c_str(), to.c_str()) == 0 ? Error::success()
                                                    : makeFileError(to);
}

static std::string getParent(StringRef path) {
  StringRef parent = llvm::sys::path::parent_path(path);
  return parent.empty() ? "." : parent.str();
}

Error CheckpointFolder::create() {
  using llvm::sys::fs::exists;
  if (std::error_code code = llvm::sys::fs::create_directories(getParent(path)))
    return llvm::createStringError("'" + getParent(path) +
                                   "': " + code.message());
  // A save was interrupted when nothing was at the path.
  if (!exists(path) && hasIndex(old))
    if (Error error = renameFolder(old, path))
      return error;
  if (exists(path)) {
    Expected<std::vector<std::string>> names = listOwn(path);
    if (!names)
      return names.takeError();
    // Files of others have the same ending.
    if (!names->empty() && !hasIndex(path))
      return llvm::createStringError(
          "'" + path +
          "': required a new path or a checkpoint of this "
          "project, found safetensors files of another program; nothing was "
          "changed");
  }
  for (const std::string &rest : {old, unfinished})
    if (exists(rest))
      if (Error error = removeCheckpoint(rest))
        return error;
  if (mkdir(unfinished.c_str(), 0777) != 0)
    return makeFileError(unfinished);
  return Error::success();
}

/// Gives two folders each other's name at once. Returns false where that is
/// not possible.
static Expected<bool> exchangeFolders(const std::string &a,
                                      const std::string &b) {
  if (renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0)
    return true;
  if (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP)
    return false;
  return makeFileError(b);
}

Error CheckpointFolder::commit() {
  if (Error error = syncFolder(unfinished))
    return error;
  // An empty folder is replaced by a rename.
  std::string rest;
  if (hasIndex(path)) {
    Expected<bool> isExchanged =
        mayExchange ? exchangeFolders(unfinished, path) : Expected<bool>(false);
    if (!isExchanged)
      return isExchanged.takeError();
    rest = *isExchanged ? unfinished : old;
    if (!*isExchanged) {
      if (Error error = renameFolder(path, old))
        return error;
      if (Error error = renameFolder(unfinished, path)) {
        // The old one is back, if that is possible; else it is found there.
        llvm::consumeError(renameFolder(old, path));
        return error;
      }
    }
  } else if (Error error = renameFolder(unfinished, path)) {
    return error;
  }
  if (Error error = syncFolder(getParent(path)))
    return error;
  // The new one is there, whatever becomes of the old one: the next save
  // removes what is left.
  if (!rest.empty())
    llvm::consumeError(removeCheckpoint(rest));
  return Error::success();
}

void CheckpointFolder::discard() {
  // What is left is no checkpoint, and the next save removes it.
  if (llvm::sys::fs::exists(unfinished))
    llvm::consumeError(removeCheckpoint(unfinished));
}

} // namespace dtensor
