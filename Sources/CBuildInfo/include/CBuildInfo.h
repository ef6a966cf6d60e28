#ifndef CBUILDINFO_H
#define CBUILDINFO_H

/// The commit that the program was built from, as the build defines it by `-Xcc -DCRYPTO_COMMIT=…`; empty if it does not.
/// A value can be passed to C only: Swift's conditions have none.
const char *crypto_commit(void);

#endif
