//===- Executable.cpp - Compiled programs in C ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Executable.h"

#include "Guard.h"
#include "dtensor-c/Executable.h"

#include <algorithm>

using namespace dt;
using namespace dt::c;

using Future = std::future<std::vector<DTensor>>;

DTensorStatus dtensorExecutableLoad(const char *path,
                                    DTensorExecutable *result) {
  return make(__func__, result, [&] {
    requirePointer(path, "path");
    return Executable::load(path);
  });
}

void dtensorExecutableDestroy(DTensorExecutable executable) {
  destroy<Executable>(executable);
}

DTensorStatus dtensorExecutableGetName(DTensorExecutable executable,
                                       const char **result) {
  return answer(__func__, result, [&] {
    return get<Executable>(executable, "executable").name().c_str();
  });
}

DTensorStatus dtensorExecutableGetReport(DTensorExecutable executable,
                                         const char **result) {
  return answer(__func__, result, [&] {
    return get<Executable>(executable, "executable").report().c_str();
  });
}

DTensorStatus dtensorExecutableGetPeakBytes(DTensorExecutable executable,
                                            int64_t *result) {
  return answer(__func__, result, [&] {
    return get<Executable>(executable, "executable").peak_bytes();
  });
}

DTensorStatus dtensorExecutableGetNumArguments(DTensorExecutable executable,
                                               int64_t *result) {
  return answer(__func__, result, [&] {
    return get<Executable>(executable, "executable").arguments().size();
  });
}

DTensorStatus dtensorExecutableGetNumResults(DTensorExecutable executable,
                                             int64_t *result) {
  return answer(__func__, result, [&] {
    return get<Executable>(executable, "executable").results().size();
  });
}

/// Errors: an index that is out of range.
static const ValueInfo &getInfo(const std::vector<ValueInfo> &values,
                                const char *what, int64_t index) {
  int64_t count = values.size();
  if (index < 0 || index >= count)
    throw Error("required one of " + std::to_string(count) + " " + what +
                ", found " + std::to_string(index));
  return values[index];
}

static DTensorValueInfo describe(const ValueInfo &info) {
  return {info.name.c_str(),
          static_cast<DTensorDType>(info.dtype),
          static_cast<int64_t>(info.shape.size()),
          info.shape.data(),
          info.layout.str().c_str(),
          info.donated};
}

DTensorStatus dtensorExecutableGetArgument(DTensorExecutable executable,
                                           int64_t index,
                                           DTensorValueInfo *result) {
  return answer(__func__, result, [&] {
    return describe(
        getInfo(get<Executable>(executable, "executable").arguments(),
                "arguments", index));
  });
}

DTensorStatus dtensorExecutableGetResult(DTensorExecutable executable,
                                         int64_t index,
                                         DTensorValueInfo *result) {
  return answer(__func__, result, [&] {
    return describe(getInfo(get<Executable>(executable, "executable").results(),
                            "results", index));
  });
}

DTensorStatus dtensorExecutableGetMesh(DTensorExecutable executable,
                                       DTensorMesh *result) {
  return make(__func__, result,
              [&] { return get<Executable>(executable, "executable").mesh(); });
}

DTensorStatus dtensorExecutableGetArgumentLayout(DTensorExecutable executable,
                                                 int64_t index,
                                                 DTensorLayout *result) {
  return make(__func__, result, [&] {
    return getInfo(get<Executable>(executable, "executable").arguments(),
                   "arguments", index)
        .layout;
  });
}

/// Errors: another number of results than the program has.
static void checkResults(const Executable &executable, int64_t count,
                         const DTensorDTensor *results) {
  getList(count, results, "results");
  int64_t required = executable.results().size();
  if (count != required)
    throw Error("required space for " + std::to_string(required) +
                " results, found " + std::to_string(count));
}

DTensorStatus dtensorExecutableRun(DTensorExecutable executable,
                                   DTensorContext context, int64_t numArguments,
                                   const DTensorDTensor *arguments,
                                   int64_t numResults,
                                   DTensorDTensor *results) {
  return guard(__func__, [&] {
    const Executable &program = get<Executable>(executable, "executable");
    checkResults(program, numResults, results);
    std::vector<DTensor> tensors =
        getAll<DTensor>(numArguments, arguments, "arguments");
    giveAll(program.run(std::span<const DTensor>(tensors), getContext(context)),
            results);
  });
}

DTensorStatus
dtensorExecutableRunTaking(DTensorExecutable executable, DTensorContext context,
                           int64_t numArguments, DTensorDTensor *arguments,
                           int64_t numResults, DTensorDTensor *results) {
  return guard(__func__, [&] {
    const Executable &program = get<Executable>(executable, "executable");
    checkResults(program, numResults, results);
    std::vector<DTensor> tensors =
        getAll<DTensor>(numArguments, arguments, "arguments");
    // A handle may be there twice. The program sees then that another argument
    // has its components.
    std::vector<DTensor *> handles;
    for (int64_t i = 0; i < numArguments; ++i)
      handles.push_back(static_cast<DTensor *>(arguments[i].ptr));
    for (DTensor *handle : handles)
      DTensor(std::move(*handle));
    std::vector<DTensor> values;
    try {
      values = program.run(std::move(tensors), getContext(context));
    } catch (...) {
      for (size_t i = 0; i < handles.size(); ++i)
        *handles[i] = tensors[i];
      throw;
    }
    std::sort(handles.begin(), handles.end());
    handles.erase(std::unique(handles.begin(), handles.end()), handles.end());
    for (DTensor *handle : handles)
      delete handle;
    for (int64_t i = 0; i < numArguments; ++i)
      arguments[i].ptr = nullptr;
    giveAll(std::move(values), results);
  });
}

DTensorStatus dtensorExecutableRunAsync(DTensorExecutable executable,
                                        DTensorContext context,
                                        int64_t numArguments,
                                        const DTensorDTensor *arguments,
                                        DTensorFuture *result) {
  return make(__func__, result, [&] {
    const Executable &program = get<Executable>(executable, "executable");
    std::vector<DTensor> tensors =
        getAll<DTensor>(numArguments, arguments, "arguments");
    return program.run_async(std::span<const DTensor>(tensors),
                             getContext(context));
  });
}

DTensorStatus dtensorFutureGet(DTensorFuture future, int64_t numResults,
                               DTensorDTensor *results) {
  return guard(__func__, [&] {
    Future &run = get<Future>(future, "future");
    getList(numResults, results, "results");
    if (!run.valid())
      throw Error("the results of the run were already given");
    std::vector<DTensor> tensors = run.get();
    int64_t count = tensors.size();
    if (count != numResults)
      throw Error("required space for " + std::to_string(count) +
                  " results, found " + std::to_string(numResults));
    giveAll(std::move(tensors), results);
  });
}

void dtensorFutureDestroy(DTensorFuture future) { destroy<Future>(future); }
