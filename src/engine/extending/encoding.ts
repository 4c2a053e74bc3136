/**
 * Encodes blocks in a separate thread, so that the main thread of an extension, which solves, reads and commits, does not compress
 * or hash.
 */
import type { SeriesName } from '../../columnar/layout.js';
import { fail, messageOf } from '../../common/errors.js';
import { AskingThread, type Talk } from '../../solver/threads/questions.js';
import type { Encodable, Encoded } from '../../store/encoding.js';
import { DESCRIPTIONS } from '../series/descriptions.js';

/** Starting the thread takes as long as encoding 8 full blocks. */
const BLOCKS_WORTH_A_THREAD = 8;

const SCRIPT = 'program/encoding.js';

/** The thread asks no questions. */
export interface EncodingTalk extends Talk {
  readonly request: Encodable;
  readonly result: Encoded;
  readonly question: never;
  readonly answer: never;
}

/** A thread that encodes blocks, one at a time. */
export class Encoder {
  readonly #thread = new AskingThread<EncodingTalk>(SCRIPT);
  /** Shared values of a block: sending them would copy them twice, into new memory each time. */
  #shared = new SharedArrayBuffer(0);

  /** Encodes a block after the one before. Raises `internal` if the thread crashes. */
  async encode({ label, values }: Encodable): Promise<Encoded> {
    const { length } = values.bytes;
    if (length > this.#shared.byteLength) this.#shared = new SharedArrayBuffer(length);
    const bytes = new Uint8Array(this.#shared, 0, length);
    bytes.set(values.bytes);
    try {
      return await this.#thread.run({ label, values: { ...values, bytes } }, () =>
        Promise.reject(new Error()),
      );
    } catch (error) {
      fail(
        'internal',
        'The thread that encodes blocks has failed: {reason}. Every block announced so far is stored; if it happens again, use one thread.',
        { reason: messageOf(error) },
        { remedy: { do: 'retry' }, cause: error },
      );
    }
  }

  async end(): Promise<void> {
    await this.#thread.end();
  }
}

/** Returns an encoder if the extension is long enough and may use several threads. */
export function encoderFor(series: SeriesName, positions: number, threads: number): Encoder | undefined {
  const isWorthIt = positions > BLOCKS_WORTH_A_THREAD * DESCRIPTIONS[series].blockLength;
  return threads > 1 && isWorthIt ? new Encoder() : undefined;
}
