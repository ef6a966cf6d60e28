import CryptoCLI
import TestSupport
import Testing

@Suite("Variables that are nearly those of options and providers", .quick)
struct MisspelledVariableTests {
    @Test(
        "A variable that is one edit away from one that exists gets a notice; others are ignored",
        arguments: [
            ("CRYPTO_CURENCY", "CRYPTO_CURRENCY"), ("CRYPTO_CURRENCYS", "CRYPTO_CURRENCY"),
            ("CRYPTO_CURRNECY", "CRYPTO_CURRENCY"), ("CRYPTO_LIST_LIMITS", "CRYPTO_LIST_LIMIT"),
            ("CRYPTO_FIXR_KEY", "CRYPTO_FIXER_KEY"), ("CRYPTO_COINBASE_WS_URI", "CRYPTO_COINBASE_WS_URL"),
            ("CRYPTO_LIST_LIMIT", nil), ("CRYPTO_FIXER_KEY", nil), ("CRYPTO_CURENCE", nil), ("CRYPTO_FROBNICATE", nil),
            ("CRYPT_CURRENCY", nil),
        ])
    func variables(name: String, meant: String?) async {
        let line = "price BTC -p sample --csv"
        let run = await runTool(line, [name: "5"])
        let notice = meant.map { "crypto: the variable \(name) is not used; did you mean '\($0)'?\n" } ?? ""
        #expect(run.errors == notice)
        #expect(run.status == .success)
        #expect(await runTool("\(line) -q", [name: "5"]).errors.isEmpty)
        #expect(await runTool(line, [name: ""]).errors.isEmpty)
    }
}
