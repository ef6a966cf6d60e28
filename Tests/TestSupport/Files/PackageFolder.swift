/// The folder of this package on the machine that compiled it.
package enum PackageFolder {
    /// The path, absolute.
    package static let path =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// The text of each Swift file below a folder, by its path; the folder is relative to the package. Throws where a
    /// file cannot be read.
    package static func swiftFiles(below folder: String) throws -> [(path: String, text: String)] {
        try Files.names(in: "\(path)/\(folder)").flatMap { name in
            let place = "\(folder)/\(name)"
            guard name.hasSuffix(".swift") else { return name.contains(".") ? [] : try swiftFiles(below: place) }
            return [(place, String(decoding: try Files.bytes("\(path)/\(place)"), as: UTF8.self))]
        }
    }
}
