extension FishCompletion {
    /// The functions that the rules use, the same for every tool. Names in capitals are replaced.
    static let script = #"""
        # The words before the cursor from the command on, without the options before it and their values.
        function __TOOL_words
            set -l words (commandline -opc)
            set -e words[1]
            set -l valued (__TOOL_valued LEADING)
            while set -q words[1]; and string match -qr -- '^-[^0-9.]' $words[1]
                contains -- $words[1] $valued; and set -e words[1]
                set -e words[1]
            end
            test (count $words) -eq 0; or printf '%s\n' $words
        end

        # The command is being typed, or an option before it.
        function __TOOL_first
            test (count (__TOOL_words)) -eq 0; and not contains -- -- (commandline -opc)
        end

        # The first word, or the one after --generate.
        function __TOOL_generating
            set -l words (commandline -opc)
            test (count $words) -eq 1; and return
            test (count $words) -eq 2; and string match -q -- --generate $words[2]
        end

        # The word after help.
        function __TOOL_helping
            set -l words (__TOOL_words)
            test (count $words) -eq 1; and string match -q -- help $words[1]
        end

        # In one of these commands, and not after --, where nothing is offered.
        function __TOOL_in
            set -l words (__TOOL_words)
            set -q words[1]; or set words LEADING
            contains -- "$words[1]" $argv; and not contains -- -- (commandline -opc)
        end

        # The word being typed begins with --no-.
        function __TOOL_negating
            string match -q -- '--no-*' (commandline -ct)
        end

        # The options of a command that take a value.
        function __TOOL_valued
            switch $argv[1]
        VALUED
            end
        end

        # In this command, with a number of operands before the cursor: command, minimum, maximum.
        function __TOOL_operand
            __TOOL_in $argv[1]; or return
            set -l valued (__TOOL_valued $argv[1])
            set -l operands 0
            set -l isValue 0
            for word in (__TOOL_words)[2..]
                if test $isValue -eq 1
                    set isValue 0
                else if contains -- $word $valued
                    set isValue 1
                else if not string match -qr -- '^-[^0-9.]' $word
                    set operands (math $operands + 1)
                end
            end
            test $operands -ge $argv[2] -a $operands -le $argv[3]
        end

        # One of these options is given.
        function __TOOL_given
            for word in (commandline -opc)
                contains -- (string replace -r -- '=.*' '' $word) $argv; and return
            end
            return 1
        end

        # The favorites: the first word of each line of their file.
        function __TOOL_favorites
            set -l config $XDG_CONFIG_HOME
            test -n "$config"; or set config $HOME/.config
            test -r $config/FAVORITES; or return
            string replace -rf -- '^\s*([^#\s]\S*).*' '$1' <$config/FAVORITES
        end

        # Adds the words that a function prints to a comma-separated list, except those that it has.
        function __TOOL_list
            set -l value (commandline -ct | string replace -r -- '^(--[a-z-]+=|-[a-zA-Z])' '')
            set -l taken (string match -r -- '^.*,' "$value")
            set -l names (string split -- , "$taken")
            for line in ($argv[1])
                contains -- (string split \t -- $line)[1] $names; or echo -- "$taken$line"
            end
        end
        """#
}
