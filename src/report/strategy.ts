/** The section that says how the game is won: by a period, a formula, or the residue classes that are often cold. */
import { grouped, wholeNumber } from '../words/typeset.js';
import { analyzeResidues } from '../analysis/reduction/residues.js';
import { collisionOf } from '../analysis/counting/separation.js';
import type { Period } from '../game/periods.js';
import type { GameFacts } from './parts/facts.js';
import { prose, table } from './parts/html.js';
import { listed, LONGEST_TABLE, range, type Block, type Section } from './parts/section.js';

/** Longer periods and preperiods of outcomes are not looked through for their cold positions. */
const LONGEST_PERIOD = 10_000;
const LEAST_FOR_CLASSES = 200;
const MOST_FOR_CLASSES = 2 ** 22;
const LARGEST_IN_WORDS = 24;
const CLEARLY_UNEVEN = 0.9;
/** Multiples of a modulus separate as well as it does, but for chance. */
const CLEARLY_LESS = 0.97;

export const strategySection: Section = {
  id: 'strategy',
  heading: 'How to win',
  lacks: ({ cold }) => (cold.frontier < 8 && cold.reach < 100 ? 'too few positions are stored' : null),
  async make(facts) {
    const { periods } = facts;
    const blocks: Block[] = [
      prose(
        'Leave your opponent a cold position: every move from it leads to a hot one, from which you can do the same again.',
      ),
      ...(await strategyOf(facts)).map((sentence) => prose(sentence)),
    ];
    if (!facts.isRegular) blocks.push(...(await classesOf(facts)));
    const tabled = periods.nim?.saltus === 0 ? periods.nim : periods.outcome;
    if (tabled !== null && tabled.period > 1 && tabled.period <= LONGEST_TABLE) {
      blocks.push(...(await tableOf(facts, tabled)));
    }
    return blocks;
  },
};

/** What is known of a game that says how it is won. */
interface Known extends Pick<GameFacts, 'store' | 'game' | 'form' | 'cold' | 'nim'> {
  readonly periods: { readonly nim: Period | null; readonly outcome: Period | null };
}

/** The rule by which a game is won, in sentences; none where none is known. `write` writes numbers. */
export async function strategyOf(known: Known, write = grouped): Promise<string[]> {
  const { periods, form, nim } = known;
  const outcome = periods.outcome ?? periods.nim;
  const said =
    periods.nim !== null
      ? [periodSentence('Nim-values', periods.nim, write)]
      : nim.rule !== null && form !== undefined
        ? [`A formula gives the nim-value of every position n: ${form.rule}.`]
        : [];
  const remainders = outcome === null ? [] : await remaindersOf(known, outcome, write);
  const isLong = outcome !== null && remainders.length + said.length === 0;
  return [...said, ...(isLong ? [periodSentence('Outcomes', outcome, write)] : remainders)];
}

function periodSentence(what: string, { preperiod, period, saltus }: Period, write: typeof grouped): string {
  const from = preperiod === 0 ? 'from the first position on' : `from position ${write(preperiod)} on`;
  return saltus === 0
    ? `${what} repeat with period ${write(period)} ${from}. This is proven for all positions.`
    : `${what} grow regularly ${from}: that of n + ${write(period)} is ${write(saltus)} more than that of n.`;
}

/** Which remainders are cold, from the outcome period. Values that grow leave 0 behind after one period. */
async function remaindersOf(
  { store, game, cold }: Known,
  { saltus, ...known }: Period,
  write: typeof grouped,
): Promise<string[]> {
  const [preperiod, period] =
    saltus === 0 ? [known.preperiod, known.period] : [known.preperiod + known.period, 1];
  const first = Math.ceil(preperiod / period) * period;
  if (Math.max(preperiod, period) > LONGEST_PERIOD || first + period > cold.reach) return [];
  const found: number[] = [];
  for await (const run of store.coldPositions(game, { to: first + period })) found.push(...run);
  const remainders = found.filter((n) => n >= first).map((n) => n - first);
  const before = found.filter((n) => n < preperiod);
  const list = (numbers: readonly number[], last: 'and' | 'or'): string => listed(numbers, last, 24, write);
  const were = before.length === 1 ? 'one cold position is' : 'cold positions are';
  const from = preperiod === 0 ? '' : `From position ${write(preperiod)} on, `;
  if (remainders.length === 0)
    return [
      `The ${were} ${list(before, 'and')}; ${preperiod === 0 ? 'all' : `from position ${write(preperiod)} on all`} others are hot.`,
    ];
  const which =
    period === 1
      ? `${from}every position is cold.`
      : `${from}a position is cold exactly when its remainder after division by ${write(period)} is ${list(remainders, 'or')}.`;
  const below =
    before.length === 0 ? 'No position below is cold.' : `Below it, the ${were} ${list(before, 'and')}.`;
  return [which[0].toUpperCase() + which.slice(1), ...(preperiod === 0 ? [] : [below])];
}

/** What to do at each remainder, far enough up that every move stays among positions that repeat. */
async function tableOf({ store, game, nim }: GameFacts, { preperiod, period }: Period): Promise<Block[]> {
  if (!Number.isFinite(game.set.largest)) return [];
  const from = preperiod + game.set.largest;
  const base = Math.ceil(from / period) * period;
  if (base + period > Math.max(nim.reach, store.coverage(game, 'cold').reach)) return [];
  const answers = await store.query(
    game,
    range(period).map((r) => base + r),
  );
  const hasNim = answers.every(({ nimValue }) => nimValue !== null);
  return [
    table({
      caption: `What to do with n counters, n at least ${grouped(from)}`,
      isText: true,
      head: [`n mod ${grouped(period)}`, ...(hasNim ? ['Nim-value'] : []), 'Cold or hot', 'To win, take'],
      rows: answers.map(({ cold, nimValue, winningMoves }, r) => [
        String(r),
        ...(hasNim ? [String(nimValue)] : []),
        cold ? 'cold' : 'hot',
        cold ? 'every move loses' : listed(winningMoves ?? [], 'or'),
      ]),
      isWhole: true,
    }),
  ];
}

/** Which residue classes have most cold positions: what helps where no rule is known. */
async function classesOf({ store, game, cold, reading }: GameFacts): Promise<Block[]> {
  const unknown = prose(
    'No simple rule is known that distinguishes the cold positions of this game from the hot ones.',
  );
  if (cold.frontier < LEAST_FOR_CLASSES) return [unknown];
  const options = { to: Math.min(cold.frontier, MOST_FOR_CLASSES), signal: reading.signal };
  const { separation } = await analyzeResidues(store, game, {
    ...options,
    modulus: 2,
    max: LARGEST_IN_WORDS,
  });
  const best = separation.reduce((a, b) => (collisionOf(b) < CLEARLY_LESS * collisionOf(a) ? b : a));
  if (collisionOf(best) > CLEARLY_UNEVEN) return [unknown];
  const { classes, count } = await analyzeResidues(store, game, { ...options, modulus: best.modulus });
  const usual = classes.filter((each) => each.count > 0.01 * count);
  const others = classes
    .filter((each) => each.count <= 0.01 * count)
    .reduce((sum, each) => sum + each.count, 0);
  return [
    unknown,
    prose(
      `But of the ${grouped(count)} cold positions below ${wholeNumber(options.to)}, ${others === 0 ? 'all' : `all but ${grouped(others)}`} leave the ` +
        `remainder ${listed(
          usual.map(({ residue }) => residue),
          'or',
          24,
        )} after division by ${best.modulus}, so winning moves usually lead to one of these.`,
    ),
  ];
}
