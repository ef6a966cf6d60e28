import DecimalArithmetic
import Platform

/// The template of the user for each row, with nothing added.
struct TemplateFormat<Row>: RowFormat {
    let template: Template<Row>
    let digits: Int?
    /// The objects of `{json}`; all of a template have the same fields.
    private var objects: JSONFormat<Row>?

    init(template: Template<Row>, digits: Int?) {
        (self.template, self.digits) = (template, digits)
        for case .row(let fields) in template.pieces {
            let rounded = digits.map { places in fields.map { $0.rounded(toPlaces: places) } } ?? fields
            objects = JSONFormat(fields: rounded, isArray: false)
        }
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        for piece in template.pieces {
            switch piece {
            case .literal(let literal): bytes.append(contentsOf: literal)
            case .field(let place): write(place, row, to: &bytes)
            case .row:
                objects?.append(row, to: &bytes)
                // The end of the line.
                bytes.removeLast()
            }
        }
    }

    private func write(_ place: Template<Row>.Placeholder, _ row: Row, to bytes: inout [UInt8]) {
        let start = bytes.count
        let value = place.field.value(row)
        let digits = place.field.presentation == .exact ? nil : digits
        switch place.form {
        case .plain: break
        case .json: return (digits.map { value.rounded(toPlaces: $0) } ?? value).writeJSON(to: &bytes)
        case .epoch(let units): return value.writeEpoch(units: units, to: &bytes)
        }
        if case .number(let number) = value, let places = place.decimals ?? digits {
            number.write(places: places, grouping: false, to: &bytes)
        } else {
            let shown = digits.map { value.rounded(toPlaces: $0) } ?? value
            shown.writeExact(text: TerminalText.escaping, to: &bytes)
        }
        guard place.width > 0 else { return }
        let padding = place.width - CharacterWidth.columns(of: bytes[start...])
        guard padding > 0 else { return }
        bytes.insert(
            contentsOf: repeatElement(UInt8(ascii: " "), count: padding), at: place.isRight ? start : bytes.count)
    }
}
