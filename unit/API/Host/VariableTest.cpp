//===- VariableTest.cpp - Tensors that are updated ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Variable.h"

#include "Messages.h"
#include "Programs.h"
#include "dt/Access.h"
#include "dt/Factories.h"
#include "gtest/gtest.h"

#include <thread>

using namespace dt;

namespace {

const Mesh mesh = {{"x", 6}};

TEST(VariableTest, IsTheGuides) {
  Layout layout({unsharded, unsharded}, mesh);
  Variable v(randn({64, 32}, 1, layout), "v");
  EXPECT_EQ(fetch_layout(v), layout);
  EXPECT_EQ(v.name(), "v");
  EXPECT_EQ(v.shape(), (Shape{64, 32}));
  EXPECT_EQ(v.dtype(), DType::float32);
  DTensor a = ones({64, 32}, layout);
  v.assign(a);
  EXPECT_TRUE(v.value().numpy().equals(a.numpy()));
  DTensor converted = v;
  EXPECT_EQ(converted.layout(), layout);
  Mesh another = {{"x", 3}, {"y", 2}};
  DTensor b = ones({64, 32}, Layout({unsharded, unsharded}, another));
  EXPECT_EQ(messageOf([&] { v.assign(b); }),
            "variable 'v': required a value on mesh 'x=6', found one on mesh "
            "'x=3,y=2'");
  EXPECT_TRUE(v.value().numpy().equals(a.numpy()));
}

TEST(VariableTest, Errors) {
  Variable v(ones({6, 2}, Layout({"x", unsharded}, mesh)));
  EXPECT_EQ(messageOf([&] {
              v.assign(ones({6, 2}, Layout({unsharded, "x"}, mesh)));
            }),
            "a variable: required layout 'x,unsharded', found 'unsharded,x'; "
            "the layout of a variable never changes; relayout() changes that "
            "of a value");
  EXPECT_EQ(messageOf([&] {
              v.assign(ones({6, 3}, Layout({"x", unsharded}, mesh)));
            }),
            "a variable: required 6x2xfloat32, found 6x3xfloat32");
  EXPECT_EQ(messageOf([&] {
              v.assign(
                  ones({6, 2}, Layout({"x", unsharded}, mesh), DType::int8));
            }),
            "a variable: required 6x2xfloat32, found 6x2xint8");
}

TEST(VariableTest, IsUpdatedInPlace) {
  Executable program =
      Executable::create(makeInfo(addOneInPlace, kDonatedValues), nullptr);
  Variable v(zeros({3, 2}, getRowLayout()));
  const void *data = v.value().to_local(0).data();
  auto update = [&] {
    std::vector<DTensor> arguments;
    arguments.push_back(Access::take(v));
    Access::put(v, program.run(std::move(arguments))[0]);
  };
  update();
  EXPECT_EQ(v.value().to_local(0).data(), data);
  EXPECT_EQ(v.value().to_local(0).elements<float>()[0], 1);
  // A value that somebody has read does not change.
  DTensor read = v;
  update();
  EXPECT_NE(v.value().to_local(0).data(), data);
  EXPECT_EQ(read.to_local(0).elements<float>()[0], 1);
  EXPECT_EQ(v.value().to_local(0).elements<float>()[0], 2);
}

TEST(VariableTest, LosesItsValueWithAFailedUpdate) {
  Variable v(zeros({6}, Layout({"x"}, mesh)), "v");
  Access::take(v);
  Access::lose(v);
  std::string message = "variable 'v' has lost its value in a run that failed "
                        "while it updated the value; assign another one";
  EXPECT_EQ(messageOf([&] { v.value(); }), message);
  EXPECT_EQ(messageOf([&] { Access::take(v); }), message);
  v.assign(ones({6}, Layout({"x"}, mesh)));
  EXPECT_EQ(v.value().full_tensor().str(), "[1 1 1 1 1 1]");
}

TEST(VariableTest, ThreadsReadWhileOthersUpdate) {
  Executable program =
      Executable::create(makeInfo(addOneInPlace, kDonatedValues), nullptr);
  Variable v(zeros({3, 2}, getRowLayout()));
  std::thread reader([&] {
    float last = 0;
    for (int i = 0; i < 500; ++i) {
      DTensor value = v;
      float first = value.to_local(0).elements<float>()[0];
      EXPECT_GE(first, last);
      EXPECT_EQ(value.to_local(1).elements<float>()[1], first);
      last = first;
    }
  });
  for (int i = 0; i < 500; ++i) {
    std::vector<DTensor> arguments;
    arguments.push_back(Access::take(v));
    Access::put(v, program.run(std::move(arguments))[0]);
  }
  reader.join();
  EXPECT_EQ(v.value().to_local(0).elements<float>()[0], 500);
}

} // namespace
