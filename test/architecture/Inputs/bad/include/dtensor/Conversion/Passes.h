#include "dtensor/Runtime/ABI.h"
#include "dtensor/Runtime/Context.h"
