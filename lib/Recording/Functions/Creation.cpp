//===- Creation.cpp - Functions that make arrays --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "llvm/Support/MathExtras.h"
#include <cmath>

namespace dtensor::recording {
using namespace prim;

/// The type of a made array: `dtype`, or that of the scalars.
static DType getMadeType(Call &call, llvm::ArrayRef<llvm::StringRef> scalars) {
  if (call.has("dtype"))
    return call.get("dtype").get<DType>();
  Kind kind = kBoolean;
  for (llvm::StringRef name : scalars)
    if (call.has(name))
      kind = std::max(kind, call.get(name).getScalarKind());
  return getDefaultType(kind);
}

static Argument makeFull(Call &call, const Argument &scalar, DType dtype,
                         Shape shape) {
  for (int64_t extent : shape)
    if (extent < 0)
      return call.fail("argument 'shape': required extents of at least 0, "
                       "found " +
                       toString(shape));
  return constant(call.graph, makeLiteral(scalar, {dtype, std::move(shape)}));
}

template <int value> static Argument makeConstant(Call &call) {
  return makeFull(call, value, call.dtype("dtype", kDefaultFloat),
                  call.integers("shape"));
}

template <int value> static Argument makeConstantLike(Call &call) {
  Value x = call.array("x");
  return makeFull(call, value, call.dtype("dtype", x.dtype()), x.shape());
}

static Argument makeFull(Call &call) {
  return makeFull(call, call.get("fill_value"),
                  getMadeType(call, {"fill_value"}), call.integers("shape"));
}

static Argument makeFullLike(Call &call) {
  Value x = call.array("x");
  return makeFull(call, call.get("fill_value"), call.dtype("dtype", x.dtype()),
                  x.shape());
}

/// First, first + step ... is computed in the widest type.
static Argument makeRange(Call &call) {
  DType dtype = getMadeType(call, {"start", "stop", "step"});
  bool hasStop = call.has("stop");
  Argument start = hasStop ? call.get("start") : Argument(0);
  double first = hasStop ? call.number("start") : 0, step = call.number("step");
  double stop = call.number(hasStop ? "stop" : "start");
  if (step == 0)
    return call.fail("argument 'step': required another number than 0");
  if (!isA(dtype, kReal))
    return call.fail("argument 'dtype': required integer or float, found " +
                     getName(dtype));
  double count = std::ceil((stop - first) / step);
  if (!(count < 0x1p53))
    return call.fail("required finite numbers, and less than 2^53 of them");
  int64_t length = std::max<int64_t>(static_cast<int64_t>(count), 0);
  // Large integers are no floats; their distance is one.
  const Argument &end = call.get(hasStop ? "stop" : "start");
  int64_t distance;
  if (start.is<int64_t>() && end.is<int64_t>() &&
      call.get("step").is<int64_t>() &&
      !llvm::SubOverflow(end.get<int64_t>(), start.get<int64_t>(), distance))
    length = std::max<int64_t>(
        llvm::divideCeilSigned(distance, call.integer("step")), 0);
  bool isIntegral = start.is<int64_t>() && call.get("step").is<int64_t>();
  TensorType type{isIntegral ? DType::int64 : DType::float64, {length}};
  if (length == 0)
    return full(call.graph, {dtype, {0}}, 0);
  Value x = iota(call.graph, type, 0);
  if (step != 1)
    x = x * constant(call.graph, makeLiteral(call.get("step"), type));
  if (first != 0)
    x = x + constant(call.graph, makeLiteral(start, type));
  return convert(x, dtype);
}

static Argument makeLinspace(Call &call) {
  int64_t num = call.integer("num");
  const Argument &start = call.get("start"), &stop = call.get("stop");
  Kind kind = std::max(start.getScalarKind(), stop.getScalarKind());
  DType fallback = kind == kComplex ? kDefaultComplex : kDefaultFloat;
  DType dtype = call.dtype("dtype", fallback);
  if (num < 0)
    return call.fail("argument 'num': required at least 0, found " +
                     llvm::Twine(num));
  if (num == 0)
    return full(call.graph, {dtype, {0}}, 0);
  bool endpoint = call.flag("endpoint");
  DType wide = kind == kComplex ? DType::complex128 : DType::float64;
  TensorType type{wide, {num}};
  Value position = convert(iota(call.graph, {DType::float64, {num}}, 0), wide);
  double steps = std::max<double>(static_cast<double>(num - endpoint), 1);
  Value first = constant(call.graph, makeLiteral(start, type));
  Value last = constant(call.graph, makeLiteral(stop, type));
  Value x = first + position * ((last - first) / steps);
  // The end is exact.
  if (endpoint && num > 1) {
    Value isLast = compare(Comparison::EQ, position, fullLike(position, steps));
    x = select(isLast, last, x);
  }
  return convert(x, dtype);
}

/// Whether column - row relates to `k` in this way.
static Value compareDiagonal(Graph &graph, const Shape &shape, int64_t k,
                             Comparison comparison) {
  int64_t rank = shape.size();
  TensorType type{DType::int64, shape};
  Value offset = iota(graph, type, rank - 1) - iota(graph, type, rank - 2);
  return compare(comparison, offset, fullLike(offset, k));
}

static Argument makeEye(Call &call) {
  int64_t rows = call.integer("n_rows");
  int64_t columns = call.has("n_cols") ? call.integer("n_cols") : rows;
  if (rows < 0 || columns < 0)
    return call.fail("required extents of at least 0, found " +
                     toString({rows, columns}));
  DType dtype = call.dtype("dtype", kDefaultFloat);
  return convert(compareDiagonal(call.graph, {rows, columns}, call.integer("k"),
                                 Comparison::EQ),
                 dtype);
}

template <bool lower> static Argument takeTriangle(Call &call) {
  Value x = call.array("x");
  if (x.rank() < 2)
    return call.fail("argument 'x': required matrices, found " +
                     x.type().str());
  Value inside = compareDiagonal(call.graph, x.shape(), call.integer("k"),
                                 lower ? Comparison::LE : Comparison::GE);
  return select(inside, x, zerosLike(x));
}

/// A list of scalars or lists, row by row.
static bool readNested(const Argument &argument, unsigned depth, Shape &shape,
                       std::vector<Argument> &elements) {
  const auto *list = argument.getIf<Argument::List>();
  if (!list) {
    elements.push_back(argument);
    return argument.isScalar() && depth == shape.size();
  }
  if (elements.empty() && depth == shape.size())
    shape.push_back(list->size());
  if (depth >= shape.size() ||
      shape[depth] != static_cast<int64_t>(list->size()))
    return false;
  for (const Argument &element : *list)
    if (!readNested(element, depth + 1, shape, elements))
      return false;
  return true;
}

static Argument makeArray(Call &call) {
  const Argument &obj = call.get("obj");
  if (obj.is<Value>() || obj.is<Literal>()) {
    Value x = call.toArray(obj);
    return convert(x, call.dtype("dtype", x.dtype()));
  }
  Shape shape;
  std::vector<Argument> elements;
  if (!readNested(obj, 0, shape, elements))
    return call.fail("argument 'obj': required an array, a scalar or nested "
                     "lists of equal lengths, found " +
                     obj.describe());
  Kind kind = elements.empty() ? kFloat : kBoolean;
  for (const Argument &element : elements)
    kind = std::max(kind, element.getScalarKind());
  Literal literal{{call.dtype("dtype", getDefaultType(kind)), shape}, {}};
  for (const Argument &element : elements)
    literal.bytes += makeLiteral(element, {literal.type.dtype, {}}).bytes;
  return constant(call.graph, std::move(literal));
}

static Argument makeMeshgrid(Call &call) {
  Values arrays = call.arrays("arrays");
  bool swaps = call.text("indexing") == "xy" && arrays.size() >= 2;
  if (!swaps && call.text("indexing") != "ij" && call.text("indexing") != "xy")
    return call.fail("argument 'indexing': required 'xy' or 'ij', found '" +
                     call.text("indexing") + "'");
  Shape shape;
  for (Value array : arrays) {
    if (array.rank() > 1)
      return call.fail("required arrays of one axis, found " +
                       array.type().str());
    shape.push_back(array.type().numElements());
  }
  if (swaps)
    std::swap(shape[0], shape[1]);
  for (int64_t index = 0; index < static_cast<int64_t>(arrays.size());
       ++index) {
    int64_t axis = swaps && index < 2 ? 1 - index : index;
    arrays[index] = broadcast(flatten(arrays[index]), shape, {axis});
  }
  return arrays;
}

static Argument refuseDLPack(Call &call) {
  return call.fail("takes memory of another library, which is no op of a "
                   "program; make a tensor of it outside, and pass that");
}

llvm::ArrayRef<FunctionInfo> getCreationFunctions() {
  static const FunctionInfo functions[] = {
      {"arange",
       "(start: number, /, stop: number? = None, step: number = 1, *, dtype: "
       "dtype? = None) -> array",
       "Numbers from start to stop, without that, or from 0 to start.",
       makeRange},
      {"asarray", "(obj: any, /, *, dtype: dtype? = None) -> array",
       "An array of scalars, or an array with another type.", makeArray},
      {"empty", "(shape: ints, *, dtype: dtype? = None) -> array",
       "An array with any elements; here, zeros.", makeConstant<0>},
      {"empty_like", "(x: array, /, *, dtype: dtype? = None) -> array",
       "An array with any elements and the shape of x; here, zeros.",
       makeConstantLike<0>},
      {"eye",
       "(n_rows: int, n_cols: int? = None, /, *, k: int = 0, dtype: dtype? = "
       "None) -> array",
       "Ones on the k-th diagonal, zeros elsewhere.", makeEye},
      {"from_dlpack", "(x: any, /) -> array",
       "An error: memory of another library is taken outside of programs.",
       refuseDLPack},
      {"full",
       "(shape: ints, fill_value: scalar, *, dtype: dtype? = None) -> array",
       "One value everywhere.", makeFull},
      {"full_like",
       "(x: array, /, fill_value: scalar, *, dtype: dtype? = None) -> array",
       "One value everywhere, with the shape of x.", makeFullLike},
      {"linspace",
       "(start: scalar, stop: scalar, /, num: int, *, dtype: dtype? = None, "
       "endpoint: bool = True) -> array",
       "num evenly spaced numbers from start to stop.", makeLinspace},
      {"meshgrid", "(*arrays: array, indexing: string = 'xy') -> arrays",
       "Coordinates of a grid, from those along its axes.", makeMeshgrid},
      {"ones", "(shape: ints, *, dtype: dtype? = None) -> array", "Ones.",
       makeConstant<1>},
      {"ones_like", "(x: array, /, *, dtype: dtype? = None) -> array",
       "Ones with the shape of x.", makeConstantLike<1>},
      {"tril", "(x: array, /, *, k: int = 0) -> array",
       "The lower triangles of matrices, up to the k-th diagonal.",
       takeTriangle<true>},
      {"triu", "(x: array, /, *, k: int = 0) -> array",
       "The upper triangles of matrices, from the k-th diagonal on.",
       takeTriangle<false>},
      {"zeros", "(shape: ints, *, dtype: dtype? = None) -> array", "Zeros.",
       makeConstant<0>},
      {"zeros_like", "(x: array, /, *, dtype: dtype? = None) -> array",
       "Zeros with the shape of x.", makeConstantLike<0>},
  };
  return functions;
}

} // namespace dtensor::recording
