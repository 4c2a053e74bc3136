/**
 * `periods/<hash of the game>-<quantity>.search`: where a search for a period stands that was stopped or came to its limit
 * (docs/FORMAT.md). Nothing rests on it: a period that is found from there is proven from 0.
 */
import { TakeawayError } from '../common/errors.js';
import type { Quantity } from '../game/periods.js';
import { SealedFiles, type Sealing } from './sealed-files.js';

const FORMAT = 'takeaway search 1';
/** The only key of an object that stands for bytes. */
const BYTES = 'base64';

/** A search for the period of one quantity of a game. */
export interface SearchRecord {
  readonly game: string;
  readonly quantity: Quantity;
  /** Positions that were looked at so far, and the time that took. */
  readonly positions: number;
  readonly seconds: number;
  /** Where it stands, as it says itself: plain data with bytes. */
  readonly place: unknown;
}

export class SearchFiles extends SealedFiles {
  constructor(store: Sealing) {
    super('search', store);
  }

  /** What was kept; undefined where nothing is, and `damaged` for what cannot be used any more. */
  async read(game: string, quantity: Quantity): Promise<SearchRecord | 'damaged' | undefined> {
    let text: string | undefined;
    try {
      text = await this.textOf(game, quantity);
    } catch (error) {
      if (error instanceof TakeawayError && error.code === 'corrupt') return 'damaged';
      throw error;
    }
    return text === undefined ? undefined : (recordOf(text, game, quantity) ?? 'damaged');
  }

  /** Keeps a search durably, in place of what was kept of it. */
  async write(record: SearchRecord): Promise<void> {
    const encoded = (_: string, value: unknown): unknown =>
      value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value;
    await this.put(record.game, record.quantity, { format: FORMAT, ...record }, encoded);
  }
}

function recordOf(text: string, game: string, quantity: Quantity): SearchRecord | undefined {
  try {
    const read = JSON.parse(text, bytesAgain) as Partial<SearchRecord & { format: string }>;
    const { format, positions, seconds } = read;
    const isRight = format === FORMAT && read.game === game && read.quantity === quantity;
    const areNumbers = [positions, seconds].every((value) => Number.isFinite(value) && Number(value) >= 0);
    return isRight && areNumbers ? (read as SearchRecord) : undefined;
  } catch {
    return undefined;
  }
}

function bytesAgain(_: string, value: unknown): unknown {
  const encoded = typeof value === 'object' && value !== null && BYTES in value ? value[BYTES] : undefined;
  return typeof encoded === 'string' ? new Uint8Array(Buffer.from(encoded, 'base64')) : value;
}
