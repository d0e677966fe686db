//===- Compiler.cpp - From a program to an executable in C ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Compiler.h"

#include "Guard.h"
#include "dt/Compiler.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorCompileOptionsCreate(DTensorCompileOptions *result) {
  return make(__func__, result, [] { return CompileOptions(); });
}

void dtensorCompileOptionsDestroy(DTensorCompileOptions options) {
  destroy<CompileOptions>(options);
}

/// Calls `change` with the options.
template <typename Change>
static DTensorStatus set(const char *function, DTensorCompileOptions options,
                         Change change) {
  return guard(function,
               [&] { change(get<CompileOptions>(options, "options")); });
}

static std::string getText(const char *text, const char *name) {
  requirePointer(text, name);
  return text;
}

/// The number of an enumeration's element. Errors: another number.
static int checkElement(int number, int count, const char *name) {
  if (number < 0 || number >= count)
    throw Error(std::string("argument '") + name +
                "': required a number from 0 to " + std::to_string(count - 1) +
                ", found " + std::to_string(number));
  return number;
}

static int64_t checkIndex(int64_t index) {
  if (index < 0)
    throw Error("argument 'index': required at least 0, found " +
                std::to_string(index));
  return index;
}

DTensorStatus dtensorCompileOptionsSetEntry(DTensorCompileOptions options,
                                            const char *entry) {
  return set(__func__, options,
             [&](auto &it) { it.entry = getText(entry, "entry"); });
}

DTensorStatus dtensorCompileOptionsSetMesh(DTensorCompileOptions options,
                                           DTensorMesh mesh) {
  return set(__func__, options,
             [&](auto &it) { it.mesh = get<Mesh>(mesh, "mesh"); });
}

DTensorStatus
dtensorCompileOptionsSetArgumentLayout(DTensorCompileOptions options,
                                       int64_t index, const char *layout) {
  return set(__func__, options, [&](auto &it) {
    it.argument_layouts[checkIndex(index)] = getText(layout, "layout");
  });
}

DTensorStatus
dtensorCompileOptionsSetResultLayout(DTensorCompileOptions options,
                                     int64_t index, const char *layout) {
  return set(__func__, options, [&](auto &it) {
    it.result_layouts[checkIndex(index)] = getText(layout, "layout");
  });
}

DTensorStatus dtensorCompileOptionsSetLayouts(DTensorCompileOptions options,
                                              const char *json) {
  return set(__func__, options,
             [&](auto &it) { it.layouts = getText(json, "json"); });
}

DTensorStatus dtensorCompileOptionsSetKernels(DTensorCompileOptions options,
                                              DTensorKernels kernels) {
  return set(__func__, options, [&](auto &it) {
    it.kernels = static_cast<Kernels>(checkElement(kernels, 2, "kernels"));
  });
}

DTensorStatus dtensorCompileOptionsSetFastMath(DTensorCompileOptions options,
                                               bool fast) {
  return set(__func__, options, [&](auto &it) { it.fast_math = fast; });
}

DTensorStatus dtensorCompileOptionsSetProcessor(DTensorCompileOptions options,
                                                const char *processor) {
  return set(__func__, options,
             [&](auto &it) { it.processor = getText(processor, "processor"); });
}

DTensorStatus dtensorCompileOptionsSetMachine(DTensorCompileOptions options,
                                              const char *json) {
  return set(__func__, options,
             [&](auto &it) { it.machine = getText(json, "json"); });
}

DTensorStatus dtensorCompileOptionsSetStrict(DTensorCompileOptions options,
                                             bool strict) {
  return set(__func__, options, [&](auto &it) { it.strict = strict; });
}

DTensorStatus dtensorCompileOptionsSetEvents(DTensorCompileOptions options,
                                             bool events) {
  return set(__func__, options, [&](auto &it) { it.events = events; });
}

DTensorStatus
dtensorCompileOptionsSetGatherWhereLess(DTensorCompileOptions options,
                                        bool gather) {
  return set(__func__, options,
             [&](auto &it) { it.gather_where_less = gather; });
}

DTensorStatus
dtensorCompileOptionsSetReplicateUnknown(DTensorCompileOptions options,
                                         bool replicate) {
  return set(__func__, options,
             [&](auto &it) { it.replicate_unknown = replicate; });
}

DTensorStatus
dtensorCompileOptionsSetReplicationLimit(DTensorCompileOptions options,
                                         int64_t bytes) {
  return set(__func__, options, [&](auto &it) {
    it.replication_limit.reset();
    if (bytes >= 0)
      it.replication_limit = bytes;
  });
}

DTensorStatus dtensorCompileOptionsSetFileName(DTensorCompileOptions options,
                                               const char *name) {
  return set(__func__, options,
             [&](auto &it) { it.file_name = getText(name, "name"); });
}

DTensorStatus dtensorCompileOptionsSetCacheFolder(DTensorCompileOptions options,
                                                  const char *folder) {
  return set(__func__, options,
             [&](auto &it) { it.cache_folder = getText(folder, "folder"); });
}

DTensorStatus dtensorCompileOptionsSetWarningFunction(
    DTensorCompileOptions options, DTensorWarningFunction warn, void *data) {
  return set(__func__, options, [&](auto &it) {
    it.warn = nullptr;
    if (warn)
      it.warn = [warn, data](const std::string &text) {
        warn(data, text.c_str());
      };
  });
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static CompileOptions getOptions(DTensorCompileOptions options) {
  return options.ptr ? *static_cast<CompileOptions *>(options.ptr)
                     : CompileOptions();
}

static std::string_view getSource(const char *source, int64_t length) {
  std::span<const char> text = getList(length, source, "source");
  return {text.data(), text.size()};
}

DTensorStatus dtensorCompile(const char *source, int64_t length,
                             DTensorCompileOptions options,
                             DTensorExecutable *result) {
  return make(__func__, result, [&] {
    return compile(getSource(source, length), getOptions(options));
  });
}

DTensorStatus dtensorCompileFile(const char *path,
                                 DTensorCompileOptions options,
                                 DTensorExecutable *result) {
  return make(__func__, result, [&] {
    return compile_file(getText(path, "path"), getOptions(options));
  });
}

DTensorStatus dtensorLower(const char *source, int64_t length,
                           DTensorStage stage, DTensorCompileOptions options,
                           char **result) {
  return answer(__func__, result, [&] {
    auto last = static_cast<Stage>(
        checkElement(stage, DTENSOR_STAGE_LLVM + 1, "stage"));
    return copyText(
        lower(getSource(source, length), last, getOptions(options)));
  });
}

DTensorStatus dtensorExplain(const char *source, int64_t length,
                             const char *name, DTensorCompileOptions options,
                             char **result) {
  return answer(__func__, result, [&] {
    return copyText(explain(getSource(source, length), getText(name, "name"),
                            getOptions(options)));
  });
}

DTensorStatus dtensorGetCompileCounts(DTensorCompileCounts *result) {
  return answer(__func__, result, [] {
    CompileCounts counts = compile_counts();
    return DTensorCompileCounts{counts.compiled, counts.found_in_memory,
                                counts.found_in_folder};
  });
}
