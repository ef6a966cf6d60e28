/// How the paths of a provider begin if they do so in one way with a key and in another one without.
public struct PathStart: Sendable, Equatable {
    /// With a key.
    public var keyed: String
    /// Without one.
    public var keyless: String

    /// Creates the two beginnings. Each parameter sets the property of the same name.
    public init(keyed: String, keyless: String) {
        self.keyed = keyed
        self.keyless = keyless
    }
}
