//===- MessageHeader.cpp - What a message says of itself ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessageHeader.h"
#include "../flight/FlightRecord.h"

#include <cstring>
#include <iterator>

using namespace dtensor::runtime;

static uint64_t hash(const int64_t *numbers, int64_t count, uint64_t seed) {
  // FNV-1a on words, with the high bits mixed into the low ones.
  uint64_t result = 0xcbf29ce484222325 ^ seed;
  for (int64_t i = 0; i < count; ++i) {
    result = (result ^ static_cast<uint64_t>(numbers[i])) * 0x100000001b3;
    result ^= result >> 29;
  }
  return result;
}

/// Such as `all_reduce`.
static const char *getOpName(const Plan &plan) {
  Site site;
  switch (plan.data[0]) {
  case DT_COLLECTIVE_SITE:
    return site.decode(plan.data, plan.topology) ? "collective"
                                                 : getName(getFlightOp(site));
  case DT_FETCH_SITE:
    return getName(FlightOp::Fetch);
  case DT_RESHAPE_SITE:
    return getName(FlightOp::Reshape);
  case DT_TAKE_SITE:
    return getName(FlightOp::Take);
  }
  return "exchange of an unknown kind";
}

void MessageHeader::identify(const Plan &plan, const int64_t *callNumbers,
                             int64_t count, int64_t step) {
  site = hash(plan.data, plan.size, step);
  numbers = hash(callNumbers, count, 0);
}

uint64_t MessageText::hash() const {
  int64_t words[sizeof(text) / sizeof(int64_t)];
  std::memcpy(words, text, sizeof(words));
  return ::hash(words, std::size(words), 0);
}

std::string MessageText::read(const char *bytes) {
  return std::string(bytes, strnlen(bytes, sizeof(text)));
}

void MessageText::describe(const Plan &plan, const int64_t *callNumbers,
                           int64_t count, const char *where) {
  size_t length = 0;
  auto append = [&](const char *part) {
    size_t size = std::min(std::strlen(part), sizeof(text) - 1 - length);
    std::memcpy(text + length, part, size);
    length += size;
    text[length] = 0;
  };
  append(getOpName(plan));
  append(" of ");
  append(getElementTypeName(plan.data[1]));
  // The place is more important than the last of many numbers.
  constexpr int64_t kMaxShown = 5;
  append(" with [");
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0)
      append(", ");
    if (i == kMaxShown) {
      append("...");
      break;
    }
    append(std::to_string(callNumbers[i]).c_str());
  }
  append("] over mesh dimensions");
  forEachDim(plan.group, [&](int64_t dim) {
    append(plan.group & (maskOf(dim) - 1) ? "," : " ");
    append(std::to_string(dim).c_str());
  });
  append(" at ");
  append(where && *where ? where : "an unknown place");
}

std::string MessageHeader::describeDifference(const std::string &ownText,
                                              const MessageHeader &other,
                                              const std::string &otherText,
                                              int64_t process) const {
  auto compare = [&](const std::string &required, const std::string &found) {
    return "process " + std::to_string(process) +
           " runs another program: required " + required + ", found " + found;
  };
  if (other.format != format)
    return compare("messages of format " + std::to_string(format),
                   "format " + std::to_string(other.format));
  std::string own = print(ownText), found = other.print(otherText);
  if (other.number != number)
    return compare("exchange " + std::to_string(number) + ", " + own,
                   "exchange " + std::to_string(other.number) + ", " + found);
  if (other.numbers != numbers || other.text != text)
    return compare(own, found);
  if (other.site != site)
    return compare(own, found + " between other layouts");
  return compare(own, found + " of a program with another text, other options "
                              "or for another processor");
}
