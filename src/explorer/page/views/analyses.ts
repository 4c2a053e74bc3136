/** The views of analyses that need no more than their options, and of nim-values against positions. */
import type { GameFacts } from '../../contract.js';
import { MOST_BASE, MOST_PLACES, type POINT_SEQUENCES } from '../address.js';
import { analysisView } from '../charts/analysis-view.js';
import { field, h, select } from '../dom.js';
import { clamp } from '../format.js';

/** Positions that are looked at when none are named. */
const USUAL = 2 ** 16;
/** Of a periodic game so many periods, and positions at least. */
const PERIODS = 4;
const LEAST_DRAWN = 60;

const SEQUENCES: readonly (readonly [name: (typeof POINT_SEQUENCES)[number], words: string])[] = [
  ['cubes', 'at cubes'],
  ['powers-of-2', 'at powers of 2'],
  ['powers-of-10', 'at powers of 10'],
];

export const records = analysisView<'records'>({ name: 'records', series: 'nim', isByPosition: true });
export const values = analysisView<'values'>({ name: 'values', series: 'nim' });
export const gaps = analysisView<'gaps'>({ name: 'gaps', series: 'cold' });

/** A few periods, where there is one; else as many positions as show how the values grow. */
export const nim = analysisView<'nim'>({
  name: 'nim-values',
  series: 'nim',
  isByPosition: true,
  usualEnd: ({ periods, series }: GameFacts) => {
    const { nim: period } = periods;
    const shown = period === null ? USUAL : Math.max(LEAST_DRAWN, period.preperiod + PERIODS * period.period);
    return Math.min(USUAL, shown, series.nim.reach);
  },
});

export const density = analysisView<'density'>({
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
});

export const digits = analysisView<'digits'>({
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
});
