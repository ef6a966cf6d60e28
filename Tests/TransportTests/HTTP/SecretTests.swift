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

    @Test(
        "A key is found and masked with any of its bytes percent-encoded or escaped, as SECURITY.md lists them",
        arguments: [
            "a/key=1", "a%2Fkey%3d1", "%61%2f%6b%65%79%3D%31", "a%2fke%79=1", #"a\/key=1"#, #"a\u002fkey\u003D1"#,
            #"\u0061/\u006bey=1"#,
        ])
    func forms(form: String) {
        let secret = Secret.query(name: "k", value: "a/key=1")
        #expect(secret.isPart(of: Array("x\(form)x".utf8)))
        #expect(secret.hidden(in: "%x\(form)\\x") == "%x***\\x")
        #expect(!secret.isPart(of: Array("x\(form.dropLast())x".utf8)))
    }

    @Test("Another encoding of a key is not found: what is listed is all")
    func otherForms() {
        let secret = Secret.query(name: "k", value: "a/key=1")
        for text in ["A/KEY=1", "a/key 1", "%2561%2Fkey=1", Base64.encode(Array("a/key=1".utf8))] {
            #expect(secret.hidden(in: text) == text && !secret.isPart(of: Array(text.utf8)))
        }
    }

    @Test("No key is part of nothing")
    func empty() {
        #expect(!Secret.query(name: "k", value: "").isPart(of: Array("text".utf8)))
    }
}
