/** Conditions on the columns of a table, such as `additive OR divides(nim_period, s1 + s2)`, in three-valued logic. */
import { refuse } from '../common/errors.js';

/** A value of a column or an expression; null if unknown. */
export type Cell = number | string | boolean | null;
type CellType = 'number' | 'text' | 'condition';

export interface ConditionColumn<Row> {
  readonly name: string;
  readonly type: CellType;
  readonly of: (row: Row) => Cell;
}

/** A parsed condition. */
export interface Condition<Row> {
  /** The columns that it names. */
  readonly columns: readonly ConditionColumn<Row>[];
  /** Whether it holds; null if that depends on something unknown. */
  holds(row: Row): boolean | null;
}

interface Expression<Row> {
  readonly type: CellType;
  readonly of: (row: Row) => Cell;
}

const MAX_CHARACTERS = 1000;
/** Parentheses within each other, which take a dozen calls each. */
const MAX_DEPTH = 50;

const TOKEN = /\s*(\d[\d_]*|[a-z_]\w*|'[^']*'|<=|>=|!=|<>|==|[-+*/%<>=(),])/iy;

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const EQUALITIES: Readonly<Record<string, boolean>> = { '=': true, '==': true, '!=': false, '<>': false };

/** Operations on whole numbers. Quotients are rounded down, and remainders have the sign of the divisor. */
const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.floor(a / b),
  '%': (a, b) => a - b * Math.floor(a / b),
};

/** Returns the value of a number in a row; null if unknown. */
export type Quantity<Row> = (row: Row) => number | null;

/**
 * Parses a condition: columns, whole numbers, texts in single quotes, + - * / %, comparisons, AND, OR, NOT, parentheses and
 * `divides(a, b)`. Raises a usage error for anything else. A division by 0 and a number beyond 2^53 - 1 are unknown.
 */
export function parseCondition<Row>(text: string, columns: readonly ConditionColumn<Row>[]): Condition<Row> {
  return new Parser(text, columns, 'condition such as "additive OR nim_period = s1 + s2"').condition();
}

/** Parses a number made in the same way, such as `s2 - s1`. */
export function parseQuantity<Row>(text: string, columns: readonly ConditionColumn<Row>[]): Quantity<Row> {
  return new Parser(text, columns, 'number such as "s2 - s1"').quantity();
}

class Parser<Row> {
  readonly #text: string;
  /** What to write, with an example. */
  readonly #wanted: string;
  readonly #columns: readonly ConditionColumn<Row>[];
  readonly #used = new Set<ConditionColumn<Row>>();
  /** The start and the text of the next token; empty at the end. */
  #at = 0;
  #token = '';
  #end = 0;
  #depth = 0;

  constructor(text: string, columns: readonly ConditionColumn<Row>[], wanted: string) {
    const [length, most] = [text.length, MAX_CHARACTERS];
    if (length > most)
      refuse('The expression has {length} characters. It can have at most {most}.', { length, most });
    this.#text = text;
    this.#wanted = wanted;
    this.#columns = columns;
    this.#advance();
  }

  condition(): Condition<Row> {
    const whole = this.#whole('condition');
    return { columns: [...this.#used], holds: (row) => whole(row) as boolean | null };
  }

  quantity(): Quantity<Row> {
    return this.#whole('number') as Quantity<Row>;
  }

  #whole(type: CellType): Expression<Row>['of'] {
    const whole = this.#typed(type, () => this.#or());
    if (this.#token !== '') this.#fail();
    return whole;
  }

  #or(): Expression<Row> {
    return this.#logical('OR', true, () => this.#logical('AND', false, () => this.#not()));
  }

  /** Operands joined by a word; `decisive` is the value of one that decides. */
  #logical(word: string, decisive: boolean, operand: () => Expression<Row>): Expression<Row> {
    const start = this.#at;
    const first = operand();
    if (!this.#isWord(word)) return first;
    const operands = [this.#ofType('condition', first, start)];
    while (this.#skipWord(word)) operands.push(this.#typed('condition', operand));
    return {
      type: 'condition',
      of: (row) => {
        let result: boolean | null = !decisive;
        for (const of of operands) {
          const value = of(row);
          if (value === decisive) return decisive;
          if (value === null) result = null;
        }
        return result;
      },
    };
  }

  #not(): Expression<Row> {
    if (!this.#skipWord('NOT')) return this.#comparison();
    const of = this.#typed('condition', () => this.#not());
    return { type: 'condition', of: mapped(of, (value) => value !== true) };
  }

  #comparison(): Expression<Row> {
    const start = this.#at;
    const left = this.#sum();
    const sign = this.#token;
    const compare = Object.hasOwn(COMPARISONS, sign) ? COMPARISONS[sign] : undefined;
    if (compare === undefined && !Object.hasOwn(EQUALITIES, sign)) return left;
    if (compare !== undefined) {
      const a = this.#ofType('number', left, start);
      this.#advance();
      const b = this.#typed('number', () => this.#sum());
      return { type: 'condition', of: combined(a, b, (x, y) => compare(Number(x), Number(y))) };
    }
    this.#advance();
    const right = this.#typed(left.type, () => this.#sum());
    return { type: 'condition', of: combined(left.of, right, (x, y) => (x === y) === EQUALITIES[sign]) };
  }

  #sum(): Expression<Row> {
    return this.#arithmetic(['+', '-'], () => this.#arithmetic(['*', '/', '%'], () => this.#unary()));
  }

  #arithmetic(signs: readonly string[], operand: () => Expression<Row>): Expression<Row> {
    const start = this.#at;
    let result = operand();
    while (signs.includes(this.#token)) {
      const operation = OPERATIONS[this.#token];
      const a = this.#ofType('number', result, start);
      this.#advance();
      const b = this.#typed('number', operand);
      result = {
        type: 'number',
        of: combined(a, b, (x, y) => {
          const value = operation(Number(x), Number(y));
          return Number.isSafeInteger(value) ? value : null;
        }),
      };
    }
    return result;
  }

  #unary(): Expression<Row> {
    if (!this.#skip('-')) return this.#primary();
    const of = this.#typed('number', () => this.#unary());
    return { type: 'number', of: mapped(of, (value) => 0 - Number(value)) };
  }

  #primary(): Expression<Row> {
    const token = this.#token;
    if (this.#skip('(')) {
      if (++this.#depth > MAX_DEPTH)
        refuse('The expression has more than {most} parentheses within each other. Leave some out.', {
          most: MAX_DEPTH,
        });
      const inside = this.#or();
      this.#require(')');
      this.#depth--;
      return inside;
    }
    if (/^\d/.test(token)) {
      const value = Number(token.replaceAll('_', ''));
      if (!Number.isSafeInteger(value)) this.#fail();
      this.#advance();
      return { type: 'number', of: () => value };
    }
    if (token.startsWith("'")) {
      this.#advance();
      return { type: 'text', of: () => token.slice(1, -1) };
    }
    if (!/^[a-z_]/i.test(token)) this.#fail();
    if (this.#skipWord('divides')) {
      this.#require('(');
      const a = this.#typed('number', () => this.#sum());
      this.#require(',');
      const b = this.#typed('number', () => this.#sum());
      this.#require(')');
      return {
        type: 'condition',
        of: combined(a, b, (x, y) => (x === 0 ? y === 0 : Number(y) % Number(x) === 0)),
      };
    }
    const column = this.#columns.find(({ name }) => name === token.toLowerCase());
    if (column === undefined) {
      refuse('The expression names "{name}", which is no column. Choose one of {columns}.', {
        name: token,
        columns: this.#columns.map(({ name }) => name),
      });
    }
    this.#advance();
    this.#used.add(column);
    return column;
  }

  #typed(type: CellType, read: () => Expression<Row>): Expression<Row>['of'] {
    const start = this.#at;
    return this.#ofType(type, read(), start);
  }

  #ofType(type: CellType, expression: Expression<Row>, start: number): Expression<Row>['of'] {
    if (expression.type === type) return expression.of;
    refuse(
      'The expression has a {found} where a {wanted} belongs: "{part}". Compare numbers to get a condition.',
      {
        found: expression.type,
        wanted: type,
        part: this.#text.slice(start, this.#at).trim(),
      },
    );
  }

  #isWord(word: string): boolean {
    return this.#token.toUpperCase() === word.toUpperCase();
  }

  #skipWord(word: string): boolean {
    const isNext = this.#isWord(word);
    if (isNext) this.#advance();
    return isNext;
  }

  #skip(sign: string): boolean {
    const isNext = this.#token === sign;
    if (isNext) this.#advance();
    return isNext;
  }

  #require(sign: string): void {
    if (!this.#skip(sign)) this.#fail();
  }

  #advance(): void {
    this.#at = this.#end;
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    this.#token = found?.[1] ?? '';
    if (found !== null) this.#end = TOKEN.lastIndex;
    else if (this.#text.slice(this.#at).trim() !== '') this.#fail();
  }

  #fail(): never {
    const rest = this.#text.slice(this.#at).trim();
    const problem = rest === '' ? 'ends too early' : 'cannot be read from "{rest}" on';
    refuse(`The expression ${problem}. Write a ${this.#wanted}.`, { rest });
  }
}

function mapped<Row>(of: (row: Row) => Cell, map: (value: Cell) => Cell): (row: Row) => Cell {
  return (row) => {
    const value = of(row);
    return value === null ? null : map(value);
  };
}

function combined<Row>(
  a: (row: Row) => Cell,
  b: (row: Row) => Cell,
  combine: (a: Cell, b: Cell) => Cell,
): (row: Row) => Cell {
  return (row) => {
    const [x, y] = [a(row), b(row)];
    return x === null || y === null ? null : combine(x, y);
  };
}
