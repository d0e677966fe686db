//===- VariableTest.cpp - Tensors that are updated, in C ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Variable.h"
#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Variables) {
  DTensorVariable variable, noVariable{};
  EXPECT_EQ(dtensorVariableCreate(dtensor, "w", &variable), DTENSOR_OK);
  const char *name;
  DTensorDType dtype;
  int64_t rank;
  const int64_t *extents;
  DTensorLayout found;
  bool equal;
  EXPECT_EQ(dtensorVariableGetName(variable, &name), DTENSOR_OK);
  EXPECT_STREQ(name, "w");
  EXPECT_EQ(dtensorVariableGetDType(variable, &dtype), DTENSOR_OK);
  EXPECT_EQ(dtype, DTENSOR_FLOAT32);
  EXPECT_EQ(dtensorVariableGetRank(variable, &rank), DTENSOR_OK);
  EXPECT_EQ(rank, 2);
  EXPECT_EQ(dtensorVariableGetShape(variable, &extents), DTENSOR_OK);
  EXPECT_EQ(extents[0], 3);
  EXPECT_EQ(dtensorVariableGetLayout(variable, &found), DTENSOR_OK);
  EXPECT_EQ(dtensorLayoutEqual(found, layout, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  dtensorLayoutDestroy(found);

  // A value that was read stays when another is assigned.
  DTensorDTensor before, after, next;
  EXPECT_EQ(dtensorVariableGetValue(variable, &before), DTENSOR_OK);
  EXPECT_EQ(dtensorExecutableRun(executable, context, 1, &before, 1, &next),
            DTENSOR_OK);
  EXPECT_EQ(dtensorVariableAssign(variable, next), DTENSOR_OK);
  dtensorDTensorDestroy(next);
  EXPECT_EQ(dtensorVariableGetValue(variable, &after), DTENSOR_OK);
  auto getText = [](DTensorDTensor value) {
    DTensorTensor full;
    char *text;
    EXPECT_EQ(dtensorDTensorGetFull(value, &full), DTENSOR_OK);
    EXPECT_EQ(dtensorTensorPrint(full, &text), DTENSOR_OK);
    std::string copy = text;
    dtensorStringDestroy(text);
    dtensorTensorDestroy(full);
    dtensorDTensorDestroy(value);
    return copy;
  };
  EXPECT_EQ(getText(before), "[[0 1]\n [2 3]\n [4 5]]");
  EXPECT_EQ(getText(after), "[[1 2]\n [3 4]\n [5 6]]");

  DTensorLayout whole;
  DTensorDTensor other;
  EXPECT_EQ(dtensorLayoutCreateReplicated(mesh, 2, &whole), DTENSOR_OK);
  EXPECT_EQ(dtensorRelayout(dtensor, whole, &other), DTENSOR_OK);
  expectInvalid(
      dtensorVariableAssign(variable, other),
      "dtensorVariableAssign: variable 'w': required layout 'x,unsharded', "
      "found 'unsharded,unsharded'; the layout of a variable never changes; "
      "relayout() changes that of a value");
  expectInvalid(dtensorVariableAssign(variable, noDTensor),
                "dtensorVariableAssign: argument 'value' is null");
  expectInvalid(dtensorVariableAssign(noVariable, other),
                "dtensorVariableAssign: argument 'variable' is null");
  dtensorDTensorDestroy(other);
  dtensorLayoutDestroy(whole);
  expectInvalid(dtensorVariableCreate(noDTensor, "w", &variable),
                "dtensorVariableCreate: argument 'initial' is null");
  expectInvalid(dtensorVariableCreate(dtensor, "w", nullptr),
                "dtensorVariableCreate: argument 'result' is null");
  expectInvalid(dtensorVariableGetName(noVariable, &name),
                "dtensorVariableGetName: argument 'variable' is null");
  expectInvalid(dtensorVariableGetDType(noVariable, &dtype),
                "dtensorVariableGetDType: argument 'variable' is null");
  expectInvalid(dtensorVariableGetRank(noVariable, &rank),
                "dtensorVariableGetRank: argument 'variable' is null");
  expectInvalid(dtensorVariableGetShape(variable, nullptr),
                "dtensorVariableGetShape: argument 'result' is null");
  expectInvalid(dtensorVariableGetLayout(noVariable, &found),
                "dtensorVariableGetLayout: argument 'variable' is null");
  expectInvalid(dtensorVariableGetValue(noVariable, &before),
                "dtensorVariableGetValue: argument 'variable' is null");
  dtensorVariableDestroy(variable);
  dtensorVariableDestroy(noVariable);
}

} // namespace
