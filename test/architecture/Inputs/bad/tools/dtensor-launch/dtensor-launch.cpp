#include "dtensor/Driver/CompiledProgram.h"
