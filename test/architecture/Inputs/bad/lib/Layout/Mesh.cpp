#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"
