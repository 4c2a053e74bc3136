/** Digits: how often each digit stands at the last places of the cold positions, as deviations from an even split. */
import * as Plot from '@observablehq/plot';
import type { DigitsResult } from '../../contract.js';
import { MOST_BASE, MOST_PLACES } from '../address.js';
import { analysisView } from '../charts/analysis-view.js';
import { draw } from '../charts/figure.js';
import { field, h } from '../dom.js';
import { clamp, grouped, percent, shareTick } from '../format.js';

/** Deviations below this share look like none. */
const LEAST_SHOWN = 0.005;

export const show = analysisView<DigitsResult>({
  name: 'digits',
  series: 'cold',
  options: ({ state }) => ({ base: state().base, places: state().places }),
  controls: ({ state, note }, changed) => {
    const number = (name: 'base' | 'places', least: number, most: number): HTMLElement => {
      const input = h('input', { type: 'number', min: least, max: most, value: state()[name] });
      input.addEventListener('change', () => {
        const value = clamp(Math.round(Number(input.value)) || least, least, most);
        input.value = String(value);
        note({ [name]: value }, 'push');
        changed();
      });
      return field(name, input);
    };
    const fields = [number('base', 2, MOST_BASE), number('places', 1, MOST_PLACES)];
    return { element: h('div', { class: 'fields' }, fields) };
  },
  draw: ({ places: found, base: radix, count }, width) => {
    const rows = found.flatMap(({ place, weight, counts }) =>
      counts.map((times, digit) => ({ place, weight, digit, times, deviation: times / count - 1 / radix })),
    );
    const deviations = rows.map(({ deviation }) => deviation);
    const title = ({ digit, weight, times }: (typeof rows)[number]): string =>
      `digit ${digit} at the ${grouped(weight)}s\n${grouped(times)} times, ${percent(times / count, 2)}\neven split ${percent(1 / radix, 2)}`;
    return [
      draw(
        width,
        {
          height: 120 + 130 * found.length,
          marginLeft: 64,
          fy: { label: null, tickFormat: (weight: number) => `${grouped(weight)}s` },
          x: { type: 'band', label: 'digit →' },
          y: {
            label: '↑ share above an even split',
            grid: true,
            tickFormat: shareTick,
            domain: [Math.min(-LEAST_SHOWN, ...deviations), Math.max(LEAST_SHOWN, ...deviations)],
          },
          marks: [
            Plot.barY(rows, {
              fy: 'weight',
              x: 'digit',
              y: 'deviation',
              fill: ({ deviation }) => (deviation >= 0 ? 'var(--accent)' : 'var(--warm)'),
            }),
            Plot.ruleY([0]),
            Plot.tip(rows, Plot.pointer({ fy: 'weight', x: 'digit', y: 'deviation', title })),
          ],
        },
        'Share of each digit above or below an even split',
      ),
    ];
  },
});
