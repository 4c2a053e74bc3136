/**
 * Files in `periods/` (docs/FORMAT.md), named `<hash of the game>-<quantity>` with an extension. `.states` has states of a game at
 * regular distances, from which all values of its period are computed. `.search` has the progress of a search for a period that was
 * stopped or reached its limit. No proof rests on a search: a period found by continuing it is proven from 0.
 */
import type { Period, Quantity } from '../game/periods.js';
import type { ChecksummedKind } from './checksummed-files.js';

/** The states of one quantity of a game, and the period that they prove, with evidence. */
export interface StatesRecord {
  readonly game: string;
  /** Names the game without reading any file. */
  readonly definition: string;
  readonly quantity: Quantity;
  readonly period: Required<Period>;
  /** Positions between states: the k-th state ends at (k + 1) * apart. */
  readonly apart: number;
  readonly states: readonly Uint8Array[];
  readonly coldBefore: readonly number[];
}

/** The progress of a search for the period of one quantity of a game. */
export interface SearchRecord {
  readonly game: string;
  readonly quantity: Quantity;
  /** Positions examined so far, and the time taken. */
  readonly positions: number;
  readonly seconds: number;
  /** The search's own state: plain data with bytes. */
  readonly place: unknown;
}

export const STATES: ChecksummedKind<StatesRecord> = {
  ending: 'states',
  advice: { remedy: { do: 'verify', repair: true } },
  format: 'takeaway states 1',
  encode: ({ states, ...rest }) => ({
    ...rest,
    states: states.map((state) => Buffer.from(state).toString('base64')),
  }),
  decode({ game, definition, quantity, apart, states: encoded, coldBefore, ...json }) {
    const period = json['period'] as Required<Period>;
    const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
    const isWhole =
      typeof game === 'string' &&
      typeof definition === 'string' &&
      (quantity === 'nim' || quantity === 'outcome') &&
      [period.preperiod, period.period, period.saltus].every(isCount) &&
      isCount(apart) &&
      apart > 0 &&
      Array.isArray(encoded) &&
      Array.isArray(coldBefore) &&
      coldBefore.length === encoded.length &&
      coldBefore.every(isCount);
    if (!isWhole) return undefined;
    const states = encoded.map((state) => new Uint8Array(Buffer.from(String(state), 'base64')));
    if (states.some(({ length }) => length !== states[0].length)) return undefined;
    return { game, definition, quantity, period, apart, states, coldBefore };
  },
};

export const SEARCH: ChecksummedKind<SearchRecord> = {
  ending: 'search',
  advice: { otherwise: 'Remove it. The next search then begins anew; nothing else rests on it.' },
  format: 'takeaway search 1',
  encode: (search) => search,
  decode(json) {
    const areNumbers = [json['positions'], json['seconds']].every(
      (value) => Number.isFinite(value) && Number(value) >= 0,
    );
    return areNumbers ? (json as unknown as SearchRecord) : undefined;
  },
};
