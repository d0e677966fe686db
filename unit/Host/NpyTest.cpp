//===- NpyTest.cpp - Arrays in .npy files ---------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Npy.h"

#include "HostTensors.h"
#include "dtensor/Host/Element.h"
#include "llvm/Support/FileSystem.h"

using namespace dtensor;

namespace {

using Shape = std::vector<int64_t>;

/// A file of version 1 with this dictionary and data.
std::string makeFile(llvm::StringRef dictionary, llvm::StringRef data,
                     char version = 1) {
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  file += char(dictionary.size() & 0xff);
  file += char(dictionary.size() >> 8);
  if (version > 1)
    file += std::string(2, '\0');
  return file + dictionary.str() + data.str();
}

std::string parseMessage(llvm::StringRef file,
                         ElementType type = ElementType::F32,
                         llvm::ArrayRef<int64_t> shape = {2}) {
  return getMessage(parseNpy(file, type, shape));
}

constexpr llvm::StringLiteral
    twoFloats("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }");

TEST(Npy, RoundTripsEveryElementType) {
  for (int type = 0; type < kNumElementTypes; ++type) {
    auto elementType = static_cast<ElementType>(type);
    for (const Shape &shape : {Shape{2, 3}, {}, {0, 4}, {5}}) {
      HostTensor tensor =
          llvm::cantFail(HostTensor::create(elementType, shape));
      char next = 0;
      for (char &byte : tensor.getElements<char>())
        byte = elementType == ElementType::I1 ? (next++ & 1) : next++;
      std::string file = formatNpy(tensor);
      EXPECT_EQ((file.size() - tensor.getNumBytes()) % 64, 0u);
      llvm::Expected<HostTensor> read = parseNpy(file, elementType, shape);
      ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
      EXPECT_EQ(read->getShape(), llvm::ArrayRef(shape));
      EXPECT_EQ(read->getBytes(), tensor.getBytes());
    }
  }
}

TEST(Npy, ReadsAllVersionsAndSpellings) {
  std::string data(8, '\0');
  for (char version : {1, 2, 3})
    EXPECT_EQ(parseMessage(makeFile(twoFloats, data, version)), "");
  EXPECT_EQ(parseMessage(makeFile(
                "{\"shape\":(2),'fortran_order':True,'descr':'=f4'}\n", data)),
            "");
}

TEST(Npy, PutsFortranOrderInRowMajorOrder) {
  // Columns (1, 4), (2, 5), (3, 6).
  std::string data;
  for (int8_t element : {1, 4, 2, 5, 3, 6})
    data += element;
  HostTensor tensor = llvm::cantFail(parseNpy(
      makeFile("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3)}",
               data),
      ElementType::I8, {2, 3}));
  EXPECT_EQ(tensor.getElements<int8_t>(),
            llvm::ArrayRef<int8_t>({1, 2, 3, 4, 5, 6}));
}

TEST(Npy, SwapsBigEndianNumbers) {
  HostTensor ints = llvm::cantFail(parseNpy(
      makeFile("{'descr': '>u2', 'fortran_order': False, 'shape': (2,)}",
               llvm::StringRef("\x01\x02\x03\x04", 4)),
      ElementType::I16, {2}));
  EXPECT_EQ(ints.getElements<uint16_t>(),
            llvm::ArrayRef<uint16_t>({0x0102, 0x0304}));
  // Each half of a complex number by itself.
  HostTensor number = llvm::cantFail(
      parseNpy(makeFile("{'descr': '>c8', 'fortran_order': False, 'shape': ()}",
                        llvm::StringRef("\x3f\x80\0\0\x40\0\0\0", 8)),
               ElementType::C64, {}));
  EXPECT_EQ(number.getElements<float>(), llvm::ArrayRef<float>({1.0f, 2.0f}));
}

TEST(Npy, MakesBooleansZeroOrOne) {
  HostTensor tensor = llvm::cantFail(parseNpy(
      makeFile("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}",
               llvm::StringRef("\0\1\2", 3)),
      ElementType::I1, {3}));
  EXPECT_EQ(tensor.getElements<uint8_t>(), llvm::ArrayRef<uint8_t>({0, 1, 1}));
}

TEST(Npy, ReadsFloatsOfOneByteAsBitsOrVoid) {
  for (const char *descr : {"|u1", "<V1", "<f1"}) {
    std::string dictionary = std::string("{'descr': '") + descr +
                             "', 'fortran_order': False, 'shape': (1,)}";
    HostTensor tensor = llvm::cantFail(
        parseNpy(makeFile(dictionary, "\x3c"), ElementType::F8E5M2, {1}));
    EXPECT_EQ(loadFloat(ElementType::F8E5M2, tensor.getData()), 1.0);
    EXPECT_NE(formatNpy(tensor).find("'|u1'"), std::string::npos);
  }
}

TEST(Npy, ReadsBFloat16AsBitsOrVoid) {
  for (const char *descr : {"<u2", "|V2"}) {
    std::string dictionary = std::string("{'descr': '") + descr +
                             "', 'fortran_order': False, 'shape': (1,)}";
    HostTensor tensor = llvm::cantFail(
        parseNpy(makeFile(dictionary, llvm::StringRef("\x80\x3f", 2)),
                 ElementType::BF16, {1}));
    EXPECT_EQ(tensor.getElements<uint16_t>()[0], 0x3f80);
  }
}

TEST(Npy, FitsDynamicExtents) {
  std::string file = makeFile(twoFloats, std::string(8, '\0'));
  EXPECT_EQ(parseMessage(file, ElementType::F32, {INT64_MIN}), "");
  EXPECT_EQ(parseMessage(file, ElementType::F32, {INT64_MIN, 2}),
            "required ?x2xf32, found 2x<f4");
}

TEST(Npy, RejectsOtherShapesAndTypes) {
  std::string file = makeFile(twoFloats, std::string(8, '\0'));
  EXPECT_EQ(parseMessage(file, ElementType::F32, {3}),
            "required 3xf32, found 2x<f4");
  EXPECT_EQ(parseMessage(file, ElementType::I32, {2}),
            "required 2xi32, found 2x<f4");
  EXPECT_EQ(parseMessage(file, ElementType::F64, {2}),
            "required 2xf64, found 2x<f4");
}

TEST(Npy, RejectsWhatIsNoWholeFile) {
  std::string file = makeFile(twoFloats, std::string(8, '\0'));
  // Every prefix is an error, none reads past its end.
  for (size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(parseMessage(llvm::StringRef(file).take_front(size)), "") << size;
  EXPECT_EQ(parseMessage(file.substr(0, file.size() - 1)),
            "required 8 bytes of data, found 7");
  EXPECT_EQ(parseMessage(file + "x"), "required 8 bytes of data, found 9");
  EXPECT_EQ(parseMessage("PK\3\4 a zip archive"), "no .npy file");
  EXPECT_EQ(parseMessage(makeFile(twoFloats, "", 4)),
            "required version 1 to 3 of the .npy format, found 4");
}

TEST(Npy, RejectsHostileHeaders) {
  auto message = [](llvm::StringRef dictionary) {
    return parseMessage(makeFile(dictionary, ""), ElementType::F32,
                        {INT64_MIN, INT64_MIN});
  };
  EXPECT_EQ(message("{'descr': '<f4', 'fortran_order': False, 'shape': "
                    "(4294967296, 4294967296)}"),
            "required too many bytes of data, found 0");
  EXPECT_EQ(message("{'descr': '<f4', 'fortran_order': False, 'shape': "
                    "(1, 99999999999999999999)}"),
            "malformed .npy header: required extents of at least 0 in 'shape'");
  EXPECT_EQ(message("{'descr': '<f4', 'fortran_order': False, 'shape': "
                    "(1, -1)}"),
            "malformed .npy header: required extents of at least 0 in 'shape'");
  EXPECT_EQ(message("{'descr': [('a', '<f4')], 'fortran_order': False, "
                    "'shape': (1, 1)}"),
            "required elements of one number each, found structured ones");
  EXPECT_EQ(message("{'descr': '<f', 'fortran_order': False, 'shape': (1, 1)}"),
            "malformed .npy header: required an element type such as '<f4', "
            "found '<f'");
  EXPECT_EQ(message("{'descr': '<f4', 'descr': '<f4'}"),
            "malformed .npy header: unknown or repeated key 'descr'");
  EXPECT_EQ(message("{'descr': '<f4'}"),
            "malformed .npy header: required the keys 'descr', "
            "'fortran_order' and 'shape'");
  EXPECT_EQ(message("{'shape': (1"),
            "malformed .npy header: 'shape' does not end");
  EXPECT_EQ(message("{'shape': (1,"),
            "malformed .npy header: required extents of at least 0 in 'shape'");
  EXPECT_EQ(message("{'descr"),
            "malformed .npy header: required a key and ':'");
}

TEST(Npy, ReadsAndWritesFiles) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("tensor", "npy", path));
  HostTensor tensor = makeTensor<float>(ElementType::F32, {3}, {1, 2, 3});
  EXPECT_FALSE(bool(writeNpy(path, tensor)));
  HostTensor read = llvm::cantFail(readNpy(path, ElementType::F32, {3}));
  EXPECT_EQ(read.getBytes(), tensor.getBytes());
  EXPECT_EQ(getMessage(readNpy(path, ElementType::F32, {4})),
            path.str().str() + ": required 4xf32, found 3x<f4");
  llvm::sys::fs::remove(path);
  EXPECT_EQ(getMessage(readNpy(path, ElementType::F32, {3})),
            path.str().str() + ": No such file or directory");
}

} // namespace
