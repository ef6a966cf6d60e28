#ifdef __linux__
#define _GNU_SOURCE // dladdr
#endif

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// CURLMsg.
struct message {
    int kind;
    ccurl_easy *easy;
    union {
        void *whatever;
        int code;
    } data;
};

enum { MESSAGE_DONE = 1, GLOBAL_DEFAULT = 3 };

/// curl_waitfd.
struct waited {
    int descriptor;
    short events;
    short happened;
};

enum { WAIT_READABLE = 1 };

/// libcurl's functions: result, name without `curl_`, parameters. The variadic ones must be called as variadic, because
/// Darwin on arm64 passes variadic arguments in different places from named ones.
#define FUNCTIONS(FUNCTION) \
    FUNCTION(int, global_init, (long)) \
    FUNCTION(ccurl_easy *, easy_init, (void)) \
    FUNCTION(void, easy_cleanup, (ccurl_easy *)) \
    FUNCTION(int, easy_setopt, (ccurl_easy *, int, ...)) \
    FUNCTION(int, easy_getinfo, (ccurl_easy *, int, ...)) \
    FUNCTION(int, easy_send, (ccurl_easy *, const void *, size_t, size_t *)) \
    FUNCTION(int, easy_recv, (ccurl_easy *, void *, size_t, size_t *)) \
    FUNCTION(const char *, easy_strerror, (int)) \
    FUNCTION(ccurl_multi *, multi_init, (void)) \
    FUNCTION(int, multi_cleanup, (ccurl_multi *)) \
    FUNCTION(int, multi_add_handle, (ccurl_multi *, ccurl_easy *)) \
    FUNCTION(int, multi_remove_handle, (ccurl_multi *, ccurl_easy *)) \
    FUNCTION(int, multi_perform, (ccurl_multi *, int *)) \
    FUNCTION(int, multi_poll, (ccurl_multi *, void *, unsigned, int, int *)) \
    FUNCTION(int, multi_wakeup, (ccurl_multi *)) \
    FUNCTION(struct message *, multi_info_read, (ccurl_multi *, int *)) \
    FUNCTION(ccurl_slist *, slist_append, (ccurl_slist *, const char *)) \
    FUNCTION(void, slist_free_all, (ccurl_slist *)) \
    FUNCTION(ccurl_url *, url, (void)) \
    FUNCTION(void, url_cleanup, (ccurl_url *)) \
    FUNCTION(int, url_set, (ccurl_url *, int, const char *, unsigned)) \
    FUNCTION(int, url_get, (ccurl_url *, int, char **, unsigned)) \
    FUNCTION(void, free, (void *)) \
    FUNCTION(char *, version, (void)) \
    FUNCTION(time_t, getdate, (const char *, const time_t *))

#define POINTER(result, name, parameters) result(*name) parameters;
struct ccurl_library {
    FUNCTIONS(POINTER)
};

static ccurl_library curl;

/// The destination of a symbol's address. POSIX allows reading a function pointer through a pointer to void.
struct slot {
    const char *name;
    void *place;
};

#define SLOT(result, name, parameters) {"curl_" #name, &curl.name},
static const struct slot slots[] = {FUNCTIONS(SLOT)};

static const size_t slot_count = sizeof slots / sizeof slots[0];

static const char *const library_names[] = {
#ifdef __APPLE__
    // Only the system's. A name without a directory is also looked for in the current directory.
    "/usr/lib/libcurl.4.dylib",
#else
    "libcurl.so.4",
    "libcurl-gnutls.so.4",
#endif
    NULL,
};

/// Threads are still running during exit(), but the exit handler or destructor of the TLS library below libcurl frees
/// data that they use, and a transfer in progress would crash. This gate's exit handler runs earlier. It waits until
/// no thread is in a call that may use TLS, and blocks all further calls.
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static atomic_bool leaving;

enum { EXIT_PATIENCE_MS = 500 };

static void enter(void) {
    while (atomic_load(&leaving)) pause();
    pthread_rwlock_rdlock(&gate);
}

/// Returns the result of the call.
static int leave(int result) {
    pthread_rwlock_unlock(&gate);
    return result;
}

/// Closes the gate, and waits at most `EXIT_PATIENCE_MS` for calls in progress. A libcurl before 7.87 may be blocked on
/// a name server for longer, but does not use TLS meanwhile.
static void close_gate(void) {
    const struct timespec millisecond = {0, 1000000};
    if (atomic_exchange(&leaving, true)) return;
    for (int tries = 0; tries < EXIT_PATIENCE_MS && pthread_rwlock_trywrlock(&gate) != 0; tries++) {
        nanosleep(&millisecond, NULL);
    }
}

/// Disables OpenSSL's exit handler with OPENSSL_INIT_NO_ATEXIT (1.1.1b and later). OpenSSL registers it on
/// initialization, after the gate's, so it would run first. Older versions ignore the flag, and other libraries do
/// not have the function.
static void keep_openssl(void *library) {
    static const uint64_t no_handler = 0x80000;
    int (*init)(uint64_t, const void *);
    void *found = dlsym(library, "OPENSSL_init_crypto");
    if (!found) return;
    memcpy(&init, &found, sizeof found);
    init(no_handler, NULL);
}

static void *open_first(const char *const *names, char *error, size_t size) {
    snprintf(error, size, "no name to open");
    for (size_t index = 0; names[index]; index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
        const char *reason = dlerror();
        if (index == 0) snprintf(error, size, "%s", reason ? reason : names[index]);
    }
    return NULL;
}

const ccurl_library *ccurl_load_from(const char *const *names, char *error, size_t size) {
    void *library = open_first(names, error, size);
    if (!library) return NULL;
    void *found[sizeof slots / sizeof slots[0]];
    for (size_t index = 0; index < slot_count; index++) {
        found[index] = dlsym(library, slots[index].name);
        if (found[index]) continue;
        snprintf(error, size, "libcurl has no %s: version 7.68 or newer is needed", slots[index].name);
        dlclose(library);
        return NULL;
    }
    for (size_t index = 0; index < slot_count; index++) {
        memcpy(slots[index].place, &found[index], sizeof found[index]);
    }
    keep_openssl(library);
    int code = curl.global_init(GLOBAL_DEFAULT);
    if (code == CCURLE_OK) return atexit(close_gate) == 0 ? &curl : NULL;
    snprintf(error, size, "curl_global_init: %s", curl.easy_strerror(code));
    return NULL;
}

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static const ccurl_library *loaded;
static char load_error[CCURL_ERROR_SIZE];

/// Loads the library. The gate's handler is also registered before that, so that an exit during loading waits for its
/// end.
static void load(void) {
    atexit(close_gate);
    enter();
    loaded = ccurl_load_from(library_names, load_error, sizeof load_error);
    leave(CCURLE_OK);
}

const ccurl_library *ccurl_load(char *error, size_t size) {
    pthread_once(&load_once, load);
    if (!loaded) snprintf(error, size, "%s", load_error);
    return loaded;
}

ccurl_easy *ccurl_easy_init(const ccurl_library *library) {
    return library->easy_init();
}

void ccurl_easy_cleanup(ccurl_easy *easy) {
    enter();
    curl.easy_cleanup(easy);
    leave(CCURLE_OK);
}

int ccurl_easy_send(ccurl_easy *easy, const void *bytes, size_t size, size_t *sent) {
    enter();
    return leave(curl.easy_send(easy, bytes, size, sent));
}

int ccurl_easy_recv(ccurl_easy *easy, void *bytes, size_t size, size_t *received) {
    enter();
    return leave(curl.easy_recv(easy, bytes, size, received));
}

const char *ccurl_easy_strerror(const ccurl_library *library, int code) {
    return library->easy_strerror(code);
}

int ccurl_set_long(ccurl_easy *easy, int option, long value) {
    return curl.easy_setopt(easy, option, value);
}

int ccurl_set_pointer(ccurl_easy *easy, int option, const void *value) {
    return curl.easy_setopt(easy, option, value);
}

int ccurl_set_sink(ccurl_easy *easy, int option, ccurl_sink value) {
    return curl.easy_setopt(easy, option, value);
}

int ccurl_get(ccurl_easy *easy, int info, void *value) {
    return curl.easy_getinfo(easy, info, value);
}

ccurl_multi *ccurl_multi_init(const ccurl_library *library) {
    return library->multi_init();
}

int ccurl_multi_cleanup(ccurl_multi *multi) {
    enter();
    return leave(curl.multi_cleanup(multi));
}

int ccurl_multi_add_handle(ccurl_multi *multi, ccurl_easy *easy) {
    enter();
    return leave(curl.multi_add_handle(multi, easy));
}

int ccurl_multi_remove_handle(ccurl_multi *multi, ccurl_easy *easy) {
    enter();
    return leave(curl.multi_remove_handle(multi, easy));
}

int ccurl_multi_perform(ccurl_multi *multi, int *running) {
    enter();
    return leave(curl.multi_perform(multi, running));
}

int ccurl_multi_poll(ccurl_multi *multi, int milliseconds, int descriptor, bool *readable) {
    struct waited waited = {descriptor, WAIT_READABLE, 0};
    int code = curl.multi_poll(multi, &waited, descriptor < 0 ? 0 : 1, milliseconds, NULL);
    if (readable) *readable = waited.happened != 0;
    return code;
}

int ccurl_multi_wakeup(ccurl_multi *multi) {
    return curl.multi_wakeup(multi);
}

bool ccurl_multi_next_done(ccurl_multi *multi, ccurl_easy **easy, int *code) {
    int left = 0;
    struct message *message = curl.multi_info_read(multi, &left);
    while (message && message->kind != MESSAGE_DONE) message = curl.multi_info_read(multi, &left);
    if (!message) return false;
    *easy = message->easy;
    *code = message->data.code;
    return true;
}

ccurl_slist *ccurl_slist_append(const ccurl_library *library, ccurl_slist *list, const char *text) {
    return library->slist_append(list, text);
}

void ccurl_slist_free_all(const ccurl_library *library, ccurl_slist *list) {
    library->slist_free_all(list);
}

ccurl_url *ccurl_url_new(const ccurl_library *library) {
    return library->url();
}

void ccurl_url_cleanup(ccurl_url *url) {
    curl.url_cleanup(url);
}

int ccurl_url_set(ccurl_url *url, int part, const char *text, unsigned flags) {
    return curl.url_set(url, part, text, flags);
}

int ccurl_url_get(ccurl_url *url, int part, char **text, unsigned flags) {
    return curl.url_get(url, part, text, flags);
}

void ccurl_free(const ccurl_library *library, void *memory) {
    library->free(memory);
}

const char *ccurl_version(const ccurl_library *library) {
    return library->version();
}

const char *ccurl_path(const ccurl_library *library) {
    Dl_info info;
    void *function;
    memcpy(&function, &library->version, sizeof function);
    return dladdr(function, &info) ? info.dli_fname : NULL;
}

int64_t ccurl_getdate(const ccurl_library *library, const char *text) {
    return library->getdate(text, NULL);
}
