// What providers of markets share with all others is part of what this module offers: failures, settings, symbols.
@_exported public import ProviderKit
