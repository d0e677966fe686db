//===- CheckpointFile.cpp - A file of a checkpoint ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/CheckpointFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

Error makeFileError(StringRef path) {
  return llvm::createStringError("'" + path + "': " + std::strerror(errno));
}

Expected<CheckpointFile> CheckpointFile::open(StringRef path, int flags) {
  int number;
  do
    number = ::open(path.str().c_str(), flags | O_CLOEXEC, 0666);
  while (number < 0 && errno == EINTR);
  if (number < 0)
    return makeFileError(path);
  return CheckpointFile(number, path);
}

Expected<CheckpointFile> CheckpointFile::openToRead(StringRef path) {
  // A pipe would make the call wait.
  Expected<CheckpointFile> file = open(path, O_RDONLY | O_NONBLOCK);
  struct stat status;
  if (file && fstat(file->number, &status) == 0 && !S_ISREG(status.st_mode))
    return llvm::createStringError("'" + path + "': required a regular file");
  return file;
}

Expected<CheckpointFile> CheckpointFile::create(StringRef path) {
  return open(path, O_RDWR | O_CREAT | O_TRUNC);
}

Expected<CheckpointFile> CheckpointFile::openToWrite(StringRef path) {
  return open(path, O_RDWR);
}

CheckpointFile::CheckpointFile(CheckpointFile &&other)
    : number(std::exchange(other.number, -1)), path(std::move(other.path)) {}

CheckpointFile &CheckpointFile::operator=(CheckpointFile &&other) {
  std::swap(number, other.number);
  std::swap(path, other.path);
  return *this;
}

CheckpointFile::~CheckpointFile() {
  if (number >= 0)
    close(number);
}

Expected<int64_t> CheckpointFile::getSize() const {
  struct stat status;
  if (fstat(number, &status) != 0)
    return makeFileError(path);
  return static_cast<int64_t>(status.st_size);
}

Error CheckpointFile::readAt(char *data, int64_t bytes, int64_t offset) const {
  while (bytes > 0) {
    ssize_t count = pread(number, data, bytes, offset);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return makeFileError(path);
    if (count == 0)
      return llvm::createStringError("'" + path + "' is cut short: required " +
                                     Twine(bytes) + " more bytes from byte " +
                                     Twine(offset) + " on, found its end");
    data += count;
    bytes -= count;
    offset += count;
  }
  return Error::success();
}

std::optional<CheckpointFile> CheckpointFile::reopen() const {
  // By its number, since a new checkpoint may be at the path by now.
  Expected<CheckpointFile> file =
      open("/proc/self/fd/" + std::to_string(number), O_RDONLY);
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  file->path = path;
  return std::move(*file);
}

void CheckpointFile::expectReads(bool areSequential) const {
  (void)posix_fadvise(
      number, 0, 0, areSequential ? POSIX_FADV_SEQUENTIAL : POSIX_FADV_RANDOM);
}

void CheckpointFile::announceRead(int64_t offset, int64_t bytes) const {
  (void)posix_fadvise(number, offset, bytes, POSIX_FADV_WILLNEED);
}

Error CheckpointFile::writeAt(StringRef bytes, int64_t offset) const {
  while (!bytes.empty()) {
    ssize_t count = pwrite(number, bytes.data(), bytes.size(), offset);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return makeFileError(path);
    bytes = bytes.drop_front(count);
    offset += count;
  }
  return Error::success();
}

/// Whether the last call of the C library failed since a file system does not
/// have it.
static bool isUnsupported() {
  return errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL ||
         errno == ESPIPE;
}

Error CheckpointFile::beginWrites(int64_t offset, int64_t bytes) const {
  if (sync_file_range(number, offset, bytes, SYNC_FILE_RANGE_WRITE) == 0 ||
      isUnsupported() || errno == EINTR)
    return Error::success();
  return makeFileError(path);
}

Error CheckpointFile::reserve(int64_t bytes) const {
  int result;
  do
    result = fallocate(number, /*mode=*/0, /*offset=*/0, bytes);
  while (result != 0 && errno == EINTR);
  if (result != 0 && isUnsupported())
    result = ftruncate(number, bytes);
  return result == 0 ? Error::success() : makeFileError(path);
}

Error CheckpointFile::finish() {
  bool isSynced = fsync(number) == 0;
  int syncError = errno;
  bool isClosed = close(number) == 0;
  number = -1;
  if (isSynced && isClosed)
    return Error::success();
  if (!isSynced)
    errno = syncError;
  return makeFileError(path);
}

Error writeDurably(StringRef path, StringRef contents) {
  Expected<CheckpointFile> file = CheckpointFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = file->writeAt(contents, 0))
    return error;
  return file->finish();
}

Expected<std::string> readWhole(StringRef path, int64_t limit) {
  Expected<CheckpointFile> file = CheckpointFile::openToRead(path);
  if (!file)
    return file.takeError();
  Expected<int64_t> size = file->getSize();
  if (!size)
    return size.takeError();
  if (*size > limit)
    return llvm::createStringError("'" + path + "': required at most " +
                                   Twine(limit) + " bytes, found " +
                                   Twine(*size));
  std::string contents(*size, '\0');
  if (Error error = file->readAt(contents.data(), *size, 0))
    return std::move(error);
  return contents;
}

Error syncFolder(StringRef path) {
  int number = ::open(path.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0)
    return makeFileError(path);
  bool isSynced = fsync(number) == 0;
  // Some file systems of networks cannot do it, and do not need it.
  isSynced = isSynced || errno == EINVAL || errno == ENOTSUP;
  Error error = isSynced ? Error::success() : makeFileError(path);
  close(number);
  return error;
}

} // namespace dtensor
