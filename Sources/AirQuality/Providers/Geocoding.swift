import DecimalArithmetic
import JSONReader

/// Geocoding (open-meteo.com/en/docs/geocoding-api). The service knows the names of GeoNames in all languages,
/// ignores letter case, matches prefixes of at least three letters, and accepts `City, Region`. Results are ordered
/// by importance, exact names before longer ones (github.com/open-meteo/geocoding-api).
///
/// Providers that only know points use it too. A place that is not found is a failure of the provider that needs it;
/// all other failures name Open-Meteo, and all providers share the kept answers.
///
/// Terms: open-meteo.com/en/docs/geocoding-api asks for the words "Location data based on GeoNames" (CC BY 4.0),
/// which are in the attribution of each provider that uses it.
struct Geocoding: Sendable {
    /// The maximum number of concurrent requests.
    private static let requestsAtOnce = 16

    /// The provider that needs the points.
    private let provider: String
    private let endpoint: Endpoint

    /// The word in the name of its variable.
    static let host = "GEOCODING"

    init(for provider: String, _ settings: ProviderSettings) {
        self.provider = provider
        let base = settings.otherBases[Self.host] ?? Provider.openMeteo.otherHosts[Self.host] ?? ""
        endpoint = Endpoint(provider: OpenMeteo.name, settings, base: base, errors: OpenMeteo.errors)
    }

    /// Returns one reading per place, in order. The names are looked up concurrently; then `ask` is called once, with
    /// each place that was found, and returns one result for each.
    func readings(
        of places: [Place], _ ask: ([LocatedPlace]) async -> [Result<AirReading, ProviderFailure>]
    ) async -> [Result<AirReading, ProviderFailure>] {
        let unique = places.unique
        let found = await unique.requestConcurrently(groupsOf: Self.requestsAtOnce) { await locate($0) }
        let located = found.compactMap { try? $0.get() }.unique
        let answers = located.isEmpty ? [] : await ask(located)
        let airs = Dictionary(uniqueKeysWithValues: zip(located, answers))
        let results = Dictionary(uniqueKeysWithValues: zip(unique, found))
        return places.map { place in
            guard let result = results[place] else { return .failure(unknown(place)) }
            return result.flatMap { airs[$0] ?? .failure(unknown(place)) }.map { $0.asked(for: place) }
        }
    }

    private func unknown(_ place: Place) -> ProviderFailure {
        ProviderFailure(provider, .unknownCity(place.description, candidates: []))
    }

    func locate(_ place: Place) async -> Result<LocatedPlace, ProviderFailure> {
        switch place.name {
        case .coordinates(let point): return .success(LocatedPlace(city: point.description, coordinates: point))
        case .station: return .failure(unknown(place))
        case .city(let name):
            let result = await Result(asking: { () throws(ProviderFailure) in
                let found = try await search(name, countryCode: place.countryCode, count: 10)
                if let located = Self.pick(name, from: found, isSure: place.countryCode != nil) { return located }
                let candidates = found.isEmpty ? await guesses(for: name) : found
                throw ProviderFailure(provider, .unknownCity(name, candidates: candidates.map(\.name).unique))
            })
            return result.flatMapError { failure in
                if case .unknownCity = failure.reason { return .failure(failure) }
                guard let city = ZoneCity.find(name, countryCode: place.countryCode) else { return .failure(failure) }
                return .success(
                    LocatedPlace(
                        city: city.name, country: city.countryCode, coordinates: city.coordinates, failures: [failure]))
            }
        }
    }

    /// Returns places with a similar beginning as suggestions, because the service does not correct typing errors.
    /// Empty if the request fails.
    private func guesses(for name: String) async -> [GeocodedPlace] {
        guard name.count > 3 else { return [] }
        return (try? await search(String(name.prefix(3)), countryCode: nil, count: 100)) ?? []
    }

    private func search(
        _ name: String, countryCode: String?, count: Int
    ) async throws(ProviderFailure) -> [GeocodedPlace] {
        let query = [("name", name), ("count", "\(count)"), ("language", "en"), ("format", "json")]
        let country = countryCode.map { [("countryCode", $0)] } ?? []
        return try await endpoint.get(.places, "/v1/search", query + country, decode: GeocodedPlace.readAnswer)
    }

    /// Returns the largest place with the name, cities before mountains and islands; nil if all results only begin
    /// with the name.
    ///
    /// Results are in English, so a name in another language does not appear in them. If no result has the name, the
    /// first result is used. If cities have the name, the first result is still used if it is a larger city (Mumbai
    /// for Bombay). A place with the name that is not a city comes before a place with another name.
    static func pick(_ name: String, from found: [GeocodedPlace], isSure: Bool) -> LocatedPlace? {
        guard let first = found.first else { return nil }
        let wanted = String(name.split(separator: ",").first.map { $0.trimmed } ?? name[...]).folded
        let firstName = first.name.folded
        var bearers = found.filter { $0.name.folded == wanted }.preferringCities
        if bearers.isEmpty {
            guard !firstName.isLongerWord(than: wanted) else { return nil }
            bearers = found.filter { $0.name == first.name }.preferringCities
        }
        let translated = first.isCity == true && !firstName.hasPrefix(wanted) && !bearers.contains(first) ? [first] : []
        let candidates = bearers.contains(where: \.mayBeCity) ? bearers + translated : bearers
        let largest = candidates.reduce(bearers[0]) { $1.population > $0.population ? $1 : $0 }
        let others = isSure ? [] : (bearers + translated).filter { $0 != largest }
        return LocatedPlace(
            city: largest.name, region: largest.region, country: largest.country, coordinates: largest.coordinates,
            namesakes: others.map(\.fullName))
    }
}

/// A place with its point.
struct LocatedPlace: Sendable, Hashable {
    var city: String
    var region: String?
    var country: String?
    var coordinates: Coordinates
    var namesakes: [String] = []
    /// Why it is from the list of time zones; empty if it is not.
    var failures: [ProviderFailure] = []

    /// Sets what a reading says of the place.
    func describe(_ reading: inout AirReading) {
        (reading.region, reading.country, reading.coordinates) = (region, country, coordinates)
        (reading.namesakes, reading.placeFailures) = (namesakes, failures)
    }
}

extension [GeocodedPlace] {
    /// The places that are, or may be, cities; all places if there are none.
    fileprivate var preferringCities: [GeocodedPlace] {
        let cities = filter(\.mayBeCity)
        return cities.isEmpty ? self : cities
    }
}

extension String {
    /// Whether the text begins with `start` and continues within the word: `athens` for `athen`, but not
    /// `frankfurt am main` for `frankfurt`.
    fileprivate func isLongerWord(than start: String) -> Bool {
        hasPrefix(start) && (dropFirst(start.count).first?.isLetter ?? false)
    }
}

extension Array where Element: Hashable {
    /// The elements without duplicates, in order.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// A place found by geocoding.
struct GeocodedPlace: Equatable, Cacheable {
    let name: String
    /// The region; nil if it has none.
    let region: String?
    let country: String?
    let coordinates: Coordinates
    let population: Int64
    /// Whether it is a populated place, and not a mountain, airport or country (`PPL…` in
    /// geonames.org/export/codes.html); nil if unknown.
    let isCity: Bool?

    /// A place has no age.
    mutating func markStale() {}

    var mayBeCity: Bool { isCity ?? true }

    /// `Delhi, New York, United States (42.27815,-74.91600)`
    var fullName: String {
        [name, region, country].compactMap(\.self).unique.joined(separator: ", ") + " (\(coordinates))"
    }

    /// Reads all results. A response without `results` has none.
    static func readAnswer(_ reader: inout JSONReader) throws -> [GeocodedPlace] {
        var rows = RowCollector<GeocodedPlace>()
        try reader.readObject(JSONKeys("results")) { _, reader in
            if try reader.takeNull() { return }
            try reader.readArray { try rows.read(&$0, name: { _ in RowName() }, GeocodedPlace.init) }
        }
        try rows.check()
        return rows.rows
    }

    private init(_ reader: inout JSONReader) throws {
        var texts: [String: String] = [:]
        var (latitude, longitude, population): (Number?, Number?, Int64?)
        try reader.readObject(Self.keys) { key, reader in
            switch key {
            case "latitude": latitude = try reader.optionalNumber(key)
            case "longitude": longitude = try reader.optionalNumber(key)
            case "population": population = try reader.integerIfSound()
            case "name": texts[key] = try reader.optionalText(key)
            default: texts[key] = try reader.textIfSound()
            }
        }
        name = try texts["name"].required("name")
        guard
            let point = Coordinates(
                latitude: try latitude.required("latitude"), longitude: try longitude.required("longitude"))
        else { throw RowProblem(description: "latitude and longitude are not a point") }
        coordinates = point
        region = texts["admin1"]
        country = texts["country"] ?? texts["country_code"]
        isCity = texts["feature_code"]?.hasPrefix("PPL")
        self.population = population ?? 0
    }

    private static let keys = JSONKeys(
        named: "name", "latitude", "longitude", "population", "country", "admin1", "country_code", "feature_code")
}
