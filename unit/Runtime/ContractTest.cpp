//===- ContractTest.cpp - Contractions against their definition -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Reference.h"
#include "dtensor/Runtime/Kernels.h"

#include <cmath>
#include <complex>
#include <cstring>

using namespace dtensor::runtime::test;

static bool contains(const std::string &letters, char letter) {
  return letters.find(letter) != std::string::npos;
}

namespace {
/// A contraction in the notation of einsum, with one letter per loop.
struct Einsum {
  std::string a, b, c;
  /// Extents of the letters, in the order of the alphabet.
  std::vector<int64_t> extents;
  DtElementType type = DT_F32;
  DtElementType resultType = DT_F32;
  bool accumulates = false;
  /// The order in memory of each operand's axes, outermost first. Empty means
  /// that of the notation.
  std::string aOrder = {}, bOrder = {}, cOrder = {};
  /// The distance in elements between neighbours of the innermost axis.
  int64_t aStride = 1, bStride = 1, cStride = 1;
  /// Axes of a and b that repeat one position.
  std::string repeated = {};
};

struct Buffer {
  Buffer(const Einsum &einsum, const std::string &letters,
         const std::string &order, int64_t stride, DtElementType type)
      : letters(letters), type(type) {
    int64_t rank = letters.size();
    descriptor.resize(3 + 2 * rank);
    const std::string &memory = order.empty() ? letters : order;
    for (int64_t i = rank - 1; i >= 0; --i) {
      size_t axis = letters.find(memory[i]);
      int64_t extent = einsum.extents[memory[i] - 'a'];
      descriptor[3 + axis] = extent;
      if (&letters != &einsum.c && contains(einsum.repeated, memory[i]))
        continue;
      descriptor[3 + rank + axis] = stride;
      stride *= extent;
    }
    bytes.resize(std::max<int64_t>(stride, 1) * getSizeOf(type));
    descriptor[0] = descriptor[1] = reinterpret_cast<int64_t>(bytes.data());
    descriptor[2] = 0;
  }

  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(descriptor.data());
  }
  char *at(const std::vector<int64_t> &index) {
    int64_t element = 0;
    for (size_t axis = 0; axis < letters.size(); ++axis)
      element +=
          index[letters[axis] - 'a'] * descriptor[3 + letters.size() + axis];
    return bytes.data() + element * getSizeOf(type);
  }

  std::string letters;
  DtElementType type;
  std::vector<int64_t> descriptor;
  std::vector<char> bytes;
};
} // namespace

static std::vector<int64_t> makeDescriptor(const Einsum &einsum) {
  std::vector<int64_t> descriptor = {einsum.type, einsum.type,
                                     einsum.resultType, einsum.accumulates};
  std::vector<char> roles[4];
  for (size_t i = 0; i < einsum.extents.size(); ++i) {
    char letter = static_cast<char>('a' + i);
    bool inA = contains(einsum.a, letter), inB = contains(einsum.b, letter);
    bool inC = contains(einsum.c, letter);
    roles[inA && inB && inC ? 0
          : inA && inC      ? 1
          : inB && inC      ? 2
                            : 3]
        .push_back(letter);
  }
  for (const std::vector<char> &role : roles)
    descriptor.push_back(role.size());
  auto find = [](const std::string &letters, char letter) {
    return contains(letters, letter)
               ? static_cast<int64_t>(letters.find(letter))
               : -1;
  };
  for (const std::vector<char> &role : roles)
    for (char letter : role)
      for (const std::string *letters : {&einsum.a, &einsum.b, &einsum.c})
        descriptor.push_back(find(*letters, letter));
  return descriptor;
}

/// Calls `function(index)` for all positions of all loops.
template <typename Function>
static void forEachIndex(const Einsum &einsum, Function function) {
  std::vector<int64_t> index(einsum.extents.size());
  for (int64_t extent : einsum.extents)
    if (extent == 0)
      return;
  while (true) {
    function(index);
    int64_t i = index.size() - 1;
    for (; i >= 0 && ++index[i] == einsum.extents[i]; --i)
      index[i] = 0;
    if (i < 0)
      return;
  }
}

/// Operands are small integers, so that results are exact.
static void fill(Buffer &buffer) {
  uint32_t state = 12345;
  int64_t size = getSizeOf(buffer.type);
  for (size_t i = 0; i < buffer.bytes.size() / size; ++i) {
    state = state * 1664525 + 1013904223;
    double real = state >> 30, imaginary = state >> 28 & 3;
    encode(buffer.type, {real, imaginary}, &buffer.bytes[i * size]);
  }
}

static void checkEinsum(const Einsum &einsum) {
  SCOPED_TRACE(einsum.a + "," + einsum.b + "->" + einsum.c);
  Buffer a(einsum, einsum.a, einsum.aOrder, einsum.aStride, einsum.type);
  Buffer b(einsum, einsum.b, einsum.bOrder, einsum.bStride, einsum.type);
  Buffer c(einsum, einsum.c, einsum.cOrder, einsum.cStride, einsum.resultType);
  fill(a);
  fill(b);
  fill(c);
  // The expected sums stand at the places of c.
  std::vector<std::complex<double>> expected(c.bytes.size() /
                                             getSizeOf(c.type));
  auto place = [&](const std::vector<int64_t> &index) {
    return (c.at(index) - c.bytes.data()) / getSizeOf(c.type);
  };
  std::vector<char> before = c.bytes;
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] = decode(c.type, &before[i * getSizeOf(c.type)]);
  if (!einsum.accumulates) {
    Einsum all = einsum;
    for (size_t i = 0; i < all.extents.size(); ++i)
      if (!contains(einsum.c, static_cast<char>('a' + i)))
        all.extents[i] = 1;
    forEachIndex(all, [&](const std::vector<int64_t> &index) {
      expected[place(index)] = 0;
    });
  }
  forEachIndex(einsum, [&](const std::vector<int64_t> &index) {
    expected[place(index)] +=
        decode(a.type, a.at(index)) * decode(b.type, b.at(index));
  });

  Mesh mesh({1});
  std::vector<int64_t> descriptor = makeDescriptor(einsum);
  mesh.runOk([&](DtDevice *device, int64_t index) {
    dt_contract(device, descriptor.data(), "here", a.get(), b.get(), c.get());
  });
  for (size_t i = 0; i < expected.size(); ++i) {
    char bytes[16];
    encode(c.type, expected[i], bytes);
    ASSERT_EQ(decode(c.type, bytes),
              decode(c.type, &c.bytes[i * getSizeOf(c.type)]))
        << "element " << i << " in memory";
  }
}

/// Checks every type, with and without accumulation, with every order of axes
/// in memory reversed or not, and with gaps.
static void checkAll(Einsum einsum) {
  auto reverse = [](std::string text) {
    return std::string(text.rbegin(), text.rend());
  };
  for (auto [type, resultType] : {std::pair(DT_F32, DT_F32),
                                  {DT_F64, DT_F64},
                                  {DT_C64, DT_C64},
                                  {DT_C128, DT_C128},
                                  {DT_BF16, DT_F32},
                                  {DT_BF16, DT_BF16}}) {
    einsum.type = type;
    einsum.resultType = resultType;
    for (int variant = 0; variant < 32; ++variant) {
      einsum.accumulates = variant & 1;
      einsum.aOrder = variant & 2 ? reverse(einsum.a) : einsum.a;
      einsum.bOrder = variant & 4 ? reverse(einsum.b) : einsum.b;
      einsum.cOrder = variant & 8 ? reverse(einsum.c) : einsum.c;
      einsum.aStride = variant & 16 ? 2 : 1;
      einsum.bStride = variant & 16 ? 3 : 1;
      einsum.cStride = variant & 16 ? 2 : 1;
      checkEinsum(einsum);
      if (testing::Test::HasFailure()) {
        ADD_FAILURE() << "type " << type << " to " << resultType << ", variant "
                      << variant;
        return;
      }
    }
  }
}

TEST(ContractTest, Matmul) { checkAll({"ac", "cb", "ab", {33, 17, 40}}); }
TEST(ContractTest, SmallMatmul) { checkAll({"ac", "cb", "ab", {3, 5, 4}}); }
TEST(ContractTest, TransposedResult) {
  checkAll({"ac", "cb", "ba", {33, 17, 40}});
}
TEST(ContractTest, MatrixTimesVector) { checkAll({"ab", "b", "a", {70, 600}}); }
TEST(ContractTest, VectorTimesMatrix) { checkAll({"b", "ba", "a", {600, 70}}); }
TEST(ContractTest, ScalarProduct) { checkAll({"a", "a", "", {1000}}); }
TEST(ContractTest, OuterProduct) { checkAll({"a", "b", "ab", {70, 90}}); }
TEST(ContractTest, Batch) { checkAll({"abd", "adc", "abc", {3, 18, 20, 19}}); }
TEST(ContractTest, Attention) {
  // Queries times keys, with heads between the axes of sequence and depth.
  checkAll({"acbe", "adbe", "abcd", {2, 3, 17, 18, 20}});
}
TEST(ContractTest, Projection) {
  checkAll({"abc", "cde", "abde", {2, 17, 20, 3, 8}});
}
TEST(ContractTest, TwoSummedLoops) {
  checkAll({"acd", "cdb", "ab", {17, 18, 3, 20}});
  checkAll({"cad", "dcb", "ab", {17, 18, 3, 20}});
}
TEST(ContractTest, TwoLoopsOfEachRole) {
  // The result may have no contiguous loop, and none that can be joined.
  checkAll({"acd", "dcbe", "eab", {9, 10, 3, 11, 12}});
  checkAll({"acd", "dcbe", "abe", {9, 10, 3, 11, 12}});
  checkAll({"aecd", "dcb", "abe", {9, 10, 3, 11, 12}});
  checkAll({"afcd", "dcbe", "eafb", {9, 10, 3, 11, 12, 4}});
}
TEST(ContractTest, OneOperandIsCopied) {
  // The summed loops c and d are one loop in one of the operands.
  for (auto [aOrder, bOrder] : {std::pair("acd", "cbd"), {"cad", "cdb"}}) {
    Einsum einsum{"acd", "cdb", "ab", {17, 18, 3, 20}};
    Buffer a(einsum, "acd", aOrder, 1, DT_F32);
    Buffer b(einsum, "cdb", bOrder, 1, DT_F32);
    Buffer c(einsum, "ab", "", 1, DT_F32);
    std::vector<int64_t> descriptor = makeDescriptor(einsum);
    Mesh mesh({1}, 1);
    mesh.runOk([&](DtDevice *device, int64_t) {
      dt_contract(device, descriptor.data(), "here", a.get(), b.get(), c.get());
      const auto &kernels = device->worker->kernels;
      EXPECT_FALSE(kernels.packed[0].isAt(nullptr));
      EXPECT_TRUE(kernels.packed[1].isAt(nullptr));
    });
  }
}
TEST(ContractTest, ManyBatchLoops) {
  checkAll({"abcdeg", "badcgf", "acbdef", {2, 2, 2, 2, 17, 18, 19}});
}
TEST(ContractTest, ExtentsOfOne) {
  checkAll({"abd", "adc", "abc", {1, 1, 20, 19}});
  checkAll({"abd", "adc", "abc", {4, 18, 1, 19}});
  checkAll({"abd", "adc", "abc", {4, 90, 20, 1}});
}
TEST(ContractTest, RepeatedPositions) {
  for (const char *repeated : {"a", "b", "c", "d", "bd", "abcd"}) {
    Einsum einsum{"abd", "adc", "abc", {3, 18, 20, 19}};
    einsum.repeated = repeated;
    checkAll(einsum);
  }
}
TEST(ContractTest, EmptyExtents) {
  checkAll({"ac", "cb", "ab", {0, 3, 4}});
  checkAll({"ac", "cb", "ab", {3, 4, 0}});
}

TEST(ContractTest, OneDeviceHasAllCores) {
  int64_t numCores = std::max(1u, std::thread::hardware_concurrency());
  auto expectCores = [](Mesh mesh, int64_t expected) {
    mesh.runOk([&](DtDevice *device, int64_t) {
      EXPECT_EQ(device->worker->kernels.numCores, expected);
    });
  };
  expectCores(Mesh({1}, 0), numCores);
  expectCores(Mesh({1}, 1), 1);
  expectCores(Mesh({1}, 3), 3);
  expectCores(Mesh({2}, 0), 1);
  // These are large enough for the cores of two workers.
  for (bool accumulates : {false, true})
    for (DtElementType type : {DT_F32, DT_F64, DT_C128})
      for (auto [rows, columns] : {std::pair(171, 160), {160, 171}})
        checkEinsum(
            {"ac", "cb", "ab", {rows, columns, 160}, type, type, accumulates});
}

/// Checks the products of a column and a row: of the element (0, 0), whose
/// factors are those given, and of the others, which are 1.
template <typename T>
static void checkProduct(DtElementType type, int64_t size, double first,
                         double second, double expected) {
  Einsum einsum{"ac", "cb", "ab", {size, size, 1}, type, type};
  Buffer a(einsum, "ac", "", 1, type), b(einsum, "cb", "", 1, type);
  Buffer c(einsum, "ab", "", 1, type);
  std::vector<int64_t> descriptor = makeDescriptor(einsum);
  for (Buffer *operand : {&a, &b})
    std::fill_n(reinterpret_cast<T *>(operand->bytes.data()), size, T(1));
  *reinterpret_cast<T *>(a.bytes.data()) = static_cast<T>(first);
  *reinterpret_cast<T *>(b.bytes.data()) = static_cast<T>(second);
  Mesh mesh({1}, 2);
  mesh.runOk([&](DtDevice *device, int64_t) {
    dt_contract(device, descriptor.data(), "here", a.get(), b.get(), c.get());
  });
  const T *results = reinterpret_cast<const T *>(c.bytes.data());
  EXPECT_EQ(results[0], static_cast<T>(expected)) << size;
  EXPECT_EQ(results[size * size - 1], T(1)) << size;
}

TEST(ContractTest, SubnormalNumbersAreKept) {
  // Own loops, one thread of a library, and several: their last rows, too.
  for (int64_t size : {2, 70, 2100}) {
    checkProduct<float>(DT_F32, size, 1e-39, 1e3, 1e-39f * 1e3f);
    checkProduct<float>(DT_F32, size, 1e-20, 1e-20, 1e-20f * 1e-20f);
    if (size > 1000)
      continue;
    checkProduct<double>(DT_F64, size, 1e-310, 1e3, 1e-310 * 1e3);
    checkProduct<double>(DT_F64, size, 1e-200, 1e-110, 1e-200 * 1e-110);
  }
}

/// Checks a product whose elements have a closed form, since its definition
/// would take too long: of u(i) + v(k) and w(j) * x(k).
static void checkLargeMatmul(const Einsum &einsum) {
  SCOPED_TRACE(einsum.aOrder + "," + einsum.bOrder);
  Buffer a(einsum, "ac", einsum.aOrder, 1, DT_F32);
  Buffer b(einsum, "cb", einsum.bOrder, 1, DT_F32);
  Buffer c(einsum, "ab", "", 1, DT_F32);
  auto at = [](Buffer &buffer, int64_t i, int64_t j) -> float & {
    return reinterpret_cast<float *>(
        buffer.bytes
            .data())[i * buffer.descriptor[5] + j * buffer.descriptor[6]];
  };
  int64_t m = einsum.extents[0], n = einsum.extents[1], k = einsum.extents[2];
  for (int64_t l = 0; l < k; ++l) {
    for (int64_t i = 0; i < m; ++i)
      at(a, i, l) = i % 7 + l % 3;
    for (int64_t j = 0; j < n; ++j)
      at(b, l, j) = (j % 5) * (l % 2);
  }
  float sumX = 0, sumVX = 0;
  for (int64_t l = 0; l < k; ++l) {
    sumX += l % 2;
    sumVX += (l % 3) * (l % 2);
  }
  for (int64_t i = 0; i < m * n; ++i)
    reinterpret_cast<float *>(c.bytes.data())[i] = 3;
  Mesh mesh({1}, 1);
  std::vector<int64_t> descriptor = makeDescriptor(einsum);
  mesh.runOk([&](DtDevice *device, int64_t) {
    dt_contract(device, descriptor.data(), "here", a.get(), b.get(), c.get());
  });
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      ASSERT_EQ(at(c, i, j), (einsum.accumulates ? 3 : 0) +
                                 (j % 5) * ((i % 7) * sumX + sumVX))
          << i << " " << j;
}

TEST(ContractTest, LargeMatmul) {
  // Sizes at which another implementation of the library is taken.
  for (bool accumulates : {false, true}) {
    for (const char *aOrder : {"ac", "ca"})
      for (const char *bOrder : {"cb", "bc"})
        checkLargeMatmul({"ac",
                          "cb",
                          "ab",
                          {1001, 1030, 270},
                          DT_F32,
                          DT_F32,
                          accumulates,
                          aOrder,
                          bOrder});
    checkLargeMatmul({"ac",
                      "cb",
                      "ab",
                      {513, 700, 800},
                      DT_F32,
                      DT_F32,
                      accumulates,
                      "ac",
                      "cb"});
  }
}

TEST(ContractTest, RepeatedCallsOfDifferentShapes) {
  for (int repetition = 0; repetition < 3; ++repetition)
    for (int64_t size : {20, 33, 64})
      checkEinsum({"ac", "cb", "ab", {size, size, size}});
}

TEST(ContractTest, UnsupportedTypesAreAnError) {
  Mesh mesh({1});
  Einsum einsum{"ac", "cb", "ab", {2, 2, 2}, DT_I32, DT_I32};
  Buffer a(einsum, "ac", "", 1, DT_I32), b(einsum, "cb", "", 1, DT_I32);
  Buffer c(einsum, "ab", "", 1, DT_I32);
  std::vector<int64_t> descriptor = makeDescriptor(einsum);
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    dt_contract(device, descriptor.data(), "here", a.get(), b.get(), c.get());
  }),
            1);
  EXPECT_STREQ(dt_error(mesh.get()),
               "device 0: here: no kernel for a contraction of these element "
               "types");
}
