/// A token by the contract that makes it: `eth:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48`.
///
/// Anybody may give a token any name, so a ticker never means one.
public struct Token: Sendable, Hashable, CustomStringConvertible {
    /// A chain that tokens are on.
    public enum Chain: String, Sendable, Hashable, CaseIterable {
        case ethereum = "eth"
        case bnb = "bsc"
        case polygon
        case base
        case arbitrum = "arb"
        case optimism = "op"
        case avalanche = "avax"
        case solana = "sol"
        case gnosis

        /// The names before the colon of a symbol, the usual one first.
        package var names: [String] {
            let others: [String] =
                switch self {
                case .ethereum: ["ethereum"]
                case .bnb: ["bnb"]
                case .polygon: ["matic", "pol"]
                case .base: []
                case .arbitrum: ["arbitrum"]
                case .optimism: ["optimism"]
                case .avalanche: ["avalanche"]
                case .solana: ["solana"]
                case .gnosis: ["xdai"]
                }
            return [rawValue] + others
        }

        /// Finds the chain of a name, in any letter case.
        init?(named name: some StringProtocol) {
            let name = name.lowercased()
            guard let chain = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
            self = chain
        }
    }

    /// The chain.
    package let chain: Chain
    /// The address: in lower case where the letter case means nothing.
    package let address: String

    /// Creates a token of a checked address.
    package init(chain: Chain, address: String) { (self.chain, self.address) = (chain, address) }

    /// The symbol of the token.
    public var description: String { "\(chain.rawValue):\(address)" }
}

extension Token {
    /// Creates a token; nil for a text that is not an address of the chain.
    init?(_ chain: Chain, _ address: some StringProtocol) {
        let bytes = address.utf8
        if chain == .solana {
            // 32 bytes in the base 58 of Bitcoin, which has no 0, O, I and l.
            guard (32...44).contains(bytes.count), bytes.allSatisfy({ $0.isAlphanumeric && !"0OIl".utf8.contains($0) })
            else { return nil }
            self.init(chain: chain, address: String(address))
        } else {
            let digits = address.lowercased()
            guard bytes.count == 42, digits.hasPrefix("0x"),
                digits.utf8.dropFirst(2).allSatisfy({ $0.isAlphanumeric && $0 <= UInt8(ascii: "f") })
            else { return nil }
            self.init(chain: chain, address: digits)
        }
    }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
