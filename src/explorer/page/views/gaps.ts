/** Gaps: how often each distance between consecutive cold positions occurs. Bars where they are few. */
import * as Plot from '@observablehq/plot';
import type { GapsResult } from '../../contract.js';
import { analysisView } from '../charts/analysis-view.js';
import { draw, roomyTicks, SHORT_TICKS, wholeAxis } from '../charts/figure.js';
import { grouped } from '../format.js';

/** With more different gaps than this, dots. */
const MOST_BARS = 48;

export const show = analysisView<GapsResult>({
  name: 'gaps',
  series: 'cold',
  draw: ({ gaps, mean }, width) => {
    if (gaps.length === 0) return [];
    const title = ({ gap, count, firstAfter, isMaximum }: (typeof gaps)[number]): string =>
      `gap ${grouped(gap)}\n${grouped(count)} times, first after ${grouped(firstAfter)}${isMaximum ? '\na new maximum there' : ''}`;
    const words = 'How often each gap between cold positions occurs';
    if (gaps.length <= MOST_BARS) {
      return [
        draw(
          width,
          {
            x: {
              type: 'band',
              label: 'gap →',
              ticks: roomyTicks(
                gaps.map(({ gap }) => gap),
                width,
              ),
            },
            y: wholeAxis('↑ times', Math.max(...gaps.map(({ count }) => count))),
            marks: [
              Plot.barY(gaps, { x: 'gap', y: 'count', fill: 'var(--accent)' }),
              Plot.ruleY([0]),
              Plot.tip(gaps, Plot.pointerX({ x: 'gap', y: 'count', title })),
            ],
          },
          words,
        ),
      ];
    }
    return [
      draw(
        width,
        {
          x: { label: 'gap →', grid: true, ...SHORT_TICKS },
          y: { type: 'log', label: '↑ times', grid: true, ...SHORT_TICKS },
          marks: [
            ...(mean === null
              ? []
              : [
                  Plot.ruleX([mean], { stroke: 'var(--warm)', strokeWidth: 2 }),
                  Plot.text([mean], {
                    x: (d: number) => d,
                    text: () => 'mean',
                    frameAnchor: 'top',
                    textAnchor: 'start',
                    dx: 5,
                    fill: 'var(--warm-ink)',
                  }),
                ]),
            Plot.dot(gaps, { x: 'gap', y: 'count', r: 2, fill: 'var(--accent)', fillOpacity: 0.7 }),
            Plot.tip(gaps, Plot.pointer({ x: 'gap', y: 'count', title })),
          ],
        },
        words,
      ),
    ];
  },
});
