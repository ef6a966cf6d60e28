// Types of other targets in this module's interface.
@_exported public import struct Platform.TimeSource
@_exported public import struct Platform.Timestamp
@_exported public import class Platform.WakeSignal
