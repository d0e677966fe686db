//===- LayoutRequestTest.cpp - Layouts given beside a program -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Driver/Signature.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace dtensor;
using namespace mlir;

namespace {

std::string getMessage(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : std::string();
}

class LayoutRequestTest : public ::testing::Test {
protected:
  LayoutRequestTest() {
    context.loadDialect<func::FuncDialect, DTensorDialect>();
  }

  func::FuncOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    return *module->getOps<func::FuncOp>().begin();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr llvm::StringLiteral
    program("func.func private @main(tensor<8x4xf32>, i64, tensor<bf16>) -> "
            "tensor<4x?xi1>");

TEST_F(LayoutRequestTest, PutsMeshAndLayoutsIntoTheProgram) {
  func::FuncOp entry = parse(program);
  LayoutRequest request;
  request.mesh = llvm::cantFail(Mesh::parse("x=2,y=3"));
  EXPECT_EQ(getMessage(request.add("arg0=y,unsharded")), "");
  EXPECT_EQ(getMessage(request.add("arg0=x+y,unsharded")), "");
  EXPECT_EQ(getMessage(request.add("result0=y,x")), "");
  ASSERT_EQ(getMessage(applyLayoutRequest(request, entry)), "");

  Signature signature = llvm::cantFail(readSignature(entry));
  EXPECT_EQ(signature.mesh.str(), "x=2,y=3");
  const ValueSignature &first = signature.arguments[0];
  EXPECT_EQ(first.layout.str(signature.mesh), "x+y,unsharded");
  EXPECT_EQ(first.elementType, ElementType::F32);
  EXPECT_TRUE(first.isTensor);
  EXPECT_FALSE(signature.arguments[1].isTensor);
  EXPECT_EQ(signature.arguments[1].elementType, ElementType::I64);
  EXPECT_TRUE(signature.arguments[2].shape.empty());
  EXPECT_EQ(signature.results[0].layout.str(signature.mesh), "y,x");
  EXPECT_EQ(signature.results[0].shape[1], INT64_MIN);
}

TEST_F(LayoutRequestTest, ChangesTheMeshOfTheProgram) {
  func::FuncOp entry = parse(("dtensor.mesh @m <a=4>\n" + program).str());
  LayoutRequest request;
  request.mesh = llvm::cantFail(Mesh::parse("x=2"));
  ASSERT_EQ(getMessage(applyLayoutRequest(request, entry)), "");
  EXPECT_EQ(llvm::cantFail(readSignature(entry)).mesh.str(), "x=2");
  EXPECT_EQ(llvm::range_size(module->getOps<MeshOp>()), 1u);
}

TEST_F(LayoutRequestTest, KeepsTheOrderOfAMeshInJSON) {
  for (
      StringRef text :
      {R"({"results": null, "mesh": {"z": 2, "a": 3, "m": 4}, "what": "mesh"})",
       R"({"what": {"b": 1}, "mesh": [["z", 2], ["a", 3], ["m", 4]]})"}) {
    LayoutRequest request;
    ASSERT_EQ(getMessage(request.addJSON(text)), "");
    EXPECT_EQ(request.mesh->str(), "z=2,a=3,m=4");
  }
}

TEST_F(LayoutRequestTest, ReadsLayoutsInJSON) {
  LayoutRequest request;
  ASSERT_EQ(getMessage(request.addJSON(
                R"({"args": [[["x"], []], null, []], "results": [[["y", "x"]]],
                    "note": 1, "constraints": [], "memory_per_device": 80000000000})")),
            "");
  EXPECT_EQ(request.memoryPerDevice, 80'000'000'000);
  EXPECT_EQ(request.arguments,
            (std::map<unsigned, std::string>{{0, "x,unsharded"}, {2, ""}}));
  EXPECT_EQ(request.results, (std::map<unsigned, std::string>{{0, "y+x"}}));
}

TEST_F(LayoutRequestTest, RejectsWhatIsNoRequest) {
  auto json = [](StringRef text) {
    LayoutRequest request;
    return getMessage(request.addJSON(text));
  };
  EXPECT_EQ(json("[]"), "layouts file: required an object");
  EXPECT_EQ(json(R"({"arguments": []})"),
            "layouts file: unknown key 'arguments'; known are mesh, args, "
            "results, memory_per_device, what, note, constraints");
  EXPECT_EQ(json(R"({"memory_per_device": 0})"),
            "layouts file: 'memory_per_device' must be a positive integer");
  EXPECT_EQ(json(R"({"memory_per_device": "1GB"})"),
            "layouts file: 'memory_per_device' must be a positive integer");
  EXPECT_EQ(json(R"({"args": {}})"),
            "layouts file: 'args' must be a list or null");
  EXPECT_EQ(json(R"({"args": [null, ["x"]]})"),
            "layouts file: entry 1 of 'args' must be like [[\"x\"], []] or "
            "null");
  EXPECT_EQ(json(R"({"mesh": {"x": "two"}})"),
            "layouts file: required an integer size of mesh dimension 'x'");
  EXPECT_EQ(json(R"({"mesh": 2})"),
            "layouts file: 'mesh' must be like {\"x\": 2} or [[\"x\", 2]]");
  EXPECT_EQ(json(R"({"mesh": {"x": 2})").substr(0, 14), "layouts file: ");

  LayoutRequest request;
  EXPECT_EQ(getMessage(request.add("arg=x")),
            "a layout must be given as 'arg0=x,unsharded' or 'result0=...', "
            "found 'arg=x'");
}

TEST_F(LayoutRequestTest, RejectsWhatDoesNotFitTheProgram) {
  auto apply = [&](StringRef mesh, StringRef layout) {
    LayoutRequest request;
    if (!mesh.empty())
      request.mesh = llvm::cantFail(Mesh::parse(mesh));
    llvm::cantFail(request.add(layout));
    return getMessage(applyLayoutRequest(request, parse(program)));
  };
  EXPECT_EQ(apply("", "arg0=x,x"),
            "layouts need a mesh, and the program has none");
  EXPECT_EQ(apply("x=2", "arg3=x"),
            "there is no arg3: the function has 3 arguments");
  EXPECT_EQ(apply("x=2", "result1=x"),
            "there is no result1: the function has 1 results");
  EXPECT_EQ(apply("x=2", "arg1="),
            "layout of arg1: required a tensor, found i64");
  EXPECT_EQ(apply("x=2", "arg0=x"),
            "layout of arg0: required 2 axes, found 1 in 'x'");
  EXPECT_EQ(apply("x=2", "result0=unsharded,z"),
            "layout of result0: the mesh has no dimension 'z'; it has 'x'");
}

} // namespace
