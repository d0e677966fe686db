#include "dtensor/Codegen/Fusion/Passes.h"
