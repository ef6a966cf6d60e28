import DecimalArithmetic
import ProviderKit
import TestFixtures
import TestSupport
import Testing

@testable import AirQuality

@Suite("Open-Meteo: city names", .quick)
struct GeocodingTests {
    typealias Answers = OpenMeteoAnswers

    /// The city that a name resolves to, or the failure.
    private func locate(_ name: String, _ exchanges: [Exchange]) async throws -> Result<AirReading, ProviderFailure> {
        let air = Exchange.get(Answers.airPath, times: .any, answer: .json(Answers.air(current: Answers.current)))
        return try await withLoopbackServer(exchanges + [air]) { server in
            try await AirQualityProvider.listed("open-meteo").client(server).readings([name])[0]
        }
    }

    private static let springfields = Answers.results(
        Answers.place(
            "Springfield", latitude: "37.21", longitude: "-93.29", country: "United States", region: "Missouri",
            population: 166_810),
        Answers.place(
            "Springfield", latitude: "42.1", longitude: "-72.59", country: "United States", region: "Massachusetts",
            population: 154_341),
        Answers.place("Springfield Heights", latitude: "1", longitude: "1", population: 900_000),
        Answers.place(
            "Springfield", latitude: "39.8", longitude: "-89.64", country: "United States", region: "Illinois",
            population: 116_565),
        Answers.place("Springfield", latitude: "5", longitude: "5", country: nil, population: nil, code: "MT"))

    @Test("The largest of several cities is used and the others are named; mountains do not count")
    func largest() async throws {
        let reading = try await locate("springfield", [Answers.search("springfield", Self.springfields)]).get()
        #expect(reading.latitude?.description == "37.21" && reading.country == "United States")
        #expect(
            reading.namesakes == [
                "Springfield, Massachusetts, United States (42.1,-72.59)",
                "Springfield, Illinois, United States (39.8,-89.64)",
            ])
    }

    @Test("The largest city is used whatever its position in the answer, and the first of equal ones")
    func order() async throws {
        let answer = Answers.results(
            Answers.place("A", latitude: "1", longitude: "1", population: 5),
            Answers.place("A", latitude: "2", longitude: "2", population: 9),
            Answers.place("A", latitude: "3", longitude: "3", population: 9),
            Answers.place("A", latitude: "4", longitude: "4"))
        #expect(try await locate("A", [Answers.search("A", answer)]).get().latitude?.description == "2")
    }

    @Test(
        "Names are found in any case and script",
        arguments: [
            ("Göteborg", "Gothenburg"), ("göteborg", "Göteborg"), ("दिल्ली", "Delhi"), ("BOMBAY", "Mumbai"),
            ("Frankfurt", "Frankfurt am Main"), ("new york", "New York City"), ("Paris, Texas", "Paris"),
        ])
    func translated(typed: String, found: String) async throws {
        let answer = Answers.results(Answers.place(found, latitude: "1", longitude: "2"))
        let reading = try await locate(typed, [Answers.search(typed, answer)]).get()
        #expect(reading.city == found && reading.namesakes.isEmpty)
    }

    @Test("A city with the name in another language comes before a village with that exact name")
    func outranked() async throws {
        let answer = Answers.results(
            Answers.place("Mumbai", latitude: "19", longitude: "72", population: 12_691_836),
            Answers.place("Bombay", latitude: "42", longitude: "-74", country: "United States", population: 1357))
        let reading = try await locate("Bombay", [Answers.search("Bombay", answer)]).get()
        #expect(reading.city == "Mumbai" && reading.namesakes == ["Bombay, United States (42,-74)"])
    }

    @Test(
        "The exact name is used, for any kind of place and however its accents and letters are typed",
        arguments: ["Île MacMurdo", "ile macmurdo", "ÎLE MACMURDO", "I\u{302}le MacMurdo"],
        [("CONT", 1106), ("PPL", 1258), (nil, 1258)] as [(String?, Int)])
    func exact(typed: String, other: (code: String?, population: Int)) async throws {
        let first = Answers.place(
            "Antarctica", latitude: "-78", longitude: "16", country: nil, population: other.population, code: other.code
        )
        let island = Answers.place(
            "Île MacMurdo", latitude: "-77.8", longitude: "166.5", country: "Antarctica", code: "ISL")
        let longer = Answers.place(
            "Île MacMurdo Nord", latitude: "1", longitude: "1", country: nil, population: 99, code: "PPL")
        let reading = try await locate(typed, [Answers.search(typed, Answers.results(first, island, longer))]).get()
        #expect(reading.city == "Île MacMurdo" && reading.country == "Antarctica")
        #expect(reading.namesakes == (other.code == "PPL" ? ["Antarctica (-78,16)"] : []))
    }

    @Test("A city of the name comes before other places, and the larger of two other places is used")
    func cities() async throws {
        let mountain = Answers.place(
            "Tromsø", latitude: "1", longitude: "1", country: "Norway", population: 500_000, code: "MT")
        let hill = Answers.place(
            "Tromso", latitude: "2", longitude: "2", country: nil, population: 600_000, code: "HLL")
        let city = Answers.place("Tromsö", latitude: "3", longitude: "3", country: nil, population: 7)
        let found = Answers.results(mountain, hill, city)
        #expect(try await locate("tromso", [Answers.search("tromso", found)]).get().latitude?.description == "3")
        let none = try await locate("tromso", [Answers.search("tromso", Answers.results(mountain, hill))]).get()
        #expect(none.latitude?.description == "2" && none.namesakes == ["Tromsø, Norway (1,1)"])
    }

    @Test(
        "Names are compared without accents and letter case",
        arguments: [
            ("Île", "ile"), ("GÖTEBORG", "goteborg"), ("I\u{302}le", "ile"), ("Ånge", "ange"), ("Hà Nội", "ha noi"),
            ("İzmir", "izmir"), ("Łódź", "lodz"), ("Straße", "straße"), ("दिल्ली", "दिल्ली"), ("Αθήνα", "αθήνα"),
            ("", ""), ("東京", "東京"),
        ])
    func folded(text: String, folded: String) {
        #expect(text.folded == folded)
    }

    @Test("A city with a longer name does not match: the name is unknown and the city is suggested")
    func longer() async throws {
        let answer = Answers.results(
            Answers.place("Paris", latitude: "48.8", longitude: "2.3"),
            Answers.place("Parintins", latitude: "1", longitude: "2"),
            Answers.place("Paris", latitude: "33", longitude: "-95"))
        let failure = try await locate("Pari", [Answers.search("Pari", answer)]).failure
        #expect(failure?.reason == unknownCity("Pari", ["Paris", "Parintins"]))
    }

    @Test("A city without geocoding results is unknown, with suggestions of names that begin alike")
    func unknown() async throws {
        let guesses = Answers.results(
            Answers.place("Stockholm", latitude: "59", longitude: "18"),
            Answers.place("Stoke", latitude: "53", longitude: "-2"))
        let found = [Answers.search("Stokholm", Answers.noResults), Answers.search("Sto", guesses)]
        #expect(try await locate("Stokholm", found).failure?.reason == unknownCity("Stokholm", ["Stockholm", "Stoke"]))
        let failing = [Answers.search("Stokholm", .json(#"{"results":null}"#)), Answers.search("Sto", .status(500))]
        #expect(try await locate("Stokholm", failing).failure?.reason == unknownCity("Stokholm"))
        let empty = [Answers.search("Oxq", .json(#"{"results":[]}"#))]
        #expect(try await locate("Oxq", empty).failure?.reason == unknownCity("Oxq"))
    }

    @Test("An invalid place is skipped, and an answer of invalid places only is invalid data")
    func rows() async throws {
        let sound = Answers.place("Delhi", latitude: "28.6", longitude: "77.2", country: nil, code: nil)
        let answer = Answers.results(
            #"{"name":"Delhi"}"#, #"{"latitude":1,"longitude":2}"#,
            Answers.place("Delhi", latitude: "99", longitude: "1"), "7", sound)
        let reading = try await locate("Delhi", [Answers.search("Delhi", answer)]).get()
        #expect(reading.latitude?.description == "28.6" && reading.country == nil)
        let bad = [Answers.search("Delhi", Answers.results(#"{"name":"Delhi"}"#))]
        #expect(
            try await locate("Delhi", bad).failure?.reason == .invalidData("row 1: latitude is missing"))
    }
}
