/// The name and value of a header field.
package struct HTTPHeader: Sendable, Equatable {
    /// The name, in any case.
    package var name: String
    /// The value without leading and trailing white space.
    package var value: String

    /// Creates a header. A name or value that would end its line is rejected when the request is sent. Each parameter
    /// sets the property of the same name.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPHeader {
    /// The line in libcurl's syntax. A semicolon sends a header without a value; with a colon, libcurl would omit it.
    var line: String {
        value.isEmpty ? name + ";" : "\(name): \(value)"
    }

    /// True if no character ends the line or the name (RFC 9110 section 5).
    var isSendable: Bool {
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        return !name.isEmpty && isToken && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
