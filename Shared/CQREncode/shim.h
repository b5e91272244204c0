#ifndef QUAD_CQRENCODE_SHIM_H
#define QUAD_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
