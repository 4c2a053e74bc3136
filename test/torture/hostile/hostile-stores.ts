/**
 * Stores from somebody who means harm, given to every command: each answers or refuses, nothing hangs, no command takes
 * more memory than such a store is worth, and in a folder beside the store not a byte, a name or a time changes.
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeGaps, openStore } from '../../../src/index.js';
import { makeCanary, pictureOf } from './parts.js';
import { temporaryFolder } from '../../support/temporary.js';
import { expectEnded } from '../afterwards.js';
import type { Attack, Trial } from '../attack.js';
import { smallStore } from '../prober.js';
import { ACTS, type Act } from './acts.js';
import { COMMANDS, runCommand, type Command, type Ended } from './commands.js';

/** Exit codes that the docs have, but for that of bugs. */
const DOCUMENTED = [0, 2, 3, 4, 5, 6, 7, 130];
/** More than any command needs for a store of some kilobytes. */
const MOST_BYTES = 600 * 2 ** 20;
/** Commands that each store is given. */
const COMMANDS_EACH = 3;

/** What a command answers of the intact store; undefined where its answer may be another one each time. */
type Truth = (command: Command) => Promise<string | undefined>;

/** What an answer says. Where it comes from may differ: a rebuilt catalog has no files that are links, so values are computed. */
const saidIn = (stdout: string): string => stdout.replaceAll(/"source":"(stored|computed)"/g, '"source":""');

const nameOf = ({ words }: Command): string => words.join(' ');

/** Asks the intact store when an answer is first needed, and once. */
function truthOf(intact: string, own: string): Truth {
  const known = new Map<string, Promise<string>>();
  const find = async (command: Command): Promise<string> => {
    const result = await runCommand(command, { store: intact, own, intact });
    if (result.code !== 0) throw new Error(`${nameOf(command)}: ${result.stderr}`);
    return result.stdout;
  };
  return async (command) => {
    if (command.isAnswer !== true) return undefined;
    const name = nameOf(command);
    const found = known.get(name) ?? find(command);
    known.set(name, found);
    return found;
  };
}

/** Does an act; earlier ones may have made it impossible. */
function did(act: Act, trial: Trial, store: string, outside: string): string {
  try {
    return act.on(trial, store, outside);
  } catch (error) {
    return `${act.name}: impossible, as ${String(error)}`;
  }
}

/** Raises for what may never happen. */
async function expectHonest(command: Command, result: Ended, truth: Truth): Promise<void> {
  const name = nameOf(command);
  if (result.isHung) throw new Error(`${name}: it hung`);
  try {
    expectEnded(result, DOCUMENTED);
  } catch (error) {
    throw new Error(`${name}: ${String(error)}`, { cause: error });
  }
  if (result.mostBytes > MOST_BYTES) throw new Error(`${name}: it took ${result.mostBytes} bytes`);
  if (result.code !== 0) return;
  const known = await truth(command);
  if (known !== undefined && saidIn(result.stdout) !== saidIn(known)) {
    throw new Error(`${name}: wrong: ${result.stdout.slice(0, 500)}`);
  }
}

export const hostileStores: Attack = {
  name: 'hostile stores',
  promises: ['G22'],
  unit: 'stores, each given to three commands',
  short: 4,
  whole: 200,
  run: async (trial: Trial) => {
    const intact = await smallStore();
    const reader = await openStore(intact, { readOnly: true });
    await analyzeGaps(reader, 'squares', { to: 128 });
    reader.close();
    // A copy that no command is given to change.
    const untouched = join(temporaryFolder(), 'store');
    cpSync(intact, untouched, { recursive: true });
    const truth = truthOf(untouched, temporaryFolder());
    for (const run of trial.inTime(Array(trial.size).keys())) {
      const acts = Array.from({ length: 1 + trial.below(3) }, () => trial.pick(ACTS));
      const commands = trial.sample(COMMANDS, COMMANDS_EACH);
      const done: string[] = [];
      await trial.attempt(`store ${run}`, async (top) => {
        const store = join(top, 'store');
        const own = join(top, 'own');
        const outside = makeCanary(join(top, 'outside'));
        mkdirSync(own);
        cpSync(intact, store, { recursive: true });
        for (const act of acts) {
          done.push(did(act, trial, store, outside));
          trial.count(act.name);
        }
        const before = pictureOf(outside);
        for (const command of commands) {
          done.push(nameOf(command));
          try {
            const result = await runCommand(command, { store, own, intact });
            trial.count('commands');
            trial.count(`exit code ${String(result.code)}`);
            await expectHonest(command, result, truth);
            if (pictureOf(outside) !== before) throw new Error('something outside the store was changed');
            if (nameOf(command) === 'verify --repair' && result.code === 0) {
              const again = await runCommand({ words: ['verify'] }, { store, own, intact });
              if (again.code !== 0) throw new Error(`repaired, and then: ${again.stdout}${again.stderr}`);
            }
          } catch (error) {
            throw new Error(`${done.join('; ')}: ${String(error)}`, { cause: error });
          }
        }
      });
    }
  },
};
