#ifndef QUAD_CSODIUM_SHIM_H
#define QUAD_CSODIUM_SHIM_H

#include <sodium.h>

#endif
