//===- TensorTest.cpp - Tensors in C --------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"

#include <atomic>

namespace {

TEST_F(CApiTest, Tensors) {
  int64_t number;
  const int64_t *extents;
  const void *data;
  char *text;
  DTensorDType dtype;
  EXPECT_EQ(dtensorTensorGetNumBytes(tensor, &number), DTENSOR_OK);
  EXPECT_EQ(number, 24);
  EXPECT_EQ(dtensorTensorGetRank(tensor, &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorTensorGetShape(tensor, &extents), DTENSOR_OK);
  EXPECT_EQ(extents[0], 3);
  EXPECT_EQ(dtensorTensorGetDType(tensor, &dtype), DTENSOR_OK);
  EXPECT_EQ(dtype, DTENSOR_FLOAT32);
  EXPECT_EQ(dtensorTensorPrint(tensor, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "[[0 1]\n [2 3]\n [4 5]]");
  dtensorStringDestroy(text);
  EXPECT_EQ(dtensorTensorGetData(tensor, &data), DTENSOR_OK);
  EXPECT_NE(data, elements);

  // Borrowed memory is released with the last that needs it.
  std::atomic<int> numReleases{0};
  auto release = [](void *count) { ++*static_cast<std::atomic<int> *>(count); };
  DTensorTensor borrowed, other;
  DTensorDTensor distributed;
  EXPECT_EQ(dtensorTensorBorrow(elements, 2, shape, DTENSOR_FLOAT32, release,
                                &numReleases, &borrowed),
            DTENSOR_OK);
  EXPECT_EQ(dtensorTensorGetData(borrowed, &data), DTENSOR_OK);
  EXPECT_EQ(data, elements);
  EXPECT_EQ(dtensorDistribute(borrowed, layout, &distributed), DTENSOR_OK);
  dtensorTensorDestroy(borrowed);
  EXPECT_EQ(numReleases, 0);
  dtensorDTensorDestroy(distributed);
  EXPECT_EQ(numReleases, 1);
  expectInvalid(dtensorTensorBorrow(nullptr, 2, shape, DTENSOR_FLOAT32, release,
                                    &numReleases, &borrowed),
                "dtensorTensorBorrow: a tensor 3x2xfloat32: required memory, "
                "found a null pointer");
  EXPECT_EQ(numReleases, 1);

  expectInvalid(dtensorTensorBorrow(elements, 2, nullptr, DTENSOR_FLOAT32,
                                    nullptr, nullptr, &borrowed),
                "dtensorTensorBorrow: argument 'shape' is null");
  expectInvalid(dtensorTensorBorrow(elements, 2, shape, DTENSOR_FLOAT32,
                                    nullptr, nullptr, nullptr),
                "dtensorTensorBorrow: argument 'result' is null");
  expectInvalid(dtensorTensorCreate(nullptr, 2, shape, DTENSOR_FLOAT32, &other),
                "dtensorTensorCreate: argument 'data' is null");
  expectInvalid(
      dtensorTensorCreate(elements, 2, nullptr, DTENSOR_FLOAT32, &other),
      "dtensorTensorCreate: argument 'shape' is null");
  expectInvalid(
      dtensorTensorCreate(elements, -1, shape, DTENSOR_FLOAT32, &other),
      "dtensorTensorCreate: required at least 0 elements of 'shape', found -1");
  expectInvalid(
      dtensorTensorCreate(elements, 2, shape, DTENSOR_FLOAT32, nullptr),
      "dtensorTensorCreate: argument 'result' is null");
  expectInvalid(dtensorTensorCreate(elements, 2, shape,
                                    static_cast<DTensorDType>(23), &other),
                "dtensorTensorCreate: there is no element type 23");
  expectInvalid(dtensorTensorGetData(noTensor, &data),
                "dtensorTensorGetData: argument 'tensor' is null");
  expectInvalid(dtensorTensorGetData(tensor, nullptr),
                "dtensorTensorGetData: argument 'result' is null");
  expectInvalid(dtensorTensorGetNumBytes(noTensor, &number),
                "dtensorTensorGetNumBytes: argument 'tensor' is null");
  expectInvalid(dtensorTensorGetNumBytes(tensor, nullptr),
                "dtensorTensorGetNumBytes: argument 'result' is null");
  expectInvalid(dtensorTensorGetDType(noTensor, &dtype),
                "dtensorTensorGetDType: argument 'tensor' is null");
  expectInvalid(dtensorTensorGetDType(tensor, nullptr),
                "dtensorTensorGetDType: argument 'result' is null");
  expectInvalid(dtensorTensorGetRank(noTensor, &number),
                "dtensorTensorGetRank: argument 'tensor' is null");
  expectInvalid(dtensorTensorGetRank(tensor, nullptr),
                "dtensorTensorGetRank: argument 'result' is null");
  expectInvalid(dtensorTensorGetShape(noTensor, &extents),
                "dtensorTensorGetShape: argument 'tensor' is null");
  expectInvalid(dtensorTensorGetShape(tensor, nullptr),
                "dtensorTensorGetShape: argument 'result' is null");
  expectInvalid(dtensorTensorPrint(noTensor, &text),
                "dtensorTensorPrint: argument 'tensor' is null");
  expectInvalid(dtensorTensorPrint(tensor, nullptr),
                "dtensorTensorPrint: argument 'result' is null");
  dtensorTensorDestroy(noTensor);
  dtensorStringDestroy(nullptr);
}

TEST_F(CApiTest, ElementTypes) {
  const char *name;
  int64_t size;
  DTensorDType dtype;
  EXPECT_EQ(dtensorDTypeGetName(DTENSOR_FLOAT8_E4M3FN, &name), DTENSOR_OK);
  EXPECT_STREQ(name, "float8_e4m3fn");
  EXPECT_EQ(dtensorDTypeParse("f8E8M0FNU", &dtype), DTENSOR_OK);
  EXPECT_EQ(dtype, DTENSOR_FLOAT8_E8M0FNU);
  for (int number = 0; number <= DTENSOR_FLOAT8_E8M0FNU; ++number) {
    EXPECT_EQ(dtensorDTypeGetName(static_cast<DTensorDType>(number), &name),
              DTENSOR_OK);
    EXPECT_EQ(dtensorDTypeParse(name, &dtype), DTENSOR_OK);
    EXPECT_EQ(dtype, number);
  }
  EXPECT_EQ(dtensorDTypeGetSize(DTENSOR_COMPLEX64, &size), DTENSOR_OK);
  EXPECT_EQ(size, 8);
  expectInvalid(dtensorDTypeGetName(static_cast<DTensorDType>(23), &name),
                "dtensorDTypeGetName: there is no element type 23");
  expectInvalid(dtensorDTypeGetSize(static_cast<DTensorDType>(-1), &size),
                "dtensorDTypeGetSize: there is no element type -1");
  expectInvalid(dtensorDTypeParse(nullptr, &dtype),
                "dtensorDTypeParse: argument 'name' is null");
}

TEST_F(CApiTest, TensorsAreWritten) {
  DTensorTensor made;
  void *data;
  bool equal;
  EXPECT_EQ(dtensorTensorCreateEmpty(2, shape, DTENSOR_FLOAT32, &made),
            DTENSOR_OK);
  EXPECT_EQ(dtensorTensorGetMutableData(made, &data), DTENSOR_OK);
  std::copy(elements, elements + 6, static_cast<float *>(data));
  EXPECT_EQ(dtensorTensorEqual(made, tensor, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  static_cast<float *>(data)[5] = 6;
  EXPECT_EQ(dtensorTensorEqual(made, tensor, &equal), DTENSOR_OK);
  EXPECT_FALSE(equal);
  // A DTensor shares the memory of the other one.
  expectInvalid(dtensorTensorGetMutableData(tensor, &data),
                "dtensorTensorGetMutableData: a tensor 3x2xfloat32 cannot be "
                "written to while a DTensor shares its memory");
  expectInvalid(dtensorTensorGetMutableData(noTensor, &data),
                "dtensorTensorGetMutableData: argument 'tensor' is null");
  expectInvalid(dtensorTensorEqual(made, noTensor, &equal),
                "dtensorTensorEqual: argument 'b' is null");
  dtensorTensorDestroy(made);
  expectInvalid(dtensorTensorCreateEmpty(2, nullptr, DTENSOR_FLOAT32, &made),
                "dtensorTensorCreateEmpty: argument 'shape' is null");
}

} // namespace
