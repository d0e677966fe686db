//===- transformer_block.cpp - A block of a transformer, trained ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of a transformer, written for one device and trained by gradient
// descent. A plan divides its weights as Megatron-LM does: heads of the
// attention and hidden features are divided along `model`, and the batch along
// `batch`. The numbers are those of a run on one device.
//
//===----------------------------------------------------------------------===//

#include <dt/Factories.h>
#include <dt/Jit.h>
#include <dt/Ops.h>
#include <dt/Plan.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using dt::DTensor;

namespace {

constexpr int64_t kBatch = 4, kLength = 8, kWidth = 16, kHeads = 4;
constexpr int64_t kHeadWidth = kWidth / kHeads, kHidden = 4 * kWidth;

/// The weights of the block, by name. The weights of the attention have an axis
/// for the heads, which is what is divided.
const std::vector<std::pair<std::string, dt::Shape>> kShapes = {
    {"norm1.scale", {kWidth}},
    {"norm1.shift", {kWidth}},
    {"attention.query", {kWidth, kHeads, kHeadWidth}},
    {"attention.key", {kWidth, kHeads, kHeadWidth}},
    {"attention.value", {kWidth, kHeads, kHeadWidth}},
    {"attention.output", {kHeads, kHeadWidth, kWidth}},
    {"norm2.scale", {kWidth}},
    {"norm2.shift", {kWidth}},
    {"mlp.up", {kWidth, kHidden}},
    {"mlp.down", {kHidden, kWidth}},
};

using Weights = std::map<std::string, DTensor>;

DTensor normalize(const DTensor &x, const DTensor &scale,
                  const DTensor &shift) {
  DTensor centred = x - dt::mean(x, {.axis = -1, .keepdims = true});
  DTensor variance =
      dt::mean(centred * centred, {.axis = -1, .keepdims = true});
  return centred * dt::rsqrt(variance + 1e-5) * scale + shift;
}

/// The product of the last axis of `x` and the first of `w`.
DTensor project(const DTensor &x, const DTensor &w, int64_t axes = 1) {
  return dt::call("tensordot", {x, w}, {{"axes", axes}})[0];
}

DTensor attend(const DTensor &x, const Weights &w) {
  // Batch, heads, positions, features of a head.
  auto split = [&](const char *name) {
    return dt::permute_dims(project(x, w.at(name)), {0, 2, 1, 3});
  };
  DTensor query = split("attention.query"), key = split("attention.key");
  DTensor value = split("attention.value");
  DTensor scores = dt::matmul(query, dt::matrix_transpose(key)) *
                   (1 / std::sqrt(double(kHeadWidth)));
  DTensor heads = dt::matmul(dt::softmax(scores), value);
  return project(dt::permute_dims(heads, {0, 2, 1, 3}),
                 w.at("attention.output"), 2);
}

DTensor runBlock(const DTensor &x, const Weights &w) {
  DTensor y =
      x + attend(normalize(x, w.at("norm1.scale"), w.at("norm1.shift")), w);
  DTensor normal = normalize(y, w.at("norm2.scale"), w.at("norm2.shift"));
  return y +
         project(dt::gelu(project(normal, w.at("mlp.up"))), w.at("mlp.down"));
}

/// A block with its weights on a mesh, and a training step as one program.
class Block {
public:
  explicit Block(const dt::Mesh &mesh);

  /// Returns the loss before the step.
  float train(const DTensor &x, const DTensor &target) const {
    return step(x, target).full_tensor().elements<float>()[0];
  }
  DTensor run(const DTensor &x) const { return runBlock(x, read()); }

  dt::Jit<DTensor> step;

private:
  Weights read() const {
    Weights weights;
    for (const auto &[name, variable] : variables)
      weights.emplace(name, variable.value());
    return weights;
  }
  DTensor makeStep(const DTensor &x, const DTensor &target) const;

  std::map<std::string, dt::Variable> variables;
};

/// Heads and hidden features are divided; everything else is replicated.
std::map<std::string, dt::Layout> planLayouts(const dt::Mesh &mesh) {
  using dt::unsharded;
  dt::Plan plan(mesh);
  plan.add("attention.output",
           dt::Style::layout({{"model", unsharded, unsharded}, mesh}));
  plan.add("attention.*",
           dt::Style::layout({{unsharded, "model", unsharded}, mesh}));
  plan.add("mlp.up", dt::Style::column_wise("model"));
  plan.add("mlp.down", dt::Style::row_wise("model"));
  plan.add("norm*", dt::Style::replicated());
  return plan.layouts({kShapes.begin(), kShapes.end()});
}

/// The same weights on every mesh: random numbers depend on seed and position.
DTensor makeWeight(const std::string &name, const dt::Shape &shape,
                   const dt::Layout &layout, int64_t seed) {
  if (name.ends_with(".scale"))
    return dt::ones(shape, layout);
  if (name.ends_with(".shift"))
    return dt::zeros(shape, layout);
  return dt::randn(shape, seed, layout) * 0.1;
}

Block::Block(const dt::Mesh &mesh)
    : step(dt::jit([this](const DTensor &x, const DTensor &target) {
        return makeStep(x, target);
      })) {
  std::map<std::string, dt::Layout> layouts = planLayouts(mesh);
  int64_t seed = 1;
  for (const auto &[name, shape] : kShapes) {
    const dt::Layout &layout = layouts.at(name);
    DTensor initial = makeWeight(name, shape, layout, seed++);
    variables.emplace(name, dt::Variable(initial.redistribute(layout), name));
  }
}

DTensor Block::makeStep(const DTensor &x, const DTensor &target) const {
  Weights weights = read();
  std::vector<DTensor> values;
  for (const auto &[name, value] : weights)
    values.push_back(value);
  DTensor difference = runBlock(x, weights) - target;
  DTensor loss = dt::mean(difference * difference);
  std::vector<DTensor> derivatives = dt::gradient(loss, values);
  size_t next = 0;
  for (auto [name, variable] : variables) {
    variable.assign(values[next] - derivatives[next] * 0.5);
    ++next;
  }
  return loss;
}

void check(bool holds, const std::string &text) {
  if (!holds) {
    std::cerr << "error: not as expected: " << text << "\n";
    std::exit(1);
  }
}

float getGreatestDifference(const dt::Tensor &a, const dt::Tensor &b) {
  float greatest = 0;
  for (int64_t i = 0; i < a.size(); ++i)
    greatest = std::max(
        greatest, std::abs(a.elements<float>()[i] - b.elements<float>()[i]));
  return greatest;
}

/// Trains a block on a mesh, and returns the losses and what it computes then.
std::pair<std::vector<float>, dt::Tensor> train(const dt::Mesh &mesh) {
  Block block(mesh);
  dt::Layout rows = dt::Layout::batch_sharded(mesh, "batch", 3);
  DTensor x = dt::randn({kBatch, kLength, kWidth}, 100, rows);
  DTensor target = dt::randn({kBatch, kLength, kWidth}, 101, rows);
  std::vector<float> losses;
  for (int i = 0; i < 10; ++i)
    losses.push_back(block.train(x, target));
  if (mesh.size() > 1) {
    // Sums only: no weight and no activation is gathered.
    std::string report = block.step.compile(x, target).report();
    check(report.find("all_reduce") != std::string::npos &&
              report.find("all_gather") == std::string::npos,
          "the communication of a step is " + report);
  }
  return {losses, block.run(x).full_tensor()};
}

} // namespace

int main() {
  try {
    auto [expected, whole] = train({{"batch", 1}, {"model", 1}});
    auto [losses, divided] = train({{"batch", 2}, {"model", 2}});
    for (size_t i = 0; i < losses.size(); ++i) {
      std::cout << "step " << i << ": loss " << losses[i] << "\n";
      check(std::abs(losses[i] - expected[i]) < 1e-5f * expected[i],
            "the loss on one device, " + std::to_string(expected[i]));
    }
    check(losses.back() < 0.9f * losses.front(), "a loss that falls");
    float difference = getGreatestDifference(whole, divided);
    check(difference < 1e-4f,
          "the results on one device; the greatest difference is " +
              std::to_string(difference));
    std::cout << "4 devices computed what one device computes\n";
  } catch (const dt::Error &error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}
