//===- Lapack.cpp - Routines of LAPACK ------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LapackCall.h"
#include "OpenBlas.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>

using namespace dtensor::runtime;

// Routines of Fortran. All arguments are addresses, except for the lengths of
// characters, which come last. Each routine is called with its own arguments.
using Routine = LapackRoutine OpenBlas::*;
#define DTENSOR_ROUTINE(NAME, COMPLEX)                                         \
  static constexpr Routine NAME = &OpenBlas::NAME;
DTENSOR_LAPACK_ROUTINES(DTENSOR_ROUTINE)
#undef DTENSOR_ROUTINE

using Length = std::size_t;

namespace {

template <typename T> struct RealOf {
  using Type = T;
};
template <typename T> struct RealOf<std::complex<T>> {
  using Type = T;
};

/// The calls of a routine for one matrix.
template <typename T> class Caller {
  using Real = typename RealOf<T>::Type;
  static constexpr bool kIsComplex = !std::is_same_v<T, Real>;

public:
  Caller(const LapackMatrix *matrices, const int64_t *options, Arena &work)
      : matrices(matrices), options(options), work(work) {}

  const char *runPotrf() {
    copy(0, 1);
    char uplo = getOption(0);
    int32_t n = at(1).rows, lead = at(1).lead();
    call(potrf, &uplo, &n, data<T>(1), &lead, data<int32_t>(2), Length(1));
    return nullptr;
  }

  const char *runGetrf() {
    copy(0, 1);
    int32_t m = at(1).rows, n = at(1).columns, lead = at(1).lead();
    call(getrf, &m, &n, data<T>(1), &lead, data<int32_t>(2), data<int32_t>(3));
    return nullptr;
  }

  const char *runGeqrf() {
    copy(0, 1);
    int32_t m = at(1).rows, n = at(1).columns, lead = at(1).lead(), info = 0;
    return withWork([&](T *memory, int32_t *size) {
      call(geqrf, &m, &n, data<T>(1), &lead, data<T>(2), memory, size, &info);
    });
  }

  const char *runGeqp3() {
    copy(0, 2);
    copy<int32_t>(1, 3);
    int32_t m = at(2).rows, n = at(2).columns, lead = at(2).lead(), info = 0;
    return withWork(
        [&](T *memory, int32_t *size, Real *reals) {
          call(geqp3, &m, &n, data<T>(2), &lead, data<int32_t>(3), data<T>(4),
               memory, size, ifComplex(reals), &info);
        },
        2 * int64_t(n));
  }

  const char *runOrgqr() {
    copy(0, 2);
    int32_t m = at(2).rows, n = at(2).columns, lead = at(2).lead(), info = 0;
    int32_t k = at(1).rows;
    return withWork([&](T *memory, int32_t *size) {
      call(orgqr, &m, &n, &k, data<T>(2), &lead, data<T>(1), memory, size,
           &info);
    });
  }

  const char *runOrmqr() {
    copy(2, 3);
    char side = getOption(0), trans = getOption(1);
    int32_t m = at(3).rows, n = at(3).columns, k = at(1).rows, info = 0;
    int32_t leadA = at(0).lead(), leadC = at(3).lead();
    return withWork([&](T *memory, int32_t *size) {
      call(ormqr, &side, &trans, &m, &n, &k, data<T>(0), &leadA, data<T>(1),
           data<T>(3), &leadC, memory, size, &info, Length(1), Length(1));
    });
  }

  const char *runSyevd() {
    copy(0, 1);
    char mode = getOption(0), uplo = getOption(1);
    int32_t n = at(1).rows, lead = at(1).lead();
    // The size that LAPACK's documentation requires with vectors, which is the
    // larger one.
    int64_t count = n;
    int64_t realCount = kIsComplex ? 1 + 5 * count + 2 * count * count : 0;
    auto integerSize = static_cast<int32_t>(3 + 5 * count);
    auto realSize = static_cast<int32_t>(realCount);
    return withWork(
        [&](T *memory, int32_t *size, Real *reals, int32_t *integers) {
          call(syevd, &mode, &uplo, &n, data<T>(1), &lead, data<Real>(2),
               memory, size, ifComplex(reals), ifComplex(&realSize), integers,
               &integerSize, data<int32_t>(3), Length(1), Length(1));
        },
        realCount, integerSize);
  }

  const char *runGesdd() {
    if (!isFinite(5))
      return nullptr;
    copy(0, 1);
    char mode = getOption(0);
    int32_t m = at(1).rows, n = at(1).columns, lead = at(1).lead();
    int32_t leadU = at(3).lead(), leadVt = at(4).lead();
    int64_t least = std::min(m, n), most = std::max(m, n);
    int64_t realCount =
        kIsComplex ? std::max(5 * least * least + 7 * least,
                              2 * most * least + 2 * least * least + least)
                   : 0;
    return withWork(
        [&](T *memory, int32_t *size, Real *reals, int32_t *integers) {
          call(gesdd, &mode, &m, &n, data<T>(1), &lead, data<Real>(2),
               data<T>(3), &leadU, data<T>(4), &leadVt, memory, size,
               ifComplex(reals), integers, data<int32_t>(5), Length(1));
        },
        realCount, 8 * least);
  }

  const char *runGesvd() {
    if (!isFinite(5))
      return nullptr;
    copy(0, 1);
    char mode = getOption(0);
    int32_t m = at(1).rows, n = at(1).columns, lead = at(1).lead();
    int32_t leadU = at(3).lead(), leadVt = at(4).lead();
    return withWork(
        [&](T *memory, int32_t *size, Real *reals) {
          call(gesvd, &mode, &mode, &m, &n, data<T>(1), &lead, data<Real>(2),
               data<T>(3), &leadU, data<T>(4), &leadVt, memory, size,
               ifComplex(reals), data<int32_t>(5), Length(1), Length(1));
        },
        5 * int64_t(std::min(m, n)));
  }

  const char *runGeev() {
    constexpr int kInfo = kIsComplex ? 4 : 5;
    if (!isFinite(kInfo))
      return nullptr;
    char left = getOption(0), right = getOption(1);
    int32_t n = at(0).rows, lead = at(0).lead();
    if constexpr (kIsComplex) {
      return withWork(
          [&](T *memory, int32_t *size, Real *reals) {
            call(geev, &left, &right, &n, data<T>(0), &lead, data<T>(1),
                 data<T>(2), &lead, data<T>(3), &lead, memory, size, reals,
                 data<int32_t>(kInfo), Length(1), Length(1));
          },
          2 * int64_t(n));
    } else {
      // The vectors of a pair of eigenvalues are stored as real and imaginary
      // parts.
      int64_t count = int64_t(n) * n;
      return withWork(
          [&](T *memory, int32_t *size, Real *vectors) {
            bool asks = *size < 0;
            T *vl = vectors, *vr = vectors + count;
            call(geev, &left, &right, &n, data<T>(0), &lead, data<T>(1),
                 data<T>(2), vl, &lead, vr, &lead, memory, size,
                 data<int32_t>(kInfo), Length(1), Length(1));
            if (asks)
              return;
            if (left == 'V')
              unpackVectors(3, vl);
            if (right == 'V')
              unpackVectors(4, vr);
          },
          2 * count);
    }
  }

  const char *runGees() {
    constexpr int kInfo = kIsComplex ? 5 : 6;
    if (!isFinite(kInfo))
      return nullptr;
    copy(0, 1);
    char mode = getOption(0), sort = getOption(1);
    int32_t n = at(1).rows, lead = at(1).lead();
    void (*chooses)() = nullptr;
    return withWork(
        [&](T *memory, int32_t *size, Real *reals, int32_t *flags) {
          call(gees, &mode, &sort, chooses, &n, data<T>(1), &lead,
               data<int32_t>(kInfo - 1), data<T>(3), ifReal(data<T>(4)),
               data<T>(2), &lead, memory, size, ifComplex(reals), flags,
               data<int32_t>(kInfo), Length(1), Length(1));
        },
        n, n);
  }

  const char *runSytrd() {
    copy(0, 1);
    char uplo = getOption(0);
    int32_t n = at(1).rows, lead = at(1).lead();
    return withWork([&](T *memory, int32_t *size) {
      call(sytrd, &uplo, &n, data<T>(1), &lead, data<Real>(2), data<Real>(3),
           data<T>(4), memory, size, data<int32_t>(5), Length(1));
    });
  }

  const char *runGehrd() {
    copy(0, 1);
    int32_t n = at(1).rows, lead = at(1).lead();
    auto low = static_cast<int32_t>(options[0]);
    auto high = static_cast<int32_t>(options[1]);
    return withWork([&](T *memory, int32_t *size) {
      call(gehrd, &n, &low, &high, data<T>(1), &lead, data<T>(2), memory, size,
           data<int32_t>(3));
    });
  }

  const char *runGtsv() {
    for (int i = 0; i < 4; ++i)
      copy(i, 4 + i);
    int32_t n = at(5).rows, sides = at(7).columns, lead = at(7).lead();
    call(gtsv, &n, &sides, data<T>(4) + 1, data<T>(5), data<T>(6), data<T>(7),
         &lead, data<int32_t>(8));
    return nullptr;
  }

private:
  /// Arguments that only some forms of a routine have.
  template <typename Argument> static auto ifComplex(Argument argument) {
    return onlyIf<kIsComplex>(argument);
  }
  template <typename Argument> static auto ifReal(Argument argument) {
    return onlyIf<!kIsComplex>(argument);
  }
  template <bool kTakesIt, typename Argument>
  static auto onlyIf(Argument argument) {
    if constexpr (kTakesIt)
      return std::tuple(argument);
    else
      return std::tuple<>();
  }

  /// Calls a routine of Fortran, which is there: the runner has opened the
  /// library. An argument that is a tuple is replaced by its elements.
  template <typename... Arguments>
  static void call(Routine routine, Arguments... arguments) {
    constexpr int kType = (kIsComplex ? 2 : 0) + std::is_same_v<Real, double>;
    void (*function)() = (OpenBlas::get().*routine).ofType[kType];
    std::apply(
        [&](auto... all) {
          reinterpret_cast<void (*)(decltype(all)...)>(function)(all...);
        },
        std::tuple_cat(std::tuple(arguments)...));
  }

  const LapackMatrix &at(int i) const { return matrices[i]; }
  template <typename U> U *data(int i) const {
    return static_cast<U *>(matrices[i].data);
  }
  char getOption(int i) const { return static_cast<char>(options[i]); }

  /// Copies the matrix that a routine overwrites.
  template <typename U = T> void copy(int from, int to) {
    std::memcpy(at(to).data, at(from).data,
                sizeof(U) * at(from).rows * at(from).columns);
  }

  /// Some routines do not end, or crash, if the matrix has infinities or NaNs.
  bool isFinite(int info) {
    const Real *parts = data<Real>(0);
    size_t count = size_t(at(0).rows) * at(0).columns * (kIsComplex ? 2 : 1);
    bool is = std::all_of(parts, parts + count,
                          [](Real part) { return std::isfinite(part); });
    if (!is)
      *data<int32_t>(info) = -4;
    return is;
  }

  /// Calls `routine` to ask for the size of its work memory, and then with that
  /// memory. `realCount` reals and `integerCount` integers are passed too, if
  /// the routine has such arguments.
  template <typename Function>
  const char *withWork(Function routine, int64_t realCount = 0,
                       int64_t integerCount = 0) {
    constexpr int64_t kAlignment = 16;
    auto align = [](int64_t bytes) {
      return (bytes + kAlignment) / kAlignment * kAlignment;
    };
    int64_t realBytes = align(realCount * int64_t(sizeof(Real)));
    int64_t otherBytes =
        realBytes + align(integerCount * int64_t(sizeof(int32_t)));
    int64_t workBytes = align(sizeof(T));
    for (int32_t size = -1;;) {
      auto *memory =
          static_cast<char *>(work.get(size_t(otherBytes + workBytes)));
      if (!memory)
        return "out of memory";
      auto *reals = reinterpret_cast<Real *>(memory);
      auto *integers = reinterpret_cast<int32_t *>(memory + realBytes);
      auto *own = reinterpret_cast<T *>(memory + otherBytes);
      bool asks = size < 0;
      if constexpr (std::is_invocable_v<Function, T *, int32_t *>)
        routine(own, &size);
      else if constexpr (std::is_invocable_v<Function, T *, int32_t *, Real *>)
        routine(own, &size, reals);
      else
        routine(own, &size, reals, integers);
      if (!asks)
        return nullptr;
      double needed = std::real(*own);
      if (!(needed < std::numeric_limits<int32_t>::max()))
        return "a matrix is too large for a routine of LAPACK";
      // A large number in f32 may have been rounded down.
      size = std::max(1, static_cast<int32_t>(needed * (1 + 1e-6)));
      workBytes = align(int64_t(size) * int64_t(sizeof(T)));
    }
  }

  /// Unpacks the vectors of a pair of eigenvalues: first the real part of both,
  /// then the imaginary part of the first one.
  void unpackVectors(int to, const T *packed) {
    int64_t n = at(0).rows;
    const T *imaginary = data<T>(2);
    auto *vectors = data<std::complex<T>>(to);
    for (int64_t column = 0; column < n; ++column) {
      const T *re = packed + column * n, *im = re + n;
      std::complex<T> *vector = vectors + column * n;
      bool isPair = imaginary[column] != 0 && column + 1 < n;
      for (int64_t row = 0; row < n; ++row) {
        vector[row] = {re[row], isPair ? im[row] : T(0)};
        if (isPair)
          vector[n + row] = {re[row], -im[row]};
      }
      column += isPair;
    }
  }

  const LapackMatrix *matrices;
  const int64_t *options;
  Arena &work;
};

} // namespace

/// One function for each member that runs a routine.
template <typename T>
static LapackFunction getFunction(DtLapackRoutine routine) {
#define DTENSOR_ROUTINE(NAME, RUN)                                             \
  case NAME:                                                                   \
    return                                                                     \
        [](const LapackMatrix *matrices, const int64_t *options,               \
           Arena &work) { return Caller<T>(matrices, options, work).RUN(); };
  switch (routine) {
    DTENSOR_ROUTINE(DT_POTRF, runPotrf)
    DTENSOR_ROUTINE(DT_GETRF, runGetrf)
    DTENSOR_ROUTINE(DT_GEQRF, runGeqrf)
    DTENSOR_ROUTINE(DT_GEQP3, runGeqp3)
    DTENSOR_ROUTINE(DT_ORGQR, runOrgqr)
    DTENSOR_ROUTINE(DT_ORMQR, runOrmqr)
    DTENSOR_ROUTINE(DT_SYEVD, runSyevd)
    DTENSOR_ROUTINE(DT_GESDD, runGesdd)
    DTENSOR_ROUTINE(DT_GESVD, runGesvd)
    DTENSOR_ROUTINE(DT_GEEV, runGeev)
    DTENSOR_ROUTINE(DT_GEES, runGees)
    DTENSOR_ROUTINE(DT_SYTRD, runSytrd)
    DTENSOR_ROUTINE(DT_GEHRD, runGehrd)
    DTENSOR_ROUTINE(DT_GTSV, runGtsv)
  }
#undef DTENSOR_ROUTINE
  return nullptr;
}

LapackFunction dtensor::runtime::getLapackFunction(DtLapackRoutine routine,
                                                   DtElementType type) {
  switch (type) {
  case DT_F32:
    return getFunction<float>(routine);
  case DT_F64:
    return getFunction<double>(routine);
  case DT_C64:
    return getFunction<std::complex<float>>(routine);
  case DT_C128:
    return getFunction<std::complex<double>>(routine);
  default:
    return nullptr;
  }
}
