//===- OtherLayoutTest.cpp - Saves under one layout, loads under another --===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"

#include "gtest/gtest.h"

using namespace dtensor;

namespace {

struct Place {
  const char *mesh;
  const char *layout;
};

/// Meshes of 1 to 6 devices. Extents of 7 and 5 make parts uneven, and empty on
/// some devices.
constexpr Place kPlaces[] = {
    {"", "unsharded,unsharded"},
    {"x=2", "x,unsharded"},
    {"x=2", "unsharded,x"},
    {"x=3", "x,unsharded"},
    {"x=3", "unsharded,x"},
    {"x=4", "x,unsharded"},
    {"x=4", "unsharded,unsharded"},
    {"x=5", "unsharded,x"},
    {"x=6", "x,unsharded"},
    {"x=6", "unsharded,x"},
    {"x=2,y=2", "x,y"},
    {"x=2,y=2", "y,x"},
    {"x=2,y=2", "x+y,unsharded"},
    {"x=2,y=2", "y+x,unsharded"},
    {"x=2,y=2", "unsharded,y+x"},
    {"x=2,y=2", "y,unsharded"},
    {"x=2,y=3", "x,y"},
    {"x=2,y=3", "y,x"},
    {"x=3,y=2", "x+y,unsharded"},
    {"x=2,y=2", "unsharded,y"},
};

int64_t getNumDevices(const Place &place) {
  return place.mesh[0] ? llvm::cantFail(Mesh::parse(place.mesh)).getNumDevices()
                       : 1;
}

} // namespace

TEST(OtherLayout, AllPairsHaveTheSameBits) {
  static_assert(std::size(kPlaces) == 20);
  TestFolder folder;
  for (const Place &from : kPlaces)
    for (bool isWhole : {false, true}) {
      std::string path = folder / "pairs";
      SaveOptions options;
      options.whole = isWhole;
      TestTensor saved =
          makeTestTensor("t", "float32", {7, 5}, from.mesh, from.layout);
      // Several processes, if there are several devices.
      int64_t writers = std::min<int64_t>(getNumDevices(from), 3);
      ASSERT_EQ(saveTensors(path, {saved}, writers, options), "");
      for (const Place &to : kPlaces) {
        TestTensor wanted = saved;
        wanted.mesh = to.mesh;
        wanted.layout = to.layout;
        int64_t most = std::min<int64_t>(getNumDevices(to), 4);
        for (int64_t readers = 1; readers <= most; ++readers)
          expectLoads(path, {wanted}, readers);
      }
    }
}

TEST(OtherLayout, AllTypes) {
  TestFolder folder;
  std::vector<TestTensor> tensors;
  for (const StoredType &type : getStoredTypes())
    for (llvm::SmallVector<int64_t> shape :
         {llvm::SmallVector<int64_t>{}, {0, 4}, {1}, {3, 0}, {9, 2, 3}}) {
      std::string layout = "";
      for (size_t axis = 0; axis < shape.size(); ++axis)
        layout += axis == 0 ? "x" : axis == 1 ? ",y" : ",unsharded";
      tensors.push_back(makeTestTensor(
          type.name.str() + "." + std::to_string(tensors.size()),
          type.name.str(), shape, "x=2,y=2", layout, tensors.size()));
    }
  for (bool isWhole : {false, true}) {
    SaveOptions options;
    options.whole = isWhole;
    ASSERT_EQ(saveTensors(folder / "types", tensors, 2, options), "");
    std::vector<TestTensor> wanted = tensors;
    for (TestTensor &tensor : wanted)
      tensor.mesh = "x=1,y=3";
    expectLoads(folder / "types", wanted, 3);
    EXPECT_FALSE(llvm::errorToBool(
        verifyCheckpoint(llvm::cantFail(readIndex(folder / "types")))));
  }
}

/// Boxes that take several windows, buffers and blocks of checksums, long runs
/// and short ones.
TEST(OtherLayout, LargeTensors) {
  TestFolder folder;
  std::vector<TestTensor> tensors = {
      makeTestTensor("bytes", "uint8", {1 << 12, 1 << 11}, "x=4",
                     "x,unsharded"),
      makeTestTensor("narrow", "float32", {1 << 18, 3}, "x=4", "x,unsharded"),
      makeTestTensor("rows", "float64", {3, 7, 1 << 17}, "x=4",
                     "unsharded,unsharded,x"),
  };
  ASSERT_EQ(saveTensors(folder / "large", tensors, 2), "");
  const char *layouts[][3] = {{"unsharded,x", "unsharded,x", "x,y,unsharded"},
                              {"x,y", "y,x", "unsharded,x,y"},
                              {"x+y,unsharded", "unsharded,unsharded",
                               "unsharded,unsharded,unsharded"}};
  for (auto &each : layouts) {
    std::vector<TestTensor> wanted = tensors;
    for (size_t i = 0; i < wanted.size(); ++i) {
      wanted[i].mesh = "x=2,y=3";
      wanted[i].layout = each[i];
    }
    for (int64_t readers : {1, 2, 6})
      expectLoads(folder / "large", wanted, readers);
  }
}

TEST(OtherLayout, ReplicasAreWrittenOnce) {
  TestFolder folder;
  std::vector<TestTensor> tensors = {
      makeTestTensor("a", "float32", {64, 4}, "x=2,y=2", "x,unsharded"),
      makeTestTensor("b", "float32", {64, 4}, "x=2,y=2", "unsharded,unsharded"),
      makeTestTensor("c", "float32", {64, 4}, "x=2,y=2", "unsharded,unsharded"),
  };
  ASSERT_EQ(saveTensors(folder / "once", tensors, 4), "");
  CheckpointIndex index = llvm::cantFail(readIndex(folder / "once"));
  int64_t elements = 0;
  for (const SavedFile &file : index.files)
    elements += file.size - file.headerBytes;
  EXPECT_EQ(elements, 3 * 64 * 4 * 4);
  // Devices share the work: each file has at most one whole tensor.
  EXPECT_EQ(index.files.size(), 4u);
}

TEST(OtherLayout, AnyBox) {
  TestFolder folder;
  TestTensor tensor =
      makeTestTensor("t", "int16", {700, 900}, "x=3", "unsharded,x");
  ASSERT_EQ(saveTensors(folder / "box", {tensor}), "");
  CheckpointIndex index = llvm::cantFail(readIndex(folder / "box"));
  for (Box box : {Box{{0, 700}, {0, 900}}, Box{{5, 3}, {250, 400}},
                  Box{{699, 1}, {899, 1}}, Box{{9, 0}, {9, 5}}}) {
    std::vector<int16_t> data(getNumElements(box));
    int64_t numBytes = 0;
    ASSERT_FALSE(llvm::errorToBool(readBox(
        index, "t", box, reinterpret_cast<char *>(data.data()), numBytes)));
    auto whole = tensor.whole->getElements<int16_t>();
    size_t at = 0;
    for (int64_t i = 0; i < box[0].extent; ++i)
      for (int64_t j = 0; j < box[1].extent; ++j, ++at)
        ASSERT_EQ(data[at],
                  whole[(box[0].offset + i) * 900 + box[1].offset + j]);
  }
}

/// A box that is checked takes whole blocks, and one that is not takes nothing
/// but itself, also if it is narrow.
TEST(OtherLayout, BytesOfABox) {
  TestFolder folder;
  TestTensor tensor =
      makeTestTensor("t", "float32", {4096, 1024}, "x=2", "x,unsharded");
  ASSERT_EQ(saveTensors(folder / "box", {tensor}), "");
  CheckpointIndex index = llvm::cantFail(readIndex(folder / "box"));
  auto whole = tensor.whole->getElements<uint32_t>();
  auto read = [&](const Box &box, bool isChecked) {
    std::vector<uint32_t> data(getNumElements(box));
    int64_t numBytes = 0;
    EXPECT_FALSE(llvm::errorToBool(
        readBox(index, "t", box, reinterpret_cast<char *>(data.data()),
                numBytes, isChecked)));
    auto [first, width] = box[1];
    for (int64_t i = 0; i < box[0].extent; ++i)
      EXPECT_EQ(llvm::ArrayRef(data).slice(i * width, width),
                whole.slice((box[0].offset + i) * 1024 + first, width));
    return static_cast<double>(numBytes) / (4 * getNumElements(box));
  };
  for (Box box : {Box{{0, 4096}, {0, 1024}}, Box{{1501, 1000}, {0, 1024}},
                  Box{{5, 3}, {250, 400}}, Box{{0, 4096}, {1023, 1}},
                  Box{{4095, 1}, {7, 1}}})
    EXPECT_EQ(read(box, false), 1);
  EXPECT_EQ(read({{0, 4096}, {0, 1024}}, true), 1);
  EXPECT_LE(read({{1501, 1000}, {0, 1024}}, true), 1.05);
  EXPECT_EQ(read({{4095, 1}, {0, 1024}}, true), kMinChecksumBlock / 4096);
}

TEST(OtherLayout, PartialTensorsAreRefused) {
  TestFolder folder;
  TestTensor tensor =
      makeTestTensor("g", "float32", {4}, "x=2", "unsharded;partial(sum):x");
  EXPECT_EQ(saveTensors(folder / "partial", {tensor}),
            "tensor 'g': required a layout without partial values, found "
            "'unsharded;partial(sum):x'; relayout() to one combines what the "
            "devices have");
}

TEST(OtherLayout, IntoALargerBox) {
  TestFolder folder;
  TestTensor saved =
      makeTestTensor("w", "bool", {6, 5}, "x=2", "x,unsharded", 3);
  ASSERT_EQ(saveTensors(folder / "saved", {saved}), "");
  Mesh mesh = llvm::cantFail(Mesh::parse("x=2"));
  Layout layout = llvm::cantFail(Layout::parse(mesh, "unsharded,x"));
  CheckpointIndex index = llvm::cantFail(readIndex(folder / "saved"));
  NeededTensor needed = planLoad("w", {6, 5}, mesh, layout, {0, 1});
  ASSERT_EQ(needed.boxes.size(), 2u);
  EXPECT_EQ(needed.boxes[1].readers, llvm::SmallVector<int64_t>({1}));
  // The columns of the second device, at their places among all.
  HostTensor whole =
      llvm::cantFail(HostTensor::create(ElementType::I1, {6, 5}));
  std::fill_n(whole.getData(), whole.getNumBytes(), 7);
  needed.boxes[1].data = whole.getData();
  needed.boxes[1].frame = {{0, 6}, {0, 5}};
  CheckpointLoad load(index, {needed}, 1);
  ASSERT_FALSE(llvm::errorToBool(load.read()));
  EXPECT_EQ(load.getNumBytes(), 6 * 2);
  for (int64_t i = 0; i < 6; ++i)
    for (int64_t j = 0; j < 5; ++j)
      EXPECT_EQ(whole.getData()[5 * i + j],
                j < 3 ? 7 : saved.whole->getData()[5 * i + j]);
}
