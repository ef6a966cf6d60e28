import JSONReader

/// The object around every answer of the markets API and of the app:
/// `{"success":true,"code":1,"msg":"Success","data":…}`.
enum BTSEEnvelope {
    /// The same with another code, or `{"status":400,"errorCode":-2,"message":"Unsupported symbol: …"}`. A market that
    /// does not exist is a wrong parameter by its code and has its own words only.
    static let errors = ErrorShape(
        ["success": .state, "code": .code, "errorCode": .kind, "msg": .words, "message": .words],
        meanings: [
            (.unknownSymbol, ["unsupported symbol", "invalid symbol", "coin pair does not exist"]),
            (.wrongKey, [.code("10002"), "authentication failed"]),
        ],
        isError: { $0.state == "false" || $0.kind != nil || $0.code.map { $0 != "1" } ?? false })

    /// Reads the data of an answer.
    static func data<Data>(
        _ reader: inout JSONReader, _ read: (inout JSONReader) throws -> Data
    ) throws -> Data {
        try reader.readMember("data", read)
    }
}
