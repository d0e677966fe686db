//===- PlanTest.cpp - Layouts by names of parameters, in C ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Plan.h"
#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Plans) {
  DTensorPlan plan, noPlan{};
  EXPECT_EQ(dtensorPlanCreate(mesh, &plan), DTENSOR_OK);
  EXPECT_EQ(dtensorPlanAddColumnWise(plan, "*.up", "x"), DTENSOR_OK);
  EXPECT_EQ(dtensorPlanAddRowWise(plan, "*.down", "x"), DTENSOR_OK);
  EXPECT_EQ(dtensorPlanAddSequence(plan, "tokens", "x", 0), DTENSOR_OK);
  EXPECT_EQ(dtensorPlanAddLayout(plan, "table?", layout), DTENSOR_OK);
  EXPECT_EQ(dtensorPlanAddReplicated(plan, "[mn]*"), DTENSOR_OK);

  const char *names[] = {"0.up", "0.down", "tokens", "table1", "norm"};
  const int64_t ranks[] = {2, 2, 1, 2, 0};
  const int64_t *shapes[] = {shape, shape, shape, shape, nullptr};
  const char *layouts[] = {"unsharded,x", "x,unsharded", "x", "x,unsharded",
                           ""};
  DTensorLayout results[5];
  ASSERT_EQ(dtensorPlanGetLayouts(plan, 5, names, ranks, shapes, results),
            DTENSOR_OK)
      << dtensorGetLastError();
  for (int i = 0; i < 5; ++i) {
    const char *text;
    EXPECT_EQ(dtensorLayoutGetText(results[i], &text), DTENSOR_OK);
    EXPECT_STREQ(text, layouts[i]) << names[i];
    dtensorLayoutDestroy(results[i]);
  }
  DTensorTensor parameters[5];
  DTensorDTensor divided[5];
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(dtensorTensorCreate(elements, ranks[i], shapes[i],
                                  DTENSOR_FLOAT32, &parameters[i]),
              DTENSOR_OK);
  ASSERT_EQ(dtensorPlanDistribute(plan, 5, names, parameters, divided),
            DTENSOR_OK)
      << dtensorGetLastError();
  DTensorTensor component;
  char *text;
  EXPECT_EQ(dtensorDTensorGetComponent(divided[0], 1, &component), DTENSOR_OK);
  EXPECT_EQ(dtensorTensorPrint(component, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "[[1]\n [3]\n [5]]");
  dtensorStringDestroy(text);
  dtensorTensorDestroy(component);
  for (int i = 0; i < 5; ++i)
    dtensorDTensorDestroy(divided[i]);

  expectInvalid(dtensorPlanGetLayouts(plan, 4, names, ranks, shapes, results),
                "dtensorPlanGetLayouts: pattern '[mn]*' matches no parameter; "
                "the nearest are '0.up', '0.down', 'table1'");
  const char *twice[] = {"norm", "norm"};
  expectInvalid(dtensorPlanGetLayouts(plan, 2, twice, ranks, shapes, results),
                "dtensorPlanGetLayouts: parameter 'norm' is there twice");
  const char *null[] = {nullptr};
  expectInvalid(dtensorPlanGetLayouts(plan, 1, null, ranks, shapes, results),
                "dtensorPlanGetLayouts: argument 'names' is null");
  expectInvalid(dtensorPlanGetLayouts(plan, 1, nullptr, ranks, shapes, results),
                "dtensorPlanGetLayouts: argument 'names' is null");
  expectInvalid(dtensorPlanGetLayouts(plan, 1, names, nullptr, shapes, results),
                "dtensorPlanGetLayouts: argument 'ranks' is null");
  expectInvalid(dtensorPlanGetLayouts(plan, 1, names, ranks, nullptr, results),
                "dtensorPlanGetLayouts: argument 'shapes' is null");
  expectInvalid(dtensorPlanGetLayouts(plan, 1, names, ranks, shapes, nullptr),
                "dtensorPlanGetLayouts: argument 'results' is null");
  expectInvalid(
      dtensorPlanGetLayouts(noPlan, 0, nullptr, nullptr, nullptr, nullptr),
      "dtensorPlanGetLayouts: argument 'plan' is null");
  expectInvalid(dtensorPlanDistribute(plan, 5, names, nullptr, divided),
                "dtensorPlanDistribute: argument 'parameters' is null");
  expectInvalid(dtensorPlanDistribute(plan, 1, names, &noTensor, divided),
                "dtensorPlanDistribute: argument 'parameters' is null");
  expectInvalid(dtensorPlanDistribute(plan, -1, names, parameters, divided),
                "dtensorPlanDistribute: required at least 0 elements of "
                "'parameters', found -1");
  expectInvalid(dtensorPlanCreate(noMesh, &noPlan),
                "dtensorPlanCreate: argument 'mesh' is null");
  expectInvalid(dtensorPlanAddColumnWise(noPlan, "*", "x"),
                "dtensorPlanAddColumnWise: argument 'plan' is null");
  expectInvalid(dtensorPlanAddRowWise(plan, nullptr, "x"),
                "dtensorPlanAddRowWise: argument 'pattern' is null");
  expectInvalid(dtensorPlanAddSequence(plan, "*", nullptr, 1),
                "dtensorPlanAddSequence: argument 'dim' is null");
  expectInvalid(dtensorPlanAddReplicated(plan, nullptr),
                "dtensorPlanAddReplicated: argument 'pattern' is null");
  expectInvalid(dtensorPlanAddLayout(plan, "*", noLayout),
                "dtensorPlanAddLayout: argument 'layout' is null");
  for (DTensorTensor parameter : parameters)
    dtensorTensorDestroy(parameter);
  dtensorPlanDestroy(plan);
  dtensorPlanDestroy(noPlan);
}

} // namespace
