/** The views of analyses, some with controls of their own; nim-values and remoteness against positions. */
import type { ComponentType } from 'preact';
import { MAX_SHOWN, positionsShown } from '../../../common/usual-figures.js';
import type { AnalysisEntry } from '../../analysis-views.js';
import { MAX_BASE, MAX_PLACES, type POINT_SEQUENCES } from '../address.js';
import { analysisView, notebook, type AnalysisSpec } from '../charts/analysis-view.js';
import type { RangeView } from '../charts/range.js';
import { Field, Select, TextInput, WholeInput, WholeSlider } from '../kit/controls.js';
import type { ViewProps } from '../view.js';
import { residues } from './residues.js';

const SEQUENCES: readonly (readonly [name: (typeof POINT_SEQUENCES)[number], words: string])[] = [
  ['cubes', 'at cubes'],
  ['powers-of-2', 'at powers of 2'],
  ['powers-of-10', 'at powers of 10'],
];

type Own<Name extends RangeView> = Pick<AnalysisSpec<Name>, 'options' | 'Controls' | 'isScrubbed' | 'Below'>;

/** Returns a view of some analyses, scrolled to one of them. */
export function viewOf(
  entries: readonly AnalysisEntry[],
  first: AnalysisEntry,
): ComponentType<ViewProps<RangeView>> {
  const specs = entries.map((entry): AnalysisSpec<RangeView> => {
    const { name, title, lead, series, isByPosition } = entry;
    const own = { density, digits, residues }[name as string] as Own<RangeView> | undefined;
    return { name, title, lead, series, isByPosition, ...worded(entry), ...own };
  });
  return notebook(specs, first.name);
}

function worded({ options }: AnalysisEntry): Partial<Own<RangeView>> {
  if (options.length === 0) return {};
  type Words = Readonly<Record<string, string | undefined>>;
  return {
    options: ({ values }) => values,
    Controls: ({ values, note }) => (
      <div class="fields">
        {options.map(({ parameter, describe }) => (
          <Field key={parameter} label={parameter}>
            <TextInput
              title={describe}
              value={(values as Words)[parameter] ?? ''}
              onChoose={(text) => note({ [parameter]: text || undefined }, 'push')}
            />
          </Field>
        ))}
      </div>
    ),
  };
}

export const Nim = analysisView<'nim'>({
  name: 'nim-values',
  series: 'nim',
  isByPosition: true,
  usualEnd: ({ periods, series }) => Math.min(positionsShown(periods.nim) ?? MAX_SHOWN, series.nim.reach),
});

export const Remoteness = analysisView<'remoteness'>({
  name: 'remoteness',
  series: 'remoteness',
  isByPosition: true,
  usualEnd: ({ series }) => Math.min(MAX_SHOWN, series.remoteness.reach),
});

const density: Own<'density'> = {
  options: ({ values }) => ({ at: values.points }),
  Controls: ({ values: { points }, note }) => {
    const isListed = SEQUENCES.some(([name]) => name === points);
    const own = [points, `at ${points.length > 20 ? `${points.slice(0, 20)}…` : points}`] as const;
    const options = isListed ? SEQUENCES : [...SEQUENCES, own];
    return (
      <Field label="points">
        <Select options={options} value={points} onChoose={(name) => note({ points: name }, 'push')} />
      </Field>
    );
  },
};

const digits: Own<'digits'> = {
  options: ({ values: { base, places } }) => ({ base, places }),
  isScrubbed: true,
  Controls: ({ values: { base, places }, note }) => (
    <>
      <WholeSlider
        label="base"
        name="Base"
        value={base}
        {...{ least: 2, end: MAX_BASE, most: MAX_BASE }}
        onChoose={(to, how) => note({ base: to }, how)}
      />
      <Field label="places">
        <WholeInput
          value={places}
          least={1}
          most={MAX_PLACES}
          onChoose={(to) => note({ places: to }, 'push')}
        />
      </Field>
    </>
  ),
};
