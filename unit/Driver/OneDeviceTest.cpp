//===- OneDeviceTest.cpp - A program of several devices on one ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Host/Invocation.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace dtensor;
using namespace mlir;

namespace {

using Integers = std::vector<std::vector<int32_t>>;

class OneDeviceTest : public ::testing::Test {
protected:
  OneDeviceTest() {
    DialectRegistry registry;
    registerProgramDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// The results, and the number of devices.
  std::pair<Integers, int64_t> run(StringRef text, bool onOneDevice) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    CompileOptions options;
    options.onOneDevice = onOneDevice;
    auto program = CompiledProgram::compile(
        llvm::cantFail(findEntry(*module, "main")), options);
    if (failed(program))
      return {};
    const Signature &signature = (*program)->getSignature();
    auto invocation = llvm::cantFail(Invocation::create(signature, {}));
    llvm::cantFail((*program)->run(invocation));
    Integers values;
    for (HostTensor &result : llvm::cantFail(invocation.joinResults())) {
      const auto *data = reinterpret_cast<const int32_t *>(result.getData());
      values.emplace_back(data, data + result.getNumElements());
    }
    return {values, signature.mesh.getNumDevices()};
  }

  MLIRContext context;
};

// The mesh is a frontend's when the text is parsed.
constexpr llvm::StringLiteral kAnnotated = R"mlir(
  sdy.mesh @mesh = <["x"=3]>
  func.func @main() -> tensor<6xi32> {
    %a = stablehlo.iota dim = 0 : tensor<6xi32>
    %s = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<6xi32>
    return %s : tensor<6xi32>
  })mlir";

TEST_F(OneDeviceTest, MakesTheMeshOfAFrontendOneDevice) {
  Integers expected = {{0, 1, 2, 3, 4, 5}};
  EXPECT_EQ(run(kAnnotated, false), std::pair(expected, int64_t(3)));
  EXPECT_EQ(run(kAnnotated, true), std::pair(expected, int64_t(1)));
}

// Parts are passed around, while each device doubles its part and adds the one
// that it receives. Then all sums are added, and each device adds its number.
constexpr llvm::StringLiteral kManual = R"mlir(
  sdy.mesh @mesh = <["x"=3]>
  func.func @main() -> (tensor<6xi32>, tensor<2xi32>, tensor<3xi32>) {
    %a = stablehlo.iota dim = 0 : tensor<6xi32>
    %0:3 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%part: tensor<2xi32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %1:3 = stablehlo.while(%i = %zero, %b = %part, %sum = %part) : tensor<i32>, tensor<2xi32>, tensor<2xi32>
      cond {
        %n = stablehlo.constant dense<2> : tensor<i32>
        %m = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %m : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %c = "stablehlo.collective_permute"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
        %twice = stablehlo.add %sum, %sum : tensor<2xi32>
        %next = stablehlo.add %twice, %c : tensor<2xi32>
        %k = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %k, %c, %next : tensor<i32>, tensor<2xi32>, tensor<2xi32>
      }
      %all = "stablehlo.all_reduce"(%1#2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %s = stablehlo.add %x, %y : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<2xi32>) -> tensor<2xi32>
      %id = stablehlo.partition_id : tensor<ui32>
      %number = stablehlo.bitcast_convert %id : (tensor<ui32>) -> tensor<i32>
      %row = stablehlo.reshape %number : (tensor<i32>) -> tensor<1xi32>
      sdy.return %1#2, %all, %row : tensor<2xi32>, tensor<2xi32>, tensor<1xi32>
    } : (tensor<6xi32>) -> (tensor<6xi32>, tensor<2xi32>, tensor<3xi32>)
    return %0#0, %0#1, %0#2 : tensor<6xi32>, tensor<2xi32>, tensor<3xi32>
  })mlir";

TEST_F(OneDeviceTest, DoesWhatAllDevicesOfAMapDo) {
  Integers expected = {{10, 17, 12, 19, 20, 27}, {42, 63}, {0, 1, 2}};
  EXPECT_EQ(run(kManual, false), std::pair(expected, int64_t(3)));
  EXPECT_EQ(run(kManual, true), std::pair(expected, int64_t(1)));
}

} // namespace
