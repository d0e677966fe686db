//===- ComponentsTest.cpp - Components of a global tensor -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Components.h"
#include "HostTensors.h"
#include "llvm/ADT/bit.h"
#include <array>

using namespace dtensor;

namespace {

using Shape = std::vector<int64_t>;

Components split(const Mesh &mesh, llvm::StringRef layout, HostTensor global) {
  return llvm::cantFail(splitIntoComponents(mesh, parseLayout(mesh, layout),
                                            share(std::move(global))));
}

std::vector<float> getFloats(const HostTensor &tensor) {
  return tensor.getElements<float>().vec();
}

std::string joinMessage(const Mesh &mesh, llvm::StringRef layout,
                        llvm::ArrayRef<int64_t> shape,
                        const Components &components) {
  return getMessage(joinComponents(mesh, parseLayout(mesh, layout),
                                   ElementType::F32, shape, components));
}

TEST(Components, CutsAsTheTutorialDoes) {
  // The last two columns of `a` go to the last two devices along x.
  Mesh mesh = parseMesh("x=3,y=2");
  Components components =
      split(mesh, "unsharded,x",
            makeTensor<float>(ElementType::F32, {2, 3}, {1, 2, 3, 4, 5, 6}));
  ASSERT_EQ(components.size(), 6u);
  using Floats = std::vector<float>;
  EXPECT_EQ(getFloats(*components[0]), Floats({1, 4}));
  EXPECT_EQ(getFloats(*components[2]), Floats({2, 5}));
  EXPECT_EQ(getFloats(*components[5]), Floats({3, 6}));
}

TEST(Components, AreSharedByReplicas) {
  Mesh mesh = parseMesh("x=3,y=2");
  Components sharded = split(mesh, "x,unsharded", makeIota({6, 2}));
  EXPECT_EQ(sharded[0], sharded[1]);
  EXPECT_NE(sharded[0], sharded[2]);
  Components replicated = split(mesh, "unsharded,unsharded", makeIota({6, 2}));
  EXPECT_EQ(replicated[0], replicated[5]);
}

TEST(Components, OwnersAreTheFirstWithTheSamePart) {
  Mesh mesh = parseMesh("x=2,y=3");
  Layout rows = parseLayout(mesh, "x,unsharded");
  using Devices = std::vector<int64_t>;
  EXPECT_EQ(getOwners(mesh, rows, {4, 2}, /*isShared=*/false),
            Devices({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(getOwners(mesh, rows, {4, 2}, /*isShared=*/true),
            Devices({0, 0, 0, 3, 3, 3}));
  // A process owns what its own devices share, in whatever order it runs them.
  EXPECT_EQ(getOwners(mesh, rows, {4, 2}, /*isShared=*/true, {5, 2, 4}),
            Devices({-1, -1, 2, -1, 4, 4}));

  std::vector<llvm::SmallVector<int64_t>> shapes =
      getComponentShapes(mesh, rows, {4, 2});
  Components components = llvm::cantFail(allocateComponents(
      ElementType::F32, shapes, Devices({-1, 1, 1, -1, 4, 4})));
  EXPECT_FALSE(components[0]);
  EXPECT_EQ(components[1], components[2]);
  EXPECT_NE(components[2], components[4]);
  EXPECT_EQ(components[4], components[5]);
}

TEST(Components, JoinToWhatTheyWereCutFrom) {
  for (llvm::StringRef meshText :
       {"x=2,y=1", "x=2,y=3", "x=4,y=2", "x=1,y=8"}) {
    Mesh mesh = parseMesh(meshText);
    for (llvm::StringRef layoutText :
         {"unsharded,unsharded,unsharded", "x,unsharded,unsharded",
          "unsharded,y,x", "unsharded,x+y,unsharded", "y+x,unsharded,unsharded",
          "unsharded,unsharded,x"})
      for (const Shape &shape :
           {Shape{8, 4, 6}, {5, 7, 3}, {1, 13, 2}, {0, 3, 9}}) {
        HostTensor global = makeIota(shape);
        Components components = split(mesh, layoutText, makeIota(shape));
        HostTensor joined =
            llvm::cantFail(joinComponents(mesh, parseLayout(mesh, layoutText),
                                          ElementType::F32, shape, components));
        EXPECT_EQ(joined.getBytes(), global.getBytes())
            << meshText.str() << " " << layoutText.str();
      }
  }
}

TEST(Components, CutUnevenAxesAsTorchChunk) {
  Mesh mesh = parseMesh("x=4,y=2");
  Components components = split(mesh, "x+y", makeIota({13}));
  std::vector<float> sizes;
  for (const std::shared_ptr<HostTensor> &component : components)
    sizes.push_back(component->getNumElements());
  EXPECT_EQ(sizes, std::vector<float>({2, 2, 2, 2, 2, 2, 1, 0}));
}

TEST(Components, HoldIdentitiesAlongPartialDimensions) {
  Mesh mesh = parseMesh("x=2,y=2");
  struct Case {
    llvm::StringRef layout;
    float others;
  };
  for (Case test : {Case{"unsharded;partial(sum):y", -0.0f},
                    {"unsharded;partial(product):y", 1.0f},
                    {"unsharded;partial(max):y", 3.0f},
                    {"unsharded;partial(avg):y", 3.0f}}) {
    Components components =
        split(mesh, test.layout, makeTensor<float>(ElementType::F32, {1}, {3}));
    EXPECT_EQ(getFloats(*components[2]), std::vector<float>({3}));
    EXPECT_EQ(getFloats(*components[3]), std::vector<float>({test.others}))
        << test.layout.str();
    EXPECT_EQ(joinMessage(mesh, test.layout, {1}, components), "");
  }
}

TEST(Components, CombineAlongPartialDimensions) {
  Mesh mesh = parseMesh("x=2,y=2");
  auto join = [&](llvm::StringRef layout) {
    Components components;
    for (float value : {1, 2, 3, 4})
      components.push_back(
          share(makeTensor<float>(ElementType::F32, {1}, {value})));
    return getFloats(llvm::cantFail(
        joinComponents(mesh, parseLayout(mesh, layout), ElementType::F32,
                       {layout.starts_with("x") ? 2 : 1}, components)));
  };
  using Floats = std::vector<float>;
  EXPECT_EQ(join("unsharded;partial(sum):x+y"), Floats({10}));
  EXPECT_EQ(join("unsharded;partial(avg):x+y"), Floats({2.5}));
  EXPECT_EQ(join("unsharded;partial(product):x+y"), Floats({24}));
  EXPECT_EQ(join("unsharded;partial(min):x+y"), Floats({1}));
  EXPECT_EQ(join("x;partial(sum):y"), Floats({3, 7}));
}

TEST(Components, CombineTheBitsOfFloats) {
  Mesh mesh = parseMesh("x=4");
  auto join = [&](std::array<uint32_t, 4> bits) {
    Components components;
    for (uint32_t each : bits)
      components.push_back(share(makeTensor<float>(
          ElementType::F32, {1}, {llvm::bit_cast<float>(each)})));
    return llvm::bit_cast<uint32_t>(
        getFloats(llvm::cantFail(joinComponents(
                      mesh, parseLayout(mesh, "unsharded;partial(or):x"),
                      ElementType::F32, {1}, components)))
            .front());
  };
  // A negative zero, and a NaN with a payload.
  EXPECT_EQ(join({0, 0, 0x80000000, 0}), 0x80000000u);
  EXPECT_EQ(join({0, 0x7fc01234, 0, 0}), 0x7fc01234u);
}

TEST(Components, AreChecked) {
  Mesh mesh = parseMesh("x=3,y=2");
  Components components = split(mesh, "x,unsharded", makeIota({6, 2}));

  Components tooFew(components.begin(), components.end() - 1);
  EXPECT_EQ(joinMessage(mesh, "x,unsharded", {6, 2}, tooFew),
            "required 6 components, found 5");

  Components wrongShape = components;
  wrongShape[3] = share(makeIota({2, 3}));
  EXPECT_EQ(joinMessage(mesh, "x,unsharded", {6, 2}, wrongShape),
            "component of device 3: required 2x2xf32, found 2x3xf32");

  Components wrongRank = components;
  wrongRank[0] = share(makeIota({4}));
  EXPECT_EQ(joinMessage(mesh, "x,unsharded", {6, 2}, wrongRank),
            "component of device 0: required 2x2xf32, found 4xf32");

  Components wrongType = components;
  wrongType[1] =
      share(makeTensor<int32_t>(ElementType::I32, {2, 2}, {0, 1, 2, 3}));
  EXPECT_EQ(joinMessage(mesh, "x,unsharded", {6, 2}, wrongType),
            "component of device 1: required 2x2xf32, found 2x2xi32");

  // A scalar's components must be identical, and so must all replicas.
  Components differing = components;
  differing[5] = share(makeIota({2, 2}));
  EXPECT_EQ(
      joinMessage(mesh, "x,unsharded", {6, 2}, differing),
      "replicas differ: devices 4 and 5 hold other bits of the same part");
}

TEST(Components, RejectCombinersOfOtherTypes) {
  Mesh mesh = parseMesh("x=2");
  EXPECT_EQ(getMessage(splitIntoComponents(
                mesh, parseLayout(mesh, "unsharded;partial(avg):x"),
                share(makeTensor<int32_t>(ElementType::I32, {1}, {3})))),
            "'avg' is not defined for i32");
}

} // namespace
