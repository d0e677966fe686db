//===- RedistributionVerifierTest.cpp - Broken plans are rejected ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RedistributionVerifier.h"
#include "LinearForm.h"
#include "Parsing.h"

using namespace dtensor;

namespace {

/// A plan for f32[shape] into which tests put errors.
struct Broken {
  Mesh mesh;
  Layout from, to;
  llvm::SmallVector<int64_t> shape;
  RedistributionPlan plan;

  Broken(llvm::StringRef meshText, llvm::ArrayRef<int64_t> shape,
         llvm::StringRef fromText, llvm::StringRef toText)
      : mesh(parseMesh(meshText)), from(parseLayout(mesh, fromText)),
        to(parseLayout(mesh, toText)), shape(shape),
        plan(planRedistribution(mesh, from, to, shape, 32)) {
    EXPECT_EQ(verify(), "");
  }

  std::string verify() const {
    return getMessage(verifyRedistribution(mesh, from, to, shape, 32, plan));
  }

  Layout parse(llvm::StringRef text) const { return parseLayout(mesh, text); }
};

TEST(RedistributionVerifier, WantsStepsThatFollowOnEachOther) {
  Broken broken("x=2,y=2", {8, 8}, "x,unsharded", "unsharded,y");
  RedistributionPlan good = broken.plan;
  ASSERT_EQ(good.steps.size(), 2u);

  broken.plan.steps.erase(broken.plan.steps.begin());
  EXPECT_EQ(broken.verify(), "step 1 (all_gather) starts from x,y, but the "
                             "value is in x,unsharded");
  broken.plan = good;
  broken.plan.steps.pop_back();
  EXPECT_EQ(broken.verify(), "the plan ends in x,y and not in unsharded,y");
  broken.plan = good;
  std::swap(broken.plan.steps[0], broken.plan.steps[1]);
  EXPECT_EQ(broken.verify(), "step 1 (all_gather) starts from x,y, but the "
                             "value is in x,unsharded");
}

TEST(RedistributionVerifier, WantsStepsOfTheirKind) {
  Broken broken("x=2", {8, 8}, "x,unsharded", "unsharded,x");
  for (StepKind kind : {StepKind::Slice, StepKind::AllGather}) {
    broken.plan.steps[0].kind = kind;
    EXPECT_EQ(broken.verify(),
              ("step 1 (" + stringify(kind) +
               ") is not of its kind: from x,unsharded to unsharded,x")
                  .str());
  }
  broken.plan.steps[0].kind = StepKind::Permute;
  EXPECT_EQ(broken.verify(), "step 1 (permute): device 0 needs a component "
                             "that nobody of its group has as a whole");
  broken.plan.steps[0].kind = StepKind::AllReduce;
  EXPECT_EQ(broken.verify(), "step 1 (all_reduce) combines no partial "
                             "dimension: from x,unsharded to unsharded,x");
  broken.plan.steps[0].kind = StepKind::MakePartial;
  EXPECT_EQ(broken.verify(), "step 1 (make_partial) makes no partial "
                             "dimension: from x,unsharded to unsharded,x");
  // An exchange may be any movement.
  broken.plan.steps[0].kind = StepKind::Exchange;
  EXPECT_EQ(broken.verify(), "");
}

TEST(RedistributionVerifier, WantsAddendsToBeCombined) {
  Broken broken("x=2", {4}, "unsharded;partial(sum):x", "unsharded");
  broken.plan.steps[0].kind = StepKind::Exchange;
  EXPECT_EQ(broken.verify(),
            "step 1 (exchange) loses a partial dimension: from "
            "unsharded;partial(sum):x to unsharded");

  // A sum cannot be turned into a maximum in place.
  Broken kinds("x=2,y=2", {4}, "unsharded;partial(sum):x",
               "unsharded;partial(max):x");
  kinds.plan.steps[0] = {StepKind::MakePartial, kinds.from, kinds.to, {}, 0};
  kinds.plan.steps.pop_back();
  EXPECT_EQ(kinds.verify(),
            "step 1 (make_partial) loses a partial dimension: from "
            "unsharded;partial(sum):x to unsharded;partial(max):x");

  // Two combiners cannot be applied at once.
  Broken mixed("x=2,y=2", {4}, "unsharded;partial(sum):x;partial(avg):y",
               "unsharded");
  mixed.plan.steps[0].to = mixed.to;
  mixed.plan.steps[0].dims = {0, 1};
  mixed.plan.steps.pop_back();
  EXPECT_EQ(mixed.verify(),
            "step 1 (all_reduce) has more than one combiner: from "
            "unsharded;partial(sum):x;partial(avg):y to unsharded");
}

TEST(RedistributionVerifier, WantsPeersOfTheGroup) {
  Broken moved("x=2,y=2", {4}, "x+y", "unsharded");
  moved.plan.steps[0].dims = {1};
  EXPECT_EQ(moved.verify(), "step 1 (all_gather): element [0] on device 2: it "
                            "needs the element, which nobody of its group has");
  Broken reduced("x=2,y=2", {4}, "unsharded;partial(sum):x", "unsharded");
  reduced.plan.steps[0].dims = {1};
  EXPECT_EQ(reduced.verify(),
            "step 1 (all_reduce): element [0] on device 0: it combines with "
            "device 2, which is not of its group");
}

/// A group that spans a partial dimension mixes addends.
TEST(RedistributionVerifier, CountsAddends) {
  Broken broken("x=2,y=2", {4}, "y;partial(sum):x", "unsharded;partial(sum):x");
  broken.plan.steps[0].dims = {0, 1};
  EXPECT_EQ(broken.verify(), "element [0] on device 1 is not the whole value, "
                             "but 2*addend(x=0)");
}

TEST(RedistributionVerifier, WantsLayoutsOfTheTensor) {
  Broken broken("x=2", {4}, "x", "unsharded");
  broken.plan.steps[0].from = Layout(2);
  EXPECT_EQ(broken.verify(), "step 1 has a layout of rank 2, but the tensor is "
                             "of rank 1");
}

TEST(RedistributionVerifier, WantsTheRightNumbers) {
  Broken broken("x=4", {8}, "x", "unsharded");
  RedistributionPlan good = broken.plan;
  broken.plan.steps[0].bytesReceived = 20;
  EXPECT_EQ(broken.verify(),
            "step 1 (all_gather) receives 24 bytes, but says 20");
  broken.plan = good;
  broken.plan.bytesReceived = 0;
  EXPECT_EQ(broken.verify(), "the steps receive 24 bytes, but the plan says 0");
  broken.plan = good;
  broken.plan.peakBytes = 1;
  EXPECT_EQ(broken.verify(),
            "the steps hold 40 bytes at most, but the plan says 1");
}

TEST(RedistributionVerifier, WantsStaticShapes) {
  Mesh mesh = parseMesh("x=2");
  EXPECT_EQ(getMessage(verifyRedistribution(mesh, Layout(1), Layout(1), {-1},
                                            32, RedistributionPlan())),
            "only plans for static shapes can be verified");
}

/// Addends that are lost or counted twice are detected.
TEST(LinearForm, BecomesWholeWithAllAddends) {
  Mesh mesh = parseMesh("x=2,y=2");
  AddendSpace addends(mesh,
                      parseLayout(mesh, ";partial(sum):x+y").getPartial());
  llvm::SmallVector<LinearForm> all;
  for (int64_t device : {0, 1, 2, 3})
    all.push_back(addends.getInitial(device));
  auto combine = [&](llvm::ArrayRef<LinearForm> forms, Combiner combiner) {
    return llvm::cantFail(addends.combine(forms, combiner));
  };
  EXPECT_TRUE(combine(all, Combiner::Add).isWhole());

  LinearForm lost = combine(llvm::ArrayRef(all).drop_back(), Combiner::Add);
  EXPECT_FALSE(lost.isWhole());
  EXPECT_EQ(addends.str(lost), "1*addend(x=0,y=0) + 1*addend(x=0,y=1) + "
                               "1*addend(x=1,y=0)");
  EXPECT_TRUE(combine({lost, all[3]}, Combiner::Add).isWhole());
  LinearForm twice = combine({lost, all[2], all[3]}, Combiner::Add);
  EXPECT_FALSE(twice.isWhole());
  EXPECT_FALSE(combine(all, Combiner::Avg).isWhole());

  LinearForm whole(LinearForm::kWhole);
  EXPECT_FALSE(combine({whole, whole}, Combiner::Add).isWhole());
  EXPECT_TRUE(combine({whole, LinearForm()}, Combiner::Add).isWhole());
  EXPECT_TRUE(combine({whole, whole}, Combiner::Avg).isWhole());
  EXPECT_TRUE(combine({whole, whole}, Combiner::Maximum).isWhole());
  EXPECT_EQ(getMessage(addends.combine(all, Combiner::Maximum)),
            "it combines by max what is partial(sum)");
  EXPECT_EQ(addends.str(LinearForm()), "the identity");
}

} // namespace
