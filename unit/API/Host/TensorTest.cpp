//===- TensorTest.cpp - Tensors of the host library -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Tensor.h"

#include "Messages.h"
#include "dt/DTensor.h"
#include "gtest/gtest.h"

using namespace dt;

namespace {

TEST(TensorTest, HasElements) {
  Tensor tensor = Tensor::from<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  EXPECT_EQ(tensor.shape(), (Shape{2, 3}));
  EXPECT_EQ(tensor.dtype(), DType::float32);
  EXPECT_EQ(tensor.size(), 6);
  EXPECT_EQ(tensor.num_bytes(), 24);
  EXPECT_EQ(tensor.elements<float>()[5], 6);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data()) % 64, 0u);
  EXPECT_EQ(Tensor::scalar<int64_t>(7).rank(), 0);
  EXPECT_EQ(Tensor::zeros({2}, DType::int32).elements<int32_t>()[1], 0);
  EXPECT_EQ(Tensor::empty({0, 3}, DType::int8).size(), 0);
}

TEST(TensorTest, CopiesShareElements) {
  Tensor tensor = Tensor::zeros({2}, DType::int32);
  Tensor copy = tensor;
  static_cast<int32_t *>(tensor.mutable_data())[1] = 5;
  EXPECT_EQ(copy.elements<int32_t>()[1], 5);
  EXPECT_TRUE(copy.equals(tensor));
  EXPECT_FALSE(copy.equals(Tensor::zeros({2}, DType::int32)));
  EXPECT_FALSE(copy.equals(Tensor::from<uint32_t>({0, 5}, {2})));
}

TEST(TensorTest, BorrowsMemoryAsLongAsNeeded) {
  auto owner = std::make_shared<std::vector<double>>(4, 1.5);
  Tensor tensor = Tensor::borrow(owner->data(), {2, 2}, DType::float64, owner);
  EXPECT_EQ(tensor.data(), owner->data());
  EXPECT_EQ(owner.use_count(), 2);
  Mesh mesh = {{"x", 2}};
  DTensor distributed =
      distribute_tensor(tensor, Layout({"x", unsharded}, mesh));
  std::weak_ptr<std::vector<double>> watched = owner;
  owner.reset();
  tensor = Tensor::scalar(0.0);
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(distributed.to_local(1).elements<double>()[1], 1.5);
  distributed = distribute_tensor(tensor, Layout::replicated(mesh, 0));
  EXPECT_TRUE(watched.expired());
}

TEST(TensorTest, PrintsAsNumPy) {
  EXPECT_EQ(Tensor::from<int32_t>({20, 14, 56, 41}, {2, 2}).str(),
            "[[20 14]\n [56 41]]");
  EXPECT_EQ(Tensor::from<int32_t>({0, 1}, {2}).str(), "[0 1]");
  EXPECT_EQ(Tensor::from<int32_t>({-1, 10, 2, 3}, {2, 1, 2}).str(),
            "[[[-1 10]]\n\n [[ 2  3]]]");
  EXPECT_EQ(Tensor::scalar(0.1f).str(), "0.1");
  EXPECT_EQ(Tensor::scalar(true).str(), "True");
  EXPECT_EQ(Tensor::scalar<uint8_t>(255).str(), "255");
  EXPECT_EQ(Tensor::scalar<uint64_t>(~uint64_t(0)).str(),
            "18446744073709551615");
  EXPECT_EQ(Tensor::scalar(std::complex<float>(1, -2)).str(), "1-2j");
  EXPECT_EQ(Tensor::scalar(std::complex<double>(0.5, 2)).str(), "0.5+2j");
  const uint16_t bits[] = {0x3dcd, 0x7f80};
  EXPECT_EQ(Tensor::borrow(bits, {2}, DType::bfloat16).str(), "[0.1 inf]");
  const uint16_t halves[] = {0x4900, 0x7bff, 0xfe00};
  EXPECT_EQ(Tensor::borrow(halves, {3}, DType::float16).str(),
            "[   10 65500   nan]");
  EXPECT_EQ(Tensor::zeros({40, 30}, DType::int8).str(),
            "[[0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n ...\n"
            " [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]]");
  EXPECT_EQ(Tensor::zeros({0}, DType::int8).str(), "[]");
}

TEST(TensorTest, DTypesHaveNames) {
  EXPECT_EQ(to_string(DType::bfloat16), "bfloat16");
  EXPECT_EQ(parse_dtype("float32"), DType::float32);
  EXPECT_EQ(parse_dtype("ui16"), DType::uint16);
  EXPECT_EQ(parse_dtype("complex<f64>"), DType::complex128);
  EXPECT_EQ(item_size(DType::complex64), 8);
  EXPECT_EQ(messageOf([] { parse_dtype("float"); }),
            "there is no element type 'float'; there are bool, int8, int16, "
            "int32, int64, uint8, uint16, uint32, uint64, float16, bfloat16, "
            "float32, float64, complex64, complex128, float8_e5m2, "
            "float8_e4m3fn, float8_e4m3, float8_e5m2fnuz, float8_e4m3fnuz, "
            "float8_e4m3b11fnuz, float8_e3m4, float8_e8m0fnu");
  EXPECT_EQ(messageOf([] { item_size(DType(23)); }),
            "there is no element type 23");
}

// The values are those of the package ml_dtypes, with the digits needed.
TEST(TensorTest, FloatsOf8BitsPrint) {
  const uint8_t bits[] = {0x00, 0x01, 0x38, 0x7f, 0x80, 0xb9};
  auto print = [&](const char *name) {
    DType dtype = parse_dtype(name);
    EXPECT_EQ(to_string(dtype), name);
    EXPECT_EQ(item_size(dtype), 1);
    return Tensor::borrow(bits, {6}, dtype).str();
  };
  EXPECT_EQ(print("float8_e5m2"), "[    0 2e-05   0.5   nan    -0  -0.6]");
  EXPECT_EQ(print("float8_e4m3fn"), "[    0 0.002     1   nan    -0  -1.1]");
  EXPECT_EQ(print("float8_e4m3"), "[    0 0.002     1   nan    -0  -1.1]");
  EXPECT_EQ(print("float8_e5m2fnuz"), "[    0 8e-06  0.25 60000   nan  -0.3]");
  EXPECT_EQ(print("float8_e4m3fnuz"), "[    0 0.001   0.5   240   nan -0.56]");
  EXPECT_EQ(print("float8_e4m3b11fnuz"),
            "[    0 1e-04 0.062    30   nan -0.07]");
  EXPECT_EQ(print("float8_e3m4"), "[    0  0.02   1.5   nan    -0 -1.56]");
  EXPECT_EQ(print("float8_e8m0fnu"), "[6e-39 1e-38 4e-22     1     2 3e+17]");
  EXPECT_EQ(parse_dtype("f8E4M3B11FNUZ"), DType::float8_e4m3b11fnuz);
  EXPECT_EQ(messageOf([] { Tensor::zeros({1}, DType::float8_e8m0fnu); }),
            "Tensor::zeros: required a type with zero and negative numbers, "
            "found float8_e8m0fnu, which has positive powers of two only");
}

TEST(TensorTest, Errors) {
  EXPECT_EQ(messageOf([] { Tensor::from<float>({1, 2}, {3}); }),
            "a tensor 3xfloat32: required 3 elements, found 2");
  EXPECT_EQ(messageOf([] { Tensor::zeros({-2}, DType::int8); }),
            "required extents of at least 0, found a tensor -2xi8");
  EXPECT_EQ(messageOf([] {
              Tensor::empty({int64_t(1) << 40, int64_t(1) << 40}, DType::int8);
            }),
            "not enough memory for a tensor 1099511627776x1099511627776xi8");
  EXPECT_EQ(messageOf([] { Tensor::scalar(1.0f).elements<int32_t>(); }),
            "required elements of type int32, found float32");
  alignas(8) static const char bytes[16] = {};
  EXPECT_EQ(messageOf([] {
              Tensor::borrow(bytes + 1, {1}, DType::int16);
            }).substr(0, 63),
            "a tensor 1xint16: required memory at a multiple of 2 bytes, fou");
  EXPECT_EQ(messageOf([] { Tensor::borrow(nullptr, {1}, DType::int16); }),
            "a tensor 1xint16: required memory, found a null pointer");
  EXPECT_EQ(Tensor::borrow(nullptr, {0}, DType::int16).size(), 0);
  Tensor borrowed = Tensor::borrow(bytes, {4}, DType::int8);
  EXPECT_EQ(messageOf([&] { borrowed.mutable_data(); }),
            "a tensor 4xint8 of borrowed memory cannot be written to");
  Tensor shared = Tensor::zeros({4}, DType::int8);
  {
    DTensor distributed =
        distribute_tensor(shared, Layout({"x"}, Mesh{{"x", 2}}));
    EXPECT_EQ(messageOf([&] { shared.mutable_data(); }),
              "a tensor 4xint8 cannot be written to while a DTensor shares its "
              "memory");
  }
  EXPECT_EQ(messageOf([&] { shared.mutable_data(); }), "no error");
}

} // namespace
