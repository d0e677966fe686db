//===- Matrix.h - A matrix in f64 -------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_REFERENCE_MATRIX_H
#define DTENSOR_LIB_REFERENCE_MATRIX_H

#include "Number.h"
#include <limits>
#include <type_traits>
#include <vector>

namespace dtensor::reference {

using Complex = std::complex<double>;

// Functions of complex numbers that real ones have as well.
inline double conjugate(double value) { return value; }
inline Complex conjugate(Complex value) { return std::conj(value); }
inline double getReal(double value) { return value; }
inline double getReal(Complex value) { return value.real(); }
inline double getImaginary(double) { return 0; }
inline double getImaginary(Complex value) { return value.imag(); }
template <typename T> constexpr bool kIsComplex = std::is_same_v<T, Complex>;

/// A matrix of f64, of complex numbers with f64 parts, or of integers. A vector
/// is a matrix with one column.
template <typename T> class Matrix {
public:
  Matrix() = default;
  explicit Matrix(int64_t rows, int64_t columns = 1)
      : rows(rows), columns(columns), elements(rows * columns) {}

  int64_t getRows() const { return rows; }
  int64_t getColumns() const { return columns; }
  T &operator()(int64_t row, int64_t column) {
    return elements[row * columns + column];
  }
  const T &operator()(int64_t row, int64_t column) const {
    return elements[row * columns + column];
  }
  /// An element of a vector.
  T &operator()(int64_t row) { return elements[row]; }
  const T &operator()(int64_t row) const { return elements[row]; }

private:
  int64_t rows = 0, columns = 0;
  std::vector<T> elements;
};

using Reals = Matrix<double>;
using Integers = Matrix<int64_t>;

template <typename T> Matrix<T> getIdentity(int64_t rows, int64_t columns) {
  Matrix<T> matrix(rows, columns);
  for (int64_t i = 0; i < std::min(rows, columns); ++i)
    matrix(i, i) = 1;
  return matrix;
}

template <typename T> Matrix<T> getAdjoint(const Matrix<T> &matrix) {
  Matrix<T> adjoint(matrix.getColumns(), matrix.getRows());
  for (int64_t i = 0; i < matrix.getRows(); ++i)
    for (int64_t j = 0; j < matrix.getColumns(); ++j)
      adjoint(j, i) = conjugate(matrix(i, j));
  return adjoint;
}

template <typename T> Matrix<T> getTransposed(const Matrix<T> &matrix) {
  Matrix<T> transposed(matrix.getColumns(), matrix.getRows());
  for (int64_t i = 0; i < matrix.getRows(); ++i)
    for (int64_t j = 0; j < matrix.getColumns(); ++j)
      transposed(j, i) = matrix(i, j);
  return transposed;
}

template <typename T, typename U>
auto multiply(const Matrix<T> &a, const Matrix<U> &b) {
  Matrix<decltype(T() * U())> product(a.getRows(), b.getColumns());
  for (int64_t i = 0; i < a.getRows(); ++i)
    for (int64_t k = 0; k < a.getColumns(); ++k)
      for (int64_t j = 0; j < b.getColumns(); ++j)
        product(i, j) += a(i, k) * b(k, j);
  return product;
}

/// The matrix at element `first` of a tensor whose last axes are `rows` and
/// `columns`.
template <typename T>
Matrix<T> loadMatrix(const HostTensor &tensor, int64_t first, int64_t rows,
                     int64_t columns) {
  Matrix<T> matrix(rows, columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      Number number = load(tensor, first + i * columns + j);
      if constexpr (std::is_integral_v<T>)
        matrix(i, j) = number.integer;
      else if constexpr (kIsComplex<T>)
        matrix(i, j) = number.getComplex();
      else
        matrix(i, j) = number.real;
    }
  return matrix;
}

/// Rounds to the tensor's type.
template <typename T>
void storeMatrix(HostTensor &tensor, int64_t first, const Matrix<T> &matrix) {
  for (int64_t i = 0; i < matrix.getRows(); ++i)
    for (int64_t j = 0; j < matrix.getColumns(); ++j) {
      T value = matrix(i, j);
      Number number;
      if constexpr (std::is_integral_v<T>)
        number = Number::ofInteger(value);
      else
        number = Number::ofFloat(getReal(value), getImaginary(value));
      store(tensor, first + i * matrix.getColumns() + j, number);
    }
}

} // namespace dtensor::reference

#endif // DTENSOR_LIB_REFERENCE_MATRIX_H
