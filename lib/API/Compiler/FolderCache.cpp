//===- FolderCache.cpp - Compiled programs in a folder --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FolderCache.h"

#include "CodeFile.h"

#include "dtensor/Host/ByteVariable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dt {

namespace fs = std::filesystem;

static llvm::Error makeError(const std::string &path, const char *step) {
  return llvm::createStringError("'" + path + "': " + step + ": " +
                                 std::strerror(errno));
}

/// Finds the build ID among the notes of the library that `data` names by an
/// address in it.
static int findBuildID(dl_phdr_info *info, size_t, void *data) {
  auto &[address, id] = *static_cast<std::pair<uintptr_t, std::string> *>(data);
  bool isInside = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto &header = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    isInside |= header.p_type == PT_LOAD && address >= begin &&
                address < begin + header.p_memsz;
  }
  for (int i = 0; isInside && i < info->dlpi_phnum; ++i) {
    const auto &header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE)
      continue;
    auto *note =
        reinterpret_cast<const char *>(info->dlpi_addr + header.p_vaddr);
    for (const char *end = note + header.p_memsz; note < end;) {
      auto &fields = *reinterpret_cast<const ElfW(Nhdr) *>(note);
      const char *name = note + sizeof(fields);
      const char *contents = name + (fields.n_namesz + 3) / 4 * 4;
      if (fields.n_type == NT_GNU_BUILD_ID && fields.n_namesz == 4 &&
          std::memcmp(name, "GNU", 4) == 0)
        id = llvm::toHex(llvm::StringRef(contents, fields.n_descsz));
      note = contents + (fields.n_descsz + 3) / 4 * 4;
    }
  }
  return isInside;
}

const std::string &getBuild() {
  static const std::string build = [] {
    std::pair<uintptr_t, std::string> found{
        reinterpret_cast<uintptr_t>(&findBuildID), ""};
    dl_iterate_phdr(findBuildID, &found);
    return found.second + "," LLVM_VERSION_STRING ",abi" +
           std::to_string(DT_PROGRAM_VERSION);
  }();
  return build;
}

llvm::Expected<FolderCache> FolderCache::open(const std::string &folder) {
  std::error_code error;
  fs::create_directories(fs::absolute(folder).parent_path(), error);
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return makeError(folder, "the folder of the cache cannot be made");
  struct stat status;
  if (lstat(folder.c_str(), &status) != 0)
    return makeError(folder, "the folder of the cache cannot be read");
  if (!S_ISDIR(status.st_mode) || status.st_uid != geteuid() ||
      (status.st_mode & 077) != 0)
    return llvm::createStringError(
        "'" + folder +
        "' is not used as a cache: required a folder of this user with mode "
        "0700, found " +
        (!S_ISDIR(status.st_mode) ? std::string("no folder")
         : status.st_uid != geteuid()
             ? std::string("one of another user")
             : "mode " + llvm::utostr(status.st_mode >> 6 & 7) +
                   llvm::utostr(status.st_mode >> 3 & 7) +
                   llvm::utostr(status.st_mode & 7)));
  return FolderCache(folder);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The bytes of a file of this user; nothing if there is none.
static std::optional<std::string> readOwnFile(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  llvm::scope_exit close([&] { ::close(file); });
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != geteuid())
    return std::nullopt;
  std::string bytes(status.st_size, '\0');
  for (size_t done = 0; done < bytes.size();) {
    ssize_t count = read(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    done += count;
  }
  // A file that is used is young.
  futimens(file, nullptr);
  return bytes;
}

std::optional<Code> FolderCache::find(const std::string &key) const {
  std::optional<std::string> bytes = readOwnFile(getPath(key));
  if (!bytes)
    return std::nullopt;
  std::optional<CodeFile> file = CodeFile::parse(*bytes);
  if (file && file->key == key)
    return std::move(file->code);
  unlink(getPath(key).c_str());
  return std::nullopt;
}

static llvm::Error writeNewFile(const std::string &path,
                                llvm::StringRef bytes) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0)
    return makeError(path, "cannot be made");
  llvm::Error error = llvm::Error::success();
  while (!error && !bytes.empty()) {
    ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      error = makeError(path, "cannot be written");
    else
      bytes = bytes.drop_front(count);
  }
  if (close(file) != 0 && !error)
    error = makeError(path, "cannot be written");
  return error;
}

llvm::Error FolderCache::add(const std::string &key, const Code &code) const {
  static std::atomic<int64_t> number;
  std::string path = getPath(key) + "." + std::to_string(getpid()) + "." +
                     std::to_string(number++) + ".new";
  llvm::Error error = writeNewFile(path, CodeFile{key, code}.serialize());
  if (!error && rename(path.c_str(), getPath(key).c_str()) != 0)
    error = makeError(path, "cannot be renamed");
  if (error) {
    unlink(path.c_str());
    return error;
  }
  removeOldest();
  return error;
}

void FolderCache::removeOldest() const {
  int64_t limit = dtensor::readByteVariable("DTENSOR_CACHE_BYTES", kMaxBytes);
  struct File {
    fs::file_time_type time;
    int64_t size;
    fs::path path;
  };
  std::vector<File> files;
  int64_t total = 0;
  std::error_code error;
  // Other processes may remove files meanwhile.
  for (fs::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code gone;
    File file{it->last_write_time(gone),
              static_cast<int64_t>(it->file_size(gone)), it->path()};
    if (gone)
      continue;
    total += file.size;
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(),
            [](const File &a, const File &b) { return a.time < b.time; });
  for (const File &file : files) {
    if (total <= limit)
      return;
    fs::remove(file.path, error);
    total -= file.size;
  }
}

} // namespace dt
