import Platform

/// A terminal, a pipe or another device, which is written in place.
final class DeviceFile: Sendable {
    private let path: String
    private let device: OpenDevice

    /// Opens the device, which for a pipe waits for its reader.
    init(_ path: String) throws(Failure) {
        self.path = path
        device = try Failure.writing(path) { () throws(SystemError.Failure) in try OpenDevice(path) }
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        var isPipeBroken = false
        try Failure.writing(path) { () throws(SystemError.Failure) in isPipeBroken = try !device.write(bytes) }
        if isPipeBroken { throw Failure(.brokenPipe, "") }
    }
}
