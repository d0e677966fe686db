//===- Signature.h - Signatures of functions --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_SIGNATURE_H
#define DTENSOR_RECORDING_SIGNATURE_H

#include "dtensor/Recording/Argument.h"

namespace dtensor::recording {

/// The types of parameters, by their names in signatures. A `?` behind the name
/// allows None.
///
/// | name | what is taken |
/// |---|---|
/// | `array` | an array |
/// | `operand` | an array, or a scalar that takes its type from another operand
/// | | `arrays` | a list of arrays | | `scalar` | a boolean, an integer, a
/// float or a complex number | | `number` | an integer or a float | | `int`,
/// `bool`, `string`, `dtype` | one of these; a type also by its name | | `ints`
/// | an integer or a list of integers | | `any` | anything, which the function
/// itself looks at |
struct Parameter {
  enum Mode { kPositionalOnly, kEither, kKeywordOnly, kRest };
  llvm::StringRef name, type;
  bool isOptional;
  /// None if the parameter is required.
  std::optional<Argument> fallback;
  Mode mode;
};

struct Signature {
  std::vector<Parameter> parameters;
  /// As `array`, `array, array`.
  llvm::StringRef result;
};

/// Parses a text of the table.
Signature parseSignature(llvm::StringRef text);

/// Whether `argument` is one of `type`; it is converted to the form in which
/// functions get it (lists for `ints`, types for their names).
bool accept(llvm::StringRef type, Argument &argument);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_SIGNATURE_H
