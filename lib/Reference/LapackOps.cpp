#include "OpEvaluations.h"
void dtensor::reference::addLapackOps(OpEvaluations &) {}
