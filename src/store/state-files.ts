/**
 * `periods/<hash of the game>-<quantity>.states`: states of a game's values every so many positions, from which all values of
 * its period are computed. The first line is the SHA-256 of what follows, which is JSON (docs/FORMAT.md).
 */
import type { Period, Quantity } from '../game/periods.js';
import { SealedFiles, type Sealing } from './sealed-files.js';

const FORMAT = 'takeaway states 1';
const QUANTITIES = ['nim', 'outcome'] as const;

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
  readonly coldBefore: readonly number[];
}

export class StateFiles extends SealedFiles {
  constructor(store: Sealing) {
    super('states', store);
  }

  /** What a file says; undefined where there is none. Raises `corrupt` for one that is not as it was written. */
  async read(game: string, quantity: Quantity): Promise<StatesRecord | undefined> {
    const text = await this.textOf(game, quantity);
    if (text === undefined) return undefined;
    const record = parse(text);
    if (record?.game === game && record.quantity === quantity) return record;
    throw this.damaged(game, quantity, 'no states of this period');
  }

  /** Writes a file durably, over one that is there. */
  async write(record: StatesRecord): Promise<void> {
    const { states, ...rest } = record;
    const encoded = states.map((state) => Buffer.from(state).toString('base64'));
    await this.put(record.game, record.quantity, { format: FORMAT, ...rest, states: encoded });
  }
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
