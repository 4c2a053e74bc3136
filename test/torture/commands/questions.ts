/**
 * Every command that answers questions, with parameters that nobody would think of: each gives an answer or a refusal, in
 * little memory, and stops when it is asked to or when nobody reads on.
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../src/common/errors.js';
import { shellWord } from '../../../src/common/shown.js';
import { expectEnded } from '../afterwards.js';
import type { Attack, Trial } from '../attack.js';
import { smallStore } from '../prober.js';
import { runDisturbed, type Disturbance, type Ended } from './running.js';
import { drawCommand, QUESTIONS } from './words.js';

/** MiB that a command may take. */
const MOST_MEMORY = 600;
/** Done, a mistake in the command, positions that are not stored, a refusal of the system, a missing package, interrupted. */
const CODES = [0, 2, 3, 6, 7, 130];
/** An answer or a refusal is expected within this time on a quiet machine; later ones are counted. */
const USUAL_SECONDS = 2;

export const questions: Attack = {
  name: 'questions with random parameters',
  promises: ['G21', 'G22'],
  unit: 'commands',
  // Each once.
  short: QUESTIONS.length,
  whole: 2000,
  run: async (trial) => {
    const original = await smallStore();
    const first = trial.below(QUESTIONS.length);
    for (const number of trial.inTime(Array(trial.size).keys())) {
      // All of them in turn, from another one on in each run.
      const entry = QUESTIONS[(first + number) % QUESTIONS.length];
      await trial.attempt(`command ${number}`, async (folder) => {
        const store = join(folder, 'store');
        const place = join(folder, 'files');
        cpSync(original, store, { recursive: true });
        mkdirSync(place);
        const drawn = await drawCommand(trial, entry, store, place);
        const disturbance = drawDisturbance(trial);
        const ended = await runDisturbed(drawn, disturbance, place);
        try {
          expectFit(entry.name, ended);
        } catch (error) {
          const text = drawn.words.map(shellWord).join(' ').slice(0, 500);
          throw new Error(`takeaway ${text} (${JSON.stringify(disturbance)}): ${messageOf(error)}`);
        }
        count(trial, ended);
      });
    }
  },
};

function drawDisturbance(trial: Trial): Disturbance {
  const kind = trial.below(4);
  if (kind === 0) return { readAtMost: 1 + trial.below(2 ** 12) };
  if (kind > 1) return {};
  const name = trial.pick(['SIGINT', 'SIGTERM'] as const);
  return { signal: { name, after: trial.below(2 ** trial.below(12)) } };
}

/** Commands that print exact integers of any size. A query of SQL may have numbers of its own. */
const OF_ANY_SIZE = new Set(['sql', 'query', 'values', 'why', 'move']);

/** Raises for what may never happen. */
function expectFit(command: string, ended: Ended): void {
  const { givenUp, memory, code, signal, isWhole, stdout } = ended;
  if (givenUp !== undefined) throw new Error(`${givenUp}: ${ended.stderr.slice(-500)}`);
  // Node hears no signal any more once a program has ended; it may then end by one that it was sent.
  const hasEnded = memory !== undefined && ended.stoppedIn !== undefined;
  expectEnded({ code: code ?? 130, signal: hasEnded ? null : signal, stderr: ended.stderr }, CODES);
  if (memory === undefined) throw new Error('it did not say what memory it took');
  if (memory > MOST_MEMORY) throw new Error(`it took ${Math.round(memory)} MiB`);
  if (code === 130 && ended.stoppedIn === undefined) throw new Error('exit code 130 without a signal');
  const numbers =
    isWhole && !OF_ANY_SIZE.has(command) ? (stdout.match(/(?<![\w.])\d{16,}(?![\w.])/g) ?? []) : [];
  const large = numbers.find((digits) => BigInt(digits) >= 2n ** 53n);
  if (large !== undefined) throw new Error(`it prints ${large}`);
}

function count(trial: Trial, { code, isWhole, stoppedIn, seconds }: Ended): void {
  trial.count(`exit code ${String(code)}`);
  if (!isWhole) trial.count('left by its reader');
  if (stoppedIn !== undefined) trial.count('sent a signal');
  if ((stoppedIn ?? 0) > 1) trial.count('stopped later than a second after it');
  if (stoppedIn === undefined && seconds > USUAL_SECONDS) trial.count('answered after more than two seconds');
}
