//===- SavedProgram.cpp - Programs in files -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "API/Host/Errors.h"
#include "CodeFile.h"
#include "dt/Compiler.h"
#include "dtensor/Target/Processor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace dt {

// The key of the file names the features that the code may use.

void save(std::string_view source, const std::string &path,
          const CompileOptions &options) {
  dtensor::Processor processor =
      check(dtensor::Processor::get(options.processor));
  CodeFile file{llvm::join(processor.listFeatures(), ","),
                Workshop::compile(source, options)};
  // Readers never see a part of a file.
  std::string temporary = path + ".new";
  std::error_code error;
  {
    llvm::raw_fd_ostream os(temporary, error);
    if (!error) {
      os << file.serialize();
      os.close();
      error = os.error();
      os.clear_error();
    }
  }
  if (!error)
    error = llvm::sys::fs::rename(temporary, path);
  if (error)
    raise("'" + path + "': the program cannot be written: " + error.message());
}

Executable load(const std::string &path) {
  auto bytes = llvm::MemoryBuffer::getFile(path);
  if (!bytes)
    raise("'" + path + "': " + bytes.getError().message());
  std::optional<CodeFile> file = CodeFile::parse((*bytes)->getBuffer());
  if (!file)
    raise("'" + path +
          "': required a program that this build of the library has saved, "
          "found another file");
  dtensor::Processor processor;
  std::vector<llvm::StringRef> present = processor.listFeatures();
  llvm::SmallVector<llvm::StringRef> features;
  llvm::StringRef(file->key).split(features, ',', -1, /*KeepEmpty=*/false);
  llvm::erase_if(features, [&](llvm::StringRef feature) {
    return llvm::is_contained(present, feature);
  });
  if (!features.empty())
    raise("'" + path +
          "': the processor lacks features that the code may use: " +
          llvm::join(features, ", "));
  return link(file->code, processor);
}

} // namespace dt
