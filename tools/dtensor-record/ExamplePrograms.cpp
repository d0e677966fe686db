//===- ExamplePrograms.cpp - Programs with control flow -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExamplePrograms.h"
#include "dtensor/Recording/ControlFlow.h"
#include "dtensor/Recording/Functions.h"
#include "dtensor/Recording/Gradient.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

namespace dtensor::recording {
using namespace prim;

/// sum(x) > 0 ? sin(x) * y : x + y
static Values branch(Graph &graph, llvm::ArrayRef<Value> xs) {
  Value x = xs[0], y = xs[1];
  Value total = sum(x, {0});
  return cond(
      compare(Comparison::GT, total, zerosLike(total)),
      [&] { return Values{sin(x) * y}; }, [&] { return Values{x + y}; });
}

/// Doubles x until its sum is at least 100; and the number of steps.
static Values doubleUntil(Graph &graph, llvm::ArrayRef<Value> xs) {
  Value zero = full(graph, {DType::int64, {}}, 0);
  return whileLoop(
      graph, {zero, xs[0]},
      [](llvm::ArrayRef<Value> values) {
        Value total = sum(values[1], {0});
        return compare(Comparison::LT, total, fullLike(total, 100));
      },
      [](llvm::ArrayRef<Value> values) {
        return Values{values[0] + fullLike(values[0], 1), values[1] * 2};
      });
}

/// Five times x = tanh(w x + i).
static Values iterate(Graph &graph, llvm::ArrayRef<Value> xs) {
  Value w = xs[1];
  return foriLoop(graph, 2, 7, {xs[0]},
                  [&](Value number, llvm::ArrayRef<Value> values) {
                    Value x = dot(w, values[0], {{}, {}, {1}, {0}});
                    Value i = convert(number, x.dtype());
                    return Values{tanh(x + broadcastTo(i, x.shape()) * 0.1)};
                  });
}

/// A recurrent network: h = tanh(w h + x_i), and sin(h) of each step.
static Values recur(Graph &graph, llvm::ArrayRef<Value> xs, bool reversed) {
  Value w = xs[1];
  return scan(
      graph, xs[2].dim(0), {xs[0]}, {xs[2]},
      [&](Value, llvm::ArrayRef<Value> carried, llvm::ArrayRef<Value> rows) {
        Value h = tanh(dot(w, carried[0], {{}, {}, {1}, {0}}) + rows[0]);
        return ScanStep({h}, {sin(h)});
      },
      reversed);
}

static Values recurForward(Graph &graph, llvm::ArrayRef<Value> xs) {
  return recur(graph, xs, false);
}

static Values recurBackward(Graph &graph, llvm::ArrayRef<Value> xs) {
  return recur(graph, xs, true);
}

/// A branch in a loop, which both use a value from outside.
static Values branchInLoop(Graph &graph, llvm::ArrayRef<Value> xs) {
  Value y = xs[1];
  return foriLoop(graph, 0, 3, {xs[0]},
                  [&](Value, llvm::ArrayRef<Value> values) {
                    Value x = values[0], total = sum(x, {0});
                    return cond(
                        compare(Comparison::GT, total, zerosLike(total)),
                        [&] { return Values{x - exp(y)}; },
                        [&] { return Values{x * y + 1}; });
                  });
}

/// The derivative of the derivative of sum(sin(x) y^3) by x, as of y.
static Values secondDerivative(Graph &graph, llvm::ArrayRef<Value> xs) {
  Value loss = sum(sin(xs[0]) * xs[1] * xs[1] * xs[1], {0});
  Values first = gradient(loss, {xs[0]});
  return gradient(sum(first[0], {0}), {xs[1]});
}

/// What a function of the table returns.
static Values evaluate(Graph &graph, llvm::StringRef name, Argument argument,
                       llvm::ArrayRef<Keyword> keywords = {}) {
  return getArrays(llvm::cantFail(call(graph, name, {argument}, keywords)));
}

/// u diag(tanh(s)) v^H, which does not depend on the phases of the vectors.
static Values changeSingularValues(Graph &graph, llvm::ArrayRef<Value> xs) {
  Values parts =
      evaluate(graph, "linalg.svd", xs[0], {{"full_matrices", false}});
  Value scale = broadcastTo(tanh(parts[1]), parts[0].shape());
  scale = convert(scale, parts[0].dtype());
  return {matmul(parts[0] * scale, parts[2])};
}

/// v diag(tanh(w)) v^T
static Values changeEigenvalues(Graph &graph, llvm::ArrayRef<Value> xs) {
  Values parts = evaluate(graph, "linalg.eigh", xs[0]);
  Value scale = broadcastTo(tanh(parts[0]), parts[1].shape());
  return {matmul(parts[1] * scale, matrixTranspose(parts[1]))};
}

/// A block of a transformer: attention of each position to those before it, and
/// two layers, each of normalized values and added to them. The arguments are
/// values of positions and features, and weights.
static Values transform(Graph &graph, llvm::ArrayRef<Value> xs) {
  auto apply = [&](llvm::StringRef name, std::vector<Argument> arguments,
                   llvm::ArrayRef<Keyword> keywords = {}) {
    return llvm::cantFail(call(graph, name, arguments, keywords)).get<Value>();
  };
  auto normalize = [&](Value x) {
    Keyword last[] = {{"axis", -1}, {"keepdims", true}};
    Value mean = apply("mean", {x}, last), var = apply("var", {x}, last);
    Value root = apply("sqrt", {apply("add", {var, 1e-5})});
    return apply("divide", {apply("subtract", {x, mean}), root});
  };
  Value x = xs[0];
  int64_t length = x.dim(0), features = x.dim(1);
  Value normal = normalize(x);
  Value query = apply("matmul", {normal, xs[1]});
  Value key = apply("matmul", {normal, xs[2]});
  Value scores = apply("matmul", {query, apply("matrix_transpose", {key})});
  scores = apply("divide", {scores, std::sqrt(double(features))});
  Value past = apply("tril", {apply("ones", {Argument::List{length, length}},
                                    {{"dtype", DType::boolean}})});
  scores = apply("where", {past, scores, -1e30});
  Value value = apply("matmul", {normal, xs[3]});
  x = x + apply("matmul", {apply("softmax", {scores}), value});
  Value hidden = apply("gelu", {apply("matmul", {normalize(x), xs[4]})});
  return {x + apply("matmul", {hidden, xs[5]})};
}

Example findExample(llvm::StringRef name) {
  return llvm::StringSwitch<Example>(name)
      .Case("branch", branch)
      .Case("double_until", doubleUntil)
      .Case("iterate", iterate)
      .Case("recur", recurForward)
      .Case("recur_backward", recurBackward)
      .Case("branch_in_loop", branchInLoop)
      .Case("second_derivative", secondDerivative)
      .Case("change_singular_values", changeSingularValues)
      .Case("change_eigenvalues", changeEigenvalues)
      .Case("transform", transform)
      .Default(nullptr);
}

} // namespace dtensor::recording
