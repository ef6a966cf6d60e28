/// An option whose value can follow from another one, as the format of a file follows from its ending: its long name,
/// that of an option that also decides what it does, and the value, as text, that follows from the value of the other
/// option; nil for none. A value of its own wins, if its source is as high as that of the other option.
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
