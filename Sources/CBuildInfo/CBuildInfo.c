#include "CBuildInfo.h"

#ifndef CRYPTO_COMMIT
#define CRYPTO_COMMIT
#endif

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

const char *crypto_commit(void) {
    return TEXT(CRYPTO_COMMIT);
}
