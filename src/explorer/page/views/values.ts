/** Frequencies: how often each nim-value occurs in the range, and how it is in the first half. */
import * as Plot from '@observablehq/plot';
import type { ValuesResult } from '../../contract.js';
import { analysisView } from '../charts/analysis-view.js';
import { draw, roomyTicks } from '../charts/figure.js';
import { grouped, percent, shareTick } from '../format.js';

const MOST_BARS = 64;

export const show = analysisView<ValuesResult>({
  name: 'values',
  series: 'nim',
  draw: ({ points, range }, width) => {
    const last = points.at(-1);
    if (last === undefined) return [];
    const all = last.stop - range.start;
    const rows = last.counts
      .map((count, value) => ({ value, count, share: count / all }))
      .filter(({ count }) => count > 0);
    const title = ({ value, count, share }: (typeof rows)[number]): string =>
      `nim-value ${value}\n${grouped(count)} positions, ${percent(share, 2)}`;
    const y = {
      label: '↑ share of the positions',
      grid: true,
      tickFormat: shareTick,
    };
    const words = 'Share of the positions with each nim-value';
    const isFew = rows.length <= MOST_BARS;
    return [
      draw(
        width,
        {
          x: isFew
            ? {
                type: 'band',
                label: 'nim-value →',
                ticks: roomyTicks(
                  rows.map(({ value }) => value),
                  width,
                ),
              }
            : { label: 'nim-value →', grid: true },
          y,
          marks: [
            isFew
              ? Plot.barY(rows, {
                  x: 'value',
                  y: 'share',
                  fill: ({ value }) => (value === 0 ? 'var(--warm)' : 'var(--accent)'),
                })
              : Plot.areaY(rows, { x: 'value', y: 'share', fill: 'var(--accent)', fillOpacity: 0.25 }),
            ...(isFew ? [] : [Plot.lineY(rows, { x: 'value', y: 'share', stroke: 'var(--accent)' })]),
            Plot.ruleY([0]),
            Plot.tip(rows, Plot.pointerX({ x: 'value', y: 'share', title })),
          ],
        },
        words,
      ),
    ];
  },
});
