/** The interface of the explorer's store: a folder (`folder.ts`), or a browser's memory. */
import type { NamedGame, ReadableStore } from '../../rim.js';

/** The identity of a catalog that does not exist. */
export const NO_CATALOG = 'none';

/** Identity of the catalog, and its version, which every commit changes. */
export interface CatalogVersion {
  readonly catalog: string;
  readonly version: string;
}

export type OpenedStore = ReadableStore & { close(): void };

export interface StoreSource {
  /** The name of the store in errors. */
  readonly folder: string;
  /** The current version of the store. */
  readonly version: () => Promise<CatalogVersion>;
  readonly open: () => Promise<OpenedStore>;
  /** The names of games in the store. */
  readonly names: () => Promise<ReadonlyMap<string, NamedGame>>;
  /** Replaces the names of games in a text by their definitions. */
  readonly meant: (text: string) => Promise<string>;
}
