//===- SelectionProblemFile.cpp -------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Selection/SelectionProblem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <zlib.h>

using namespace dtensor;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace json = llvm::json;

/// The contents of a file; zlib unpacks it if it begins as gzip does.
static Expected<std::string> readPacked(StringRef path) {
  auto fail = [&](StringRef reason) {
    return llvm::createStringError(
        llvm::formatv("cannot read '{0}': {1}", path, reason).str());
  };
  gzFile file = gzopen(path.str().c_str(), "rb");
  if (!file)
    return fail(strerror(errno));
  std::string text, piece(1 << 20, '\0');
  int count;
  while ((count = gzread(file, piece.data(), piece.size())) > 0)
    text.append(piece, 0, count);
  int status;
  std::string message = gzerror(file, &status);
  // A file that is cut short has no error before it is closed.
  int closed = gzclose_r(file);
  if (status != Z_OK && status != Z_STREAM_END)
    return fail(message);
  if (closed != Z_OK)
    return fail("the file is cut short");
  return text;
}

namespace {

using Numbers = std::vector<int64_t>;
using Lists = std::vector<Numbers>;

/// The fields of the contest's JSON, as they are there.
struct NodesFile {
  Lists intervals, costs, usages;
};
struct EdgesFile {
  Lists nodes, costs;
};
struct ProblemFile {
  std::string name;
  NodesFile nodes;
  EdgesFile edges;
  int64_t usageLimit = 0;
};

bool fromJSON(const json::Value &value, NodesFile &file, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("intervals", file.intervals) &&
         map.map("costs", file.costs) && map.map("usages", file.usages);
}

bool fromJSON(const json::Value &value, EdgesFile &file, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("nodes", file.nodes) && map.map("costs", file.costs);
}

bool fromJSON(const json::Value &value, ProblemFile &file, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.mapOptional("name", file.name) &&
         map.map("nodes", file.nodes) && map.map("edges", file.edges) &&
         map.map("usage_limit", file.usageLimit);
}

struct File {
  ProblemFile problem;
};

bool fromJSON(const json::Value &value, File &file, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("problem", file.problem);
}

} // namespace

static Error requirePairs(const Lists &lists, StringRef what) {
  for (auto [index, list] : llvm::enumerate(lists))
    if (list.size() != 2)
      return llvm::createStringError(
          llvm::formatv("{0}[{1}] requires 2 numbers, found {2}", what, index,
                        list.size())
              .str());
  return Error::success();
}

static Error requireEqualSizes(StringRef what, const Lists &first,
                               StringRef second, const Lists &others) {
  if (first.size() == others.size())
    return Error::success();
  return llvm::createStringError(
      llvm::formatv("{0} has {1} lists, but {2} has {3}", what, first.size(),
                    second, others.size())
          .str());
}

static Expected<SelectionProblem> convert(ProblemFile file) {
  NodesFile &nodes = file.nodes;
  EdgesFile &edges = file.edges;
  if (Error error = requirePairs(nodes.intervals, "nodes.intervals"))
    return error;
  if (Error error = requirePairs(edges.nodes, "edges.nodes"))
    return error;
  if (Error error = requireEqualSizes("nodes.intervals", nodes.intervals,
                                      "nodes.costs", nodes.costs))
    return error;
  if (Error error = requireEqualSizes("nodes.intervals", nodes.intervals,
                                      "nodes.usages", nodes.usages))
    return error;
  if (Error error = requireEqualSizes("edges.nodes", edges.nodes, "edges.costs",
                                      edges.costs))
    return error;

  SelectionProblem problem;
  problem.name = std::move(file.name);
  problem.usageLimit = file.usageLimit;
  for (auto [interval, costs, usages] :
       llvm::zip(nodes.intervals, nodes.costs, nodes.usages))
    problem.nodes.push_back(
        {interval[0], interval[1], std::move(costs), std::move(usages)});
  auto toIndex = [](int64_t number) {
    constexpr int64_t kNone = std::numeric_limits<unsigned>::max();
    return unsigned(number < 0 ? kNone : std::min(number, kNone));
  };
  for (auto [ends, costs] : llvm::zip(edges.nodes, edges.costs))
    problem.edges.push_back(
        {toIndex(ends[0]), toIndex(ends[1]), std::move(costs)});
  if (Error error = problem.verify())
    return error;
  return problem;
}

Expected<SelectionProblem> dtensor::readSelectionProblem(StringRef path) {
  Expected<std::string> text = readPacked(path);
  if (!text)
    return text.takeError();
  auto inFile = [&](Error error) {
    return llvm::createStringError(
        llvm::formatv("{0}: {1}", path, llvm::toString(std::move(error)))
            .str());
  };
  Expected<json::Value> value = json::parse(*text);
  if (!value)
    return inFile(value.takeError());
  File file;
  json::Path::Root root;
  if (!fromJSON(*value, file, root))
    return inFile(root.getError());
  Expected<SelectionProblem> problem = convert(std::move(file.problem));
  if (!problem)
    return inFile(problem.takeError());
  return problem;
}

void dtensor::writeSelectionProblem(const SelectionProblem &problem,
                                    llvm::raw_ostream &stream) {
  json::OStream out(stream);
  auto writeNumbers = [&](llvm::ArrayRef<int64_t> numbers) {
    out.array([&] {
      for (int64_t number : numbers)
        out.value(number);
    });
  };
  auto writeLists = [&](StringRef key, const auto &items, auto getNumbers) {
    out.attributeArray(key, [&] {
      for (const auto &item : items)
        writeNumbers(getNumbers(item));
    });
  };
  using Node = SelectionProblem::Node;
  using Edge = SelectionProblem::Edge;
  auto writeNodes = [&] {
    writeLists("intervals", problem.nodes,
               [](const Node &node) { return Numbers{node.begin, node.end}; });
    writeLists("costs", problem.nodes,
               [](const Node &node) { return node.costs; });
    writeLists("usages", problem.nodes,
               [](const Node &node) { return node.usages; });
  };
  auto writeEdges = [&] {
    writeLists("nodes", problem.edges, [](const Edge &edge) {
      return Numbers{edge.first, edge.second};
    });
    writeLists("costs", problem.edges,
               [](const Edge &edge) { return edge.costs; });
  };
  out.object([&] {
    out.attributeObject("problem", [&] {
      out.attribute("name", problem.name);
      out.attributeObject("nodes", writeNodes);
      out.attributeObject("edges", writeEdges);
      out.attribute("usage_limit", problem.usageLimit);
    });
  });
  stream << "\n";
}
