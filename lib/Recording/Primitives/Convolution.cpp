//===- Convolution.cpp - Products with a moving window --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace dtensor::recording {
using namespace prim;

static ConvolutionWindow getWindow(const Attributes &attributes) {
  return {attributes.integers("strides"),
          attributes.integers("low"),
          attributes.integers("high"),
          attributes.integers("x_dilation"),
          attributes.integers("kernel_dilation"),
          attributes.integer("groups")};
}

/// The positions of `extent` elements with gaps between them.
static int64_t dilate(int64_t extent, int64_t dilation) {
  return extent == 0 ? 0 : (extent - 1) * dilation + 1;
}

static bool inferConvolution(Inference &inference) {
  const TensorType &x = inference.type(0), &kernel = inference.type(1);
  ConvolutionWindow window = getWindow(inference.attributes);
  if (!inference.checkKind(0, kNumeric))
    return false;
  size_t spatial = window.strides.size();
  for (const Shape *each :
       {&window.low, &window.high, &window.xDilation, &window.kernelDilation})
    if (each->size() != spatial)
      return inference.fail("required " + llvm::Twine(spatial) +
                            " numbers as there are strides, found " +
                            llvm::Twine(each->size()));
  if (x.dtype != kernel.dtype ||
      x.rank() != static_cast<int64_t>(spatial) + 2 ||
      x.rank() != kernel.rank())
    return inference.fail("required operands of one type and of " +
                          llvm::Twine(spatial + 2) + " axes, found " + x.str() +
                          " and " + kernel.str());
  int64_t groups = window.groups;
  if (groups < 1 || x.shape[1] != kernel.shape[1] * groups ||
      kernel.shape[0] % groups != 0)
    return inference.fail("required features that are " + llvm::Twine(groups) +
                          " groups of those of the kernel, found " + x.str() +
                          " and " + kernel.str());
  TensorType result{x.dtype, {x.shape[0], kernel.shape[0]}};
  for (size_t i = 0; i < spatial; ++i) {
    if (window.strides[i] < 1 || window.xDilation[i] < 1 ||
        window.kernelDilation[i] < 1)
      return inference.fail("required strides and dilations of at least 1");
    int64_t padded = dilate(x.shape[i + 2], window.xDilation[i]) +
                     window.low[i] + window.high[i];
    int64_t reach = dilate(kernel.shape[i + 2], window.kernelDilation[i]);
    if (padded < 0)
      return inference.fail("required a padding that leaves elements, found " +
                            llvm::Twine(padded) + " along axis " +
                            llvm::Twine(i + 2));
    result.shape.push_back(
        padded < reach ? 0 : (padded - reach) / window.strides[i] + 1);
  }
  return inference.give(std::move(result));
}

static void printConvolution(Printer &printer, const Node &node) {
  ConvolutionWindow window = getWindow(node.attributes);
  std::string axes;
  llvm::SmallVector<std::string> pads;
  for (auto [axis, pair] :
       llvm::enumerate(llvm::zip(window.low, window.high))) {
    axes += ", " + std::to_string(axis);
    pads.push_back(listOf({std::get<0>(pair), std::get<1>(pair)}));
  }
  printer.begin(node)
      << "stablehlo.convolution(" << printer.join(node.operands)
      << ") dim_numbers = [b, f" << axes << "]x[o, i" << axes << "]->[b, f"
      << axes << "], window = {stride = " << listOf(window.strides)
      << ", pad = [" << llvm::join(pads, ", ")
      << "], lhs_dilate = " << listOf(window.xDilation)
      << ", rhs_dilate = " << listOf(window.kernelDilation)
      << "} {batch_group_count = 1 : i64, feature_group_count = "
      << window.groups << " : i64} : " << printer.signature(node) << '\n';
}

/// Exchanges the first two axes of each group: `[G * m, n, ...]` becomes
/// `[G * n, m, ...]`.
static Value exchangeFeatures(Value x, int64_t groups) {
  Shape shape = x.shape();
  int64_t m = shape[0] / groups, n = shape[1];
  Shape split{groups, m, n}, joined{groups * n, m};
  Shape order{0, 2, 1};
  for (int64_t axis = 2; axis < x.rank(); ++axis) {
    split.push_back(shape[axis]);
    joined.push_back(shape[axis]);
    order.push_back(axis + 1);
  }
  return reshape(transpose(reshape(x, split), order), joined);
}

/// The derivatives are convolutions, as in JAX: by x, of the cotangent with the
/// kernel that is turned round; by the kernel, of x with the cotangent.
static void deriveConvolution(Pullback &p) {
  ConvolutionWindow window = getWindow(p.node.attributes);
  Value x = p.x(0), kernel = p.x(1), ct = p.ct();
  Shape spatial, byXLow, byXHigh, byKernelHigh;
  for (size_t i = 0; i < window.strides.size(); ++i) {
    int64_t reach = dilate(kernel.dim(i + 2), window.kernelDilation[i]);
    int64_t extent = dilate(x.dim(i + 2), window.xDilation[i]);
    int64_t made = dilate(ct.dim(i + 2), window.strides[i]);
    spatial.push_back(i + 2);
    byXLow.push_back(reach - window.low[i] - 1);
    byXHigh.push_back(extent + reach - 1 - made - byXLow.back());
    byKernelHigh.push_back(made - extent + reach - window.low[i] - 1);
  }
  if (p.wanted[0])
    p.give(0, convolution(
                  ct, exchangeFeatures(reverse(kernel, spatial), window.groups),
                  {window.xDilation, byXLow, byXHigh, window.strides,
                   window.kernelDilation, window.groups}));
  if (!p.wanted[1])
    return;
  // Features of a group are the batch, and the batch are features.
  int64_t batch = x.dim(0), groups = window.groups;
  Shape split{batch, groups, x.dim(1) / groups}, order{2, 1, 0};
  Shape joined{x.dim(1) / groups, groups * batch};
  Shape outerToInner{1, 0};
  for (int64_t axis : spatial) {
    split.push_back(x.dim(axis));
    joined.push_back(x.dim(axis));
    order.push_back(axis + 1);
    outerToInner.push_back(axis);
  }
  Value features = reshape(transpose(reshape(x, split), order), joined);
  Value product = convolution(features, transpose(ct, outerToInner),
                              {window.kernelDilation, window.low, byKernelHigh,
                               window.xDilation, window.strides, groups});
  p.give(1, transpose(product, outerToInner));
}

llvm::ArrayRef<PrimitiveInfo> getConvolutionPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::convolution, "stablehlo.convolution", inferConvolution,
       printConvolution, deriveConvolution},
  };
  return rows;
}

Value prim::convolution(Value x, Value kernel,
                        const ConvolutionWindow &window) {
  if (!x || !kernel)
    return {};
  return x.getGraph()->record(Primitive::convolution, {x, kernel},
                              {{"strides", window.strides},
                               {"low", window.low},
                               {"high", window.high},
                               {"x_dilation", window.xDilation},
                               {"kernel_dilation", window.kernelDilation},
                               {"groups", window.groups}})[0];
}

} // namespace dtensor::recording
