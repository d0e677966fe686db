//===- runtime-benchmark.cpp - The cost of the runtime --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Prints the costs of the runtime's parts, one per line: the least time of
// several rounds. Times of collectives stand beside a memcpy of the bytes that
// each device receives.

#include "dtensor/Runtime/ABI.h"
#include "dtensor/Runtime/Kernels.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

using Clock = std::chrono::steady_clock;
using Body = std::function<void(DtDevice *device, int64_t index)>;

static double getMicroseconds(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start)
      .count();
}

/// The least time, over rounds, of one of `repetitions`.
static double measure(int64_t repetitions, const std::function<void()> &body) {
  double best = 1e30;
  for (int round = 0; round < 7; ++round) {
    Clock::time_point start = Clock::now();
    for (int64_t i = 0; i < repetitions; ++i)
      body();
    best = std::min(best, getMicroseconds(start) / repetitions);
  }
  return best;
}

namespace {
class Mesh {
public:
  Mesh(std::vector<int64_t> sizes, int64_t workers)
      : context(dt_context_create(sizes.size(), sizes.data(), workers)) {
    for (int64_t size : sizes)
      numDevices *= size;
  }
  ~Mesh() { dt_context_destroy(context); }

  void run(const Body &body) {
    struct Call {
      const Body *body;
      int64_t index;
    };
    std::vector<Call> calls(numDevices);
    std::vector<void *> slots(numDevices);
    std::vector<void **> arguments(numDevices);
    for (int64_t i = 0; i < numDevices; ++i) {
      calls[i] = {&body, i};
      slots[i] = &calls[i];
      arguments[i] = &slots[i];
    }
    auto enter = [](DtDevice *device, void **arguments) {
      Call &call = *static_cast<Call *>(arguments[0]);
      (*call.body)(device, call.index);
    };
    if (dt_run(context, enter, arguments.data()) != 0)
      std::printf("error: %s\n", dt_error(context));
  }

  /// Least time of one of `repetitions` inside of a program, on all devices.
  double measureInside(int64_t repetitions, const Body &body) {
    double best = 1e30;
    for (int round = 0; round < 7; ++round)
      run([&](DtDevice *device, int64_t index) {
        dt_barrier(device, -1, "");
        Clock::time_point start = Clock::now();
        for (int64_t i = 0; i < repetitions; ++i)
          body(device, index);
        dt_barrier(device, -1, "");
        if (index == 0)
          best = std::min(best, getMicroseconds(start) / repetitions);
      });
    return best;
  }

  DtContext *context;
  int64_t numDevices = 1;
};

/// A contiguous buffer with its descriptor.
struct Buffer {
  explicit Buffer(std::vector<int64_t> extents) {
    int64_t rank = extents.size();
    descriptor.resize(3 + 2 * rank);
    int64_t size = 1;
    for (int64_t axis = rank - 1; axis >= 0; --axis) {
      descriptor[3 + axis] = extents[axis];
      descriptor[3 + rank + axis] = size;
      size *= extents[axis];
    }
    data.assign(size, 1.0f);
    descriptor[0] = descriptor[1] = reinterpret_cast<int64_t>(data.data());
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(descriptor.data());
  }
  std::vector<float> data;
  std::vector<int64_t> descriptor;
};
} // namespace

static void measureCalls() {
  for (int64_t devices : {1, 2, 8}) {
    Mesh mesh({devices}, 2);
    std::vector<void *> slot(devices);
    std::vector<void **> arguments(devices, slot.data());
    auto call = [&] {
      dt_run(mesh.context, [](DtDevice *, void **) {}, arguments.data());
    };
    call();
    std::printf("empty call, %lld devices: %.2f us\n",
                static_cast<long long>(devices), measure(20000, call));
    for (int64_t idle : {1, 10}) {
      double best = 1e30;
      for (int i = 0; i < 20; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(idle));
        Clock::time_point start = Clock::now();
        call();
        best = std::min(best, getMicroseconds(start));
      }
      std::printf("empty call, %lld devices, after %lld ms idle: %.2f us\n",
                  static_cast<long long>(devices), static_cast<long long>(idle),
                  best);
    }
  }
}

static void measureBarriers() {
  for (int64_t workers : {1, 2})
    for (int64_t devices : {2, 4, 8, 16, 256}) {
      Mesh mesh({devices}, workers);
      double time =
          mesh.measureInside(200000 / devices, [](DtDevice *device, int64_t) {
            dt_barrier(device, 1, "");
          });
      std::printf("barrier, %lld devices, %lld workers: %.3f us\n",
                  static_cast<long long>(devices),
                  static_cast<long long>(workers), time);
    }
}

/// `from` and `to` as in a DtSite.
static void measureCollective(const char *name, int64_t devices, int64_t bytes,
                              bool partial, std::vector<int64_t> from,
                              std::vector<int64_t> to, bool shared,
                              bool inPlace = false) {
  Mesh mesh({devices}, 2);
  std::vector<int64_t> extents = {1024, bytes / 4096};
  std::vector<int64_t> site = {
      DT_COLLECTIVE_SITE, DT_F32, DT_ADD, 2, shared, partial, 0, 1};
  std::vector<int64_t> localExtents[2];
  for (int i = 0; i < 2; ++i) {
    const std::vector<int64_t> &layout = i == 0 ? from : to;
    site.insert(site.end(), layout.begin(), layout.end());
    localExtents[i] = extents;
    if (layout[0])
      localExtents[i][0] /= devices;
    else if (layout[1])
      localExtents[i][1] /= devices;
  }
  std::vector<Buffer> sources, destinations;
  for (int64_t i = 0; i < devices; ++i) {
    sources.emplace_back(localExtents[0]);
    destinations.emplace_back(localExtents[1]);
    if (shared)
      for (int64_t word : {0, 1})
        destinations[i].descriptor[word] = destinations[0].descriptor[word];
    if (inPlace) {
      for (int64_t word : {0, 1})
        sources[i].descriptor[word] = destinations[0].descriptor[word];
      sources[i].descriptor[2] = i * bytes / 4 / devices;
    }
  }
  int64_t repetitions = std::max<int64_t>(3, (int64_t(8) << 20) / bytes);
  double time =
      mesh.measureInside(repetitions, [&](DtDevice *device, int64_t index) {
        dt_collective(device, site.data(), "", sources[index].get(),
                      destinations[index].get(), extents.data());
      });
  double copy =
      mesh.measureInside(repetitions, [&](DtDevice *device, int64_t index) {
        std::memcpy(destinations[index].data.data(), sources[index].data.data(),
                    std::min(sources[index].data.size(),
                             destinations[index].data.size()) *
                        4);
      });
  std::printf("%s, %lld devices, %lld KiB%s%s: %.2f us (memcpy of the smaller "
              "component by each device: %.2f us)\n",
              name, static_cast<long long>(devices),
              static_cast<long long>(bytes >> 10), shared ? ", shared" : "",
              inPlace ? ", in place" : "", time, copy);
}

static void measureCollectives() {
  std::vector<int64_t> whole = {0, 0}, rows = {1, 0, 0}, columns = {0, 1, 0};
  for (int64_t devices : {2, 8})
    for (int64_t bytes : {4 << 10, 64 << 10, 1 << 20, 16 << 20}) {
      for (bool shared : {false, true})
        measureCollective("all_reduce", devices, bytes, true, whole, whole,
                          shared);
      measureCollective("reduce_scatter", devices, bytes, true, whole, rows,
                        false);
      for (bool shared : {false, true})
        measureCollective("all_gather", devices, bytes, false, rows, whole,
                          shared);
      measureCollective("all_gather", devices, bytes, false, rows, whole, true,
                        true);
      if (bytes / 4096 >= devices)
        measureCollective("all_to_all", devices, bytes, false, rows, columns,
                          false);
    }
}

/// A tensor of 1024 rows that are divided among devices, and its image.
/// `move` fills the component of the image.
static void
measureMove(const char *name, int64_t devices, int64_t bytes,
            std::vector<int64_t> imageExtents,
            const std::function<void(DtDevice *device, const DtMemRef *source,
                                     const DtMemRef *image)> &move) {
  Mesh mesh({devices}, 2);
  std::vector<Buffer> sources, images;
  for (int64_t i = 0; i < devices; ++i) {
    sources.emplace_back(std::vector<int64_t>{1024 / devices, bytes / 4096});
    images.emplace_back(imageExtents);
  }
  double time = mesh.measureInside(
      std::max<int64_t>(3, (int64_t(2) << 20) / bytes),
      [&](DtDevice *device, int64_t index) {
        move(device, sources[index].get(), images[index].get());
      });
  std::printf("%s, %lld devices, %lld KiB: %.2f us\n", name,
              static_cast<long long>(devices),
              static_cast<long long>(bytes >> 10), time);
}

static void measureMoves() {
  for (int64_t devices : {2, 8})
    for (int64_t bytes : {4 << 10, 64 << 10, 1 << 20}) {
      int64_t columns = bytes / 4096, rows = 1024 / devices;
      // Each row is that below it, as a stencil needs it.
      std::vector<int64_t> fetch = {DT_FETCH_SITE, DT_F32, 2, 2, 1, 1, 0};
      for (std::vector<int64_t> part : {
               // Loops over rows, which devices divide, and over columns.
               std::vector<int64_t>{1, 0, 0},
               // The destination's axes, by loops.
               {0, 1, 0, 1, 0, 1, 1, 1},
               // The source's axes.
               {1, 1, 1, 0, 1, 1, 0},
           })
        fetch.insert(fetch.end(), part.begin(), part.end());
      const std::vector<int64_t> numbers = {1024, columns, 1024, 1,       1023,
                                            0,    columns, 0,    columns, 0};
      measureMove(
          "fetch of the next row", devices, bytes, {rows, columns},
          [&](DtDevice *device, const DtMemRef *source, const DtMemRef *image) {
            dt_fetch(device, fetch.data(), "", &source, image, numbers.data());
          });
      // Every device then has a part of every row.
      const std::vector<int64_t> reshape = {
          DT_RESHAPE_SITE, DT_F32, 2, 2, 1, 1, 0, 0, 0, 1, 0};
      const std::vector<int64_t> from = {1024, columns},
                                 to = {1024 / 16, 16 * columns};
      measureMove(
          "reshape to other parts", devices, bytes, {to[0], to[1] / devices},
          [&](DtDevice *device, const DtMemRef *source, const DtMemRef *image) {
            dt_reshape(device, reshape.data(), "", source, image, from.data(),
                       to.data());
          });
      const std::vector<int64_t> take = {
          DT_TAKE_SITE, DT_F32, 2, 1, 0, 1, 0, 0};
      std::vector<int64_t> reversed;
      for (int64_t device = 0; device < devices; ++device)
        for (int64_t i = 0; i < rows * columns; ++i)
          reversed.push_back(1023 - device * rows - i / columns);
      measureMove(
          "take of the rows in reverse", devices, bytes, {rows, columns},
          [&](DtDevice *device, const DtMemRef *source, const DtMemRef *image) {
            int64_t index = dt_coordinate(device, 0);
            int64_t *first = reversed.data() + index * rows * columns;
            // The descriptor of int64_t.
            int64_t positions[] = {reinterpret_cast<int64_t>(first),
                                   reinterpret_cast<int64_t>(first),
                                   0,
                                   rows,
                                   columns,
                                   columns,
                                   1};
            dt_take(device, take.data(), "", source,
                    reinterpret_cast<const DtMemRef *>(positions), image,
                    from.data());
          });
    }
}

static void measureContractions() {
  for (int64_t devices : {1, 2})
    for (int64_t size : {16, 64, 256, 1024}) {
      Mesh mesh({devices}, 2);
      std::vector<Buffer> a, b, c;
      for (int64_t i = 0; i < devices; ++i) {
        a.emplace_back(std::vector<int64_t>{size, size});
        b.emplace_back(std::vector<int64_t>{size, size});
        c.emplace_back(std::vector<int64_t>{size, size});
      }
      std::vector<int64_t> descriptor = {
          DT_F32, DT_F32, DT_F32, 0, 0, 1, 1, 1, 0, -1, 0, -1, 1, 1, 1, 0, -1};
      double operations = 2.0 * size * size * size;
      double time = mesh.measureInside(
          std::max<int64_t>(1, static_cast<int64_t>(2e8 / operations)),
          [&](DtDevice *device, int64_t index) {
            dt_contract(device, descriptor.data(), "", a[index].get(),
                        b[index].get(), c[index].get());
          });
      std::printf("matmul f32 %lld, on each of %lld devices: %.2f us, %.0f "
                  "GF/s in all\n",
                  static_cast<long long>(size), static_cast<long long>(devices),
                  time, operations * devices / time * 1e-3);
    }
}

int main() {
  measureCalls();
  measureBarriers();
  measureCollectives();
  measureMoves();
  measureContractions();
}
