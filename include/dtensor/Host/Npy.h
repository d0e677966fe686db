//===- Npy.h - Arrays in .npy files -----------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's format, versions 1 to 3:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
//
// Booleans are `i1`; bf16, which NumPy does not have, is uint16 bit patterns or
// a void type of two bytes. Floats of 8 bits are uint8 bit patterns or a void
// type of one byte; files are written with the former.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_NPY_H
#define DTENSOR_HOST_NPY_H

#include "dtensor/Host/HostTensor.h"

namespace dtensor {

/// The header that stands before the data of a .npy file.
struct NpyHeader {
  /// NumPy's letter: `b` bool, `i`, `u`, `f`, `c` or `V`.
  char kind;
  /// Bytes of one element.
  unsigned itemSize;
  bool bigEndian;
  bool fortranOrder;
  llvm::SmallVector<int64_t> shape;
  /// The offset in the file at which the elements begin.
  size_t dataOffset;

  /// Whether elements of this kind and size can be read as `type`.
  bool holds(ElementType type) const;
  /// NumPy's name of the type: `<f4`.
  std::string getDescr() const;
};

/// Reads the header of a file's contents. Errors: not a .npy file, an unknown
/// version, a header that ends early or does not parse, structured elements, a
/// negative extent.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef contents);

/// Reads the contents of a file as a tensor of `type` and `shape`. An extent of
/// INT64_MIN fits any. Errors: those of the header, another shape or type, less
/// or more data than the shape needs.
llvm::Expected<HostTensor> parseNpy(llvm::StringRef contents, ElementType type,
                                    llvm::ArrayRef<int64_t> shape);

/// Does the same with a file; errors name it.
llvm::Expected<HostTensor> readNpy(llvm::StringRef path, ElementType type,
                                   llvm::ArrayRef<int64_t> shape);

/// Does the same without reading elements that nobody looks at, if that is
/// possible: in C order, little-endian and not of i1. The file must not change
/// as long as the tensor is used.
llvm::Expected<HostTensor> mapNpy(llvm::StringRef path, ElementType type,
                                  llvm::ArrayRef<int64_t> shape);

/// The beginning of the file that `formatNpy` makes, before the elements.
std::string formatNpyHeader(ElementType type, llvm::ArrayRef<int64_t> shape,
                            bool isUnsigned);

/// The contents of a .npy file that holds `tensor`: C order, little-endian.
/// Integers are written as signed ones unless `isUnsigned` is set.
std::string formatNpy(const HostTensor &tensor, bool isUnsigned = false);

/// Writes a file completely or not at all. Errors name it.
llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor,
                     bool isUnsigned = false);

} // namespace dtensor

#endif // DTENSOR_HOST_NPY_H
