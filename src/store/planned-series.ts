/** Series that are to be created with their first block: each has a number of its own before the catalog has it. */
import type { SeriesName } from '../columnar/layout.js';
import type { Catalog } from './catalog/catalog.js';
import type { StoreFolder } from './files/store-folder.js';
import type { StoredSeries } from './records.js';

export class PlannedSeries {
  readonly #folder: StoreFolder;
  readonly #catalog: Catalog;
  /** Numbers that no new series gets, as something had them when the store was opened. */
  #takenNumbers: ReadonlySet<number> = new Set();
  /** No number below this is free. */
  #nextNumber = 1;
  /** By name and game; and the definitions of their games: those of all stored ones could be as large as the catalog. */
  readonly #planned = new Map<string, StoredSeries>();
  readonly #definitions = new Map<string, string>();

  constructor(folder: StoreFolder, catalog: Catalog) {
    this.#folder = folder;
    this.#catalog = catalog;
  }

  /** Takes note of what lies in a store: what a writer had begun that was stopped before the first block goes on where it was. */
  async recover(described: ReadonlySet<number>, filled: ReadonlySet<number>): Promise<void> {
    this.#takenNumbers = new Set([...(await this.#folder.seriesFolders()), ...described]);
    for (const series of await this.#folder.unknownSeries(described, filled)) {
      if (await this.#folder.isEmpty(series.id))
        this.#planned.set(planOf(series.gameKey, series.name), series);
    }
  }

  /** That of the catalog, or one with a number of its own, which is `id` where that is given. */
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

  /** The definition of a game that is stored, or is to be stored. */
  definitionOf(gameKey: string): string {
    return this.#definitions.get(gameKey) ?? this.#catalog.games(gameKey).at(0)?.definition ?? gameKey;
  }

  /** The least number that no series, no folder and no file of a series has or is to have. */
  #freeNumber(): number {
    while (this.#takenNumbers.has(this.#nextNumber) || this.#catalog.hasSeries(this.#nextNumber))
      this.#nextNumber++;
    return this.#nextNumber++;
  }
}

function planOf(gameKey: string, name: SeriesName): string {
  return `${name} ${gameKey}`;
}
