import AirQuality
import DecimalArithmetic
import JSONReader
import Platform
import ProviderKit
import TestSupport
import Testing

@Suite("City messages", .quick)
struct CityMessageTests {
    private func read(_ text: String) throws -> CityMessage {
        try CityMessage(Array(text.utf8))
    }

    @Test("A message has indices as numbers, strings or none; a sentinel is none, invalid elements are dropped")
    func elements() throws {
        let message = try read(
            #"""
            [{"city":"A","aqi":1.50},{"city":"B","aqi":"2.5"},{"city":"C"},{"city":"D","aqi":null},{"aqi":5},
             {"city":"E","aqi":"bad"},{"city":"F","aqi":-3},{"city":"G","aqi":9999},{"city":" ","aqi":1},7,
             {"city":"A","aqi":2},{"city":5,"aqi":1},{"city":"H","aqi":true},{"city":"I","aqi":1,"aqi":2},
             {"city":"J","aqi":1e2,"more":{"x":[1]}},null,{"city":null,"aqi":3},{"city":"K","aqi":"NaN"}]
            """#)
        #expect(
            message.values.map { "\($0.city) \($0.aqi?.description ?? "-")" } == [
                "A 1.5", "B 2.5", "C -", "D -", "F -", "G -", "A 2", "J 100",
            ])
        #expect(
            message.dropped == [
                DroppedRow(place: 5, problem: "city is missing"),
                DroppedRow(place: 6, symbol: "E", problem: "aqi is not a number"),
                DroppedRow(place: 9, problem: "city is empty"),
                DroppedRow(place: 10, problem: "a number instead of an object at byte 191"),
                DroppedRow(place: 12, problem: "city is not text"),
                DroppedRow(place: 13, symbol: "H", problem: "aqi is not a number"),
                DroppedRow(place: 14, problem: "'aqi' twice at byte 279"),
                DroppedRow(place: 16, problem: "null instead of an object at byte 330"),
                DroppedRow(place: 17, problem: "city is missing"),
                DroppedRow(place: 18, symbol: "K", problem: "aqi is not a number"),
            ])
        let names = try read(#"[{"city":"\u0041b"},{"city":" Goa"},{"city":"É","aqi":"1\u0030"},{"city":"\t"}]"#)
        #expect(names.values.map(\.city) == ["Ab", " Goa", "É"] && names.values.last?.aqi == 10)
        #expect(try read("[]") == read(" [ ] "))
        #expect(try read("[]").values.isEmpty)
    }

    @Test(
        "A message that is not a JSON array is invalid",
        arguments: [
            "", "{}", "null", "7", #"{"city":"A","aqi":1}"#, "[", #"[{"city":"A","aqi":1}"#, "[1,]", "[]x",
            "\u{FEFF}[]",
            String(repeating: "[", count: 10_000), "[{\"city\":\"\u{01}\"}]",
        ])
    func noMessage(text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test("A message truncated at any byte is invalid")
    func cut() throws {
        let whole = Array(#"[{"city":"Mumbai","aqi":179.4},{"city":"Göteborg","aqi":"1"}]"#.utf8)
        #expect(try CityMessage(whole).values.count == 2)
        for count in whole.indices {
            #expect(throws: JSONError.self) { try CityMessage(Array(whole.prefix(count))) }
        }
    }

    @Test("A message with 5,000 cities can be applied twice")
    func many() throws {
        let rows = (0..<5000).map { #"{"city":"City \#($0 * 7919 % 5000)","aqi":\#($0).25}"# }
        let message = try read("[" + rows.joined(separator: ",") + "]")
        var board = CityBoard()
        for second in 0..<2 { board.apply(readings(message.values, at: second)) }
        #expect(board.readings.count == 5000)
        #expect(board.readings.map(\.city) == board.readings.map(\.city).sorted())
        #expect(board["City 7919"] == nil)
        #expect(board["City 2919"]?.aqi?.description == "1.25")
        #expect(board["City 0"]?.time.seconds == 1)
    }
}

@Suite("Recordings: city messages", .needsRecordings, .quick)
struct CityMessageRecordingTests {
    @Test("Both recorded messages are applied in turn to one board")
    func both() throws {
        var board = CityBoard()
        let first = try CityMessage(try Recordings.bytes("city-ws/message-a-9cities.json"))
        #expect(first.dropped.isEmpty)
        #expect(
            first.values.map { "\($0.city) \($0.aqi?.description ?? "-")" } == [
                "Mumbai 179.48953967731958", "Bengaluru 190.77381882356204", "Chennai 140.0255936078323",
                "Pune 222.35319204313396", "Hyderabad 199.3847020848653", "Indore 51.7829168843359",
                "Jaipur 142.79149985530853", "Chandigarh 45.64197667788339", "Lucknow 74.30342737014297",
            ])
        board.apply(readings(first.values, at: 100))
        let second = try CityMessage(try Recordings.bytes("city-ws/message-b-9cities.json"))
        #expect(second.dropped.isEmpty)
        board.apply(readings(second.values, at: 105))
        #expect(
            board.readings.map { "\($0.city) \($0.aqi?.description ?? "-") \($0.level) \($0.time.seconds)" } == [
                "Bengaluru 190.77381882356204 Moderate 100", "Bhubaneswar 98.68245442085266 Satisfactory 105",
                "Chandigarh 45.64197667788339 Good 100", "Chennai 138.89705705011673 Moderate 105",
                "Delhi 303.28831346653243 Very Poor 105", "Hyderabad 199.9739088073019 Moderate 105",
                "Indore 51.7829168843359 Satisfactory 100", "Jaipur 141.6453990026219 Moderate 105",
                "Kolkata 201.44973198212693 Poor 105", "Lucknow 76.1595337060258 Satisfactory 105",
                "Mumbai 181.3946178595279 Moderate 105", "Pune 223.89340025234293 Poor 105",
            ])
    }
}

/// The values of a message as rows of the stream.
private func readings(_ values: [CityMessage.Value], at second: Int) -> [AirReading] {
    values.map {
        AirReading(
            time: Timestamp(seconds: Int64(second)), city: $0.city, aqi: $0.aqi, scale: .india, provider: "city-ws")
    }
}

@Suite("Board of cities", .quick)
struct CityBoardTests {
    private func message(_ pairs: [(String, String?)], at second: Int) -> [AirReading] {
        readings(
            pairs.map { CityMessage.Value(city: $0.0, aqi: $0.1.flatMap { Number($0) }) }, at: second)
    }

    @Test("A board takes no more cities than a stream may have, and continues to update those that it has")
    func full() {
        var board = CityBoard()
        let names = (0..<AnswerLimit.cities + 10).map { "C\($0)" }
        board.apply(message(names.map { ($0, "1") }, at: 1))
        board.apply(message([("C1", "2"), ("new", "1")], at: 2))
        #expect(board.readings.count == AnswerLimit.cities)
        #expect(board["C1"]?.aqi == Number("2") && board["new"] == nil)
    }

    @Test("Cities are unique and sorted by name, and two readings of one city in a message apply in order")
    func board() {
        var board = CityBoard()
        board.apply(message([("B", "1"), ("A", "2"), ("B", "3"), ("b", "4")], at: 1))
        #expect(board.readings.map(\.city) == ["A", "B", "b"])
        #expect(board["B"]?.aqi == Number("3") && board["b"]?.aqi == Number("4"))
        #expect(board["a"]?.aqi == Number("2"), "in any letter case, where none is written so")
        board.apply(message([("A", nil), ("C", "9")], at: 2))
        #expect(board["A"]?.aqi == nil && board["A"]?.time == Timestamp(seconds: 2))
        #expect(board["B"]?.time == Timestamp(seconds: 1))
        let before = board
        board.apply([])
        #expect(board.readings == before.readings)
    }

    @Test("A city has a row with its values")
    func row() throws {
        var board = CityBoard()
        board.apply(message([("Delhi", "303.28831346653243"), ("X", "501"), ("Y", "9999.5")], at: 7))
        let rows = board.readings
        #expect(rows[0].level == "Very Poor" && rows[0].color == "#D74D3E" && rows[0].face == "😷")
        #expect(rows[0].description == "May cause respiratory illness to people on prolonged exposure.")
        #expect(rows[0].aqi?.formatted(places: 1, grouping: false) == "303.3")
        #expect(rows[1].aqi?.description == "501" && rows[1].level == "Unknown" && rows[1].face == "❔")
        #expect(rows[2].aqi?.description == "9999.5" && rows[2].color == "#999999")
    }
}

@Suite("History of a city", .quick)
struct AirHistoryTests {
    private func record(_ seconds: [Int]) -> [Int] {
        var history = AirHistory()
        for second in seconds {
            history.record(
                Number(ExactDecimal(second)), time: Timestamp(seconds: Int64(second)), elapsed: .seconds(second))
        }
        return history.records.map { Int($0.time.seconds) }
    }

    @Test("Of one reading a second, 0, 1, 31 and 61 are recorded: 30 s count from the last recorded one")
    func everySecond() {
        #expect(record(Array(0...61)) == [0, 1, 31, 61])
        #expect(record(Array(0...60)) == [0, 1, 31])
        #expect(record([0, 29, 30, 58, 59]) == [0, 29, 59])
        #expect(record([5, 5, 5]) == [5, 5])
    }

    @Test("A history has at most 25 readings, and the oldest is removed")
    func capacity() {
        let times = [0] + (0..<40).map { 1 + 30 * $0 }
        var history = AirHistory()
        for second in times {
            history.record(
                Number(ExactDecimal(second)), time: Timestamp(seconds: Int64(second)), elapsed: .seconds(second))
            #expect(history.records.count <= 25)
        }
        #expect(history.records.map { Int($0.time.seconds) } == Array(times.suffix(25)))
    }
}
