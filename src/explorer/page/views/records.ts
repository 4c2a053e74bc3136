/** Records: first positions of the nim-values, with the fit through the new maxima and what is left of it. */
import * as Plot from '@observablehq/plot';
import type { RecordsResult } from '../../contract.js';
import { analysisView } from '../charts/analysis-view.js';
import { amountAxis, draw } from '../charts/figure.js';
import { grouped } from '../format.js';

/** Fewer maxima say nothing of a power. */
const LEAST_FITTED = 8;

export const show = analysisView<RecordsResult>({
  name: 'records',
  series: 'nim',
  isByPosition: true,
  draw: ({ records, fit }, width, { periods }) => {
    const points = records.filter(({ position, value }) => position > 0 && value > 0);
    const maxima = points.filter(({ isMaximum }) => isMaximum);
    if (points.length === 0) return [];
    const isFitted = fit !== null && periods.nim === null && maxima.length >= LEAST_FITTED;
    const fitted = (n: number): number => fit!.coefficient * n ** fit!.exponent;
    const title = (record: (typeof points)[number]): string =>
      `nim-value ${grouped(record.value)}\nfirst at ${grouped(record.position)}${record.isMaximum ? '\na new maximum' : ''}`;
    const positions = points.map(({ position }) => position);
    const x = amountAxis('position n →', positions);
    const y = amountAxis(
      '↑ nim-value',
      points.map(({ value }) => value),
    );
    const upper = draw(
      width,
      {
        x,
        y,
        marks: [
          ...(isFitted
            ? [
                Plot.line(maxima, {
                  x: 'position',
                  y: ({ position }: { position: number }) => fitted(position),
                  stroke: 'var(--warm)',
                  strokeWidth: 2,
                }),
              ]
            : []),
          Plot.dot(
            points.filter(({ isMaximum }) => !isMaximum),
            { x: 'position', y: 'value', r: 2.5, stroke: 'var(--muted)' },
          ),
          Plot.dot(maxima, { x: 'position', y: 'value', r: 3, fill: 'var(--accent)' }),
          Plot.tip(points, Plot.pointer({ x: 'position', y: 'value', title })),
        ],
      },
      'First position of each nim-value',
    );
    if (!isFitted) return [upper];
    const ratio = ({ position, value }: (typeof points)[number]): number => value / fitted(position);
    const lower = draw(
      width,
      {
        height: 170,
        x,
        y: { label: '↑ value / fit', grid: true },
        marks: [
          Plot.ruleY([1], { stroke: 'var(--warm)', strokeWidth: 2 }),
          Plot.dot(maxima, { x: 'position', y: ratio, r: 2.5, fill: 'var(--accent)' }),
          Plot.tip(maxima, Plot.pointerX({ x: 'position', y: ratio, title })),
        ],
      },
      'Each new maximum divided by the fit',
    );
    return [upper, lower];
  },
});
