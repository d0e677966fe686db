//===- DTensorTest.cpp - Tensors on a mesh in C ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"

namespace {

TEST_F(CApiTest, DTensors) {
  int64_t number;
  const int64_t *extents;
  char *text;
  DTensorDType dtype;
  DTensorLayout ofTensor;
  DTensorTensor components[2], full;
  DTensorDTensor other;
  EXPECT_EQ(dtensorDTensorGetDType(dtensor, &dtype), DTENSOR_OK);
  EXPECT_EQ(dtype, DTENSOR_FLOAT32);
  EXPECT_EQ(dtensorDTensorGetRank(dtensor, &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorDTensorGetShape(dtensor, &extents), DTENSOR_OK);
  EXPECT_EQ(extents[1], 2);
  EXPECT_EQ(dtensorDTensorGetLayout(dtensor, &ofTensor), DTENSOR_OK);
  EXPECT_EQ(dtensorDTensorGetComponent(dtensor, 0, &components[0]), DTENSOR_OK);
  EXPECT_EQ(dtensorDTensorGetComponent(dtensor, 1, &components[1]), DTENSOR_OK);
  EXPECT_EQ(dtensorPack(2, components, ofTensor, true, &other), DTENSOR_OK);
  EXPECT_EQ(dtensorDTensorGetFull(other, &full), DTENSOR_OK);
  EXPECT_EQ(dtensorTensorPrint(full, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "[[0 1]\n [2 3]\n [4 5]]");
  dtensorStringDestroy(text);
  dtensorTensorDestroy(full);
  dtensorDTensorDestroy(other);
  DTensorLayout columns;
  EXPECT_EQ(dtensorLayoutParse("unsharded,x", mesh, &columns), DTENSOR_OK);
  EXPECT_EQ(dtensorRelayout(dtensor, columns, &other), DTENSOR_OK);
  EXPECT_EQ(dtensorDTensorPrint(other, &text), DTENSOR_OK);
  EXPECT_EQ(std::string(text).substr(0, 36),
            "DTensor({\"CPU:0\": [[0]\n [2]\n [4]], \"");
  dtensorStringDestroy(text);
  dtensorDTensorDestroy(other);
  dtensorLayoutDestroy(columns);
  EXPECT_EQ(dtensorFull(2, shape, 7, DTENSOR_INT8, layout, &other), DTENSOR_OK);
  dtensorDTensorDestroy(other);
  EXPECT_EQ(dtensorRand(2, shape, 7, DTENSOR_FLOAT32, layout, &other),
            DTENSOR_OK);
  dtensorDTensorDestroy(other);
  EXPECT_EQ(dtensorRandn(2, shape, 7, DTENSOR_FLOAT32, layout, &other),
            DTENSOR_OK);
  dtensorDTensorDestroy(other);

  expectInvalid(dtensorDistribute(noTensor, layout, &other),
                "dtensorDistribute: argument 'tensor' is null");
  expectInvalid(dtensorDistribute(tensor, noLayout, &other),
                "dtensorDistribute: argument 'layout' is null");
  expectInvalid(dtensorDistribute(tensor, layout, nullptr),
                "dtensorDistribute: argument 'result' is null");
  expectInvalid(dtensorPack(2, nullptr, layout, false, &other),
                "dtensorPack: argument 'components' is null");
  expectInvalid(dtensorPack(1, &noTensor, layout, false, &other),
                "dtensorPack: argument 'components' is null");
  expectInvalid(dtensorPack(2, components, noLayout, false, &other),
                "dtensorPack: argument 'layout' is null");
  expectInvalid(dtensorPack(2, components, layout, false, nullptr),
                "dtensorPack: argument 'result' is null");
  expectInvalid(dtensorPack(1, components, layout, false, &other),
                "dtensorPack: pack: required 2 components, one for each device "
                "of mesh 'x=2', found 1");
  expectInvalid(dtensorPack(0, components, layout, false, &other),
                "dtensorPack: pack: required 2 components, one for each device "
                "of mesh 'x=2', found 0");
  expectInvalid(dtensorFull(2, nullptr, 7, DTENSOR_INT8, layout, &other),
                "dtensorFull: argument 'shape' is null");
  expectInvalid(dtensorFull(2, shape, 7, DTENSOR_INT8, noLayout, &other),
                "dtensorFull: argument 'layout' is null");
  expectInvalid(dtensorFull(2, shape, 7, DTENSOR_INT8, layout, nullptr),
                "dtensorFull: argument 'result' is null");
  expectInvalid(dtensorFull(2, shape, 300, DTENSOR_INT8, layout, &other),
                "dtensorFull: full: required a number that int8 has, found "
                "300.000000");
  expectInvalid(dtensorRand(2, nullptr, 7, DTENSOR_FLOAT32, layout, &other),
                "dtensorRand: argument 'shape' is null");
  expectInvalid(dtensorRand(2, shape, 7, DTENSOR_FLOAT32, noLayout, &other),
                "dtensorRand: argument 'layout' is null");
  expectInvalid(dtensorRand(2, shape, 7, DTENSOR_FLOAT32, layout, nullptr),
                "dtensorRand: argument 'result' is null");
  expectInvalid(dtensorRand(2, shape, 7, DTENSOR_INT8, layout, &other),
                "dtensorRand: rand: required a float type, found int8");
  expectInvalid(dtensorRandn(2, nullptr, 7, DTENSOR_FLOAT32, layout, &other),
                "dtensorRandn: argument 'shape' is null");
  expectInvalid(dtensorRandn(2, shape, 7, DTENSOR_FLOAT32, noLayout, &other),
                "dtensorRandn: argument 'layout' is null");
  expectInvalid(dtensorRandn(2, shape, 7, DTENSOR_FLOAT32, layout, nullptr),
                "dtensorRandn: argument 'result' is null");
  expectInvalid(dtensorDTensorGetDType(noDTensor, &dtype),
                "dtensorDTensorGetDType: argument 'tensor' is null");
  expectInvalid(dtensorDTensorGetDType(dtensor, nullptr),
                "dtensorDTensorGetDType: argument 'result' is null");
  expectInvalid(dtensorDTensorGetRank(noDTensor, &number),
                "dtensorDTensorGetRank: argument 'tensor' is null");
  expectInvalid(dtensorDTensorGetRank(dtensor, nullptr),
                "dtensorDTensorGetRank: argument 'result' is null");
  expectInvalid(dtensorDTensorGetShape(noDTensor, &extents),
                "dtensorDTensorGetShape: argument 'tensor' is null");
  expectInvalid(dtensorDTensorGetShape(dtensor, nullptr),
                "dtensorDTensorGetShape: argument 'result' is null");
  expectInvalid(dtensorDTensorGetLayout(noDTensor, &ofTensor),
                "dtensorDTensorGetLayout: argument 'tensor' is null");
  expectInvalid(dtensorDTensorGetLayout(dtensor, nullptr),
                "dtensorDTensorGetLayout: argument 'result' is null");
  expectInvalid(dtensorDTensorGetComponent(noDTensor, 0, &full),
                "dtensorDTensorGetComponent: argument 'tensor' is null");
  expectInvalid(dtensorDTensorGetComponent(dtensor, 0, nullptr),
                "dtensorDTensorGetComponent: argument 'result' is null");
  expectInvalid(dtensorDTensorGetComponent(dtensor, 2, &full),
                "dtensorDTensorGetComponent: required one of the 2 devices of "
                "mesh 'x=2', found device 2");
  expectInvalid(dtensorDTensorGetFull(noDTensor, &full),
                "dtensorDTensorGetFull: argument 'tensor' is null");
  expectInvalid(dtensorDTensorGetFull(dtensor, nullptr),
                "dtensorDTensorGetFull: argument 'result' is null");
  expectInvalid(dtensorRelayout(noDTensor, layout, &other),
                "dtensorRelayout: argument 'tensor' is null");
  expectInvalid(dtensorRelayout(dtensor, noLayout, &other),
                "dtensorRelayout: argument 'layout' is null");
  expectInvalid(dtensorRelayout(dtensor, layout, nullptr),
                "dtensorRelayout: argument 'result' is null");
  expectInvalid(dtensorDTensorPrint(noDTensor, &text),
                "dtensorDTensorPrint: argument 'tensor' is null");
  expectInvalid(dtensorDTensorPrint(dtensor, nullptr),
                "dtensorDTensorPrint: argument 'result' is null");
  dtensorDTensorDestroy(noDTensor);
  for (DTensorTensor component : components)
    dtensorTensorDestroy(component);
  dtensorLayoutDestroy(ofTensor);
}

TEST_F(CApiTest, Components) {
  DTensorTensor components[2];
  DTensorDTensor made, other;
  const int64_t *extents;
  EXPECT_EQ(dtensorUnpack(dtensor, 2, components), DTENSOR_OK);
  EXPECT_EQ(dtensorTensorGetShape(components[1], &extents), DTENSOR_OK);
  EXPECT_EQ(extents[0], 1);
  // Uneven components need a shape.
  EXPECT_EQ(dtensorFromLocal(2, components, layout, false, 2, shape, &made),
            DTENSOR_OK);
  dtensorDTensorDestroy(made);
  expectInvalid(
      dtensorFromLocal(2, components, layout, false, 0, nullptr, &made),
      "dtensorFromLocal: from_local: component of device 1 of a tensor "
      "4x2xfloat32 with layout 'x,unsharded': required 2x2xfloat32, found "
      "1x2xfloat32");
  // With `check`, the first component counts.
  DTensorLayout whole;
  EXPECT_EQ(dtensorLayoutCreateReplicated(mesh, 2, &whole), DTENSOR_OK);
  DTensorTensor both[] = {components[0], components[0]}, read;
  EXPECT_EQ(dtensorFromLocal(2, both, whole, true, 0, nullptr, &made),
            DTENSOR_OK);
  EXPECT_EQ(dtensorDTensorGetReplicated(made, &read), DTENSOR_OK);
  bool equal;
  EXPECT_EQ(dtensorTensorEqual(read, components[0], &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  dtensorTensorDestroy(read);
  dtensorDTensorDestroy(made);

  EXPECT_EQ(dtensorCopyToMesh(tensor, whole, &made), DTENSOR_OK);
  EXPECT_EQ(dtensorRedistribute(made, layout, context, &other), DTENSOR_OK);
  dtensorDTensorDestroy(other);
  dtensorDTensorDestroy(made);
  expectInvalid(dtensorCopyToMesh(tensor, layout, &made),
                "dtensorCopyToMesh: copy_to_mesh: required a replicated "
                "layout, found x,unsharded; relayout() shards the copy, or "
                "distribute_tensor() does both");
  EXPECT_EQ(dtensorDTensorGetReplicated(dtensor, &read), DTENSOR_INVALID);
  EXPECT_NE(std::string(dtensorGetLastError()).find("call full_tensor()"),
            std::string::npos);
  expectInvalid(dtensorUnpack(dtensor, 1, components),
                "dtensorUnpack: required space for 2 components, found 1");
  expectInvalid(dtensorUnpack(noDTensor, 2, components),
                "dtensorUnpack: argument 'tensor' is null");
  expectInvalid(dtensorUnpack(dtensor, 2, nullptr),
                "dtensorUnpack: argument 'components' is null");
  expectInvalid(dtensorFromLocal(2, nullptr, layout, false, 0, nullptr, &made),
                "dtensorFromLocal: argument 'components' is null");
  expectInvalid(
      dtensorFromLocal(2, components, noLayout, false, 0, nullptr, &made),
      "dtensorFromLocal: argument 'layout' is null");
  expectInvalid(dtensorCopyToMesh(noTensor, whole, &made),
                "dtensorCopyToMesh: argument 'tensor' is null");
  expectInvalid(dtensorDTensorGetReplicated(noDTensor, &read),
                "dtensorDTensorGetReplicated: argument 'tensor' is null");
  expectInvalid(dtensorRedistribute(dtensor, noLayout, context, &made),
                "dtensorRedistribute: argument 'layout' is null");
  dtensorLayoutDestroy(whole);
  for (DTensorTensor each : components)
    dtensorTensorDestroy(each);
}

} // namespace
