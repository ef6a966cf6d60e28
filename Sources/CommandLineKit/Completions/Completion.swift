/// What a shell offers for the word at the cursor.
package struct Completion: Equatable, Sendable {
    /// What fits there.
    package enum Kind: String, Sendable {
        /// One of the words; none for what cannot be suggested.
        case words
        /// One of the words, after which a comma and more may follow.
        case list
        /// Any file.
        case file
        /// Any directory.
        case directory
        /// Any program on the PATH.
        case command
    }

    /// What fits there.
    package var kind = Kind.words
    /// The beginning of the typed word that stays as it is, before each of the words: `--sort=`.
    package var kept = ""
    /// The words that begin with the rest of it, with their descriptions.
    package var words: [Choice] = []

    /// What the script of a shell reads: a line of the kind and what is kept, then a line of each word and its
    /// description, separated by tabs.
    package var text: String {
        let lines = words.map { "\($0.name)\t\($0.help.withoutFullStop)\n" }
        return "\(kind.rawValue)\t\(kept)\n" + lines.joined()
    }
}
