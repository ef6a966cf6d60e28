// Whoever imports the providers needs the types of their clients, too.
@_exported public import Markets
