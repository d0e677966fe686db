//===- OneDnn.h - The functions of oneDNN -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_KERNELS_ONEDNN_H
#define DTENSOR_RUNTIME_KERNELS_ONEDNN_H

#include <memory>
#include <oneapi/dnnl/dnnl.h>

namespace dtensor::runtime {

/// The functions of oneDNN that kernels call, without their prefix `dnnl_`.
#define DTENSOR_ONEDNN_FUNCTIONS(FUNCTION)                                     \
  FUNCTION(engine_create)                                                      \
  FUNCTION(engine_destroy)                                                     \
  FUNCTION(matmul_desc_init)                                                   \
  FUNCTION(memory_create)                                                      \
  FUNCTION(memory_desc_get_size)                                               \
  FUNCTION(memory_desc_init_by_strides)                                        \
  FUNCTION(memory_destroy)                                                     \
  FUNCTION(memory_set_data_handle)                                             \
  FUNCTION(post_ops_append_sum)                                                \
  FUNCTION(post_ops_create)                                                    \
  FUNCTION(post_ops_destroy)                                                   \
  FUNCTION(primitive_attr_create)                                              \
  FUNCTION(primitive_attr_destroy)                                             \
  FUNCTION(primitive_attr_set_post_ops)                                        \
  FUNCTION(primitive_attr_set_scratchpad_mode)                                 \
  FUNCTION(primitive_create)                                                   \
  FUNCTION(primitive_desc_destroy)                                             \
  FUNCTION(primitive_desc_iterator_create)                                     \
  FUNCTION(primitive_desc_iterator_destroy)                                    \
  FUNCTION(primitive_desc_iterator_fetch)                                      \
  FUNCTION(primitive_desc_iterator_next)                                       \
  FUNCTION(primitive_desc_query)                                               \
  FUNCTION(primitive_desc_query_md)                                            \
  FUNCTION(primitive_destroy)                                                  \
  FUNCTION(primitive_execute)                                                  \
  FUNCTION(set_max_cpu_isa)                                                    \
  FUNCTION(stream_create)                                                      \
  FUNCTION(stream_destroy)

struct OneDnn {
#define DTENSOR_FUNCTION(NAME) decltype(&dnnl_##NAME) NAME;
  DTENSOR_ONEDNN_FUNCTIONS(DTENSOR_FUNCTION)
#undef DTENSOR_FUNCTION

  /// nullptr, or why the library cannot be used.
  const char *problem;

  /// The functions of this process. The first call opens the library and limits
  /// it to the level of dt_limit_processor.
  static const OneDnn &get();
};

/// Destroys a handle with a function of the table.
template <auto destroy> struct DestroyOneDnn {
  template <typename T> void operator()(T *handle) const {
    (OneDnn::get().*destroy)(handle);
  }
};
template <typename Handle, auto destroy>
using OneDnnOwner =
    std::unique_ptr<std::remove_pointer_t<Handle>, DestroyOneDnn<destroy>>;

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_KERNELS_ONEDNN_H
