/// A header's name and value.
public struct HTTPHeader: Sendable, Equatable {
    /// The name, in any case.
    public var name: String
    /// The value without the white space around it.
    public var value: String

    /// A header; a name or value that would end its line is refused when it is sent.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPHeader {
    /// As libcurl takes it; a semicolon stands for a header without value, which a colon would leave out.
    var line: String {
        value.isEmpty ? name + ";" : "\(name): \(value)"
    }

    /// True where nothing in it ends the line or the name (RFC 9110 section 5).
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
