/** The range of positions of a view: two fields, and a button that resets it. */
import type { AnalysisEntry } from '../../analysis-views.js';
import { Button, Field, NumberInput } from '../kit/controls.js';
import { withCommas } from '../format.js';
import type { ViewProps } from '../view.js';

/** The views whose addresses have a range. */
export type RangeView = 'nim' | 'remoteness' | AnalysisEntry['name'];

interface RangeProps extends Pick<ViewProps<RangeView>, 'values' | 'note'> {
  /** The default end. */
  readonly whole: number;
  /** Whether the range contains no position. */
  readonly isEmpty: boolean;
  /** Whether the end has a slider. */
  readonly isScrubbed: boolean;
}

export function RangeFields({ values, note, whole, isEmpty, isScrubbed }: RangeProps) {
  const end = (name: 'from' | 'to', placeholder: string) => (
    <NumberInput
      name={name}
      placeholder={placeholder}
      value={values[name]}
      isInvalid={isEmpty}
      onChoose={(value) => note({ [name]: value }, 'push')}
    />
  );
  return (
    <div class="fields">
      <Field label="from">{end('from', '0')}</Field>
      <Field label="up to">{end('to', withCommas(whole))}</Field>
      {isScrubbed && (
        <input
          type="range"
          min={Math.min(whole, (values.from ?? 0) + 1)}
          max={whole}
          value={values.to ?? whole}
          aria-label="End of the range"
          onInput={(event) => {
            const to = Number(event.currentTarget.value);
            note({ to: to === whole ? undefined : to });
          }}
        />
      )}
      <Button class="quiet" onClick={() => note({ from: undefined, to: undefined }, 'push')}>
        All
      </Button>
    </div>
  );
}
