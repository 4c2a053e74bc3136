/** Series that will be created with their first block. Each has a number before the catalog has it. */
import type { SeriesName } from '../columnar/layout.js';
import type { Catalog } from './catalog/catalog.js';
import type { StoreFolder } from './files/store-folder.js';
import type { StoredSeries } from './records.js';

export class PlannedSeries {
  readonly #folder: StoreFolder;
  readonly #catalog: Catalog;
  /** Numbers that were in use when the store was opened. */
  #takenNumbers: ReadonlySet<number> = new Set();
  /** A lower bound of the free numbers. */
  #nextNumber = 1;
  /**
   * Planned series by name and game, and the definitions of their games only: those of all stored games could be as large as the
   * catalog.
   */
  readonly #planned = new Map<string, StoredSeries>();
  readonly #definitions = new Map<string, string>();

  constructor(folder: StoreFolder, catalog: Catalog) {
    this.#folder = folder;
    this.#catalog = catalog;
  }

  /** Reads a store's folder, so that series that a writer began, but was stopped before their first block, keep their numbers. */
  async recover(described: ReadonlySet<number>, filled: ReadonlySet<number>): Promise<void> {
    this.#takenNumbers = new Set([...(await this.#folder.seriesFolders()), ...described]);
    for (const series of await this.#folder.unknownSeries(described, filled)) {
      if (await this.#folder.isEmpty(series.id))
        this.#planned.set(planOf(series.gameKey, series.name), series);
    }
  }

  /** Returns the catalog's series, or a planned one, with the number `id` if given. */
  get(gameKey: string, definition: string, name: SeriesName, id?: number): StoredSeries {
    const known = this.#catalog.series(gameKey).find((series) => series.name === name);
    if (known !== undefined) return known;
    const key = planOf(gameKey, name);
    let planned = this.#planned.get(key);
    if (planned === undefined || (id !== undefined && id !== planned.id)) {
      planned = { id: id ?? this.#freeNumber(), gameKey, name, frontier: 0 };
      this.#planned.set(key, planned);
    }
    if (!this.#definitions.has(gameKey)) {
      this.#definitions.set(gameKey, this.#catalog.games(gameKey).at(0)?.definition ?? definition);
    }
    return planned;
  }

  /** Returns the definition of a game that is stored or planned. */
  definitionOf(gameKey: string): string {
    return this.#definitions.get(gameKey) ?? this.#catalog.games(gameKey).at(0)?.definition ?? gameKey;
  }

  /** Returns the least number without a series, a folder or a description. */
  #freeNumber(): number {
    while (this.#takenNumbers.has(this.#nextNumber) || this.#catalog.hasSeries(this.#nextNumber))
      this.#nextNumber++;
    return this.#nextNumber++;
  }
}

function planOf(gameKey: string, name: SeriesName): string {
  return `${name} ${gameKey}`;
}
