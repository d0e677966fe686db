//===- MemoryTest.cpp - Arenas and call memory ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <cstring>
#include <set>

using namespace dtensor::runtime::test;

static bool isAligned(void *memory, uintptr_t alignment) {
  return reinterpret_cast<uintptr_t>(memory) % alignment == 0;
}

TEST(MemoryTest, ArenaIsKept) {
  Mesh mesh({4});
  std::vector<void *> first(4), second(4);
  mesh.runOk([&](DtDevice *device, int64_t index) {
    first[index] = dt_arena(device, 5 << 20);
    EXPECT_TRUE(isAligned(first[index], 2 << 20));
    std::memset(first[index], static_cast<int>(index), 5 << 20);
  });
  mesh.runOk([&](DtDevice *device, int64_t index) {
    second[index] = dt_arena(device, 1000);
    EXPECT_EQ(static_cast<char *>(second[index])[4 << 20], index);
  });
  EXPECT_EQ(first, second);
  EXPECT_EQ(std::set<void *>(first.begin(), first.end()).size(), 4u);
}

TEST(MemoryTest, ArenaGrows) {
  Mesh mesh({2});
  for (int64_t bytes : {0, 1, 100, 1 << 16, 3 << 20})
    mesh.runOk([&](DtDevice *device, int64_t index) {
      void *memory = dt_arena(device, bytes);
      EXPECT_TRUE(isAligned(memory, 64));
      std::memset(memory, 1, bytes);
    });
}

TEST(MemoryTest, SharedArenaIsOnePerGroup) {
  Mesh mesh({2, 3});
  std::vector<void *> rows(6), columns(6), all(6);
  for (int64_t bytes : {100, 4 << 20}) {
    mesh.runOk([&](DtDevice *device, int64_t index) {
      rows[index] = dt_shared_arena(device, 2, bytes);
      columns[index] = dt_shared_arena(device, 1, bytes);
      all[index] = dt_shared_arena(device, 3, bytes);
    });
    for (int64_t i = 0; i < 6; ++i) {
      EXPECT_EQ(rows[i], rows[i / 3 * 3]);
      EXPECT_EQ(columns[i], columns[i % 3]);
      EXPECT_EQ(all[i], all[0]);
    }
    EXPECT_EQ(std::set<void *>(rows.begin(), rows.end()).size(), 2u);
    EXPECT_EQ(std::set<void *>(columns.begin(), columns.end()).size(), 3u);
    EXPECT_EQ(std::set<void *>({rows[0], columns[0], all[0]}).size(), 3u);
  }
}

TEST(MemoryTest, CallMemoryIsDisjointAndReused) {
  Mesh mesh({2});
  std::vector<char *> last(2);
  for (int repetition = 0; repetition < 4; ++repetition)
    mesh.runOk([&](DtDevice *device, int64_t index) {
      std::vector<char *> pieces;
      for (int64_t i = 0; i < 10; ++i) {
        pieces.push_back(static_cast<char *>(dt_alloc(device, 50000 + i)));
        EXPECT_TRUE(isAligned(pieces.back(), 64));
        std::memset(pieces.back(), static_cast<int>(i), 50000 + i);
      }
      for (int64_t i = 0; i < 10; ++i)
        for (int64_t byte : {int64_t(0), 49999 + i})
          EXPECT_EQ(pieces[i][byte], i);
      // From the second call on, all memory comes from one block.
      if (repetition >= 2) {
        EXPECT_EQ(pieces[0], last[index]);
      }
      last[index] = pieces[0];
    });
}

TEST(MemoryTest, MemoryThatCannotBeHadIsAnError) {
  Mesh mesh({2});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    dt_alloc(device, int64_t(1) << 60);
  }),
            1);
  EXPECT_NE(std::string(dt_error(mesh.get())).find("out of memory"),
            std::string::npos);
}
