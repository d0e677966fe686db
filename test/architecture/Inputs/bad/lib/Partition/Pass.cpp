#include "dtensor/Pipelines/LoweringPipeline.h"
