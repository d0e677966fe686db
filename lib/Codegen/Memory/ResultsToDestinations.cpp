//===- ResultsToDestinations.cpp - Results become out-parameters ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Dialect/Comm/IR/SharedMemory.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_RESULTSTODESTINATIONS
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// The type of a tensor that a host passes, which is dense.
MemRefType getHostType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Stores a scalar at `address`.
void storeScalar(OpBuilder &builder, Location loc, Value scalar,
                 Value address) {
  if (scalar.getType().isIndex())
    scalar =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), scalar);
  // LLVM has no floats of 8 bits.
  if (isa<FloatType>(scalar.getType()) &&
      scalar.getType().getIntOrFloatBitWidth() == 8)
    scalar =
        arith::BitcastOp::create(builder, loc, builder.getI8Type(), scalar);
  LLVM::StoreOp::create(builder, loc, scalar, address);
}

/// A result, and the buffer in which it is returned.
struct Write {
  Value result;
  /// The buffer, and the same buffer as a tensor.
  Value out, destination;
};

/// Writes results into buffers. The writes are those of tensors, which the
/// analysis of bufferization understands; second writes pin them and move
/// nothing. The analysis does not know that the second ones write, so they come
/// after all reads: a result may lie in the memory of an argument that is
/// another result.
void writeTensors(OpBuilder &builder, MutableArrayRef<Write> writes) {
  // The first writes must be in place. A tensor that one of them overwrites and
  // a later one reads is copied.
  DenseSet<Value> overwritten;
  for (Write &write : writes) {
    if (mayLieIn(write.result, overwritten))
      write.result = bufferization::AllocTensorOp::create(
          builder, write.result.getLoc(),
          cast<RankedTensorType>(write.result.getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/write.result);
    overwritten.insert(write.destination);
  }
  SmallVector<Value> written;
  for (const Write &write : writes)
    written.push_back(bufferization::MaterializeInDestinationOp::create(
                          builder, write.result.getLoc(),
                          write.destination.getType(), write.result,
                          write.destination)
                          .getResult());
  for (auto [write, tensor] : llvm::zip(writes, written))
    bufferization::MaterializeInDestinationOp::create(
        builder, write.result.getLoc(), /*result=*/Type(), tensor, write.out,
        /*restrict=*/false, /*writable=*/true);
}

struct ResultsToDestinations
    : dtensor::impl::ResultsToDestinationsBase<ResultsToDestinations> {
  void runOnOperation() override {
    WalkResult walked = getOperation().walk([](func::CallOp call) {
      call.emitError("call of @")
          << call.getCallee()
          << " cannot be inlined: recursion is not supported";
      return WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      return signalPassFailure();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isDeclaration() && failed(rewrite(func)))
        return signalPassFailure();
  }

  LogicalResult rewrite(func::FuncOp func);
  void rewriteArguments(func::FuncOp func);
};

/// Makes memory that is donated to a result writable. Returns the argument of
/// each result that has one, and warns of donations that cannot be used.
DenseMap<unsigned, BlockArgument> acceptDonations(func::FuncOp func) {
  DenseMap<unsigned, BlockArgument> donors;
  SignatureAttrs attrs(func);
  for (const Donation &donation : matchDonations(func)) {
    BlockArgument argument = func.getArgument(donation.argument);
    attrs.ofArgument(donation.argument).erase(kDonatedAttr);
    if (!donation.result) {
      emitWarning(argument.getLoc())
          << "argument " << donation.argument
          << " is donated, but nothing takes its memory: " << donation.obstacle;
      continue;
    }
    attrs.ofArgument(donation.argument)
        .set(bufferization::BufferizationDialect::kWritableAttrName,
             BoolAttr::get(func.getContext(), true));
    donors[*donation.result] = argument;
  }
  attrs.write();
  return donors;
}

} // namespace

/// The largest number of users of a tensor that is never written; copies have
/// the others. For each user of a tensor, the analysis of bufferization looks
/// at all the others.
static constexpr unsigned kMaxReaders = 64;

static void separateReaders(Operation *source) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : source->getUses())
    uses.push_back(&use);
  OpBuilder builder(source);
  for (size_t i = kMaxReaders; i < uses.size(); i += kMaxReaders) {
    Value copy = builder.clone(*source)->getResult(0);
    for (OpOperand *use : ArrayRef(uses).slice(i).take_front(kMaxReaders))
      use->set(copy);
  }
}

void ResultsToDestinations::rewriteArguments(func::FuncOp func) {
  Block &entry = func.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  SignatureAttrs attrs(func);
  for (BlockArgument argument : entry.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type)
      continue;
    auto writable = dyn_cast_if_present<BoolAttr>(
        attrs.ofArgument(argument.getArgNumber())
            .erase(bufferization::BufferizationDialect::kWritableAttrName));
    argument.setType(getHostType(type));
    auto tensor = bufferization::ToTensorOp::create(
        builder, func.getLoc(), type, argument, /*restrict=*/true,
        /*writable=*/writable && writable.getValue());
    argument.replaceAllUsesExcept(tensor, tensor);
    if (!tensor.getWritable())
      separateReaders(tensor);
  }
  attrs.write();
}

LogicalResult ResultsToDestinations::rewrite(func::FuncOp func) {
  if (!func.getBody().hasOneBlock())
    return func.emitError("required: a function of one block, with structured "
                          "control flow; found ")
           << func.getBody().getBlocks().size() << " blocks";
  for (Type type :
       llvm::concat<const Type>(func.getArgumentTypes(), func.getResultTypes()))
    if (isa<TensorType>(type) ? !isa<RankedTensorType>(type)
                              : !type.isIntOrIndexOrFloat())
      return func.emitError("required: ranked tensors and scalars as arguments "
                            "and results; found ")
             << type;

  DenseMap<unsigned, BlockArgument> donors = acceptDonations(func);
  rewriteArguments(func);
  SmallVector<arith::ConstantOp> constants;
  func.walk([&](arith::ConstantOp constant) {
    if (isa<TensorType>(constant.getType()))
      constants.push_back(constant);
  });
  llvm::for_each(constants, separateReaders);
  Block &entry = func.front();
  auto terminator = cast<func::ReturnOp>(entry.getTerminator());
  OpBuilder builder(terminator), atStart = OpBuilder::atBlockBegin(&entry);
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  // Results in memory of their own are written first, since they may be read
  // from an argument that is overwritten.
  SmallVector<Write> writes, donated;
  for (auto [index, result] : llvm::enumerate(terminator.getOperands())) {
    Location loc = result.getLoc();
    auto tensor = dyn_cast<RankedTensorType>(result.getType());
    if (!tensor) {
      storeScalar(builder, loc, result, entry.addArgument(pointer, loc));
      continue;
    }
    BlockArgument own = entry.addArgument(getHostType(tensor), loc);
    if (BlockArgument donor = donors.lookup(index)) {
      auto view = cast<bufferization::ToTensorOp>(*donor.user_begin());
      donated.push_back({result, donor, view});
      continue;
    }
    writes.push_back({result, own,
                      bufferization::ToTensorOp::create(atStart, loc, tensor,
                                                        own, /*restrict=*/true,
                                                        /*writable=*/true)});
  }
  llvm::append_range(writes, donated);
  writeTensors(builder, writes);
  // Attributes of results move with them, since the results are arguments now.
  SmallVector<Attribute> attrs;
  FunctionOpInterface interface = func;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    attrs.push_back(
        DictionaryAttr::get(&getContext(), interface.getArgAttrs(i)));
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    NamedAttrList own(interface.getResultAttrs(i));
    // Without a mesh nobody asks whose memory an argument is.
    if (own.get(kLayoutAttr) && !donors.contains(i))
      own.set(kResultAttr, builder.getUnitAttr());
    attrs.push_back(own.getDictionary(&getContext()));
  }
  func.removeResAttrsAttr();
  func.setType(
      FunctionType::get(&getContext(), entry.getArgumentTypes(), TypeRange()));
  func.setAllArgAttrs(attrs);
  terminator->setOperands({});
  return success();
}
