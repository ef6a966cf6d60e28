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

static const char pages[] = {
#embed "../../Man/pages.txt"
    , 0};

const char *crypto_recipes(void) {
    return recipes;
}

const char *crypto_pages(void) {
    return pages;
}

static const char bash[] = {
#embed "../../Completions/crypto.bash"
    , 0};

const char *crypto_completions_bash(void) {
    return bash;
}

static const char zsh[] = {
#embed "../../Completions/_crypto"
    , 0};

const char *crypto_completions_zsh(void) {
    return zsh;
}

static const char fish[] = {
#embed "../../Completions/crypto.fish"
    , 0};

const char *crypto_completions_fish(void) {
    return fish;
}
