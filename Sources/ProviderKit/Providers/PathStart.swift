/// How the paths of a provider begin if they do so in one way with a key and in another one without.
package struct PathStart: Sendable, Equatable {
    /// With a key.
    package var keyed: String
    /// Without one.
    package var keyless: String

    /// Creates the two beginnings. Each parameter sets the property of the same name.
    package init(keyed: String, keyless: String) {
        self.keyed = keyed
        self.keyless = keyless
    }
}
