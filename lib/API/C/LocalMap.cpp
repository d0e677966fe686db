//===- LocalMap.cpp - Functions on components, in C -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/LocalMap.h"

#include "Guard.h"
#include "dtensor-c/LocalMap.h"

using namespace dt;
using namespace dt::c;

/// Calls the C function on one device.
static std::vector<Tensor> callOnDevice(DTensorLocalFunction function,
                                        void *data, int64_t device,
                                        std::span<const Tensor> components,
                                        int64_t numResults) {
  std::vector<DTensorTensor> sources;
  for (const Tensor &component : components)
    sources.push_back({const_cast<Tensor *>(&component)});
  // Whatever the function gives is taken, also beside an error.
  struct Results : std::vector<DTensorTensor> {
    using std::vector<DTensorTensor>::vector;
    ~Results() {
      for (DTensorTensor each : *this)
        dtensorTensorDestroy(each);
    }
  } given(numResults);
  if (const char *problem = function(data, device, components.size(),
                                     sources.data(), numResults, given.data()))
    throw Error(problem);
  return getAll<Tensor>(numResults, given.data(), "results");
}

DTensorStatus dtensorLocalMap(DTensorLocalFunction function, void *data,
                              int64_t numArguments,
                              const DTensorDTensor *arguments,
                              int64_t numResults,
                              const DTensorLayout *outLayouts,
                              const DTensorLocalMapOptions *options,
                              DTensorContext context, DTensorDTensor *results) {
  return guard(__func__, [&] {
    if (!function)
      throw Error("argument 'function' is null");
    getList(numResults, results, "results");
    LocalMapOptions localOptions;
    if (options) {
      if (options->inLayouts)
        localOptions.in_layouts =
            getAll<Layout>(numArguments, options->inLayouts, "inLayouts");
      localOptions.redistribute_inputs = options->redistributeInputs;
      if (options->stackBytes != 0)
        localOptions.stack_bytes = options->stackBytes;
    }
    auto call = local_map(
        [&](std::span<const Tensor> components, int64_t device) {
          return callOnDevice(function, data, device, components, numResults);
        },
        getAll<Layout>(numResults, outLayouts, "outLayouts"), localOptions,
        getContext(context));
    giveAll(call(getAll<DTensor>(numArguments, arguments, "arguments")),
            results);
  });
}

DTensorStatus dtensorDefineFunction(const char *name, int64_t numResults,
                                    DTensorLocalFunction function, void *data) {
  return guard(__func__, [&] {
    requirePointer(name, "name");
    if (!function)
      throw Error("argument 'function' is null");
    if (numResults < 1)
      throw Error("required at least 1 result, found " +
                  std::to_string(numResults));
    define_function(
        name, [=](std::span<const Tensor> components, int64_t device) {
          return callOnDevice(function, data, device, components, numResults);
        });
  });
}
