//===- Compile.cpp - From a program to an executable ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Compiler.h"

#include "API/Host/Errors.h"
#include "FolderCache.h"
#include "MemoryCache.h"
#include "Workshop.h"
#include "dtensor/Pipelines/Stage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

#include <atomic>
#include <iostream>

namespace dt {

static std::atomic<int64_t> numCompiled, numInMemory, numInFolder;

/// Adds a text to a hash so that no two lists of texts have the same.
static void add(llvm::SHA256 &hash, llvm::StringRef text) {
  uint64_t size = text.size();
  hash.update(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(&size), sizeof(size)));
  hash.update(text);
}

/// The name of what is compiled: a hash of everything that the code depends on.
static std::string makeKey(std::string_view source,
                           const CompileOptions &options,
                           const dtensor::Processor &processor) {
  llvm::SHA256 hash;
  add(hash, llvm::StringRef(source.data(), source.size()));
  add(hash, options.entry);
  add(hash, options.mesh ? options.mesh->str() : "none");
  for (const auto *layouts :
       {&options.argument_layouts, &options.result_layouts}) {
    add(hash, std::to_string(layouts->size()));
    for (auto &[position, layout] : *layouts) {
      add(hash, std::to_string(position));
      add(hash, layout);
    }
  }
  add(hash, std::to_string(options.donated_arguments.size()));
  for (int64_t position : options.donated_arguments)
    add(hash, std::to_string(position));
  add(hash, options.layouts);
  add(hash, options.machine);
  add(hash, processor.str());
  add(hash, llvm::join(processor.listFeatures(), ","));
  for (bool flag : {options.kernels == Kernels::generated, options.fast_math,
                    options.strict, options.gather_where_less,
                    options.replicate_unknown, options.events})
    add(hash, flag ? "1" : "0");
  add(hash, options.replication_limit
                ? std::to_string(*options.replication_limit)
                : "none");
  add(hash, getBuild());
  // Messages and reports name it.
  add(hash, options.file_name);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

static void warn(llvm::Error error, const CompileOptions &options) {
  std::string text = "warning: " + llvm::toString(std::move(error));
  if (options.warn)
    options.warn(text);
  else
    std::cerr << text << "\n";
}

/// The folder of the cache; nothing if none is wanted or it cannot be used.
static std::optional<FolderCache> openFolder(const CompileOptions &options) {
  const char *variable = std::getenv("DTENSOR_CACHE");
  std::string folder = options.cache_folder.value_or(variable ? variable : "");
  if (folder.empty())
    return std::nullopt;
  llvm::Expected<FolderCache> cache = FolderCache::open(folder);
  if (cache)
    return std::move(*cache);
  warn(cache.takeError(), options);
  return std::nullopt;
}

static Code findOrCompile(std::string_view source,
                          const CompileOptions &options,
                          const std::string &key) {
  std::optional<FolderCache> folder = openFolder(options);
  if (folder)
    if (std::optional<Code> known = folder->find(key)) {
      ++numInFolder;
      return *known;
    }
  ++numCompiled;
  Code code = Workshop::compile(source, options);
  if (folder)
    if (llvm::Error error = folder->add(key, code))
      warn(std::move(error), options);
  return code;
}

/// Makes the program with events, for a profile; empty if it has them.
static std::function<Executable()>
makeProfiledMaker(std::string_view source, const CompileOptions &options) {
  if (options.events)
    return {};
  CompileOptions profiled = options;
  profiled.events = true;
  // Each warning was given before.
  profiled.warn = [](const std::string &) {};
  return [text = std::string(source), profiled = std::move(profiled)] {
    return compile(text, profiled);
  };
}

Executable compile(std::string_view source, const CompileOptions &options) {
  dtensor::Processor processor =
      check(dtensor::Processor::get(options.processor));
  std::string key = makeKey(source, options, processor);
  if (std::optional<Executable> known = MemoryCache::get().find(key)) {
    ++numInMemory;
    return *known;
  }
  Executable executable = link(findOrCompile(source, options, key), processor,
                               makeProfiledMaker(source, options));
  MemoryCache::get().add(key, executable);
  return executable;
}

static std::string readFile(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    raise("'" + path + "': " + file.getError().message());
  return (*file)->getBuffer().str();
}

Executable compile_file(const std::string &path, CompileOptions options) {
  options.file_name = path;
  return compile(readFile(path), options);
}

std::string lower(std::string_view source, Stage stage,
                  const CompileOptions &options) {
  dtensor::CompileOptions compile = Workshop::makeOptions(options);
  compile.last = static_cast<dtensor::Stage>(stage);
  std::string text;
  Workshop::inspect(source, options, compile, [&](mlir::ModuleOp module) {
    llvm::raw_string_ostream(text) << module << "\n";
  });
  return text;
}

std::string explain(std::string_view source, const std::string &name,
                    const CompileOptions &options) {
  dtensor::CompileOptions compile = Workshop::makeOptions(options);
  compile.last = dtensor::Stage::Propagate;
  std::string text;
  llvm::raw_string_ostream os(text);
  compile.explain = name;
  compile.explanations = &os;
  Workshop::inspect(source, options, compile);
  return text;
}

CompileCounts compile_counts() {
  return {numCompiled, numInMemory, numInFolder};
}

} // namespace dt
