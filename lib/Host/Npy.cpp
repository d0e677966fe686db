//===- Npy.cpp - Arrays in .npy files -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Npy.h"

#include "dtensor/Host/OutputFile.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>

namespace dtensor {

static constexpr llvm::StringLiteral magic("\x93NUMPY");

//===----------------------------------------------------------------------===//
// The header: a Python dictionary
//===----------------------------------------------------------------------===//

namespace {
/// Reads the three entries of the dictionary, in any order, each once.
class HeaderParser {
public:
  explicit HeaderParser(llvm::StringRef text) : rest(text) {}

  llvm::Error parse(NpyHeader &header);

private:
  bool consume(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  std::optional<llvm::StringRef> parseString();
  llvm::Error parseDescr(NpyHeader &header);
  llvm::Error parseFortranOrder(NpyHeader &header);
  llvm::Error parseShape(NpyHeader &header);

  llvm::StringRef rest;
};
} // namespace

static llvm::Error malformed(const llvm::Twine &what) {
  return llvm::createStringError("malformed .npy header: " + what);
}

std::optional<llvm::StringRef> HeaderParser::parseString() {
  rest = rest.ltrim();
  if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
    return std::nullopt;
  size_t end = rest.find(rest.front(), 1);
  if (end == llvm::StringRef::npos)
    return std::nullopt;
  llvm::StringRef text = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return text;
}

llvm::Error HeaderParser::parseDescr(NpyHeader &header) {
  std::optional<llvm::StringRef> descr = parseString();
  if (!descr)
    return llvm::createStringError(
        "required elements of one number each, found structured ones");
  llvm::StringRef text = *descr;
  header.bigEndian = text.consume_front(">");
  if (!header.bigEndian)
    (void)(text.consume_front("<") || text.consume_front("|") ||
           text.consume_front("="));
  header.kind = text.empty() ? '\0' : text.front();
  if (text.empty() || text.drop_front().getAsInteger(10, header.itemSize) ||
      header.itemSize == 0)
    return malformed("required an element type such as '<f4', found '" +
                     *descr + "'");
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseFortranOrder(NpyHeader &header) {
  header.fortranOrder = consume("True");
  if (!header.fortranOrder && !consume("False"))
    return malformed("required True or False after 'fortran_order'");
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseShape(NpyHeader &header) {
  if (!consume("("))
    return malformed("required a tuple after 'shape'");
  while (!consume(")")) {
    rest = rest.ltrim();
    int64_t extent;
    if (rest.consumeInteger(10, extent) || extent < 0)
      return malformed("required extents of at least 0 in 'shape'");
    header.shape.push_back(extent);
    if (!consume(",") && !rest.ltrim().starts_with(")"))
      return malformed("'shape' does not end");
  }
  return llvm::Error::success();
}

llvm::Error HeaderParser::parse(NpyHeader &header) {
  bool hasDescr = false, hasOrder = false, hasShape = false;
  if (!consume("{"))
    return malformed("required a dictionary");
  while (!consume("}")) {
    std::optional<llvm::StringRef> key = parseString();
    if (!key || !consume(":"))
      return malformed("required a key and ':'");
    if (*key == "descr" && !hasDescr) {
      hasDescr = true;
      if (llvm::Error error = parseDescr(header))
        return error;
    } else if (*key == "fortran_order" && !hasOrder) {
      hasOrder = true;
      if (llvm::Error error = parseFortranOrder(header))
        return error;
    } else if (*key == "shape" && !hasShape) {
      hasShape = true;
      if (llvm::Error error = parseShape(header))
        return error;
    } else {
      return malformed("unknown or repeated key '" + *key + "'");
    }
    if (!consume(",") && !rest.ltrim().starts_with("}"))
      return malformed("the dictionary does not end");
  }
  if (!hasDescr || !hasOrder || !hasShape)
    return malformed("required the keys 'descr', 'fortran_order' and 'shape'");
  return llvm::Error::success();
}

llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef contents) {
  using namespace llvm::support;
  if (!contents.starts_with(magic) || contents.size() < magic.size() + 4)
    return llvm::createStringError("no .npy file");
  unsigned version = static_cast<unsigned char>(contents[magic.size()]);
  if (version < 1 || version > 3)
    return llvm::createStringError(
        "required version 1 to 3 of the .npy format, found " +
        llvm::Twine(version));
  // Version 1 gives the header's length in two bytes, the others in four.
  size_t start = magic.size() + 2 + (version == 1 ? 2 : 4);
  if (contents.size() < start)
    return llvm::createStringError("the .npy header ends early");
  const char *lengthField = contents.data() + magic.size() + 2;
  size_t length = version == 1 ? endian::read16le(lengthField)
                               : endian::read32le(lengthField);
  if (contents.size() - start < length)
    return llvm::createStringError("the .npy header ends early");

  NpyHeader header;
  header.dataOffset = start + length;
  if (llvm::Error error =
          HeaderParser(contents.substr(start, length)).parse(header))
    return std::move(error);
  return header;
}

bool NpyHeader::holds(ElementType type) const {
  if (itemSize != getByteSize(type))
    return false;
  if (type == ElementType::I1)
    return kind == 'b';
  if (type == ElementType::BF16)
    return kind == 'u' || kind == 'V';
  // Packages that add these types to NumPy write 'f1' for f8E5M2.
  if (isByteFloat(type))
    return kind == 'u' || kind == 'V' || kind == 'f';
  if (isInteger(type))
    return kind == 'i' || kind == 'u';
  return kind == (isComplex(type) ? 'c' : 'f');
}

std::string NpyHeader::getDescr() const {
  char order = itemSize == 1 || kind == 'V' ? '|' : bigEndian ? '>' : '<';
  return (llvm::Twine(order) + llvm::Twine(kind) + llvm::Twine(itemSize)).str();
}

//===----------------------------------------------------------------------===//
// The elements
//===----------------------------------------------------------------------===//

/// Copies elements whose first axis varies fastest to row-major order.
static void copyFromFortranOrder(const char *source, HostTensor &tensor) {
  unsigned itemSize = getByteSize(tensor.getElementType());
  llvm::ArrayRef<int64_t> shape = tensor.getShape();
  llvm::SmallVector<int64_t> strides(shape.size()), index(shape.size(), 0);
  int64_t stride = 1;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    strides[axis] = stride;
    stride *= extent;
  }
  int64_t position = 0;
  char *dest = tensor.getData();
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    std::memcpy(dest + i * itemSize, source + position * itemSize, itemSize);
    for (size_t axis = shape.size(); axis-- > 0;) {
      position += strides[axis];
      if (++index[axis] < shape[axis])
        break;
      position -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

/// Reverses the bytes of each number.
static void swapBytes(HostTensor &tensor) {
  ElementType type = tensor.getElementType();
  unsigned size = getByteSize(type) / (isComplex(type) ? 2 : 1);
  for (char *number = tensor.getData(), *end = number + tensor.getNumBytes();
       number != end; number += size)
    std::reverse(number, number + size);
}

static bool fits(llvm::ArrayRef<int64_t> required,
                 llvm::ArrayRef<int64_t> found) {
  return required.size() == found.size() &&
         llvm::all_of(llvm::zip(required, found), [](auto pair) {
           auto [want, have] = pair;
           return want == INT64_MIN || want == have;
         });
}

/// Reads the header of contents that must be of `type` and `shape`.
static llvm::Expected<NpyHeader> checkNpy(llvm::StringRef contents,
                                          ElementType type,
                                          llvm::ArrayRef<int64_t> shape) {
  llvm::Expected<NpyHeader> header = parseNpyHeader(contents);
  if (!header)
    return header.takeError();
  if (!header->holds(type) || !fits(shape, header->shape)) {
    std::string found;
    for (int64_t extent : header->shape)
      found += std::to_string(extent) + "x";
    return llvm::createStringError("required " + formatTensorType(shape, type) +
                                   ", found " + found + header->getDescr());
  }

  // The size is checked before any memory is allocated.
  std::optional<int64_t> required = header->itemSize;
  for (int64_t extent : header->shape)
    if (required)
      required = llvm::checkedMul(*required, extent);
  llvm::StringRef data = contents.drop_front(header->dataOffset);
  if (!required || static_cast<uint64_t>(*required) != data.size())
    return llvm::createStringError(
        "required " +
        (required ? llvm::Twine(*required) : llvm::Twine("too many")) +
        " bytes of data, found " + llvm::Twine(data.size()));
  return header;
}

llvm::Expected<HostTensor> parseNpy(llvm::StringRef contents, ElementType type,
                                    llvm::ArrayRef<int64_t> shape) {
  llvm::Expected<NpyHeader> header = checkNpy(contents, type, shape);
  if (!header)
    return header.takeError();
  llvm::StringRef data = contents.drop_front(header->dataOffset);
  llvm::Expected<HostTensor> tensor = HostTensor::create(type, header->shape);
  if (!tensor)
    return tensor.takeError();
  if (header->fortranOrder)
    copyFromFortranOrder(data.data(), *tensor);
  else
    std::memcpy(tensor->getData(), data.data(), data.size());
  if (header->bigEndian)
    swapBytes(*tensor);
  // NumPy treats every byte but 0 as true, while generated code relies on 0 and
  // 1.
  if (type == ElementType::I1)
    for (uint8_t &element : tensor->getElements<uint8_t>())
      element = element != 0;
  return tensor;
}

llvm::Expected<HostTensor> readNpy(llvm::StringRef path, ElementType type,
                                   llvm::ArrayRef<int64_t> shape) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  llvm::Expected<HostTensor> tensor =
      parseNpy((*buffer)->getBuffer(), type, shape);
  if (!tensor)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(tensor.takeError()));
  return tensor;
}

llvm::Expected<HostTensor> mapNpy(llvm::StringRef path, ElementType type,
                                  llvm::ArrayRef<int64_t> shape) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  std::shared_ptr<llvm::MemoryBuffer> file = std::move(*buffer);
  llvm::Expected<NpyHeader> header = checkNpy(file->getBuffer(), type, shape);
  if (!header)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(header.takeError()));
  const char *data = file->getBufferStart() + header->dataOffset;
  bool isAligned = reinterpret_cast<uintptr_t>(data) % getByteSize(type) == 0;
  if (header->fortranOrder || header->bigEndian || type == ElementType::I1 ||
      !isAligned)
    return readNpy(path, type, shape);
  // Nobody writes to it.
  return HostTensor::borrow(type, header->shape, const_cast<char *>(data),
                            file);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static char getKind(ElementType type, bool isUnsigned) {
  if (type == ElementType::I1)
    return 'b';
  if (type == ElementType::BF16 || isByteFloat(type))
    return 'u';
  if (isInteger(type))
    return isUnsigned ? 'u' : 'i';
  return isComplex(type) ? 'c' : 'f';
}

std::string formatNpyHeader(ElementType type, llvm::ArrayRef<int64_t> shape,
                            bool isUnsigned) {
  NpyHeader header;
  header.kind = getKind(type, isUnsigned);
  header.itemSize = getByteSize(type);
  header.bigEndian = false;

  std::string text = "{'descr': '" + header.getDescr() +
                     "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : shape)
    text += std::to_string(extent) + ",";
  text += ")}";
  // The data is aligned to 64 bytes, and a newline ends the header.
  constexpr size_t alignment = 64;
  bool isLong = text.size() > 0xff00;
  size_t start = magic.size() + 2 + (isLong ? 4 : 2);
  text.append(alignment - 1 - (start + text.size()) % alignment, ' ');
  text += '\n';

  std::string contents;
  llvm::raw_string_ostream os(contents);
  os << magic << char(isLong ? 2 : 1) << '\0';
  char length[4];
  llvm::support::endian::write32le(length, text.size());
  os.write(length, isLong ? 4 : 2);
  os << text;
  return contents;
}

std::string formatNpy(const HostTensor &tensor, bool isUnsigned) {
  std::string contents =
      formatNpyHeader(tensor.getElementType(), tensor.getShape(), isUnsigned);
  contents += tensor.getBytes();
  return contents;
}

llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor,
                     bool isUnsigned) {
  return writeFile(path, [&](llvm::raw_ostream &os) {
    os << formatNpy(tensor, isUnsigned);
  });
}

} // namespace dtensor
