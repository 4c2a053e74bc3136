/** The store as readers and extensions use it: in a folder (`BlockStore`) or in memory (`MemoryBlocks`). */
import type { KeptAggregates } from './aggregates.js';
import type { BlockStore } from './block-store.js';
import type { Catalog } from './catalog/catalog.js';

export interface Blocks extends Pick<
  BlockStore,
  'cache' | 'root' | 'index' | 'values' | 'valuesAt' | 'checkSeries' | 'seriesToExtend' | 'append'
> {
  readonly catalog: Pick<
    Catalog,
    | 'allPeriods'
    | 'game'
    | 'games'
    | 'periods'
    | 'putPeriods'
    | 'inReadTransaction'
    | 'requireRelated'
    | 'snapshot'
    | 'soundSeries'
  >;
  /** Whether blocks are files, so that encoding them in advance helps. */
  readonly hasFiles: boolean;
  readonly aggregates: Pick<KeptAggregates, 'get' | 'set'>;
  readonly states: Pick<BlockStore['states'], 'has' | 'read'>;
}
