// The types that all providers share (failures, settings, chains) are part of this module's interface.
@_exported public import ProviderKit
