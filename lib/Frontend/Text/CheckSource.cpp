//===- CheckSource.cpp - What upstream's parser does not survive ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/CheckSource.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

/// `text` with blanks in the place of comments and of what strings hold.
static std::string blankComments(StringRef text) {
  std::string result = text.str();
  for (size_t i = 0; i < result.size(); ++i) {
    if (result[i] == '"') {
      while (++i < result.size() && result[i] != '"' && result[i] != '\n')
        result[i] = ' ';
    } else if (result[i] == '/' && i + 1 < result.size() &&
               result[i + 1] == '/') {
      while (i < result.size() && result[i] != '\n')
        result[i++] = ' ';
    }
  }
  return result;
}

/// Whether `text` is numbers with commas between them.
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

LogicalResult dtensor::checkSource(llvm::MemoryBufferRef source,
                                   MLIRContext *context) {
  std::string text = blankComments(source.getBuffer());
  llvm::Regex list("(dimensions|permutation)[ \n]*=[ \n]*");
  StringRef rest = text;
  SmallVector<StringRef> match;
  while (list.match(rest, &match)) {
    size_t at = match[0].data() - text.data();
    rest = StringRef(text).drop_front(at + match[0].size());
    StringRef before = StringRef(text).take_front(at);
    size_t name = before.rfind("linalg.");
    if (name == StringRef::npos)
      continue;
    StringRef op = before.drop_front(name).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
    if (op != "linalg.reduce" && op != "linalg.transpose" &&
        op != "linalg.broadcast")
      continue;
    auto error = [&]() {
      StringRef lines =
          before.take_back(before.size() - before.rfind('\n') - 1);
      return emitError(
                 FileLineColLoc::get(context, source.getBufferIdentifier(),
                                     before.count('\n') + 1, lines.size() + 1))
             << "'" << op << "' ";
    };
    StringRef value = rest;
    // In the generic form it is an attribute as others.
    if (value.starts_with("array<") || value.starts_with("dense<"))
      continue;
    bool isList = value.consume_front("[");
    StringRef numbers =
        value.take_front(value.find_first_of(isList ? "]" : "\n"));
    if (!isList || numbers.size() == value.size() || !isNumberList(numbers))
      return error() << "required: " << match[1]
                     << " as numbers with commas between them in brackets; "
                        "found: '"
                     << numbers.trim() << "'";
    if (op == "linalg.transpose" && numbers.trim().empty())
      return error() << "has no axes to transpose; use its operand";
  }
  return success();
}
