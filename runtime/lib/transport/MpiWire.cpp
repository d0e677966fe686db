//===- MpiWire.cpp - Messages by MPI --------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiWire.h"
#include "MpiLibrary.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace dtensor::runtime;

namespace {

/// The types and constants of an interface of MPI.
struct OpenMpi {
  using Handle = void *;
  static Handle getWorld(const MpiLibrary &library) {
    return library.find("ompi_mpi_comm_world");
  }
  static Handle getByte(const MpiLibrary &library) {
    return library.find("ompi_mpi_byte");
  }
  static Handle getErrorsReturn(const MpiLibrary &library) {
    return library.find("ompi_mpi_errors_return");
  }
  static constexpr int kTagUpperBound = 0;
  /// In shared memory it is 4 KiB, with some bytes of its own.
  static constexpr int64_t kEagerBytes = (4 << 10) - 64;
  static constexpr int kThreadSerialized = 2;
  static constexpr int kAnySource = -1;
};

struct Mpich {
  using Handle = int;
  static Handle getWorld(const MpiLibrary &) { return 0x44000000; }
  static Handle getByte(const MpiLibrary &) { return 0x4c00010d; }
  static Handle getErrorsReturn(const MpiLibrary &) { return 0x54000001; }
  static constexpr int kTagUpperBound = 0x64400001;
  /// In shared memory it is 8 KiB by UCX, and more otherwise.
  static constexpr int64_t kEagerBytes = 8 << 10;
  static constexpr int kThreadSerialized = 2;
  static constexpr int kAnySource = -2;
};

struct Standard {
  using Handle = void *;
  static Handle make(uintptr_t value) {
    return reinterpret_cast<Handle>(value);
  }
  static Handle getWorld(const MpiLibrary &) { return make(0x101); }
  static Handle getByte(const MpiLibrary &) { return make(0x247); }
  static Handle getErrorsReturn(const MpiLibrary &) { return make(0x143); }
  static constexpr int kTagUpperBound = 501;
  static constexpr int64_t kEagerBytes = OpenMpi::kEagerBytes;
  static constexpr int kThreadSerialized = 2048;
  static constexpr int kAnySource = -1;
};

/// Messages by the library of one interface. Any thread may call it, one at a
/// time.
template <typename Abi> class MpiWire : public Wire {
  using Handle = typename Abi::Handle;

public:
  MpiWire(const MpiLibrary &library, const void *given)
      : library(library), given(static_cast<const Handle *>(given)) {}
  ~MpiWire() override;

  /// Sets `error` if it fails.
  void open();

  int64_t getNumProcesses() const override { return size; }
  int64_t getOwn() const override { return rank; }
  int64_t getMaxTag() const override { return maxTag; }
  int64_t getMaxBytes() const override { return maxBytes; }
  int64_t getEagerBytes() const override { return Abi::kEagerBytes; }

  void send(int64_t process, int64_t tag, const void *data, int64_t bytes,
            Transfer &transfer) override;
  void receive(int64_t process, int64_t tag, void *data, int64_t capacity,
               Transfer &transfer) override;
  bool test(Transfer &transfer) override;
  void cancel(Transfer &transfer) override;

private:
  /// At least as large as that of any MPI.
  struct alignas(16) Status {
    char bytes[64];
  };

  template <typename Function>
  void find(Function *&function, const char *name) {
    function = reinterpret_cast<Function *>(library.find(name));
    if (!function && error.empty())
      error = std::string("the library of MPI has no function ") + name;
  }
  bool check(int result, const char *name);
  Handle &getRequest(Transfer &transfer) {
    static_assert(sizeof(Handle) <= sizeof(transfer.state));
    return reinterpret_cast<Handle &>(transfer.state);
  }

  MpiLibrary library;
  /// The communicator of the program; null for that of all processes.
  const Handle *given;
  int size = 1;
  int rank = 0;
  int64_t maxTag = 0;
  int64_t maxBytes = int64_t(1) << 30;
  Handle communicator{};
  Handle byte{};
  bool isOpen = false;
  bool isOwner = false;

  int (*initialized)(int *);
  int (*initThread)(int *, char ***, int, int *);
  int (*queryThread)(int *);
  int (*finalize)();
  int (*commDup)(Handle, Handle *);
  int (*commFree)(Handle *);
  int (*commSize)(Handle, int *);
  int (*commRank)(Handle, int *);
  int (*commGetAttr)(Handle, int, void *, int *);
  int (*commSetErrhandler)(Handle, Handle);
  int (*errorString)(int, char *, int *);
  int (*isend)(const void *, int, Handle, int, int, Handle, Handle *);
  int (*irecv)(void *, int, Handle, int, int, Handle, Handle *);
  int (*testRequest)(Handle *, int *, Status *);
  int (*getCount)(const Status *, Handle, int *);
  int (*cancelRequest)(Handle *);
  int (*requestFree)(Handle *);
};

} // namespace

template <typename Abi> bool MpiWire<Abi>::check(int result, const char *name) {
  if (result == 0)
    return true;
  char text[8192] = {};
  int length = 0;
  errorString(result, text, &length);
  if (error.empty())
    error = std::string(name) + ": " + text;
  return false;
}

template <typename Abi> void MpiWire<Abi>::open() {
  find(initialized, "MPI_Initialized");
  find(initThread, "MPI_Init_thread");
  find(queryThread, "MPI_Query_thread");
  find(finalize, "MPI_Finalize");
  find(commDup, "MPI_Comm_dup");
  find(commFree, "MPI_Comm_free");
  find(commSize, "MPI_Comm_size");
  find(commRank, "MPI_Comm_rank");
  find(commGetAttr, "MPI_Comm_get_attr");
  find(commSetErrhandler, "MPI_Comm_set_errhandler");
  find(errorString, "MPI_Error_string");
  find(isend, "MPI_Isend");
  find(irecv, "MPI_Irecv");
  find(testRequest, "MPI_Test");
  find(getCount, "MPI_Get_count");
  find(cancelRequest, "MPI_Cancel");
  find(requestFree, "MPI_Request_free");
  if (!error.empty())
    return;

  int isInitialized = 0, provided = 0;
  initialized(&isInitialized);
  isOwner = !isInitialized;
  if (!check(isOwner ? initThread(nullptr, nullptr, Abi::kThreadSerialized,
                                  &provided)
                     : queryThread(&provided),
             "MPI_Init_thread"))
    return;
  isOpen = true;
  if (provided < Abi::kThreadSerialized) {
    error = "required an MPI that any thread may call, one at a time "
            "(MPI_THREAD_SERIALIZED)";
    return;
  }
  byte = Abi::getByte(library);
  int *tagUpperBound = nullptr, hasTag = 0;
  if (!check(commDup(given ? *given : Abi::getWorld(library), &communicator),
             "MPI_Comm_dup") ||
      !check(commSetErrhandler(communicator, Abi::getErrorsReturn(library)),
             "MPI_Comm_set_errhandler") ||
      !check(commSize(communicator, &size), "MPI_Comm_size") ||
      !check(commRank(communicator, &rank), "MPI_Comm_rank") ||
      !check(commGetAttr(communicator, Abi::kTagUpperBound, &tagUpperBound,
                         &hasTag),
             "MPI_Comm_get_attr"))
    return;
  maxTag = hasTag ? *tagUpperBound : 32767;
  // Tests have messages in pieces without gigabytes.
  if (const char *limit = std::getenv("DTENSOR_MPI_PIECE_BYTES"))
    maxBytes = std::clamp<int64_t>(std::atoll(limit), 1, maxBytes);
}

template <typename Abi> MpiWire<Abi>::~MpiWire() {
  // After an error, the end of MPI might wait for processes that are gone.
  if (!isOpen || !error.empty() || isAbandoned)
    return;
  commFree(&communicator);
  if (isOwner)
    finalize();
}

template <typename Abi>
void MpiWire<Abi>::send(int64_t process, int64_t tag, const void *data,
                        int64_t bytes, Transfer &transfer) {
  transfer.isDone = false;
  check(isend(data, static_cast<int>(bytes), byte, static_cast<int>(process),
              static_cast<int>(tag), communicator, &getRequest(transfer)),
        "MPI_Isend");
}

template <typename Abi>
void MpiWire<Abi>::receive(int64_t process, int64_t tag, void *data,
                           int64_t capacity, Transfer &transfer) {
  transfer.isDone = false;
  int source =
      process == kAnyProcess ? Abi::kAnySource : static_cast<int>(process);
  check(irecv(data, static_cast<int>(capacity), byte, source,
              static_cast<int>(tag), communicator, &getRequest(transfer)),
        "MPI_Irecv");
}

template <typename Abi> bool MpiWire<Abi>::test(Transfer &transfer) {
  if (transfer.isDone || !error.empty())
    return transfer.isDone;
  Status status{};
  int isDone = 0;
  if (!check(testRequest(&getRequest(transfer), &isDone, &status),
             "MPI_Test") ||
      !isDone)
    return false;
  int bytes = 0;
  getCount(&status, byte, &bytes);
  transfer.bytes = bytes;
  transfer.isDone = true;
  return true;
}

template <typename Abi> void MpiWire<Abi>::cancel(Transfer &transfer) {
  if (transfer.isDone)
    return;
  cancelRequest(&getRequest(transfer));
  requestFree(&getRequest(transfer));
  transfer.isDone = true;
}

template <typename Abi>
static std::unique_ptr<Wire>
open(const MpiLibrary &library, const void *communicator, std::string &error) {
  auto wire = std::make_unique<MpiWire<Abi>>(library, communicator);
  wire->open();
  error = wire->getError();
  return wire;
}

std::unique_ptr<Wire> dtensor::runtime::openMpiWire(std::string &error,
                                                    const void *communicator) {
  MpiLibrary library;
  error = openMpi(library, /*isLoaded=*/communicator != nullptr);
  if (!error.empty())
    return nullptr;
  std::unique_ptr<Wire> wire;
  switch (library.abi) {
  case MpiAbi::OpenMpi:
    wire = open<OpenMpi>(library, communicator, error);
    break;
  case MpiAbi::Mpich:
    wire = open<Mpich>(library, communicator, error);
    break;
  case MpiAbi::Standard:
    wire = open<Standard>(library, communicator, error);
    break;
  }
  if (!error.empty())
    return nullptr;
  return wire;
}
