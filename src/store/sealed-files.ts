/**
 * Files of `periods/`, one for each quantity of a game: the first line of each is the SHA-256 of what follows, which is JSON.
 * One that is not as it was written is never read as something else.
 */
import { join } from 'node:path';
import { failure, type TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { sha256 } from '../common/sha256.js';
import type { Quantity } from '../game/periods.js';
import type { BlockFiles } from './files/block-files.js';
import { isErrno, isNoFile, type FileSystem } from './files/file-system.js';
import { STATES_FOLDER } from './files/names.js';

const LONGEST = 2 ** 28;
const DIGEST_LENGTH = 64;

export interface Sealing {
  readonly fs: FileSystem;
  readonly root: string;
  readonly files: BlockFiles;
  /** Raises where the store is not open for writing, or is not there any more. */
  readonly requireWriter: () => void;
}

/** The sealed files of a kind in one store. */
export abstract class SealedFiles {
  readonly #kind: string;
  readonly #store: Sealing;

  /** `kind` is the ending of their names. */
  constructor(kind: string, store: Sealing) {
    this.#kind = kind;
    this.#store = store;
  }

  /** Whether there is a file. Looks at its name alone. */
  has(game: string, quantity: Quantity): boolean {
    try {
      return this.#store.fs.look(this.#pathOf(game, quantity)).kind === 'file';
    } catch {
      return false;
    }
  }

  /** The JSON of a file; undefined where there is none. Raises `corrupt` for one that is not as it was written. */
  protected async textOf(game: string, quantity: Quantity): Promise<string | undefined> {
    const path = this.#pathOf(game, quantity);
    const { fs } = this.#store;
    let text: string;
    try {
      const { size } = fs.look(path);
      if (size > LONGEST) throw this.damaged(game, quantity, `one of ${size} bytes, which none has`);
      text = Buffer.from(await fs.read(path)).toString('utf8');
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      throw isNoFile(error) ? this.damaged(game, quantity, reasonOf(error)) : error;
    }
    const json = text.slice(DIGEST_LENGTH + 1);
    if (text[DIGEST_LENGTH] === '\n' && sha256(json) === text.slice(0, DIGEST_LENGTH)) return json;
    throw this.damaged(game, quantity, 'another SHA-256 than its first line');
  }

  /** Writes a file durably, over one that is there; `encoded` replaces values that JSON cannot hold. */
  protected async put(
    game: string,
    quantity: Quantity,
    content: object,
    encoded?: (key: string, value: unknown) => unknown,
  ): Promise<void> {
    const { root, files, requireWriter } = this.#store;
    requireWriter();
    const json = `${JSON.stringify(content, encoded)}\n`;
    const bytes = Buffer.from(`${sha256(json)}\n${json}`);
    const folder = join(root, STATES_FOLDER);
    await files.writeAll(new Set([folder]), [{ folder, name: this.#nameOf(game, quantity), bytes }]);
  }

  /** Removes a file; nothing where there is none. */
  async remove(game: string, quantity: Quantity): Promise<void> {
    this.#store.requireWriter();
    await this.#store.fs.remove(this.#pathOf(game, quantity));
  }

  /** The error for a file that is not as it was written. */
  protected damaged(game: string, quantity: Quantity, found: string): TakeawayError {
    const subject = `The states in ${this.#pathOf(game, quantity)}`;
    return failure('corrupt', subject, 'a file as it was written', found, {
      remedy: { do: 'verify', repair: true },
    });
  }

  /** No text of users becomes a path. */
  #nameOf(game: string, quantity: Quantity): string {
    return `${sha256(game).slice(0, 32)}-${quantity}.${this.#kind}`;
  }

  #pathOf(game: string, quantity: Quantity): string {
    return join(this.#store.root, STATES_FOLDER, this.#nameOf(game, quantity));
  }
}
