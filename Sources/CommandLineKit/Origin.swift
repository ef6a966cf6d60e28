/// Where a value comes from; the first of these that gives one is taken, in this order.
package enum Origin: Equatable, Sendable {
    case commandLine
    /// A variable of the environment, by name.
    case variable(String)
    /// A line of a file, named as a message should name it: `/home/me/.config/crypto/config, line 3`.
    case setting(String)
}

/// A line of the config file.
package struct Setting: Equatable, Sendable {
    /// The line's place, as a message should name it.
    package let origin: String
    /// The option's long name without dashes, the `no-` form included.
    package let name: String
    /// Nil for a switch.
    package let value: String?

    /// A line at that place.
    package init(origin: String, name: String, value: String?) {
        self.origin = origin
        self.name = name
        self.value = value
    }
}

/// An option that was named and what it was given, before anything is read of the value.
struct Assignment {
    enum Value: Equatable {
        case text(String)
        case isOn(Bool)
    }

    /// The option's place in the table.
    var option: Int
    var value: Value
    let origin: Origin
    /// As a message should show it: `--json`, `-f csv`, `CRYPTO_JSON`.
    let spelling: String
}
