/** Where the explorer's store is, and how it is opened: a folder of this machine (`folder.ts`), or a browser's memory. */
import type { NamedGame, ReadableStore } from '../../rim.js';

/** What stands for the catalog where there is none. */
export const NO_CATALOG = 'none';

/** Which catalog there is, and its state: each commit changes it, whoever commits. */
export interface CatalogVersion {
  readonly catalog: string;
  readonly version: string;
}

export type OpenedStore = ReadableStore & { close(): void };

export interface StoreSource {
  /** How errors name the store. */
  readonly folder: string;
  /** Which state of the store one would see now. */
  readonly version: () => Promise<CatalogVersion>;
  readonly open: () => Promise<OpenedStore>;
  /** The names that games have been given in it. */
  readonly names: () => Promise<ReadonlyMap<string, NamedGame>>;
  /** The text of a game with what names of the store stand for. */
  readonly meant: (text: string) => Promise<string>;
}
