/** The rule of a match or a sum, as the address has it: who moves last wins, or loses. */
import { field, select } from '../dom.js';
import { getFlag, note } from '../state.js';

/** A field for it; `onChange` is called with the address changed already. */
export function ruleField(onChange: () => void): HTMLElement {
  const rules = [
    ['', 'the last move wins'],
    ['1', 'misere: the last move loses'],
  ] as const;
  const choice = select(rules, getFlag('misere') ? '1' : '', (value) => {
    note({ misere: value === '1' });
    onChange();
  });
  return field('rule', choice);
}
