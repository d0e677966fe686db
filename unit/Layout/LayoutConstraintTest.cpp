//===- LayoutConstraintTest.cpp - Constraints parse, print and hold -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/LayoutConstraint.h"
#include "Parsing.h"

using namespace dtensor;

namespace {

LayoutConstraint parse(const Mesh &mesh, llvm::StringRef text) {
  return llvm::cantFail(LayoutConstraint::parse(mesh, text));
}

TEST(LayoutConstraint, RoundTrips) {
  Mesh mesh = parseMesh("x=2,y=2,z=2");
  for (llvm::StringRef text :
       {"[]", "[unsharded]",
        "[x, any, y + any, unsharded], replicated = [z], priority = 1",
        "[any], replicated = [x, y]", "[x + y], priority = 3"})
    EXPECT_EQ(parse(mesh, text).str(mesh), text);
  EXPECT_EQ(parse(mesh, " [ x+any ] ,replicated=[ y ],priority=2 ").str(mesh),
            "[x + any], replicated = [y], priority = 2");
  EXPECT_EQ(parse(mesh, "x,any").str(mesh), "[x, any]");
}

TEST(LayoutConstraint, IsSatisfiedByWhatWasAskedFor) {
  Mesh mesh = parseMesh("x=2,y=2,z=2");
  auto holds = [&](llvm::StringRef constraint, llvm::StringRef layout) {
    return parse(mesh, constraint).isSatisfiedBy(parseLayout(mesh, layout));
  };
  EXPECT_TRUE(holds("[x, any]", "x,y+z"));
  EXPECT_TRUE(holds("[x + any, unsharded]", "x+y,unsharded"));
  EXPECT_FALSE(holds("[x, any]", "x+z,y"));
  EXPECT_FALSE(holds("[x + any, unsharded]", "y+x,unsharded"));
  EXPECT_FALSE(holds("[any], replicated = [x]", "y+x"));
  EXPECT_FALSE(holds("[any]", "x;partial(sum):y"));
  EXPECT_FALSE(holds("[any]", "x,y"));
}

TEST(LayoutConstraint, ComesFromLayoutsAndGivesThem) {
  Mesh mesh = parseMesh("x=2,y=2");
  Layout layout = parseLayout(mesh, "x,unsharded");
  EXPECT_EQ(LayoutConstraint(layout), parse(mesh, "[x, unsharded]"));
  EXPECT_EQ(parse(mesh, "[x + any, any]").getLeastLayout(), layout);
}

TEST(LayoutConstraint, RejectsContradictions) {
  Mesh mesh = parseMesh("x=2,y=2");
  auto message = [&](llvm::StringRef text) {
    return getMessage(LayoutConstraint::parse(mesh, text));
  };
  EXPECT_EQ(message("[x], replicated = [x]"),
            "mesh dimension 'x' must stay replicated, but shards axis 0");
  EXPECT_EQ(message("[any], replicated = [x, x]"),
            "mesh dimension 'x' is listed as replicated twice");
  EXPECT_EQ(message("[x, x + any]"),
            "mesh dimension 'x' is used twice: the layout shards axis 0 and "
            "shards axis 1 along it");
  EXPECT_EQ(message("[any + x]"), "'any' must end an axis, found 'any + x'");
  EXPECT_EQ(message("[match]"), "'match' stands for the layout of a named "
                                "value, not for an axis of a constraint");
  EXPECT_EQ(message("[q]"), "the mesh has no dimension 'q'; it has 'x', 'y'");
  EXPECT_EQ(message("[any], priority = -1"),
            "a priority must not be negative, found -1");
  EXPECT_EQ(message("[any], order = 1"),
            "a constraint must be like '[x, any, y + any, unsharded], "
            "replicated = [z], priority = 1', found '[any], order = 1'");
}

} // namespace
