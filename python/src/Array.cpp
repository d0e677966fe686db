//===- Array.cpp - Memory of other libraries ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"

#include <nanobind/ndarray.h>

using dt::DType;
using dt::Tensor;

namespace {
/// A DType and the name that DLPack has for it.
struct Pair {
  DType dtype;
  nb::dlpack::dtype_code code;
  uint8_t bits;
};
} // namespace

static constexpr Pair kPairs[] = {
    {DType::boolean, nb::dlpack::dtype_code::Bool, 8},
    {DType::int8, nb::dlpack::dtype_code::Int, 8},
    {DType::int16, nb::dlpack::dtype_code::Int, 16},
    {DType::int32, nb::dlpack::dtype_code::Int, 32},
    {DType::int64, nb::dlpack::dtype_code::Int, 64},
    {DType::uint8, nb::dlpack::dtype_code::UInt, 8},
    {DType::uint16, nb::dlpack::dtype_code::UInt, 16},
    {DType::uint32, nb::dlpack::dtype_code::UInt, 32},
    {DType::uint64, nb::dlpack::dtype_code::UInt, 64},
    {DType::float16, nb::dlpack::dtype_code::Float, 16},
    {DType::bfloat16, nb::dlpack::dtype_code::Bfloat, 16},
    {DType::float32, nb::dlpack::dtype_code::Float, 32},
    {DType::float64, nb::dlpack::dtype_code::Float, 64},
    {DType::complex64, nb::dlpack::dtype_code::Complex, 64},
    {DType::complex128, nb::dlpack::dtype_code::Complex, 128},
    {DType::float8_e5m2, nb::dlpack::dtype_code::Float8_E5M2, 8},
    {DType::float8_e4m3fn, nb::dlpack::dtype_code::Float8_E4M3FN, 8},
    {DType::float8_e4m3, nb::dlpack::dtype_code::Float8_E4M3, 8},
    {DType::float8_e5m2fnuz, nb::dlpack::dtype_code::Float8_E5M2FNUZ, 8},
    {DType::float8_e4m3fnuz, nb::dlpack::dtype_code::Float8_E4M3FNUZ, 8},
    {DType::float8_e4m3b11fnuz, nb::dlpack::dtype_code::Float8_E4M3B11FNUZ, 8},
    {DType::float8_e3m4, nb::dlpack::dtype_code::Float8_E3M4, 8},
    {DType::float8_e8m0fnu, nb::dlpack::dtype_code::Float8_E8M0FNU, 8},
};

static nb::dlpack::dtype toDLPack(DType dtype) {
  const Pair &pair = kPairs[static_cast<int>(dtype)];
  return {static_cast<uint8_t>(pair.code), pair.bits, 1};
}

static std::optional<DType> fromDLPack(nb::dlpack::dtype dtype) {
  for (const Pair &pair : kPairs)
    if (dtype == toDLPack(pair.dtype))
      return pair.dtype;
  return std::nullopt;
}

using Imported = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

static Tensor borrow(const Imported &array, DType dtype) {
  dt::Shape shape(array.shape_ptr(), array.shape_ptr() + array.ndim());
  // The last user may be a thread without the interpreter's lock.
  std::shared_ptr<const void> owner(new Imported(array), [](const void *held) {
    if (!nb::is_alive())
      return;
    nb::gil_scoped_acquire acquire;
    delete static_cast<const Imported *>(held);
  });
  return Tensor::borrow(array.data(), shape, dtype, std::move(owner));
}

/// What lists and numbers of Python become has 32 bits, as everywhere here.
static nb::object toDefaultType(nb::object array) {
  std::string name = nb::cast<std::string>(array.attr("dtype").attr("name"));
  if (name == "float64")
    return array.attr("astype")("float32");
  if (name == "complex128")
    return array.attr("astype")("complex64");
  return array;
}

/// Whether the type is one of ml_dtypes.
static bool isNarrow(std::string_view name) {
  return name == "bfloat16" || name.starts_with("float8_");
}

Tensor dtensor::python::importArray(nb::handle object) {
  nb::object numpy = nb::module_::import_("numpy");
  nb::object array = nb::borrow(object);
  bool isArray = nb::isinstance(object, numpy.attr("ndarray"));
  if (isArray && !array.type().is(numpy.attr("ndarray")) &&
      nb::isinstance(object, numpy.attr("ma").attr("MaskedArray")))
    throw dt::Error("required an array in which all elements count, found a "
                    "masked one; filled() gives the others a value");
  if (!isArray && !nb::hasattr(object, "__dlpack__") &&
      !nb::hasattr(object, "__array__")) {
    array = toDefaultType(numpy.attr("asarray")(object));
    isArray = true;
  } else if (!isArray && !nb::hasattr(object, "__dlpack__")) {
    array = numpy.attr("asarray")(object);
    isArray = true;
  }
  std::optional<DType> dtype;
  if (isArray) {
    nb::object type = array.attr("dtype");
    std::string name = nb::cast<std::string>(type.attr("name"));
    if (isNarrow(name)) {
      // NumPy shows others no elements of such a type.
      dtype = dt::parse_dtype(name);
      array =
          numpy.attr("ascontiguousarray")(array)
              .attr("reshape")(array.attr("shape"))
              .attr("view")(dt::item_size(*dtype) == 2 ? "uint16" : "uint8");
    } else if (!nb::cast<bool>(type.attr("isnative"))) {
      array = array.attr("astype")(type.attr("newbyteorder")("="));
    }
    if (!nb::cast<bool>(array.attr("flags").attr("aligned")))
      array = array.attr("copy")();
  }
  Imported imported;
  if (!nb::try_cast(array, imported))
    throw dt::Error(
        "required an array in this machine's memory, with a type of elements "
        "that tensors have, found " +
        nb::cast<std::string>(nb::repr(nb::hasattr(array, "dtype")
                                           ? nb::object(array.attr("dtype"))
                                           : nb::borrow(object.type()))));
  if (!dtype)
    dtype = fromDLPack(imported.dtype());
  if (!dtype)
    throw dt::Error("required a type of elements that tensors have, found " +
                    nb::cast<std::string>(nb::str(array.attr("dtype"))));
  if (reinterpret_cast<uintptr_t>(imported.data()) % dt::item_size(*dtype)) {
    Tensor aligned = Tensor::empty(
        dt::Shape(imported.shape_ptr(), imported.shape_ptr() + imported.ndim()),
        *dtype);
    std::memcpy(aligned.mutable_data(), imported.data(), aligned.num_bytes());
    return aligned;
  }
  return borrow(imported, *dtype);
}

/// Another library's array of the tensor's memory, which lives as long.
template <typename Framework>
static nb::object exportTensor(const Tensor &tensor, nb::dlpack::dtype dtype) {
  std::vector<size_t> shape(tensor.shape().begin(), tensor.shape().end());
  nb::capsule owner(new Tensor(tensor), [](void *held) noexcept {
    delete static_cast<Tensor *>(held);
  });
  return nb::cast(nb::ndarray<Framework, nb::ro>(
      tensor.data(), shape.size(), shape.data(), owner, nullptr, dtype,
      nb::device::cpu::value));
}

nb::object dtensor::python::toNumPy(const Tensor &tensor) {
  std::string name(dt::to_string(tensor.dtype()));
  if (isNarrow(name)) {
    DType bits =
        dt::item_size(tensor.dtype()) == 2 ? DType::uint16 : DType::uint8;
    return exportTensor<nb::numpy>(tensor, toDLPack(bits))
        .attr("view")(nb::module_::import_("ml_dtypes").attr(name.c_str()));
  }
  nb::object array = exportTensor<nb::numpy>(tensor, toDLPack(tensor.dtype()));
  // Of two types of NumPy with 64 bits, the usual one.
  if (tensor.dtype() == DType::int64 || tensor.dtype() == DType::uint64)
    return array.attr("view")(name);
  return array;
}

/// The component that holds everything; a BufferError if there is none.
static Tensor getWhole(const dt::DTensor &tensor) {
  try {
    return tensor.numpy();
  } catch (const dt::Error &error) {
    throw nb::buffer_error(error.what());
  }
}

void dtensor::python::bindArray(nb::module_ &module) {
  module.def(
      "import_array",
      [](nb::handle array, const dt::Layout &layout) {
        Tensor tensor = importArray(array);
        nb::gil_scoped_release release;
        return dt::distribute_tensor(tensor, layout);
      },
      "array"_a.none(), "layout"_a);
  module.def(
      "export_dlpack",
      [](const dt::DTensor &tensor, const nb::dict &keywords) {
        Tensor whole = getWhole(tensor);
        nb::object array =
            exportTensor<nb::array_api>(whole, toDLPack(whole.dtype()));
        return array.attr("__dlpack__")(**keywords);
      },
      "tensor"_a, "keywords"_a);
}
