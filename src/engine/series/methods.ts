/** The names of all methods: those of the solvers, the rules that fill blocks without solving, and the seed. */
import { oneOf } from '../../common/one-of.js';
import { refuse } from '../../common/errors.js';
import { SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';
import type { SolverName } from '../../solver/methods.js';
import { DESCRIPTIONS } from './descriptions.js';

/** What fills the positions of a seed, whose values the game declares. */
export const SEED_METHOD = 'seed';

/** Methods that take values from what continues a series; by the source that its answers name. */
const RULE_METHODS = ['period', 'closed-form'] as const;

export type RuleMethod = (typeof RULE_METHODS)[number];

export function isRuleMethod(method: string): method is RuleMethod {
  return RULE_METHODS.some((name) => name === method);
}

/** The methods that give a series; `auto` is left out. */
function methodsOf(series: SeriesName): MethodName[] {
  return [...DESCRIPTIONS[series].solvers.methods.map(({ name }) => name), ...RULE_METHODS];
}

/** A method by its name; `auto` is the cheapest by the cost model. */
export type MethodName = 'auto' | SolverName | RuleMethod;

/** Every method's name, `auto` first. */
export const METHOD_NAMES: readonly MethodName[] = [
  ...new Set(['auto' as const, ...SERIES_NAMES.flatMap(methodsOf)]),
];

/** Checks that a method exists and gives each of the series; raises a usage error otherwise. */
export function checkMethod(method: MethodName, series: readonly SeriesName[]): void {
  oneOf(method, METHOD_NAMES, 'The method');
  const gives = (name: SeriesName): boolean => method === 'auto' || methodsOf(name).includes(method);
  const lacking = series.find((name) => !gives(name));
  if (lacking === undefined) return;
  refuse(
    'The method {method} does not give the series {series}, as {choices} do.',
    { method, series: lacking, choices: ['auto', ...methodsOf(lacking)] },
    { remedy: { do: 'give', option: 'series', value: SERIES_NAMES.find(gives)! } },
  );
}
