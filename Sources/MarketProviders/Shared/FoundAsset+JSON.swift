import JSONReader

extension FoundAsset {
    private static let members = JSONKeys(named: "id", "symbol", "name")

    /// Reads the rows of coins in the answer of a search, an array in the member `member`. Each must have an id.
    static func coins(_ reader: inout JSONReader, in member: String) throws -> [FoundAsset] {
        try reader.readMember(member) { try coins(&$0) { try $0.optionalText("id") } }
    }

    /// Reads an array of coins. Each must have an id.
    static func coins(
        _ reader: inout JSONReader, id: (inout JSONReader) throws -> String?
    ) throws -> [FoundAsset] {
        var coins: [FoundAsset] = []
        try reader.readArray(upTo: AnswerLimit.rows(of: FoundAsset.self)) { reader in
            var coin = FoundAsset(kind: .coin, ticker: nil, id: nil, name: nil)
            try reader.readObject(members) { member, reader in
                switch member {
                case "id": coin.id = try id(&reader)
                case "symbol": coin.ticker = try reader.textIfSound()?.uppercased()
                default: coin.name = try reader.textIfSound()
                }
            }
            _ = try coin.id.required("id")
            coins.append(coin)
        }
        return coins
    }
}
