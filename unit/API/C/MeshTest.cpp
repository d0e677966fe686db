//===- MeshTest.cpp - Meshes in C -----------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CApiTest.h"
#include "dtensor-c/Processes.h"

namespace {

TEST_F(CApiTest, Meshes) {
  int64_t number;
  const char *text;
  bool equal;
  DTensorMesh other;
  EXPECT_EQ(dtensorMeshGetText(mesh, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "x=2");
  EXPECT_EQ(dtensorMeshGetNumDevices(mesh, &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorMeshGetNumLocalDevices(mesh, &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorMeshGetLocalDevice(mesh, 1, &number), DTENSOR_OK);
  EXPECT_EQ(number, 1);
  expectInvalid(dtensorMeshGetLocalDevice(mesh, 2, &number),
                "dtensorMeshGetLocalDevice: required one of 2 devices of this "
                "process, found 2");
  EXPECT_EQ(dtensorMeshGetDimSize(mesh, "x", &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorMeshParse("x=2", &other), DTENSOR_OK);
  EXPECT_EQ(dtensorMeshEqual(mesh, other, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  dtensorMeshDestroy(other);

  EXPECT_EQ(dtensorMeshParseInOrder("x=2", "x", &other), DTENSOR_OK);
  dtensorMeshDestroy(other);
  expectInvalid(dtensorMeshParseInOrder("x=2", "y", &other),
                "dtensorMeshParseInOrder: process order: required each "
                "dimension of the mesh x=2 once, found 'y'");
  expectInvalid(dtensorMeshParseInOrder("x=2", nullptr, &other),
                "dtensorMeshParseInOrder: argument 'processOrder' is null");

  const char *names[] = {nullptr};
  const int64_t sizes[] = {2};
  expectInvalid(dtensorMeshCreate(1, nullptr, sizes, &other),
                "dtensorMeshCreate: argument 'names' is null");
  expectInvalid(dtensorMeshCreate(1, names, sizes, &other),
                "dtensorMeshCreate: argument 'names' is null");
  names[0] = "any";
  expectInvalid(dtensorMeshCreate(1, names, nullptr, &other),
                "dtensorMeshCreate: argument 'sizes' is null");
  expectInvalid(dtensorMeshCreate(1, names, sizes, nullptr),
                "dtensorMeshCreate: argument 'result' is null");
  expectInvalid(dtensorMeshCreate(-1, names, sizes, &other),
                "dtensorMeshCreate: required at least 0 elements of 'names', "
                "found -1");
  expectInvalid(dtensorMeshCreate(1, names, sizes, &other),
                "dtensorMeshCreate: 'any' is a reserved name and cannot name a "
                "mesh dimension (reserved: any, match, unsharded)");
  expectInvalid(dtensorMeshParse(nullptr, &other),
                "dtensorMeshParse: argument 'text' is null");
  expectInvalid(dtensorMeshParse("x=2", nullptr),
                "dtensorMeshParse: argument 'result' is null");
  expectInvalid(dtensorMeshParse("x", &other),
                "dtensorMeshParse: a mesh must be a list like 'x=2,y=4'; found "
                "'x' in 'x'");
  expectInvalid(dtensorMeshGetText(noMesh, &text),
                "dtensorMeshGetText: argument 'mesh' is null");
  expectInvalid(dtensorMeshGetText(mesh, nullptr),
                "dtensorMeshGetText: argument 'result' is null");
  expectInvalid(dtensorMeshGetNumDevices(noMesh, &number),
                "dtensorMeshGetNumDevices: argument 'mesh' is null");
  expectInvalid(dtensorMeshGetNumDevices(mesh, nullptr),
                "dtensorMeshGetNumDevices: argument 'result' is null");
  expectInvalid(dtensorMeshGetDimSize(noMesh, "x", &number),
                "dtensorMeshGetDimSize: argument 'mesh' is null");
  expectInvalid(dtensorMeshGetDimSize(mesh, nullptr, &number),
                "dtensorMeshGetDimSize: argument 'name' is null");
  expectInvalid(dtensorMeshGetDimSize(mesh, "x", nullptr),
                "dtensorMeshGetDimSize: argument 'result' is null");
  expectInvalid(dtensorMeshGetDimSize(mesh, "z", &number),
                "dtensorMeshGetDimSize: the mesh has no dimension 'z'; it has "
                "'x'");
  expectInvalid(dtensorMeshEqual(noMesh, mesh, &equal),
                "dtensorMeshEqual: argument 'a' is null");
  expectInvalid(dtensorMeshEqual(mesh, noMesh, &equal),
                "dtensorMeshEqual: argument 'b' is null");
  expectInvalid(dtensorMeshEqual(mesh, mesh, nullptr),
                "dtensorMeshEqual: argument 'result' is null");
  dtensorMeshDestroy(noMesh);
}

TEST_F(CApiTest, DevicesOfMeshes) {
  DTensorMesh grid;
  EXPECT_EQ(dtensorMeshParse("x=3,y=2", &grid), DTENSOR_OK);
  int64_t number, coordinates[2];
  const char *name;
  char *text;
  EXPECT_EQ(dtensorMeshGetNumDims(grid, &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorMeshGetDim(grid, 1, &name, &number), DTENSOR_OK);
  EXPECT_STREQ(name, "y");
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorMeshGetDim(grid, 1, nullptr, nullptr), DTENSOR_OK);
  EXPECT_EQ(dtensorMeshGetCoordinates(grid, 5, coordinates), DTENSOR_OK);
  EXPECT_EQ(coordinates[0], 2);
  EXPECT_EQ(coordinates[1], 1);
  EXPECT_EQ(dtensorMeshGetDeviceName(grid, 5, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "/job:localhost/replica:0/task:0/device:CPU:5");
  dtensorStringDestroy(text);
  // The printed form is read again.
  DTensorMesh again;
  bool equal;
  EXPECT_EQ(dtensorMeshPrint(grid, &text), DTENSOR_OK);
  EXPECT_EQ(std::string(text).substr(0, 9), "|x=3,y=2|");
  EXPECT_EQ(dtensorMeshParse(text, &again), DTENSOR_OK);
  dtensorStringDestroy(text);
  EXPECT_EQ(dtensorMeshEqual(grid, again, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  dtensorMeshDestroy(again);

  expectInvalid(dtensorMeshGetNumDims(noMesh, &number),
                "dtensorMeshGetNumDims: argument 'mesh' is null");
  expectInvalid(dtensorMeshGetDim(grid, 2, &name, &number),
                "dtensorMeshGetDim: required one of 2 mesh dimensions, found "
                "2");
  expectInvalid(dtensorMeshGetDim(noMesh, 0, &name, &number),
                "dtensorMeshGetDim: argument 'mesh' is null");
  expectInvalid(dtensorMeshGetCoordinates(grid, 5, nullptr),
                "dtensorMeshGetCoordinates: argument 'result' is null");
  EXPECT_EQ(dtensorMeshGetCoordinates(grid, 6, coordinates), DTENSOR_INVALID);
  EXPECT_EQ(dtensorMeshGetDeviceName(grid, -1, &text), DTENSOR_INVALID);
  expectInvalid(dtensorMeshGetDeviceName(noMesh, 0, &text),
                "dtensorMeshGetDeviceName: argument 'mesh' is null");
  expectInvalid(dtensorMeshPrint(noMesh, &text),
                "dtensorMeshPrint: argument 'mesh' is null");
  dtensorMeshDestroy(grid);
}

TEST_F(CApiTest, OneProcess) {
  int64_t number = -1;
  EXPECT_EQ(dtensorGetProcessCount(&number), DTENSOR_OK);
  EXPECT_EQ(number, 1);
  EXPECT_EQ(dtensorGetProcessIndex(&number), DTENSOR_OK);
  EXPECT_EQ(number, 0);
  expectInvalid(dtensorJoinProcesses(nullptr),
                "dtensorJoinProcesses: join_processes: required one call, "
                "before the first mesh of several devices; this process is one "
                "of 1 already");
  EXPECT_EQ(dtensorLeaveProcesses(nullptr), DTENSOR_OK);
}

} // namespace
