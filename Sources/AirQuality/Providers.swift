// What providers of air quality share with all others is part of what this module offers: failures, settings, chains.
@_exported public import ProviderKit
