// Types of other targets in this module's interface.
@_exported public import struct DecimalArithmetic.ExactDecimal
@_exported public import struct DecimalArithmetic.Number
@_exported public import enum Platform.Terminal
@_exported public import struct Platform.Timestamp
