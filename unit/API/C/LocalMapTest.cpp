//===- LocalMapTest.cpp - Functions on components, in C -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/LocalMap.h"
#include "CApiTest.h"

#include <atomic>

namespace {

/// Gives the components twice, and counts its calls in `data`. On device 1 it
/// fails if it has no data.
const char *addOne(void *data, int64_t device, int64_t numComponents,
                   const DTensorTensor *components, int64_t numResults,
                   DTensorTensor *results) {
  EXPECT_EQ(numComponents, 1);
  EXPECT_EQ(numResults, 1);
  const void *from;
  const int64_t *extents;
  void *to;
  EXPECT_EQ(dtensorTensorGetData(components[0], &from), DTENSOR_OK);
  EXPECT_EQ(dtensorTensorGetShape(components[0], &extents), DTENSOR_OK);
  EXPECT_EQ(dtensorTensorCreateEmpty(2, extents, DTENSOR_FLOAT32, &results[0]),
            DTENSOR_OK);
  EXPECT_EQ(dtensorTensorGetMutableData(results[0], &to), DTENSOR_OK);
  for (int64_t i = 0; i < extents[0] * extents[1]; ++i)
    static_cast<float *>(to)[i] = static_cast<const float *>(from)[i] + 1;
  if (data)
    ++*static_cast<std::atomic<int> *>(data);
  // The text is copied before it ends.
  static thread_local std::string problem;
  problem = "no data on device " + std::to_string(device);
  return data || device != 1 ? nullptr : problem.c_str();
}

/// Gives nothing.
const char *giveNothing(void *, int64_t, int64_t, const DTensorTensor *,
                        int64_t, DTensorTensor *) {
  return nullptr;
}

TEST_F(CApiTest, LocalMaps) {
  std::atomic<int> numCalls{0};
  DTensorDTensor result;
  ASSERT_EQ(dtensorLocalMap(addOne, &numCalls, 1, &dtensor, 1, &layout, nullptr,
                            context, &result),
            DTENSOR_OK)
      << dtensorGetLastError();
  EXPECT_EQ(numCalls, 2);
  DTensorTensor full;
  char *text;
  EXPECT_EQ(dtensorDTensorGetFull(result, &full), DTENSOR_OK);
  EXPECT_EQ(dtensorTensorPrint(full, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "[[1 2]\n [3 4]\n [5 6]]");
  dtensorStringDestroy(text);
  dtensorTensorDestroy(full);
  dtensorDTensorDestroy(result);

  // An argument in another layout.
  DTensorLayout columns;
  EXPECT_EQ(dtensorLayoutParse("unsharded,x", mesh, &columns), DTENSOR_OK);
  DTensorLocalMapOptions options{&columns, false, 1 << 16};
  expectInvalid(
      dtensorLocalMap(addOne, &numCalls, 1, &dtensor, 1, &columns, &options,
                      context, &result),
      "dtensorLocalMap: local_map: argument 0: required layout 'unsharded,x' "
      "of mesh 'x=2', found 'x,unsharded' of mesh 'x=2'; redistribute_inputs "
      "would change it");
  options.redistributeInputs = true;
  ASSERT_EQ(dtensorLocalMap(addOne, &numCalls, 1, &dtensor, 1, &columns,
                            &options, context, &result),
            DTENSOR_OK)
      << dtensorGetLastError();
  dtensorDTensorDestroy(result);
  dtensorLayoutDestroy(columns);

  EXPECT_EQ(dtensorLocalMap(addOne, nullptr, 1, &dtensor, 1, &layout, nullptr,
                            context, &result),
            DTENSOR_PROGRAM_FAILED);
  EXPECT_STREQ(dtensorGetLastError(),
               "dtensorLocalMap: device 1: local_map: no data on device 1");
  EXPECT_EQ(dtensorLocalMap(giveNothing, nullptr, 1, &dtensor, 1, &layout,
                            nullptr, context, &result),
            DTENSOR_PROGRAM_FAILED);
  EXPECT_NE(std::string(dtensorGetLastError())
                .find("local_map: argument 'results' is null"),
            std::string::npos);
  expectInvalid(dtensorLocalMap(nullptr, nullptr, 1, &dtensor, 1, &layout,
                                nullptr, context, &result),
                "dtensorLocalMap: argument 'function' is null");
  expectInvalid(dtensorLocalMap(addOne, nullptr, 1, nullptr, 1, &layout,
                                nullptr, context, &result),
                "dtensorLocalMap: argument 'arguments' is null");
  expectInvalid(dtensorLocalMap(addOne, nullptr, 1, &noDTensor, 1, &layout,
                                nullptr, context, &result),
                "dtensorLocalMap: argument 'arguments' is null");
  expectInvalid(dtensorLocalMap(addOne, nullptr, 1, &dtensor, 1, nullptr,
                                nullptr, context, &result),
                "dtensorLocalMap: argument 'outLayouts' is null");
  expectInvalid(dtensorLocalMap(addOne, nullptr, 1, &dtensor, 1, &layout,
                                nullptr, context, nullptr),
                "dtensorLocalMap: argument 'results' is null");
  options = {&noLayout, false, 0};
  expectInvalid(dtensorLocalMap(addOne, nullptr, 1, &dtensor, 1, &layout,
                                &options, context, &result),
                "dtensorLocalMap: argument 'inLayouts' is null");
  options = {nullptr, false, -1};
  expectInvalid(dtensorLocalMap(addOne, nullptr, 1, &dtensor, 1, &layout,
                                &options, context, &result),
                "dtensorLocalMap: local_map: required at least 0 bytes of "
                "stack, found -1");
}

} // namespace
