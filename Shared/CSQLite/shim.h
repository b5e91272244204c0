#ifndef QUAD_CSQLITE_SHIM_H
#define QUAD_CSQLITE_SHIM_H

#include <sqlite3.h>

/* sqlite3_db_config is variadic. */
static inline int quad_sqlite_db_config(sqlite3 *connection, int option, int value) {
  int now = 0;
  return sqlite3_db_config(connection, option, value, &now);
}

/* sqlite3_config is variadic. */
static inline int quad_sqlite_config(int option, int value) {
  return sqlite3_config(option, value);
}

#endif
