//===- LapackOps.cpp - Routines of LAPACK on batches of matrices ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "Factorizations.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

#include <cmath>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

namespace {
/// A routine on one matrix of the batch. A vector is a single column, and a
/// number a matrix of one element. Elements that a routine does not write are
/// 0.
template <typename T> class LapackCall {
public:
  LapackCall(linalg_ext::LapackOp op, ArrayRef<Tensor> sources,
             MutableArrayRef<HostTensor> dests, int64_t number)
      : op(op), sources(sources), dests(dests), number(number) {}

  llvm::Error run() {
    using Function = void (LapackCall::*)();
    const std::pair<StringRef, Function> routines[] = {
        {"potrf", &LapackCall::runPotrf}, {"getrf", &LapackCall::runGetrf},
        {"geqrf", &LapackCall::runGeqrf}, {"geqp3", &LapackCall::runGeqp3},
        {"orgqr", &LapackCall::runOrgqr}, {"ormqr", &LapackCall::runOrmqr},
        {"syevd", &LapackCall::runSyevd}, {"gesdd", &LapackCall::runGesdd},
        {"gesvd", &LapackCall::runGesvd}, {"geev", &LapackCall::runGeev},
        {"gees", &LapackCall::runGees},   {"sytrd", &LapackCall::runSytrd},
        {"gehrd", &LapackCall::runGehrd}, {"gtsv", &LapackCall::runGtsv}};
    const auto *routine = llvm::find_if(
        routines, [&](const auto &it) { return it.first == op.getRoutine(); });
    if (routine == std::end(routines))
      return makeError(op, "has no routine '" + op.getRoutine() + "'");
    (this->*routine->second)();
    if (!refusal.empty())
      return makeError(op,
                       "required for '" + op.getRoutine() + "': " + refusal);
    return llvm::Error::success();
  }

private:
  void runPotrf() {
    bool isLower = getChoice(0, 'L', 'U');
    auto a = getSquare();
    put(1, factorizeCholesky(a, isLower));
    put(0, a);
  }

  void runGetrf() {
    auto a = get(0);
    Integers pivots;
    put(2, factorizeLu(a, pivots));
    put(1, pivots);
    put(0, a);
  }

  void runGeqrf() {
    auto a = get(0);
    Matrix<T> tau;
    factorizeQr(a, tau);
    put(1, tau);
    put(0, a);
  }

  void runGeqp3() {
    auto a = get(0);
    auto order = get<int64_t>(1);
    if (order.getRows() != a.getColumns())
      return refuse("a number for each column");
    Matrix<T> tau;
    factorizePivotedQr(a, order, tau);
    put(1, order);
    put(2, tau);
    put(0, a);
  }

  void runOrgqr() {
    auto a = get(0), tau = get(1);
    if (a.getColumns() > a.getRows() || tau.getRows() > a.getColumns())
      return refuse("no more reflectors than columns, and no more of these "
                    "than rows");
    makeQ(a, tau);
    put(0, a);
  }

  void runOrmqr() {
    bool isLeft = getChoice(0, 'L', 'R');
    bool isAdjoint = getChoice(1, kIsComplex<T> ? 'C' : 'T', 'N');
    auto a = get(0), tau = get(1), c = get(2);
    if (a.getRows() != (isLeft ? c.getRows() : c.getColumns()) ||
        tau.getRows() > std::min(a.getRows(), a.getColumns()))
      return refuse("reflectors as long as the rows or columns that they are "
                    "applied to");
    multiplyByQ(a, tau, c, isLeft, isAdjoint);
    put(0, c);
  }

  void runSyevd() {
    bool makesVectors = getChoice(0, 'V', 'N');
    bool isLower = getChoice(1, 'L', 'U');
    auto a = getSquare();
    Reals w;
    put(2, solveSymmetric(a, w, makesVectors, isLower, getPrecision()));
    put(1, w);
    put(0, a);
  }

  void runGesdd() { decompose(SingularRoutine::Gesdd); }
  void runGesvd() { decompose(SingularRoutine::Gesvd); }

  void decompose(SingularRoutine routine) {
    auto mode = static_cast<char>(op.getOptions()[0]);
    if (mode != 'A' && mode != 'S' && mode != 'N')
      return refuse("a mode of 'A', 'S' or 'N'; found '" + llvm::Twine(mode) +
                    "'");
    auto a = get(0);
    if (!isFinite(a))
      return put(4, int64_t(-4));
    Reals s;
    Matrix<T> u, vt;
    put(4, decomposeSingular(a, s, u, vt,
                             mode == 'A'   ? SingularVectors::All
                             : mode == 'S' ? SingularVectors::Some
                                           : SingularVectors::None,
                             routine, getPrecision()));
    if (mode != 'N') {
      put(2, u);
      put(3, vt);
    }
    put(0, a);
    put(1, s);
  }

  void runGeev() {
    bool makesLeft = getChoice(0, 'V', 'N');
    bool makesRight = getChoice(1, 'V', 'N');
    int info = kIsComplex<T> ? 3 : 4;
    auto a = getSquare();
    if (!isFinite(a))
      return put(info, int64_t(-4));
    Matrix<Complex> w, vl, vr;
    put(info,
        solveGeneral(a, w, vl, vr, makesLeft, makesRight, getPrecision()));
    int next = putEigenvalues(0, w);
    if (makesLeft)
      put(next, vl);
    if (makesRight)
      put(next + 1, vr);
  }

  void runGees() {
    bool makesVectors = getChoice(0, 'V', 'N');
    if (op.getOptions()[1] != 'N')
      return refuse("no order ('N'), for which there is no function");
    int info = kIsComplex<T> ? 4 : 5;
    auto a = getSquare();
    if (!isFinite(a))
      return put(info, int64_t(-4));
    Matrix<T> vs;
    Matrix<Complex> w;
    put(info, decomposeSchur(a, vs, w, makesVectors, getPrecision()));
    put(0, a);
    if (makesVectors)
      put(1, vs);
    putEigenvalues(2, w);
  }

  void runSytrd() {
    bool isLower = getChoice(0, 'L', 'U');
    auto a = getSquare();
    Reals d, e;
    Matrix<T> tau;
    reduceToTridiagonal(a, d, e, tau, isLower);
    put(1, d);
    put(2, e);
    put(3, tau);
    put(0, a);
  }

  void runGehrd() {
    auto a = getSquare();
    int64_t n = a.getRows(), low = op.getOptions()[0],
            high = op.getOptions()[1];
    // LAPACK's info is the number of the invalid argument.
    if (low < 1 || low > std::max<int64_t>(1, n))
      return put(2, int64_t(-2));
    if (high < std::min(low, n) || high > n)
      return put(2, int64_t(-3));
    Matrix<T> tau;
    reduceToHessenberg(a, tau, low - 1, high - 1);
    put(1, tau);
    put(0, a);
  }

  void runGtsv() {
    auto dl = get(0), d = get(1), du = get(2), b = get(3);
    int64_t n = d.getRows();
    if (dl.getRows() != n || du.getRows() != n || b.getRows() != n)
      return refuse("diagonals and a right-hand side of as many rows");
    put(4, solveTridiagonal(dl, d, du, b));
    put(0, dl);
    put(1, d);
    put(2, du);
    put(3, b);
  }

  /// Writes eigenvalues; those of real matrices are split into parts. Returns
  /// the number of the next destination.
  int putEigenvalues(int dest, const Matrix<Complex> &w) {
    if constexpr (kIsComplex<T>) {
      put(dest, w);
      return dest + 1;
    }
    Reals real(w.getRows()), imaginary(w.getRows());
    for (int64_t i = 0; i < w.getRows(); ++i) {
      real(i) = w(i).real();
      imaginary(i) = w(i).imag();
    }
    put(dest, real);
    put(dest + 1, imaginary);
    return dest + 2;
  }

  static bool isFinite(const Matrix<T> &a) {
    for (int64_t i = 0; i < a.getRows(); ++i)
      for (int64_t j = 0; j < a.getColumns(); ++j)
        if (!std::isfinite(getReal(a(i, j))) ||
            !std::isfinite(getImaginary(a(i, j))))
          return false;
    return true;
  }

  /// Reads an option that must be one of two characters.
  bool getChoice(int option, char one, char other) {
    auto found = static_cast<char>(op.getOptions()[option]);
    if (found != one && found != other)
      refuse("'" + llvm::Twine(one) + "' or '" + llvm::Twine(other) +
             "' as option " + llvm::Twine(option) + "; found '" +
             llvm::Twine(found) + "'");
    return found == one;
  }
  /// Records an error; the first one counts, and the results are not used.
  void refuse(const llvm::Twine &required) {
    if (refusal.empty())
      refusal = required.str();
  }

  Precision getPrecision() const {
    ElementType type = sources[0]->getElementType();
    bool isWide = type == ElementType::F64 || type == ElementType::C128;
    return isWide ? Precision::of<double>() : Precision::of<float>();
  }

  /// The extents of the matrix in a tensor.
  std::pair<int64_t, int64_t> getExtents(const HostTensor &tensor) {
    ArrayRef<int64_t> own = tensor.getShape().drop_front(op.getBatch());
    return {own.empty() ? 1 : own[0], own.size() < 2 ? 1 : own[1]};
  }
  template <typename U = T> Matrix<U> get(int source) {
    auto [rows, columns] = getExtents(*sources[source]);
    return loadMatrix<U>(*sources[source], number * rows * columns, rows,
                         columns);
  }
  /// The first source, which must be square.
  Matrix<T> getSquare() {
    auto a = get(0);
    if (a.getRows() == a.getColumns())
      return a;
    refuse("a square matrix; found " + llvm::Twine(a.getRows()) + " x " +
           llvm::Twine(a.getColumns()));
    return Matrix<T>(0, 0);
  }
  template <typename U> void put(int dest, const Matrix<U> &matrix) {
    auto [rows, columns] = getExtents(dests[dest]);
    ElementType type = dests[dest].getElementType();
    if (matrix.getRows() != rows || matrix.getColumns() != columns ||
        isInteger(type) != std::is_integral_v<U> ||
        isComplex(type) != kIsComplex<U>)
      return refuse("as destination " + llvm::Twine(dest) + " " +
                    llvm::Twine(matrix.getRows()) + " x " +
                    llvm::Twine(matrix.getColumns()) + " elements that are " +
                    (std::is_integral_v<U> ? "integers"
                     : kIsComplex<U>       ? "complex"
                                           : "real") +
                    "; found " + llvm::Twine(rows) + " x " +
                    llvm::Twine(columns) + " of " + stringify(type));
    storeMatrix(dests[dest], number * rows * columns, matrix);
  }
  void put(int dest, int64_t value) {
    Integers one(1);
    one(0) = value;
    put(dest, one);
  }

  linalg_ext::LapackOp op;
  ArrayRef<Tensor> sources;
  MutableArrayRef<HostTensor> dests;
  int64_t number;
  /// The error of an invalid call: the requirement, and the value found.
  std::string refusal;
};
} // namespace

static llvm::Expected<Results> evaluateLapack(linalg_ext::LapackOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  ArrayRef<Tensor> sources = getTensors(op.getSources(), operands);
  SmallVector<HostTensor> dests;
  for (const Tensor &dest : getTensors(op.getDests(), operands)) {
    llvm::Expected<HostTensor> zeros =
        HostTensor::create(dest->getElementType(), dest->getShape());
    dests.push_back(std::move(*zeros));
  }
  ArrayRef<int64_t> shape = sources[0]->getShape();
  uint64_t size = ShapedType::getNumElements(shape.drop_front(op.getBatch()));
  int64_t count = ShapedType::getNumElements(shape.take_front(op.getBatch()));
  for (int64_t number = 0; number < count; ++number) {
    // The longest routines take about this many operations.
    auto operations =
        static_cast<uint64_t>(10 * double(size) * std::sqrt(double(size)) + 1);
    if (llvm::Error error = evaluator.work(operations))
      return error;
    llvm::Error error =
        isComplex(sources[0]->getElementType())
            ? LapackCall<Complex>(op, sources, dests, number).run()
            : LapackCall<double>(op, sources, dests, number).run();
    if (error)
      return error;
  }
  return share(std::move(dests));
}

void reference::addLapackOps(OpEvaluations &evaluations) {
  addEvaluation<linalg_ext::LapackOp, evaluateLapack>(evaluations);
}
