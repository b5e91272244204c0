#ifndef QUAD_CPOSTGRESQL_SHIM_H
#define QUAD_CPOSTGRESQL_SHIM_H

#include <postgresql/libpq-fe.h>

/* Macros of letters, which Swift does not import as numbers. */
static const int quad_pq_sqlstate = PG_DIAG_SQLSTATE;
static const int quad_pq_message = PG_DIAG_MESSAGE_PRIMARY;
static const int quad_pq_constraint = PG_DIAG_CONSTRAINT_NAME;

#endif
