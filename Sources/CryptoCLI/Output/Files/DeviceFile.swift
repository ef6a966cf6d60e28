import Platform

/// A terminal, a pipe or another device, which is written in place.
final class DeviceFile: Sendable {
    private let path: String
    private let device: OpenDevice

    /// Opens the device, which for a pipe waits for its reader.
    init(_ path: String) throws(Failure) {
        self.path = path
        device = try Failure.writing(path, OpenDevice(path))
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        guard try Failure.writing(path, device.write(bytes)) else { throw .brokenPipe }
    }
}
