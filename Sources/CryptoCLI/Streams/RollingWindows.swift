import CommandLineKit
import DecimalArithmetic
import Platform
import Rendering
import Synchronization

/// The windows that the conditions and the template of a stream name, such as `move(10m)`: one of each length for each
/// name of rows. All functions share them.
final class RollingWindows<Row>: Sendable {
    private static var longest: Duration { .seconds(31 * 86_400) }

    /// Returns the name of what a row is about.
    let name: @Sendable (Row) -> String
    private let value: Field<Row>?
    private let time: Field<Row>?
    private let isRevised: Bool
    /// The lengths, and by the names of rows the windows in the order of the lengths.
    private let state = Mutex<(lengths: [Duration], windows: [String: [RollingWindow]])>(([], [:]))

    /// Creates the windows of a field. If `isRevised`, a row replaces the last one of the same name and time.
    init(
        of field: String, in table: FieldTable<Row>, isRevised: Bool = false,
        name: @escaping @Sendable (Row) -> String
    ) {
        (value, time) = (table[field], table["time"])
        assert(value?.type == .number && time?.type == .time, "no number or no time")
        (self.isRevised, self.name) = (isRevised, name)
    }

    /// Whether a condition or the template named one.
    var areUsed: Bool { state.withLock { !$0.lengths.isEmpty } }

    /// The functions for a table.
    var functions: [String: @Sendable (String) -> Result<Field<Row>, SyntaxError>] {
        var functions: [String: @Sendable (String) -> Result<Field<Row>, SyntaxError>] = [:]
        for function in RollingWindow.Function.allCases {
            functions[function.rawValue] = { self.field(of: function, $0) }
        }
        return functions
    }

    private func field(of function: RollingWindow.Function, _ text: String) -> Result<Field<Row>, SyntaxError> {
        let length: Duration
        do throws(ValueError) {
            length = try ValueParser<Duration>.time(isPositive: true).parse(text)
        } catch {
            return .failure(SyntaxError(.badArgument(error.problem), at: 0))
        }
        guard length <= Self.longest else {
            return .failure(SyntaxError(.badArgument("\(text.inQuotes) is more than 31 days"), at: 0))
        }
        let index = state.withLock { state in
            if let index = state.lengths.firstIndex(of: length) { return index }
            state.lengths.append(length)
            return state.lengths.count - 1
        }
        return .success(
            Field("\(function.rawValue)(\(text))", .number, help: "") { row in
                let name = self.name(row)
                let value = self.state.withLock { $0.windows[name]?[index].value(of: function) }
                return value.map { .number(Number($0)) } ?? .null
            })
    }

    /// Takes the value of a row, if it is known.
    func take(_ row: Row) {
        guard case .number(let number) = value?.value(row), case .time(let time) = time?.value(row) else { return }
        let moment = Duration.seconds(time.seconds) + .nanoseconds(Int64(time.nanoseconds))
        let name = name(row)
        state.withLock { state in
            let lengths = state.lengths
            Self.take(
                number.value, at: moment,
                into: &state.windows[name, default: lengths.map { RollingWindow($0, isRevised: isRevised) }])
        }
    }

    private static func take(_ value: ExactDecimal, at time: Duration, into windows: inout [RollingWindow]) {
        for index in windows.indices { windows[index].take(value, at: time) }
    }

    /// Forgets the values of rows.
    func remove(where isGone: (_ name: String) -> Bool) {
        state.withLock { state in state.windows = state.windows.filter { !isGone($0.key) } }
    }
}
