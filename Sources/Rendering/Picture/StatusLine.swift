/// The last line of a live view: parts with ` · ` between them.
///
/// Where they do not fit, whole parts are left out, since a number that is cut reads as another number.
package struct StatusLine: Sendable, Equatable {
    /// A part of the line.
    package struct Part: Sendable, Equatable {
        /// The text; a part without text is not shown.
        package var text: String
        /// The part with the lowest one is left out first; of two, the latter.
        package var importance: Int

        /// Creates a part. Each parameter sets the property of the same name.
        package init(_ text: String, importance: Int = 0) {
            (self.text, self.importance) = (text, importance)
        }
    }

    /// The parts from left to right.
    package var parts: [Part]

    /// Creates a line.
    package init(_ parts: [Part]) {
        self.parts = parts
    }

    /// Returns the line with the number of items that are not shown, which is left out last.
    func hiding(_ count: Int) -> StatusLine {
        count > 0 ? StatusLine(parts + [Part("\(count) hidden", importance: .max)]) : self
    }

    /// Returns the parts that fit in `width` columns as `text` writes them. A part is cut only if it does not fit
    /// alone.
    func text(width: Int, as text: (String) -> String) -> String {
        var shown = parts.filter { !$0.text.isEmpty }
        func joined() -> String { text(shown.map(\.text).joined(separator: " · ")) }
        while shown.count > 1, CharacterWidth.columns(of: joined()) > width {
            let least = shown.indices.reversed().min { shown[$0].importance < shown[$1].importance }
            shown.remove(at: least ?? 0)
        }
        return CharacterWidth.fitted(joined(), to: width)
    }
}

extension StatusLine: ExpressibleByStringLiteral {
    /// Creates a line of one part.
    package init(stringLiteral text: String) {
        self.init([Part(text)])
    }
}
