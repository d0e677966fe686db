//===- limits.cpp - The limits of this machine ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: limits REPS THREADS copy BYTES
//        limits REPS THREADS sgemm M N K [M N K ...]
//        limits REPS THREADS packed-sgemm M N K [M N K ...]
//        limits REPS THREADS barrier TIMES
//        limits REPS THREADS multiply-add TIMES
// Prints the seconds of each repetition as a JSON array: of a copy of BYTES in
// which each thread copies its part; of the products one after another, with
// the second matrix as it is or in the format that the library likes best; of
// TIMES barriers of the threads; of TIMES products and sums on each thread, in
// f32 and in registers.

#include <dnnl.hpp>
#include <omp.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <unordered_map>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// Memory in large pages, all touched.
char *allocate(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr, "error: no %zu bytes of memory\n", bytes);
    std::exit(1);
  }
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::memset(memory, 1, bytes);
  return static_cast<char *>(memory);
}

/// Prints the times of runs after two that are not timed.
void measure(int repetitions, const std::function<void()> &body) {
  body();
  body();
  std::printf("[");
  for (int i = 0; i < repetitions; ++i) {
    Clock::time_point start = Clock::now();
    body();
    std::chrono::duration<double> elapsed = Clock::now() - start;
    std::printf("%s%.9f", i == 0 ? "" : ", ", elapsed.count());
  }
  std::printf("]\n");
}

void measureCopy(int repetitions, size_t bytes) {
  char *source = allocate(bytes);
  char *destination = allocate(bytes);
  measure(repetitions, [&] {
#pragma omp parallel
    {
      size_t part = bytes / omp_get_num_threads();
      size_t begin = part * omp_get_thread_num();
      std::memcpy(destination + begin, source + begin, part);
    }
  });
}

struct Product {
  dnnl::matmul primitive;
  std::unordered_map<int, dnnl::memory> arguments;
};

Product makeProduct(const dnnl::engine &engine, int64_t m, int64_t n, int64_t k,
                    dnnl::memory::format_tag weights) {
  using Tag = dnnl::memory::format_tag;
  auto describe = [](int64_t rows, int64_t columns, Tag tag) {
    return dnnl::memory::desc({rows, columns}, dnnl::memory::data_type::f32,
                              tag);
  };
  auto make = [&](const dnnl::memory::desc &desc) {
    return dnnl::memory(desc, engine, allocate(desc.get_size()));
  };
  dnnl::matmul::primitive_desc description(
      dnnl::matmul::desc(describe(m, k, Tag::ab), describe(k, n, weights),
                         describe(m, n, Tag::ab)),
      engine);
  return {dnnl::matmul(description),
          {{DNNL_ARG_SRC, make(description.src_desc())},
           {DNNL_ARG_WEIGHTS, make(description.weights_desc())},
           {DNNL_ARG_DST, make(description.dst_desc())}}};
}

void measureProducts(int repetitions, const std::vector<int64_t> &sizes,
                     dnnl::memory::format_tag weights) {
  dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  std::vector<Product> products;
  for (size_t i = 0; i + 2 < sizes.size(); i += 3)
    products.push_back(
        makeProduct(engine, sizes[i], sizes[i + 1], sizes[i + 2], weights));
  measure(repetitions, [&] {
    for (Product &product : products)
      product.primitive.execute(stream, product.arguments);
    stream.wait();
  });
}

/// The threads wait for each other without leaving their cores.
void measureBarriers(int repetitions, int64_t times) {
  int64_t numThreads = omp_get_max_threads();
  measure(repetitions, [&] {
    std::atomic<int64_t> arrived = 0;
#pragma omp parallel
    for (int64_t i = 1; i <= times; ++i) {
      arrived.fetch_add(1, std::memory_order_acq_rel);
      while (arrived.load(std::memory_order_acquire) < i * numThreads)
        ;
    }
  });
}

/// One sum for each of `kChains` vectors, since an addition takes some cycles.
/// `Vector` is one that the processor has.
template <typename Vector>
__attribute__((always_inline)) inline float multiplyAdd(int64_t times) {
#pragma clang fp contract(fast)
  constexpr int kChains = 12;
  constexpr int64_t kLanes = sizeof(Vector) / sizeof(float);
  Vector sums[kChains] = {};
  Vector factor = Vector{} + 0.5f, term = Vector{} + 1.0f;
  for (int64_t i = 0; i < times; i += kChains * kLanes)
    for (Vector &sum : sums)
      sum = sum * factor + term;
  float total = 0;
  for (Vector &sum : sums)
    total += sum[0];
  return total;
}

typedef float Bytes16 __attribute__((vector_size(16)));
#if defined(__x86_64__)
typedef float Bytes32 __attribute__((vector_size(32)));
typedef float Bytes64 __attribute__((vector_size(64)));
__attribute__((target("avx2,fma"))) float multiplyAdd32(int64_t times) {
  return multiplyAdd<Bytes32>(times);
}
__attribute__((target("avx512f"))) float multiplyAdd64(int64_t times) {
  return multiplyAdd<Bytes64>(times);
}
#endif

float multiplyAddOnce(int64_t times) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return multiplyAdd64(times);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return multiplyAdd32(times);
#endif
  return multiplyAdd<Bytes16>(times);
}

void measureMultiplyAdd(int repetitions, int64_t times) {
  std::atomic<float> kept = 0;
  measure(repetitions, [&] {
#pragma omp parallel
    kept = multiplyAddOnce(times);
  });
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: limits REPS THREADS copy BYTES\n"
                         "       limits REPS THREADS sgemm M N K ...\n"
                         "       limits REPS THREADS packed-sgemm M N K ...\n"
                         "       limits REPS THREADS barrier TIMES\n"
                         "       limits REPS THREADS multiply-add TIMES\n");
    return 2;
  }
  int repetitions = std::atoi(argv[1]);
  omp_set_num_threads(std::atoi(argv[2]));
  std::string kind = argv[3];
  std::vector<int64_t> numbers;
  for (int i = 4; i < argc; ++i)
    numbers.push_back(std::atoll(argv[i]));
  if (kind == "copy" && numbers.size() == 1) {
    measureCopy(repetitions, numbers[0]);
    return 0;
  }
  if (kind == "sgemm" && numbers.size() % 3 == 0) {
    measureProducts(repetitions, numbers, dnnl::memory::format_tag::ab);
    return 0;
  }
  if (kind == "packed-sgemm" && numbers.size() % 3 == 0) {
    measureProducts(repetitions, numbers, dnnl::memory::format_tag::any);
    return 0;
  }
  if (kind == "barrier" && numbers.size() == 1) {
    measureBarriers(repetitions, numbers[0]);
    return 0;
  }
  if (kind == "multiply-add" && numbers.size() == 1) {
    measureMultiplyAdd(repetitions, numbers[0]);
    return 0;
  }
  std::fprintf(
      stderr,
      "error: required copy BYTES, sgemm M N K ..., packed-sgemm M N K "
      "..., barrier TIMES or multiply-add TIMES, found "
      "'%s' and %zu numbers\n",
      argv[3], numbers.size());
  return 2;
}
