#ifndef QUAD_CCRYPTO_SHIM_H
#define QUAD_CCRYPTO_SHIM_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

/* A macro around a function with variadic arguments. */
static inline EVP_PKEY *quad_p256_generate(void) { return EVP_EC_gen("P-256"); }

/* Macros over several macros. */
static inline int quad_public_half(void) { return EVP_PKEY_PUBLIC_KEY; }
static inline int quad_both_halves(void) { return EVP_PKEY_KEYPAIR; }

/* A name of a parameter is kept as a pointer until the parameters are made: it has to be a literal of C. Swift would
   lend a copy for the one call. */
static inline const char *quad_group_name(void) { return OSSL_PKEY_PARAM_GROUP_NAME; }
static inline const char *quad_public_name(void) { return OSSL_PKEY_PARAM_PUB_KEY; }
static inline const char *quad_private_name(void) { return OSSL_PKEY_PARAM_PRIV_KEY; }

#endif
