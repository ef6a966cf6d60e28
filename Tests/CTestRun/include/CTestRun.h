// Nothing is declared here: the target only has a function that runs when the tests are loaded.
