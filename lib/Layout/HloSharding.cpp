//===- HloSharding.cpp - Shardings as XLA writes them ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/HloSharding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace dtensor;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using Kind = HloSharding::Kind;

/// The largest number of tiles; no real sharding has more.
static constexpr int64_t kMaxTiles = int64_t(1) << 20;
/// The largest depth of tuples within tuples.
static constexpr unsigned kMaxDepth = 16;

namespace {
/// Reads a text from left to right. After an error every read returns nothing,
/// and the first error is kept.
class Reader {
public:
  explicit Reader(StringRef text) : text(text), rest(text) {}

  HloSharding readSharding(unsigned depth);
  /// Errors: the first error found, or text behind the end.
  llvm::Error finish();

private:
  bool failed() const { return !message.empty(); }
  void fail(const Twine &what);
  void skipBlanks() { rest = rest.ltrim(); }
  bool skip(StringRef token);
  void expect(StringRef token);
  bool atNumber();
  StringRef readWord();
  int64_t readNumber();
  SmallVector<int64_t> readNumbers(StringRef end);
  Kind readSubgroup();
  void readTiles(HloSharding &sharding);
  void readDevices(HloSharding &sharding);
  void readSuffixes(HloSharding &sharding);
  void skipMetadata();

  StringRef text;
  StringRef rest;
  std::string message;
};
} // namespace

void Reader::fail(const Twine &what) {
  if (failed())
    return;
  message = ("sharding '" + text + "': " + what + " at position " +
             Twine(text.size() - rest.size()))
                .str();
  rest = "";
}

bool Reader::skip(StringRef token) {
  skipBlanks();
  return rest.consume_front(token);
}

void Reader::expect(StringRef token) {
  if (!skip(token))
    fail("expected '" + token + "'");
}

bool Reader::atNumber() {
  skipBlanks();
  return !rest.empty() && llvm::isDigit(rest.front());
}

StringRef Reader::readWord() {
  skipBlanks();
  StringRef word =
      rest.take_while([](char c) { return llvm::isAlpha(c) || c == '_'; });
  rest = rest.drop_front(word.size());
  return word;
}

int64_t Reader::readNumber() {
  int64_t number = 0;
  if (!atNumber() || rest.consumeInteger(10, number))
    fail("expected a number");
  return number;
}

/// Reads numbers separated by commas, up to `end`.
SmallVector<int64_t> Reader::readNumbers(StringRef end) {
  SmallVector<int64_t> numbers;
  if (skip(end))
    return numbers;
  do {
    numbers.push_back(readNumber());
  } while (!failed() && skip(","));
  expect(end);
  return numbers;
}

/// The product of sizes of at least 1; nothing if it is too large.
static std::optional<int64_t> getProduct(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (size < 1 || size > kMaxTiles)
      return std::nullopt;
    product *= size;
    if (product > kMaxTiles)
      return std::nullopt;
  }
  return product;
}

Kind Reader::readSubgroup() {
  StringRef word = readWord();
  if (word == "replicated")
    return Kind::Replicated;
  if (word == "manual")
    return Kind::Manual;
  if (word == "unreduced")
    return Kind::Unreduced;
  fail("expected replicated, manual or unreduced, found '" + word + "'");
  return Kind::Replicated;
}

void Reader::readDevices(HloSharding &sharding) {
  std::optional<int64_t> count = getProduct(sharding.tiles);
  if (!count) {
    fail("expected tiles of 1 or more, and not more than " + Twine(kMaxTiles));
    return;
  }
  if (!skip("<=")) {
    do {
      sharding.devices.push_back(readNumber());
      // The list could be too long, but not by much.
      if (static_cast<int64_t>(sharding.devices.size()) > *count)
        break;
    } while (!failed() && skip(","));
  } else {
    expect("[");
    SmallVector<int64_t> shape = readNumbers("]");
    SmallVector<int64_t> order = llvm::to_vector(
        llvm::seq<int64_t>(0, static_cast<int64_t>(shape.size())));
    if (skip("T")) {
      expect("(");
      order = readNumbers(")");
    }
    SmallVector<int64_t> sorted(order);
    llvm::sort(sorted);
    if (failed())
      return;
    if (getProduct(shape) != count || order.size() != shape.size() ||
        !llvm::equal(sorted, llvm::seq<int64_t>(0, shape.size()))) {
      fail("expected a shape of " + Twine(*count) +
           " devices and an order of its axes");
      return;
    }
    // Row-major strides, and the stride of each axis of the transposed shape.
    SmallVector<int64_t> strides(shape.size(), 1);
    for (size_t axis = shape.size(); axis-- > 1;)
      strides[axis - 1] = strides[axis] * shape[axis];
    for (int64_t tile = 0; tile < *count; ++tile) {
      int64_t left = tile, device = 0;
      for (int64_t axis : llvm::reverse(order)) {
        device += left % shape[axis] * strides[axis];
        left /= shape[axis];
      }
      sharding.devices.push_back(device);
    }
  }
  SmallVector<int64_t> sorted(sharding.devices);
  llvm::sort(sorted);
  if (!failed() && !llvm::equal(sorted, llvm::seq<int64_t>(0, *count)))
    fail("expected each of " + Twine(*count) + " devices once");
}

void Reader::readTiles(HloSharding &sharding) {
  sharding.kind = Kind::Tiled;
  expect("=");
  expect("[");
  sharding.tiles = readNumbers("]");
  readDevices(sharding);
}

/// Skips `{...}`, which may contain strings.
void Reader::skipMetadata() {
  expect("{");
  unsigned depth = 1;
  bool inString = false;
  while (!failed() && depth) {
    if (rest.empty()) {
      fail("expected '}'");
      return;
    }
    char c = rest.front();
    rest = rest.drop_front(inString && c == '\\' && rest.size() > 1 ? 2 : 1);
    if (c == '"')
      inString = !inString;
    else if (!inString && c == '{')
      ++depth;
    else if (!inString && c == '}')
      --depth;
  }
}

void Reader::readSuffixes(HloSharding &sharding) {
  while (!failed() && !skip("}")) {
    StringRef word = readWord();
    if (word == "last_tile_dim_replicate" && sharding.subgroups.empty()) {
      sharding.subgroups.push_back(Kind::Replicated);
    } else if (word == "last_tile_dims" && sharding.subgroups.empty()) {
      expect("=");
      expect("{");
      do {
        sharding.subgroups.push_back(readSubgroup());
      } while (!failed() && skip(","));
      expect("}");
    } else if (word == "shard_as" || word == "shard_like") {
      sharding.group = readNumber();
    } else if (word == "metadata") {
      expect("=");
      skipMetadata();
    } else {
      fail("expected '}'");
    }
  }
  if (sharding.subgroups.size() > sharding.tiles.size())
    fail("expected a size for each of " + Twine(sharding.subgroups.size()) +
         " last tile dims");
}

HloSharding Reader::readSharding(unsigned depth) {
  HloSharding sharding;
  expect("{");
  skipBlanks();
  if (rest.starts_with("{") || rest.starts_with("}")) {
    sharding.kind = Kind::Tuple;
    if (depth > kMaxDepth)
      fail("expected less deep tuples");
    if (failed() || skip("}"))
      return sharding;
    do {
      sharding.elements.push_back(readSharding(depth + 1));
    } while (!failed() && skip(","));
    expect("}");
    return sharding;
  }
  StringRef word = readWord();
  if (word == "replicated") {
    sharding.kind = Kind::Replicated;
  } else if (word == "manual") {
    sharding.kind = Kind::Manual;
  } else if (word == "unknown") {
    sharding.kind = Kind::Unknown;
  } else if (word == "unreduced") {
    sharding.kind = Kind::Unreduced;
  } else if (word == "maximal") {
    sharding.kind = Kind::Maximal;
    if (readWord() != "device")
      fail("expected device=");
    expect("=");
    sharding.device = readNumber();
  } else if (word == "devices") {
    readTiles(sharding);
  } else {
    fail("expected replicated, manual, unknown, unreduced, maximal or "
         "devices, found '" +
         word + "'");
  }
  readSuffixes(sharding);
  return sharding;
}

llvm::Error Reader::finish() {
  skipBlanks();
  if (!rest.empty())
    fail("expected the end");
  return failed() ? llvm::createStringError(message) : llvm::Error::success();
}

llvm::Expected<HloSharding> HloSharding::parse(StringRef text) {
  Reader reader(text);
  HloSharding sharding = reader.readSharding(/*depth=*/0);
  if (llvm::Error error = reader.finish())
    return error;
  return sharding;
}

static StringRef stringify(Kind kind) {
  switch (kind) {
  case Kind::Replicated:
    return "replicated";
  case Kind::Manual:
    return "manual";
  case Kind::Unknown:
    return "unknown";
  case Kind::Unreduced:
    return "unreduced";
  case Kind::Maximal:
    return "maximal";
  case Kind::Tiled:
    return "devices";
  case Kind::Tuple:
    return "";
  }
  llvm_unreachable("all kinds are handled");
}

std::string HloSharding::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{" << stringify(kind);
  if (kind == Kind::Maximal)
    os << " device=" << device;
  if (kind == Kind::Tiled) {
    os << "=[";
    llvm::interleave(tiles, os, ",");
    os << "]";
    if (llvm::equal(devices, llvm::seq<int64_t>(0, devices.size())))
      os << "<=[" << devices.size() << "]";
    else
      llvm::interleave(devices, os, ",");
  }
  if (subgroups.size() == 1 && subgroups[0] == Kind::Replicated)
    os << " last_tile_dim_replicate";
  else if (!subgroups.empty()) {
    os << " last_tile_dims={";
    llvm::interleave(
        subgroups, os, [&](Kind each) { os << stringify(each); }, ", ");
    os << "}";
  }
  llvm::interleave(
      elements, os, [&](const HloSharding &each) { os << each.str(); }, ", ");
  if (group)
    os << " shard_as " << *group;
  os << "}";
  return text;
}
