//===- Digests.h - Result bits that every machine has -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_MATHFUNCTIONS_DIGESTS_H
#define DTENSOR_UNIT_MATHFUNCTIONS_DIGESTS_H

#include "dtensor/Host/Element.h"
#include "dtensor/Target/Processor.h"
#include <string>
#include <vector>

namespace dtensor {

/// Of the levels and this machine's processor those that run here.
const std::vector<Processor> &getRunnable();

/// Of the bits. All NaNs count as one: the standard leaves their bits open, and
/// processors differ.
std::string getDigest(ElementType type, const void *results,
                      int64_t numElements);

/// As it stands in the file `digests.txt` in the line that begins with the
/// name; for a processor without a fused multiply-add in the second column, if
/// there is one. Empty if there is no such line.
std::string findDigest(const std::string &name, const Processor &processor);

} // namespace dtensor

#endif // DTENSOR_UNIT_MATHFUNCTIONS_DIGESTS_H
