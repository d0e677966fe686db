//===- Matmul.cpp - Products of matrices by oneDNN ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"
#include "../Arena.h"
#include "OneDnn.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

using namespace dtensor::runtime;

namespace {
using Attributes =
    OneDnnOwner<dnnl_primitive_attr_t, &OneDnn::primitive_attr_destroy>;
using Iterator = OneDnnOwner<dnnl_primitive_desc_iterator_t,
                             &OneDnn::primitive_desc_iterator_destroy>;
using Memory = OneDnnOwner<dnnl_memory_t, &OneDnn::memory_destroy>;
using PrimitiveDesc =
    OneDnnOwner<dnnl_primitive_desc_t, &OneDnn::primitive_desc_destroy>;

/// The values that a primitive depends on.
struct Key {
  // These are three types and the mode, and the batch loops, m, n and k with
  // their strides.
  static constexpr int64_t kMaxValues = 4 + 4 * (Matmul::kMaxBatchLoops + 3);

  int64_t values[kMaxValues];
  int64_t count = 0;

  void push(int64_t value) { values[count++] = value; }
  void push(const Loop &loop) {
    for (int64_t value : {loop.extent, loop.a, loop.b, loop.c})
      push(value);
  }
  bool operator==(const Key &other) const {
    return count == other.count &&
           std::memcmp(values, other.values, count * sizeof(int64_t)) == 0;
  }
};

struct KeyHash {
  size_t operator()(const Key &key) const {
    uint64_t hash = key.count;
    for (int64_t i = 0; i < key.count; ++i) {
      hash = (hash ^ key.values[i]) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

/// A primitive with its memory objects, whose addresses are set in each run.
struct Primitive {
  OneDnnOwner<dnnl_primitive_t, &OneDnn::primitive_destroy> primitive;
  Memory source, weights, destination, scratchpad;
  size_t scratchBytes = 0;
};
} // namespace

struct Matmul::State {
  const OneDnn &library = OneDnn::get();
  OneDnnOwner<dnnl_engine_t, &OneDnn::engine_destroy> engine;
  OneDnnOwner<dnnl_stream_t, &OneDnn::stream_destroy> stream;
  std::unordered_map<Key, Primitive, KeyHash> primitives;
  Arena scratch;

  /// Returns nullptr, or why the library cannot be used.
  const char *start();
  /// Whether it has succeeded.
  bool create(const Contraction &contraction, const Loop &m, const Loop &n,
              const Loop &k, Primitive &made) const;
  bool makeMemory(const_dnnl_primitive_desc_t primitive, dnnl_query_t which,
                  Memory &made) const;
};

Matmul::Matmul() = default;
Matmul::~Matmul() = default;

/// Calls a function that stores a new handle, and gives it an owner. Returns
/// whether it has succeeded.
template <typename Owner, typename Function>
static bool make(Owner &owner, Function function) {
  typename Owner::pointer handle = nullptr;
  if (function(&handle) != dnnl_success)
    return false;
  owner.reset(handle);
  return true;
}

const char *Matmul::State::start() {
  if (library.problem)
    return library.problem;
  bool hasStarted = make(engine,
                         [&](dnnl_engine_t *made) {
                           return library.engine_create(made, dnnl_cpu, 0);
                         }) &&
                    make(stream, [&](dnnl_stream_t *made) {
                      return library.stream_create(made, engine.get(),
                                                   dnnl_stream_default_flags);
                    });
  return hasStarted ? nullptr
                    : "the kernel library for contractions cannot be started";
}

/// The implementations for a product, the best one first.
static bool choose(const OneDnn &library, Iterator &choices,
                   const dnnl_matmul_desc_t &product,
                   const_dnnl_primitive_attr_t attributes,
                   dnnl_engine_t engine) {
  return make(choices, [&](dnnl_primitive_desc_iterator_t *made) {
    return library.primitive_desc_iterator_create(made, &product, attributes,
                                                  engine, nullptr);
  });
}

bool Matmul::takesBrainFloats() {
  static const bool takes = [] {
    State state;
    if (state.start())
      return false;
    dnnl_dims_t extents = {16, 16}, strides = {16, 1};
    dnnl_memory_desc_t square;
    dnnl_matmul_desc_t product;
    Iterator choices;
    const OneDnn &library = state.library;
    return library.memory_desc_init_by_strides(&square, 2, extents, dnnl_bf16,
                                               strides) == dnnl_success &&
           library.matmul_desc_init(&product, &square, &square, nullptr,
                                    &square) == dnnl_success &&
           choose(library, choices, product, nullptr, state.engine.get());
  }();
  return takes;
}

/// Describes the matrix of `rows` and `columns`, repeated along batch loops.
/// Its strides are the member `stride` of the loops.
static bool describe(const OneDnn &library, const Contraction &contraction,
                     DtElementType type, const Loop &rows, const Loop &columns,
                     int64_t Loop::*stride, dnnl_memory_desc_t &matrix) {
  dnnl_dims_t extents, strides;
  int rank = 0;
  auto add = [&](const Loop &loop) {
    extents[rank] = loop.extent;
    strides[rank++] = loop.*stride;
  };
  for (const Loop &loop : contraction.batch)
    add(loop);
  add(rows);
  add(columns);
  return library.memory_desc_init_by_strides(
             &matrix, rank, extents, type == DT_BF16 ? dnnl_bf16 : dnnl_f32,
             strides) == dnnl_success;
}

/// The attributes of a product whose result is written, or added to what is
/// there.
static bool describeUse(const OneDnn &library, bool accumulates,
                        Attributes &attributes) {
  OneDnnOwner<dnnl_post_ops_t, &OneDnn::post_ops_destroy> sum;
  // The library's own scratchpad belongs to the thread that makes a primitive,
  // but any thread may run a program.
  return make(attributes, library.primitive_attr_create) &&
         library.primitive_attr_set_scratchpad_mode(
             attributes.get(), dnnl_scratchpad_mode_user) == dnnl_success &&
         (!accumulates ||
          (make(sum, library.post_ops_create) &&
           library.post_ops_append_sum(sum.get(), 1.0f) == dnnl_success &&
           library.primitive_attr_set_post_ops(attributes.get(), sum.get()) ==
               dnnl_success));
}

bool Matmul::State::makeMemory(const_dnnl_primitive_desc_t primitive,
                               dnnl_query_t which, Memory &made) const {
  // Memory objects must have an address; that of the scratchpad is set before a
  // run.
  return make(made, [&](dnnl_memory_t *memory) {
    return library.memory_create(
        memory, library.primitive_desc_query_md(primitive, which, 0),
        engine.get(), nullptr);
  });
}

/// Whether the matrices are so large that the implementation that copies tiles
/// of both to its own memory (gemm) is faster than the one that reads them
/// where they are (brg), which the library prefers. See docs/GeneratedCode.md.
static bool arePackedFaster(const Contraction &contraction, const Loop &m,
                            const Loop &n, const Loop &k) {
  constexpr int64_t kLargeProduct = 1 << 28, kLargeExtent = 1000;
  constexpr int64_t kLargeProductByRows = 1 << 27, kLargeExtentByRows = 256;
  int64_t product = m.extent * n.extent * k.extent;
  if (contraction.aType != DT_F32)
    return false;
  // A narrow matrix by columns takes longer to copy than one by rows.
  bool isByRows = k.a == 1 && n.b == 1;
  return (product >= kLargeProduct &&
          std::min(m.extent, n.extent) >= kLargeExtent) ||
         (isByRows && product >= kLargeProductByRows &&
          std::min({m.extent, n.extent, k.extent}) >= kLargeExtentByRows);
}

bool Matmul::State::create(const Contraction &contraction, const Loop &m,
                           const Loop &n, const Loop &k,
                           Primitive &made) const {
  dnnl_memory_desc_t a, b, c;
  dnnl_matmul_desc_t product;
  Attributes attributes;
  Iterator choices;
  if (!describe(library, contraction, contraction.aType, m, k, &Loop::a, a) ||
      !describe(library, contraction, contraction.bType, k, n, &Loop::b, b) ||
      !describe(library, contraction, contraction.cType, m, n, &Loop::c, c) ||
      library.matmul_desc_init(&product, &a, &b, nullptr, &c) != dnnl_success ||
      !describeUse(library, contraction.accumulates, attributes) ||
      !choose(library, choices, product, attributes.get(), engine.get()))
    return false;
  // The reference implementation is a thousand times slower. Another one may
  // follow it in the library's list.
  bool avoidsBrg = arePackedFaster(contraction, m, n, k);
  auto fetch = [&] {
    return PrimitiveDesc(library.primitive_desc_iterator_fetch(choices.get()));
  };
  auto isSlow = [&](const PrimitiveDesc &choice) {
    const char *name = "";
    library.primitive_desc_query(choice.get(), dnnl_query_impl_info_str, 0,
                                 &name);
    return std::strncmp(name, "ref", 3) == 0 ||
           (avoidsBrg && std::strncmp(name, "brg", 3) == 0);
  };
  PrimitiveDesc first = fetch(), other;
  while (isSlow(other ? other : first) &&
         library.primitive_desc_iterator_next(choices.get()) == dnnl_success)
    other = fetch();
  PrimitiveDesc &chosen = other && !isSlow(other) ? other : first;
  made.scratchBytes =
      library.memory_desc_get_size(library.primitive_desc_query_md(
          chosen.get(), dnnl_query_scratchpad_md, 0));
  return make(made.primitive,
              [&](dnnl_primitive_t *primitive) {
                return library.primitive_create(primitive, chosen.get());
              }) &&
         makeMemory(chosen.get(), dnnl_query_src_md, made.source) &&
         makeMemory(chosen.get(), dnnl_query_weights_md, made.weights) &&
         makeMemory(chosen.get(), dnnl_query_dst_md, made.destination) &&
         makeMemory(chosen.get(), dnnl_query_scratchpad_md, made.scratchpad);
}

const char *Matmul::run(const Contraction &contraction, const Loop &m,
                        const Loop &n, const Loop &k, const char *a,
                        const char *b, char *c) {
  Key key;
  for (int64_t value :
       {int64_t(contraction.aType), int64_t(contraction.bType),
        int64_t(contraction.cType), int64_t(contraction.accumulates)})
    key.push(value);
  for (const Loop &loop : contraction.batch)
    key.push(loop);
  for (const Loop *loop : {&m, &n, &k})
    key.push(*loop);

  if (!state) {
    auto started = std::make_unique<State>();
    if (const char *problem = started->start())
      return problem;
    state = std::move(started);
  }
  auto found = state->primitives.find(key);
  if (found == state->primitives.end()) {
    Primitive made;
    if (!state->create(contraction, m, n, k, made))
      return "oneDNN has no kernel for a contraction";
    found = state->primitives.emplace(key, std::move(made)).first;
  }
  const OneDnn &library = state->library;
  Primitive &held = found->second;
  void *scratch = nullptr;
  if (held.scratchBytes != 0 &&
      !(scratch = state->scratch.get(held.scratchBytes)))
    return "out of memory";
  library.memory_set_data_handle(held.source.get(), const_cast<char *>(a));
  library.memory_set_data_handle(held.weights.get(), const_cast<char *>(b));
  library.memory_set_data_handle(held.destination.get(), c);
  library.memory_set_data_handle(held.scratchpad.get(), scratch);
  dnnl_exec_arg_t arguments[] = {{DNNL_ARG_SRC, held.source.get()},
                                 {DNNL_ARG_WEIGHTS, held.weights.get()},
                                 {DNNL_ARG_DST, held.destination.get()},
                                 {DNNL_ARG_SCRATCHPAD, held.scratchpad.get()}};
  dnnl_status_t status = library.primitive_execute(
      held.primitive.get(), state->stream.get(), 4, arguments);
  return status == dnnl_success ? nullptr : "a contraction's kernel has failed";
}
