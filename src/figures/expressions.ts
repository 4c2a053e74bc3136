/**
 * The expressions in a figure, evaluated as the trees that Vega parses them into. By itself Vega compiles them to code, which
 * the policy of a page may forbid. A page and a file are drawn in the same way, so this is the only one.
 */

/** A node of a tree, with the parts that its type has. */
interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** What names in an expression mean. */
interface Names {
  /** Functions of Vega, which belong to this object. */
  readonly functions: Readonly<Record<string, (...given: unknown[]) => unknown>>;
  readonly datum?: unknown;
  readonly item?: unknown;
  readonly event?: unknown;
  /** Signals and scales, each with a sign before its name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

interface Context {
  readonly functions: Names['functions'];
}
interface Expression {
  readonly ast: Node;
}
type Item = Record<string, unknown> & { readonly datum?: unknown };
interface Event {
  readonly item?: Item | undefined;
}
interface Encoding {
  readonly marktype: string;
  readonly channels: Readonly<Record<string, Expression>>;
}

const BINARY: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '<': (a: number, b: number) => a < b,
  '>': (a: number, b: number) => a > b,
  '<=': (a: number, b: number) => a <= b,
  '>=': (a: number, b: number) => a >= b,
  '===': (a: unknown, b: unknown) => a === b,
  '!==': (a: unknown, b: unknown) => a !== b,
  // As expressions have them: null is equal to what is missing.
  // eslint-disable-next-line eqeqeq
  '==': (a: unknown, b: unknown) => a == b,
  // eslint-disable-next-line eqeqeq
  '!=': (a: unknown, b: unknown) => a != b,
};
const UNARY: Readonly<Record<string, (a: never) => unknown>> = {
  '-': (a: number) => -a,
  '+': (a: unknown) => Number(a),
  '!': (a: unknown) => !(a as boolean),
};
/** Functions that belong to nothing; those of `Math` have its names. */
const FREE: Readonly<Record<string, (...given: never[]) => unknown>> = {
  isNaN: Number.isNaN,
  isFinite: Number.isFinite,
  clamp: (value: number, low: number, high: number) => Math.max(low, Math.min(high, value)),
  length: (value: { readonly length: number }) => value.length,
  parseFloat,
  parseInt,
  upper: (text: unknown) => String(text).toUpperCase(),
  lower: (text: unknown) => String(text).toLowerCase(),
  trim: (text: unknown) => String(text).trim(),
  substring: (text: unknown, from: number, to?: number) => String(text).substring(from, to),
  split: (text: unknown, between: string) => String(text).split(between),
};

/** A scale of a figure. */
interface Scale {
  (value: unknown): unknown;
  readonly range: () => unknown;
  readonly bandwidth?: () => number;
}
/** What marks ask of their scales. */
const OF_SCALES: Readonly<Record<string, (scale: Scale, value: unknown) => unknown>> = {
  _bandwidth: (scale) => scale.bandwidth?.() ?? 0,
  _range: (scale) => scale.range(),
  _scale: (scale, value) => scale(value),
};

function own<Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

function missing(kind: string, name: unknown): never {
  throw new Error(`a figure's expression: expected a known ${kind}, found ${String(name)}`);
}

const VISITS: Readonly<Record<string, (node: never, names: Names) => unknown>> = {
  Literal: ({ value }: { value: unknown }) => value,
  Identifier: ({ name }: { name: string }, names) => {
    if (name === 'datum' || name === 'item' || name === 'event') return names[name];
    const constant = name === 'NaN' ? NaN : (Math as unknown as Record<string, unknown>)[name];
    return typeof constant === 'number' ? constant : names.parameters?.[`$${name}`];
  },
  MemberExpression: (node: { object: Node; property: Node; computed: boolean }, names) => {
    const of = visit(node.object, names) as Readonly<Record<string, unknown>>;
    return of[node.computed ? String(visit(node.property, names)) : String(node.property['name'])];
  },
  CallExpression: (node: { callee: Node; arguments: readonly Node[] }, names) => {
    const name = String(node.callee['name']);
    if (name === 'if') {
      const [test, yes, no] = node.arguments;
      return visit((visit(test, names) as boolean) ? yes : no, names);
    }
    const given = node.arguments.map((each) => visit(each, names));
    // Of a scale itself, in the place of its name: `_range("x")`.
    const ofScale = own(OF_SCALES, name);
    if (ofScale !== undefined) return ofScale(names.parameters![`%${String(given[0])}`] as Scale, given[1]);
    const ofMath = (Math as unknown as Record<string, unknown>)[name];
    const found = own(FREE, name) ?? (typeof ofMath === 'function' ? ofMath : names.functions[name]);
    if (typeof found !== 'function') missing('function', name);
    return (found as (...of: unknown[]) => unknown).apply(names.functions, given);
  },
  ArrayExpression: ({ elements }: { elements: readonly Node[] }, names) =>
    elements.map((each) => visit(each, names)),
  ObjectExpression: ({ properties }: { properties: readonly { key: Node; value: Node }[] }, names) =>
    Object.fromEntries(
      properties.map(({ key, value }) => [String(key['name'] ?? key['value']), visit(value, names)]),
    ),
  BinaryExpression: (node: { operator: string; left: Node; right: Node }, names) => {
    const act = own(BINARY, node.operator) ?? missing('operator', node.operator);
    return act(visit(node.left, names) as never, visit(node.right, names) as never);
  },
  UnaryExpression: (node: { operator: string; argument: Node }, names) =>
    (own(UNARY, node.operator) ?? missing('operator', node.operator))(visit(node.argument, names) as never),
  LogicalExpression: (node: { operator: string; left: Node; right: Node }, names) => {
    const left = visit(node.left, names);
    return Boolean(left) === (node.operator === '||') ? left : visit(node.right, names);
  },
  ConditionalExpression: (node: { test: Node; consequent: Node; alternate: Node }, names) =>
    visit((visit(node.test, names) as boolean) ? node.consequent : node.alternate, names),
};

function visit(node: Node, names: Names): unknown {
  const act = own(VISITS, node.type) ?? missing('part', node.type);
  return act(node as never, names);
}

/** Along an axis, the names of a beginning, an end, a middle and a size. */
const AXES = [
  ['x', 'x2', 'xc', 'width'],
  ['y', 'y2', 'yc', 'height'],
] as const;
/** Marks whose ends may be in any order. */
const UNORDERED = ['group', 'image', 'rect'];

/** Places a mark by the channels it has: its end or its middle in the place of its beginning or its size. */
function place(item: Record<string, number>, { marktype, channels }: Encoding): void {
  if (marktype === 'rule') return;
  for (const [begin, end, middle, size] of AXES) {
    if (end in channels && begin in channels) {
      if (UNORDERED.includes(marktype) && item[begin] > item[end])
        [item[begin], item[end]] = [item[end], item[begin]];
      item[size] = item[end] - item[begin];
    } else if (end in channels) item[begin] = item[end] - (item[size] || 0);
    if (middle in channels) item[begin] = item[middle] - (item[size] || 0) / 2;
  }
}

/** How Vega evaluates: each makes a function of an expression. */
export const EXPRESSIONS = {
  operator:
    ({ functions }: Context, { ast }: Expression) =>
    (parameters: Names['parameters']) =>
      visit(ast, { functions, ...(parameters && { parameters }) }),
  parameter:
    ({ functions }: Context, { ast }: Expression) =>
    (datum: unknown, parameters: Names['parameters']) =>
      visit(ast, { functions, datum, ...(parameters && { parameters }) }),
  event:
    ({ functions }: Context, { ast }: Expression) =>
    (event: Event) =>
      visit(ast, { functions, event }),
  handler:
    ({ functions }: Context, { ast }: Expression) =>
    (parameters: Names['parameters'], event: Event) =>
      visit(ast, { functions, datum: event.item?.datum, event, ...(parameters && { parameters }) }),
  encode:
    ({ functions }: Context, encoding: Encoding) =>
    (item: Item, parameters: Names['parameters']) => {
      const names: Names = { functions, item, datum: item.datum, ...(parameters && { parameters }) };
      let hasChanged = false;
      for (const [channel, { ast }] of Object.entries(encoding.channels)) {
        const value = visit(ast, names);
        if (item[channel] === value) continue;
        item[channel] = value;
        hasChanged = true;
      }
      place(item as Record<string, number>, encoding);
      return hasChanged;
    },
};
