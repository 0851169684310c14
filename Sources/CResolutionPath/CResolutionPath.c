#include "CResolutionPath.h"
