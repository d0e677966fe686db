//===- LayoutTest.cpp - Layouts in C --------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Layouts) {
  int64_t number, offsets[2], extents[2];
  const char *text;
  char *drawing;
  bool equal;
  DTensorMesh ofLayout;
  DTensorLayout other;
  EXPECT_EQ(dtensorLayoutGetText(layout, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "x,unsharded");
  EXPECT_EQ(dtensorLayoutGetRank(layout, &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorLayoutGetMesh(layout, &ofLayout), DTENSOR_OK);
  EXPECT_EQ(dtensorMeshEqual(mesh, ofLayout, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  dtensorMeshDestroy(ofLayout);
  EXPECT_EQ(dtensorLayoutGetComponent(layout, 2, shape, 1, offsets, extents),
            DTENSOR_OK);
  EXPECT_EQ(offsets[0], 2);
  EXPECT_EQ(extents[0], 1);
  EXPECT_EQ(dtensorLayoutGetComponent(layout, 2, shape, 1, nullptr, nullptr),
            DTENSOR_OK);
  EXPECT_EQ(dtensorLayoutDraw(layout, 2, shape, &drawing), DTENSOR_OK);
  EXPECT_STREQ(drawing, "     0:2\n0:2  [0]\n2:3  [1]\n");
  dtensorStringDestroy(drawing);
  EXPECT_EQ(dtensorLayoutParse("x,unsharded", mesh, &other), DTENSOR_OK);
  EXPECT_EQ(dtensorLayoutEqual(layout, other, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  dtensorLayoutDestroy(other);
  EXPECT_EQ(dtensorLayoutParsePlacements("Shard(1)", mesh, 2, &other),
            DTENSOR_OK);
  EXPECT_EQ(dtensorLayoutEqual(layout, other, &equal), DTENSOR_OK);
  EXPECT_FALSE(equal);
  dtensorLayoutDestroy(other);
  EXPECT_EQ(dtensorLayoutCreateReplicated(mesh, 2, &other), DTENSOR_OK);
  dtensorLayoutDestroy(other);

  const char *specs[] = {nullptr};
  expectInvalid(dtensorLayoutCreate(1, nullptr, mesh, &other),
                "dtensorLayoutCreate: argument 'specs' is null");
  expectInvalid(dtensorLayoutCreate(1, specs, mesh, &other),
                "dtensorLayoutCreate: argument 'specs' is null");
  specs[0] = "z";
  expectInvalid(dtensorLayoutCreate(1, specs, noMesh, &other),
                "dtensorLayoutCreate: argument 'mesh' is null");
  expectInvalid(dtensorLayoutCreate(1, specs, mesh, nullptr),
                "dtensorLayoutCreate: argument 'result' is null");
  expectInvalid(dtensorLayoutCreate(1, specs, mesh, &other),
                "dtensorLayoutCreate: the mesh has no dimension 'z'; it has "
                "'x'");
  expectInvalid(dtensorLayoutCreateReplicated(noMesh, 2, &other),
                "dtensorLayoutCreateReplicated: argument 'mesh' is null");
  expectInvalid(dtensorLayoutCreateReplicated(mesh, 2, nullptr),
                "dtensorLayoutCreateReplicated: argument 'result' is null");
  expectInvalid(dtensorLayoutCreateReplicated(mesh, -2, &other),
                "dtensorLayoutCreateReplicated: required a rank of at least 0, "
                "found -2");
  expectInvalid(dtensorLayoutParse(nullptr, mesh, &other),
                "dtensorLayoutParse: argument 'text' is null");
  expectInvalid(dtensorLayoutParse("x", noMesh, &other),
                "dtensorLayoutParse: argument 'mesh' is null");
  expectInvalid(dtensorLayoutParse("x", mesh, nullptr),
                "dtensorLayoutParse: argument 'result' is null");
  expectInvalid(dtensorLayoutParse("x;y", mesh, &other),
                "dtensorLayoutParse: expected 'partial(kind):dimensions' after "
                "';', found 'y'");
  expectInvalid(dtensorLayoutParsePlacements(nullptr, mesh, 1, &other),
                "dtensorLayoutParsePlacements: argument 'text' is null");
  expectInvalid(dtensorLayoutParsePlacements("Replicate", noMesh, 1, &other),
                "dtensorLayoutParsePlacements: argument 'mesh' is null");
  expectInvalid(dtensorLayoutParsePlacements("Replicate", mesh, 1, nullptr),
                "dtensorLayoutParsePlacements: argument 'result' is null");
  expectInvalid(dtensorLayoutParsePlacements("Replicate", mesh, -1, &other),
                "dtensorLayoutParsePlacements: required a rank of at least 0, "
                "found -1");
  expectInvalid(dtensorLayoutGetText(noLayout, &text),
                "dtensorLayoutGetText: argument 'layout' is null");
  expectInvalid(dtensorLayoutGetText(layout, nullptr),
                "dtensorLayoutGetText: argument 'result' is null");
  expectInvalid(dtensorLayoutGetRank(noLayout, &number),
                "dtensorLayoutGetRank: argument 'layout' is null");
  expectInvalid(dtensorLayoutGetRank(layout, nullptr),
                "dtensorLayoutGetRank: argument 'result' is null");
  expectInvalid(dtensorLayoutGetMesh(noLayout, &ofLayout),
                "dtensorLayoutGetMesh: argument 'layout' is null");
  expectInvalid(dtensorLayoutGetMesh(layout, nullptr),
                "dtensorLayoutGetMesh: argument 'result' is null");
  expectInvalid(
      dtensorLayoutGetComponent(noLayout, 2, shape, 0, offsets, extents),
      "dtensorLayoutGetComponent: argument 'layout' is null");
  expectInvalid(
      dtensorLayoutGetComponent(layout, 2, nullptr, 0, offsets, extents),
      "dtensorLayoutGetComponent: argument 'shape' is null");
  expectInvalid(
      dtensorLayoutGetComponent(layout, 1, shape, 0, offsets, extents),
      "dtensorLayoutGetComponent: layout x,unsharded is for tensors "
      "of rank 2, found one of rank 1");
  expectInvalid(
      dtensorLayoutGetComponent(layout, 2, shape, 2, offsets, extents),
      "dtensorLayoutGetComponent: required one of the 2 devices of "
      "mesh 'x=2', found device 2");
  expectInvalid(dtensorLayoutDraw(noLayout, 2, shape, &drawing),
                "dtensorLayoutDraw: argument 'layout' is null");
  expectInvalid(dtensorLayoutDraw(layout, 2, nullptr, &drawing),
                "dtensorLayoutDraw: argument 'shape' is null");
  expectInvalid(dtensorLayoutDraw(layout, 2, shape, nullptr),
                "dtensorLayoutDraw: argument 'result' is null");
  expectInvalid(dtensorLayoutEqual(noLayout, layout, &equal),
                "dtensorLayoutEqual: argument 'a' is null");
  expectInvalid(dtensorLayoutEqual(layout, noLayout, &equal),
                "dtensorLayoutEqual: argument 'b' is null");
  expectInvalid(dtensorLayoutEqual(layout, layout, nullptr),
                "dtensorLayoutEqual: argument 'result' is null");
  dtensorLayoutDestroy(noLayout);
}

TEST_F(CApiTest, FormsOfLayouts) {
  DTensorLayout batch, again, partial;
  const char *text;
  char *form;
  bool is;
  EXPECT_EQ(dtensorLayoutCreateBatchSharded(mesh, "x", 3, -1, &batch),
            DTENSOR_OK);
  EXPECT_EQ(dtensorLayoutGetText(batch, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "unsharded,unsharded,x");
  EXPECT_EQ(dtensorLayoutPrint(batch, &form), DTENSOR_OK);
  EXPECT_EQ(dtensorLayoutParseWithMesh(form, &again), DTENSOR_OK);
  dtensorStringDestroy(form);
  EXPECT_EQ(dtensorLayoutEqual(batch, again, &is), DTENSOR_OK);
  EXPECT_TRUE(is);
  EXPECT_EQ(dtensorLayoutIsFullyReplicated(batch, &is), DTENSOR_OK);
  EXPECT_FALSE(is);
  EXPECT_EQ(dtensorLayoutIsPartial(batch, &is), DTENSOR_OK);
  EXPECT_FALSE(is);
  EXPECT_EQ(dtensorLayoutPrintPlacement(batch, 0, &form), DTENSOR_OK);
  EXPECT_STREQ(form, "Shard(2)");
  dtensorStringDestroy(form);
  EXPECT_EQ(dtensorLayoutParse("unsharded;partial(max):x", mesh, &partial),
            DTENSOR_OK);
  EXPECT_EQ(dtensorLayoutIsPartial(partial, &is), DTENSOR_OK);
  EXPECT_TRUE(is);
  EXPECT_EQ(dtensorLayoutPrintPlacement(partial, 0, &form), DTENSOR_OK);
  EXPECT_STREQ(form, "Partial(max)");
  dtensorStringDestroy(form);

  expectInvalid(
      dtensorLayoutCreateBatchSharded(mesh, "x", 3, 3, &again),
      "dtensorLayoutCreateBatchSharded: required an axis of a tensor of rank "
      "3, found 3");
  expectInvalid(dtensorLayoutCreateBatchSharded(mesh, nullptr, 3, 0, &again),
                "dtensorLayoutCreateBatchSharded: argument 'dim' is null");
  expectInvalid(dtensorLayoutCreateBatchSharded(noMesh, "x", 3, 0, &again),
                "dtensorLayoutCreateBatchSharded: argument 'mesh' is null");
  expectInvalid(dtensorLayoutParseWithMesh(nullptr, &again),
                "dtensorLayoutParseWithMesh: argument 'text' is null");
  EXPECT_EQ(dtensorLayoutParseWithMesh("x", &again), DTENSOR_INVALID);
  expectInvalid(dtensorLayoutPrint(noLayout, &form),
                "dtensorLayoutPrint: argument 'layout' is null");
  expectInvalid(dtensorLayoutIsFullyReplicated(noLayout, &is),
                "dtensorLayoutIsFullyReplicated: argument 'layout' is null");
  expectInvalid(dtensorLayoutIsPartial(batch, nullptr),
                "dtensorLayoutIsPartial: argument 'result' is null");
  expectInvalid(dtensorLayoutPrintPlacement(batch, 1, &form),
                "dtensorLayoutPrintPlacement: required one of 1 mesh "
                "dimensions, found 1");
  dtensorLayoutDestroy(partial);
  dtensorLayoutDestroy(again);
  dtensorLayoutDestroy(batch);
}

} // namespace
