/** Gaps between consecutive cold positions, as rows, a figure and a section of the report. */
import { bars } from '../../figures/bars.js';
import { dots, heightAxis, logAxis, thinned } from '../../figures/parts.js';
import { figure, type Area, type Figure, type Size } from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { lacksCounts, MIN_COUNTED } from '../../report/parts/section.js';
import { amount, decimal, withCommas, mostOf, within } from '../../words/typeset.js';
import { tabulate, whole, type Column } from '../columns.js';
import { analyzeGaps, type Gap, type GapsResult } from '../reduction/gaps.js';
import type { AnalysisOptions } from '../result.js';
import { studied } from '../study.js';
import { tableOfColumns } from './facts.js';

function gapColumns(gaps: readonly Gap[]): Column[] {
  return tabulate(gaps, [
    whole('gap', 'Gap', ({ gap }) => gap),
    whole('count', 'Times', ({ count }) => count),
    whole('first_after', 'First after', ({ firstAfter }) => firstAfter),
    { name: 'is_maximum', type: 'bool', heading: 'New maximum', of: ({ isMaximum }) => isMaximum },
  ]);
}

/** More different gaps are shown as dots instead of bars. */
const MAX_BARS = 16;
const TITLE = 'gap between consecutive cold positions';

function gapsFigure({ game, gaps, largest, mean, range, count }: GapsResult, size: Size): Figure | null {
  if (largest === null || mean === null) return null;
  const notes = [
    `${withCommas(count)} cold positions ${within(range)}`,
    `Mean gap ${decimal(mean)}, largest ${withCommas(largest.gap)}`,
  ];
  const isFew = gaps.length <= MAX_BARS;
  const description =
    `How often each of the ${gaps.length === 1 ? 'one gap' : `${gaps.length} gaps`} between consecutive cold ` +
    `positions ${within(range)} occurs${isFew ? '' : ', on doubly logarithmic axes'}. The largest gap, ` +
    `${largest.gap}, first follows position ${largest.firstAfter}.`;
  const counts = gaps.map(({ count: times }) => times);
  const most = mostOf(counts);
  return figure({ title: `Gaps between cold positions: ${game}`, notes, description, width: size.width }, [
    isFew
      ? bars({
          heights: counts,
          amounts: counts,
          names: gaps.map(({ gap }) => withCommas(gap)),
          xTitle: TITLE,
          y: heightAxis('times it occurs', most),
          what: 'times',
          ...size,
        })
      : dotsOf(
          counts.map((times, i) => ({ x: gaps[i].gap, y: times })),
          largest.gap,
          most,
          size,
        ),
  ]);
}

function dotsOf(points: { x: number; y: number }[], largest: number, most: number, size: Size): Area {
  const shown = thinned(points, (point) => point, size);
  return {
    x: logAxis(TITLE, 1, largest),
    y: logAxis('times it occurs', 1, most),
    draw: (x, y) => ({ ...size, layer: [dots(shown, x, y, { size: 9 })] }),
  };
}

export const gapsAnalysis = studied<'gaps', AnalysisOptions, GapsResult>({
  name: 'gaps',
  summary: 'how often each gap between cold positions occurs',
  seriesOf: () => 'cold',
  options: {},
  reduce: analyzeGaps,
  columns: ({ gaps }) => gapColumns(gaps),
  facts: ({ count, gaps, largest, mean }, write) => [
    `${amount(count, 'cold position', write)} with ${amount(gaps.length, 'different gap', write)}.`,
    ...(largest === null || mean === null
      ? []
      : [
          `The mean gap is ${mean.toFixed(2)}, the largest ${write(largest.gap)}, after ${write(largest.firstAfter)}.`,
        ]),
  ],
  needs: 'two cold positions',
  draw: gapsFigure,
  view: { title: 'Gaps', lead: 'Distances between consecutive cold positions.' },
  section: {
    id: 'gaps',
    heading: 'Gaps between cold positions',
    lacks: (facts) =>
      lacksCounts(facts, MIN_COUNTED) ??
      (facts.firstCold.length < 3 ? 'fewer than three positions are cold' : null),
    async make(_facts, study) {
      const result = await study({});
      const { gaps, largest, mean } = result;
      const found =
        largest === null || mean === null
          ? []
          : [
              `The mean gap is ${decimal(mean)}, the largest ${withCommas(largest.gap)}, first after position ` +
                `${withCommas(largest.firstAfter)}; ${gaps.length === 1 ? 'no other gap occurs' : `${withCommas(gaps.length)} different gaps occur`}.`,
            ];
      return [
        ...found.map(prose),
        { result },
        tableOfColumns(
          'Gaps larger than all before them',
          gapColumns(gaps.filter(({ isMaximum }) => isMaximum)),
          ['gap', 'first_after', 'count'],
        ),
      ];
    },
  },
});
