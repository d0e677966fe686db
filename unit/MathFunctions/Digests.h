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

/// The levels and this machine's processor, as far as they run here.
const std::vector<Processor> &getRunnable();

/// A digest of the bits. All NaNs count as one, since the standard leaves their
/// bits open, and processors differ.
std::string getDigest(ElementType type, const void *results,
                      int64_t numElements);

/// The digest in the line of the file `digests.txt` that begins with the name.
/// For a processor without a fused multiply-add it is in the second column, if
/// there is one. Empty if there is no such line.
std::string findDigest(const std::string &name, const Processor &processor);

} // namespace dtensor

#endif // DTENSOR_UNIT_MATHFUNCTIONS_DIGESTS_H
