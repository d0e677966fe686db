//===- CaseFile.cpp - Small programs with extents as parameters -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseFile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::createStringError;
using llvm::Expected;
using llvm::StringRef;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Holes
//===----------------------------------------------------------------------===//

static Expected<int64_t> evaluateTerm(StringRef term, const Extents &extents) {
  int64_t number;
  if (!term.getAsInteger(10, number))
    return number;
  auto it = extents.find(term.str());
  if (it == extents.end())
    return createStringError("there is no parameter '" + term + "'");
  return it->second;
}

Expected<int64_t> evaluate(StringRef expression, const Extents &extents) {
  constexpr StringRef operators = "+-*/";
  size_t end = expression.find_first_of(operators);
  Expected<int64_t> value =
      evaluateTerm(expression.take_front(end).trim(), extents);
  while (value && end != StringRef::npos) {
    char op = expression[end];
    expression = expression.drop_front(end + 1);
    end = expression.find_first_of(operators);
    Expected<int64_t> other =
        evaluateTerm(expression.take_front(end).trim(), extents);
    if (!other)
      return other.takeError();
    if (op == '/' && *other == 0)
      return createStringError("division by zero");
    *value = op == '+'   ? *value + *other
             : op == '-' ? *value - *other
             : op == '*' ? *value * *other
                         : *value / *other;
  }
  return value;
}

/// Replaces each hole by the result of `fill` for its text.
static Expected<std::string>
fillHoles(StringRef text,
          llvm::function_ref<Expected<std::string>(StringRef)> fill) {
  std::string result;
  while (true) {
    size_t begin = text.find("${");
    result += text.take_front(begin);
    if (begin == StringRef::npos)
      return result;
    size_t end = text.find('}', begin);
    if (end == StringRef::npos)
      return createStringError("a hole has no end");
    Expected<std::string> filled = fill(text.slice(begin + 2, end));
    if (!filled)
      return filled.takeError();
    result += *filled;
    text = text.drop_front(end + 1);
  }
}

Expected<std::string> Case::instantiate(const Extents &extents) const {
  return fillHoles(text, [&](StringRef hole) -> Expected<std::string> {
    Expected<int64_t> value = evaluate(hole, extents);
    if (!value)
      return createStringError(name + ": ${" + hole +
                               "}: " + llvm::toString(value.takeError()));
    return std::to_string(*value);
  });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// A case before it is repeated for each of its rows.
struct Entry {
  Case base;
  llvm::SmallVector<StringRef> variables;
  std::vector<llvm::SmallVector<StringRef>> rows;
  /// The directives of each row, in addition to those of all rows.
  std::vector<llvm::SmallVector<StringRef>> still, undivided;

  llvm::Error addDirective(StringRef line);
  llvm::Error expandInto(std::vector<Case> &cases) const;
};
} // namespace

static llvm::SmallVector<StringRef> splitWords(StringRef text) {
  llvm::SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  return words;
}

static std::pair<std::string, int64_t> parseParameter(StringRef text) {
  auto [name, least] = text.split(">=");
  int64_t number = 0;
  least.getAsInteger(10, number);
  return {name.str(), number};
}

llvm::Error Entry::addDirective(StringRef line) {
  auto [keyword, rest] = line.trim().split(' ');
  llvm::SmallVector<StringRef> words = splitWords(rest);
  if (keyword == "case" && !words.empty()) {
    base.name = base.entry = words.front().str();
    for (StringRef word : llvm::drop_begin(words))
      base.parameters.push_back(parseParameter(word));
  } else if (unsigned argument; keyword == "values" && words.size() >= 2 &&
                                !words.front().getAsInteger(10, argument)) {
    base.inputs[argument] = {words[1].str(),
                             words.size() > 2 ? words[2].str() : ""};
  } else if (keyword == "tolerance" && words.size() == 1 &&
             !words.front().getAsDouble(base.tolerance)) {
  } else if (keyword == "moves") {
    base.moves = rest.str();
  } else if (keyword == "along" && words.size() > 1) {
    base.movesAlong[words.front().str()] =
        rest.drop_front(rest.find(' ')).str();
  } else if (keyword == "by" && words.size() > 1) {
    for (StringRef word : llvm::drop_begin(words))
      base.collectives[words.front().str()].insert(word.str());
  } else if (keyword == "still" && !words.empty()) {
    if (rows.empty())
      llvm::for_each(words,
                     [&](StringRef word) { base.still.insert(word.str()); });
    else
      still.back() = words;
  } else if (keyword == "undivided" && !words.empty()) {
    if (rows.empty())
      llvm::for_each(
          words, [&](StringRef word) { base.undivided.insert(word.str()); });
    else
      undivided.back() = words;
  } else if (keyword == "summed" && !words.empty()) {
    for (StringRef word : words)
      base.summed.insert(word.str());
  } else if (keyword == "whole" && !words.empty()) {
    for (StringRef word : words)
      base.whole.insert(word.str());
  } else if (keyword == "gathers" && !words.empty()) {
    base.gathers = rest.str();
  } else if (keyword == "relayout") {
    base.isRelayout = true;
  } else if (keyword == "alike") {
    base.isAlike = true;
  } else if (keyword == "rejects") {
    base.rejection = rest.str();
  } else if (keyword == "exempt" && words.size() > 1) {
    base.exempted.push_back(words.front().str());
  } else if (keyword == "for") {
    variables = words;
  } else if (keyword == "row") {
    still.emplace_back();
    undivided.emplace_back();
    rows.emplace_back();
    rest.split(rows.back(), '|');
    for (StringRef &cell : rows.back())
      cell = cell.trim();
    if (rows.back().size() != variables.size())
      return createStringError("required " + llvm::Twine(variables.size()) +
                               " texts in 'row " + rest + "'");
  } else {
    return createStringError("cannot read '//! " + line.trim() + "'");
  }
  return llvm::Error::success();
}

/// The letters, digits and dots of `text`, which distinguish it for readers.
static std::string makeSuffix(StringRef text) {
  std::string suffix;
  for (char c : text)
    if (llvm::isAlnum(c) || c == '.' || c == '-')
      suffix += c;
  return suffix;
}

llvm::Error Entry::expandInto(std::vector<Case> &cases) const {
  if (variables.empty()) {
    cases.push_back(base);
    return llvm::Error::success();
  }
  for (const auto &[row, rowStill, rowUndivided] :
       llvm::zip_equal(rows, still, undivided)) {
    auto fill = [&](StringRef hole) -> Expected<std::string> {
      auto it = llvm::find(variables, hole);
      if (it == variables.end())
        return ("${" + hole + "}").str();
      return row[it - variables.begin()].str();
    };
    Case each = base;
    for (StringRef axis : rowStill)
      each.still.insert(axis.str());
    for (StringRef axis : rowUndivided)
      each.undivided.insert(axis.str());
    for (StringRef cell : row)
      if (std::string suffix = makeSuffix(cell); suffix.size() < 20)
        each.name += "." + suffix;
    // A row's text can itself contain holes.
    for (int pass = 0; pass < 2; ++pass) {
      Expected<std::string> text = fillHoles(each.text, fill);
      if (!text)
        return text.takeError();
      each.text = std::move(*text);
    }
    for (auto &[argument, input] : each.inputs) {
      Expected<std::string> kind = fillHoles(input.kind, fill);
      if (!kind)
        return kind.takeError();
      input.kind = std::move(*kind);
    }
    each.isAlike = base.isAlike && &row != &rows.front();
    cases.push_back(std::move(each));
  }
  return llvm::Error::success();
}

Expected<Case> readText(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return createStringError(path + ": " + buffer.getError().message());
  Case text;
  text.family = "text";
  text.name = path.str();
  text.text = (*buffer)->getBuffer().str();
  return text;
}

Expected<std::vector<Case>> readCases(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return createStringError(path + ": " + buffer.getError().message());
  std::vector<Entry> entries;
  llvm::SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    StringRef directive = line;
    if (directive.consume_front("//! ")) {
      if (directive.starts_with("case "))
        entries.emplace_back();
      if (entries.empty())
        return createStringError(path + ": required '//! case' first");
      if (llvm::Error error = entries.back().addDirective(directive))
        return createStringError(path + ":" + llvm::Twine(number + 1) + ": " +
                                 llvm::toString(std::move(error)));
    } else if (!entries.empty()) {
      entries.back().base.text += (line + "\n").str();
    }
  }
  std::vector<Case> cases;
  for (Entry &entry : entries) {
    entry.base.family = llvm::sys::path::stem(path).str();
    if (llvm::Error error = entry.expandInto(cases))
      return createStringError(path + ": " + llvm::toString(std::move(error)));
  }
  return cases;
}

} // namespace dtensor
