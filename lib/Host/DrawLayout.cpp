//===- DrawLayout.cpp - A picture of one layout ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/DrawLayout.h"

#include "dtensor/Host/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace dtensor {

/// Prints a half-open interval, `0:8`; nothing for an empty part.
static std::string format(Slice slice) {
  if (slice.extent == 0)
    return "empty";
  return std::to_string(slice.offset) + ":" +
         std::to_string(slice.offset + slice.extent);
}

using Part = std::vector<std::pair<int64_t, int64_t>>;

/// The devices that hold each part, in the order of offsets.
static std::map<Part, std::string> getHolders(const Mesh &mesh,
                                              const Layout &layout,
                                              llvm::ArrayRef<int64_t> shape) {
  std::map<Part, std::string> holders;
  for (int64_t device = 0, e = mesh.getNumDevices(); device < e; ++device) {
    Part part;
    for (Slice slice : layout.getOwnedBox(mesh, shape, device))
      part.push_back({slice.offset, slice.extent});
    std::string &text = holders[part];
    text += (text.empty() ? "" : ",") + std::to_string(device);
  }
  return holders;
}

/// Rows are parts of the first axis, and columns are parts of the last. A
/// tensor of rank 1 has one row.
static void drawTable(const std::map<Part, std::string> &holders,
                      llvm::raw_ostream &os) {
  using Range = std::pair<int64_t, int64_t>;
  std::map<Range, std::map<Range, std::string>> rows;
  std::map<Range, size_t> columns;
  for (const auto &[part, devices] : holders) {
    Range row = part.size() == 1 ? Range(0, 0) : part.front();
    rows[row][part.back()] = devices;
    columns[part.back()] = 0;
  }
  TextTable::Row header = {""};
  for (auto &[range, position] : columns) {
    position = header.size();
    header.push_back(format(Slice{range.first, range.second}));
  }
  TextTable table(header);
  bool hasRows = holders.begin()->first.size() == 2;
  for (const auto &[range, cells] : rows) {
    TextTable::Row row(header.size());
    row[0] = hasRows ? format(Slice{range.first, range.second}) : "";
    for (const auto &[column, devices] : cells)
      row[columns[column]] = "[" + devices + "]";
    table.add(std::move(row));
  }
  table.print(os);
}

void drawLayout(const Mesh &mesh, const Layout &layout,
                llvm::ArrayRef<int64_t> shape, llvm::raw_ostream &os) {
  std::map<Part, std::string> holders = getHolders(mesh, layout, shape);
  if (shape.size() == 1 || shape.size() == 2) {
    drawTable(holders, os);
    return;
  }
  for (const auto &[part, devices] : holders) {
    llvm::SmallVector<std::string> slices;
    for (auto [offset, extent] : part)
      slices.push_back(format(Slice{offset, extent}));
    os << "[" << llvm::join(slices, ", ") << "]  [" << devices << "]\n";
  }
}

} // namespace dtensor
