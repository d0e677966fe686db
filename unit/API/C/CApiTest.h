//===- CApiTest.h - Objects for tests of the C API --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_API_C_CAPITEST_H
#define DTENSOR_UNIT_API_C_CAPITEST_H

#include "dtensor-c/Executable.h"
#include "dtensor-c/Factories.h"
#include "gtest/gtest.h"

/// Everything that there is, made once.
class CApiTest : public testing::Test {
protected:
  CApiTest() {
    const char *names[] = {"x"};
    const int64_t sizes[] = {2};
    const char *specs[] = {"x", "unsharded"};
    EXPECT_EQ(dtensorMeshCreate(1, names, sizes, &mesh), DTENSOR_OK);
    EXPECT_EQ(dtensorLayoutCreate(2, specs, mesh, &layout), DTENSOR_OK);
    EXPECT_EQ(dtensorTensorCreate(elements, 2, shape, DTENSOR_FLOAT32, &tensor),
              DTENSOR_OK);
    EXPECT_EQ(dtensorDistribute(tensor, layout, &dtensor), DTENSOR_OK);
    EXPECT_EQ(dtensorExecutableLoad(LOADED_PROGRAM, &executable), DTENSOR_OK);
  }
  ~CApiTest() override {
    dtensorExecutableDestroy(executable);
    dtensorDTensorDestroy(dtensor);
    dtensorTensorDestroy(tensor);
    dtensorLayoutDestroy(layout);
    dtensorMeshDestroy(mesh);
  }

  /// Expects that a call fails with this text.
  void expectInvalid(DTensorStatus status, const std::string &text) {
    EXPECT_EQ(status, DTENSOR_INVALID) << text;
    EXPECT_EQ(dtensorGetLastError(), text);
  }

  const float elements[6] = {0, 1, 2, 3, 4, 5};
  const int64_t shape[2] = {3, 2};
  DTensorMesh mesh{}, noMesh{};
  DTensorLayout layout{}, noLayout{};
  DTensorTensor tensor{}, noTensor{};
  DTensorDTensor dtensor{}, noDTensor{};
  DTensorExecutable executable{}, noExecutable{};
  DTensorContext context{};
  DTensorFuture noFuture{};
};

#endif // DTENSOR_UNIT_API_C_CAPITEST_H
