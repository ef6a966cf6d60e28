#ifndef CBUILDINFO_H
#define CBUILDINFO_H

/// The commit that the program was built from, as the build defines it by `-Xcc -DCRYPTO_COMMIT=…`; empty if it does not.
/// A value can be passed to C only: Swift's conditions have none.
const char *crypto_commit(void);

/// The text of `Man/crypto-recipes.7`, which is written by hand.
const char *crypto_recipes(void);

/// The text of `Man/pages.txt`: the sentences of all other pages that are in no table.
const char *crypto_pages(void);

/// The scripts of `Completions`, which are written by hand. Each asks `crypto --complete WORD...` with the words after
/// the program's name, up to the cursor, and reads what `Completion.text` describes.
const char *crypto_completions_bash(void);
const char *crypto_completions_zsh(void);
const char *crypto_completions_fish(void);

#endif
