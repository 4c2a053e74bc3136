/** Conditions on columns: their values, three-valued logic, and sentences for everything that is none. */
import { describe, expect, it } from 'vitest';
import { parseCondition, type Cell, type ConditionColumn } from '../../src/tables/condition.js';

type Row = Readonly<Record<string, Cell>>;

const column = (name: string, type: ConditionColumn<Row>['type']): ConditionColumn<Row> => ({
  name,
  type,
  of: (row) => row[name],
});
const COLUMNS = [
  ...['a', 'b', 'unknown'].map((name) => column(name, 'number')),
  column('yes', 'condition'),
  column('maybe', 'condition'),
  column('word', 'text'),
];
const ROW: Row = { a: 7, b: 3, unknown: null, yes: true, maybe: null, word: 'no' };

const holds = (text: string): boolean | null => parseCondition(text, COLUMNS).holds(ROW);

describe('a condition', () => {
  it.each<[string, boolean | null]>([
    ['yes', true],
    ['NOT yes', false],
    ['not not yes', true],
    ['a = 7 AND b = 3', true],
    ['A=7 and B<>3', false],
    ['a == 8 OR b != 4', true],
    ['a < 7 OR a <= 7', true],
    ['a > 7 OR a >= 8', false],
    // Products before sums, AND before OR, comparisons before NOT, and each from the left.
    ['1 + 2 * 3 = 7', true],
    ['(1 + 2) * 3 = 9', true],
    ['10 - 4 - 3 = 3', true],
    ['100 / 10 / 5 = 2', true],
    ['yes OR yes AND NOT yes', true],
    ['NOT a = 7 OR b = 4', false],
    ['NOT (a = 8 OR b = 4)', true],
    ['-a + 10 = b', true],
    ['--a = a', true],
    // Quotients are rounded down, and remainders have the sign of the divisor.
    ['a / 2 = 3', true],
    ['-a / 2 = -4', true],
    ['a % b = 1', true],
    ['-a % b = 2', true],
    ['1_000 = 1000', true],
    ['divides(b, 6)', true],
    ['divides(b, a)', false],
    ['DIVIDES(a - 4, b * 2)', true],
    ['divides(0, 0)', true],
    ['divides(0, a)', false],
    ["word = 'no'", true],
    ["word != 'no'", false],
    ['yes = (a = 7)', true],
    // Nothing is known of numbers divided by 0, and of those above 2^53 - 1.
    ['a / 0 = 1', null],
    ['a % (b - 3) = 0', null],
    ['9007199254740991 + a > 0', null],
    ['9007199254740991 * 1 > 0', true],
    ['unknown = 3', null],
    ['NOT unknown = 3', null],
    ['divides(unknown, 6)', null],
    ['maybe', null],
    ['maybe AND yes', null],
    ['maybe AND NOT yes', false],
    ['NOT yes AND maybe', false],
    ['maybe OR yes', true],
    ['maybe OR NOT yes', null],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  it('names its columns once', () => {
    const { columns } = parseCondition('a + A < b OR divides(a, 3)', COLUMNS);
    expect(columns.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it.each([
    ['c = 1', 'The expression names "c", which is no column. Choose one of a, b, unknown, yes, maybe, word.'],
    ['', 'The expression ends too early. Write a condition such as'],
    ['a =', 'The expression ends too early.'],
    ['(a = 1', 'The expression ends too early.'],
    ['a = 1)', 'The expression cannot be read from ")" on.'],
    ['a = 1 b', 'The expression cannot be read from "b" on.'],
    ['a = 1 = 1', 'The expression cannot be read from "= 1" on.'],
    ['a & b', 'The expression cannot be read from "& b" on.'],
    ["word = 'no", 'The expression cannot be read from "\'no" on.'],
    ['divides(a)', 'The expression cannot be read from ")" on.'],
    ['divides a, b', 'The expression cannot be read from "a, b" on.'],
    ['1.5 = a', 'The expression cannot be read from ".5 = a" on.'],
    ['9007199254740992 = a', 'The expression cannot be read from "9007199254740992 = a" on.'],
    ['AND yes', 'The expression names "AND", which is no column.'],
    ['a', 'The expression has a number where a condition belongs: "a". Compare numbers to get a condition.'],
    ['a + yes = 1', 'The expression has a condition where a number belongs: "yes".'],
    ['a AND yes', 'The expression has a number where a condition belongs: "a".'],
    ['yes OR b', 'The expression has a number where a condition belongs: "b".'],
    ['NOT a', 'The expression has a number where a condition belongs: "a".'],
    ['word = 1', 'The expression has a number where a text belongs: "1".'],
    ["word < 'a'", 'The expression has a text where a number belongs: "word".'],
    ['-yes = 1', 'The expression has a condition where a number belongs: "yes".'],
    ['constructor', 'The expression names "constructor", which is no column.'],
    ['a = 1 '.padEnd(1001), 'The expression has 1001 characters. It can have at most 1000.'],
    [`${'('.repeat(51)}yes${')'.repeat(51)}`, 'more than 50 parentheses within each other'],
  ])('%s is refused', (text, message) => {
    expect(() => parseCondition(text, COLUMNS)).toThrow(message);
  });

  it('may be as deep and long as allowed', () => {
    expect(holds(`${'('.repeat(50)}yes${')'.repeat(50)}`)).toBe(true);
    expect(holds(`${'NOT '.repeat(248)}yes`)).toBe(true);
    expect(holds(`${'-'.repeat(990)}a = 7`)).toBe(true);
    expect(holds(`0${'+1'.repeat(490)} = 490`)).toBe(true);
  });
});
