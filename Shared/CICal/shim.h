#ifndef QUAD_CICAL_SHIM_H
#define QUAD_CICAL_SHIM_H

#include <libical/ical.h>

#endif
