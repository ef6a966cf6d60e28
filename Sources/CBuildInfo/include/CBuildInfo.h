#ifndef CBUILDINFO_H
#define CBUILDINFO_H

/// The commit that the program was built from, as the build defines it by `-Xcc -DCRYPTO_COMMIT=…`; empty if it does not.
/// A value can be passed to C only: Swift's conditions have none.
const char *crypto_commit(void);

/// The text of `Man/crypto-recipes.7`, which is written by hand.
const char *crypto_recipes(void);

#endif
