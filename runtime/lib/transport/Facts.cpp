//===- Facts.cpp - What all processes have in common ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts.h"

#include "../processes/Fields.h"

#include <algorithm>

using namespace dtensor::runtime;

static int64_t getFingerprint(const std::string &text) {
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (unsigned char byte : text)
    hash = (hash ^ byte) * 0x100000001b3;
  return static_cast<int64_t>(hash);
}

std::string dtensor::runtime::writeFacts(const std::vector<Fact> &facts,
                                         size_t maxBytes) {
  FieldWriter fields;
  constexpr size_t kNumbers = 24;
  for (size_t i = 0; i < facts.size(); ++i) {
    // What a short value leaves is for those that follow.
    size_t share = (maxBytes - fields.get().size()) / (facts.size() - i);
    const std::string &value = facts[i].value;
    fields.add(getFingerprint(value)).add(static_cast<int64_t>(value.size()));
    fields.add(value.substr(0, share > kNumbers ? share - kNumbers : 0));
  }
  return fields.get();
}

/// A text in quotes; of a long one, the surroundings of a position.
static std::string quote(const std::string &text, size_t position) {
  constexpr size_t kMaxShown = 256, kMaxBefore = 64;
  size_t begin = text.size() <= kMaxShown || position < kMaxBefore
                     ? 0
                     : position - kMaxBefore;
  std::string shown = text.substr(begin, kMaxShown);
  return (begin > 0 ? "'..." : "'") + shown +
         (begin + shown.size() < text.size() ? "...'" : "'");
}

std::string dtensor::runtime::compareFacts(const std::vector<Fact> &facts,
                                           int64_t own,
                                           const std::string &message,
                                           int64_t other) {
  FieldReader fields(message);
  for (const Fact &fact : facts) {
    const std::string &value = fact.value;
    int64_t fingerprint = fields.readNumber(), size = fields.readNumber();
    std::string found = fields.readText();
    if (fields.isGood() && fingerprint == getFingerprint(value) &&
        value.compare(0, found.size(), found) == 0)
      continue;
    size_t position =
        std::mismatch(value.begin(), value.end(), found.begin(), found.end())
            .first -
        value.begin();
    std::string text = "the processes do not agree on " + fact.name +
                       ": process " + std::to_string(own) + " has " +
                       quote(value, position) + ", process " +
                       std::to_string(other) + " has ";
    // A long value may differ only where the message does not have it.
    bool isCut =
        position == found.size() && found.size() < static_cast<size_t>(size);
    return text + (isCut ? "one that differs after " +
                               std::to_string(position) + " characters"
                         : quote(found, position));
  }
  return "";
}
