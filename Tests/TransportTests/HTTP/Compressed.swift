/// A body compressed by zlib, because no library of the toolchain compresses.
enum Compressed {
    /// The output of gzip(1) for `coins`, with the dynamic Huffman codes that zlib chooses for such a text.
    static let gzip: [UInt8] = bytes(
        hex:
            "1f8b08000000000002036dd63b4ec3501484e1bdb84e71cfeb3e68590225a24090220501215121f60ea2c9783c5da44ca4f8"
            + "ff62e73e7e6f97d7ed6e7b79bf5cdb76da3e3e2f2fe7edae9db6ebf3dbdf8bede1ebe3fc79ffffeecf09c6761b678be3dcf6"
            + "73bfcd67ebc7b9efe7719b7bf8711efb79dee63dea38cffdbc606ec775edd71daeb4e771def7f30157dac7713ef6f30957ba"
            + "44c7b99f2ff8ea4b745ca404a6e622a4312bb8968b9446b006b2cba7f800d11ad846899e46b806baa34451235e035f9beab7"
            + "49c206c435455523631b9855ec09d940394d55256603e769aa2a413b407b8aaa4ed00ed03d4555e73b18a08788eae4ece09c"
            + "43ddf2e4ece03cc7121f206707e768a2aa93b383f368a2aa93b3a373a8aa04ed005da1aa12b403f44af1d875820e808e2eb2"
            + "064107408f2eb206410740db1259831fd6205d4b640d928ec41fabd813740074baa81a041d003d43540d820e80f65255093a"
            + "00ba97aa4ad08177b48a4ace09ce3945d424e704e7b9c4df5a9273827398a89ae49ce03c5c544dfe5b06674b5135093a01ba"
            + "52544d824e805e259ec449d009d0315456824e801e536525e804686f2a2b4957c3e388c85a245d868f00b127e802e80c51b5"
            + "08ba007aa6a85a045d78437751b5f8048647b0a1ce60045d082da216391738575351c9b9c079a9036d91738173b8aafae7fc"
            + "f40b42d0805b600b0000")

    /// The content of `gzip`.
    static let coins =
        "["
        + (0..<60).map { #"{"id":"coin\#($0)","price":\#(60000 * $0 % 977),"name":"SuperCoin\#($0)"}"# }
        .joined(separator: ",") + "]"

    /// The stream inside `gzip` in the format of the encoding `deflate`: zlib's (RFC 1950).
    static let deflate: [UInt8] = [0x78, 0xDA] + gzip[10..<gzip.count - 8] + adler32(Array(coins.utf8))

    private static func bytes(hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    private static func adler32(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return [UInt8(high >> 8), UInt8(high & 255), UInt8(low >> 8), UInt8(low & 255)]
    }
}
