/**
 * `takeaway completion`: scripts that complete commands, options, values and games in bash, zsh, fish and PowerShell.
 * They hold every name themselves, also those given in the store, so that pressing Tab starts no process.
 */
import { oneOf } from '../../../common/one-of.js';
import { knownSets, ownNames } from '../../../rim.js';
import { defineCommand, type CommandBody, type CommandEntry, type Option } from '../../command.js';
import { storeFolder } from '../../own-games.js';
import { print } from '../../terminal/output.js';
import { COMPLETION_WRITERS, type CompletedCommand } from './completion-scripts.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof SHELLS)[number];

const SHELL: Option<Shell> = {
  describe: `The shell: ${SHELLS.join(', ')}; default by $SHELL`,
  choices: SHELLS,
  read: (raw) => {
    const found = raw === undefined ? process.env.SHELL?.split('/').pop() : String(raw);
    return oneOf(found === 'pwsh' ? 'powershell' : found, SHELLS, 'The shell');
  },
};

/** The command that completes the given commands. */
export function completionOf(commands: readonly CommandEntry[]): CommandBody {
  return defineCommand({
    examples: [
      ['completion bash >> ~/.bashrc', 'for bash'],
      ['completion zsh >> ~/.zshrc', 'for zsh'],
      ['completion fish > ~/.config/fish/completions/takeaway.fish', 'for fish'],
      ['completion powershell | Add-Content $PROFILE', 'for PowerShell'],
    ],
    positionals: { shell: SHELL },
    options: {},
    run: async ({ shell, store, json }) => {
      const games = [...(await ownNames(storeFolder(store))).keys(), ...GAMES];
      const all = await Promise.all(commands.map((command) => completed(command, games)));
      const script = COMPLETION_WRITERS[shell](all);
      await print({ json }, { shell, script }, () => script);
    },
  });
}

/** What can follow a command. */
async function completed({ load }: CommandEntry, games: readonly string[]): Promise<CompletedCommand> {
  const { name, summary, places, options, positionals } = await load();
  return {
    name,
    summary,
    places: [
      ...places.map(({ place }) => (/^games?$/.test(place) ? games : (positionals[place].choices ?? []))),
      ...(places.at(-1)?.isList === true ? [] : [[]]),
    ],
    options: [
      ...Object.entries(options).map(([option, { describe, placeholder, choices = [] }]) => ({
        name: option,
        describe,
        values: choices,
        takes:
          placeholder === undefined
            ? ('nothing' as const)
            : /^(FILE|DIR)$/.test(placeholder)
              ? ('a path' as const)
              : ('a value' as const),
      })),
      { name: 'help', describe: 'Show examples and options', values: [], takes: 'nothing' as const },
    ],
  };
}

/** Every name that all stores have, and the members of families that are known by number or as examples. */
const GAMES: readonly string[] = knownSets().map(({ name }) => name);
