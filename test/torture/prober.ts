/**
 * Asking a store that may be damaged: in a process that can be given up when it hangs or is aborted, and with every
 * answer compared with that of the intact store. Whatever was done to a store, each answer is right or a documented error.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';
import type { Trial } from './attack.js';

const PROBE = join(import.meta.dirname, 'processes/probe.mjs');
/** Milliseconds for all questions together, which take some ten: on a busy machine too, longer is a hang. */
const PATIENCE = 120_000;

/** A game of the small store, stored up to a position; far ones are answered where it has a period. */
interface StoredGame {
  readonly game: string;
  readonly to: number;
  readonly isPeriodic: boolean;
}

/** The games of the small store that is damaged: one with several blocks, and one with a period. */
export const GAMES: readonly StoredGame[] = [
  { game: 'squares', to: 128, isPeriodic: false },
  { game: '{1,3,4}', to: 64, isPeriodic: true },
];

/** A small store with every kind of file. */
export async function smallStore(): Promise<string> {
  const folder = temporaryFolder();
  for (const { game, to } of GAMES) await extendOnce(folder, game, { to, blockLength: 64 });
  return folder;
}

interface Answered {
  readonly answer?: string;
  /** The code of the error; what starts with `internal` is a bug. */
  readonly error?: string;
}

interface Reply {
  /** Why the store was not opened. */
  readonly refused?: string;
  readonly answers: Readonly<Record<string, Answered>>;
}

/** What an attack does to answers that are not wrong for it. */
export interface Leniency {
  /** Questions whose answers a reader cannot tell from forged ones; `verify` has to. */
  readonly forged?: (question: string) => boolean;
  /** Whether the store was extended since, or is one that ended sooner: it has other games and blocks. */
  readonly hasOtherLength?: boolean;
  /** Whether `verify` has to find something wrong. */
  readonly isDamaged?: boolean;
  /** The games to ask about, where nothing was done to others; all of them by default. None: what is kept of analyses. */
  readonly games?: readonly StoredGame[];
}

/** Whether an object has nothing that another one has not: what is known may be forgotten. */
function isLess(answer = 'null', truth = 'null'): boolean {
  const [some, all] = [answer, truth].map(
    (text) => new Map(Object.entries((JSON.parse(text) ?? {}) as object)),
  );
  return [...some].every(([name, value]) => JSON.stringify(all.get(name)) === JSON.stringify(value));
}

/** Asks stores; end it when done. */
export class Prober {
  readonly #trial: Trial;
  #child: ChildProcess | undefined;
  #truth: Readonly<Record<string, Answered>> = {};

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  /** Takes the answers of an intact store as the right ones. */
  async learn(folder: string): Promise<void> {
    const { refused, answers } = await this.#ask(folder, GAMES);
    const errors = Object.entries(answers).filter(([, { error }]) => error !== undefined);
    if (refused !== undefined || errors.length > 0 || answers['verify'].answer !== '"ok"') {
      throw new Error(`the intact store: ${JSON.stringify([refused, errors, answers['verify']])}`);
    }
    this.#truth = answers;
  }

  /** Asks a store that was tampered with, and raises for what may never happen. */
  async expectHonest(folder: string, leniency: Leniency = {}): Promise<void> {
    const { forged = () => false, hasOtherLength = false, isDamaged = false, games = GAMES } = leniency;
    const { refused, answers } = await this.#ask(folder, games);
    if (refused !== undefined) {
      if (refused.startsWith('internal')) throw new Error(refused);
      this.#trial.count(`refused: ${refused}`);
      return;
    }
    const wrong: string[] = [];
    const errors = new Set<string>();
    for (const [question, { answer, error }] of Object.entries(answers)) {
      if (error?.startsWith('internal') === true) throw new Error(`${question}: ${error}`);
      if (error !== undefined) errors.add(error);
      else if (hasOtherLength && /^(summary|frontiers)/.test(question)) continue;
      else if (question.startsWith('known') && isLess(answer, this.#truth[question].answer)) continue;
      else if (question !== 'verify' && answer !== this.#truth[question].answer) wrong.push(question);
    }
    const isNamed = answers['verify'].answer !== '"ok"';
    // What a catalog sums up it alone says, so that a reader cannot know better; but verify has to.
    const isSummary = (question: string): boolean => /^(summary|known)/.test(question);
    const bad = wrong.filter((question) => !((isSummary(question) || forged(question)) && isNamed));
    if (bad.length > 0) {
      const [first] = bad;
      const shown = (text: string | undefined): string => String(text).slice(0, 300);
      throw new Error(
        `wrong: ${bad.join(', ')}: ${shown(answers[first].answer)}, not ${shown(this.#truth[first].answer)}`,
      );
    }
    if (isDamaged && !isNamed) throw new Error('verify finds nothing wrong');
    if (errors.has('corrupt') && !isNamed) throw new Error(`verify finds nothing wrong, others do`);
    this.#trial.count(
      wrong.length > 0
        ? 'named by verify alone'
        : errors.size > 0
          ? 'some refused'
          : isNamed
            ? 'named by verify'
            : 'all right',
    );
    for (const error of errors) this.#trial.count(`error: ${error}`);
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Asks everything of one store; a process that hangs or ends is replaced for the next one. */
  async #ask(folder: string, games: readonly StoredGame[]): Promise<Reply> {
    const child = (this.#child ??= fork(PROBE, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }));
    let stderr = '';
    const listen = (text: Buffer): void => void (stderr += text.toString());
    child.stderr?.on('data', listen);
    try {
      return await new Promise<Reply>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('it hung')), PATIENCE);
        const ended = (code: number | null, signal: string | null): void => {
          reject(new Error(`the reader ended: ${String(code ?? signal)}: ${stderr.slice(0, 2000)}`));
        };
        child.once('exit', ended);
        child.once('message', (reply) => {
          clearTimeout(timer);
          child.off('exit', ended);
          resolve(reply as Reply);
        });
        child.send({ folder, games });
      });
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      child.stderr?.off('data', listen);
    }
  }
}
