/**
 * Parameters: the one description and the one reader of an option or argument of a command, a parameter of a route, and a key
 * of the page's address.
 */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';

/** Returns the value of a text, or raises a usage error about `subject`. */
export type Parse<Value> = (text: string, subject: string) => Value;

export interface Param<Value> {
  /** Its text in the help. */
  readonly describe: string;
  /** The word for its value in the help; absent for a flag. */
  readonly placeholder?: string;
  /** A letter that is short for it. */
  readonly short?: string;
  readonly isRequired?: true;
  /** The values that it can take, if they can be listed. */
  readonly choices?: readonly string[];
  /** Returns the value of the texts that are given for it, which may be none; raises usage errors about `subject`. */
  read(given: readonly string[], subject: string): Value;
}

export type Params = Readonly<Record<string, Param<unknown>>>;

/** The values of parameters, by name. */
export type Values<Of extends Params> = {
  readonly [Name in keyof Of]: Of[Name] extends Param<infer Value> ? Value : never;
};

export function readParams<Of extends Params>(
  params: Of,
  given: (name: string) => readonly string[],
  subjectOf: (name: string) => string,
): Values<Of> {
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, param.read(given(name), subjectOf(name))]),
  ) as Values<Of>;
}

export const asText: Parse<string> = (text) => text;

/** Returns the parser of one of some names. */
export function named<const Name extends string>(names: readonly Name[]): Parse<Name> {
  return (text, subject) => oneOf(text, names, subject);
}

/** Returns a parameter without a value: true if it is given. */
export function flag(describe: string): Param<boolean> {
  const parse = named(['true', '1', 'false', '0']);
  return {
    describe,
    read: (given, subject) => /^(true|1)$/.test(readOne(given, subject, parse) ?? ''),
  };
}

/** Returns a parameter with a value; undefined if it is not given. */
export function optional<Value>(
  placeholder: string,
  describe: string,
  parse: Parse<Value>,
): Param<Value | undefined> {
  return { describe, placeholder, read: (given, subject) => readOne(given, subject, parse) };
}

/** Returns a parameter whose value is one of some names. */
export function choice<const Name extends string>(
  describe: string,
  choices: readonly Name[],
): Param<Name | undefined> {
  return { ...optional('NAME', `${describe}: ${choices.join(', ')}`, named(choices)), choices };
}

/** Returns a parameter that may be given several times. */
export function several<Value>(
  placeholder: string,
  describe: string,
  parse: Parse<Value>,
): Param<readonly Value[]> {
  return { describe, placeholder, read: (given, subject) => given.map((text) => parse(text, subject)) };
}

/** Adds a short letter to a parameter. */
export function withShort<Value>(short: string, param: Param<Value>): Param<Value> {
  return { ...param, short };
}

/** Adds a default to a parameter. */
export function usually<Value, const Usual>(
  usual: Usual,
  param: Param<Value>,
): Param<NonNullable<Value> | Usual> {
  return { ...param, read: (given, subject) => param.read(given, subject) ?? usual };
}

/** Makes a parameter required. */
export function required<Value>(param: Param<Value>): Param<NonNullable<Value>> {
  const { describe, placeholder, choices } = param;
  return {
    ...param,
    describe: `${describe} (required)`,
    isRequired: true,
    read: (given, subject) => {
      const value = param.read(given, subject);
      if (value !== undefined && value !== null) return value;
      refuseMissing(subject, placeholder, choices);
    },
  };
}

/** Raises the error for a missing parameter. */
export function refuseMissing(subject: string, placeholder = '', choices?: readonly string[]): never {
  const example = placeholder === '' ? undefined : `${subject} ${placeholder}`;
  const advice =
    choices !== undefined
      ? 'Choose one of {choices}.'
      : `Give it ${example === undefined ? 'a value' : 'as {example}'}.`;
  refuse(`{subject} is missing. ${advice}`, { subject, example, choices });
}

/** Raises the error for a parameter without its value. */
export function refuseEmpty(subject: string): never {
  refuse('{subject} needs a value. Write one after it.', { subject });
}

function readOne<Value>(given: readonly string[], subject: string, parse: Parse<Value>): Value | undefined {
  if (given.length === 0) return undefined;
  if (given.length > 1) refuse('{subject} is given more than once. Give it once.', { subject });
  if (given[0].trim() === '') refuseEmpty(subject);
  return parse(given[0], subject);
}
