package import Transport
import Platform

/// The key of a provider, which is looked up when the provider is first asked, and read when a request is sent.
package struct ProviderKey: Sendable {
    /// A key that is configured.
    package struct Entry: Sendable {
        /// What distinguishes it from other keys: the key itself, or the command that prints it.
        package let identity: String
        /// Returns the key. Throws `KeyProblem` if the command that prints it fails.
        package let read: @Sendable () async throws(KeyProblem) -> String

        /// Creates an entry. Each parameter sets the property of the same name.
        package init(identity: String, read: @escaping @Sendable () async throws(KeyProblem) -> String) {
            self.identity = identity
            self.read = read
        }

        /// Creates the entry of a known key.
        package init(_ key: String) {
            self.init(identity: key) { key }
        }
    }

    /// Returns the entry; nil if no key is configured. Throws `KeyProblem` if that cannot be known.
    package let look: @Sendable () async throws(KeyProblem) -> Entry?
    /// The file that a key may be in, for messages; nil if there is none.
    package var file: String?

    /// Creates a key that is looked up when it is needed.
    package init(file: String? = nil, look: @escaping @Sendable () async throws(KeyProblem) -> Entry?) {
        self.file = file
        self.look = look
    }

    /// Creates a known key; nil if there is none.
    ///
    /// - Parameter key: The key.
    package init(_ key: String?) {
        self.init { () throws(KeyProblem) in key.map { Entry($0) } }
    }
}

/// Why the key of a provider is not known. It never contains the key, nor the output of a command.
package struct KeyProblem: Error, Sendable, Equatable {
    /// The kinds of problems.
    package enum Kind: Sendable, Equatable {
        /// The file of keys is wrong or cannot be read.
        case file
        /// The command that prints the key failed.
        case command
        /// The command that prints the key took too long.
        case slowCommand
    }

    /// The kind of problem.
    package var kind: Kind
    /// The problem in words, with the file and the line.
    package var words: String

    /// Creates a problem. Each parameter sets the property of the same name.
    package init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }
}

/// The key of a provider, and its position in requests.
package struct KeyUse: Sendable {
    /// The position of a key in a request.
    package enum Position: Sendable {
        /// The last item of the query, of this name.
        case query(String)
        /// A header of this name. The prefix, for example `Apikey `, precedes the key in its value.
        case header(String, prefix: String = "")

        func secret(_ key: String) -> Secret {
            switch self {
            case .query(let name): .query(name: name, value: key)
            case .header(let name, let prefix): .header(name: name, value: key, prefix: prefix)
            }
        }
    }

    let provider: String
    let key: ProviderKey
    let position: Position
    let isRequired: Bool

    /// The file that the key may be in, for messages; nil if there is none.
    package var file: String? { key.file }

    /// Creates the use of the key in the settings of a provider. A missing key is only a failure if it is required.
    package init(of settings: ProviderSettings, by provider: String, _ need: KeyNeed, in position: Position) {
        (key, self.provider, self.position) = (settings.key, provider, position)
        isRequired = need == .required
    }

    /// Returns the entry of the key; nil if there is none, and none is required. Throws `ProviderFailure`.
    package func entry() async throws(ProviderFailure) -> ProviderKey.Entry? {
        let entry = try await translating(awaiting: await key.look()) { ProviderFailure(provider, .noKey($0)) }
        if let entry { return entry }
        guard isRequired else { return nil }
        throw ProviderFailure(provider, .missingKey).naming(keyFile: file)
    }

    /// Reads the key of an entry. Throws `ProviderFailure`.
    func secret(_ entry: ProviderKey.Entry) async throws(ProviderFailure) -> Secret {
        position.secret(try await translating(awaiting: await entry.read()) { ProviderFailure(provider, .noKey($0)) })
    }

    /// Reads the key for a request; nil if there is none, and none is required. Throws `ProviderFailure`.
    package func secret() async throws(ProviderFailure) -> Secret? {
        guard let entry = try await entry() else { return nil }
        return try await secret(entry)
    }
}
