/**
 * Files of `periods/` by their names: the first line of each is the SHA-256 of what follows, which is JSON. One that is not as it
 * was written is never read as something else.
 */
import { join } from 'node:path';
import { failure, type TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { sha256 } from '../common/sha256.js';
import type { Quantity } from '../game/periods.js';
import type { BlockFiles } from './files/block-files.js';
import { isErrno, NO_FILE, UnexpectedFile, type FileSystem } from './files/file-system.js';
import { STATES_FOLDER } from './files/names.js';

/** Bytes of a file, at most. */
const LONGEST = 2 ** 28;
/** Characters of a SHA-256. */
const DIGEST_LENGTH = 64;

/** The sealed files of one store. */
export class SealedFiles {
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #files: BlockFiles;
  readonly #requireWriter: () => void;

  /** `requireWriter` raises where the store is not open for writing, or is not there any more. */
  constructor(fs: FileSystem, root: string, files: BlockFiles, requireWriter: () => void) {
    this.#fs = fs;
    this.#root = root;
    this.#files = files;
    this.#requireWriter = requireWriter;
  }

  /** Whether there is a file. Looks at its name alone. */
  has(name: string): boolean {
    try {
      return this.#fs.look(this.pathOf(name)).kind === 'file';
    } catch {
      return false;
    }
  }

  /** The JSON of a file; undefined where there is none. Raises `corrupt` for one that is not as it was written. */
  async read(name: string): Promise<string | undefined> {
    let text: string;
    try {
      const { size } = this.#fs.look(this.pathOf(name));
      if (size > LONGEST) throw this.damaged(name, `one of ${size} bytes, which none has`);
      text = Buffer.from(await this.#fs.read(this.pathOf(name))).toString('utf8');
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      if (error instanceof UnexpectedFile || NO_FILE.some((code) => isErrno(error, code))) {
        throw this.damaged(name, reasonOf(error));
      }
      throw error;
    }
    const json = text.slice(DIGEST_LENGTH + 1);
    if (text[DIGEST_LENGTH] === '\n' && sha256(json) === text.slice(0, DIGEST_LENGTH)) return json;
    throw this.damaged(name, 'another SHA-256 than its first line');
  }

  /** Writes a file durably, over one that is there. */
  async write(name: string, json: string): Promise<void> {
    this.#requireWriter();
    const bytes = Buffer.from(`${sha256(json)}\n${json}`);
    const folder = join(this.#root, STATES_FOLDER);
    await this.#files.writeAll(new Set([folder]), [{ folder, name, bytes }]);
  }

  /** Removes a file; nothing where there is none. */
  async remove(name: string): Promise<void> {
    this.#requireWriter();
    await this.#fs.remove(this.pathOf(name));
  }

  /** The error for a file that is not as it was written. */
  damaged(name: string, found: string): TakeawayError {
    return failure('corrupt', `The states in ${this.pathOf(name)}`, 'a file as it was written', found, {
      remedy: { do: 'verify', repair: true },
    });
  }

  pathOf(name: string): string {
    return join(this.#root, STATES_FOLDER, name);
  }
}

/** No text of users becomes a path. */
export function nameOf(game: string, quantity: Quantity, kind: 'states' | 'search'): string {
  return `${sha256(game).slice(0, 32)}-${quantity}.${kind}`;
}
