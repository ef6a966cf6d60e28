/// An option whose value can follow from another one, as the format of a file follows from its ending. A value of its
/// own wins, if its source is as high as that of the other option.
package struct ImpliedOption: Sendable {
    /// Its long name.
    let option: String
    /// The long name of an option that also decides what this one does.
    let rival: String
    /// Returns the value, as text, that follows from the value of the other option; nil for none.
    let value: @Sendable (String) -> String?
}

extension Option {
    /// Returns the option for a file whose ending sets another option. It does not if that option or `rival` has a
    /// value of the same source or a higher one.
    package consuming func implyingByEnding(
        _ option: String, unless rival: String, _ value: @escaping @Sendable (String) -> String?
    ) -> Option {
        implying(ImpliedOption(option: option, rival: rival, value: value))
    }
}

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
