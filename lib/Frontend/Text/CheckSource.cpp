//===- CheckSource.cpp - Texts that crash upstream's parser ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/CheckSource.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

/// `text` with comments and the contents of strings replaced by blanks.
static std::string blankComments(StringRef text) {
  std::string result = text.str();
  for (size_t i = 0; i < result.size(); ++i) {
    if (result[i] == '"') {
      while (++i < result.size() && result[i] != '"' && result[i] != '\n') {
        // An escaped character does not end the string.
        if (result[i] == '\\' && i + 1 < result.size())
          result[i++] = ' ';
        result[i] = ' ';
      }
    } else if (result[i] == '/' && i + 1 < result.size() &&
               result[i + 1] == '/') {
      while (i < result.size() && result[i] != '\n')
        result[i++] = ' ';
    }
  }
  return result;
}

/// Whether `text` is a list of numbers separated by commas.
static bool isNumberList(StringRef text) {
  if (text.trim().empty())
    return true;
  SmallVector<StringRef> numbers;
  text.split(numbers, ',');
  return llvm::all_of(numbers, [](StringRef number) {
    int64_t value;
    return !number.trim().getAsInteger(10, value);
  });
}

namespace {
/// The places of a word in a text, one after the other.
class WordFinder {
public:
  WordFinder(StringRef text, StringRef word)
      : text(text), word(word), next(text.find(word)) {}

  /// `StringRef::npos` after the last one.
  size_t getNext() const { return next; }
  void advance() { next = text.find(word, next + word.size()); }

private:
  StringRef text, word;
  size_t next;
};
} // namespace

/// Drops blanks, `=` and blanks from the front, if they are there.
static bool consumeEquals(StringRef &text) {
  text = text.ltrim(" \n");
  if (!text.consume_front("="))
    return false;
  text = text.ltrim(" \n");
  return true;
}

/// An error at the end of `before` in its last line.
static InFlightDiagnostic emitErrorBehind(StringRef before,
                                          llvm::MemoryBufferRef source,
                                          MLIRContext *context) {
  StringRef line = before.take_back(before.size() - before.rfind('\n') - 1);
  return emitError(FileLineColLoc::get(context, source.getBufferIdentifier(),
                                       before.count('\n') + 1,
                                       line.size() + 1));
}

/// Upstream's verifier reads the extent of the axis before it checks the
/// number.
static LogicalResult checkConcats(StringRef text, llvm::MemoryBufferRef source,
                                  MLIRContext *context) {
  for (WordFinder ops(text, "tensor.concat"); ops.getNext() != StringRef::npos;
       ops.advance()) {
    size_t begin = text.find("dim(", ops.getNext());
    if (begin == StringRef::npos)
      break;
    StringRef number = text.drop_front(begin + strlen("dim("))
                           .take_until([](char c) { return c == ')'; })
                           .trim();
    if (number.starts_with("-"))
      return emitErrorBehind(text.take_front(begin), source, context)
             << "'tensor.concat' required: an axis from 0 on; found: '"
             << number << "'";
  }
  return success();
}

/// Upstream's parser allocates memory for all results up to the number:
/// `%0#999999999` takes gigabytes.
static LogicalResult checkResultNumbers(StringRef text,
                                        llvm::MemoryBufferRef source,
                                        MLIRContext *context) {
  constexpr int64_t maxResults = 1 << 16;
  for (size_t at = text.find('#'); at != StringRef::npos;
       at = text.find('#', at + 1)) {
    StringRef number = text.drop_front(at + 1).take_while(llvm::isDigit);
    uint64_t value;
    if (number.empty() ||
        (!number.getAsInteger(10, value) && value < maxResults))
      continue;
    StringRef before = text.take_front(at);
    StringRef name = before.rtrim("$._-0123456789abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (name.ends_with("%"))
      return emitErrorBehind(before, source, context)
             << "required: a result numbered below " << maxResults
             << "; found: '" << number << "'";
  }
  return success();
}

/// Upstream's parser is recursive for brackets, and passes are recursive for
/// regions. Both run out of stack at a depth of some thousands.
static LogicalResult checkNesting(StringRef text, llvm::MemoryBufferRef source,
                                  MLIRContext *context) {
  // The limits allow a thousand regions in a module and a function, and
  // attributes in these.
  constexpr int maxBraces = 1024, maxBrackets = 4096;
  int braces = 0, brackets = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char next = i + 1 < text.size() ? text[i + 1] : ' ';
    switch (text[i]) {
    case '{':
      ++braces;
      ++brackets;
      break;
    case '}':
      --braces;
      --brackets;
      break;
    case '<':
      brackets += next != '=';
      break;
    case '>':
      // The character must not belong to an arrow or a comparison.
      brackets -=
          next != '=' && (i == 0 || (text[i - 1] != '-' && text[i - 1] != '='));
      break;
    case '(':
    case '[':
      ++brackets;
      break;
    case ')':
    case ']':
      --brackets;
      break;
    default:
      continue;
    }
    // The parser reports a bracket that was not opened.
    braces = std::max(braces, 0);
    brackets = std::max(brackets, 0);
    if (braces > maxBraces)
      return emitErrorBehind(text.take_front(i), source, context)
             << "required: at most " << maxBraces
             << " braces within each other, of regions and attributes; move "
                "inner regions to functions";
    if (brackets > maxBrackets)
      return emitErrorBehind(text.take_front(i), source, context)
             << "required: at most " << maxBrackets
             << " brackets within each other";
  }
  return success();
}

LogicalResult dtensor::checkSource(llvm::MemoryBufferRef source,
                                   MLIRContext *context) {
  std::string blanked = blankComments(source.getBuffer());
  StringRef text = blanked;
  if (failed(checkNesting(text, source, context)) ||
      failed(checkConcats(text, source, context)) ||
      failed(checkResultNumbers(text, source, context)))
    return failure();
  // Programs can be large, so a single pass finds everything.
  WordFinder ops(text, "linalg."), dimensions(text, "dimensions"),
      permutations(text, "permutation");
  size_t name = StringRef::npos;
  while (true) {
    bool isPermutation = permutations.getNext() < dimensions.getNext();
    WordFinder &lists = isPermutation ? permutations : dimensions;
    StringRef word = isPermutation ? "permutation" : "dimensions";
    size_t at = lists.getNext();
    if (at == StringRef::npos)
      return success();
    lists.advance();
    for (; ops.getNext() < at; ops.advance())
      name = ops.getNext();
    StringRef value = text.drop_front(at + word.size());
    if (name == StringRef::npos || !consumeEquals(value))
      continue;
    StringRef before = text.take_front(at);
    StringRef op = before.drop_front(name).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
    if (op != "linalg.reduce" && op != "linalg.transpose" &&
        op != "linalg.broadcast")
      continue;
    auto error = [&]() {
      return emitErrorBehind(before, source, context) << "'" << op << "' ";
    };
    // In the generic form it is an ordinary attribute.
    if (value.starts_with("array<") || value.starts_with("dense<"))
      continue;
    bool isList = value.consume_front("[");
    StringRef numbers =
        value.take_front(value.find_first_of(isList ? "]" : "\n"));
    if (!isList || numbers.size() == value.size() || !isNumberList(numbers))
      return error() << "required: " << word
                     << " as numbers with commas between them in brackets; "
                        "found: '"
                     << numbers.trim() << "'";
    if (op == "linalg.transpose" && numbers.trim().empty())
      return error() << "has no axes to transpose; use its operand";
  }
}
