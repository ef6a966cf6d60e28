#include "CBuildInfo.h"

// C23's directive, which clang has in each mode since version 19.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char recipes[] = {
#embed "../../Man/crypto-recipes.7"
    , 0};

const char *crypto_recipes(void) {
    return recipes;
}
