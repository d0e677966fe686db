//===- ProgramFolder.cpp - A program with data to test it by --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ProgramFolder.h"

#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Host/Npy.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

static std::string join(StringRef directory, const Twine &file) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, file);
  return path.str().str();
}

/// The text of an optional file.
static std::string readText(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

static Expected<Tolerance> readTolerance(StringRef path) {
  Tolerance tolerance;
  std::string text = readText(path);
  if (text.empty())
    return tolerance;
  Expected<llvm::json::Value> root = llvm::json::parse(text);
  if (!root)
    return root.takeError();
  const llvm::json::Object *object = root->getAsObject();
  if (!object || !object->getNumber("rtol") || !object->getNumber("atol"))
    return llvm::createStringError(path +
                                   ": required numbers 'rtol' and 'atol'");
  tolerance.rtol = *object->getNumber("rtol");
  tolerance.atol = *object->getNumber("atol");
  return tolerance;
}

/// The types with which hosts call an entry. If hosts lack one, it is the type
/// in which the import holds it.
static Expected<Signature> readHostSignature(mlir::func::FuncOp entry) {
  Expected<Signature> signature = readSignature(entry);
  if (signature)
    return signature;
  mlir::OwningOpRef<mlir::ModuleOp> imported =
      entry->getParentOfType<mlir::ModuleOp>().clone();
  mlir::PassManager importing(entry.getContext());
  buildFrontendPipeline(importing);
  if (failed(importing.run(*imported)))
    return signature;
  llvm::consumeError(signature.takeError());
  return readSignature(
      imported->lookupSymbol<mlir::func::FuncOp>(entry.getName()));
}

Expected<ProgramFolder> ProgramFolder::read(StringRef path,
                                            mlir::MLIRContext *context) {
  ProgramFolder folder;
  folder.name = llvm::sys::path::filename(path).str();
  folder.module = parseSource(join(path, "program.mlir"), context);
  if (!folder.module)
    return llvm::createStringError(path + ": program.mlir does not parse");
  Expected<mlir::func::FuncOp> entry = findEntry(*folder.module, "");
  if (!entry)
    return entry.takeError();
  folder.entry = *entry;
  Expected<Signature> signature = readHostSignature(*entry);
  if (!signature)
    return signature.takeError();
  folder.signature = std::move(*signature);

  for (auto [i, value] : llvm::enumerate(folder.signature.arguments)) {
    Expected<HostTensor> input = readNpy(join(path, "in" + Twine(i) + ".npy"),
                                         value.elementType, value.shape);
    if (!input)
      return input.takeError();
    folder.inputs.push_back(std::make_shared<HostTensor>(std::move(*input)));
  }
  for (auto [i, value] : llvm::enumerate(folder.signature.results)) {
    Expected<HostTensor> output = readNpy(join(path, "out" + Twine(i) + ".npy"),
                                          value.elementType, value.shape);
    if (!output)
      return output.takeError();
    folder.expected.push_back(std::move(*output));
  }
  Expected<Tolerance> tolerance = readTolerance(join(path, "tolerance.json"));
  if (!tolerance)
    return tolerance.takeError();
  folder.tolerance = *tolerance;
  folder.strategies = readText(join(path, "strategies.json"));
  return folder;
}

std::vector<std::string> findProgramFolders(StringRef path) {
  if (llvm::sys::fs::exists(join(path, "program.mlir")))
    return {path.rtrim('/').str()};
  std::vector<std::string> folders;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(path, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::fs::exists(join(it->path(), "program.mlir")))
      folders.push_back(it->path());
  llvm::sort(folders);
  return folders;
}

} // namespace dtensor
