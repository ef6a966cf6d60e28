#include "CBuildInfo.h"

#ifndef CRYPTO_COMMIT
#define CRYPTO_COMMIT
#endif

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

const char *crypto_commit(void) {
    return TEXT(CRYPTO_COMMIT);
}

// C23's directive, which clang has in each mode since version 19.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char recipes[] = {
#embed "../../Man/crypto-recipes.7"
    , 0};

const char *crypto_recipes(void) {
    return recipes;
}
