/** `takeaway completion`: scripts for bash, zsh and fish, which ask `takeaway __complete` for the words that can follow. */
import { oneOf } from '../../../common/one-of.js';
import { defineCommand } from '../../command.js';
import type { Param } from '../../../words/params.js';
import { print } from '../../terminal/output.js';

/** Each asks with its name, the signs at which it splits words, and the words up to the cursor. */
const SCRIPTS = {
  bash: `# Completion of takeaway
_takeaway() {
  local IFS=$'\\n' breaks="\${COMP_WORDBREAKS//[^:=]}"
  COMPREPLY=($(takeaway __complete bash "$breaks" "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
  # Paths, which readline quotes.
  if [ "\${COMPREPLY[0]}" = / ]; then
    COMPREPLY=("\${COMPREPLY[@]:1}")
    compopt -o filenames 2> /dev/null
  fi
}
complete -o bashdefault -F _takeaway takeaway
`,
  zsh: `# Completion of takeaway
(( $+functions[compdef] )) || { autoload -U compinit && compinit }
_takeaway() {
  local -a found folders
  found=("\${(@f)$(takeaway __complete zsh '' "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}")
  folders=("\${(@M)found:#*/}")
  compadd -S '' -- $folders
  compadd -- \${found:|folders}
}
compdef _takeaway takeaway
`,
  fish: `# Completion of takeaway
complete -c takeaway -f -a '(takeaway __complete fish "" (commandline -opc)[2..] (commandline -ct | string collect --allow-empty) 2> /dev/null)'
`,
} as const;

type Shell = keyof typeof SCRIPTS;
const SHELLS = Object.keys(SCRIPTS) as Shell[];

const SHELL: Param<Shell> = {
  describe: `The shell: ${SHELLS.join(', ')}; default by $SHELL`,
  choices: SHELLS,
  read: ([given = process.env.SHELL?.split('/').pop()]) => oneOf(given, SHELLS, 'The shell'),
};

export const command = defineCommand({
  examples: [
    ['completion bash >> ~/.bashrc', 'for bash'],
    ['completion zsh >> ~/.zshrc', 'for zsh'],
    ['completion fish > ~/.config/fish/completions/takeaway.fish', 'for fish'],
  ],
  positionals: { shell: SHELL },
  options: {},
  run: ({ shell, json }) => {
    const script = SCRIPTS[shell];
    return print({ json }, { shell, script }, () => script);
  },
});
