/** Reading the parameters of a request, as the command line reads options: numbers as 2^24 or 1e7, near names suggested. */
import { refuse } from '../../common/errors.js';
import { didYouMean } from '../../common/one-of.js';
import { parseNumber } from '../../words/numbers.js';
import {
  optional,
  readParams,
  type Param,
  type Params,
  type Parse,
  type Values,
} from '../../words/params.js';

/** A parameter of a route alone, which no help describes. */
export function given<Value>(parse: Parse<Value>): Param<Value | undefined> {
  return optional('', '', parse);
}

/** Reads the parameters of a request. Refuses those that are not among them. */
export function readRequest<Of extends Params>(url: string, params: Of): Values<Of> {
  const { searchParams } = new URL(url);
  const names = Object.keys(params);
  for (const name of searchParams.keys())
    if (!names.includes(name))
      refuse(
        'There is no parameter "{name}" here.',
        { name, names },
        {
          remedy: didYouMean(name, names),
          otherwise: names.length === 0 ? 'Leave it out.' : 'The parameters are {names}.',
        },
      );
  return readParams(
    params,
    (name) => searchParams.getAll(name),
    (name) => `The parameter ${name}`,
  );
}

/** Returns the parser of at most so many numbers, between commas or blanks. */
export function numbersUpTo(most: number): Parse<number[]> {
  return (text, subject) => {
    const words = text.trim().split(/[\s,]+/);
    if (words.length > most)
      refuse('{subject} has {count} numbers. Give at most {most}.', { subject, count: words.length, most });
    return words.map((word) => parseNumber(word, subject));
  };
}
