/// What is true of all values of a field besides their type, for `--schema`.
package struct ValueShape: Sendable, Equatable {
    /// Whether it is known in every row, so that its value is never null.
    package var isKnown = false
    /// All texts that it may be; empty if it may be any.
    package var choices: [String] = []
    /// The members of nested rows, which are all known; empty for a field without nested rows.
    package var members: [Member] = []

    /// A member of a nested row.
    package struct Member: Sendable, Equatable {
        /// Its key.
        package let name: String
        /// The type of its value.
        package let type: FieldType
    }
}

extension Field {
    /// Returns the field as one that is known in every row, or not.
    package func known(_ isKnown: Bool = true) -> Field { shaped { $0.isKnown = isKnown } }

    /// Returns the field as one whose known values are some of these texts.
    package func oneOf(_ names: [String]) -> Field { shaped { $0.choices = names } }

    /// Returns the field as one that holds nested rows with these members.
    package func nesting(_ members: KeyValuePairs<String, FieldType>) -> Field {
        shaped { $0.members = members.map { ValueShape.Member(name: $0.key, type: $0.value) } }
    }

    private func shaped(_ change: (inout ValueShape) -> Void) -> Field {
        var field = self
        change(&field.shape)
        return field
    }
}
