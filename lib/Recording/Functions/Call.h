//===- Call.h - A call of a function of the table ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_FUNCTIONS_CALL_H
#define DTENSOR_RECORDING_FUNCTIONS_CALL_H

#include "dtensor/Recording/Functions.h"
#include "dtensor/Recording/Ops.h"
#include "dtensor/Recording/Signature.h"
#include "llvm/ADT/StringMap.h"

namespace dtensor::recording {

/// An implementation's input: arguments by name, each of the type that the
/// signature has. After a failure, what it returns is not looked at.
class Call {
public:
  Call(Graph &graph, const FunctionInfo &info) : graph(graph), info(info) {}

  Graph &graph;
  const FunctionInfo &info;

  const Argument &get(llvm::StringRef name) const {
    return arguments.find(name)->second;
  }
  bool has(llvm::StringRef name) const { return !get(name).isNone(); }
  Value array(llvm::StringRef name) { return toArray(get(name)); }
  Values arrays(llvm::StringRef name);
  int64_t integer(llvm::StringRef name) const {
    return get(name).get<int64_t>();
  }
  bool flag(llvm::StringRef name) const { return get(name).get<bool>(); }
  llvm::StringRef text(llvm::StringRef name) const {
    return get(name).get<std::string>();
  }
  double number(llvm::StringRef name) const;
  DType dtype(llvm::StringRef name, DType fallback) const {
    return has(name) ? get(name).get<DType>() : fallback;
  }
  Shape integers(llvm::StringRef name) const;
  /// The same, none of which may be negative.
  Shape shape(llvm::StringRef name);
  /// An axis, counted from the end if it is negative.
  int64_t axis(llvm::StringRef name, int64_t rank);
  /// Several different axes, in order; all for None.
  Shape axes(llvm::StringRef name, int64_t rank);
  Shape normalize(llvm::ArrayRef<int64_t> axes, int64_t rank,
                  llvm::StringRef name);

  /// Fails with the function's name.
  Value fail(const llvm::Twine &message) {
    return graph.fail(llvm::Twine(info.name) + ": " + message);
  }
  bool hasFailed() const { return graph.hasFailed(); }
  /// Whether an array has one of these kinds; a failure otherwise.
  bool checkKind(llvm::StringRef name, Value x, unsigned kinds);

  Value toArray(const Argument &argument);
  /// Operands in their common type. A scalar takes the type of the arrays if
  /// that is of its kind or a higher one.
  Values promoted(llvm::ArrayRef<llvm::StringRef> names);
  Values convertToCommon(llvm::ArrayRef<Argument> operands);
  /// The same, of one shape.
  Values broadcasted(Values operands);
  std::optional<DType> getCommonType(llvm::ArrayRef<Argument> operands);

  /// Binds arguments as Python does.
  bool bind(const Signature &signature, llvm::ArrayRef<Argument> positional,
            llvm::ArrayRef<Keyword> keywords);

private:
  llvm::StringMap<Argument> arguments;
};

/// The type of a scalar, if no array says another one.
DType getDefaultType(Kind kind);
/// A scalar as a value of a type.
Literal makeLiteral(const Argument &scalar, TensorType type);
/// Integers and booleans become floats.
Value toInexact(Value x);
/// The float type in which values of `dtype` are summed.
DType getSumType(DType dtype);
/// `x` without the axes, or with extents of 1.
Value restoreAxes(Value folded, Value original, llvm::ArrayRef<int64_t> axes,
                  bool keepdims);
Value flatten(Value x);
/// The value of each axis' position: 0 to rank - 1.
Shape allAxes(int64_t rank);

// The groups.
llvm::ArrayRef<FunctionInfo> getCreationFunctions();
llvm::ArrayRef<FunctionInfo> getTypeFunctions();
llvm::ArrayRef<FunctionInfo> getUnaryFunctions();
llvm::ArrayRef<FunctionInfo> getBinaryFunctions();
llvm::ArrayRef<FunctionInfo> getFourierFunctions();
llvm::ArrayRef<FunctionInfo> getIndexingFunctions();
llvm::ArrayRef<FunctionInfo> getLinearAlgebraFunctions();
llvm::ArrayRef<FunctionInfo> getMatrixFunctions();
llvm::ArrayRef<FunctionInfo> getManipulationFunctions();
llvm::ArrayRef<FunctionInfo> getSearchingFunctions();
llvm::ArrayRef<FunctionInfo> getSetFunctions();
llvm::ArrayRef<FunctionInfo> getStatisticalFunctions();
llvm::ArrayRef<FunctionInfo> getUtilityFunctions();
llvm::ArrayRef<FunctionInfo> getConvolutionFunctions();
llvm::ArrayRef<FunctionInfo> getFurtherFunctions();

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_FUNCTIONS_CALL_H
