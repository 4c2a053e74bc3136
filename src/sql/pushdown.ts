/**
 * The rows of each table that a query needs, from DuckDB's plan: DuckDB passes no conditions to table functions, so without
 * this all rows of a game would be read. Unknown parts of a plan mean all rows.
 *
 * DuckDB may run another plan. But every plan of a query gives the same result for any content of its tables, and by the plan
 * read here, rows that none of its scans lets through may as well be absent.
 */
import type { Range } from '../common/range.js';

export interface Needed {
  readonly range: Range;
  /** The only relevant game, if any. */
  readonly game?: string | undefined;
  readonly isCounted: boolean;
}

export const ALL: Needed = { range: { start: 0, stop: Number.MAX_SAFE_INTEGER }, isCounted: false };

/** An operator of a plan, from `EXPLAIN (FORMAT json)`. */
interface Operator {
  readonly name: string;
  readonly children: readonly Operator[];
  readonly extra_info: Readonly<Record<string, unknown>>;
}

/** Returns the rows needed of tables, by the names of their functions; of tables not in the result, all. */
export function neededBy(plan: string, functions: readonly string[]): ReadonlyMap<string, Needed> {
  const needed = new Map<string, Needed>();
  const visit = (operator: Operator, above: readonly Operator[]): void => {
    for (const child of operator.children) visit(child, [operator, ...above]);
    const name = functions.find((each) => each.toUpperCase() === operator.name.trim());
    if (name === undefined) return;
    const found = neededUnder(above);
    const other = needed.get(name);
    needed.set(name, other === undefined ? found : eitherOf(found, other));
  };
  for (const operator of JSON.parse(plan) as readonly Operator[]) visit(operator, []);
  return needed;
}

/** Returns the rows that pass the operators above a scan, nearest first. */
function neededUnder(above: readonly Operator[]): Needed {
  let { range } = ALL;
  let game: string | undefined;
  const filters = above.findIndex(({ name }) => name.trim() !== 'FILTER');
  for (const { extra_info: info } of above.slice(0, filters < 0 ? above.length : filters)) {
    const conditions = conditionsIn(String(info['Expression']));
    range = conditions.reduce(narrowed, range);
    game ??= conditions.map((condition) => OF_GAME.exec(condition)?.[1]).find((key) => key !== undefined);
  }
  const next = filters === 0 ? above[0] : undefined;
  // DuckDB turns `count(*)` into a whole number per row.
  const isCounted =
    next?.name.trim() === 'PROJECTION' && /^\d+$/.test(String(next.extra_info['Projections']));
  return { range, game, isCounted };
}

/** Splits an expression at its top-level ANDs. */
function conditionsIn(expression: string): string[] {
  const text = /^\((.*)\)$/s.exec(expression)?.[1];
  if (text === undefined || !isWhole(text)) return [expression];
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')') depth--;
    if (depth === 0 && text.startsWith(') AND (', i)) {
      parts.push(text.slice(start, i + 1));
      start = i + ') AND '.length;
    }
  }
  return start === 0 ? [text] : [...parts, text.slice(start)].flatMap(conditionsIn);
}

/** Whether parentheses are balanced. */
function isWhole(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth++;
    if (letter === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

const POSITION = String.raw`(?:n|CAST\(n AS DOUBLE\))`;
const NUMBER = String.raw`(-?\d+(?:\.\d+)?(?:e\+?\d+)?)`;
const COMPARED = new RegExp(`^${POSITION} (>=|>|<=|<|=) ${NUMBER}$`);
/** A text without quotes and control characters, which DuckDB shows unchanged. */
const OF_GAME = /^game = '([ -&(-~]+)'$/;
const BETWEEN = new RegExp(`^${POSITION} BETWEEN ${NUMBER} AND ${NUMBER}$`);

function narrowed({ start, stop }: Range, condition: string): Range {
  const between = BETWEEN.exec(condition);
  const compared = COMPARED.exec(condition);
  let [least, most] = [-Infinity, Infinity];
  // DuckDB shows open bounds in the same way: one more position is harmless.
  if (between !== null) [least, most] = [Number(between[1]), Number(between[2])];
  else if (compared !== null) {
    const [, sign, bound] = compared;
    if (sign !== '<' && sign !== '<=') least = Number(bound);
    if (sign !== '>' && sign !== '>=') most = Number(bound);
  }
  // Doubles near a bound may be rounded.
  const first = Math.min(stop, Math.max(start, Math.floor(least) - 1));
  return { start: first, stop: Math.max(first, Math.min(stop, Math.ceil(most) + 2)) };
}

function eitherOf(a: Needed, b: Needed): Needed {
  const start = Math.min(a.range.start, b.range.start);
  return {
    range: { start, stop: Math.max(a.range.stop, b.range.stop) },
    game: a.game === b.game ? a.game : undefined,
    isCounted: a.isCounted && b.isCounted,
  };
}
