/** The range of positions that a view looks at: two fields, and a way back to all. */
import { button, field, h } from '../dom.js';
import { grouped, readNumber } from '../format.js';
import { get, note } from '../state.js';

export interface ChosenRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The range in the address. */
export function rangeInAddress(): ChosenRange {
  const read = (name: string): number | undefined => readNumber(get(name) ?? '');
  return { from: read('from'), to: read('to') };
}

export interface RangeFields {
  readonly element: HTMLElement;
  readonly set: (range: ChosenRange) => void;
}

/** Fields for a range; `onChange` is called with the address changed already. */
export function rangeFields(whole: number, onChange: () => void): RangeFields {
  const input = (name: string, placeholder: string): HTMLInputElement =>
    h('input', { name, inputmode: 'numeric', placeholder, value: get(name) ?? '', onchange: () => change() });
  const from = input('from', '0');
  const to = input('to', grouped(whole));
  const reset = button('All', () => set({ from: undefined, to: undefined }), { class: 'quiet' });
  const change = (): void => {
    for (const each of [from, to]) {
      const isGood = each.value.trim() === '' || readNumber(each.value) !== undefined;
      each.setAttribute('aria-invalid', String(!isGood));
      if (!isGood) return;
    }
    set({ from: readNumber(from.value), to: readNumber(to.value) });
  };
  const set = (range: ChosenRange): void => {
    from.value = range.from === undefined ? '' : String(range.from);
    to.value = range.to === undefined ? '' : String(range.to);
    note({ from: range.from, to: range.to }, 'push');
    onChange();
  };
  return { element: h('div', { class: 'fields' }, field('from', from), field('to below', to), reset), set };
}
