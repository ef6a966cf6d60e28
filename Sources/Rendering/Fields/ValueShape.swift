/// What is true of all values of a field besides their type, for `--schema`.
package struct ValueShape: Sendable {
    /// Whether it is known in every row, so that its value is never null.
    package var isKnown = false
    /// All texts that it may be; empty if it may be any.
    package var choices: [String] = []
    /// The keys and types of the members of nested rows, which are all known; empty for a field without nested rows.
    package var members: [(name: String, type: FieldType)] = []
}

extension Field {
    /// Returns the field as one that is known in every row, or not.
    package func known(_ isKnown: Bool = true) -> Field { changed { $0.shape.isKnown = isKnown } }

    /// Returns the field as one whose known values are some of these texts.
    package func oneOf(_ names: [String]) -> Field { changed { $0.shape.choices = names } }

    /// Returns the field as one that holds nested rows with these members.
    package func nesting(_ members: KeyValuePairs<String, FieldType>) -> Field {
        changed { $0.shape.members = members.map { ($0.key, $0.value) } }
    }
}
