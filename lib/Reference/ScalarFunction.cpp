//===- ScalarFunction.cpp - A region from elements to elements ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A region becomes a list of instructions on numbered slots, so that a call
// needs no look-ups. Control flow is an instruction that has lists of its own.
//
//===----------------------------------------------------------------------===//

#include "ScalarFunction.h"

#include "Evaluator.h"
#include "ScalarOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dtensor::reference {

namespace {

using Slot = unsigned;
struct Instruction;

/// A block, with the slots of its arguments and yielded values.
struct Code {
  std::vector<Instruction> instructions;
  SmallVector<Slot> arguments, yielded;
};

struct Instruction {
  enum Kind { Scalar, Index, Extract, Assert, If, For, While };

  Kind kind;
  Operation *op;
  ScalarOp scalar;
  SmallVector<Slot, 4> operands;
  SmallVector<Slot, 2> results;
  /// The axis of `linalg.index`.
  unsigned axis = 0;
  /// The tensor of `tensor.extract`.
  Tensor tensor;
  /// The regions of control flow.
  std::vector<Code> regions;
};

/// The values of all slots.
class Machine {
public:
  Machine(MutableArrayRef<Number> slots, ArrayRef<int64_t> indices,
          Evaluator &evaluator)
      : slots(slots), indices(indices), evaluator(evaluator) {}

  llvm::Error run(const Code &code);

private:
  llvm::Error run(const Instruction &instruction);
  llvm::Error runIf(const Instruction &instruction);
  llvm::Error runFor(const Instruction &instruction);
  llvm::Error runWhile(const Instruction &instruction);
  llvm::Error runExtract(const Instruction &instruction);
  /// All slots are read before any is written, since loops may exchange their
  /// values.
  void copy(ArrayRef<Slot> from, ArrayRef<Slot> to);

  MutableArrayRef<Number> slots;
  ArrayRef<int64_t> indices;
  Evaluator &evaluator;
};

/// Gives each value a slot and each op an instruction.
class Compiler {
public:
  Compiler(Evaluator &evaluator, std::vector<Number> &slots, bool keepWide)
      : evaluator(evaluator), slots(slots), keepWide(keepWide) {}

  llvm::Error compile(Block &block, Code &code);

private:
  llvm::Error compile(Operation &op, Code &code);
  /// The slot of a scalar from the region or the evaluator.
  llvm::Expected<Slot> read(Operation *op, Value value);
  Slot define(Value value);

  Evaluator &evaluator;
  std::vector<Number> &slots;
  bool keepWide;
  DenseMap<Value, Slot> slotOf;
};

} // namespace

//===----------------------------------------------------------------------===//
// Making instructions
//===----------------------------------------------------------------------===//

Slot Compiler::define(Value value) {
  slots.emplace_back();
  return slotOf[value] = slots.size() - 1;
}

llvm::Expected<Slot> Compiler::read(Operation *op, Value value) {
  if (auto known = slotOf.find(value); known != slotOf.end())
    return known->second;
  const Tensor &captured = evaluator.get(value);
  if (isa<ShapedType>(value.getType()))
    return makeError(op, "required scalars, found a tensor");
  Slot slot = define(value);
  slots[slot] = load(*captured, 0);
  return slot;
}

llvm::Error Compiler::compile(Block &block, Code &code) {
  for (Value argument : block.getArguments())
    code.arguments.push_back(define(argument));
  for (Operation &op : block.without_terminator())
    if (llvm::Error error = compile(op, code))
      return error;
  Operation *terminator = block.getTerminator();
  for (Value value : terminator->getOperands()) {
    llvm::Expected<Slot> slot = read(terminator, value);
    if (!slot)
      return slot.takeError();
    code.yielded.push_back(*slot);
  }
  return llvm::Error::success();
}

/// The value of a constant op, or nothing.
static std::optional<Number> getConstant(Operation &op) {
  if (auto constant = dyn_cast<complex::ConstantOp>(op)) {
    auto part = [&](unsigned i) {
      return cast<FloatAttr>(constant.getValue()[i]).getValueAsDouble();
    };
    return Number::ofFloat(part(0), part(1));
  }
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return std::nullopt;
  if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
    return Number::ofInteger(integer.getType().isInteger(1)
                                 ? integer.getValue().getZExtValue()
                                 : integer.getValue().getSExtValue());
  if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
    return Number::ofFloat(number.getValueAsDouble());
  return std::nullopt;
}

llvm::Error Compiler::compile(Operation &op, Code &code) {
  if (std::optional<Number> constant = getConstant(op)) {
    slots[define(op.getResult(0))] = *constant;
    return llvm::Error::success();
  }
  Instruction instruction{};
  instruction.op = &op;
  ValueRange operands = op.getOperands();
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    instruction.kind = Instruction::Index;
    instruction.axis = index.getDim();
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    instruction.kind = Instruction::Extract;
    instruction.tensor = evaluator.get(extract.getTensor());
    operands = extract.getIndices();
  } else if (isa<cf::AssertOp>(op)) {
    instruction.kind = Instruction::Assert;
  } else if (isa<scf::IfOp>(op)) {
    instruction.kind = Instruction::If;
  } else if (isa<scf::ForOp>(op)) {
    instruction.kind = Instruction::For;
  } else if (isa<scf::WhileOp>(op)) {
    instruction.kind = Instruction::While;
  } else {
    llvm::Expected<ScalarOp> scalar = ScalarOp::create(&op);
    if (!scalar)
      return scalar.takeError();
    instruction.kind = Instruction::Scalar;
    instruction.scalar = *scalar;
    // An op that explicitly rounds is not widened.
    if (keepWide && isHalf(scalar->operandType) &&
        scalar->resultType == scalar->operandType)
      instruction.scalar.resultType = ElementType::F32;
  }
  for (Value operand : operands) {
    llvm::Expected<Slot> slot = read(&op, operand);
    if (!slot)
      return slot.takeError();
    instruction.operands.push_back(*slot);
  }
  for (Region &region : op.getRegions()) {
    Code &nested = instruction.regions.emplace_back();
    // There is no else.
    if (region.empty())
      continue;
    if (llvm::Error error = compile(region.front(), nested))
      return error;
  }
  for (Value result : op.getResults())
    instruction.results.push_back(define(result));
  code.instructions.push_back(std::move(instruction));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Running them
//===----------------------------------------------------------------------===//

llvm::Error Machine::run(const Code &code) {
  // A block without ops counts as work too, since it may be in a loop.
  if (llvm::Error error = evaluator.work(code.instructions.size() + 1))
    return error;
  for (const Instruction &instruction : code.instructions)
    if (llvm::Error error = run(instruction))
      return error;
  return llvm::Error::success();
}

llvm::Error Machine::run(const Instruction &instruction) {
  switch (instruction.kind) {
  case Instruction::Scalar: {
    Number operands[ScalarOp::kMaxOperands], results[ScalarOp::kMaxResults];
    for (auto [i, slot] : llvm::enumerate(instruction.operands))
      operands[i] = slots[slot];
    if (const char *message = instruction.scalar(operands, results))
      return makeRaised(instruction.op, message);
    for (auto [i, slot] : llvm::enumerate(instruction.results))
      slots[slot] = results[i];
    return llvm::Error::success();
  }
  case Instruction::Index:
    slots[instruction.results[0]] =
        Number::ofInteger(indices[instruction.axis]);
    return llvm::Error::success();
  case Instruction::Extract:
    return runExtract(instruction);
  case Instruction::Assert:
    return slots[instruction.operands[0]].integer
               ? llvm::Error::success()
               : makeUnmet(cast<cf::AssertOp>(instruction.op));
  case Instruction::If:
    return runIf(instruction);
  case Instruction::For:
    return runFor(instruction);
  case Instruction::While:
    return runWhile(instruction);
  }
  llvm_unreachable("all kinds are above");
}

void Machine::copy(ArrayRef<Slot> from, ArrayRef<Slot> to) {
  SmallVector<Number> numbers;
  for (Slot slot : from)
    numbers.push_back(slots[slot]);
  for (auto [slot, number] : llvm::zip_equal(to, numbers))
    slots[slot] = number;
}

llvm::Error Machine::runExtract(const Instruction &instruction) {
  const HostTensor &tensor = *instruction.tensor;
  int64_t position = 0;
  for (auto [extent, slot] :
       llvm::zip_equal(tensor.getShape(), instruction.operands)) {
    int64_t index = slots[slot].integer;
    if (index < 0 || index >= extent)
      return makeError(instruction.op, "required a position from 0 to " +
                                           Twine(extent - 1) + ", found " +
                                           Twine(index));
    position = position * extent + index;
  }
  slots[instruction.results[0]] = load(tensor, position);
  return llvm::Error::success();
}

llvm::Error Machine::runIf(const Instruction &instruction) {
  bool condition = slots[instruction.operands[0]].integer;
  const Code &branch = instruction.regions[condition ? 0 : 1];
  if (llvm::Error error = run(branch))
    return error;
  copy(branch.yielded, instruction.results);
  return llvm::Error::success();
}

llvm::Error Machine::runFor(const Instruction &instruction) {
  const Code &body = instruction.regions[0];
  int64_t lower = slots[instruction.operands[0]].integer;
  int64_t upper = slots[instruction.operands[1]].integer;
  int64_t step = slots[instruction.operands[2]].integer;
  if (step <= 0)
    return makeError(instruction.op,
                     "required a positive step, found " + Twine(step));
  ArrayRef<Slot> carried = ArrayRef(body.arguments).drop_front();
  copy(ArrayRef<Slot>(instruction.operands).drop_front(3), carried);
  for (int64_t i = lower; i < upper; i += step) {
    slots[body.arguments[0]] = Number::ofInteger(i);
    if (llvm::Error error = run(body))
      return error;
    copy(body.yielded, carried);
  }
  copy(carried, instruction.results);
  return llvm::Error::success();
}

llvm::Error Machine::runWhile(const Instruction &instruction) {
  const Code &before = instruction.regions[0];
  const Code &after = instruction.regions[1];
  copy(instruction.operands, before.arguments);
  while (true) {
    if (llvm::Error error = run(before))
      return error;
    // The condition, followed by the values that are passed on.
    ArrayRef<Slot> handed = ArrayRef(before.yielded).drop_front();
    if (!slots[before.yielded[0]].integer) {
      copy(handed, instruction.results);
      return llvm::Error::success();
    }
    copy(handed, after.arguments);
    if (llvm::Error error = run(after))
      return error;
    copy(after.yielded, before.arguments);
  }
}

//===----------------------------------------------------------------------===//
// ScalarFunction
//===----------------------------------------------------------------------===//

struct ScalarFunction::Program {
  Evaluator &evaluator;
  std::vector<Number> slots;
  Code code;
};

ScalarFunction::ScalarFunction(std::unique_ptr<Program> program)
    : program(std::move(program)) {}
ScalarFunction::ScalarFunction(ScalarFunction &&) = default;
ScalarFunction &ScalarFunction::operator=(ScalarFunction &&) = default;
ScalarFunction::~ScalarFunction() = default;

llvm::Expected<ScalarFunction>
ScalarFunction::create(Region &region, Evaluator &evaluator, bool keepWide) {
  auto program = std::make_unique<Program>(Program{evaluator, {}, {}});
  if (llvm::Error error = Compiler(evaluator, program->slots, keepWide)
                              .compile(region.front(), program->code))
    return std::move(error);
  return ScalarFunction(std::move(program));
}

llvm::Error ScalarFunction::call(ArrayRef<Number> arguments,
                                 MutableArrayRef<Number> results,
                                 ArrayRef<int64_t> indices) {
  for (auto [slot, argument] :
       llvm::zip_equal(program->code.arguments, arguments))
    program->slots[slot] = argument;
  Machine machine(program->slots, indices, program->evaluator);
  if (llvm::Error error = machine.run(program->code))
    return error;
  for (auto [slot, result] : llvm::zip_equal(program->code.yielded, results))
    result = program->slots[slot];
  return llvm::Error::success();
}

} // namespace dtensor::reference
