/** The rule of a match or a sum: who moves last wins, or loses. */
import { select } from '../dom.js';

const RULES = [
  ['', 'the last move wins'],
  ['1', 'misere: the last move loses'],
] as const;

/** A choice of the rule. */
export function ruleSelect(isMisere: boolean, onChange: (isMisere: boolean) => void): HTMLSelectElement {
  return select(RULES, isMisere ? '1' : '', (value) => onChange(value === '1'));
}
