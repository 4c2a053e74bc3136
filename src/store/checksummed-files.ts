/**
 * Files of `periods/`, one for each quantity of a game: a line with the SHA-256 of the rest, then JSON. A damaged file is never
 * read as another content.
 */
import { join } from 'node:path';
import { failure, type MoreParts, type TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { sha256 } from '../common/sha256.js';
import type { Quantity } from '../game/periods.js';
import type { WriterLock } from './catalog/lock.js';
import { isNoFile, readShort } from './files/file-system.js';
import { STATES_FOLDER } from './files/names.js';
import type { StoreFolder } from './files/store-folder.js';

const MAX_FILE_BYTES = 2 ** 28;
const DIGEST_LENGTH = 64;
/** The only key of an object that encodes bytes. */
const BYTES = 'base64';

/** A kind of such files. */
export interface ChecksummedKind<Content extends Subject> {
  /** File extension, without the dot. */
  readonly ending: string;
  readonly advice: MoreParts;
  /** Value of the field `format`. */
  readonly format: string;
  /** Encodes a content as JSON with bytes. `decode` returns undefined, or raises, for other JSON. */
  readonly encode: (content: Content) => object;
  readonly decode: (json: Readonly<Record<string, unknown>>) => Content | undefined;
}

interface Subject {
  readonly game: string;
  readonly quantity: Quantity;
}

export class ChecksummedFiles<Content extends Subject> {
  readonly #kind: ChecksummedKind<Content>;
  readonly #folder: StoreFolder;
  readonly #lock: WriterLock;

  constructor(kind: ChecksummedKind<Content>, folder: StoreFolder, lock: WriterLock) {
    this.#kind = kind;
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Whether a file exists. Reads no content. */
  has(game: string, quantity: Quantity): boolean {
    try {
      return this.#folder.fs.look(this.#pathOf(game, quantity)).kind === 'file';
    } catch {
      return false;
    }
  }

  /** Returns a file's content, or undefined if it is missing. Raises `corrupt` if it is damaged. */
  async read(game: string, quantity: Quantity): Promise<Content | undefined> {
    const path = this.#pathOf(game, quantity);
    const bytes = await readShort(this.#folder.fs, path, MAX_FILE_BYTES).catch((error: unknown) => {
      throw isNoFile(error) ? this.#damaged(path, reasonOf(error)) : error;
    });
    if (bytes === undefined) return undefined;
    const text = Buffer.from(bytes).toString('utf8');
    const json = text.slice(DIGEST_LENGTH + 1);
    if (text[DIGEST_LENGTH] !== '\n' || sha256(json) !== text.slice(0, DIGEST_LENGTH))
      throw this.#damaged(path, 'its first line is not its SHA-256');
    const content = this.#decoded(json);
    if (content?.game === game && content.quantity === quantity) return content;
    throw this.#damaged(path, 'it is not of this period');
  }

  #damaged(path: string, reason: string): TakeawayError {
    return failure('corrupt', 'The file {path} is damaged: {reason}.', { path, reason }, this.#kind.advice);
  }

  #decoded(text: string): Content | undefined {
    try {
      const json = JSON.parse(text, bytesAgain) as Record<string, unknown>;
      return json['format'] === this.#kind.format ? this.#kind.decode(json) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a file durably, or replaces it. */
  async write(content: Content): Promise<void> {
    this.#lock.check();
    const { format, encode } = this.#kind;
    const json = `${JSON.stringify({ format, ...encode(content) }, bytesAsText)}\n`;
    const bytes = Buffer.from(`${sha256(json)}\n${json}`);
    await this.#folder.write(STATES_FOLDER, this.#nameOf(content.game, content.quantity), bytes);
  }

  /** Removes a file if it exists. */
  async remove(game: string, quantity: Quantity): Promise<void> {
    this.#lock.check();
    await this.#folder.fs.remove(this.#pathOf(game, quantity));
  }

  /** A hash, so that no text of users becomes a path. */
  #nameOf(game: string, quantity: Quantity): string {
    return `${sha256(game).slice(0, 32)}-${quantity}.${this.#kind.ending}`;
  }

  #pathOf(game: string, quantity: Quantity): string {
    return join(this.#folder.root, STATES_FOLDER, this.#nameOf(game, quantity));
  }
}

function bytesAsText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value;
}

function bytesAgain(_: string, value: unknown): unknown {
  const encoded = typeof value === 'object' && value !== null && BYTES in value ? value[BYTES] : undefined;
  return typeof encoded === 'string' ? new Uint8Array(Buffer.from(encoded, 'base64')) : value;
}
