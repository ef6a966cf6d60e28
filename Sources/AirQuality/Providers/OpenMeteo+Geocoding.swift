import DecimalArithmetic
import JSONReader

/// Geocoding: open-meteo.com/en/docs/geocoding-api. It knows the names of GeoNames in all languages, whatever the letter
/// case, finds longer names that begin with what was asked from three letters on, and knows `City, Region`. Results come
/// best first: by importance, exact names before longer ones (github.com/open-meteo/geocoding-api).
extension OpenMeteo {
    func locate(_ place: Place) async -> Result<Located, ProviderFailure> {
        switch place.name {
        case .coordinates(let point): return .success(Located(city: point.description, coordinates: point))
        case .station: return .failure(ProviderFailure(Self.name, .unknownCity(place.description, candidates: [])))
        case .city(let name):
            do throws(ProviderFailure) {
                let found = try await search(name, countryCode: place.countryCode, count: 10)
                if let located = Self.pick(name, from: found, isSure: place.countryCode != nil) {
                    return .success(located)
                }
                let candidates = found.isEmpty ? await guesses(for: name) : found
                return .failure(
                    ProviderFailure(Self.name, .unknownCity(name, candidates: candidates.map(\.name).unique)))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Names that begin alike, to guess from: the service forgives no slip of the finger. None where asking fails.
    private func guesses(for name: String) async -> [GeocodedPlace] {
        guard name.count > 3 else { return [] }
        return (try? await search(String(name.prefix(3)), countryCode: nil, count: 100)) ?? []
    }

    private func search(
        _ name: String, countryCode: String?, count: Int
    ) async throws(ProviderFailure) -> [GeocodedPlace] {
        let query = [("name", name), ("count", "\(count)"), ("language", "en"), ("format", "json")]
        let country = countryCode.map { [("countryCode", $0)] } ?? []
        return try await geocoding.get("/v1/search", query + country, decode: GeocodedPlace.readAnswer)
    }

    /// The largest of the places that bear the name, cities before mountains and islands; nil where all are merely longer.
    ///
    /// Results are in English, so that a name in another language does not show in them. Where no result shows the name, the
    /// first is meant; where cities show it, the first too if it is a larger city (Mumbai for Bombay). What shows the name
    /// and is no city still comes before a place of another name.
    static func pick(_ name: String, from found: [GeocodedPlace], isSure: Bool) -> Located? {
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
        return Located(
            city: largest.name, region: largest.region, country: largest.country, coordinates: largest.coordinates,
            namesakes: others.map(\.fullName))
    }
}

extension [GeocodedPlace] {
    /// Those that are, or may be, cities; all where none is.
    fileprivate var preferringCities: [GeocodedPlace] {
        let cities = filter(\.mayBeCity)
        return cities.isEmpty ? self : cities
    }
}

extension String {
    /// Whether it begins with `start` and goes on within the word: `athens` than `athen`, not `frankfurt am main` than
    /// `frankfurt`.
    fileprivate func isLongerWord(than start: String) -> Bool {
        hasPrefix(start) && (dropFirst(start.count).first?.isLetter ?? false)
    }
}

extension Array where Element: Hashable {
    /// Each once, in their order.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// A place that geocoding found.
struct GeocodedPlace: Equatable {
    let name: String
    /// Its region, where it has one.
    let region: String?
    let country: String?
    let coordinates: Coordinates
    let population: Int64
    /// Whether it is a populated place, and no mountain, airport or country (geonames.org/export/codes.html: `PPL…`); nil
    /// where that is not said.
    let isCity: Bool?

    var mayBeCity: Bool { isCity ?? true }

    /// `Delhi, New York, United States (42.27815,-74.91600)`
    var fullName: String {
        [name, region, country].compactMap(\.self).unique.joined(separator: ", ") + " (\(coordinates))"
    }

    /// All that was found; no `results` is none.
    static func readAnswer(_ reader: inout JSONReader) throws -> [GeocodedPlace] {
        var rows = RowCollector<GeocodedPlace>()
        try reader.readObject(AnswerKey.keys) { _, reader in
            if try reader.takeNull() { return }
            try reader.readArray { try rows.read(&$0, name: { _ in RowName() }, GeocodedPlace.init) }
        }
        try rows.check()
        return rows.rows
    }

    private init(_ reader: inout JSONReader) throws {
        var texts: [Key: String] = [:]
        var (latitude, longitude, population): (Number?, Number?, Int64?)
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .latitude: latitude = try reader.optionalNumber("latitude")
            case .longitude: longitude = try reader.optionalNumber("longitude")
            case .population: population = try reader.integerIfSound()
            case .name: texts[key] = try reader.optionalText(key.rawValue)
            default: texts[key] = try reader.textIfSound()
            }
        }
        name = try texts[.name].required("name")
        guard
            let point = Coordinates(
                latitude: try latitude.required("latitude"), longitude: try longitude.required("longitude"))
        else { throw RowProblem(description: "latitude and longitude are no point") }
        coordinates = point
        region = texts[.admin1]
        country = texts[.country] ?? texts[.countryCode]
        isCity = texts[.featureCode]?.hasPrefix("PPL")
        self.population = population ?? 0
    }

    private enum AnswerKey: String, CaseIterable {
        case results
        static let keys = JSONKeys<Self>()
    }

    private enum Key: String, CaseIterable {
        case name, latitude, longitude, population, country, admin1
        case countryCode = "country_code", featureCode = "feature_code"
        static let keys = JSONKeys<Self>()
    }
}
