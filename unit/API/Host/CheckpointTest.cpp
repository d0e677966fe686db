//===- CheckpointTest.cpp - Tests of tensors on disk ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Checkpoint.h"

#include "Messages.h"
#include "dt/Factories.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace dt;

namespace {
struct CheckpointTest : testing::Test {
  CheckpointTest() {
    static int count = 0;
    folder = std::filesystem::temp_directory_path() /
             ("dt-checkpoint-" + std::to_string(getpid()) + "-" +
              std::to_string(count++));
    std::filesystem::create_directory(folder);
  }
  ~CheckpointTest() override { std::filesystem::remove_all(folder); }
  std::string path(const std::string &name) const { return folder / name; }

  std::filesystem::path folder;
};

template <typename Function>
void expectError(Function function, const std::string &text) {
  std::string error = messageOf(function);
  EXPECT_NE(error.find(text), std::string::npos) << error;
}
} // namespace

TEST_F(CheckpointTest, OtherLayouts) {
  Mesh four = {{"x", 4}};
  Mesh six = {{"x", 2}, {"y", 3}};
  Variable w(randn({7, 5}, 1, Layout({"x", unsharded}, four)), "w");
  DTensor step = full({}, 3, Layout::replicated(four, 0), DType::int64);
  save(path("state"), {{"w", w}, {"step", step}});
  std::map<std::string, DTensor> loaded =
      load(path("state"), six, {{"w", "y,x"}, {"*", ""}});
  EXPECT_EQ(loaded.at("w").layout().str(), "y,x");
  EXPECT_TRUE(loaded.at("w").full_tensor().equals(w.value().full_tensor()));
  EXPECT_TRUE(loaded.at("step").numpy().equals(step.numpy()));
  // As it was saved.
  loaded = load(path("state"), four);
  EXPECT_EQ(loaded.at("w").layout(), w.layout());
  Plan plan(six);
  plan.add("*", Style::column_wise("y"));
  EXPECT_EQ(load(path("state"), plan).at("w").layout().str(), "unsharded,y");
}

TEST_F(CheckpointTest, Reader) {
  Mesh mesh = {{"x", 2}};
  DTensor a = randn({6, 4}, 1, Layout({"x", unsharded}, mesh));
  SaveOptions options;
  options.metadata = {{"who", "me"}};
  save(path("state"), {{"a", a}}, options);
  CheckpointReader reader(path("state"));
  EXPECT_EQ(reader.names(), std::vector<std::string>{"a"});
  EXPECT_EQ(reader.type("a"), (TensorType{DType::float32, {6, 4}}));
  EXPECT_EQ(reader.saved_mesh("a"), "x=2");
  EXPECT_EQ(reader.saved_layout("a"), "x,unsharded");
  EXPECT_EQ(reader.metadata(), options.metadata);
  reader.verify();
  DTensor columns = reader.load("a", Layout({unsharded, "x"}, mesh));
  EXPECT_EQ(reader.bytes_read(), 6 * 4 * 4);
  EXPECT_TRUE(columns.full_tensor().equals(a.full_tensor()));
  Tensor part = reader.read("a", {2, 1}, {3, 2});
  Tensor full = a.full_tensor();
  auto whole = full.elements<float>();
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 2; ++j)
      EXPECT_EQ(part.elements<float>()[2 * i + j], whole[4 * (i + 2) + j + 1]);
}

TEST_F(CheckpointTest, Errors) {
  Mesh mesh = {{"x", 2}};
  DTensor a = ones({6, 4}, Layout({"x", unsharded}, mesh));
  save(path("state"), {{"a", a}});
  CheckpointReader reader(path("state"));
  expectError([&] { reader.type("b"); }, "there is no tensor 'b'");
  expectError([&] { reader.load("a", Layout({"x"}, mesh)); },
              "tensor 'a': required a layout of rank 2, found x of "
              "rank 1");
  expectError(
      [&] {
        reader.load("a", Layout::from_string("x,unsharded;partial(sum):y",
                                             Mesh{{"x", 2}, {"y", 2}}));
      },
      "without partial values");
  expectError([&] { reader.read("a", {5, 0}, {2, 1}); },
              "axis 0: required a part of 0 to 6, found 5 and 2 "
              "positions from there");
  expectError([&] { load(path("state"), mesh, {{"c*", "x,unsharded"}}); },
              "pattern 'c*' matches no tensor");
  expectError([&] { load(path("state"), Mesh{{"y", 2}}); },
              "was saved with layout 'x,unsharded' of mesh 'x=2', "
              "which mesh 'y=2' does not have");
  expectError([&] { CheckpointReader(path("none")); },
              "there is no checkpoint");
  expectError([&] { Checkpointer(path("run"), -1); }, "found -1");
}

TEST_F(CheckpointTest, KeepsTheLastOnes) {
  Mesh mesh = {{"x", 2}};
  Layout layout({"x"}, mesh);
  Checkpointer checkpoints(path("run"), 2);
  EXPECT_FALSE(checkpoints.latest());
  for (int64_t step = 0; step < 5; ++step)
    checkpoints.save_async(step, {{"a", full({8}, step, layout)}});
  checkpoints.wait();
  EXPECT_EQ(checkpoints.steps(), (std::vector<int64_t>{3, 4}));
  DTensor last = load(*checkpoints.latest(), mesh).at("a");
  EXPECT_EQ(last.full_tensor().elements<float>()[7], 4);
  // An error of a save in the background is one of the next call.
  std::ofstream(path("run/step-00000009")) << "in the way";
  expectError(
      [&] {
        checkpoints.save_async(9, {{"a", last}});
        checkpoints.wait();
      },
      "step-00000009");
  checkpoints.wait();
}

TEST_F(CheckpointTest, RemovesWhatIsLeft) {
  Mesh mesh = {{"x", 2}};
  DTensor a = ones({8}, Layout({"x"}, mesh));
  Checkpointer checkpoints(path("run"), 2);
  for (int64_t step = 0; step < 2; ++step)
    checkpoints.save(step, {{"a", a}});
  // A removal that was killed, a save that was, and folders of the user.
  std::filesystem::rename(path("run/step-00000000/dtensor.index.json"),
                          path("run/step-00000000/dtensor.unfinished"));
  std::filesystem::create_directory(path("run/step-00000007.part"));
  std::ofstream(path("run/step-00000007.part/dtensor.unfinished")) << "";
  std::filesystem::create_directory(path("run/step-00000005.old"));
  std::ofstream(path("run/step-00000005.old/model.safetensors")) << "";
  EXPECT_EQ(checkpoints.steps(), std::vector<int64_t>{1});
  checkpoints.save(2, {{"a", a}});
  EXPECT_EQ(checkpoints.steps(), (std::vector<int64_t>{1, 2}));
  EXPECT_FALSE(std::filesystem::exists(path("run/step-00000000")));
  EXPECT_FALSE(std::filesystem::exists(path("run/step-00000007.part")));
  EXPECT_TRUE(std::filesystem::exists(path("run/step-00000005.old")));

  std::ofstream(path("run/step-00000001/notes.txt")) << "mine";
  expectError([&] { checkpoints.save(3, {{"a", a}}); },
              "the checkpoint was saved, but an old one cannot be removed: ");
  EXPECT_EQ(checkpoints.steps(), (std::vector<int64_t>{1, 2, 3}));
}
