//===- FftToLoops.cpp - Fourier transforms of any length ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FftRoots.h"
#include "LinalgExtLowerings.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::FftOp;

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
    // Rows of f32 are transformed in f64 as well, and rounded once.
    Type element = ComplexType::get(rewriter.getF64Type());
    SmallVector<std::complex<double>> roots = getFftRoots(n, op.getInverse());
    auto type =
        RankedTensorType::get(static_cast<int64_t>(roots.size()), element);
    Value constant = arith::ConstantOp::create(
        rewriter, loc, DenseElementsAttr::get(type, ArrayRef(roots)));
    Value scratch = tensor::EmptyOp::create(
        rewriter, loc, ArrayRef<int64_t>{2, getFftSize(n)}, element);
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
      : op(op), b(b), n(op.getLength()), size(getFftSize(n)),
        inverse(op.getInverse() && size == n), scratch(op.getDests()[1]),
        type(cast<ComplexType>(getElementTypeOrSelf(scratch))) {}

  void run(ValueRange row) {
    positions.assign(row.begin(), row.end());
    if (size == n) {
      // The first step reads the row and the last one writes it, where each
      // number is read or written once and none is implied.
      SmallVector<int64_t> radices = getFftRadices(n);
      bool stepsRead = n > 1 && !op.makesReal() && radices.front() <= kUnrolled;
      bool stepsWrite = n > 1 && !op.isReal() && radices.back() <= kUnrolled;
      if (!stepsRead)
        read();
      int64_t half = transform(0, stepsRead, stepsWrite);
      if (!stepsWrite)
        write(half);
      return;
    }
    read();
    forEach(size - n, [&](Value p) {
      store({number(0), number(0)}, scratch,
            {index(0), arith::AddIOp::create(b, p, index(n))});
    });
    int64_t half = transform(0);
    // Of two conjugates the transform is the inverse one.
    forEach(size, [&](Value k) {
      Value at = arith::AddIOp::create(b, k, index(size + n));
      Complex product =
          mul(load(scratch, {index(half), k}), load(op.getRoots(), at));
      store(conjugate(product), scratch, {index(half), k});
    });
    write(transform(half));
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
  Complex sub(Complex x, Complex y) {
    return {sub(x.real, y.real), sub(x.imaginary, y.imaginary)};
  }
  Complex scale(Complex x, Value y) {
    return {mul(x.real, y), mul(x.imaginary, y)};
  }
  Complex conjugate(Complex x) {
    return {x.real, arith::NegFOp::create(b, x.imaginary)};
  }
  /// `i * x`.
  Complex turn(Complex x) {
    return {arith::NegFOp::create(b, x.imaginary), x.real};
  }
  Complex mul(Complex x, Complex y) {
    return {sub(mul(x.real, y.real), mul(x.imaginary, y.imaginary)),
            add(mul(x.real, y.imaginary), mul(x.imaginary, y.real))};
  }
  /// A number of the row as the caller has it, or as the scratch has it.
  Value convert(Value value, Type to) {
    unsigned from = value.getType().getIntOrFloatBitWidth();
    if (from < to.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(b, to, value);
    if (from > to.getIntOrFloatBitWidth())
      return arith::TruncFOp::create(b, to, value);
    return value;
  }
  Complex widen(Complex x) {
    Type wide = type.getElementType();
    return {convert(x.real, wide), convert(x.imaginary, wide)};
  }

  /// Of the row as the caller has it.
  Complex loadSource(Value p) {
    positions[op.getAxis()] = p;
    Value element = memref::LoadOp::create(b, op.getSource(), positions);
    return op.isReal()
               ? Complex{convert(element, type.getElementType()), number(0)}
               : widen(split(element));
  }

  void storeDest(Complex element, Value p) {
    positions[op.getAxis()] = p;
    if (op.getInverse()) {
      Value count = number(double(n));
      element = {arith::DivFOp::create(b, element.real, count),
                 arith::DivFOp::create(b, element.imaginary, count)};
    }
    Value dest = op.getDests()[0];
    Type to = getElementTypeOrSelf(dest);
    if (op.makesReal()) {
      memref::StoreOp::create(b, convert(element.real, to), dest, positions);
      return;
    }
    auto complexType = cast<ComplexType>(to);
    to = complexType.getElementType();
    Value narrow =
        complex::CreateOp::create(b, complexType, convert(element.real, to),
                                  convert(element.imaginary, to));
    memref::StoreOp::create(b, narrow, dest, positions);
  }

  Complex loadChirp(Value p) {
    return load(op.getRoots(),
                {arith::AddIOp::create(b, p, index(size)).getResult()});
  }

  /// The row as complex numbers. What is real on the other side has only half
  /// of them: the others are conjugates.
  void read() {
    auto storeRow = [&](Complex element, Value p) {
      if (size != n)
        element = mul(element, loadChirp(p));
      store(element, scratch, {index(0), p});
    };
    forEach(op.makesReal() ? n / 2 + 1 : n,
            [&](Value p) { storeRow(loadSource(p), p); });
    if (!op.makesReal())
      return;
    forEach(n - n / 2 - 1, [&](Value before) {
      Value p = arith::AddIOp::create(b, before, index(1));
      storeRow(conjugate(loadSource(p)), arith::SubIOp::create(b, index(n), p));
    });
  }

  void write(int64_t half) {
    forEach(op.isReal() ? n / 2 + 1 : n, [&](Value p) {
      Complex element = load(scratch, {index(half), p});
      if (size != n)
        element = mul(conjugate(element), loadChirp(p));
      storeDest(element, p);
    });
  }

  /// From one half of the scratch; returns the half of the result.
  int64_t transform(int64_t half, bool stepsRead = false,
                    bool stepsWrite = false) {
    int64_t length = size, stride = 1;
    for (int64_t radix : getFftRadices(size)) {
      step(half, length, stride, radix, stepsRead && length == size,
           stepsWrite && length == radix);
      half = 1 - half;
      length /= radix;
      stride *= radix;
    }
    return half;
  }

  void step(int64_t half, int64_t length, int64_t stride, int64_t radix,
            bool reads, bool writes) {
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
          Value at = arith::AddIOp::create(b, source, offset);
          return reads ? loadSource(at) : load(scratch, {from, at});
        };
        auto storeResult = [&](Complex sum, Value k) {
          // Roots of the remaining length turn what later steps take up.
          Value turn = arith::MulIOp::create(b, arith::MulIOp::create(b, p, k),
                                             index(size / length));
          if (parts > 1)
            sum = mul(sum, load(op.getRoots(), turn));
          Value offset = arith::MulIOp::create(b, k, index(stride));
          Value at = arith::AddIOp::create(b, dest, offset);
          if (writes)
            storeDest(sum, at);
          else
            store(sum, scratch, {to, at});
        };
        if (radix == 2 || radix == 4)
          combineEven(radix, loadPart, storeResult);
        else if (radix <= kUnrolled)
          combineUnrolled(radix, loadPart, storeResult);
        else
          combine(radix, loadPart, storeResult);
      });
    });
  }

  void combineEven(int64_t radix, function_ref<Complex(Value)> loadPart,
                   function_ref<void(Complex, Value)> storeResult) {
    auto storePair = [&](Complex x, Complex y, int64_t k) {
      storeResult(add(x, y), index(k));
      storeResult(sub(x, y), index(k + radix / 2));
    };
    Complex first = loadPart(index(0)), second = loadPart(index(1));
    if (radix == 2)
      return storePair(first, second, 0);
    Complex third = loadPart(index(2)), fourth = loadPart(index(3));
    storePair(add(first, third), add(second, fourth), 0);
    Complex odd = inverse ? sub(second, fourth) : sub(fourth, second);
    storePair(sub(first, third), turn(odd), 1);
  }

  // With an odd radix, roots come in pairs of conjugates. Of parts j and -j the
  // sum is multiplied by the real part of a root and the difference by the
  // imaginary one, and both give the results k and -k.
  void storePairs(Complex even, Complex odd, Value k, Value minusK,
                  function_ref<void(Complex, Value)> storeResult) {
    odd = turn(odd);
    storeResult(add(even, odd), k);
    storeResult(sub(even, odd), minusK);
  }

  void combineUnrolled(int64_t radix, function_ref<Complex(Value)> loadPart,
                       function_ref<void(Complex, Value)> storeResult) {
    Complex first = loadPart(index(0)), total = first;
    SmallVector<Complex> sums, differences;
    for (int64_t j = 1; j <= radix / 2; ++j) {
      Complex x = loadPart(index(j)), y = loadPart(index(radix - j));
      sums.push_back(add(x, y));
      differences.push_back(sub(x, y));
      total = add(total, sums.back());
    }
    storeResult(total, index(0));
    for (int64_t k = 1; k <= radix / 2; ++k) {
      Complex even = first, odd;
      for (int64_t j = 1; j <= radix / 2; ++j) {
        std::complex<double> root = getFftRoot(j * k % radix, radix, inverse);
        even = add(even, scale(sums[j - 1], number(root.real())));
        Complex term = scale(differences[j - 1], number(root.imag()));
        odd = j == 1 ? term : add(odd, term);
      }
      storePairs(even, odd, index(k), index(radix - k), storeResult);
    }
  }

  void combine(int64_t radix, function_ref<Complex(Value)> loadPart,
               function_ref<void(Complex, Value)> storeResult) {
    auto reduce = [&](ValueRange inits,
                      function_ref<SmallVector<Value>(Value, ValueRange)> body)
        -> SmallVector<Value> {
      auto loop = scf::ForOp::create(b, index(1), index(radix / 2 + 1),
                                     index(1), inits);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      scf::YieldOp::create(
          b, body(loop.getInductionVar(), loop.getRegionIterArgs()));
      return llvm::to_vector(ValueRange(loop.getResults()));
    };
    auto mirror = [&](Value j) -> Value {
      return arith::SubIOp::create(b, index(radix), j);
    };
    Complex first = loadPart(index(0));
    SmallVector<Value> total =
        reduce({first.real, first.imaginary},
               [&](Value j, ValueRange so) -> SmallVector<Value> {
                 Complex sum =
                     add({so[0], so[1]}, add(loadPart(j), loadPart(mirror(j))));
                 return {sum.real, sum.imaginary};
               });
    storeResult({total[0], total[1]}, index(0));
    forEach(radix / 2, [&](Value before) {
      Value k = arith::AddIOp::create(b, before, index(1));
      Value zero = number(0);
      SmallVector<Value> parts = reduce(
          {first.real, first.imaginary, zero, zero, k},
          [&](Value j, ValueRange so) -> SmallVector<Value> {
            Complex x = loadPart(j), y = loadPart(mirror(j));
            Complex root =
                load(op.getRoots(),
                     arith::MulIOp::create(b, so[4], index(size / radix))
                         .getResult());
            Complex even = add({so[0], so[1]}, scale(add(x, y), root.real));
            Complex odd = add({so[2], so[3]}, scale(sub(x, y), root.imaginary));
            // j * k modulo the radix, without a division.
            Value next = arith::AddIOp::create(b, so[4], k);
            Value isBelow = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                                  next, index(radix));
            next = arith::SelectOp::create(
                b, isBelow, next, arith::SubIOp::create(b, next, index(radix)));
            return {even.real, even.imaginary, odd.real, odd.imaginary, next};
          });
      storePairs({parts[0], parts[1]}, {parts[2], parts[3]}, k, mirror(k),
                 storeResult);
    });
  }

  static constexpr int64_t kUnrolled = 13;

  FftOp op;
  ImplicitLocOpBuilder &b;
  int64_t n;
  /// Length of the transforms made, and whether these are inverse ones.
  int64_t size;
  bool inverse;
  Value scratch;
  ComplexType type;
  /// Of the row; along the axis the one last taken.
  SmallVector<Value> positions;
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
