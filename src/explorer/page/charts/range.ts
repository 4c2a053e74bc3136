/** The range of positions that a view looks at: two fields, and a way back to all. */
import type { AnalysisEntry } from '../../analysis-views.js';
import { AskError } from '../api.js';
import { button, field, h } from '../dom.js';
import { grouped, readNumber } from '../format.js';
import type { Context } from '../view.js';

/** The views whose addresses have a range. */
export type RangeView = 'nim' | AnalysisEntry['name'];

export interface RangeFields {
  readonly element: HTMLElement;
  readonly set: (range: { readonly from: number | undefined; readonly to: number | undefined }) => void;
  /** Raises where the range in the address has no position; `end` is its end. */
  readonly check: (end: number) => void;
}

/** Fields for the range in the address; `whole` is its end where none is chosen, `onChange` is called after a change. */
export function rangeFields(
  { state, note, follow }: Context<RangeView>,
  whole: () => number,
  onChange: () => void,
): RangeFields {
  const input = (name: 'from' | 'to', placeholder: string): HTMLInputElement =>
    h('input', { name, inputmode: 'numeric', placeholder, value: state()[name], onchange: () => change() });
  const from = input('from', '0');
  const to = input('to', grouped(whole()));
  const reset = button('All', () => set({ from: undefined, to: undefined }), { class: 'quiet' });
  const mark = (isGood: boolean, ...inputs: readonly HTMLInputElement[]): void => {
    for (const each of inputs) each.setAttribute('aria-invalid', String(!isGood));
  };
  const change = (): void => {
    for (const each of [from, to]) {
      const isGood = each.value.trim() === '' || readNumber(each.value) !== undefined;
      mark(isGood, each);
      if (!isGood) return;
    }
    set({ from: readNumber(from.value), to: readNumber(to.value) });
  };
  const set: RangeFields['set'] = (range) => {
    from.value = range.from === undefined ? '' : String(range.from);
    to.value = range.to === undefined ? '' : String(range.to);
    note(range, 'push');
    onChange();
  };
  const check = (stop: number): void => {
    const { from: start = 0 } = state();
    mark(start < stop, from, to);
    if (start < stop) return;
    throw new AskError(400, {
      ...{ code: 'usage', exitCode: 2, subject: 'The range' },
      expected: 'a beginning below its end',
      found: `from ${grouped(start)} to below ${grouped(stop)}`,
      ...{ help: null, remedy: null },
    });
  };
  follow(() => (to.placeholder = grouped(whole())));
  return {
    element: h('div', { class: 'fields' }, field('from', from), field('to below', to), reset),
    set,
    check,
  };
}
