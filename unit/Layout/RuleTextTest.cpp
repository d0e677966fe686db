//===- RuleTextTest.cpp - Tests of rules that users write -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RuleText.h"

#include "gtest/gtest.h"

using namespace dtensor;

namespace {

std::string parse(llvm::StringRef text) {
  llvm::Expected<ShardingRule> rule = parseRule(text);
  return rule ? rule->str() : llvm::toString(rule.takeError());
}

std::string bind(llvm::StringRef text,
                 std::vector<llvm::ArrayRef<int64_t>> operands,
                 std::vector<llvm::ArrayRef<int64_t>> results) {
  ShardingRule rule = llvm::cantFail(parseRule(text));
  if (llvm::Error error = bindExtents(rule, operands, results))
    return llvm::toString(std::move(error));
  return rule.str();
}

} // namespace

TEST(RuleText, IsTheFormThatIsPrinted) {
  for (const char *text :
       {"([i,j],[j,k])->([i,k]) {i=4,j=6 reduction(sum),k=8}",
        "([i],*)->([i],[i,1]) {i=?}",
        "([i,j])->(*) {i=2 reduction(max),j=3 whole}", "(*)->(*) {}",
        "()->([i]) {i=3 whole}"})
    EXPECT_EQ(parse(text), text);
}

TEST(RuleText, AnyNamesAndSpacesAndNoExtents) {
  EXPECT_EQ(parse(" ( [row , inner], [inner,column] ) -> ([row,column])"
                  "{inner reduction(sum)} "),
            "([i,j],[j,k])->([i,k]) {i=?,j=? reduction(sum),k=?}");
  EXPECT_EQ(parse("([],[a])->([a])"), "(*,[i])->([i]) {i=?}");
}

TEST(RuleText, NamesWhatIsWrong) {
  EXPECT_EQ(parse("([i])->[i]"),
            "the rule '([i])->[i]': required '(', found '[i]'");
  EXPECT_EQ(parse("([i])"), "the rule '([i])': required '->', found the end");
  EXPECT_EQ(parse("([2i])->([i])"),
            "the rule '([2i])->([i])': required the name of a factor, found "
            "'2i])->([i])'");
  EXPECT_EQ(parse("([i])->([i]) {j}"),
            "the rule '([i])->([i]) {j}': no axis is factor 'j'");
  EXPECT_EQ(parse("([i,j])->([i]) {j reduction(avg)}"),
            "the rule '([i,j])->([i]) {j reduction(avg)}': there is no "
            "reduction by 'avg'");
  EXPECT_EQ(parse("([i])->([i]) {i reduction(sum)}"),
            "the rule '([i])->([i]) {i reduction(sum)}': factor 'i' is "
            "reduced, so no result may have it");
  EXPECT_EQ(parse("([i,i])->([i])"),
            "the rule '([i,i])->([i])': operand 0 uses factor i twice, so it "
            "must be whole");
  EXPECT_EQ(parse("([i])->([i],*)"),
            "the rule '([i])->([i],*)': factor 'i' must be an axis of an "
            "operand and of every result, or be 'whole' or 'reduction(...)'");
  EXPECT_EQ(parse("()->([i])"),
            "the rule '()->([i])': factor 'i' must be an axis of an operand "
            "and of every result, or be 'whole' or 'reduction(...)'");
  EXPECT_EQ(parse("([i])->([i]) x"),
            "the rule '([i])->([i]) x': required the end, found 'x'");
  EXPECT_EQ(parse("([i])->()"), "the rule '([i])->()': required a result");
}

TEST(RuleText, ExtentsOfOperandsAndResults) {
  const char *text = "([i,k],[k,j])->([i,j]) {k reduction(sum)}";
  EXPECT_EQ(bind(text, {{4, 6}, {6, 8}}, {{4, -1}}),
            "([i,j],[j,k])->([i,k]) {i=4,j=6 reduction(sum),k=8}");
  EXPECT_EQ(bind(text, {{4, 6}, {5, 8}}, {{4, 8}}),
            "axis 0 of operand 1 must have the extent 6 by the rule, found 5");
  EXPECT_EQ(bind(text, {{4, 6}, {6, 8}}, {{4, 9}}),
            "axis 1 of result 0 must have the extent 8 by the rule, found 9");
  EXPECT_EQ(bind(text, {{4, 6}}, {{4, 9}}),
            "the rule has 2 operands, required 1");
  EXPECT_EQ(bind(text, {{4, 6}, {6}}, {{4, 9}}),
            "operand 1 has 1 axes, and 2 in the rule");
  EXPECT_EQ(bind("([1])->([1])", {{2}}, {{1}}),
            "axis 0 of operand 0 must have the extent 1 by the rule, found 2");
}
