/// A table of GitHub Flavored Markdown, 4.10, with the values of `TableFormat`; nothing without rows.
///
/// Markup characters in text are escaped.
struct MarkdownFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let presenter: Presenter
    private var isFirst = true

    init(fields: [Field<Row>], digits: Int?) {
        self.fields = fields
        presenter = Presenter(digits: digits, escaping: escaping)
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        if isFirst { writeHeader(to: &bytes) }
        isFirst = false
        for field in fields {
            bytes.append("| ")
            _ = presenter.write(field.value(row), as: field.presentation, to: &bytes)
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append("|\n")
    }

    private func writeHeader(to bytes: inout [UInt8]) {
        for field in fields {
            bytes.append("| ")
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append("|\n")
        for field in fields { bytes.append(field.isRightAligned ? "| ---: " : "| --- ") }
        bytes.append("|\n")
    }
}

private let escaping = Escaping(and: "\\|`*_[<&~") { scalar, bytes in
    guard scalar > 0x20, scalar < 0x7F else { return TerminalText.replace(scalar, to: &bytes) }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(scalar))
}
