//===- FftToLoops.cpp - Fourier transforms of any length ---===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <cmath>
#include <complex>
#include <numbers>

using namespace mlir;
using namespace dtensor;
using linalg_ext::FftOp;

/// exp(-2 pi i k / n), or its conjugate for an inverse.
static std::complex<double> getRoot(int64_t k, int64_t n, bool inverse) {
  // Quarters of a turn are exact.
  double angle = 2 * std::numbers::pi * double(k) / double(n);
  std::complex<double> root(std::cos(angle), std::sin(angle));
  if (4 * k % n == 0) {
    static constexpr double quarters[] = {1, 0, -1, 0};
    int64_t quarter = 4 * k / n % 4;
    root = {quarters[quarter], quarters[(quarter + 3) % 4]};
  }
  return inverse ? root : std::conj(root);
}

/// Fours first, then primes.
static SmallVector<int64_t> getRadices(int64_t n) {
  SmallVector<int64_t> radices;
  for (; n % 4 == 0; n /= 4)
    radices.push_back(4);
  for (int64_t prime = 2; prime * prime <= n; ++prime)
    for (; n % prime == 0; n /= prime)
      radices.push_back(prime);
  if (n > 1)
    radices.push_back(n);
  return radices;
}

namespace {

/// Roots as a constant, and a row before and after each step.
struct AddRoots : OpRewritePattern<FftOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FftOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getRoots() || !isa<TensorType>(op.getSource().getType()))
      return failure();
    Location loc = op.getLoc();
    int64_t n = op.getLength();
    Type element =
        getElementTypeOrSelf(op.isReal() ? op.getDests()[0] : op.getSource());
    const llvm::fltSemantics &semantics =
        cast<FloatType>(cast<ComplexType>(element).getElementType())
            .getFloatSemantics();
    SmallVector<std::complex<APFloat>> roots;
    auto convert = [&](double number) {
      APFloat converted(number);
      bool losesInfo;
      converted.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
      return converted;
    };
    for (int64_t k = 0; k < n; ++k) {
      std::complex<double> root = getRoot(k, n, op.getInverse());
      roots.emplace_back(convert(root.real()), convert(root.imag()));
    }
    auto type = RankedTensorType::get(n, element);
    Value constant = arith::ConstantOp::create(
        rewriter, loc, DenseElementsAttr::get(type, roots));
    Value scratch = tensor::EmptyOp::create(rewriter, loc,
                                            ArrayRef<int64_t>{2, n}, element);
    SmallVector<Value> dests{op.getDests()[0], scratch};
    auto prepared = FftOp::create(rewriter, loc, ValueRange(dests).getTypes(),
                                  op.getSource(), constant, dests,
                                  op.getAxisAttr(), op.getInverseAttr());
    rewriter.replaceOp(op, prepared.getResults().take_front(1));
    return success();
  }
};

struct Complex {
  Value real, imaginary;
};

/// One row in scratch memory, by Stockham's steps: a step of radix r takes r
/// transforms of a length apart, and no step needs its results in another
/// order. Steps alternate between the halves of the scratch.
class RowTransform {
public:
  RowTransform(FftOp op, ImplicitLocOpBuilder &b)
      : op(op), b(b), n(op.getLength()), scratch(op.getDests()[1]),
        type(cast<ComplexType>(getElementTypeOrSelf(scratch))) {}

  void run(ValueRange row) {
    SmallVector<Value> positions(row);
    read(positions);
    int64_t half = 0, length = n, stride = 1;
    for (int64_t radix : getRadices(n)) {
      step(half, length, stride, radix);
      half = 1 - half;
      length /= radix;
      stride *= radix;
    }
    write(positions, half);
  }

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value number(double value) {
    return arith::ConstantOp::create(
        b, b.getFloatAttr(type.getElementType(), value));
  }
  void forEach(int64_t count, function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, index(0), index(count), index(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  Complex split(Value value) {
    return {complex::ReOp::create(b, value), complex::ImOp::create(b, value)};
  }
  Complex load(Value buffer, ValueRange positions) {
    return split(memref::LoadOp::create(b, buffer, positions));
  }
  void store(Complex value, Value buffer, ValueRange positions) {
    Value joined =
        complex::CreateOp::create(b, type, value.real, value.imaginary);
    memref::StoreOp::create(b, joined, buffer, positions);
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Complex add(Complex x, Complex y) {
    return {add(x.real, y.real), add(x.imaginary, y.imaginary)};
  }
  Complex mul(Complex x, Complex y) {
    return {sub(mul(x.real, y.real), mul(x.imaginary, y.imaginary)),
            add(mul(x.real, y.imaginary), mul(x.imaginary, y.real))};
  }
  /// `x * root`; quarters of a turn need no product.
  Complex mul(Complex x, std::complex<double> root) {
    auto negate = [&](Value v) -> Value { return arith::NegFOp::create(b, v); };
    if (root == 1.0)
      return x;
    if (root == -1.0)
      return {negate(x.real), negate(x.imaginary)};
    if (root == std::complex<double>(0, 1))
      return {negate(x.imaginary), x.real};
    if (root == std::complex<double>(0, -1))
      return {x.imaginary, negate(x.real)};
    return mul(x, Complex{number(root.real()), number(root.imag())});
  }

  /// The row as complex numbers. What is real on the other side has only half
  /// of them: the others are conjugates.
  void read(SmallVectorImpl<Value> &positions) {
    int64_t axis = op.getAxis();
    forEach(op.makesReal() ? n / 2 + 1 : n, [&](Value p) {
      positions[axis] = p;
      Value element = memref::LoadOp::create(b, op.getSource(), positions);
      store(op.isReal() ? Complex{element, number(0)} : split(element), scratch,
            {index(0), p});
    });
    if (!op.makesReal())
      return;
    forEach(n - n / 2 - 1, [&](Value p) {
      positions[axis] = arith::AddIOp::create(b, p, index(1));
      Complex element = load(op.getSource(), positions);
      element.imaginary = arith::NegFOp::create(b, element.imaginary);
      store(element, scratch,
            {index(0), arith::SubIOp::create(b, index(n - 1), p)});
    });
  }

  void write(SmallVectorImpl<Value> &positions, int64_t half) {
    forEach(op.isReal() ? n / 2 + 1 : n, [&](Value p) {
      positions[op.getAxis()] = p;
      Complex element = load(scratch, {index(half), p});
      if (op.getInverse()) {
        Value count = number(double(n));
        element = {arith::DivFOp::create(b, element.real, count),
                   arith::DivFOp::create(b, element.imaginary, count)};
      }
      if (op.makesReal())
        memref::StoreOp::create(b, element.real, op.getDests()[0], positions);
      else
        store(element, op.getDests()[0], positions);
    });
  }

  void step(int64_t half, int64_t length, int64_t stride, int64_t radix) {
    int64_t parts = length / radix;
    Value from = index(half), to = index(1 - half);
    // q + stride * (p + parts * j), and q + stride * (radix * p + k).
    forEach(parts, [&](Value p) {
      forEach(stride, [&](Value q) {
        Value source = arith::AddIOp::create(
            b, q, arith::MulIOp::create(b, p, index(stride)));
        Value dest = arith::AddIOp::create(
            b, q, arith::MulIOp::create(b, p, index(stride * radix)));
        auto loadPart = [&](Value j) {
          Value offset = arith::MulIOp::create(b, j, index(stride * parts));
          return load(scratch,
                      {from, arith::AddIOp::create(b, source, offset)});
        };
        auto storeResult = [&](Complex sum, Value k) {
          // Roots of the remaining length turn what later steps take up.
          Value turn = arith::MulIOp::create(b, arith::MulIOp::create(b, p, k),
                                             index(n / length));
          if (parts > 1)
            sum = mul(sum, load(op.getRoots(), turn));
          Value offset = arith::MulIOp::create(b, k, index(stride));
          store(sum, scratch, {to, arith::AddIOp::create(b, dest, offset)});
        };
        if (radix <= kUnrolled)
          combineUnrolled(radix, loadPart, storeResult);
        else
          combine(radix, loadPart, storeResult);
      });
    });
  }

  void combineUnrolled(int64_t radix, function_ref<Complex(Value)> loadPart,
                       function_ref<void(Complex, Value)> storeResult) {
    SmallVector<Complex> parts;
    for (int64_t j = 0; j < radix; ++j)
      parts.push_back(loadPart(index(j)));
    for (int64_t k = 0; k < radix; ++k) {
      Complex sum = parts[0];
      for (int64_t j = 1; j < radix; ++j)
        sum = add(
            sum, mul(parts[j], getRoot(j * k % radix, radix, op.getInverse())));
      storeResult(sum, index(k));
    }
  }

  void combine(int64_t radix, function_ref<Complex(Value)> loadPart,
               function_ref<void(Complex, Value)> storeResult) {
    forEach(radix, [&](Value k) {
      Complex first = loadPart(index(0));
      auto loop = scf::ForOp::create(b, index(1), index(radix), index(1),
                                     ValueRange{first.real, first.imaginary});
      {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(loop.getBody());
        Value j = loop.getInductionVar();
        Value turn = arith::RemUIOp::create(b, arith::MulIOp::create(b, j, k),
                                            index(radix));
        turn = arith::MulIOp::create(b, turn, index(n / radix));
        Complex sum = add({loop.getRegionIterArg(0), loop.getRegionIterArg(1)},
                          mul(loadPart(j), load(op.getRoots(), turn)));
        scf::YieldOp::create(b, ValueRange{sum.real, sum.imaginary});
      }
      storeResult({loop.getResult(0), loop.getResult(1)}, k);
    });
  }

  static constexpr int64_t kUnrolled = 7;

  FftOp op;
  ImplicitLocOpBuilder &b;
  int64_t n;
  Value scratch;
  ComplexType type;
};

struct FftToLoops : OpRewritePattern<FftOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FftOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResults().empty() || !op.getRoots())
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> extents = createExtents(rewriter, loc, op.getSource());
    // No rows of no positions.
    extents[op.getAxis()] = arith::ConstantIndexOp::create(
        rewriter, loc, op.getLength() > 0 ? 1 : 0);
    createLoops(rewriter, loc, extents,
                [&](OpBuilder &builder, ValueRange row) {
                  ImplicitLocOpBuilder b(loc, builder);
                  if (op.getLength() > 0)
                    RowTransform(op, b).run(row);
                });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void dtensor::populateFftPreparation(RewritePatternSet &patterns) {
  patterns.add<AddRoots>(patterns.getContext());
}

void dtensor::populateFftToLoops(RewritePatternSet &patterns) {
  patterns.add<FftToLoops>(patterns.getContext());
}
