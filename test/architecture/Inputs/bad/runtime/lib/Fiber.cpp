#include "dtensor/Layout/Mesh.h"
#include "llvm/ADT/StringRef.h"
