//===- CApiTest.cpp - The C API, with right and wrong arguments -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Executable.h"
#include "gtest/gtest.h"

#include <atomic>

extern "C" int runTutorial(const char *program);

namespace {

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

TEST_F(CApiTest, RunsATutorialInC) {
  EXPECT_EQ(runTutorial(LOADED_PROGRAM), 0) << dtensorGetLastError();
}

TEST_F(CApiTest, Meshes) {
  int64_t number;
  const char *text;
  bool equal;
  DTensorMesh other;
  EXPECT_EQ(dtensorMeshGetText(mesh, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "x=2");
  EXPECT_EQ(dtensorMeshGetNumDevices(mesh, &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorMeshGetDimSize(mesh, "x", &number), DTENSOR_OK);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(dtensorMeshParse("x=2", &other), DTENSOR_OK);
  EXPECT_EQ(dtensorMeshEqual(mesh, other, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  dtensorMeshDestroy(other);

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

TEST_F(CApiTest, Executables) {
  int64_t number;
  const char *text;
  DTensorValueInfo info;
  DTensorMesh ofProgram;
  DTensorLayout ofArgument;
  DTensorExecutable other;
  EXPECT_EQ(dtensorExecutableGetName(executable, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "main");
  EXPECT_EQ(dtensorExecutableGetReport(executable, &text), DTENSOR_OK);
  EXPECT_STREQ(text, R"({"collectives": []})");
  EXPECT_EQ(dtensorExecutableGetPeakBytes(executable, &number), DTENSOR_OK);
  EXPECT_EQ(number, 32);
  EXPECT_EQ(dtensorExecutableGetNumArguments(executable, &number), DTENSOR_OK);
  EXPECT_EQ(number, 1);
  EXPECT_EQ(dtensorExecutableGetNumResults(executable, &number), DTENSOR_OK);
  EXPECT_EQ(number, 1);
  EXPECT_EQ(dtensorExecutableGetArgument(executable, 0, &info), DTENSOR_OK);
  EXPECT_STREQ(info.name, "in");
  EXPECT_STREQ(info.layout, "x,unsharded");
  EXPECT_EQ(info.rank, 2);
  EXPECT_EQ(info.shape[0], 3);
  EXPECT_EQ(info.dtype, DTENSOR_FLOAT32);
  EXPECT_FALSE(info.donated);
  EXPECT_EQ(dtensorExecutableGetResult(executable, 0, &info), DTENSOR_OK);
  EXPECT_STREQ(info.name, "out");
  EXPECT_EQ(dtensorExecutableGetMesh(executable, &ofProgram), DTENSOR_OK);
  dtensorMeshDestroy(ofProgram);
  EXPECT_EQ(dtensorExecutableGetArgumentLayout(executable, 0, &ofArgument),
            DTENSOR_OK);
  dtensorLayoutDestroy(ofArgument);

  expectInvalid(dtensorExecutableLoad(nullptr, &other),
                "dtensorExecutableLoad: argument 'path' is null");
  expectInvalid(dtensorExecutableLoad(LOADED_PROGRAM, nullptr),
                "dtensorExecutableLoad: argument 'result' is null");
  expectInvalid(dtensorExecutableLoad("/nowhere", &other),
                "dtensorExecutableLoad: '/nowhere': No such file or directory");
  expectInvalid(dtensorExecutableGetName(noExecutable, &text),
                "dtensorExecutableGetName: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetName(executable, nullptr),
                "dtensorExecutableGetName: argument 'result' is null");
  expectInvalid(dtensorExecutableGetReport(noExecutable, &text),
                "dtensorExecutableGetReport: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetReport(executable, nullptr),
                "dtensorExecutableGetReport: argument 'result' is null");
  expectInvalid(dtensorExecutableGetPeakBytes(noExecutable, &number),
                "dtensorExecutableGetPeakBytes: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetPeakBytes(executable, nullptr),
                "dtensorExecutableGetPeakBytes: argument 'result' is null");
  expectInvalid(
      dtensorExecutableGetNumArguments(noExecutable, &number),
      "dtensorExecutableGetNumArguments: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetNumArguments(executable, nullptr),
                "dtensorExecutableGetNumArguments: argument 'result' is null");
  expectInvalid(
      dtensorExecutableGetNumResults(noExecutable, &number),
      "dtensorExecutableGetNumResults: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetNumResults(executable, nullptr),
                "dtensorExecutableGetNumResults: argument 'result' is null");
  expectInvalid(dtensorExecutableGetArgument(noExecutable, 0, &info),
                "dtensorExecutableGetArgument: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetArgument(executable, 0, nullptr),
                "dtensorExecutableGetArgument: argument 'result' is null");
  expectInvalid(dtensorExecutableGetArgument(executable, 1, &info),
                "dtensorExecutableGetArgument: required one of 1 arguments, "
                "found 1");
  expectInvalid(dtensorExecutableGetResult(noExecutable, 0, &info),
                "dtensorExecutableGetResult: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetResult(executable, 0, nullptr),
                "dtensorExecutableGetResult: argument 'result' is null");
  expectInvalid(dtensorExecutableGetResult(executable, -1, &info),
                "dtensorExecutableGetResult: required one of 1 results, found "
                "-1");
  expectInvalid(dtensorExecutableGetMesh(noExecutable, &ofProgram),
                "dtensorExecutableGetMesh: argument 'executable' is null");
  expectInvalid(dtensorExecutableGetMesh(executable, nullptr),
                "dtensorExecutableGetMesh: argument 'result' is null");
  expectInvalid(
      dtensorExecutableGetArgumentLayout(noExecutable, 0, &ofArgument),
      "dtensorExecutableGetArgumentLayout: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableGetArgumentLayout(executable, 0, nullptr),
      "dtensorExecutableGetArgumentLayout: argument 'result' is null");
  expectInvalid(dtensorExecutableGetArgumentLayout(executable, 2, &ofArgument),
                "dtensorExecutableGetArgumentLayout: required one of 1 "
                "arguments, found 2");
  dtensorExecutableDestroy(noExecutable);
}

TEST_F(CApiTest, Runs) {
  DTensorContext own;
  DTensorDTensor result, wrong, taken;
  DTensorFuture future;
  EXPECT_EQ(dtensorContextCreate(1, 0, 2, &own), DTENSOR_OK);
  EXPECT_EQ(dtensorExecutableRun(executable, own, 1, &dtensor, 1, &result),
            DTENSOR_OK);
  dtensorDTensorDestroy(result);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(dtensorExecutableRunAsync(executable, own, 1, &dtensor, &future),
              DTENSOR_OK);
    dtensorFutureDestroy(future);
  }
  EXPECT_EQ(dtensorContextSynchronize(own), DTENSOR_OK);
  EXPECT_EQ(dtensorContextSynchronize(context), DTENSOR_OK);
  dtensorContextDestroy(own);
  dtensorContextDestroy(context);

  // An error of the program, and a run after it.
  EXPECT_EQ(dtensorFull(2, shape, -1, DTENSOR_FLOAT32, layout, &wrong),
            DTENSOR_OK);
  EXPECT_EQ(dtensorExecutableRun(executable, context, 1, &wrong, 1, &result),
            DTENSOR_PROGRAM_FAILED);
  EXPECT_NE(std::string(dtensorGetLastError()).find("test.mlir:3:5: negative"),
            std::string::npos);
  EXPECT_EQ(dtensorExecutableRunAsync(executable, context, 1, &wrong, &future),
            DTENSOR_OK);
  EXPECT_EQ(dtensorFutureGet(future, 1, &result), DTENSOR_PROGRAM_FAILED);
  expectInvalid(dtensorFutureGet(future, 1, &result),
                "dtensorFutureGet: the results of the run were already given");
  dtensorFutureDestroy(future);
  EXPECT_EQ(
      dtensorExecutableRunTaking(executable, context, 1, &wrong, 1, &result),
      DTENSOR_PROGRAM_FAILED);
  // Only what a program updates in place is lost.
  DTensorTensor full;
  EXPECT_EQ(dtensorDTensorGetFull(wrong, &full), DTENSOR_OK);
  dtensorTensorDestroy(full);
  dtensorDTensorDestroy(wrong);
  EXPECT_EQ(dtensorExecutableRun(executable, context, 1, &dtensor, 1, &result),
            DTENSOR_OK);
  dtensorDTensorDestroy(result);

  expectInvalid(dtensorContextCreate(-1, 0, 0, &own),
                "dtensorContextCreate: Context: required a number of workers "
                "of at least 0, found -1");
  expectInvalid(dtensorContextCreate(0, 0, 0, nullptr),
                "dtensorContextCreate: argument 'result' is null");
  expectInvalid(
      dtensorExecutableRun(noExecutable, context, 1, &dtensor, 1, &result),
      "dtensorExecutableRun: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, nullptr, 1, &result),
      "dtensorExecutableRun: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, &noDTensor, 1, &result),
      "dtensorExecutableRun: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, &dtensor, 1, nullptr),
      "dtensorExecutableRun: argument 'results' is null");
  expectInvalid(
      dtensorExecutableRun(executable, context, 1, &dtensor, 2, &result),
      "dtensorExecutableRun: required space for 1 results, found 2");
  expectInvalid(
      dtensorExecutableRun(executable, context, 0, nullptr, 1, &result),
      "dtensorExecutableRun: 'main': required 1 arguments, found 0");
  expectInvalid(dtensorExecutableRunTaking(noExecutable, context, 1, &dtensor,
                                           1, &result),
                "dtensorExecutableRunTaking: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableRunTaking(executable, context, 1, nullptr, 1, &result),
      "dtensorExecutableRunTaking: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRunTaking(executable, context, 1, &dtensor, 1, nullptr),
      "dtensorExecutableRunTaking: argument 'results' is null");
  // A handle that is there twice.
  EXPECT_EQ(dtensorFull(2, shape, 1, DTENSOR_FLOAT32, layout, &taken),
            DTENSOR_OK);
  DTensorDTensor both[] = {taken, taken};
  expectInvalid(
      dtensorExecutableRunTaking(executable, context, 2, both, 1, &result),
      "dtensorExecutableRunTaking: 'main': required 1 arguments, found 2");
  EXPECT_EQ(dtensorDTensorGetFull(both[1], &full), DTENSOR_OK);
  dtensorTensorDestroy(full);
  dtensorDTensorDestroy(both[0]);
  expectInvalid(
      dtensorExecutableRunAsync(noExecutable, context, 1, &dtensor, &future),
      "dtensorExecutableRunAsync: argument 'executable' is null");
  expectInvalid(
      dtensorExecutableRunAsync(executable, context, 1, nullptr, &future),
      "dtensorExecutableRunAsync: argument 'arguments' is null");
  expectInvalid(
      dtensorExecutableRunAsync(executable, context, 1, &dtensor, nullptr),
      "dtensorExecutableRunAsync: argument 'result' is null");
  expectInvalid(dtensorFutureGet(noFuture, 1, &result),
                "dtensorFutureGet: argument 'future' is null");
  EXPECT_EQ(
      dtensorExecutableRunAsync(executable, context, 1, &dtensor, &future),
      DTENSOR_OK);
  expectInvalid(dtensorFutureGet(future, 1, nullptr),
                "dtensorFutureGet: argument 'results' is null");
  expectInvalid(dtensorFutureGet(future, 2, both),
                "dtensorFutureGet: required space for 1 results, found 2");
  dtensorFutureDestroy(future);
  dtensorFutureDestroy(noFuture);
}

} // namespace
