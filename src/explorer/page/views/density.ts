/** Density: how many positions below n are cold, with the fit, and the running exponent. */
import * as Plot from '@observablehq/plot';
import type { DensityResult } from '../../contract.js';
import type { POINT_SEQUENCES } from '../address.js';
import { analysisView } from '../charts/analysis-view.js';
import { amountAxis, draw } from '../charts/figure.js';
import { field, select } from '../dom.js';
import { grouped, percent } from '../format.js';

const SEQUENCES: readonly (readonly [name: (typeof POINT_SEQUENCES)[number], words: string])[] = [
  ['cubes', 'at cubes'],
  ['powers-of-2', 'at powers of 2'],
  ['powers-of-10', 'at powers of 10'],
];

export const show = analysisView<DensityResult>({
  name: 'density',
  series: 'cold',
  isByPosition: true,
  options: ({ state }) => ({ at: state().points }),
  controls: ({ state, note }, changed) => {
    const { points } = state();
    const isListed = SEQUENCES.some(([name]) => name === points);
    const own = [points, `at ${points.length > 20 ? `${points.slice(0, 20)}…` : points}`] as const;
    const chosen = (name: string): void => {
      note({ points: name }, 'push');
      changed();
    };
    return { element: field('points', select(isListed ? SEQUENCES : [...SEQUENCES, own], points, chosen)) };
  },
  draw: ({ points, fit }, width, { periods }) => {
    const shown = points.filter(({ position, below }) => position > 0 && below > 0);
    if (shown.length === 0) return [];
    const isFitted = fit !== null && periods.outcome === null;
    const title = ({ position, below }: (typeof shown)[number]): string =>
      `${grouped(below)} cold below ${grouped(position)}\n${percent(below / position, 3)} of the positions`;
    const positions = shown.map(({ position }) => position);
    const x = amountAxis('position n →', positions);
    const y = amountAxis(
      '↑ cold positions below n',
      shown.map(({ below }) => below),
    );
    const upper = draw(
      width,
      {
        x,
        y,
        marks: [
          ...(isFitted
            ? [
                Plot.line(shown, {
                  x: 'position',
                  y: ({ position }: { position: number }) => fit.coefficient * position ** fit.exponent,
                  stroke: 'var(--warm)',
                  strokeWidth: 2,
                }),
              ]
            : []),
          Plot.dot(shown, { x: 'position', y: 'below', r: 2.5, fill: 'var(--accent)' }),
          Plot.tip(shown, Plot.pointer({ x: 'position', y: 'below', title })),
        ],
      },
      'Number of cold positions below n',
    );
    const running = shown.filter(({ exponent, position }) => exponent !== null && position > 10);
    if (running.length < 2) return [upper];
    const lower = draw(
      width,
      {
        height: 190,
        x,
        y: { label: '↑ log count / log n', grid: true },
        marks: [
          ...(isFitted ? [Plot.ruleY([fit.exponent], { stroke: 'var(--warm)', strokeWidth: 2 })] : []),
          Plot.lineY(running, { x: 'position', y: 'exponent', stroke: 'var(--accent)' }),
          Plot.dot(running, { x: 'position', y: 'exponent', r: 2, fill: 'var(--accent)' }),
          Plot.tip(
            running,
            Plot.pointerX({
              x: 'position',
              y: 'exponent',
              title: ({ position, exponent }: (typeof running)[number]) =>
                `n = ${grouped(position)}\nexponent ${(exponent as number).toFixed(4)}`,
            }),
          ),
        ],
      },
      'The running exponent of the number of cold positions',
    );
    return [upper, lower];
  },
});
