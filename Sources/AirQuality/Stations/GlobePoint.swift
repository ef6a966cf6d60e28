#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import DecimalArithmetic

/// A point on the globe for distances, which need no exact numbers.
struct GlobePoint: Sendable, Hashable {
    /// Degrees north.
    let latitude: Double
    /// Degrees east.
    let longitude: Double

    /// The mean radius of the earth in kilometres (IUGG, R1).
    private static let radius = 6371.0088

    init(_ coordinates: Coordinates) {
        latitude = coordinates.latitude.value.doubleValue
        longitude = coordinates.longitude.value.doubleValue
    }

    /// Returns the distance along the surface in kilometres, by the haversine formula.
    func kilometres(to other: GlobePoint) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let chord = north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * Self.radius * asin(min(1, chord.squareRoot()))
    }
}
