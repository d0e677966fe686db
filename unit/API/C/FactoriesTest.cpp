//===- FactoriesTest.cpp - Tensors that a formula gives, in C -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Factories) {
  auto expectText = [&](DTensorStatus status, DTensorDTensor made,
                        const char *text) {
    ASSERT_EQ(status, DTENSOR_OK) << dtensorGetLastError();
    DTensorTensor full;
    char *found;
    EXPECT_EQ(dtensorDTensorGetFull(made, &full), DTENSOR_OK);
    EXPECT_EQ(dtensorTensorPrint(full, &found), DTENSOR_OK);
    if (text)
      EXPECT_STREQ(found, text);
    dtensorStringDestroy(found);
    dtensorTensorDestroy(full);
    dtensorDTensorDestroy(made);
  };
  DTensorDTensor made;
  DTensorLayout line;
  EXPECT_EQ(dtensorLayoutParse("x", mesh, &line), DTENSOR_OK);
  DTensorStatus status = dtensorEmpty(2, shape, DTENSOR_INT8, layout, &made);
  expectText(status, made, nullptr);
  status = dtensorZeros(2, shape, DTENSOR_FLOAT8_E5M2, layout, &made);
  expectText(status, made, "[[0 0]\n [0 0]\n [0 0]]");
  status = dtensorOnes(2, shape, DTENSOR_BOOL, layout, &made);
  expectText(status, made, "[[True True]\n [True True]\n [True True]]");
  status = dtensorFull(2, shape, 2.5, DTENSOR_FLOAT16, layout, &made);
  expectText(status, made, "[[2.5 2.5]\n [2.5 2.5]\n [2.5 2.5]]");
  const double value[] = {1, -2};
  DTensorTensor scalar;
  EXPECT_EQ(dtensorTensorCreate(value, 0, nullptr, DTENSOR_COMPLEX128, &scalar),
            DTENSOR_OK);
  const int64_t two[] = {2};
  status = dtensorFullOf(1, two, scalar, line, &made);
  expectText(status, made, "[1-2j 1-2j]");
  status = dtensorArange(4, DTENSOR_UINT8, line, &made);
  expectText(status, made, "[0 1 2 3]");
  status = dtensorEye(2, 3, DTENSOR_INT64, layout, &made);
  expectText(status, made, "[[1 0 0]\n [0 1 0]]");
  status = dtensorRand(1, two, 1, DTENSOR_FLOAT32, line, &made);
  expectText(status, made, "[ 0.8946847 0.71126807]");
  status = dtensorRandn(1, two, 1, DTENSOR_BFLOAT16, line, &made);
  expectText(status, made, "[1.25 0.56]");

  expectInvalid(dtensorEmpty(2, nullptr, DTENSOR_INT8, layout, &made),
                "dtensorEmpty: argument 'shape' is null");
  expectInvalid(dtensorZeros(2, shape, DTENSOR_INT8, noLayout, &made),
                "dtensorZeros: argument 'layout' is null");
  expectInvalid(dtensorOnes(2, shape, DTENSOR_INT8, layout, nullptr),
                "dtensorOnes: argument 'result' is null");
  expectInvalid(dtensorFull(2, shape, 0.5, DTENSOR_INT8, layout, &made),
                "dtensorFull: full: required a number that int8 has, found "
                "0.500000");
  expectInvalid(dtensorFullOf(2, shape, noTensor, layout, &made),
                "dtensorFullOf: argument 'value' is null");
  expectInvalid(dtensorFullOf(2, shape, tensor, layout, &made),
                "dtensorFullOf: full: required a scalar, found 3x2xfloat32");
  expectInvalid(dtensorArange(4, DTENSOR_INT8, layout, &made),
                "dtensorArange: arange of 4xint8: required a layout of rank 1, "
                "found 'x,unsharded' of rank 2");
  expectInvalid(dtensorEye(2, -1, DTENSOR_INT8, layout, &made),
                "dtensorEye: eye: required extents of at least 0, found a "
                "tensor 2x-1xi8");
  expectInvalid(dtensorRand(2, shape, 1, DTENSOR_INT8, layout, &made),
                "dtensorRand: rand: required a float type, found int8");
  expectInvalid(dtensorRandn(-1, shape, 1, DTENSOR_FLOAT32, layout, &made),
                "dtensorRandn: required at least 0 elements of 'shape', found "
                "-1");
  dtensorTensorDestroy(scalar);
  dtensorLayoutDestroy(line);
}

} // namespace
