//===- FactoryOps.cpp - Ops that make tensors out of nothing --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtEvaluation.h"

#include <array>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

/// The position in the whole tensor of a position of a part.
static Position shift(const Position &position, const PartBox &box) {
  Position shifted(position);
  for (auto [index, start] : llvm::zip_equal(shifted, box.starts))
    index += start;
  return shifted;
}

static llvm::Expected<Results> evaluateIota(linalg_ext::IotaOp op,
                                            ArrayRef<Tensor> operands,
                                            Evaluator &evaluator) {
  const Tensor &dest = getTensor(op.getDestMutable(), operands);
  PartBox box = getPartBox(op, dest, evaluator);
  llvm::Expected<HostTensor> result = copy(*dest);
  if (!result)
    return result.takeError();
  bool ofIntegers = isInteger(result->getElementType());
  for (Positions at(dest->getShape()); !at.isDone(); ++at) {
    int64_t index = shift(*at, box)[op.getAxis()];
    store(*result, at.getNumber(),
          ofIntegers ? Number::ofInteger(index)
                     : Number::ofFloat(static_cast<double>(index)));
  }
  return share(std::move(*result));
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

static uint32_t getLow(uint64_t value) { return static_cast<uint32_t>(value); }
static uint32_t getHigh(uint64_t value) {
  return static_cast<uint32_t>(value >> 32);
}
static uint64_t join(uint32_t low, uint32_t high) {
  return low | uint64_t(high) << 32;
}

/// Threefry-2x32 with 20 rounds: Salmon et al., "Parallel Random Numbers: As
/// Easy as 1, 2, 3", SC 2011, section 4.3.
static std::array<uint32_t, 2> getThreefry(uint64_t key, uint64_t counter) {
  const int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  uint32_t keys[3] = {getLow(key), getHigh(key), 0};
  keys[2] = keys[0] ^ keys[1] ^ 0x1BD11BDA;
  uint32_t x = getLow(counter) + keys[0], y = getHigh(counter) + keys[1];
  for (unsigned group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x += y;
      y = (y << rotation | y >> (32 - rotation)) ^ x;
    }
    x += keys[(group + 1) % 3];
    y += keys[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

/// Philox-4x32 with 10 rounds: section 4.2 of the same paper. The halves of the
/// counter have 64 bits.
static std::array<uint32_t, 4> getPhilox(uint64_t key, uint64_t low,
                                         uint64_t high) {
  uint32_t keys[2] = {getLow(key), getHigh(key)};
  std::array<uint32_t, 4> x = {getLow(low), getHigh(low), getLow(high),
                               getHigh(high)};
  for (int round = 0; round < 10; ++round) {
    uint64_t first = uint64_t(0xD2511F53) * x[0];
    uint64_t second = uint64_t(0xCD9E8D57) * x[2];
    x = {getHigh(second) ^ x[1] ^ keys[0], getLow(second),
         getHigh(first) ^ x[3] ^ keys[1], getLow(first)};
    keys[0] += 0x9E3779B9;
    keys[1] += 0xBB67AE85;
  }
  return x;
}

namespace {
/// A generator and its state.
struct Generator {
  bool isThreefry;
  uint64_t key, low, high;

  Generator(StringRef algorithm, const HostTensor &state)
      : isThreefry(algorithm == "threefry2x32") {
    ArrayRef<uint64_t> words = state.getElements<uint64_t>();
    key = words[0];
    low = words[1];
    high = words.size() == 3 ? words[2] : key;
  }

  /// Word `word` of the block that comes `number` after the counter.
  uint32_t getWord(uint64_t number, unsigned word) const {
    uint64_t counter = low + number;
    if (isThreefry)
      return getThreefry(key, counter)[word];
    return getPhilox(key, counter, high + (counter < low))[word];
  }
};

/// Pairs of elements of at most 32 bits share a block of threefry2x32.
struct Pairs {
  /// They lie along this axis; -1 for a scalar.
  int64_t axis = -1;
  /// The shape of the pairs.
  Position shape;

  explicit Pairs(ArrayRef<int64_t> whole) : shape(whole) {
    const auto *even =
        llvm::find_if(whole, [](int64_t extent) { return extent % 2 == 0; });
    const auto *chosen = even != whole.end()
                             ? even
                             : std::max_element(whole.begin(), whole.end());
    if (chosen == whole.end())
      return;
    axis = chosen - whole.begin();
    shape[axis] = (shape[axis] + 1) / 2;
  }
};
} // namespace

static uint64_t getBits(const Generator &generator, bool isWide,
                        const Position &position, ArrayRef<int64_t> whole,
                        const Pairs &pairs) {
  uint64_t number = getNumber(position, whole);
  if (generator.isThreefry && isWide)
    return join(generator.getWord(number, 0), generator.getWord(number, 1));
  if (generator.isThreefry) {
    if (pairs.axis < 0)
      return generator.getWord(0, 0);
    Position pair(position);
    pair[pairs.axis] /= 2;
    return generator.getWord(getNumber(pair, pairs.shape),
                             position[pairs.axis] % 2);
  }
  if (isWide)
    return join(generator.getWord(number / 2, 2 * (number % 2)),
                generator.getWord(number / 2, 2 * (number % 2) + 1));
  return generator.getWord(number / 4, number % 4);
}

static llvm::Expected<Results> evaluateRandom(linalg_ext::RandomOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  const Tensor &dest = getTensor(op.getDestMutable(), operands);
  const Tensor &state = getTensor(op.getStateMutable(), operands);
  Generator generator(op.getAlgorithm(), *state);
  PartBox box = getPartBox(op, dest, evaluator);
  Pairs pairs(box.extents);
  llvm::Expected<HostTensor> result = copy(*dest);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(dest->getNumElements()))
    return error;
  bool isWide = result->getElementType() == ElementType::I64;
  for (Positions at(dest->getShape()); !at.isDone(); ++at)
    store(*result, at.getNumber(),
          Number::ofInteger(static_cast<int64_t>(getBits(
              generator, isWide, shift(*at, box), box.extents, pairs))));
  return share(std::move(*result));
}

static llvm::Expected<Results>
evaluateAdvanceRandom(linalg_ext::AdvanceRandomOp op, ArrayRef<Tensor> operands,
                      Evaluator &) {
  auto drawn = cast<RankedTensorType>(op.getDrawn());
  bool isWide = drawn.getElementType().isInteger(64);
  auto count = static_cast<uint64_t>(drawn.getNumElements());
  uint64_t blocks;
  if (op.getAlgorithm() == "threefry2x32")
    blocks = isWide ? count
                    : ShapedType::getNumElements(Pairs(drawn.getShape()).shape);
  else
    blocks = isWide ? (count + 1) / 2 : (count + 3) / 4;
  llvm::Expected<HostTensor> result =
      copy(*getTensor(op.getStateMutable(), operands));
  if (!result)
    return result.takeError();
  MutableArrayRef<uint64_t> words = result->getElements<uint64_t>();
  words[1] += blocks;
  if (words.size() == 3 && words[1] < blocks)
    ++words[2];
  return share(std::move(*result));
}

void reference::addFactoryOps(OpEvaluations &evaluations) {
  addEvaluation<linalg_ext::IotaOp, evaluateIota>(evaluations);
  addEvaluation<linalg_ext::RandomOp, evaluateRandom>(evaluations);
  addEvaluation<linalg_ext::AdvanceRandomOp, evaluateAdvanceRandom>(
      evaluations);
}
