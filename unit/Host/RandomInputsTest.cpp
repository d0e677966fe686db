//===- RandomInputsTest.cpp - Reproducible values to try programs on ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/RandomInputs.h"
#include "HostTensors.h"
#include "dtensor/Host/Element.h"

using namespace dtensor;

namespace {

TEST(RandomInputs, DependOnSeedAndArgument) {
  auto make = [](uint64_t seed, uint64_t argument) {
    return llvm::cantFail(
               makeRandomInput(ElementType::F32, {16}, {seed}, argument))
        .getBytes()
        .str();
  };
  EXPECT_EQ(make(1, 0), make(1, 0));
  EXPECT_NE(make(1, 0), make(2, 0));
  EXPECT_NE(make(1, 0), make(1, 1));
}

TEST(RandomInputs, HaveAScale) {
  auto make = [](double scale) {
    HostTensor tensor = llvm::cantFail(
        makeRandomInput(ElementType::F32, {16}, {/*seed=*/1, scale}, 0));
    return loadFloat(ElementType::F32, tensor.getData()).real();
  };
  EXPECT_NE(make(1), 0);
  EXPECT_FLOAT_EQ(make(0.25), 0.25 * make(1));
}

TEST(RandomInputs, StayInRange) {
  for (int type = 0; type < kNumElementTypes; ++type) {
    auto elementType = static_cast<ElementType>(type);
    HostTensor tensor =
        llvm::cantFail(makeRandomInput(elementType, {1000}, {7}, 0));
    bool varies = false;
    for (int64_t i = 0; i < 1000; ++i) {
      const char *element = tensor.getData() + i * getByteSize(elementType);
      if (isInteger(elementType)) {
        int64_t value = loadInteger(elementType, element);
        EXPECT_GE(value, 0);
        EXPECT_LE(value, elementType == ElementType::I1 ? 1 : 7);
        varies |= value != 0;
        continue;
      }
      std::complex<double> value = loadFloat(elementType, element);
      EXPECT_LE(std::abs(value.real()), 1);
      EXPECT_LE(std::abs(value.imag()), 1);
      // One type has no sign.
      varies |= elementType == ElementType::F8E8M0FNU ? value.real() > 0.5
                                                      : value.real() < -0.5;
    }
    EXPECT_TRUE(varies);
  }
}

} // namespace
