import CCurl
import TestSupport
import Testing
import Transport

@Suite struct TrustTests {
    @Test(
        "CA variables have the order of the curl tool, and empty ones are ignored",
        arguments: [
            (["CURL_CA_BUNDLE": "/b", "SSL_CERT_DIR": "/d", "SSL_CERT_FILE": "/f"], Trust(bundle: "/b")),
            (["SSL_CERT_DIR": "/d", "SSL_CERT_FILE": "/f"], Trust(bundle: "/f", directory: "/d")),
            (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/f"], Trust(bundle: "/f")),
            (["SSL_CERT_DIR": "/d"], Trust(directory: "/d")), ([:], Trust()),
        ])
    func environment(variables: [String: String], trust: Trust) {
        #expect(Trust(environment: variables) == trust)
    }

    @Test("The error for a missing libcurl has the loader's message")
    func missingLibrary() {
        #expect(loadFailure("libcurl-that-is-not-here.so.4")?.contains("libcurl-that-is-not-here.so.4") == true)
    }

    @Test("The error for a library that is not libcurl names the function that it lacks", .needsLinux)
    func otherLibrary() {
        #expect(loadFailure("libc.so.6") == "libcurl has no curl_global_init: version 7.68 or newer is needed")
    }

    private func loadFailure(_ name: String) -> String? {
        var error = [CChar](repeating: 0, count: 256)
        let loaded = name.withCString { text in
            let names: [UnsafePointer<CChar>?] = [text, nil]
            return ccurl_load_from(names, &error, error.count) != nil
        }
        return loaded ? nil : String(decoding: error.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
