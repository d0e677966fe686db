//===- Checksum.h - A checksum of parts -------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_CHECKSUM_H
#define DTENSOR_CHECKPOINT_CHECKSUM_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace dtensor {

// The checksum of a row of bytes is the sum of one term per word of 7 bytes,
// modulo the prime 2^61 - 1: the word, times a number that depends on its
// position. So the checksum of the whole is the sum of those of its parts,
// whoever reads them and however they are cut. Several readers, none of which
// reads everything, can check what they have read together. A change within one
// word is always found, since words are less than the prime; any other change
// is missed with a probability of about 2^-61. It is no protection against
// somebody who wants it to be missed.

/// The checksum of `bytes`, which begin at byte `position` of the row.
uint64_t getChecksum(llvm::StringRef bytes, int64_t position);

/// The sum of two checksums of parts.
uint64_t addChecksums(uint64_t a, uint64_t b);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_CHECKSUM_H
