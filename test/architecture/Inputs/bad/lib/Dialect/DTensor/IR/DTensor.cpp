#include "dtensor/Dialect/Comm/IR/Comm.h"
