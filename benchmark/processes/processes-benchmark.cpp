//===- processes-benchmark.cpp - Collectives between processes ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: mpirun -np N processes-benchmark [ROUNDS [DEVICES [BYTES...]]]
// Times collectives of N processes with one device each, or with DEVICES, and
// the same exchanges by MPI alone, in turn. The first process prints one line
// of JSON for each collective and size: the times of all rounds, in
// microseconds. Bytes are those of the result of an all_gather, of the tensor
// of an all_reduce, and of all that a device sends in an all_to_all or to its
// neighbour. With several devices, MPI moves what goes between processes, and
// makes one result in each of them; so do ours, as in compiled programs. With 0
// devices, each process has one and only MPI is timed.

#include "dtensor/Runtime/ABI.h"
#include "transport/MpiLibrary.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace dtensor::runtime;
using Clock = std::chrono::steady_clock;

namespace {

/// The functions of MPI that are measured. Handles have the size of a pointer
/// or of an int.
class Mpi {
public:
  virtual ~Mpi() = default;
  virtual void barrier() = 0;
  virtual void allReduce(const float *from, float *to, int count) = 0;
  virtual void allGather(const float *from, float *to, int count) = 0;
  virtual void allToAll(const float *from, float *to, int count) = 0;
  virtual void swap(int peer, const float *from, float *to, int count) = 0;
  /// Runs of floats, as one datatype.
  virtual void makeRuns(int count, int size, int stride) = 0;
  virtual void swapRuns(int peer, const float *from, float *to) = 0;
};

template <typename Handle> class MpiOf : public Mpi {
public:
  MpiOf(const MpiLibrary &library, Handle world, Handle type, Handle sum,
        void *ignored)
      : world(world), type(type), sum(sum), ignored(ignored) {
    find(library, barrierFunction, "MPI_Barrier");
    find(library, allReduceFunction, "MPI_Allreduce");
    find(library, allGatherFunction, "MPI_Allgather");
    find(library, allToAllFunction, "MPI_Alltoall");
    find(library, sendReceiveFunction, "MPI_Sendrecv");
    find(library, typeVectorFunction, "MPI_Type_vector");
    find(library, typeCommitFunction, "MPI_Type_commit");
  }

  void barrier() override { barrierFunction(world); }
  void allReduce(const float *from, float *to, int count) override {
    allReduceFunction(from, to, count, type, sum, world);
  }
  void allGather(const float *from, float *to, int count) override {
    allGatherFunction(from, count, type, to, count, type, world);
  }
  void allToAll(const float *from, float *to, int count) override {
    allToAllFunction(from, count, type, to, count, type, world);
  }
  void swap(int peer, const float *from, float *to, int count) override {
    sendReceiveFunction(from, count, type, peer, 0, to, count, type, peer, 0,
                        world, ignored);
  }
  void makeRuns(int count, int size, int stride) override {
    typeVectorFunction(count, size, stride, type, &runs);
    typeCommitFunction(&runs);
  }
  void swapRuns(int peer, const float *from, float *to) override {
    sendReceiveFunction(from, 1, runs, peer, 0, to, 1, runs, peer, 0, world,
                        ignored);
  }

private:
  template <typename Function>
  static void find(const MpiLibrary &library, Function *&function,
                   const char *name) {
    function = reinterpret_cast<Function *>(library.find(name));
    if (!function) {
      std::fprintf(stderr, "error: no function %s\n", name);
      std::exit(1);
    }
  }

  Handle world, type, sum;
  Handle runs{};
  void *ignored;
  int (*barrierFunction)(Handle);
  int (*allReduceFunction)(const void *, void *, int, Handle, Handle, Handle);
  int (*allGatherFunction)(const void *, int, Handle, void *, int, Handle,
                           Handle);
  int (*allToAllFunction)(const void *, int, Handle, void *, int, Handle,
                          Handle);
  int (*sendReceiveFunction)(const void *, int, Handle, int, int, void *, int,
                             Handle, int, int, Handle, void *);
  int (*typeVectorFunction)(int, int, int, Handle, Handle *);
  int (*typeCommitFunction)(Handle *);
};

std::unique_ptr<Mpi> findMpi() {
  MpiLibrary library;
  std::string error = openMpi(library);
  if (error.empty() && library.abi == MpiAbi::OpenMpi)
    return std::make_unique<MpiOf<void *>>(
        library, library.find("ompi_mpi_comm_world"),
        library.find("ompi_mpi_float"), library.find("ompi_mpi_op_sum"),
        /*ignored=*/nullptr);
  if (error.empty() && library.abi == MpiAbi::Mpich)
    return std::make_unique<MpiOf<int>>(library, 0x44000000, 0x4c00040a,
                                        0x58000003,
                                        reinterpret_cast<void *>(1));
  std::fprintf(stderr, "error: %s\n",
               error.empty() ? "required Open MPI or MPICH" : error.c_str());
  std::exit(1);
}

/// A dense tensor with its descriptor.
struct Tensor {
  explicit Tensor(std::vector<int64_t> extents) {
    int64_t rank = extents.size(), size = 1;
    words.resize(3 + 2 * rank);
    for (int64_t axis = rank; axis-- > 0; size *= extents[axis]) {
      words[3 + axis] = extents[axis];
      words[3 + rank + axis] = size;
    }
    values.assign(size, 1.0f);
    point();
  }
  Tensor(const Tensor &other) : values(other.values), words(other.words) {
    point();
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(words.data());
  }
  float *data() { return values.data(); }

private:
  void point() {
    words[0] = words[1] = reinterpret_cast<int64_t>(values.data());
  }

  std::vector<float> values;
  std::vector<int64_t> words;
};

/// One exchange of the same bytes, in two ways.
struct Pair {
  const char *name;
  std::function<void(DtDevice *)> ours;
  std::function<void()> theirs;
};

double getMicroseconds(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start)
      .count();
}

/// The job, and the context in which this process has one device.
class Job {
public:
  Job(int64_t numDevices, bool isMpiOnly)
      : mpi(findMpi()), numDevices(numDevices), isMpiOnly(isMpiOnly) {
    const char *error = nullptr;
    processes = dt_processes_join(&error);
    if (error || !processes) {
      std::fprintf(stderr, "error: %s\n",
                   error ? error : "required several processes");
      std::exit(1);
    }
    count = dt_processes_count(processes);
    rank = dt_processes_rank(processes);
    int64_t size = count * numDevices;
    context = dt_context_create_among(processes, 1, &size, nullptr, 1);
  }
  ~Job() {
    dt_context_destroy(context);
    dt_processes_leave(processes);
  }

  /// The time of one of `repetitions` calls inside of a program.
  double measureOurs(const Pair &pair, int64_t repetitions) {
    struct Call {
      const Pair *pair;
      int64_t repetitions;
      double time;
    } call = {&pair, repetitions, 0};
    void *slot = &call;
    std::vector<void **> arguments(numDevices, &slot);
    auto enter = [](DtDevice *device, void **arguments) {
      Call &call = *static_cast<Call *>(arguments[0]);
      call.pair->ours(device);
      Clock::time_point start = Clock::now();
      for (int64_t i = 0; i < call.repetitions; ++i)
        call.pair->ours(device);
      // The devices of a process have one thread.
      call.time = getMicroseconds(start) / call.repetitions;
    };
    if (dt_run(context, enter, arguments.data()) != 0) {
      std::fprintf(stderr, "error: %s\n", dt_error(context));
      std::exit(1);
    }
    return call.time;
  }
  double measureTheirs(const Pair &pair, int64_t repetitions) {
    mpi->barrier();
    pair.theirs();
    Clock::time_point start = Clock::now();
    for (int64_t i = 0; i < repetitions; ++i)
      pair.theirs();
    return getMicroseconds(start) / repetitions;
  }

  void compare(const Pair &pair, int64_t bytes, int64_t rounds) {
    int64_t repetitions =
        std::clamp<int64_t>((int64_t(16) << 20) / bytes, 2, 1000);
    std::vector<double> ours, theirs;
    for (int64_t round = 0; round < rounds; ++round) {
      if (!isMpiOnly)
        ours.push_back(measureOurs(pair, repetitions));
      theirs.push_back(measureTheirs(pair, repetitions));
    }
    if (rank != 0)
      return;
    std::printf("{\"collective\": \"%s\", \"processes\": %lld, \"devices\": "
                "%lld, \"bytes\": %lld",
                pair.name, static_cast<long long>(count),
                static_cast<long long>(numDevices),
                static_cast<long long>(bytes));
    print("ours_samples", ours);
    print("mpi_samples", theirs);
    std::printf("}\n");
    std::fflush(stdout);
  }

  void compareAll(int64_t bytes, int64_t rounds);
  void compareColumns(int64_t bytes, int64_t rounds);

  std::unique_ptr<Mpi> mpi;
  DtProcesses *processes;
  DtContext *context;
  /// The numbers of devices of a process, and of processes.
  int64_t numDevices;
  bool isMpiOnly;
  int64_t count, rank;

private:
  static void print(const char *name, const std::vector<double> &samples) {
    std::printf(", \"%s\": [", name);
    for (size_t i = 0; i < samples.size(); ++i)
      std::printf("%s%.3f", i == 0 ? "" : ", ", samples[i]);
    std::printf("]");
  }
};

void Job::compareAll(int64_t bytes, int64_t rounds) {
  int64_t all = count * numDevices;
  int64_t share = bytes / sizeof(float) / all, size = share * all;
  auto make = [&](const std::vector<int64_t> &extents) {
    return std::vector<Tensor>(numDevices, Tensor(extents));
  };
  auto getLocal = [&](DtDevice *device) {
    return dt_coordinate(device, 0) - rank * numDevices;
  };
  // The devices of a process may share a result.
  auto collective =
      [&](const std::vector<int64_t> &site, const std::vector<int64_t> &global,
          const std::vector<Tensor> &from, const std::vector<Tensor> &to) {
        return [&](DtDevice *device) {
          int64_t local = getLocal(device);
          dt_collective(device, site.data(), "here", from[local].get(),
                        to[local % to.size()].get(), global.data());
        };
      };
  const std::vector<int64_t> vector = {size};
  {
    const std::vector<int64_t> site = {DT_COLLECTIVE_SITE,
                                       DT_F32,
                                       DT_ADD,
                                       1,
                                       DT_SHARED_DESTINATION,
                                       1,
                                       0,
                                       1,
                                       0,
                                       0};
    std::vector<Tensor> from = make({size}), to = {Tensor({size})};
    compare({"all_reduce", collective(site, vector, from, to),
             [&] { mpi->allReduce(from[0].data(), to[0].data(), size); }},
            bytes, rounds);
  }
  {
    const std::vector<int64_t> site = {DT_COLLECTIVE_SITE,
                                       DT_F32,
                                       DT_ADD,
                                       1,
                                       DT_SHARED_DESTINATION,
                                       0,
                                       0,
                                       1,
                                       1,
                                       0,
                                       0};
    std::vector<Tensor> from = make({share}), to = {Tensor({size})};
    Tensor held({share * numDevices});
    compare({"all_gather", collective(site, vector, from, to),
             [&] {
               mpi->allGather(held.data(), to[0].data(), share * numDevices);
             }},
            bytes, rounds);
  }
  {
    // From parts of each row to whole rows, which lie together in both.
    const std::vector<int64_t> site = {
        DT_COLLECTIVE_SITE, DT_F32, DT_ADD, 2, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0};
    const std::vector<int64_t> matrix = {all, size};
    std::vector<Tensor> from = make({all, share}), to = make({1, size});
    Tensor held({numDevices * size}), wanted({numDevices * size});
    compare({"all_to_all", collective(site, matrix, from, to),
             [&] {
               mpi->allToAll(held.data(), wanted.data(),
                             numDevices * numDevices * share);
             }},
            bytes, rounds);
  }
  // Two devices get what the other one has: rows in reverse order.
  const std::vector<int64_t> site = {DT_FETCH_SITE,
                                     DT_F32,
                                     2,
                                     2,
                                     1,
                                     1, // one source of rank 2, two loops
                                     0,
                                     1,
                                     0,
                                     0, // the rows are divided
                                     0,
                                     1,
                                     0,
                                     1, // each window is one of a loop
                                     0,
                                     1,
                                     1,
                                     1, //
                                     -1,
                                     1,
                                     1,
                                     0, // rows backwards, divided
                                     1,
                                     1,
                                     0}; // columns
  const std::vector<int64_t> numbers = {all, size, all, all - 1, all,
                                        0,   size, 0,   size,    0};
  std::vector<Tensor> from = make({1, size}), to = make({1, size});
  Tensor held({numDevices * size}), wanted({numDevices * size});
  compare({"halo",
           [&](DtDevice *device) {
             int64_t local = getLocal(device);
             const DtMemRef *source = from[local].get();
             dt_fetch(device, site.data(), "here", &source, to[local].get(),
                      numbers.data());
           },
           [&] {
             mpi->swap(count - 1 - rank, held.data(), wanted.data(),
                       numDevices * size);
           }},
          bytes, rounds);
}

/// The same for columns of a matrix, which we pack and MPI moves by a datatype.
void Job::compareColumns(int64_t bytes, int64_t rounds) {
  constexpr int64_t kColumns = 64, kStride = 1024;
  int64_t rows = bytes / sizeof(float) / kColumns;
  const std::vector<int64_t> site = {DT_FETCH_SITE,
                                     DT_F32,
                                     3,
                                     3,
                                     1,
                                     1, // one source of rank 3, three loops
                                     0,
                                     1,
                                     0,
                                     0,
                                     0, // the outer axis is divided
                                     0,
                                     1,
                                     0,
                                     1, // each window is one of a loop
                                     0,
                                     1,
                                     1,
                                     1, //
                                     0,
                                     1,
                                     2,
                                     1, //
                                     -1,
                                     1,
                                     1,
                                     0, // processes backwards, divided
                                     1,
                                     1,
                                     0, // rows
                                     1,
                                     1,
                                     0}; // columns
  const std::vector<int64_t> numbers = {2, rows,     kColumns, 2,        1,
                                        2, 0,        rows,     0,        rows,
                                        0, kColumns, 0,        kColumns, 0};
  Tensor from({rows, kStride}), to({rows, kStride});
  auto cut = [&](Tensor &tensor) {
    int64_t first = reinterpret_cast<int64_t>(tensor.data());
    return std::vector<int64_t>{first,    first,          0,       1, rows,
                                kColumns, rows * kStride, kStride, 1};
  };
  std::vector<int64_t> held = cut(from), wanted = cut(to);
  const auto *source = reinterpret_cast<const DtMemRef *>(held.data());
  const auto *destination = reinterpret_cast<const DtMemRef *>(wanted.data());
  mpi->makeRuns(rows, kColumns, kStride);
  compare({"columns",
           [&](DtDevice *device) {
             dt_fetch(device, site.data(), "here", &source, destination,
                      numbers.data());
           },
           [&] { mpi->swapRuns(1 - rank, from.data(), to.data()); }},
          bytes, rounds);
}

} // namespace

int main(int argc, char **argv) {
  int64_t rounds = argc > 1 ? std::atoll(argv[1]) : 15;
  int64_t numDevices = argc > 2 ? std::atoll(argv[2]) : 1;
  Job job(std::max<int64_t>(numDevices, 1), /*isMpiOnly=*/numDevices == 0);
  std::vector<int64_t> sizes = {4 << 10, 64 << 10, 4 << 20, 64 << 20};
  if (argc > 3)
    sizes.clear();
  for (int i = 3; i < argc; ++i)
    sizes.push_back(std::atoll(argv[i]));
  for (int64_t bytes : sizes) {
    job.compareAll(bytes, rounds);
    if (job.count == 2 && numDevices == 1)
      job.compareColumns(bytes, rounds);
  }
}
