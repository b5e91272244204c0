#ifndef QUAD_CZLIB_SHIM_H
#define QUAD_CZLIB_SHIM_H

#include <zlib.h>

/* deflateInit2 is a macro. 16 more than the window's bits makes zlib write the gzip format (RFC 1952). */
static inline int quad_zlib_begin_gzip(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

#endif
