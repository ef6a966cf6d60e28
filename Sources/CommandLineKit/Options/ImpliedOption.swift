/// An option whose value can follow from another option, as `--format` follows from the ending of `--output`.
/// `option` is its long name. `rival` is the long name of an option that decides the same. `value` returns the value
/// that follows, as text; nil for none. A value that is given for the option itself wins if its source is as high.
typealias ImpliedOption = (option: String, rival: String, value: @Sendable (String) -> String?)

extension CommandParser {
    /// Returns the values of all sources, and then those that they imply, which replace values of lower sources.
    func completed(_ chosen: [Assignment]) -> [Assignment] {
        var all = chosen
        for assignment in chosen {
            let source = assignment.origin.source
            guard let implied = command.options[assignment.option].implied, case .text(let path) = assignment.value,
                let target = table[implied.option]?.option, let rival = table[implied.rival]?.option,
                !all.contains(where: { ($0.option == target || $0.option == rival) && $0.origin.source <= source }),
                let value = implied.value(path)
            else { continue }
            all.removeAll { $0.option == target || $0.option == rival }
            all.append(
                Assignment(
                    option: target, value: .text(value),
                    origin: .ending(ofFile: path, implying: implied.option, of: assignment.origin), spelling: path))
        }
        return all
    }
}
