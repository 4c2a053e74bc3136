/**
 * Blocks alongside the page of the static edition. Their rows are read at the start; a block's file is read on demand, and
 * checked by its size and SHA-256.
 */
import { fail, failure, hasCode, messageOf } from '../common/errors.js';
import { concatenated } from '../platform/bytes.js';
import {
  checkFile,
  keyOfBlock,
  namesIn,
  soundRows,
  valuesIn,
  type BlockRecord,
  type NamedGame,
  type ReadValues,
  type SeriesRows,
} from '../rim.js';

const HELP = 'Put the folder of the page on its web server again.';

/** Parses the rows. Raises `corrupt` if they are damaged. */
export function shippedRows(text: string): SeriesRows[] {
  try {
    return (JSON.parse(text) as unknown[]).map(soundRows);
  } catch (error) {
    throw failure(
      'corrupt',
      `The list of the blocks beside the page is damaged: {reason}. ${HELP}`,
      { reason: messageOf(error) },
      { cause: error },
    );
  }
}

/** Parses the names of the games. Raises `corrupt` if they are damaged. */
export function shippedNames(text: string): ReadonlyMap<string, NamedGame> {
  const names = namesIn(text);
  if (names !== undefined) return names;
  fail('corrupt', `The names of the games beside the page are damaged. ${HELP}`);
}

/** Returns a reader of a block's file. Raises `io` if it is missing, and `corrupt` if it differs. */
export function shippedValues(block: BlockRecord): ReadValues {
  const place = `blocks/${keyOfBlock(block)}`;
  const read = async (cache: 'default' | 'reload'): ReturnType<ReadValues> => {
    const file = await fetched(place, block.bytes, cache);
    checkFile(place, file, block);
    return valuesIn(place, file, block);
  };
  return async () => {
    try {
      // A cache on the way may have a damaged copy.
      return await read('default').catch(() => read('reload'));
    } catch (error) {
      if (!hasCode(error, 'corrupt')) throw error;
      throw failure('corrupt', `${error.text} ${HELP}`, error.facts, { cause: error });
    }
  };
}

/** Reads a file, and at most one byte more than it must have. */
async function fetched(place: string, size: number, cache: 'default' | 'reload'): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let help = 'Try again once there is a network.';
  try {
    // Node's types lack the option.
    const options: object = { cache };
    const response = await fetch(new URL(`../${place}`, import.meta.url), options);
    if (response.status === 404)
      help = 'Load the page again, as it may have been replaced; or put its folder on its web server again.';
    if (!response.ok) throw new Error(`an answer with status ${response.status}`);
    let left = size + 1;
    for (const reader = response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>; left > 0;) {
      const { value } = await reader.read();
      if (value === undefined) break;
      pieces.push(value.subarray(0, left));
      left -= pieces.at(-1)!.length;
      if (left === 0) await reader.cancel();
    }
  } catch (error) {
    fail(
      'io',
      `The block {place} beside the page cannot be read: {reason}. ${help}`,
      { place, reason: messageOf(error) },
      { cause: error },
    );
  }
  return concatenated(Uint8Array, pieces);
}
