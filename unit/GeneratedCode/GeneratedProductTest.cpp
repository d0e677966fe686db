//===- GeneratedProductTest.cpp - Contractions and convolutions in code ---===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums of products by generated code, compared with plain loops. All numbers
// are small integers, so that every type represents them exactly.

#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Host/Element.h"
#include "dtensor/Host/Invocation.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// c += a * b over loops. An axis of a tensor is indexed by a sum of loops,
/// each with a factor.
struct Product {
  std::string name;
  /// The extents of the loops; the parallel ones come first.
  std::vector<int64_t> extents;
  unsigned numParallel;
  struct Term {
    unsigned loop;
    int64_t factor = 1;
  };
  using Axis = std::vector<Term>;
  /// a, b, c.
  std::vector<Axis> axes[3];
};

std::vector<int64_t> getShape(const Product &product, unsigned operand) {
  std::vector<int64_t> shape;
  for (const Product::Axis &axis : product.axes[operand]) {
    int64_t last = 0;
    for (auto [loop, factor] : axis)
      last += factor * (product.extents[loop] - 1);
    shape.push_back(last + 1);
  }
  return shape;
}

/// An axis of a or b from which the extent of a loop can be read.
std::pair<unsigned, unsigned> findLoop(const Product &product, unsigned loop) {
  for (unsigned operand : {0, 1})
    for (auto [index, axis] : llvm::enumerate(product.axes[operand]))
      if (axis.front().loop == loop)
        return {operand, index};
  return {0, 0};
}

/// The program. With dynamic extents it computes a part of the result, which
/// here is all of it.
std::string getProgram(const Product &product, StringRef type,
                       StringRef sumType, bool dynamic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printTensor = [&](unsigned operand, StringRef element, bool dynamic) {
    os << "tensor<";
    for (int64_t extent : getShape(product, operand))
      (dynamic ? os << "?" : os << extent) << "x";
    os << element << ">";
  };
  os << "func.func @main(%a: ";
  printTensor(0, type, dynamic);
  os << ", %b: ";
  printTensor(1, type, dynamic);
  os << (dynamic ? ", %all: " : ", %c: ");
  printTensor(2, sumType, false);
  os << ") -> ";
  printTensor(2, sumType, false);
  os << " {\n";
  auto printPart = [&] {
    unsigned rank = product.axes[2].size();
    os << "[";
    llvm::interleaveComma(llvm::seq(rank), os, [&](unsigned) { os << 0; });
    os << "] [";
    llvm::interleaveComma(llvm::seq(rank), os,
                          [&](unsigned axis) { os << "%e" << axis; });
    os << "] [";
    llvm::interleaveComma(llvm::seq(rank), os, [&](unsigned) { os << 1; });
    os << "] : ";
  };
  if (dynamic) {
    for (auto [index, axis] : llvm::enumerate(product.axes[2])) {
      auto [operand, position] = findLoop(product, axis.front().loop);
      os << "%i" << index << " = arith.constant " << position << " : index\n%e"
         << index << " = tensor.dim %" << (operand ? "b" : "a") << ", %i"
         << index << " : ";
      printTensor(operand, type, true);
      os << "\n";
    }
    os << "%c = tensor.extract_slice %all";
    printPart();
    printTensor(2, sumType, false);
    os << " to ";
    printTensor(2, sumType, true);
    os << "\n";
  }
  os << "%r = linalg.generic {indexing_maps = [";
  for (unsigned operand = 0; operand < 3; ++operand) {
    os << (operand ? ", " : "") << "affine_map<(";
    for (unsigned loop = 0; loop < product.extents.size(); ++loop)
      os << (loop ? ", d" : "d") << loop;
    os << ") -> (";
    llvm::interleaveComma(
        product.axes[operand], os, [&](const Product::Axis &axis) {
          llvm::interleave(
              axis, os,
              [&](auto term) {
                os << "d" << term.loop << " * " << term.factor;
              },
              " + ");
        });
    os << ")>";
  }
  os << "], iterator_types = [";
  for (unsigned loop = 0; loop < product.extents.size(); ++loop)
    os << (loop ? ", " : "")
       << (loop < product.numParallel ? "\"parallel\"" : "\"reduction\"");
  os << "]} ins(%a, %b : ";
  printTensor(0, type, dynamic);
  os << ", ";
  printTensor(1, type, dynamic);
  os << ") outs(%c : ";
  printTensor(2, sumType, dynamic);
  bool isFloat = sumType.contains('f');
  os << ") {\n^bb0(%x: " << type << ", %y: " << type << ", %z: " << sumType
     << "):\n";
  StringRef x = "%x", y = "%y";
  if (type != sumType) {
    for (StringRef name : {"x", "y"})
      os << "%" << name << "1 = arith.ext" << (isFloat ? "f" : "si") << " %"
         << name << " : " << type << " to " << sumType << "\n";
    x = "%x1";
    y = "%y1";
  }
  char kind = isFloat ? 'f' : 'i';
  os << "%p = arith.mul" << kind << " " << x << ", " << y << " : " << sumType
     << "\n%s = arith.add" << kind << " %z, %p : " << sumType
     << "\nlinalg.yield %s : " << sumType << "\n} -> ";
  printTensor(2, sumType, dynamic);
  if (dynamic) {
    os << "\n%t = tensor.insert_slice %r into %all";
    printPart();
    printTensor(2, sumType, true);
    os << " into ";
    printTensor(2, sumType, false);
  }
  os << "\nreturn " << (dynamic ? "%t" : "%r") << " : ";
  printTensor(2, sumType, false);
  os << "\n}\n";
  return text;
}

ElementType getElementType(StringRef name) {
  for (int type = 0; type <= static_cast<int>(ElementType::C128); ++type)
    if (stringify(static_cast<ElementType>(type)) == name)
      return static_cast<ElementType>(type);
  return ElementType::F32;
}

/// A tensor and its values.
struct Operand {
  std::shared_ptr<HostTensor> tensor;
  std::vector<int64_t> values;
};

Operand makeOperand(ElementType type, ArrayRef<int64_t> shape, uint64_t seed) {
  Operand operand;
  operand.tensor = std::make_shared<HostTensor>(
      llvm::cantFail(HostTensor::create(type, shape)));
  for (int64_t i = 0; i < operand.tensor->getNumElements(); ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    int64_t value = static_cast<int64_t>((seed >> 40) % 3) - 1;
    char *element = operand.tensor->getData() + i * getByteSize(type);
    if (isInteger(type))
      storeInteger(type, element, value);
    else
      storeFloat(type, element, double(value));
    operand.values.push_back(value);
  }
  return operand;
}

void multiply(const Product &product, const Operand (&operands)[3],
              std::vector<int64_t> &result) {
  std::vector<int64_t> point(product.extents.size(), 0);
  std::vector<int64_t> shapes[3];
  for (unsigned operand = 0; operand < 3; ++operand)
    shapes[operand] = getShape(product, operand);
  auto getOffset = [&](unsigned operand) {
    int64_t offset = 0;
    for (auto [axis, extent] :
         llvm::zip(product.axes[operand], shapes[operand])) {
      offset *= extent;
      for (auto [loop, factor] : axis)
        offset += factor * point[loop];
    }
    return offset;
  };
  result = operands[2].values;
  while (true) {
    result[getOffset(2)] +=
        operands[0].values[getOffset(0)] * operands[1].values[getOffset(1)];
    unsigned loop = 0;
    while (loop < point.size() && ++point[loop] == product.extents[loop])
      point[loop++] = 0;
    if (loop == point.size())
      return;
  }
}

void check(const Product &product, StringRef type, StringRef sumType,
           bool dynamic) {
  SCOPED_TRACE(product.name + " " + type.str() + " " + sumType.str() +
               (dynamic ? " dynamic" : ""));
  DialectRegistry registry;
  registerProgramDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string text = getProgram(product, type, sumType, dynamic);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module) << text;
  CompileOptions options;
  options.kernels = Kernels::Generated;
  bool hasVectors = false;
  options.observer = [&](Stage stage, ModuleOp module) {
    if (stage == Stage::LLVM)
      module.walk([&](Operation *op) {
        hasVectors |= op->getNumResults() == 1 &&
                      isa<VectorType>(op->getResult(0).getType());
      });
  };
  auto program = CompiledProgram::compile(
      llvm::cantFail(findEntry(*module, "main")), options);
  ASSERT_TRUE(succeeded(program)) << text;
  EXPECT_TRUE(hasVectors);
  Operand operands[3];
  for (unsigned i = 0; i < 3; ++i)
    operands[i] = makeOperand(getElementType(i == 2 ? sumType : type),
                              getShape(product, i), i);
  auto invocation = llvm::cantFail(Invocation::create(
      (*program)->getSignature(),
      {operands[0].tensor, operands[1].tensor, operands[2].tensor}));
  llvm::cantFail((*program)->run(invocation));
  std::vector<HostTensor> results = llvm::cantFail(invocation.joinResults());
  std::vector<int64_t> want;
  multiply(product, operands, want);
  ElementType element = getElementType(sumType);
  for (auto [i, value] : llvm::enumerate(want)) {
    const char *got = results[0].getData() + i * getByteSize(element);
    int64_t number = isInteger(element)
                         ? loadInteger(element, got)
                         : int64_t(loadFloat(element, got).real());
    ASSERT_EQ(number, value) << "at " << i << " of\n" << text;
  }
}

std::vector<Product> makeMatmuls(int64_t m, int64_t n, int64_t k) {
  std::string size =
      std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
  std::vector<Product> products;
  // Loops: m, n, k.
  for (bool transposedA : {false, true})
    for (bool transposedB : {false, true})
      for (bool transposedC : {false, true}) {
        Product product{size, {m, n, k}, 2, {}};
        product.name += transposedA ? " a^T" : " a";
        product.name += transposedB ? " b^T" : " b";
        product.name += transposedC ? " c^T" : " c";
        product.axes[0] = {{{0}}, {{2}}};
        product.axes[1] = {{{2}}, {{1}}};
        product.axes[2] = {{{0}}, {{1}}};
        if (transposedA)
          std::swap(product.axes[0][0], product.axes[0][1]);
        if (transposedB)
          std::swap(product.axes[1][0], product.axes[1][1]);
        if (transposedC)
          std::swap(product.axes[2][0], product.axes[2][1]);
        products.push_back(product);
      }
  return products;
}

TEST(GeneratedProductTest, OperandsOfAllForms) {
  for (const Product &product : makeMatmuls(26, 45, 7))
    check(product, "f32", "f32", /*dynamic=*/false);
}

TEST(GeneratedProductTest, DynamicExtents) {
  for (const Product &product : makeMatmuls(27, 37, 19))
    check(product, "f32", "f32", /*dynamic=*/true);
}

TEST(GeneratedProductTest, SeveralBlocks) {
  for (auto [m, n, k] :
       {std::array<int64_t, 3>{14, 1100, 530},
        std::array<int64_t, 3>{2, 9, 257}, std::array<int64_t, 3>{13, 33, 2}})
    for (bool dynamic : {false, true}) {
      if (dynamic && n < 16)
        continue;
      check(makeMatmuls(m, n, k)[0], "f32", "f32", dynamic);
      check(makeMatmuls(m, n, k)[2], "f64", "f64", dynamic);
    }
}

TEST(GeneratedProductTest, Types) {
  Product product = makeMatmuls(14, 70, 40)[0];
  const std::pair<const char *, const char *> types[] = {
      {"f64", "f64"},   {"i8", "i8"},   {"i8", "i32"},  {"i16", "i64"},
      {"i32", "i32"},   {"i64", "i64"}, {"f16", "f16"}, {"f16", "f32"},
      {"bf16", "bf16"}, {"bf16", "f32"}};
  for (auto [type, sumType] : types)
    for (bool dynamic : {false, true})
      check(product, type, sumType, dynamic);
}

TEST(GeneratedProductTest, Batches) {
  // Loops: batch, m, n, k. The batch is the first axis, or a middle one.
  Product product{"batch", {3, 13, 20, 9}, 3, {}};
  product.axes[0] = {{{0}}, {{1}}, {{3}}};
  product.axes[1] = {{{0}}, {{3}}, {{2}}};
  product.axes[2] = {{{0}}, {{1}}, {{2}}};
  check(product, "f32", "f32", /*dynamic=*/false);
  check(product, "f32", "f32", /*dynamic=*/true);
  product.axes[0] = {{{1}}, {{0}}, {{3}}};
  product.axes[1] = {{{2}}, {{0}}, {{3}}};
  check(product, "i32", "i32", /*dynamic=*/false);
}

TEST(GeneratedProductTest, SeveralLoopsOfAKind) {
  // Loops: m0, m1, n0, n1, k0, k1.
  Product product{"tensordot", {3, 5, 4, 20, 6, 7}, 4, {}};
  product.axes[0] = {{{4}}, {{0}}, {{1}}, {{5}}};
  product.axes[1] = {{{2}}, {{5}}, {{4}}, {{3}}};
  product.axes[2] = {{{0}}, {{2}}, {{1}}, {{3}}};
  check(product, "f32", "f32", /*dynamic=*/false);
}

TEST(GeneratedProductTest, Convolutions) {
  for (int64_t stride : {1, 2})
    for (int64_t dilation : {1, 2}) {
      // Loops: n, oh, ow, f, kh, kw, c.
      Product nhwc{"nhwc", {2, 5, 14, 20, 3, 2, 6}, 4, {}};
      nhwc.axes[0] = {{{0}},
                      {{1, stride}, {4, dilation}},
                      {{2, stride}, {5, dilation}},
                      {{6}}};
      nhwc.axes[1] = {{{4}}, {{5}}, {{6}}, {{3}}};
      nhwc.axes[2] = {{{0}}, {{1}}, {{2}}, {{3}}};
      check(nhwc, "f32", "f32", /*dynamic=*/false);
      // Loops: n, f, oh, ow, c, kh, kw.
      Product nchw{"nchw", {2, 14, 5, 19, 6, 3, 2}, 4, {}};
      nchw.axes[0] = {{{0}},
                      {{4}},
                      {{2, stride}, {5, dilation}},
                      {{3, stride}, {6, dilation}}};
      nchw.axes[1] = {{{1}}, {{4}}, {{5}}, {{6}}};
      nchw.axes[2] = {{{0}}, {{1}}, {{2}}, {{3}}};
      check(nchw, "f32", "f32", /*dynamic=*/false);
    }
}

} // namespace
