//===- CompareTest.cpp - Differences between two tensors ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Compare.h"
#include "HostTensors.h"
#include <cmath>
#include <complex>
#include <limits>

using namespace dtensor;

namespace {

std::optional<Difference> compareFloats(std::initializer_list<float> got,
                                        std::initializer_list<float> want,
                                        Tolerance tolerance = {}) {
  int64_t size = got.size();
  return compare(makeTensor<float>(ElementType::F32, {size}, got),
                 makeTensor<float>(ElementType::F32, {size}, want), tolerance);
}

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(Compare, TakesBothTolerances) {
  EXPECT_FALSE(compareFloats({100.5, 0.5}, {100, 0}, {0, 0.5}));
  EXPECT_TRUE(compareFloats({100.5}, {100}, {0, 0.49}));
  EXPECT_FALSE(compareFloats({101}, {100}, {0.01, 0}));
  // The tolerance is relative to the expected value, not to the result.
  EXPECT_TRUE(compareFloats({100}, {99}, {0.01, 0}));
  EXPECT_FALSE(compareFloats({-0.0f}, {0.0f}, {0, 0}));
}

TEST(Compare, TakesNaNsAsEqualAndInfinitiesBySign) {
  EXPECT_FALSE(compareFloats({nan, inf, -inf}, {nan, inf, -inf}));
  EXPECT_TRUE(compareFloats({nan}, {1}, {1, 1e30}));
  EXPECT_TRUE(compareFloats({1}, {nan}, {1, 1e30}));
  EXPECT_TRUE(compareFloats({inf}, {-inf}, {1, 1e30}));
  EXPECT_TRUE(compareFloats({inf}, {1}, {1, 1e30}));
}

TEST(Compare, TakesIntegersAndBooleansExactly) {
  HostTensor a = makeTensor<int64_t>(ElementType::I64, {2}, {1, 1ll << 60});
  HostTensor b =
      makeTensor<int64_t>(ElementType::I64, {2}, {1, (1ll << 60) + 1});
  std::optional<Difference> difference = compare(a, b, {1, 1e30});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->str(), "at [1]: got 1152921504606846976, want "
                               "1152921504606846977 (1 of 2 elements differ)");
  HostTensor yes = makeTensor<uint8_t>(ElementType::I1, {}, {1});
  HostTensor no = makeTensor<uint8_t>(ElementType::I1, {}, {0});
  difference = compare(yes, no, {1, 1e30});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->str(),
            "at []: got true, want false (1 of 1 elements differ)");
}

TEST(Compare, ShowsTheFirstDifference) {
  HostTensor got = makeIota({2, 3, 4});
  HostTensor want = makeIota({2, 3, 4});
  want.getElements<float>()[17] = 0.5;
  want.getElements<float>()[23] = nan;
  std::optional<Difference> difference = compare(got, want, {});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->str(),
            "at [1, 1, 1]: got 17, want 0.5 (2 of 24 elements differ)");
}

TEST(Compare, TakesSmallFloatsAndComplexNumbers) {
  // 1.0 and the next bf16.
  HostTensor one = makeTensor<uint16_t>(ElementType::BF16, {1}, {0x3f80});
  HostTensor next = makeTensor<uint16_t>(ElementType::BF16, {1}, {0x3f81});
  EXPECT_TRUE(compare(one, next, {}));
  EXPECT_FALSE(compare(one, next, {0.01, 0}));
  // 1.0 and the next f16.
  HostTensor half = makeTensor<uint16_t>(ElementType::F16, {1}, {0x3c00});
  HostTensor nextHalf = makeTensor<uint16_t>(ElementType::F16, {1}, {0x3c01});
  EXPECT_FALSE(compare(half, nextHalf, {0.001, 0}));
  EXPECT_EQ(compare(half, nextHalf, {})->str(),
            "at [0]: got 1, want 1.001 (1 of 1 elements differ)");

  HostTensor a = makeTensor<float>(ElementType::C64, {1}, {3, 4});
  HostTensor b = makeTensor<float>(ElementType::C64, {1}, {3, 4.5});
  EXPECT_TRUE(compare(a, b, {0, 0.4}));
  EXPECT_FALSE(compare(a, b, {0.1, 0}));
  HostTensor c = makeTensor<float>(ElementType::C64, {1}, {nan, 4});
  EXPECT_FALSE(compare(c, c, {}));
  EXPECT_TRUE(compare(a, c, {1, 1e30}));
}

std::optional<Difference> compareUlps(std::initializer_list<float> got,
                                      std::initializer_list<float> want,
                                      Tolerance::Ulps ulps) {
  Tolerance tolerance;
  tolerance.ulps = ulps;
  return compareFloats(got, want, tolerance);
}

TEST(Compare, TakesPartsOfComplexNumbersAsOneOrEachByItself) {
  using Element = std::complex<float>;
  HostTensor a = makeTensor<Element>(ElementType::C64, {1}, {{1, 1}});
  HostTensor b = makeTensor<Element>(ElementType::C64, {1}, {{1.5f, 1.5f}});
  EXPECT_TRUE(compare(a, b, {0, 0.5}));
  EXPECT_FALSE(compare(a, b, {0, 0.5, /*byParts=*/true}));
  EXPECT_TRUE(compare(a, b, {0, 0.49, /*byParts=*/true}));
}

TEST(Compare, CountsStepsBetweenFloats) {
  float next = std::nextafter(1.0f, 2.0f),
        afterNext = std::nextafter(next, 2.0f);
  EXPECT_FALSE(compareUlps({afterNext, nan, inf, 0.0f}, {1, nan, inf, -0.0f},
                           {/*most=*/2}));
  EXPECT_TRUE(compareUlps({afterNext}, {1}, {/*most=*/1}));
  EXPECT_FALSE(compareUlps({next}, {1}, {/*most=*/2, /*least=*/1}));
  EXPECT_TRUE(compareUlps({1}, {1}, {/*most=*/2, /*least=*/1}));
  // A finite number is never close to one that is not finite.
  EXPECT_TRUE(compareUlps({inf}, {std::numeric_limits<float>::max()},
                          {/*most=*/UINT64_MAX - 1}));
  EXPECT_TRUE(compareUlps({nan}, {1}, {/*most=*/UINT64_MAX - 1}));
}

TEST(Compare, CountsStepsOverZeroAndInComplexNumbers) {
  uint16_t small[] = {0x0001, 0x8002};
  auto count = [&](ElementType type) {
    return countUlps(type, reinterpret_cast<const char *>(&small[0]),
                     reinterpret_cast<const char *>(&small[1]));
  };
  EXPECT_EQ(count(ElementType::F16), 3u);
  EXPECT_EQ(count(ElementType::BF16), 3u);
  auto countBytes = [](ElementType type, uint8_t a, uint8_t b) {
    return countUlps(type, reinterpret_cast<const char *>(&a),
                     reinterpret_cast<const char *>(&b));
  };
  EXPECT_EQ(countBytes(ElementType::F8E5M2, 0x01, 0x82), 3u);
  EXPECT_EQ(countBytes(ElementType::F8E5M2, 0x7b, 0x7c), UINT64_MAX);
  EXPECT_EQ(countBytes(ElementType::F8E4M3FN, 0x7f, 0xff), 0u);
  EXPECT_EQ(countBytes(ElementType::F8E8M0FNU, 0x7f, 0x81), 2u);
  float a[] = {1, 1}, b[] = {1, std::nextafter(1.0f, 2.0f)};
  EXPECT_EQ(countUlps(ElementType::C64, reinterpret_cast<const char *>(a),
                      reinterpret_cast<const char *>(b)),
            1u);
}

} // namespace
