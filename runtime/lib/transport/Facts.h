//===- Facts.h - What all processes have in common ------------ -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_FACTS_H
#define DTENSOR_RUNTIME_TRANSPORT_FACTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace dtensor::runtime {

/// A fact that all processes have to agree on.
struct Fact {
  std::string name;
  std::string value;
};

/// Writes facts as a message of at most `maxBytes`: a fingerprint of each value
/// and as much of its beginning as fits, so that long values are compared as a
/// whole and short ones can be shown.
std::string writeFacts(const std::vector<Fact> &facts, size_t maxBytes);

/// Compares the facts of process `own` with the message of process `other`.
/// Returns the first difference as an error; empty if there is none. Of long
/// values it has the part where they differ.
std::string compareFacts(const std::vector<Fact> &facts, int64_t own,
                         const std::string &message, int64_t other);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_FACTS_H
