//===- Fourier.cpp - Fourier transforms -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Indexing.h"

#include <cmath>

namespace dtensor::recording {
using namespace prim;

/// `axis` moves to the end, and back.
static Value toEnd(Value x, int64_t axis) {
  Shape permutation;
  for (int64_t other = 0; other < x.rank(); ++other)
    if (other != axis)
      permutation.push_back(other);
  permutation.push_back(axis);
  return transpose(x, permutation);
}

static Value fromEnd(Value x, int64_t axis) {
  if (!x)
    return x;
  Shape permutation = allAxes(x.rank());
  permutation.pop_back();
  permutation.insert(permutation.begin() + axis, x.rank() - 1);
  return transpose(x, permutation);
}

/// The last axis cut, or filled with zeros.
static Value resizeLast(Value x, int64_t length) {
  Shape none(x.rank(), 0), high(x.rank(), 0);
  int64_t last = x.rank() - 1, extent = x.dim(last);
  if (extent > length)
    return sliceAxis(x, last, 0, length);
  high[last] = length - extent;
  return padZero(x, none, high);
}

/// The number by which a normalization divides the plain sum: nothing, the root
/// of the length or the length, depending on the direction.
static double getScale(llvm::StringRef norm, bool isForward, int64_t length) {
  double n = static_cast<double>(length);
  if (norm == "ortho")
    return 1 / std::sqrt(n);
  return (norm == "forward") == isForward ? 1 / n : 1;
}

static bool checkNorm(Call &call) {
  llvm::StringRef norm = call.text("norm");
  if (norm == "backward" || norm == "ortho" || norm == "forward")
    return true;
  call.fail("argument 'norm': required 'backward', 'ortho' or 'forward', "
            "found '" +
            norm + "'");
  return false;
}

/// The transform along one axis. `length` is that of the longer form, or 0 for
/// that of `x`.
static Value transformAxis(Call &call, Value x, Transform transform,
                           int64_t axis, int64_t length) {
  bool isForward = transform == Transform::FFT || transform == Transform::RFFT;
  if (!length)
    length =
        transform == Transform::IRFFT ? 2 * (x.dim(axis) - 1) : x.dim(axis);
  if (length < 1)
    return call.fail("required a length of at least 1, found " +
                     llvm::Twine(length));
  if (transform == Transform::RFFT) {
    if (isA(x.dtype(), kComplex))
      return call.fail("argument 'x': required float, found " + x.type().str());
    if (getBits(x.dtype()) != 64 || !isA(x.dtype(), kFloat))
      x = convert(x, DType::float32);
  } else if (!isA(x.dtype(), kComplex)) {
    x = convert(x, getComplexOf(x.dtype()));
  }
  int64_t needed = transform == Transform::IRFFT ? length / 2 + 1 : length;
  Value row = resizeLast(toEnd(x, axis), needed);
  Value result = fft(transform, row, length);
  // The inverse of StableHLO divides by the length.
  double scale = getScale(call.text("norm"), isForward, length) *
                 (isForward ? 1.0 : static_cast<double>(length));
  if (scale != 1)
    result = result * scale;
  return fromEnd(result, axis);
}

template <Transform transform> static Argument transformOne(Call &call) {
  Value x = call.array("x");
  int64_t axis = call.axis("axis", x.rank());
  if (!checkNorm(call) || call.hasFailed())
    return {};
  return transformAxis(call, x, transform, axis,
                       call.has("n") ? call.integer("n") : 0);
}

/// The axes and their lengths, 0 where they are those of `x`.
static std::pair<Shape, Shape> getTransformed(Call &call, Value x) {
  Shape lengths = call.has("s") ? call.integers("s") : Shape();
  Shape axes = call.axes("axes", x.rank());
  if (call.has("s") && !call.has("axes") && lengths.size() <= axes.size())
    axes.erase(axes.begin(), axes.end() - lengths.size());
  if (!call.has("s"))
    lengths.resize(axes.size(), 0);
  if (lengths.size() != axes.size())
    call.fail("required as many lengths as axes, found " + toString(lengths) +
              " and " + toString(axes));
  if (axes.empty())
    call.fail("required at least one axis");
  return {axes, lengths};
}

template <Transform transform> static Argument transformAll(Call &call) {
  Value x = call.array("x");
  auto [axes, lengths] = getTransformed(call, x);
  if (!checkNorm(call) || call.hasFailed())
    return {};
  // The last axis is the one that real numbers halve.
  size_t count = axes.size();
  if (transform == Transform::RFFT)
    x = transformAxis(call, x, transform, axes[count - 1], lengths[count - 1]);
  bool isForward = transform == Transform::FFT || transform == Transform::RFFT;
  bool isReal = transform == Transform::RFFT || transform == Transform::IRFFT;
  for (size_t index = 0; index < count - isReal && !call.hasFailed(); ++index)
    x = transformAxis(call, x, isForward ? Transform::FFT : Transform::IFFT,
                      axes[index], lengths[index]);
  if (transform == Transform::IRFFT && !call.hasFailed())
    x = transformAxis(call, x, transform, axes[count - 1], lengths[count - 1]);
  return x;
}

/// The transform of a value that is its own conjugate, reversed: the inverse
/// transform of the conjugate, without its division.
static Argument transformHermitian(Call &call) {
  Value x = call.array("x");
  int64_t axis = call.axis("axis", x.rank());
  if (!checkNorm(call) || call.hasFailed())
    return {};
  if (!isA(x.dtype(), kComplex))
    x = convert(x, getComplexOf(x.dtype()));
  int64_t length = call.has("n") ? call.integer("n") : 2 * (x.dim(axis) - 1);
  Value y = transformAxis(call, conj(x), Transform::IRFFT, axis, length);
  if (call.hasFailed())
    return {};
  // transformAxis scaled it as an inverse.
  double scale = getScale(call.text("norm"), true, length) /
                 getScale(call.text("norm"), false, length);
  return scale == 1 ? y : y * scale;
}

static Argument transformToHermitian(Call &call) {
  Value x = call.array("x");
  int64_t axis = call.axis("axis", x.rank());
  if (!checkNorm(call) || call.hasFailed())
    return {};
  int64_t length = call.has("n") ? call.integer("n") : x.dim(axis);
  Value y = transformAxis(call, x, Transform::RFFT, axis, length);
  if (call.hasFailed())
    return {};
  double scale = getScale(call.text("norm"), false, length) /
                 getScale(call.text("norm"), true, length);
  return conj(scale == 1 ? y : y * scale);
}

template <bool isHalf> static Argument makeFrequencies(Call &call) {
  int64_t n = call.integer("n");
  DType dtype = call.dtype("dtype", kDefaultFloat);
  if (n < 1)
    return call.fail("argument 'n': required at least 1, found " +
                     llvm::Twine(n));
  int64_t count = isHalf ? n / 2 + 1 : n;
  Value k = iota(call.graph, {DType::int64, {count}}, 0);
  if (!isHalf) {
    Value isNegative =
        compare(Comparison::GE, k, fullLike(k, int64_t((n + 1) / 2)));
    k = select(isNegative, k - fullLike(k, n), k);
  }
  Value x = convert(k, DType::float64);
  return convert(x / (static_cast<double>(n) * call.number("d")), dtype);
}

template <bool isInverse> static Argument shiftFrequencies(Call &call) {
  Value x = call.array("x");
  Shape axes = call.axes("axes", x.rank());
  if (call.hasFailed())
    return {};
  for (int64_t axis : axes) {
    int64_t half = x.dim(axis) / 2;
    x = rollAxis(x, axis, isInverse ? -half : half);
  }
  return x;
}

#define ONE                                                                    \
  "(x: array, /, *, n: int? = None, axis: int = -1, norm: string = "           \
  "'backward') -> array"
#define ALL                                                                    \
  "(x: array, /, *, s: ints? = None, axes: ints? = None, norm: string = "      \
  "'backward') -> array"

llvm::ArrayRef<FunctionInfo> getFourierFunctions() {
  static const FunctionInfo functions[] = {
      {"fft.fft", ONE, "The discrete Fourier transform.",
       transformOne<Transform::FFT>},
      {"fft.ifft", ONE, "The inverse of fft.", transformOne<Transform::IFFT>},
      {"fft.fftn", ALL, "The transform along several axes.",
       transformAll<Transform::FFT>},
      {"fft.ifftn", ALL, "The inverse of fftn.", transformAll<Transform::IFFT>},
      {"fft.rfft", ONE, "The first half of the transform of real numbers.",
       transformOne<Transform::RFFT>},
      {"fft.irfft", ONE, "The inverse of rfft.",
       transformOne<Transform::IRFFT>},
      {"fft.rfftn", ALL, "rfft along several axes, the last one halved.",
       transformAll<Transform::RFFT>},
      {"fft.irfftn", ALL, "The inverse of rfftn.",
       transformAll<Transform::IRFFT>},
      {"fft.hfft", ONE,
       "The real transform of numbers whose other half is conjugate.",
       transformHermitian},
      {"fft.ihfft", ONE, "The inverse of hfft.", transformToHermitian},
      {"fft.fftfreq",
       "(n: int, /, *, d: number = 1.0, dtype: dtype? = None) -> array",
       "The frequencies of fft's results.", makeFrequencies<false>},
      {"fft.rfftfreq",
       "(n: int, /, *, d: number = 1.0, dtype: dtype? = None) -> array",
       "The frequencies of rfft's results.", makeFrequencies<true>},
      {"fft.fftshift", "(x: array, /, *, axes: ints? = None) -> array",
       "Frequency 0 moved to the middle.", shiftFrequencies<false>},
      {"fft.ifftshift", "(x: array, /, *, axes: ints? = None) -> array",
       "The inverse of fftshift.", shiftFrequencies<true>},
  };
  return functions;
}

} // namespace dtensor::recording
