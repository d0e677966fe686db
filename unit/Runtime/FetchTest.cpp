//===- FetchTest.cpp - Fetches against a walk over all elements -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <algorithm>
#include <random>
#include <sstream>

using namespace dtensor::runtime::test;

namespace {
struct Interval {
  int64_t offset;
  int64_t extent;

  bool contains(int64_t position) const {
    return position >= offset && position < offset + extent;
  }
};

/// One axis of a source.
struct TestMove {
  std::vector<int64_t> dims;
  int64_t extent;
  int64_t stride, destStride;
  int64_t start, count, destStart;
};

struct TestWindow {
  int64_t offset;
  /// Loop and stride.
  std::vector<std::pair<int64_t, int64_t>> terms;
};

struct FetchCase {
  std::vector<int64_t> mesh;
  std::vector<int64_t> loops;
  std::vector<std::vector<int64_t>> loopDims;
  std::vector<TestWindow> windows;
  std::vector<std::vector<TestMove>> sources;
  bool fromPeersOnly = false;

  std::string str() const;
};

/// A matrix whose descriptor can have the strides of its axes exchanged.
struct Matrix {
  Matrix(int64_t rows, int64_t columns, bool transposed)
      : data(rows * columns + 1, -1) {
    words[0] = words[1] = reinterpret_cast<int64_t>(data.data());
    words[2] = 1;
    words[3] = rows;
    words[4] = columns;
    words[5] = transposed ? 1 : columns;
    words[6] = transposed ? rows : 1;
  }
  int32_t &at(int64_t row, int64_t column) {
    return data[1 + row * words[5] + column * words[6]];
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(words);
  }
  std::vector<int32_t> data;
  int64_t words[7];
};
} // namespace

std::string FetchCase::str() const {
  std::ostringstream os;
  auto list = [&](const std::vector<int64_t> &values) {
    os << "[";
    for (int64_t value : values)
      os << value << " ";
    os << "]";
  };
  os << "mesh ";
  list(mesh);
  os << " loops ";
  for (size_t loop = 0; loop < loops.size(); ++loop) {
    os << loops[loop];
    list(loopDims[loop]);
  }
  for (const TestWindow &window : windows) {
    os << " window " << window.offset;
    for (auto [loop, stride] : window.terms)
      os << "+" << stride << "*" << loop;
  }
  for (const std::vector<TestMove> &source : sources) {
    os << " source";
    for (const TestMove &move : source) {
      os << " {" << move.extent;
      list(move.dims);
      os << " " << move.start << "+" << move.stride << "t to " << move.destStart
         << "+" << move.destStride << "t, " << move.count << "}";
    }
  }
  if (fromPeersOnly)
    os << " from peers only";
  return os.str();
}

static Interval cut(const FetchCase &test, const std::vector<int64_t> &dims,
                    int64_t extent, int64_t device) {
  Interval part{0, extent};
  for (int64_t dim : dims) {
    int64_t coordinate = device;
    for (size_t minor = test.mesh.size() - 1; minor > static_cast<size_t>(dim);
         --minor)
      coordinate /= test.mesh[minor];
    coordinate %= test.mesh[dim];
    int64_t offset;
    dt_chunk(part.extent, test.mesh[dim], coordinate, &offset, &part.extent);
    part.offset += offset;
  }
  return part;
}

static Interval getHull(const FetchCase &test, const TestWindow &window,
                        int64_t device) {
  int64_t first = window.offset, last = window.offset;
  bool isEmpty = false;
  for (auto [loop, stride] : window.terms) {
    Interval part = cut(test, test.loopDims[loop], test.loops[loop], device);
    isEmpty |= part.extent == 0;
    first += stride * part.offset;
    last += stride * (part.offset + part.extent - 1);
  }
  return {first, isEmpty ? 0 : last - first + 1};
}

static int32_t getValue(int64_t source, int64_t row, int64_t column) {
  return source * 10000 + row * 100 + column;
}

static void check(const FetchCase &test) {
  std::vector<int64_t> site = {DT_FETCH_SITE,
                               DT_I32,
                               2,
                               static_cast<int64_t>(test.loops.size()),
                               static_cast<int64_t>(test.sources.size()),
                               -1,
                               test.fromPeersOnly ? DT_FROM_PEERS_ONLY : 0};
  std::vector<int64_t> numbers = test.loops;
  auto addDims = [&](const std::vector<int64_t> &dims) {
    site.push_back(dims.size());
    site.insert(site.end(), dims.begin(), dims.end());
  };
  for (const std::vector<int64_t> &dims : test.loopDims)
    addDims(dims);
  for (const TestWindow &window : test.windows) {
    site.insert(site.end(),
                {window.offset, static_cast<int64_t>(window.terms.size())});
    for (auto [loop, stride] : window.terms)
      site.insert(site.end(), {loop, stride});
  }
  for (const std::vector<TestMove> &source : test.sources)
    for (const TestMove &move : source) {
      site.insert(site.end(), {move.stride, move.destStride});
      addDims(move.dims);
      numbers.insert(numbers.end(),
                     {move.extent, move.start, move.count, move.destStart});
    }

  Mesh mesh(test.mesh);
  mesh.runOk([&](DtDevice *device, int64_t index) {
    Interval rows = getHull(test, test.windows[0], index);
    Interval columns = getHull(test, test.windows[1], index);
    Matrix destination(rows.extent, columns.extent, index % 2);
    Matrix expected(rows.extent, columns.extent, false);
    std::vector<Matrix> sources;
    std::vector<const DtMemRef *> descriptors;
    sources.reserve(test.sources.size());
    for (const std::vector<TestMove> &moves : test.sources) {
      int64_t number = sources.size();
      Interval ownRows = cut(test, moves[0].dims, moves[0].extent, index);
      Interval ownColumns = cut(test, moves[1].dims, moves[1].extent, index);
      Matrix &own =
          sources.emplace_back(ownRows.extent, ownColumns.extent, number % 2);
      descriptors.push_back(own.get());
      for (int64_t row = 0; row < ownRows.extent; ++row)
        for (int64_t column = 0; column < ownColumns.extent; ++column)
          own.at(row, column) = getValue(number, ownRows.offset + row,
                                         ownColumns.offset + column);
      for (int64_t t = 0; t < moves[0].count; ++t)
        for (int64_t u = 0; u < moves[1].count; ++u) {
          int64_t row = moves[0].start + moves[0].stride * t;
          int64_t column = moves[1].start + moves[1].stride * u;
          int64_t toRow =
              moves[0].destStart + moves[0].destStride * t - rows.offset;
          int64_t toColumn =
              moves[1].destStart + moves[1].destStride * u - columns.offset;
          bool isOwn = ownRows.contains(row) && ownColumns.contains(column);
          if (!(isOwn && test.fromPeersOnly) && row >= 0 &&
              row < moves[0].extent && column >= 0 &&
              column < moves[1].extent && toRow >= 0 && toRow < rows.extent &&
              toColumn >= 0 && toColumn < columns.extent)
            expected.at(toRow, toColumn) = getValue(number, row, column);
        }
    }
    // The second call may make moves that the first one has found.
    std::vector<int32_t> blank = destination.data;
    for (int repetition = 0; repetition < 2; ++repetition) {
      std::copy(blank.begin(), blank.end(), destination.data.begin());
      dt_fetch(device, site.data(), "here", descriptors.data(),
               destination.get(), numbers.data());
    }
    // The sources may be overwritten now.
    for (Matrix &source : sources)
      std::fill(source.data.begin(), source.data.end(), -2);
    for (int64_t row = 0; row < rows.extent; ++row)
      for (int64_t column = 0; column < columns.extent; ++column)
        ASSERT_EQ(destination.at(row, column), expected.at(row, column))
            << test.str() << " device " << index << " at " << row << ","
            << column;
  });
}

TEST(FetchTest, RandomMoves) {
  std::mt19937 random(1);
  auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  };
  const std::vector<std::vector<int64_t>> meshes = {{2}, {3}, {2, 2}, {2, 3}};
  for (int number = 0; number < 600 && !testing::Test::HasFailure(); ++number) {
    FetchCase test;
    test.mesh = meshes[number % meshes.size()];
    int64_t numLoops = pick(2, 3);
    // Each mesh dimension shards one of `count` axes, or none.
    auto divide = [&](int64_t count) {
      std::vector<std::vector<int64_t>> dims(count);
      for (int64_t dim = 0; dim < static_cast<int64_t>(test.mesh.size());
           ++dim) {
        int64_t axis = pick(0, count);
        if (axis < count)
          dims[axis].insert(dims[axis].begin() + pick(0, dims[axis].size()),
                            dim);
      }
      return dims;
    };
    for (int64_t loop = 0; loop < numLoops; ++loop)
      test.loops.push_back(pick(0, 7));
    test.loopDims = divide(numLoops);
    for (int64_t axis = 0; axis < 2; ++axis) {
      TestWindow window{pick(-2, 2), {{axis, pick(1, 2)}}};
      if (axis == 1 && numLoops == 3)
        window.terms.push_back({2, pick(1, 2)});
      test.windows.push_back(window);
    }
    for (int64_t source = pick(1, 3); source > 0; --source) {
      std::vector<TestMove> moves;
      for (const std::vector<int64_t> &dims : divide(2)) {
        TestMove move{dims,        pick(0, 8), pick(1, 2), pick(1, 2),
                      pick(-1, 6), pick(0, 6), pick(-3, 4)};
        if (pick(0, 2) == 0)
          move.stride = -move.stride;
        moves.push_back(move);
      }
      test.sources.push_back(moves);
    }
    test.fromPeersOnly = number % 3 == 0;
    check(test);
  }
}

TEST(FetchTest, HaloOfSeveralHops) {
  // A window of 7 over shards of 2.
  FetchCase test{{4},
                 {8, 7, 3},
                 {{0}, {}, {}},
                 {{0, {{0, 1}, {1, 1}}}, {0, {{2, 1}}}},
                 {{{{0}, 8, 1, 1, 0, 8, 3}, {{}, 3, 1, 1, 0, 3, 0}}}};
  check(test);
}

TEST(FetchTest, LargePieces) {
  // Pieces of more than 16 MiB, whose rows begin between lines of the cache.
  FetchCase test{
      {2},
      {4200, 2060},
      {{}, {}},
      {{0, {{0, 1}}}, {0, {{1, 1}}}},
      {{{{0}, 4200, 1, 1, 0, 4200, 1}, {{}, 2050, 1, 1, 0, 2050, 3}}}};
  check(test);
}

TEST(FetchTest, AComponentOfOtherExtentsIsAnError) {
  Mesh mesh({2});
  std::vector<int64_t> site = {DT_FETCH_SITE,
                               DT_I32,
                               2,
                               2,
                               1,
                               1,
                               0, // all elements
                               0,
                               0,
                               0,
                               1,
                               0,
                               1,
                               0,
                               1,
                               1,
                               1,
                               1,
                               1,
                               1,
                               0,
                               1,
                               1,
                               0};
  std::vector<int64_t> numbers = {4, 1, 4, 0, 4, 0, 1, 0, 1, 0};
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t) {
    Matrix source(3, 1, false), destination(4, 1, false);
    const DtMemRef *sources[] = {source.get()};
    dt_fetch(device, site.data(), "here", sources, destination.get(),
             numbers.data());
  }),
            1);
  EXPECT_NE(std::string(dt_error(mesh.get()))
                .find("a fetch's source has extent 3 along axis 0 where its "
                      "layout gives 2"),
            std::string::npos)
      << dt_error(mesh.get());
}
