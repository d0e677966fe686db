#include "dtensor/Codegen/Passes.h"
