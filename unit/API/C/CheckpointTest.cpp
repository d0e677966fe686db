//===- CheckpointTest.cpp - Tests of tensors on disk, in C ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Checkpoint.h"
#include "CApiTest.h"

#include <filesystem>
#include <unistd.h>

namespace {

TEST_F(CApiTest, Checkpoints) {
  std::string path = std::filesystem::temp_directory_path() /
                     ("dtensor-c-" + std::to_string(getpid()));
  const char *names[] = {"b", "a"};
  DTensorDTensor both[] = {dtensor, dtensor};
  ASSERT_EQ(dtensorCheckpointSave(path.c_str(), 2, names, both, false),
            DTENSOR_OK)
      << dtensorGetLastError();
  DTensorCheckpointReader reader, none{};
  ASSERT_EQ(dtensorCheckpointReaderCreate(path.c_str(), &reader), DTENSOR_OK);
  int64_t count, rank, extents[2];
  char *text;
  DTensorDType dtype;
  EXPECT_EQ(dtensorCheckpointReaderGetNumTensors(reader, &count), DTENSOR_OK);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(dtensorCheckpointReaderGetName(reader, 0, &text), DTENSOR_OK);
  EXPECT_STREQ(text, "a");
  dtensorStringDestroy(text);
  EXPECT_EQ(dtensorCheckpointReaderGetDType(reader, "a", &dtype), DTENSOR_OK);
  EXPECT_EQ(dtype, DTENSOR_FLOAT32);
  EXPECT_EQ(dtensorCheckpointReaderGetRank(reader, "a", &rank), DTENSOR_OK);
  EXPECT_EQ(rank, 2);
  EXPECT_EQ(dtensorCheckpointReaderGetShape(reader, "a", extents), DTENSOR_OK);
  EXPECT_EQ(extents[0], 3);
  EXPECT_EQ(extents[1], 2);
  EXPECT_EQ(dtensorCheckpointReaderVerify(reader), DTENSOR_OK);
  EXPECT_EQ(dtensorCheckpointReaderPrint(reader, &text), DTENSOR_OK);
  EXPECT_NE(std::string(text).find("a: 3x2xfloat32"), std::string::npos);
  dtensorStringDestroy(text);

  DTensorDTensor loaded, all[2];
  DTensorTensor whole;
  DTensorLayout layouts[] = {layout, layout};
  bool equal;
  EXPECT_EQ(dtensorCheckpointReaderLoad(reader, "a", layout, &loaded),
            DTENSOR_OK);
  EXPECT_EQ(dtensorDTensorGetFull(loaded, &whole), DTENSOR_OK);
  EXPECT_EQ(dtensorTensorEqual(whole, tensor, &equal), DTENSOR_OK);
  EXPECT_TRUE(equal);
  EXPECT_EQ(dtensorCheckpointReaderLoadAll(reader, 2, names, layouts, all),
            DTENSOR_OK);
  dtensorDTensorDestroy(all[0]);
  dtensorDTensorDestroy(all[1]);
  dtensorTensorDestroy(whole);
  dtensorDTensorDestroy(loaded);

  expectInvalid(dtensorCheckpointReaderLoad(reader, "c", layout, &loaded),
                "dtensorCheckpointReaderLoad: checkpoint '" + path +
                    "': there is no tensor 'c'");
  expectInvalid(dtensorCheckpointReaderGetName(reader, 2, &text),
                "dtensorCheckpointReaderGetName: required the number of one of "
                "2 tensors, found 2");
  expectInvalid(dtensorCheckpointReaderGetNumTensors(none, &count),
                "dtensorCheckpointReaderGetNumTensors: argument 'reader' is "
                "null");
  const char *twice[] = {"a", "a"};
  expectInvalid(dtensorCheckpointSave(path.c_str(), 2, twice, both, true),
                "dtensorCheckpointSave: tensor 'a' is there twice");
  dtensorCheckpointReaderDestroy(reader);
  std::filesystem::remove_all(path);
}

} // namespace
