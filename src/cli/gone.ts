/** Commands and options of version 0.1 that are gone, each with its replacement, which the error message names. */

/** Commands, by name. */
const COMMANDS: Readonly<Record<string, string>> = {
  range: 'values GAME --from A --to B --format lines',
  workers: 'cluster',
  runs: 'cluster',
  cite: 'info',
};

/** Options of a command, and under `*` of every command. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '*': {
    color: 'NO_COLOR=1 or FORCE_COLOR=1 before takeaway',
    hotspots: '"GAME hotspots SET" as the game',
    seed: '"GAME seed [LIST]" as the game',
  },
  compare: { group: 'compare group GAMES...', dual: 'compare dual GAMES...' },
  analyze: { 'up-to': 'analyze GAME residues --max M' },
  expand: { to: 'expand GAME --max N' },
  export: {
    header: 'export GAME --verbose',
    sparse: 'export GAME --sequence cold',
    'no-positions': 'export GAME --positions none',
    partition: 'export GAME --part-length 2^24 -o DIR',
  },
  explore: { static: 'site DIR' },
  extend: {
    'double-check': 'extend GAME --full',
    explain: 'extend GAME --verbose',
    redis: 'extend on a machine with many cores; survey and sweep use workers',
  },
  info: { hash: 'info --full' },
  name: { rename: 'name rename NAME NEW', remove: 'name remove NAME' },
  play: { plain: 'play GAME < FILE', two: 'play GAME --level person' },
  plot: { 'up-to': 'plot GAME residues --max M' },
  query: { remoteness: 'query GAME N --series remoteness' },
  report: { worksheet: 'worksheet GAME' },
  survey: {
    merge: 'survey merge FILES... -o FILE',
    steps: 'survey --limit N',
  },
  sweep: { stored: 'sweep GAMES... --to N --method stored' },
  values: { dots: 'values GAME --format latex' },
  verify: { certificate: 'certify GAME', mex: 'certify GAME --full' },
};

/** Returns what to write instead of a command, if it is gone. */
export function insteadOfCommand(name: string): string | undefined {
  return Object.hasOwn(COMMANDS, name) ? `takeaway ${COMMANDS[name]}` : undefined;
}

/** Returns what to write instead of an option of a command, if it is gone. */
export function insteadOfOption(command: string, option: string): string | undefined {
  const own = Object.hasOwn(OPTIONS, command) ? OPTIONS[command] : {};
  if (Object.hasOwn(own, option)) return `takeaway ${own[option]}`;
  return Object.hasOwn(OPTIONS['*'], option) ? OPTIONS['*'][option] : undefined;
}
