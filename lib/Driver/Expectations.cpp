//===- Expectations.cpp - The expectations in a program -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/Expectations.h"

#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Driver/AddResults.h"
#include "dtensor/Driver/Signature.h"
#include "dtensor/Frontend/StableHLO/IR/Check.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "dtensor/Host/Element.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Reads the expectation of an op
//===----------------------------------------------------------------------===//

namespace {
/// The claim that an op makes.
struct Claim {
  Value got;
  Value want;
  DenseElementsAttr constant;
  Tolerance tolerance;
};
} // namespace

static Tolerance exactly() { return {0, 0}; }
static Tolerance within(double absolute) {
  return {0, absolute, /*byParts=*/true};
}
static Tolerance withinUlps(uint64_t most, uint64_t least = 0) {
  Tolerance tolerance;
  tolerance.ulps = Tolerance::Ulps{most, least};
  return tolerance;
}

/// StableHLO's interpreter has these bounds for custom calls.
static FailureOr<Claim> readCustomCall(stablehlo::CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  std::optional<Tolerance> tolerance =
      llvm::StringSwitch<std::optional<Tolerance>>(target)
          .Case("check.expect_eq", exactly())
          .Case("check.expect_almost_eq", within(1e-3))
          .Case("check.expect_close", withinUlps(3))
          .Default(std::nullopt);
  if (!tolerance)
    return op.emitOpError("has the unknown target '")
           << target
           << "'; known are check.expect_eq, check.expect_almost_eq and "
              "check.expect_close";
  if (op.getNumOperands() != 2 ||
      op.getOperand(0).getType() != op.getOperand(1).getType())
    return op.emitOpError("requires two values of one type to compare");
  return Claim{op.getOperand(0), op.getOperand(1), {}, *tolerance};
}

static FailureOr<DenseElementsAttr> readConstant(Operation *op,
                                                 ElementsAttr value) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense;
  return op->emitOpError("requires a dense constant, found ") << value;
}

static FailureOr<Claim> readClaim(Operation *op) {
  using Result = FailureOr<Claim>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](check::ExpectEqOp expect) -> Result {
        return Claim{expect.getLhs(), expect.getRhs(), {}, exactly()};
      })
      .Case([](check::ExpectAlmostEqOp expect) -> Result {
        double tolerance = expect.getTolerance().convertToDouble();
        return Claim{expect.getLhs(), expect.getRhs(), {}, within(tolerance)};
      })
      .Case([](check::ExpectCloseOp expect) -> Result {
        return Claim{expect.getActual(),
                     expect.getExpected(),
                     {},
                     withinUlps(expect.getMaxUlpDifference(),
                                expect.getMinUlpDifference())};
      })
      .Case([](check::ExpectEqConstOp expect) -> Result {
        auto constant = readConstant(expect, expect.getValue());
        if (failed(constant))
          return failure();
        return Claim{expect.getLhs(), {}, *constant, exactly()};
      })
      .Case([](check::ExpectAlmostEqConstOp expect) -> Result {
        auto constant = readConstant(expect, expect.getValue());
        if (failed(constant))
          return failure();
        double tolerance = expect.getTolerance().convertToDouble();
        return Claim{expect.getLhs(), {}, *constant, within(tolerance)};
      })
      .Case(readCustomCall);
}

/// Older files have custom calls of these targets rather than ops.
static bool isExpectation(Operation *op) {
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    return call.getCallTargetName().starts_with("check.");
  return isa_and_nonnull<check::CheckDialect>(op->getDialect());
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static void storeElement(ElementType type, char *element, Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return storeInteger(type, element, integer.getValue().getSExtValue());
  if (auto number = dyn_cast<FloatAttr>(value))
    return storeFloat(type, element, number.getValueAsDouble());
  auto parts = cast<ArrayAttr>(value);
  storeFloat(type, element,
             {cast<FloatAttr>(parts[0]).getValueAsDouble(),
              cast<FloatAttr>(parts[1]).getValueAsDouble()});
}

static llvm::Expected<std::shared_ptr<HostTensor>>
makeHostTensor(DenseElementsAttr constant) {
  auto type = cast<ShapedType>(constant.getType());
  std::optional<ElementType> elementType =
      getElementType(type.getElementType());
  if (!elementType) {
    std::string found;
    llvm::raw_string_ostream(found) << type;
    return llvm::createStringError(
        "required a constant of a type that hosts have, found " + found);
  }
  llvm::Expected<HostTensor> tensor =
      HostTensor::create(*elementType, type.getShape());
  if (!tensor)
    return tensor.takeError();
  char *element = tensor->getData();
  for (Attribute value : constant.getValues<Attribute>()) {
    storeElement(*elementType, element, value);
    element += getByteSize(*elementType);
  }
  return std::make_shared<HostTensor>(std::move(*tensor));
}

//===----------------------------------------------------------------------===//
// The expectations of a function
//===----------------------------------------------------------------------===//

FailureOr<Expectations> takeExpectations(func::FuncOp entry) {
  if (!entry.getBody().hasOneBlock())
    return entry.emitError("required: structured control flow (scf); found: a "
                           "function of several blocks");
  SmallVector<Operation *> ops, others;
  WalkResult walked =
      entry->getParentOfType<ModuleOp>().walk([&](Operation *op) {
        if (!isExpectation(op))
          return WalkResult::advance();
        if (op->getParentOp() == entry) {
          ops.push_back(op);
          return WalkResult::advance();
        }
        // Other entries are not run, so their expectations are not checked.
        auto function = op->getParentOfType<func::FuncOp>();
        if (function && function != entry && function.isPublic() &&
            SymbolTable::symbolKnownUseEmpty(function,
                                             function->getParentOp())) {
          others.push_back(op);
          return WalkResult::advance();
        }
        op->emitOpError("is supported in the block of the function that is "
                        "run, '")
            << entry.getName() << "', only: its values are compared on the "
            << "host, after the run";
        return WalkResult::interrupt();
      });
  if (walked.wasInterrupted())
    return failure();

  Expectations taken;
  // A value that is compared twice is returned once.
  llvm::MapVector<Value, size_t> values;
  auto give = [&](Value value) {
    return values.insert({value, values.size()}).first->second;
  };
  for (Operation *op : ops) {
    FailureOr<Claim> claim = readClaim(op);
    if (failed(claim))
      return failure();
    Expectation expectation;
    expectation.op = op->getName().getStringRef().str();
    if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
      expectation.op = call.getCallTargetName().str();
    expectation.location = getSourcePosition(op->getLoc());
    expectation.got = give(claim->got);
    expectation.tolerance = claim->tolerance;
    if (claim->want) {
      expectation.want = give(claim->want);
    } else {
      auto constant = makeHostTensor(claim->constant);
      if (!constant)
        return op->emitOpError() << llvm::toString(constant.takeError());
      expectation.constant = *constant;
    }
    taken.expectations.push_back(std::move(expectation));
  }
  taken.numValues = values.size();
  addResults(entry, llvm::to_vector(llvm::make_first_range(values)));
  for (Operation *op : llvm::concat<Operation *>(ops, others))
    op->erase();
  return taken;
}

std::optional<std::string>
Expectations::findUnmet(llvm::ArrayRef<HostTensor> values) const {
  for (const Expectation &expectation : expectations) {
    const HostTensor &want =
        expectation.want ? values[*expectation.want] : *expectation.constant;
    if (std::optional<Difference> difference =
            compare(values[expectation.got], want, expectation.tolerance))
      return expectation.op + " at " + expectation.location + " is not met " +
             difference->str();
  }
  return std::nullopt;
}

} // namespace dtensor
