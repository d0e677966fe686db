//===- FlightRecord.cpp - A collective that a device has begun ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlightRecord.h"
#include "dtensor/Runtime/ABI.h"

using namespace dtensor::runtime;

const char *dtensor::runtime::getName(FlightOp op) {
  switch (op) {
  case FlightOp::End:
    return "end";
  case FlightOp::AllReduce:
    return "all_reduce";
  case FlightOp::ReduceScatter:
    return "reduce_scatter";
  case FlightOp::AllGather:
    return "all_gather";
  case FlightOp::AllToAll:
    return "all_to_all";
  case FlightOp::Fetch:
    return "fetch";
  case FlightOp::Reshape:
    return "reshape";
  case FlightOp::Take:
    return "take";
  }
  return "unknown";
}

FlightOp dtensor::runtime::getFlightOp(const Site &site) {
  if (site.combined != 0)
    return site.toSharded & site.combined ? FlightOp::ReduceScatter
                                          : FlightOp::AllReduce;
  return site.toSharded & site.group ? FlightOp::AllToAll : FlightOp::AllGather;
}

const char *dtensor::runtime::getElementTypeName(int64_t type) {
  static constexpr const char *kNames[] = {"i1",
                                           "i8",
                                           "i16",
                                           "i32",
                                           "i64",
                                           "f16",
                                           "bf16",
                                           "f32",
                                           "f64",
                                           "c64",
                                           "c128",
                                           "f8E5M2",
                                           "f8E4M3FN",
                                           "f8E4M3",
                                           "f8E5M2FNUZ",
                                           "f8E4M3FNUZ",
                                           "f8E4M3B11FNUZ",
                                           "f8E3M4",
                                           "f8E8M0FNU"};
  static_assert(sizeof(kNames) / sizeof(*kNames) == DT_F8E8M0FNU + 1);
  return type >= 0 && type <= DT_F8E8M0FNU ? kNames[type] : "";
}

std::string FlightRecord::describe() const {
  return std::string(getName(op)) + " " + std::to_string(number);
}
