//===- FftRows.cpp - Fourier transforms of rows ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FftRows.h"
#include "FftRoots.h"
#include "LinalgExtLowerings.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numbers>

using namespace mlir;
using namespace dtensor;

FftRows::FftRows(linalg_ext::FftOp op, ImplicitLocOpBuilder &b, bool fuses)
    : op(op), b(b), n(op.getLength()), size(getFftSize(n)),
      inverse(op.getInverse() && size == n),
      scratch(createOwnView(b, op.getDests()[1])),
      lanes(b, cast<ShapedType>(scratch.getType()).getDimSize(3), fuses) {}

void FftRows::create(ArrayRef<SmallVector<Value>> rows) {
  positions.assign(rows.begin(), rows.end());
  if (size == n) {
    // The first step reads the row itself, and the last step writes it. Both
    // need each number to be read or written once, and no number to be implied
    // as a conjugate.
    SmallVector<int64_t> radices = getFftRadices(n);
    // If the distance between parts of a row is a large power of two, the parts
    // share few sets of the cache. Then the cache holds only one position of
    // each row.
    bool canStep = n > 1 && (lanes.getNumLanes() == 1 || n % 64 != 0);
    bool stepsRead = canStep && !op.makesReal() && radices.front() <= kUnrolled;
    bool stepsWrite = canStep && !op.isReal() && radices.back() <= kUnrolled;
    if (!stepsRead)
      read();
    int64_t half = transform(0, stepsRead, stepsWrite);
    if (!stepsWrite)
      write(half);
    return;
  }
  read();
  forEach(size - n, [&](Value p) {
    Value zero = lanes.number(0);
    store({zero, zero}, index(0), plus(p, index(n)));
  });
  int64_t half = transform(0);
  // The inverse transform is the conjugate of the transform of the conjugate.
  forEach(size, [&](Value k) {
    Complex root = loadRoot(plus(k, index(size + n)));
    Complex product = lanes.mul(load(index(half), k), root);
    store(lanes.conjugate(product), index(half), k);
  });
  write(transform(half));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value FftRows::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}
Value FftRows::plus(Value x, Value y) {
  return b.createOrFold<arith::AddIOp>(x, y);
}
Value FftRows::times(Value x, int64_t y) {
  return b.createOrFold<arith::MulIOp>(x, index(y));
}

void FftRows::forEach(int64_t count, function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, index(0), index(count), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// In the scratch memory, the lanes of real parts precede those of imaginary
/// parts.
Complex FftRows::load(Value half, Value p) {
  auto loadPart = [&](int64_t part) -> Value {
    SmallVector<Value> at{half, p, index(part), index(0)};
    if (lanes.getNumLanes() == 1)
      return memref::LoadOp::create(b, scratch, at);
    auto type = cast<VectorType>(lanes.getType(b.getF64Type()));
    return vector::LoadOp::create(b, type, scratch, at);
  };
  return {loadPart(0), loadPart(1)};
}

void FftRows::store(Complex value, Value half, Value p) {
  auto storePart = [&](Value numbers, int64_t part) {
    SmallVector<Value> at{half, p, index(part), index(0)};
    if (lanes.getNumLanes() == 1)
      memref::StoreOp::create(b, numbers, scratch, at);
    else
      vector::StoreOp::create(b, numbers, scratch, at);
  };
  storePart(value.real, 0);
  storePart(value.imaginary, 1);
}

Complex FftRows::loadRoot(Value p) {
  return lanes.spread(memref::LoadOp::create(b, op.getRoots(), p));
}

Complex FftRows::loadChirp(Value p) { return loadRoot(plus(p, index(size))); }

/// Converts numbers between the type of the caller and the type of the scratch
/// memory.
Value FftRows::convert(Value value, Type element) {
  Type to = lanes.getType(element);
  unsigned from = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  if (from < element.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, to, value);
  if (from > element.getIntOrFloatBitWidth())
    return arith::TruncFOp::create(b, to, value);
  return value;
}

Value FftRows::join(ArrayRef<Value> elements) {
  if (elements.size() == 1)
    return elements.front();
  Type type = lanes.getType(elements.front().getType());
  return vector::FromElementsOp::create(b, cast<VectorType>(type), elements);
}

Value FftRows::getLane(Value value, int64_t lane) {
  if (lanes.getNumLanes() == 1)
    return value;
  return vector::ExtractOp::create(b, value, ArrayRef<int64_t>{lane});
}

Complex FftRows::loadSource(Value p) {
  SmallVector<Value> real, imaginary;
  for (SmallVector<Value> &position : positions) {
    position[op.getAxis()] = p;
    Value element = memref::LoadOp::create(b, op.getSource(), position);
    if (op.isReal()) {
      real.push_back(element);
      continue;
    }
    real.push_back(complex::ReOp::create(b, element));
    imaginary.push_back(complex::ImOp::create(b, element));
  }
  Type wide = b.getF64Type();
  return {convert(join(real), wide),
          op.isReal() ? lanes.number(0) : convert(join(imaginary), wide)};
}

void FftRows::storeDest(Complex value, Value p) {
  Value dest = op.getDests()[0];
  Type to = getElementTypeOrSelf(dest);
  auto complexType = dyn_cast<ComplexType>(to);
  if (complexType)
    to = complexType.getElementType();
  if (op.getInverse()) {
    // For f32, the error of rounding twice in f64 is far below the last place.
    if (to.isF32() || llvm::isPowerOf2_64(n)) {
      value = lanes.scale(value, lanes.number(1.0 / static_cast<double>(n)));
    } else {
      Value count = lanes.number(static_cast<double>(n));
      value = {arith::DivFOp::create(b, value.real, count),
               arith::DivFOp::create(b, value.imaginary, count)};
    }
  }
  Value real = convert(value.real, to);
  Value imaginary = complexType ? convert(value.imaginary, to) : Value();
  for (auto [lane, position] : llvm::enumerate(positions)) {
    position[op.getAxis()] = p;
    Value element = getLane(real, lane);
    if (complexType)
      element = complex::CreateOp::create(b, complexType, element,
                                          getLane(imaginary, lane));
    memref::StoreOp::create(b, element, dest, position);
  }
}

/// Reads the rows as complex numbers. If the other side is real, memory holds
/// only half of the numbers, and the others are conjugates.
void FftRows::read() {
  auto storeRow = [&](Complex element, Value p) {
    if (size != n)
      element = lanes.mul(element, loadChirp(p));
    store(element, index(0), p);
  };
  forEach(op.makesReal() ? n / 2 + 1 : n,
          [&](Value p) { storeRow(loadSource(p), p); });
  if (!op.makesReal())
    return;
  forEach(n - n / 2 - 1, [&](Value before) {
    Value p = plus(before, index(1));
    storeRow(lanes.conjugate(loadSource(p)),
             arith::SubIOp::create(b, index(n), p));
  });
}

void FftRows::write(int64_t half) {
  forEach(op.isReal() ? n / 2 + 1 : n, [&](Value p) {
    Complex element = load(index(half), p);
    if (size != n)
      element = lanes.mul(lanes.conjugate(element), loadChirp(p));
    storeDest(element, p);
  });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Executes the steps, beginning with one half of the scratch memory. Returns
/// the half that holds the result.
int64_t FftRows::transform(int64_t half, bool stepsRead, bool stepsWrite) {
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

void FftRows::step(int64_t half, int64_t length, int64_t stride, int64_t radix,
                   bool reads, bool writes) {
  int64_t parts = length / radix;
  Value from = index(half), to = index(1 - half);
  // The positions are q + stride * (p + parts * j) before the step, and q +
  // stride * (radix * p + k) after it.
  forEach(parts, [&](Value p) {
    // The roots of the remaining length multiply the numbers that later steps
    // read.
    auto loadTurn = [&](Value k) {
      return loadRoot(times(arith::MulIOp::create(b, p, k), size / length));
    };
    bool turns = parts > 1;
    SmallVector<Complex> roots;
    for (int64_t k = 1; turns && radix <= kUnrolled && k < radix; ++k)
      roots.push_back(loadTurn(index(k)));
    forEach(stride, [&](Value q) {
      Value source = plus(q, times(p, stride));
      Value dest = plus(q, times(p, stride * radix));
      auto storeResult = [&](Complex sum, Value k) {
        Value at = plus(dest, times(k, stride));
        if (writes)
          storeDest(sum, at);
        else
          store(sum, to, at);
      };
      if (radix > kUnrolled) {
        combinePrime(
            from, source, stride * parts, radix, [&](Complex sum, Value k) {
              storeResult(turns ? lanes.mul(sum, loadTurn(k)) : sum, k);
            });
        return;
      }
      auto loadPart = [&](int64_t j) {
        Value at = plus(source, index(j * stride * parts));
        return reads ? loadSource(at) : load(from, at);
      };
      combine(radix, loadPart, [&](Complex sum, int64_t k) {
        if (turns && k > 0)
          sum = lanes.mul(sum, roots[k - 1]);
        storeResult(sum, index(k));
      });
    });
  });
}

void FftRows::combine(int64_t radix, Load loadPart, Store storeResult) {
  if (radix % 2 != 0)
    return combineOdd(radix, loadPart, storeResult);
  SmallVector<Complex> parts;
  for (int64_t j = 0; j < radix; ++j)
    parts.push_back(loadPart(j));
  for (auto [k, sum] : llvm::enumerate(combineEven(parts)))
    storeResult(sum, k);
}

/// Combines 1, 2, 4 or 8 parts. The even parts and the odd parts are
/// transformed first. The results of the odd ones are multiplied by root k of
/// the radix.
SmallVector<Complex> FftRows::combineEven(ArrayRef<Complex> parts) {
  if (parts.size() == 1)
    return {parts.front()};
  int64_t radix = parts.size(), half = radix / 2;
  SmallVector<Complex> even, odd;
  for (int64_t j = 0; j < radix; j += 2) {
    even.push_back(parts[j]);
    odd.push_back(parts[j + 1]);
  }
  even = combineEven(even);
  odd = combineEven(odd);
  SmallVector<Complex> sums(radix);
  for (int64_t k = 0; k < half; ++k) {
    Complex x = odd[k], turned = lanes.turn(x);
    int64_t eighths = 8 * k / radix;
    if (eighths % 2 == 0) {
      bool isMinus = eighths == 2 && !inverse;
      x = eighths == 0 ? x : turned;
      sums[isMinus ? k + half : k] = lanes.add(even[k], x);
      sums[isMinus ? k : k + half] = lanes.sub(even[k], x);
      continue;
    }
    // An eighth of a turn is (1 + i) / sqrt(2), and three are (i - 1) /
    // sqrt(2).
    x = inverse == (eighths == 1) ? lanes.add(x, turned) : lanes.sub(x, turned);
    double factor =
        eighths == 1 ? std::numbers::sqrt2 / 2 : -std::numbers::sqrt2 / 2;
    sums[k] = lanes.scaleAndAdd(x, lanes.number(factor), even[k]);
    sums[k + half] = lanes.scaleAndAdd(x, lanes.number(-factor), even[k]);
  }
  return sums;
}

/// Sums two halves first, which has a smaller rounding error than adding the
/// terms one by one.
Complex FftRows::sum(ArrayRef<Complex> terms) {
  if (terms.size() == 1)
    return terms.front();
  size_t half = terms.size() / 2;
  return lanes.add(sum(terms.take_front(half)), sum(terms.drop_front(half)));
}

// With an odd radix, roots come in pairs of conjugates. The sum of parts j and
// -j is multiplied by the real part of a root, and their difference by the
// imaginary part. Both products contribute to the results k and -k.

void FftRows::combineOdd(int64_t radix, Load loadPart, Store storeResult) {
  Complex first = loadPart(0);
  SmallVector<Complex> sums, differences;
  for (int64_t j = 1; j <= radix / 2; ++j) {
    Complex x = loadPart(j), y = loadPart(radix - j);
    sums.push_back(lanes.add(x, y));
    differences.push_back(lanes.sub(x, y));
  }
  storeResult(lanes.add(first, sum(sums)), 0);
  for (int64_t k = 1; k <= radix / 2; ++k) {
    Complex even = first, odd;
    for (int64_t j = 1; j <= radix / 2; ++j) {
      std::complex<double> root = getFftRoot(j * k % radix, radix, inverse);
      Value real = lanes.number(root.real());
      Value imaginary = lanes.number(root.imag());
      even = lanes.scaleAndAdd(sums[j - 1], real, even);
      odd = j == 1 ? lanes.scale(differences[0], imaginary)
                   : lanes.scaleAndAdd(differences[j - 1], imaginary, odd);
    }
    odd = lanes.turn(odd);
    storeResult(lanes.add(even, odd), k);
    storeResult(lanes.sub(even, odd), radix - k);
  }
}

namespace {
/// Sums of products of even and odd terms, and the number of the next root.
struct PrimeSums {
  explicit PrimeSums(ValueRange values)
      : even{values[0], values[1]}, odd{values[2], values[3]}, root(values[4]) {
  }
  SmallVector<Value> getValues() const {
    return {even.real, even.imaginary, odd.real, odd.imaginary, root};
  }
  Complex even, odd;
  Value root;
};
} // namespace

/// Does the same by loops, for large radices. Sums and differences replace the
/// parts, which are `distance` apart.
void FftRows::combinePrime(Value half, Value first, int64_t distance,
                           int64_t radix,
                           function_ref<void(Complex, Value)> storeResult) {
  // Loops from `begin` to half of the radix.
  auto reduce = [&](int64_t begin, int64_t step, ValueRange inits,
                    function_ref<SmallVector<Value>(Value, ValueRange)> body)
      -> SmallVector<Value> {
    auto loop = scf::ForOp::create(b, index(begin), index(radix / 2 + 1),
                                   index(step), inits);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(
        b, body(loop.getInductionVar(), loop.getRegionIterArgs()));
    return llvm::to_vector(ValueRange(loop.getResults()));
  };
  auto mirror = [&](Value j) -> Value {
    return arith::SubIOp::create(b, index(radix), j);
  };
  auto at = [&](Value j) { return plus(first, times(j, distance)); };
  Complex x0 = load(half, first);
  // Sums of few terms are small, and so are their rounding errors.
  constexpr int64_t kTerms = 4;
  int64_t rest = radix / 2 % kTerms;
  auto addParts = [&](Value begin, int64_t numTerms, Complex total) {
    SmallVector<Complex> sums;
    for (int64_t term = 0; term < numTerms; ++term) {
      Value j = plus(begin, index(term));
      Complex x = load(half, at(j)), y = load(half, at(mirror(j)));
      sums.push_back(lanes.add(x, y));
      store(sums.back(), half, at(j));
      store(lanes.sub(x, y), half, at(mirror(j)));
    }
    return sums.empty() ? total : lanes.add(total, sum(sums));
  };
  Complex total = addParts(index(1), rest, x0);
  SmallVector<Value> parts =
      reduce(1 + rest, kTerms, {total.real, total.imaginary},
             [&](Value j, ValueRange so) -> SmallVector<Value> {
               Complex next = addParts(j, kTerms, {so[0], so[1]});
               return {next.real, next.imaginary};
             });
  storeResult({parts[0], parts[1]}, index(0));
  forEach(radix / 2, [&](Value before) {
    Value k = plus(before, index(1)), zero = lanes.number(0);
    auto addTerms = [&](Value begin, int64_t numTerms, PrimeSums sums) {
      Complex even, odd;
      for (int64_t term = 0; term < numTerms; ++term) {
        Value j = plus(begin, index(term));
        Complex root = loadRoot(times(sums.root, size / radix));
        Complex x = load(half, at(j)), y = load(half, at(mirror(j)));
        even = term == 0 ? lanes.scale(x, root.real)
                         : lanes.scaleAndAdd(x, root.real, even);
        odd = term == 0 ? lanes.scale(y, root.imaginary)
                        : lanes.scaleAndAdd(y, root.imaginary, odd);
        // Computes j * k modulo the radix without a division.
        Value next = plus(sums.root, k);
        Value isBelow = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                              next, index(radix));
        sums.root = arith::SelectOp::create(
            b, isBelow, next, arith::SubIOp::create(b, next, index(radix)));
      }
      if (numTerms > 0) {
        sums.even = lanes.add(sums.even, even);
        sums.odd = lanes.add(sums.odd, odd);
      }
      return sums;
    };
    PrimeSums sums =
        addTerms(index(1), rest,
                 PrimeSums(ValueRange{x0.real, x0.imaginary, zero, zero, k}));
    sums = PrimeSums(
        reduce(1 + rest, kTerms, sums.getValues(), [&](Value j, ValueRange so) {
          return addTerms(j, kTerms, PrimeSums(so)).getValues();
        }));
    Complex odd = lanes.turn(sums.odd);
    storeResult(lanes.add(sums.even, odd), k);
    storeResult(lanes.sub(sums.even, odd), mirror(k));
  });
}
