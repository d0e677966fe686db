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
#include <climits>
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

static bool hasMarker(StringRef folder) {
  return llvm::sys::fs::exists(join(folder, kMarkerName));
}

bool isLeftover(StringRef folder) {
  return hasMarker(folder) && !hasIndex(folder);
}

/// Marks a folder. A person may find it.
static Error mark(StringRef folder) {
  std::string path = join(folder, kMarkerName);
  Expected<CheckpointFile> file = CheckpointFile::create(path);
  if (!file)
    return file.takeError();
  return file->writeAt("A save or a removal of a checkpoint was interrupted. "
                       "The next save removes this folder, or moves it back.\n",
                       /*offset=*/0);
}

static void unmark(StringRef folder) {
  // Without an effect, as long as the folder has an index and its own name.
  (void)unlink(join(folder, kMarkerName).c_str());
}

static Expected<std::vector<std::string>> list(StringRef folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator file(folder, code), end;
       !code && file != end; file.increment(code))
    names.push_back(llvm::sys::path::filename(file->path()).str());
  if (code)
    return llvm::createStringError("'" + folder + "': " + code.message());
  llvm::sort(names);
  return names;
}

/// Whether a save makes files of this name.
static bool isOwnName(StringRef name) {
  return name == kIndexName || name == kWeightMapName || name == kMarkerName ||
         name.ends_with(".safetensors") ||
         (name.starts_with("checksums-") && name.ends_with(".json"));
}

/// The files of a folder that a save may remove. Errors: others, those of
/// another program.
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
  // Files of others have the same ending.
  if (!names->empty() && !hasIndex(folder) && !hasMarker(folder))
    return llvm::createStringError(
        "'" + folder +
        "': required a new path or a checkpoint of this project, found "
        "safetensors files of another program; nothing was changed");
  return names;
}

Error removeCheckpoint(StringRef path) {
  Expected<std::vector<std::string>> names = listOwn(path);
  if (!names)
    return names.takeError();
  // The index becomes the marker, which takes no room on a full disk.
  std::string marker = join(path, kMarkerName);
  if (hasIndex(path) &&
      std::rename(join(path, kIndexName).c_str(), marker.c_str()) != 0)
    return makeFileError(marker);
  for (const std::string &name : *names)
    if (name != kIndexName && name != kMarkerName &&
        unlink(join(path, name).c_str()) != 0)
      return makeFileError(join(path, name));
  unmark(path);
  return rmdir(path.str().c_str()) == 0 ? Error::success()
                                        : makeFileError(path);
}

/// Links are followed, also to places where nothing is, so that the folder is
/// replaced and not the link.
static std::string getRealPath(StringRef path) {
  constexpr int kMostLinks = 40;
  std::string result = (path.size() > 1 ? path.rtrim('/') : path).str();
  for (int links = 0; links < kMostLinks; ++links) {
    llvm::SmallString<128> real;
    if (!llvm::sys::fs::real_path(result, real))
      return real.str().str();
    char buffer[PATH_MAX];
    ssize_t length = readlink(result.c_str(), buffer, sizeof(buffer));
    if (length <= 0)
      break;
    StringRef target(buffer, length);
    result = llvm::sys::path::is_absolute(target)
                 ? target.str()
                 : join(llvm::sys::path::parent_path(result), target);
  }
  return result;
}

static std::string getUnfinishedPath(StringRef real) {
  return (real + ".part").str();
}

static std::string getOldPath(StringRef real) { return (real + ".old").str(); }

/// Whether a save was interrupted when nothing was at the path.
static bool isAtOldPath(const std::string &real) {
  return !llvm::sys::fs::exists(real) && hasIndex(getOldPath(real)) &&
         hasMarker(getOldPath(real));
}

std::string resolveCheckpoint(StringRef path) {
  std::string real = getRealPath(path);
  return isAtOldPath(real) ? getOldPath(real) : path.str();
}

Error removeLeftovers(StringRef path) {
  std::string real = getRealPath(path);
  if (isLeftover(real))
    if (Error error = removeCheckpoint(real))
      return error;
  if (hasMarker(getOldPath(real)) && !isAtOldPath(real))
    if (Error error = removeCheckpoint(getOldPath(real)))
      return error;
  if (hasMarker(getUnfinishedPath(real)))
    return removeCheckpoint(getUnfinishedPath(real));
  return Error::success();
}

CheckpointFolder::CheckpointFolder(StringRef path, bool mayExchange)
    : path(getRealPath(path)), unfinished(getUnfinishedPath(this->path)),
      old(getOldPath(this->path)), mayExchange(mayExchange) {}

static Error renameFolder(const std::string &from, const std::string &to) {
  return std::rename(from.c_str(), to.c_str()) == 0 ? Error::success()
                                                    : makeFileError(to);
}

static std::string getParent(StringRef path) {
  StringRef parent = llvm::sys::path::parent_path(path);
  return parent.empty() ? "." : parent.str();
}

/// Makes a folder and those above it. Their names are on the disk then.
static Error makeFolders(const std::string &path) {
  if (llvm::sys::fs::is_directory(path))
    return Error::success();
  if (Error error = makeFolders(getParent(path)))
    return error;
  // Another process may make it at the same time.
  if (mkdir(path.c_str(), 0777) != 0 && !llvm::sys::fs::is_directory(path))
    return makeFileError(path);
  return syncFolder(getParent(path));
}

Error CheckpointFolder::create() {
  if (Error error = makeFolders(getParent(path)))
    return error;
  if (isAtOldPath(path)) {
    if (Error error = renameFolder(old, path))
      return error;
    unmark(path);
  }
  if (llvm::sys::fs::exists(path))
    if (Expected<std::vector<std::string>> names = listOwn(path); !names)
      return names.takeError();
  if (Error error = removeLeftovers(path))
    return error;
  // One that is empty is no loss.
  if (rmdir(unfinished.c_str()) != 0 && errno != ENOENT)
    return llvm::createStringError(
        "'" + unfinished +
        "': required nothing at this path, where a save writes before it moves "
        "the files to their place, found something that no save has left; "
        "nothing was changed");
  if (mkdir(unfinished.c_str(), 0777) != 0)
    return makeFileError(unfinished);
  Error error = mark(unfinished);
  if (error) {
    unmark(unfinished);
    (void)rmdir(unfinished.c_str());
  }
  return error;
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

Expected<std::string> CheckpointFolder::move() {
  // An empty folder is replaced by a rename.
  std::string moved;
  if (hasIndex(path)) {
    // It has the marker when it gets the other name.
    if (Error error = mark(path))
      return std::move(error);
    Expected<bool> isExchanged =
        mayExchange ? exchangeFolders(unfinished, path) : Expected<bool>(false);
    if (!isExchanged)
      return isExchanged.takeError();
    if (*isExchanged)
      return unfinished;
    if (std::rename(path.c_str(), old.c_str()) != 0)
      return errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR
                 ? llvm::createStringError(
                       "'" + old +
                       "': required nothing at this path, to which the old "
                       "checkpoint is moved while the new one gets its place, "
                       "found something that no save has left")
                 : makeFileError(old);
    moved = old;
  }
  if (Error error = renameFolder(unfinished, path)) {
    // The old one is back, if that is possible; else it is found there.
    if (!moved.empty())
      llvm::consumeError(renameFolder(old, path));
    return std::move(error);
  }
  return moved;
}

Error CheckpointFolder::moveBack(StringRef moved) {
  if (moved == unfinished)
    return exchangeFolders(unfinished, path).takeError();
  if (Error error = renameFolder(path, unfinished))
    return error;
  return moved.empty() ? Error::success() : renameFolder(old, path);
}

Error CheckpointFolder::commit() {
  if (Error error = syncFolder(unfinished))
    return error;
  Expected<std::string> moved = move();
  if (!moved) {
    unmark(path);
    return moved.takeError();
  }
  if (Error error = syncFolder(getParent(path))) {
    if (Error problem = moveBack(*moved)) {
      llvm::consumeError(std::move(problem));
      mayDiscard = false;
      return error;
    }
    unmark(path);
    return error;
  }
  // The new one is there, whatever becomes of the old one: the next save
  // removes what is left.
  unmark(path);
  if (!moved->empty())
    llvm::consumeError(removeCheckpoint(*moved));
  return Error::success();
}

void CheckpointFolder::discard() {
  // What is left is no checkpoint, and the next save removes it.
  if (mayDiscard && llvm::sys::fs::exists(unfinished))
    llvm::consumeError(removeCheckpoint(unfinished));
}

} // namespace dtensor
