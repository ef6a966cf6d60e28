#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// libcurl's C interface without libcurl's headers. The library is opened at run time, and every call goes through a
/// table that `ccurl_load` fills and returns. Every other function takes that table, or a handle that a function with the
/// table has made, so that nothing can be called before the library is open. Constants are those of libcurl's stable ABI
/// (soname 4).

typedef struct ccurl_library ccurl_library;
typedef struct ccurl_easy ccurl_easy;
typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_slist ccurl_slist;
typedef struct ccurl_url ccurl_url;

/// Called with `length` bytes. A result other than `length` ends the transfer with CURLE_WRITE_ERROR.
typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t length, void *context);

enum { CCURL_ERROR_SIZE = 256 };

/// CURLoption.
enum {
    CCURLOPT_HTTP_VERSION = 84,
    CCURLOPT_NOSIGNAL = 99,
    CCURLOPT_CONNECT_ONLY = 141,
    CCURLOPT_TIMEOUT_MS = 155,
    CCURLOPT_CONNECTTIMEOUT_MS = 156,
    CCURLOPT_FOLLOWLOCATION = 52,
    CCURLOPT_HTTPPROXYTUNNEL = 61,
    CCURLOPT_SSL_VERIFYPEER = 64,
    CCURLOPT_SSL_VERIFYHOST = 81,
    CCURLOPT_PROTOCOLS = 181,
    CCURLOPT_PATH_AS_IS = 234,
    CCURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    CCURLOPT_HTTP09_ALLOWED = 285,
    CCURLOPT_QUICK_EXIT = 322,
    CCURLOPT_WRITEDATA = 10001,
    CCURLOPT_URL = 10002,
    CCURLOPT_ERRORBUFFER = 10010,
    CCURLOPT_USERAGENT = 10018,
    CCURLOPT_HTTPHEADER = 10023,
    CCURLOPT_HEADERDATA = 10029,
    CCURLOPT_CAINFO = 10065,
    CCURLOPT_CAPATH = 10097,
    CCURLOPT_ACCEPT_ENCODING = 10102,
    CCURLOPT_NOPROXY = 10177,
    CCURLOPT_PROXY_CAINFO = 10246,
    CCURLOPT_PROXY_CAPATH = 10247,
    CCURLOPT_PROTOCOLS_STR = 10318,
    CCURLOPT_WRITEFUNCTION = 20011,
    CCURLOPT_HEADERFUNCTION = 20079,
};

/// CURLPROTO bits, for libraries before CCURLOPT_PROTOCOLS_STR (7.85).
enum { CCURLPROTO_HTTP = 1, CCURLPROTO_HTTPS = 2 };

/// CURL_HTTP_VERSION.
enum { CCURL_HTTP_VERSION_1_1 = 2 };

/// CURLINFO.
enum {
    /// The trusted certificates unless an option names others, since 7.84: a file, or a null pointer.
    CCURLINFO_CAINFO = 0x10003D,
    /// A directory of them, or a null pointer.
    CCURLINFO_CAPATH = 0x10003E,
    CCURLINFO_REQUEST_SIZE = 0x20000C,
    CCURLINFO_HTTP_CONNECTCODE = 0x200016,
    CCURLINFO_OS_ERRNO = 0x200019,
    CCURLINFO_SIZE_DOWNLOAD_T = 0x600008,
    CCURLINFO_ACTIVESOCKET = 0x50002C,
};

/// CURLcode.
enum {
    CCURLE_OK = 0,
    CCURLE_UNSUPPORTED_PROTOCOL = 1,
    CCURLE_FAILED_INIT = 2,
    CCURLE_URL_MALFORMAT = 3,
    CCURLE_NOT_BUILT_IN = 4,
    CCURLE_COULDNT_RESOLVE_PROXY = 5,
    CCURLE_COULDNT_RESOLVE_HOST = 6,
    CCURLE_COULDNT_CONNECT = 7,
    CCURLE_WEIRD_SERVER_REPLY = 8,
    CCURLE_HTTP2 = 16,
    CCURLE_PARTIAL_FILE = 18,
    CCURLE_WRITE_ERROR = 23,
    CCURLE_OUT_OF_MEMORY = 27,
    CCURLE_OPERATION_TIMEDOUT = 28,
    CCURLE_SSL_CONNECT_ERROR = 35,
    CCURLE_ABORTED_BY_CALLBACK = 42,
    CCURLE_BAD_FUNCTION_ARGUMENT = 43,
    CCURLE_UNKNOWN_OPTION = 48,
    CCURLE_GOT_NOTHING = 52,
    CCURLE_SSL_ENGINE_NOTFOUND = 53,
    CCURLE_SSL_ENGINE_SETFAILED = 54,
    CCURLE_SEND_ERROR = 55,
    CCURLE_RECV_ERROR = 56,
    CCURLE_SSL_CERTPROBLEM = 58,
    CCURLE_SSL_CIPHER = 59,
    CCURLE_PEER_FAILED_VERIFICATION = 60,
    CCURLE_BAD_CONTENT_ENCODING = 61,
    CCURLE_USE_SSL_FAILED = 64,
    CCURLE_SSL_CACERT_BADFILE = 77,
    CCURLE_AGAIN = 81,
    CCURLE_SSL_CRL_BADFILE = 82,
    CCURLE_SSL_ISSUER_ERROR = 83,
    CCURLE_SSL_PINNEDPUBKEYNOTMATCH = 90,
    CCURLE_SSL_INVALIDCERTSTATUS = 91,
    CCURLE_HTTP2_STREAM = 92,
    CCURLE_HTTP3 = 95,
    CCURLE_QUIC_CONNECT_ERROR = 96,
    CCURLE_PROXY = 97,
    CCURLE_SSL_CLIENTCERT = 98,
    CCURLE_TOO_LARGE = 100,
};

/// CURLMcode.
enum { CCURLM_OK = 0 };

/// CURLUPart.
enum {
    CCURLUPART_URL = 0,
    CCURLUPART_SCHEME = 1,
    CCURLUPART_HOST = 5,
    CCURLUPART_PORT = 6,
    CCURLUPART_FRAGMENT = 9,
};

/// CURLU flags.
enum {
    CCURLU_NON_SUPPORT_SCHEME = 1 << 3,
    CCURLU_PATH_AS_IS = 1 << 4,
    CCURLU_DISALLOW_USER = 1 << 5,
    CCURLU_URLENCODE = 1 << 7,
};

/// Opens and initializes libcurl once per process. Any thread may call it; every call returns the result of the first
/// one. If it returns a null pointer, `error` contains the loader's message.
const ccurl_library *ccurl_load(char *error, size_t size);

/// Does the same as `ccurl_load`, but with other file names (a null pointer ends the list) and again on every call.
/// For tests.
const ccurl_library *ccurl_load_from(const char *const *names, char *error, size_t size);

ccurl_easy *ccurl_easy_init(const ccurl_library *library);
void ccurl_easy_cleanup(ccurl_easy *easy);
int ccurl_easy_send(ccurl_easy *easy, const void *bytes, size_t size, size_t *sent);
int ccurl_easy_recv(ccurl_easy *easy, void *bytes, size_t size, size_t *received);
const char *ccurl_easy_strerror(const ccurl_library *library, int code);

int ccurl_set_long(ccurl_easy *easy, int option, long value);
/// Sets an option to a string, which libcurl copies, or to any other pointer, which must stay valid.
int ccurl_set_pointer(ccurl_easy *easy, int option, const void *value);
int ccurl_set_sink(ccurl_easy *easy, int option, ccurl_sink value);
/// `*value` must have the type of `info`: long, int64_t for `…_T`, or int for a socket.
int ccurl_get(ccurl_easy *easy, int info, void *value);

ccurl_multi *ccurl_multi_init(const ccurl_library *library);
int ccurl_multi_cleanup(ccurl_multi *multi);
int ccurl_multi_add_handle(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_remove_handle(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_perform(ccurl_multi *multi, int *running);
/// Waits for sockets, libcurl's timers, `ccurl_multi_wakeup`, or the end of the time. Also waits for `descriptor` to be
/// readable, unless it is negative, and sets `*readable` to whether it is.
int ccurl_multi_poll(ccurl_multi *multi, int milliseconds, int descriptor, bool *readable);
/// The only function that another thread may call.
int ccurl_multi_wakeup(ccurl_multi *multi);
/// Gets the next finished transfer and its CURLcode. Returns false if there is none.
bool ccurl_multi_next_done(ccurl_multi *multi, ccurl_easy **easy, int *code);

ccurl_slist *ccurl_slist_append(const ccurl_library *library, ccurl_slist *list, const char *text);
void ccurl_slist_free_all(const ccurl_library *library, ccurl_slist *list);

ccurl_url *ccurl_url_new(const ccurl_library *library);
void ccurl_url_cleanup(ccurl_url *url);
int ccurl_url_set(ccurl_url *url, int part, const char *text, unsigned flags);
/// `*text` must be freed with `ccurl_free`.
int ccurl_url_get(ccurl_url *url, int part, char **text, unsigned flags);
void ccurl_free(const ccurl_library *library, void *memory);

/// Returns names and versions of libcurl and of the libraries that it uses.
const char *ccurl_version(const ccurl_library *library);

/// Returns the path of the file that was opened; a null pointer if the loader does not know it.
const char *ccurl_path(const ccurl_library *library);

/// Returns a date in any HTTP format as seconds since 1970, or -1 if it is invalid.
int64_t ccurl_getdate(const ccurl_library *library, const char *text);
