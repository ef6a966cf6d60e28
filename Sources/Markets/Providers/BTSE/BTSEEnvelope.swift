import JSONReader

/// What stands around the data of BTSE's answers, in all the shapes of its services.
///
/// `{"success":true,"code":1,"msg":"Success","data":…}`, or an error: the same with another code, or
/// `{"status":400,"errorCode":-2,"message":"Unsupported symbol: …"}`.
struct BTSEEnvelope {
    private var code: Int64?
    private var errorCode: Int64?
    private var isSuccess: Bool?
    private var words: String?

    private enum Key: String, CaseIterable {
        case code, errorCode, success, data, message
        case words = "msg"
        static let keys = JSONKeys<Self>()
    }

    private init() {}

    /// Reads an error's body.
    init(_ reader: inout JSONReader) throws {
        var envelope = BTSEEnvelope()
        try reader.readObject(Key.keys) { try envelope.read($0, &$1) }
        self = envelope
    }

    /// Reads the data of an answer of status 200, which may be an error all the same (REQUIREMENTS C6).
    static func data<Data>(
        _ reader: inout JSONReader, _ read: (inout JSONReader) throws -> Data
    ) throws -> Data {
        var envelope = BTSEEnvelope()
        var data: Result<Data, any Error>?
        try reader.readObject(Key.keys) { key, reader in
            guard key == .data else { return try envelope.read(key, &reader) }
            if try !reader.takeNull() { data = try reader.readRow(read) }
        }
        if envelope.isError { throw envelope.reason(status: 200) }
        return try data.required("data").get()
    }

    private mutating func read(_ key: Key, _ reader: inout JSONReader) throws {
        switch key {
        case .code: code = try reader.optionalInteger("code")
        case .errorCode: errorCode = try reader.optionalInteger("errorCode")
        case .success: isSuccess = reader.next == .bool ? try reader.readBool() : nil
        case .words, .message: words = try reader.readIfString()?.makeString() ?? words
        case .data: break
        }
    }

    private var isError: Bool {
        isSuccess == false || errorCode != nil || code.map { $0 != 1 } ?? false
    }

    /// What an error means; a market that does not exist is a wrong parameter by its code and has its own words only.
    func reason(status: Int) -> ProviderFailure.Reason {
        let said = words?.lowercased() ?? ""
        if ["unsupported symbol", "invalid symbol", "coin pair does not exist"].contains(where: { said.contains($0) }) {
            return .unknownSymbol(nil)
        }
        if code == 10002 || said.contains("authentication failed") { return .unauthorized(words: words) }
        if said.contains("rate limit") { return .rateLimited(words: words) }
        return .general(status, words: words)
    }
}
