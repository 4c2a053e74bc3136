/**
 * `periods/<hash of the game>-<quantity>.states`: states of a game's values every so many positions, from which all values of
 * its period are computed. The first line is the SHA-256 of what follows, which is JSON (docs/FORMAT.md).
 */
import { join } from 'node:path';
import { failure, type TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { sha256 } from '../common/sha256.js';
import type { Period, Quantity } from '../game/periods.js';
import type { BlockFiles } from './files/block-files.js';
import { isErrno, NO_FILE, UnexpectedFile, type FileSystem } from './files/file-system.js';
import { STATES_FOLDER } from './files/names.js';

const FORMAT = 'takeaway states 1';
const QUANTITIES = ['nim', 'outcome'] as const;
/** Bytes of a file, at most. */
const LONGEST = 2 ** 28;
/** Characters of a SHA-256. */
const DIGEST_LENGTH = 64;

/** The states of one quantity of a game, and the period that they prove, with its evidence. */
export interface StatesRecord {
  readonly game: string;
  /** Text that names the game again without reading any file. */
  readonly definition: string;
  readonly quantity: Quantity;
  readonly period: Required<Period>;
  /** Positions from one state to the next: the k-th ends at (k + 1) times as many. */
  readonly apart: number;
  readonly states: readonly Uint8Array[];
  /** How many positions below each of them are cold. */
  readonly coldBefore: readonly number[];
}

/** The files of states of one store. */
export class StateFiles {
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #files: BlockFiles;
  readonly #requireWriter: () => void;

  /** `requireWriter` raises where the store is not open for writing, or is not there any more. */
  constructor(fs: FileSystem, root: string, files: BlockFiles, requireWriter: () => void) {
    this.#requireWriter = requireWriter;
    this.#fs = fs;
    this.#root = root;
    this.#files = files;
  }

  /** Whether there is a file. Looks at its name alone. */
  has(game: string, quantity: Quantity): boolean {
    try {
      return this.#fs.look(this.#path(nameOf(game, quantity))).kind === 'file';
    } catch {
      return false;
    }
  }

  /** What a file says; undefined where there is none. Raises `corrupt` for one that is not as it was written. */
  async read(game: string, quantity: Quantity): Promise<StatesRecord | undefined> {
    const path = this.#path(nameOf(game, quantity));
    const damaged = (found: string): TakeawayError =>
      failure('corrupt', `The states in ${path}`, 'a file as it was written', found, {
        remedy: { do: 'verify', repair: true },
      });
    let text: string;
    try {
      if (this.#fs.look(path).size > LONGEST) throw damaged('one that is far too long');
      text = Buffer.from(await this.#fs.read(path)).toString('utf8');
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      if (error instanceof UnexpectedFile || NO_FILE.some((code) => isErrno(error, code))) {
        throw damaged(reasonOf(error));
      }
      throw error;
    }
    const json = text.slice(DIGEST_LENGTH + 1);
    if (text[DIGEST_LENGTH] !== '\n' || sha256(json) !== text.slice(0, DIGEST_LENGTH)) {
      throw damaged('another SHA-256 than its first line');
    }
    const record = parse(json);
    if (record?.game !== game || record.quantity !== quantity) throw damaged('no states of this period');
    return record;
  }

  /** Writes a file durably, over one that is there. */
  async write(record: StatesRecord): Promise<void> {
    this.#requireWriter();
    const { states, ...rest } = record;
    const encoded = states.map((state) => Buffer.from(state).toString('base64'));
    const text = `${JSON.stringify({ format: FORMAT, ...rest, states: encoded })}\n`;
    const bytes = Buffer.from(`${sha256(text)}\n${text}`);
    const folder = join(this.#root, STATES_FOLDER);
    await this.#files.writeAll(new Set([folder]), [
      { folder, name: nameOf(record.game, record.quantity), bytes },
    ]);
  }

  #path(name: string): string {
    return join(this.#root, STATES_FOLDER, name);
  }
}

/** No text of users becomes a path. */
function nameOf(game: string, quantity: Quantity): string {
  return `${sha256(game).slice(0, 32)}-${quantity}.states`;
}

/** What the text of a file says; undefined for one that says something else. */
function parse(text: string): StatesRecord | undefined {
  try {
    return recordOf(JSON.parse(text) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

function recordOf({ format, ...json }: Record<string, unknown>): StatesRecord | undefined {
  const { game, definition, quantity: name, apart, states: encoded, coldBefore } = json;
  const period = json['period'] as Required<Period>;
  const quantity = QUANTITIES.find((known) => known === name);
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  const numbers = [period.preperiod, period.period, period.saltus, apart];
  const isWhole =
    format === FORMAT &&
    typeof game === 'string' &&
    typeof definition === 'string' &&
    numbers.every(isCount) &&
    Array.isArray(encoded) &&
    Array.isArray(coldBefore) &&
    coldBefore.length === encoded.length &&
    coldBefore.every(isCount);
  if (!isWhole || quantity === undefined || !isCount(apart) || apart === 0) return undefined;
  const states = encoded.map((state) => new Uint8Array(Buffer.from(String(state), 'base64')));
  if (states.some(({ length }) => length !== states[0].length)) return undefined;
  return { game, definition, quantity, period, apart, states, coldBefore };
}
