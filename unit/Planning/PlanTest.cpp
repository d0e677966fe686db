//===- PlanTest.cpp - What the trials of a plan share ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "dtensor/Machine/AbstractMachine.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dtensor;

namespace {

const char *const kProgram = R"(
dtensor.mesh @mesh <x=2>
func.func @main(
    %a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %b: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> tensor<8x8xf32> {
  %0 = arith.addf %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
)";

class PlanTest : public testing::Test {
protected:
  PlanTest() {
    DialectRegistry registry;
    registry.insert<DTensorDialect, func::FuncDialect, arith::ArithDialect>();
    registerShardingRules(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parseSourceString<ModuleOp>(kProgram, &context);
    options.machine = &machine;
    options.choices = &choices;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Machine machine = getAbstractMachine(2);
  SharedChoices choices;
  Plan::Options options;
};

/// A choice that was made at an op of the program is not made again at the copy
/// of the op in a trial.
TEST_F(PlanTest, TrialsShareChoices) {
  ASSERT_TRUE(module);
  Plan plan(*module, options);
  LayoutGraph *graph = plan.getGraph();
  ASSERT_TRUE(graph);
  Change nothing{[](Edit &) {}, "nothing", module->getLoc()};
  std::optional<PlanTrial> trial = plan.tryOut(nothing);
  ASSERT_TRUE(trial);
  ASSERT_EQ(graph->getSites().size(), trial->graph.getSites().size());
  for (auto [site, copy] :
       llvm::zip_equal(graph->getSites(), trial->graph.getSites()))
    EXPECT_EQ(&graph->getChoice(site), &trial->graph.getChoice(copy));
}

/// Layouts on another mesh name other dimensions.
TEST_F(PlanTest, MeshesShareNoChoices) {
  Mesh one = llvm::cantFail(Mesh::parse("x=2"));
  Mesh two = llvm::cantFail(Mesh::parse("x=2,y=2"));
  EXPECT_EQ(choices.get(one), choices.get(one));
  EXPECT_NE(choices.get(one), choices.get(two));
}

} // namespace
