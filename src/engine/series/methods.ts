/** The names of all methods: solvers, rules that fill blocks without solving, and the seed. */
import { oneOf } from '../../common/one-of.js';
import { refuse } from '../../common/errors.js';
import { SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';
import type { SolverName } from '../../solver/methods.js';
import { DESCRIPTIONS } from './descriptions.js';

/** The method of seeded positions, whose values the game declares. */
export const SEED_METHOD = 'seed';

/** Methods for the nim-values of a game with a pass; `auto` is the first. */
export const PASS_METHODS = ['plain', 'levels'] as const;

/** Methods that continue a series without solving, named like the source of answers. */
const RULE_METHODS = ['period', 'closed-form'] as const;

export type RuleMethod = (typeof RULE_METHODS)[number];

export function isRuleMethod(method: string): method is RuleMethod {
  return RULE_METHODS.some((name) => name === method);
}

/** Returns the methods of a series, without `auto`. */
function methodsOf(series: SeriesName): MethodName[] {
  return [...DESCRIPTIONS[series].solvers.methods.map(({ name }) => name), ...RULE_METHODS];
}

/** A method's name; `auto` is the cheapest by the cost model. */
export type MethodName = 'auto' | SolverName | RuleMethod;

/** Every method's name, `auto` first. */
export const METHOD_NAMES: readonly MethodName[] = [
  ...new Set(['auto' as const, ...SERIES_NAMES.flatMap(methodsOf)]),
];

/** Raises a usage error unless a method exists and gives each of the series. */
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
