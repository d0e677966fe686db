#include "dtensor/Pipelines/Pipelines.h"
