//===- Function.cpp - Functions that programs call, in C ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Function.h"

#include "Guard.h"
#include "dt/LocalMap.h"

using namespace dt;
using namespace dt::c;

namespace {
/// The results of a call, which own what the function has written.
class Results {
public:
  explicit Results(int64_t count) : handles(count) {}
  ~Results() {
    for (DTensorTensor handle : handles)
      destroy<Tensor>(handle);
  }
  DTensorTensor *data() { return handles.data(); }
  std::vector<Tensor> take() const {
    std::vector<Tensor> tensors;
    for (DTensorTensor handle : handles)
      tensors.push_back(get<Tensor>(handle, "results"));
    return tensors;
  }

private:
  std::vector<DTensorTensor> handles;
};
} // namespace

DTensorStatus dtensorDefineFunction(const char *name, int64_t numResults,
                                    DTensorLocalFunction function, void *data) {
  return guard(__func__, [&] {
    requirePointer(name, "name");
    requirePointer(reinterpret_cast<const void *>(function), "function");
    if (numResults < 1)
      throw Error("required at least 1 result, found " +
                  std::to_string(numResults));
    define_function(
        name, [=](std::span<const Tensor> components, int64_t device) {
          // The handles of the components refer to the objects.
          std::vector<DTensorTensor> handles;
          for (const Tensor &component : components)
            handles.push_back({const_cast<Tensor *>(&component)});
          Results results(numResults);
          const char *problem =
              function(data, device, static_cast<int64_t>(handles.size()),
                       handles.data(), numResults, results.data());
          if (problem)
            throw Error(problem);
          return results.take();
        });
  });
}
