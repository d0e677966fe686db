//===- TextTable.cpp - Columns of text ------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/TextTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace dtensor {

static bool isNumber(llvm::StringRef cell) {
  return !cell.empty() && llvm::all_of(cell, [](char c) {
    return llvm::isDigit(c) || c == '.';
  });
}

void TextTable::print(llvm::raw_ostream &os) const {
  llvm::SmallVector<size_t> widths;
  for (const Row &row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (auto [column, cell] : llvm::enumerate(row))
      widths[column] = std::max(widths[column], cell.size());
  }
  for (const Row &row : rows) {
    std::string line;
    llvm::raw_string_ostream text(line);
    for (auto [column, cell] : llvm::enumerate(row)) {
      text << (column == 0 ? "" : "  ")
           << (isNumber(cell) ? llvm::right_justify(cell, widths[column])
                              : llvm::left_justify(cell, widths[column]));
    }
    os << llvm::StringRef(line).rtrim() << "\n";
  }
}

} // namespace dtensor
