public import DecimalArithmetic

/// A place as typed by the user: `Göteborg`, `28.6,77.2`, `@6332`.
///
/// Two places are equal if they have the same meaning, however they were typed.
public struct Place: Sendable, Hashable, CustomStringConvertible {
    /// The form in which the place is named.
    package enum Name: Sendable, Hashable {
        /// A city name, in any letter case and script.
        case city(String)
        /// A point, in degrees north and east.
        case coordinates(Coordinates)
        /// A station by its ID at the provider, without the `@`.
        case station(String)
    }

    /// The reason why a text is not a place.
    public enum SyntaxError: Error, Sendable, Equatable {
        /// The text is empty, or nothing follows the `@`.
        case empty
        /// The text is longer than 100 characters.
        case tooLong
        /// A character that is not allowed in a name, such as a control character.
        case character(Character)
        /// Coordinates out of range.
        case coordinates
        /// Text of digits and signs that is not two numbers with a comma between them: `28.6`, `28.6N,77.2E`. `meant`
        /// is the point it most likely is; nil if that is unclear.
        case point(meant: Coordinates?)
    }

    /// The meaning of the text.
    package let name: Name
    /// The two-letter code (ISO 3166-1) of the country to search in; nil for all countries.
    package let countryCode: String?
    /// The text as typed.
    public let description: String

    /// Parses a place.
    ///
    /// - Parameter text: A city name, coordinates in degrees such as `28.6,77.2`, or `@` and the ID of a station; at
    ///   most 100 characters.
    /// - Throws: `SyntaxError` if the text is not valid.
    public init(_ text: String) throws(SyntaxError) {
        guard text.count <= 100 else { throw .tooLong }
        if let bad = text.first(where: { !Self.mayHold($0) }) { throw .character(bad) }
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { throw .empty }
        if trimmed.hasPrefix("@") {
            guard trimmed.count > 1 else { throw .empty }
            name = .station(String(trimmed.dropFirst()))
        } else if let numbers = Self.numbers(trimmed) {
            guard let point = Coordinates(latitude: numbers.0, longitude: numbers.1) else { throw .coordinates }
            name = .coordinates(point)
        } else if Self.isLikePoint(trimmed) {
            throw .point(meant: Self.pointMeant(by: trimmed))
        } else {
            name = .city(String(trimmed))
        }
        countryCode = nil
        description = text
    }

    /// Creates a city of one country, which never matches a city of another country.
    init(city: String, countryCode: String) {
        name = .city(city)
        self.countryCode = countryCode
        description = city
    }

    /// Compares the meanings, not the texts.
    public static func == (left: Place, right: Place) -> Bool {
        left.name == right.name && left.countryCode == right.countryCode
    }

    /// Hashes the meaning.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(countryCode)
    }

    /// Parses two numbers with a comma between them; nil for any other text, which is a name.
    private static func numbers(_ text: Substring) -> (Number, Number)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
        guard parts.count == 2, let first = Number(parts[0]), let second = Number(parts[1]) else { return nil }
        return (first, second)
    }

    /// Whether a text can only be meant as a point. A number alone is not: it may be a postal code.
    private static func isLikePoint(_ text: Substring) -> Bool {
        text.contains(where: \.isNumber) && text.contains { ".,°".contains($0) }
            && text.allSatisfy { $0.isNumber || " .,+-°NSEWnsew".contains($0) }
    }

    /// Returns the point of two numbers with the letters of the four winds: `28.6N 77.2E`; nil for any other text.
    private static func pointMeant(by text: Substring) -> Coordinates? {
        let numbers = text.split { $0 == "," || $0 == " " }.map { part in
            let digits = part.filter { $0.isNumber || $0 == "." || $0 == "-" }
            return Number(part.contains { "SWsw".contains($0) } ? "-" + digits : digits)
        }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    private static func mayHold(_ character: Character) -> Bool {
        // The names of several scripts contain joiners, which are format characters.
        character.unicodeScalars.allSatisfy { !$0.isInvisible || $0 == "\u{200C}" || $0 == "\u{200D}" }
    }
}

/// A point on the globe, in degrees, with every digit that was given.
public struct Coordinates: Sendable, Hashable, CustomStringConvertible {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Number
    /// Degrees east of Greenwich, −180 to 180.
    public let longitude: Number

    /// Creates a point.
    ///
    /// Nil if a coordinate is out of range.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north of the equator, −90 to 90.
    ///   - longitude: Degrees east of Greenwich, −180 to 180.
    public init?(latitude: Number, longitude: Number) {
        guard latitude.value.magnitude <= 90, longitude.value.magnitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// `28.6,77.2`
    public var description: String { "\(latitude),\(longitude)" }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    var trimmed: SubSequence {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
        return start[...last]
    }
}
