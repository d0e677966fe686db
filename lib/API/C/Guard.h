//===- Guard.h - The border between C and C++ -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_C_GUARD_H
#define DTENSOR_LIB_API_C_GUARD_H

#include "dt/Context.h"
#include "dt/DType.h"
#include "dt/Error.h"
#include "dt/Export.h"
#include "dtensor-c/Tensor.h"

#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace dt::c {

/// Sets the text that dtensorGetLastError returns to this thread. The
/// compiler's library calls it as well.
DT_EXPORT void setLastError(const char *function, const char *text) noexcept;

/// Calls `body`, and turns exceptions into codes and texts.
template <typename Body>
DTensorStatus guard(const char *function, Body body) noexcept {
  try {
    body();
    return DTENSOR_OK;
  } catch (const ProgramError &error) {
    setLastError(function, error.what());
    return DTENSOR_PROGRAM_FAILED;
  } catch (const Error &error) {
    setLastError(function, error.what());
    return DTENSOR_INVALID;
  } catch (const std::bad_alloc &) {
    setLastError(function, "out of memory");
    return DTENSOR_OUT_OF_MEMORY;
  } catch (const std::exception &error) {
    setLastError(function, error.what());
  } catch (...) {
    setLastError(function, "unknown exception");
  }
  return DTENSOR_INTERNAL;
}

/// Errors: a null pointer.
inline void requirePointer(const void *pointer, const char *name) {
  if (!pointer)
    throw Error(std::string("argument '") + name + "' is null");
}

/// The object of a handle. Errors: a null handle.
template <typename T, typename Handle> T &get(Handle handle, const char *name) {
  requirePointer(handle.ptr, name);
  return *static_cast<T *>(handle.ptr);
}

/// Gives the caller a handle of an object of its own.
template <typename T, typename Handle> void give(T object, Handle *result) {
  result->ptr = new T(std::move(object));
}

/// Calls `body`, and writes what it returns. Errors: no place for it.
template <typename Result, typename Body>
DTensorStatus answer(const char *function, Result *result, Body body) noexcept {
  return guard(function, [&] {
    requirePointer(result, "result");
    *result = body();
  });
}

/// Calls `body`, and gives the caller a handle of the object that it returns.
/// Errors: no place for the handle.
template <typename Handle, typename Body>
DTensorStatus make(const char *function, Handle *result, Body body) noexcept {
  return guard(function, [&] {
    requirePointer(result, "result");
    give(body(), result);
  });
}

template <typename T, typename Handle> void destroy(Handle handle) noexcept {
  delete static_cast<T *>(handle.ptr);
}

/// The elements of an array. Errors: a negative count, a null pointer to some
/// elements.
template <typename T>
std::span<const T> getList(int64_t count, const T *elements, const char *name) {
  if (count < 0)
    throw Error(std::string("required at least 0 elements of '") + name +
                "', found " + std::to_string(count));
  if (count > 0)
    requirePointer(elements, name);
  return {elements, static_cast<size_t>(count)};
}

/// The objects of an array of handles. Errors: as above, or a null handle.
template <typename T, typename Handle>
std::vector<T> getAll(int64_t count, const Handle *handles, const char *name) {
  std::vector<T> objects;
  for (Handle each : getList(count, handles, name))
    objects.push_back(get<T>(each, name));
  return objects;
}

/// Gives the caller a handle of each object; none, if there is not enough
/// memory.
template <typename T, typename Handle>
void giveAll(std::vector<T> objects, Handle *results) {
  std::vector<std::unique_ptr<T>> owned;
  for (T &object : objects)
    owned.push_back(std::make_unique<T>(std::move(object)));
  for (size_t i = 0; i < owned.size(); ++i)
    results[i].ptr = owned[i].release();
}

/// The context of a handle; that of the process for a null handle.
inline const Context &getContext(DTensorContext context) {
  return context.ptr ? *static_cast<Context *>(context.ptr) : Context::get();
}

inline std::vector<int64_t> getShape(int64_t rank, const int64_t *shape) {
  std::span<const int64_t> list = getList(rank, shape, "shape");
  return {list.begin(), list.end()};
}

/// A copy for the caller, which dtensorStringDestroy frees.
DT_EXPORT char *copyText(const std::string &text);

/// The number of an enumerator. A caller in C may give any number, which C++
/// must not read as an enumerator.
template <typename Enum> int32_t getNumber(const Enum &enumerator) {
  int32_t number;
  static_assert(sizeof(number) == sizeof(enumerator));
  std::memcpy(&number, &enumerator, sizeof(number));
  return number;
}

inline DType getDType(const DTensorDType &dtype) {
  return static_cast<DType>(getNumber(dtype));
}

} // namespace dt::c

#endif // DTENSOR_LIB_API_C_GUARD_H
