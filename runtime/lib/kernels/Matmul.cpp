//===- Matmul.cpp - Products of matrices by oneDNN ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"
#include "../Arena.h"

#include <cstring>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <unordered_map>

using namespace dtensor::runtime;

namespace {
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
  dnnl::primitive primitive;
  dnnl::memory source, weights, destination, scratchpad;
};
} // namespace

struct Matmul::State {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  std::unordered_map<Key, Primitive, KeyHash> primitives;
  Arena scratch;
  std::string error;

  Primitive create(const Contraction &contraction, const Loop &m, const Loop &n,
                   const Loop &k);
};

Matmul::Matmul() = default;
Matmul::~Matmul() = default;

bool Matmul::takesBrainFloats() {
  static const bool takes = [] {
    using Memory = dnnl::memory;
    try {
      Memory::desc square({16, 16}, Memory::data_type::bf16,
                          Memory::format_tag::ab);
      dnnl::matmul::primitive_desc(dnnl::matmul::desc(square, square, square),
                                   dnnl::engine(dnnl::engine::kind::cpu, 0));
      return true;
    } catch (const dnnl::error &) {
      return false;
    }
  }();
  return takes;
}

static dnnl::memory::data_type getType(DtElementType type) {
  return type == DT_BF16 ? dnnl::memory::data_type::bf16
                         : dnnl::memory::data_type::f32;
}

/// Describes the matrix of `rows` and `columns`, repeated along batch loops.
/// Its strides are the member `stride` of the loops.
static dnnl::memory::desc describe(const Contraction &contraction,
                                   DtElementType type, const Loop &rows,
                                   const Loop &columns, int64_t Loop::*stride) {
  dnnl::memory::dims extents, strides;
  for (const Loop &loop : contraction.batch) {
    extents.push_back(loop.extent);
    strides.push_back(loop.*stride);
  }
  for (const Loop *loop : {&rows, &columns}) {
    extents.push_back(loop->extent);
    strides.push_back(loop->*stride);
  }
  return dnnl::memory::desc(extents, getType(type), strides);
}

Primitive Matmul::State::create(const Contraction &contraction, const Loop &m,
                                const Loop &n, const Loop &k) {
  dnnl::primitive_attr attributes;
  // The library's own scratchpad belongs to the thread that makes a primitive,
  // but any thread may run a program.
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  if (contraction.accumulates) {
    dnnl::post_ops sum;
    sum.append_sum(1.0f);
    attributes.set_post_ops(sum);
  }
  dnnl::matmul::desc description(
      describe(contraction, contraction.aType, m, k, &Loop::a),
      describe(contraction, contraction.bType, k, n, &Loop::b),
      describe(contraction, contraction.cType, m, n, &Loop::c));
  dnnl::matmul::primitive_desc chosen(description, attributes, engine);
  // The reference implementation is a thousand times slower. Another one may
  // follow it in the library's list.
  while (std::strncmp(chosen.impl_info_str(), "ref", 3) == 0)
    if (!chosen.next_impl()) {
      chosen = dnnl::matmul::primitive_desc(description, attributes, engine);
      break;
    }
  // Memory objects must have an address; that of the scratchpad is set before a
  // run.
  auto make = [&](const dnnl::memory::desc &desc) {
    return dnnl::memory(desc, engine, nullptr);
  };
  return {dnnl::matmul(chosen), make(chosen.src_desc()),
          make(chosen.weights_desc()), make(chosen.dst_desc()),
          make(chosen.scratchpad_desc())};
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

  try {
    if (!state)
      state = std::make_unique<State>();
    auto found = state->primitives.find(key);
    if (found == state->primitives.end())
      found =
          state->primitives.emplace(key, state->create(contraction, m, n, k))
              .first;
    Primitive &held = found->second;
    held.source.set_data_handle(const_cast<char *>(a));
    held.weights.set_data_handle(const_cast<char *>(b));
    held.destination.set_data_handle(c);
    size_t scratchBytes = held.scratchpad.get_desc().get_size();
    void *scratch = nullptr;
    if (scratchBytes != 0 && !(scratch = state->scratch.get(scratchBytes)))
      return "out of memory";
    held.scratchpad.set_data_handle(scratch);
    dnnl_exec_arg_t arguments[] = {
        {DNNL_ARG_SRC, held.source.get()},
        {DNNL_ARG_WEIGHTS, held.weights.get()},
        {DNNL_ARG_DST, held.destination.get()},
        {DNNL_ARG_SCRATCHPAD, held.scratchpad.get()}};
    dnnl_status_t status = dnnl_primitive_execute(
        held.primitive.get(), state->stream.get(), 4, arguments);
    return status == dnnl_success ? nullptr
                                  : "a contraction's kernel has failed";
  } catch (const std::exception &error) {
    if (!state)
      return "the kernel library for contractions cannot be started";
    state->error = std::string("no kernel for a contraction: ") + error.what();
    return state->error.c_str();
  }
}
