extension RowIdentity {
    /// Returns a hash of the members of an object, in any order and with any spaces, except the members
    /// that differ between runs.
    static func hash(ofMembers line: ArraySlice<UInt8>) -> UInt64 {
        var (sum, member, depth, isInText, isEscaped) = (UInt64(0), [UInt8](), 0, false, false)
        func addMember() {
            let name = member.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
            if !RowKey.namesOfRun.contains(String(decoding: name, as: UTF8.self)) {
                var key = RowKey()
                key.add(member[...])
                sum &+= key.value
            }
            member = []
        }
        for byte in line {
            if isInText {
                if byte == UInt8(ascii: "\""), !isEscaped { isInText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: ",") where depth == 1:
                    addMember()
                    continue
                case 0...0x20: continue
                default: break
                }
                if depth == 0 || depth == 1 && member.isEmpty && byte == UInt8(ascii: "{") { continue }
            }
            member.append(byte)
        }
        addMember()
        return sum
    }
}
