// The status of a run is part of this module's interface.
@_exported public import enum Platform.ExitStatus
