//===- Export.h - What the shared libraries show ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_EXPORT_H
#define DT_EXPORT_H

/// Marks what users call. Everything else is hidden, so that the copy of LLVM's
/// support library inside does not meet another one.
#define DT_EXPORT __attribute__((visibility("default")))

#endif // DT_EXPORT_H
