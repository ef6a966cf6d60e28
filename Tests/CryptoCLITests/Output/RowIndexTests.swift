import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Which rows a file has", .quick)
struct RowIndexTests {
    /// Rows of ten bytes each, three in a block, of which two keep their keys. Each has its number as key and as time.
    private static func index(_ numbers: [UInt64]) -> RowIndex {
        var index = RowIndex()
        (index.size, index.kept) = (30, 2)
        for (place, number) in numbers.enumerated() {
            let range = place * 10..<(place + 1) * 10
            index.add([row(number)], at: range, before: (numbers.count - place - 1) * 10)
        }
        return index
    }

    private static func row(_ number: UInt64) -> RowIdentity { RowIdentity(key: number, time: UInt128(number)) }

    /// Returns the keys that are found, and the parts of the file that are read for them.
    private func found(
        _ sought: [UInt64], among numbers: [UInt64]
    ) throws -> (keys: Set<UInt64>, read: [Range<Int>]) {
        var read: [Range<Int>] = []
        let keys = try Self.index(numbers).keys(among: sought.map(Self.row)) { range in
            read.append(range)
            return Set(numbers[range.lowerBound / 10..<range.upperBound / 10])
        }
        return (keys, read)
    }

    @Test("Rows of any place in the file are found, of early ones by reading their block again")
    func all() throws {
        let numbers: [UInt64] = (0..<20).map { $0 * 2 }
        for (place, number) in numbers.enumerated() {
            let (keys, read) = try found([number], among: numbers)
            #expect(keys == [number])
            #expect(read.isEmpty == (place >= 15), "\(place)")
            #expect(read.allSatisfy { $0.count == 30 && $0.contains(place * 10) })
        }
        let odd = try found(numbers.map { $0 + 1 }, among: numbers)
        #expect(odd.keys.isEmpty)
        let mixed = try found([1, 2, 3, 30, 39, 100], among: numbers)
        #expect(mixed.keys == [2, 30])
    }

    @Test("For rows that are later than all of the file nothing is read")
    func later() throws {
        let (keys, read) = try found([100, 101], among: (0..<50).map { $0 })
        #expect(keys.isEmpty && read.isEmpty)
    }

    @Test("A file without any order is read again where it must be, and nothing is missed")
    func unordered() throws {
        let numbers: [UInt64] = (0..<40).map { $0 * 27 % 41 }
        for number in UInt64(0)..<41 {
            #expect(try found([number], among: numbers).keys == (numbers.contains(number) ? [number] : []))
        }
    }

    @Test("Rows of the run that are between those of a block are no part of it")
    func apart() throws {
        var index = RowIndex()
        (index.size, index.kept) = (30, 1)
        index.add([Self.row(1)], at: 0..<10, before: 0)
        index.add([Self.row(3)], at: 20..<30, before: 0)
        for place in 3..<9 { index.add([Self.row(UInt64(place + 10))], at: place * 10..<(place + 1) * 10, before: 0) }
        var read: [Range<Int>] = []
        _ = try index.keys(among: [Self.row(2)]) { range in
            read.append(range)
            return []
        }
        #expect(read == [0..<10, 20..<40])
    }
}
