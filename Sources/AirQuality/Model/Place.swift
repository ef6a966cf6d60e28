public import DecimalArithmetic

/// Where air quality is asked for, as typed: `Göteborg`, `28.6,77.2`, `@6332`.
///
/// Two are equal when they mean the same, however they were typed.
public struct Place: Sendable, Hashable, CustomStringConvertible {
    /// How the place is named.
    public enum Name: Sendable, Hashable {
        /// A city by its name, in any letter case and script.
        case city(String)
        /// A point in degrees, north and east of 0.
        case coordinates(Coordinates)
        /// A station by the id its provider gives it, without the `@`.
        case station(String)
    }

    /// Why a text is no place.
    public enum SyntaxError: Error, Sendable, Equatable {
        /// Nothing, or nothing behind the `@`.
        case empty
        /// Over 100 characters.
        case tooLong
        /// A character that no name holds, such as a control character.
        case character(Character)
        /// A point that is not on the globe.
        case coordinates
    }

    /// What is meant.
    public let name: Name
    /// The two letters of the only country that is looked in (ISO 3166-1), nil for all.
    public let countryCode: String?
    /// The text as it was typed.
    public let description: String

    /// Reads a place.
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
        } else {
            name = .city(String(trimmed))
        }
        countryCode = nil
        description = text
    }

    /// A city of one country, which no city elsewhere is mistaken for.
    init(city: String, countryCode: String) {
        name = .city(city)
        self.countryCode = countryCode
        description = city
    }

    /// Equal where they mean the same, however they were typed.
    public static func == (left: Place, right: Place) -> Bool {
        left.name == right.name && left.countryCode == right.countryCode
    }

    /// Hashes what is meant.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(countryCode)
    }

    /// Two numbers with a comma between them; nil for any other text, which is a name.
    private static func numbers(_ text: Substring) -> (Number, Number)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
        guard parts.count == 2, let first = Number(parts[0]), let second = Number(parts[1]) else { return nil }
        return (first, second)
    }

    private static func mayHold(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            // Joiners are format characters that names of several scripts are written with.
            case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
            case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}

/// A point on the globe, in degrees with every digit that was given.
public struct Coordinates: Sendable, Hashable, CustomStringConvertible {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Number
    /// Degrees east of Greenwich, −180 to 180.
    public let longitude: Number

    /// A point; nil for what is not on the globe.
    public init?(latitude: Number, longitude: Number) {
        guard latitude.value.magnitude <= 90, longitude.value.magnitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// `28.6,77.2`
    public var description: String { "\(latitude),\(longitude)" }
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: SubSequence {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
        return start[...last]
    }
}
