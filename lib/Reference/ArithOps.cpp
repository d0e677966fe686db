//===- ArithOps.cpp - Arithmetic of elements ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>
#include <cstring>

using namespace mlir;

namespace dtensor::reference {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

// Sums, differences and products have the same low bits for signed and unsigned
// integers. Unsigned ones wrap around.

/// A division, which has no result if the divisor is zero.
template <auto form>
static const char *divide(const ScalarOp &op, const Number *o, Number *result) {
  return o[1].integer == 0 ? "division by zero" : form(op, o, result);
}

// The quotient of the smallest integer and -1 wraps around to itself.

static int64_t divideTowardZero(int64_t a, int64_t b) {
  return b == -1 ? static_cast<int64_t>(-static_cast<uint64_t>(a)) : a / b;
}

static int64_t remainder(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }

static int64_t divideDown(int64_t a, int64_t b) {
  return divideTowardZero(a, b) - (remainder(a, b) != 0 && (a < 0) != (b < 0));
}

static int64_t divideUp(int64_t a, int64_t b) {
  return divideTowardZero(a, b) + (remainder(a, b) != 0 && (a < 0) == (b < 0));
}

// Shifts by the width or more are poison. Here they shift all bits out.

static uint64_t shiftLeft(uint64_t a, uint64_t b) {
  return b < 64 ? a << b : 0;
}

static uint64_t shiftRightUnsigned(uint64_t a, uint64_t b) {
  return b < 64 ? a >> b : 0;
}

static const char *shiftRightSigned(const ScalarOp &op, const Number *o,
                                    Number *result) {
  uint64_t count =
      std::min<uint64_t>(getUnsigned(op.operandType, o[1].integer), 63);
  *result = Number::ofInteger(wrapInteger(
      op.resultType, getSigned(op.operandType, o[0].integer) >> count));
  return nullptr;
}

/// The low and the high half of a product of twice the width.
template <typename Wide, auto get>
static const char *multiplyExtended(const ScalarOp &op, const Number *o,
                                    Number *results) {
  Wide product = static_cast<Wide>(get(op.operandType, o[0].integer)) *
                 static_cast<Wide>(get(op.operandType, o[1].integer));
  results[0] = Number::ofInteger(wrapInteger(op.resultType, product));
  results[1] = Number::ofInteger(
      wrapInteger(op.resultType, product >> getWidth(op.resultType)));
  return nullptr;
}

/// The sum, and whether it wrapped around.
static const char *addExtended(const ScalarOp &op, const Number *o,
                               Number *results) {
  uint64_t a = getUnsigned(op.operandType, o[0].integer);
  uint64_t sum = getUnsigned(op.operandType, a + o[1].integer);
  results[0] = Number::ofInteger(wrapInteger(op.resultType, sum));
  results[1] = Number::ofInteger(sum < a);
  return nullptr;
}

static const char *compareIntegers(const ScalarOp &op, const Number *o,
                                   Number *result) {
  int64_t a = getSigned(op.operandType, o[0].integer);
  int64_t b = getSigned(op.operandType, o[1].integer);
  uint64_t ua = getUnsigned(op.operandType, o[0].integer);
  uint64_t ub = getUnsigned(op.operandType, o[1].integer);
  auto holds = [&] {
    switch (static_cast<arith::CmpIPredicate>(op.predicate)) {
    case arith::CmpIPredicate::eq:
      return a == b;
    case arith::CmpIPredicate::ne:
      return a != b;
    case arith::CmpIPredicate::slt:
      return a < b;
    case arith::CmpIPredicate::sle:
      return a <= b;
    case arith::CmpIPredicate::sgt:
      return a > b;
    case arith::CmpIPredicate::sge:
      return a >= b;
    case arith::CmpIPredicate::ult:
      return ua < ub;
    case arith::CmpIPredicate::ule:
      return ua <= ub;
    case arith::CmpIPredicate::ugt:
      return ua > ub;
    case arith::CmpIPredicate::uge:
      return ua >= ub;
    }
    llvm_unreachable("all predicates are above");
  };
  *result = Number::ofInteger(holds());
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static double maximumOfNumbers(double a, double b) {
  if (a == 0 && b == 0)
    return std::signbit(a) ? b : a;
  return std::fmax(a, b);
}

static double minimumOfNumbers(double a, double b) {
  if (a == 0 && b == 0)
    return std::signbit(a) ? a : b;
  return std::fmin(a, b);
}

static double maximum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? NAN : maximumOfNumbers(a, b);
}

static double minimum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? NAN : minimumOfNumbers(a, b);
}

static const char *compareFloats(const ScalarOp &op, const Number *o,
                                 Number *result) {
  double a = o[0].real, b = o[1].real;
  bool unordered = std::isnan(a) || std::isnan(b);
  auto holds = [&] {
    switch (static_cast<arith::CmpFPredicate>(op.predicate)) {
    case arith::CmpFPredicate::AlwaysFalse:
      return false;
    case arith::CmpFPredicate::AlwaysTrue:
      return true;
    case arith::CmpFPredicate::ORD:
      return !unordered;
    case arith::CmpFPredicate::UNO:
      return unordered;
    case arith::CmpFPredicate::OEQ:
      return a == b;
    case arith::CmpFPredicate::OGT:
      return a > b;
    case arith::CmpFPredicate::OGE:
      return a >= b;
    case arith::CmpFPredicate::OLT:
      return a < b;
    case arith::CmpFPredicate::OLE:
      return a <= b;
    case arith::CmpFPredicate::ONE:
      return !unordered && a != b;
    case arith::CmpFPredicate::UEQ:
      return unordered || a == b;
    case arith::CmpFPredicate::UGT:
      return unordered || a > b;
    case arith::CmpFPredicate::UGE:
      return unordered || a >= b;
    case arith::CmpFPredicate::ULT:
      return unordered || a < b;
    case arith::CmpFPredicate::ULE:
      return unordered || a <= b;
    case arith::CmpFPredicate::UNE:
      return a != b;
    }
    llvm_unreachable("all predicates are above");
  };
  *result = Number::ofInteger(holds());
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

template <auto get>
static const char *integerToFloat(const ScalarOp &op, const Number *o,
                                  Number *result) {
  // A long double holds every integer of 64 bits, so this rounds only once.
  long double value = get(op.operandType, o[0].integer);
  *result = Number::ofFloat(roundFloat(op.resultType, value));
  return nullptr;
}

// Floats outside of an integer's range are poison. Here they give the integer
// at that end of 64 bits, wrapped, and a NaN gives 0.

static int64_t truncateToSigned(double value) {
  if (std::isnan(value))
    return 0;
  if (value >= 0x1p63)
    return INT64_MAX;
  return value <= -0x1p63 ? INT64_MIN : static_cast<int64_t>(value);
}

static uint64_t truncateToUnsigned(double value) {
  if (std::isnan(value) || value <= 0)
    return 0;
  return value >= 0x1p64 ? UINT64_MAX : static_cast<uint64_t>(value);
}

template <auto function>
static const char *floatToInteger(const ScalarOp &op, const Number *o,
                                  Number *result) {
  *result = Number::ofInteger(wrapInteger(op.resultType, function(o[0].real)));
  return nullptr;
}

/// The same bits as another type.
static const char *bitcast(const ScalarOp &op, const Number *o,
                           Number *result) {
  char bytes[16] = {};
  store(op.operandType, bytes, o[0]);
  *result = load(op.resultType, bytes);
  return nullptr;
}

static const char *select(const ScalarOp &, const Number *o, Number *result) {
  *result = o[0].integer ? o[1] : o[2];
  return nullptr;
}

using I = int64_t;
using U = uint64_t;

void addArithOps(ScalarEvaluations &all) {
  all["arith.addi"] = onUnsigned<[](U a, U b) { return a + b; }>;
  all["arith.subi"] = onUnsigned<[](U a, U b) { return a - b; }>;
  all["arith.muli"] = onUnsigned<[](U a, U b) { return a * b; }>;
  all["arith.andi"] = onUnsigned<[](U a, U b) { return a & b; }>;
  all["arith.ori"] = onUnsigned<[](U a, U b) { return a | b; }>;
  all["arith.xori"] = onUnsigned<[](U a, U b) { return a ^ b; }>;
  all["arith.shli"] = onUnsigned<shiftLeft>;
  all["arith.shrui"] = onUnsigned<shiftRightUnsigned>;
  all["arith.shrsi"] = shiftRightSigned;
  all["arith.divsi"] = divide<onSigned<divideTowardZero>>;
  all["arith.remsi"] = divide<onSigned<remainder>>;
  all["arith.floordivsi"] = divide<onSigned<divideDown>>;
  all["arith.ceildivsi"] = divide<onSigned<divideUp>>;
  all["arith.divui"] = divide<onUnsigned<[](U a, U b) { return a / b; }>>;
  all["arith.remui"] = divide<onUnsigned<[](U a, U b) { return a % b; }>>;
  all["arith.ceildivui"] =
      divide<onUnsigned<[](U a, U b) { return a / b + (a % b != 0); }>>;
  all["arith.maxsi"] = onSigned<[](I a, I b) { return std::max(a, b); }>;
  all["arith.minsi"] = onSigned<[](I a, I b) { return std::min(a, b); }>;
  all["arith.maxui"] = onUnsigned<[](U a, U b) { return std::max(a, b); }>;
  all["arith.minui"] = onUnsigned<[](U a, U b) { return std::min(a, b); }>;
  all["arith.addui_extended"] = addExtended;
  all["arith.mulsi_extended"] = multiplyExtended<__int128, getSigned>;
  all["arith.mului_extended"] =
      multiplyExtended<unsigned __int128, getUnsigned>;
  all["arith.cmpi"] = compareIntegers;

  all["arith.addf"] = inDouble<[](double a, double b) { return a + b; }>;
  all["arith.subf"] = inDouble<[](double a, double b) { return a - b; }>;
  all["arith.mulf"] = inDouble<[](double a, double b) { return a * b; }>;
  all["arith.divf"] = inDouble<[](double a, double b) { return a / b; }>;
  all["arith.remf"] =
      inDouble<[](double a, double b) { return std::fmod(a, b); }>;
  all["arith.negf"] = inDouble<[](double a) { return -a; }>;
  all["arith.maximumf"] = inDouble<maximum>;
  all["arith.minimumf"] = inDouble<minimum>;
  all["arith.maxnumf"] = inDouble<maximumOfNumbers>;
  all["arith.minnumf"] = inDouble<minimumOfNumbers>;
  all["arith.cmpf"] = compareFloats;

  all["arith.extf"] = inDouble<[](double a) { return a; }>;
  all["arith.truncf"] = inDouble<[](double a) { return a; }>;
  all["arith.extsi"] = onSigned<[](I a) { return a; }>;
  all["arith.extui"] = onUnsigned<[](U a) { return a; }>;
  all["arith.trunci"] = onUnsigned<[](U a) { return a; }>;
  all["arith.index_cast"] = onSigned<[](I a) { return a; }>;
  all["arith.index_castui"] = onUnsigned<[](U a) { return a; }>;
  all["arith.sitofp"] = integerToFloat<getSigned>;
  all["arith.uitofp"] = integerToFloat<getUnsigned>;
  all["arith.fptosi"] = floatToInteger<truncateToSigned>;
  all["arith.fptoui"] = floatToInteger<truncateToUnsigned>;
  all["arith.bitcast"] = bitcast;
  all["arith.select"] = select;
}

} // namespace dtensor::reference
