// The types that all providers share (failures, settings, chains) are part of this module's interface, and so are the
// times and numbers in it.
@_exported public import struct DecimalArithmetic.ExactDecimal
@_exported public import struct DecimalArithmetic.Number
@_exported public import struct Platform.TimeSource
@_exported public import struct Platform.Timestamp
@_exported public import ProviderKit
