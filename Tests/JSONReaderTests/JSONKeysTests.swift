import JSONReader
import TestSupport
import Testing

@Suite("JSONKeys", .quick)
struct JSONKeysTests {
    @Test("Keys from a table are found, including long names and names with a common prefix")
    func table() throws {
        let keys = JSONKeys([("price_change_24h", 1), ("price_change_7d", 2), ("p", 3)])
        var read: [Int] = []
        try JSONReader.read(Array(#"{"p":0,"price_change_7d":0,"price_change_24":0,"price_change_24h":0}"#.utf8)) {
            reader in
            try reader.readObject(keys) { key, _ in read.append(key) }
        }
        #expect(read == [3, 2, 1])
    }
}
