//===- TextTable.h - Columns of text ----------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_TEXTTABLE_H
#define DTENSOR_HOST_TEXTTABLE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace dtensor {

/// Rows of cells. Each column is as wide as its widest cell. Cells of numbers
/// are aligned to the right.
class TextTable {
public:
  using Row = llvm::SmallVector<std::string>;

  explicit TextTable(Row header) : rows{std::move(header)} {}
  void add(Row row) { rows.push_back(std::move(row)); }
  void print(llvm::raw_ostream &os) const;

private:
  std::vector<Row> rows;
};

} // namespace dtensor

#endif // DTENSOR_HOST_TEXTTABLE_H
