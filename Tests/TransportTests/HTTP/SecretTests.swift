import Testing

@testable import Transport

@Suite("A key in an answer")
struct SecretTests {
    @Test(
        "A key is found at the beginning, in the middle and at the end, also behind bytes that begin like it",
        arguments: [
            ("key", true), ("a key", true), ("keykeeper", true), ("kkekey", true), ("kkkkey!", true), ("ke", false),
            ("", false), ("ke-key", true), ("kex", false), ("KEY", false), ("k e y", false),
        ])
    func part(text: String, isPart: Bool) {
        #expect(Secret.query(name: "k", value: "key").isPart(of: Array(text.utf8)) == isPart)
    }

    @Test("No key is part of nothing")
    func empty() {
        #expect(!Secret.query(name: "k", value: "").isPart(of: Array("text".utf8)))
    }
}
