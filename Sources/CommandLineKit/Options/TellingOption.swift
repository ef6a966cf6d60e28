/// An option whose value also tells the value of another one, if no source has that: the format of a file by its ending.
package struct TellingOption: Sendable {
    /// The long name of the other option.
    let option: String
    /// The long name of an option that also decides what the other one does.
    let rival: String
    /// Returns the value of the other option, as text, for the value of this one; nil if it tells nothing.
    let value: @Sendable (String) -> String?
}

extension Option {
    /// Returns the option for a file whose ending tells the value of another option, unless that or `rival` has one.
    package func tellingByEnding(
        _ option: String, unless rival: String, _ value: @escaping @Sendable (String) -> String?
    ) -> Option {
        telling(TellingOption(option: option, rival: rival, value: value))
    }
}

extension CommandParser {
    /// Returns the values of all sources, and then those that they tell.
    func completed(_ chosen: [Assignment]) -> [Assignment] {
        var all = chosen
        for assignment in chosen {
            guard let telling = command.options[assignment.option].telling, case .text(let path) = assignment.value,
                let target = table[telling.option]?.option, let rival = table[telling.rival]?.option,
                !all.contains(where: { $0.option == target || $0.option == rival }),
                let value = telling.value(path)
            else { continue }
            all.append(
                Assignment(
                    option: target, value: .text(value), origin: .ending(ofFile: path, telling: telling.option),
                    spelling: path))
        }
        return all
    }
}
