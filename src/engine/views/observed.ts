/**
 * A view that says how far it has been read, and stops when asked. Separate from the views, so that whatever reads one
 * through, an export or a hash, is watched alike.
 */
import { breather } from '../../common/stoppable.js';
import { lengthOf, type Range } from '../../common/range.js';
import type { ReadableSeries } from './stored.js';
import type { ReadingOptions } from './aggregating.js';

/**
 * The same view; each reading first gives way and tells the share of `whole` that lies below it, and the last one that all
 * is done.
 */
export function observed(view: ReadableSeries, whole: Range, options: ReadingOptions): ReadableSeries {
  const { signal, onProgress } = options;
  const breathe = breather(signal);
  return {
    series: view.series,
    frontier: view.frontier,
    reach: view.reach,
    countedFrom: view.countedFrom,
    widthOf: (range) => view.widthOf(range),
    boundOf: (range) => view.boundOf(range),
    partsOf: (range) => view.partsOf(range),
    sourcesOf: (range, cuts) => view.sourcesOf(range, cuts),
    coldBefore: (position) => view.coldBefore(position),
    valuesAt: (positions) => view.valuesAt(positions),
    async read(range, width) {
      await breathe();
      onProgress?.((range.start - whole.start) / lengthOf(whole));
      const values = await view.read(range, width);
      if (range.stop === whole.stop) onProgress?.(1);
      return values;
    },
  };
}
