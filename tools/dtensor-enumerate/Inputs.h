//===- Inputs.h - Values whose sums are exact -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_INPUTS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_INPUTS_H

#include "CaseFile.h"
#include "dtensor/Driver/Signature.h"
#include "dtensor/Host/HostTensor.h"
#include <memory>

namespace dtensor {

/// The value of an argument, by kind:
///   small     integers from -3 to 3: sums of them are exact in any order
///   positive  integers from 1 to 4
///   powers    1, -1 and 2: products of them are exact
///   special   as `small`, some of them NaN or infinite
///   unit      any number from 0.1 to 0.9
///   below     integers from 0 to `bound`, which is not among them
/// Depends on kind, type, shape and `seed` only. Errors: another kind, no
/// memory.
llvm::Expected<HostTensor> makeInput(const ValueSignature &argument,
                                     llvm::StringRef kind, int64_t bound,
                                     uint64_t seed);

using Inputs = std::vector<std::shared_ptr<HostTensor>>;

/// The values of all arguments; the first has the given seed. Errors: those of
/// `makeInput`, and an invalid expression in the case.
llvm::Expected<Inputs> makeInputs(const Case &testCase, const Extents &extents,
                                  const Signature &signature,
                                  uint64_t firstSeed = 1);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_INPUTS_H
