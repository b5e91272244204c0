#ifndef QUAD_CMICROHTTPD_SHIM_H
#define QUAD_CMICROHTTPD_SHIM_H

#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <microhttpd.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* MHD_start_daemon is variadic. Number options travel in `options`, which ends with MHD_OPTION_END. */
static inline struct MHD_Daemon *quad_mhd_start(
    unsigned int flags, void *context, MHD_AcceptPolicyCallback accept, MHD_AccessHandlerCallback request,
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection),
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connected,
    const struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, 0, accept, context, request, context,
                          MHD_OPTION_URI_LOG_CALLBACK, target, context,
                          MHD_OPTION_UNESCAPE_CALLBACK, unescape, context,
                          MHD_OPTION_NOTIFY_COMPLETED, completed, context,
                          MHD_OPTION_NOTIFY_CONNECTION, connected, context,
                          MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/* MHD_get_connection_info is variadic and answers a union. */
static inline const struct sockaddr *quad_mhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

static inline int quad_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline void *quad_mhd_session(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info == NULL ? NULL : info->tls_session;
}

/* What the connection callback stored. */
static inline void *quad_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/* Bytes of the request line and the header fields as sent, with the empty line; 0 when not known. */
static inline size_t quad_mhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

/* Cast macros, which Swift does not import. */
static inline struct MHD_Response *quad_mhd_stream(
    size_t block, MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block, read, context, release);
}

static inline struct MHD_Response *quad_mhd_copy(const void *bytes, size_t length) {
  return MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static inline ssize_t quad_mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

static inline ssize_t quad_mhd_broken_stream(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

static inline int quad_mhd_has_tls(void) { return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES; }

// Opens a file for reading, by a path below a folder that no link and no `..` can leave (Linux 5.6). The C
// library has no wrapper for the call.
static inline int quad_open_beneath(int folder, const char *path) {
  struct open_how how = {
    .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// Gives the pages of the heap that hold nothing back to the system (malloc.h, which Swift's Glibc leaves out).
static inline int quad_trim_heap(void) { return malloc_trim(0); }

#endif
