/**
 * Games of other kinds, with a program that has each: they are recognised by name or notation, so that nobody is sent to a
 * subtraction game instead. To recognise another kind, add a record.
 */

/** A kind of game that is no subtraction game. */
interface OtherKind {
  /** Matches texts in lower case, without blanks around them. */
  readonly pattern: RegExp;
  /** Continues "takeaway has no ...". */
  readonly kind: string;
  /** A program that has the kind, in a clause. */
  readonly tool: string;
}

const OWN_RULES = 'CGSuite takes the moves from each heap as a class derived from game.heap.HeapRuleset';

const OTHER_KINDS: readonly OtherKind[] = [
  {
    // The digit 0 allows no move and 3 a plain subtraction; codes of these two alone are read as sets.
    pattern: /^(?:octal(?: game)?[\s:]*)?(?:0?\.(?=[03]*[124-7])|4\.)[0-7]+$/,
    kind: 'octal games with digits other than 0 and 3, whose moves may split heaps',
    tool: 'CGSuite has them as game.heap.TakeAndBreak("0.77"), and https://wwwhomes.uni-bielefeld.de/achim/octal.html tabulates their nim-values',
  },
  {
    pattern:
      /^(?:kayles|dawson|grundy|lasker)(?:'?s)?(?:[- ](?:game|chess|kayles|nim))?$|\bsplit(?:s|ting)?\b/,
    kind: 'games whose moves split heaps, such as Kayles',
    tool: 'CGSuite has them as game.heap.TakeAndBreak("0.77")',
  },
  {
    pattern: /\bparti[zs]an\b|^\{[^{}|]*\|[^{}|]*\}$/,
    kind: 'partizan games, in which the players have different moves',
    tool: 'CGSuite has them as game.heap.PartizanSubtraction([1,3],[2,3])',
  },
  {
    pattern: /\bscor(?:e|es|ing)\b/,
    kind: 'games that are won by a score',
    tool: 'the Scoring Games Calculator (https://github.com/jpneto/ScoringGames) evaluates such games',
  },
  {
    pattern: /\bpass(?:es|ing)?\b/,
    kind: 'passes but one for the whole game, as in "{1,3,4} pass"',
    tool: OWN_RULES.replace('the moves from each heap', 'the rules of such a game'),
  },
  {
    pattern: /^fibonacci[- ]nim$|\b(?:last|previous) (?:move|take)\b/,
    kind: 'games in which a move depends on the one before it',
    tool: 'CGSuite has Fibonacci nim as game.heap.FibonacciNim',
  },
  {
    pattern:
      /^(?:rule\b|floor\b|ceil\b|half$|halves$)|\bgcd\b|\b(?:non-?)?(?:divisors?|coprimes?)\b|\bfloor\(|^(?:1?\.\.)?n\s*\/\s*\d+$/,
    kind: 'games whose moves depend on the size of the heap',
    tool: OWN_RULES,
  },
  {
    pattern: /^(?:wythoff|euclid|chomp)(?:'?s)?(?:[- ](?:game|nim))?$/,
    kind: 'games on positions in several dimensions, such as pairs of heaps',
    tool: 'CGSuite has Wythoff as game.heap.Wythoff, and takes others as a class derived from game.heap.CoordinateRuleset',
  },
];

/** A longer text is no name and no notation of another game. */
const MAX_CHARACTERS = 200;

/** Returns a sentence about the kind of game that a text names, and a program that has it; undefined for any other text. */
export function otherGame(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const lower = text.trim().toLowerCase();
  const found = OTHER_KINDS.find(({ pattern }) => pattern.test(lower));
  return found && `takeaway has no ${found.kind}; ${found.tool}.`;
}
