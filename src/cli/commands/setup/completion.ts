/**
 * `takeaway completion`: scripts that complete commands, options and values in bash and zsh. They hold every
 * name themselves, so that pressing Tab starts no process. Separate from the commands, which they list.
 */
import { oneOf } from '../../../common/one-of.js';
import { CATALOGUE } from '../../../index.js';
import { defineCommand, type Command, type CommandEntry, type Option } from '../../command.js';
import { writeData, writeJson } from '../../terminal/output.js';

const SHELLS = ['bash', 'zsh'] as const;
type Shell = (typeof SHELLS)[number];

const SHELL: Option<Shell> = {
  describe: `The shell: ${SHELLS.join(' or ')}; default by $SHELL`,
  choices: SHELLS,
  read: (raw) => {
    const found = raw === undefined ? process.env.SHELL?.split('/').pop() : String(raw);
    return oneOf(found, SHELLS, 'The shell');
  },
};

/** The command that completes the given commands. */
export function completionOf(commands: readonly CommandEntry[]): Command {
  return defineCommand({
    examples: [
      ['completion bash >> ~/.bashrc', 'for bash'],
      ['completion zsh >> ~/.zshrc', 'for zsh'],
    ],
    positionals: { shell: SHELL },
    options: {},
    run: async ({ shell, json }) => {
      const bash = await bashScript(commands);
      const script = shell === 'bash' ? bash : `${ZSH_HEAD}${bash}`;
      if (json) await writeJson({ shell, script });
      else await writeData(script);
    },
  });
}

/** zsh runs bash completions once asked to. */
const ZSH_HEAD = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';

/** The words that can follow: options of each command, values of each option, games, commands. */
async function bashScript(commands: readonly CommandEntry[]): Promise<string> {
  const names = commands.map(({ name }) => name);
  const games = CATALOGUE.map(({ name }) => name).join(' ');
  const commandCases: string[] = [];
  const valueCases = new Map<string, string>();
  for (const { name, signature, load } of commands) {
    const { options, positionals } = await load();
    const words = [...Object.keys(options), 'help'].map((option) => `--${option}`);
    for (const { choices } of Object.values(positionals)) words.push(...(choices ?? []));
    if (signature.includes('game')) words.push(games);
    commandCases.push(`    ${name}) words='${words.join(' ')}' ;;`);
    for (const [option, spec] of Object.entries(options)) {
      if (spec.choices !== undefined) valueCases.set(`${name}:--${option}`, spec.choices.join(' '));
    }
  }
  const values = [...valueCases].map(([at, choices]) => `    ${at}) words='${choices}' ;;`);
  return `# Completion of takeaway
_takeaway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  COMPREPLY=()
  case "$previous" in
    --store|--output|-o) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --to|--from) return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${commandCases.join('\n')}
    *) words='${names.join(' ')} --help --version' ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names.join(' ')} --help --version'; fi
  case "\${COMP_WORDS[1]}:$previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -F _takeaway takeaway
`;
}
