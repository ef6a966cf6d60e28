import DecimalArithmetic
import Platform

/// Metrics in Prometheus' text format: for each field with numbers HELP, TYPE and a sample of each row. A row's texts
/// are the labels of its samples. An unknown value has no sample.
///
/// There are no timestamps, which the textfile collector refuses: the time and the age of a row are metrics.
struct PrometheusFormat<Row>: RowFormat {
    private let labels: [Field<Row>]
    /// Each metric with its samples so far.
    private var metrics: [(field: Field<Row>, name: String, samples: [UInt8])]
    /// The labels of each row so far. Prometheus refuses a file with two samples of one metric that have the same.
    private var seen: Set<[UInt8]> = []
    private var repeated = 0

    /// Creates the format. Each field with a metric is one; other texts are labels.
    init(fields: [Field<Row>]) {
        labels = fields.filter { $0.metric == nil && $0.type == .text }
        metrics = fields.compactMap { field in field.metric.map { (field, $0, []) } }
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        let labels = labels(of: row)
        guard seen.insert(labels).inserted else {
            repeated += 1
            return
        }
        for index in metrics.indices {
            var text: [UInt8] = []
            metrics[index].field.value(row).writeSample(to: &text)
            if text.isEmpty { continue }
            metrics[index].samples.append(contentsOf: metrics[index].name.utf8)
            metrics[index].samples += labels
            metrics[index].samples.append(" ")
            metrics[index].samples += text
            metrics[index].samples.append("\n")
        }
    }

    /// Returns the labels in braces; nothing without any.
    private func labels(of row: Row) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in labels {
            var value: [UInt8] = []
            field.value(row).writeExact(text: labelEscaping, to: &value)
            // A label without a value is the same as no label.
            if value.isEmpty { continue }
            bytes.append(bytes.isEmpty ? "{" : ",")
            bytes.append(contentsOf: field.name.utf8)
            bytes.append("=\"")
            bytes += value
            bytes.append("\"")
        }
        if !bytes.isEmpty { bytes.append("}") }
        return bytes
    }

    mutating func finish(to bytes: inout [UInt8]) {
        for metric in metrics where !metric.samples.isEmpty {
            let name = metric.name
            let unit = metric.field.type == .time ? ", in seconds since 1970" : ""
            bytes.append(contentsOf: "# HELP \(name) ".utf8)
            helpEscaping.write(metric.field.help + unit, to: &bytes)
            bytes.append(contentsOf: "\n# TYPE \(name) gauge\n".utf8)
            bytes += metric.samples
        }
    }

    mutating func takeRemark() -> String? {
        guard repeated > 0 else { return nil }
        defer { repeated = 0 }
        let rows = repeated == 1 ? "1 row is" : "\(repeated) rows are"
        return "\(rows) left out, with the same labels as another; a text field in --fields adds a label"
    }
}

extension Value {
    /// Appends the value of a sample; nothing for a value that is unknown or no number.
    fileprivate func writeSample(to bytes: inout [UInt8]) {
        switch self {
        case .number, .integer: writeExact(text: .removing, to: &bytes)
        case .bool(let bool): bytes.append(bool ? "1" : "0")
        case .time(let time):
            // RFC 3339 has the fraction of a second as it was sent, behind the point.
            bytes.append(contentsOf: String(time.seconds).utf8)
            guard time.digits > 0, time.seconds >= 0 else { return }
            let fraction = String(time.nanoseconds)
            bytes.append(".")
            let padded = String(repeating: "0", count: 9 - fraction.utf8.count) + fraction
            bytes.append(contentsOf: padded.utf8.prefix(Int(time.digits)))
        case .null, .text, .numbers, .records: break
        }
    }
}

private let labelEscaping = Escaping(["\n": "\\n", "\"": "\\\"", "\\": "\\\\"])

private let helpEscaping = Escaping(["\\": "\\\\"])
