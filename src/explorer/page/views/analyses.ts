/** The views of analyses, with the controls of those that have better ones than words; and nim-values against positions. */
import type { AnalysisEntry } from '../../analysis-views.js';
import type { GameFacts } from '../../contract.js';
import { MOST_BASE, MOST_PLACES, type POINT_SEQUENCES } from '../address.js';
import { analysisView, type AnalysisView } from '../charts/analysis-view.js';
import type { RangeView } from '../charts/range.js';
import { field, h, select } from '../dom.js';
import { clamp } from '../format.js';
import { residues } from './residues.js';

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

/** The view of an analysis. */
export function showOf(entry: AnalysisEntry): View {
  const { name, series, isByPosition } = entry;
  const own = { density, digits, residues }[name as string] as Partial<AnalysisView<RangeView>> | undefined;
  return analysisView({ name, series, isByPosition, ...worded(entry), ...own });
}

type View = ReturnType<typeof analysisView>;

/** The options of an analysis as words. */
function worded({ options }: AnalysisEntry): Partial<AnalysisView<RangeView>> {
  if (options.length === 0) return {};
  type Words = Readonly<Record<string, string | undefined>>;
  return {
    options: ({ state }) => state(),
    controls: ({ state, note }, changed) => {
      const inputs = options.map(({ parameter, describe }) => {
        const input = h('input', { title: describe, value: (state() as Words)[parameter] });
        input.addEventListener('change', () => {
          note({ [parameter]: input.value || undefined }, 'push');
          changed();
        });
        return field(parameter, input);
      });
      return { element: h('div', { class: 'fields' }, inputs) };
    },
  };
}

/** A few periods, where there is one; else as many positions as show how the values grow. */
export const showNim = analysisView<'nim'>({
  name: 'nim-values',
  series: 'nim',
  isByPosition: true,
  usualEnd: ({ periods, series }: GameFacts) => {
    const { nim: period } = periods;
    const shown = period === null ? USUAL : Math.max(LEAST_DRAWN, period.preperiod + PERIODS * period.period);
    return Math.min(USUAL, shown, series.nim.reach);
  },
});

const density: Partial<AnalysisView<'density'>> = {
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
};

const digits: Partial<AnalysisView<'digits'>> = {
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
};
