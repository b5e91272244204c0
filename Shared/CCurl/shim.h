#ifndef QUAD_CCURL_SHIM_H
#define QUAD_CCURL_SHIM_H

/* The type checks are macros around the variadic calls; the functions below are typed. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode quad_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode quad_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

/* libcurl copies the text, but for CURLOPT_POSTFIELDS. */
static inline CURLcode quad_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode quad_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

/* CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION, CURLOPT_READFUNCTION: all of one type. */
static inline CURLcode quad_curl_set_receiver(
    CURL *easy, CURLoption option, size_t (*receive)(char *bytes, size_t size, size_t count, void *context)) {
  return curl_easy_setopt(easy, option, receive);
}

static inline CURLcode quad_curl_set_socket_opener(
    CURL *easy, curl_socket_t (*open)(void *context, curlsocktype purpose, struct curl_sockaddr *address)) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
}

static inline CURLcode quad_curl_set_before_request(
    CURL *easy, int (*check)(void *context, char *peer, char *local, int peer_port, int local_port)) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, check);
}

static inline CURLcode quad_curl_set_observer(
    CURL *easy, int (*observe)(CURL *easy, curl_infotype kind, char *bytes, size_t count, void *context)) {
  return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, observe);
}

static inline long quad_curl_status(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

static inline CURLMcode quad_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/* The next transfer that ended, and its result; NULL when there is none. */
static inline CURL *quad_curl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

/* A macro with a cast. */
static inline curl_socket_t quad_curl_bad_socket(void) { return CURL_SOCKET_BAD; }

static inline const struct sockaddr *quad_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}

#endif
