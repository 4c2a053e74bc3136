/** The section on winning: by a period, a formula, or the residue classes that are often cold. */
import { withCommas, typesetWhole } from '../words/typeset.js';
import { analyzeResidues } from '../analysis/reduction/residues.js';
import { collisionOf } from '../analysis/counting/separation.js';
import type { Period } from '../game/periods.js';
import type { ReportFacts } from './parts/facts.js';
import { prose, table } from './parts/html.js';
import { listed, MAX_TABLE_PERIOD, range, type Block, type Section } from './parts/section.js';

/** Longer periods and preperiods of outcomes are not searched for cold positions. */
const MAX_PERIOD = 10_000;
const MIN_CLASS_POSITIONS = 200;
const MAX_CLASS_POSITIONS = 2 ** 22;
const MAX_MODULUS_IN_WORDS = 24;
const CLEARLY_UNEVEN = 0.9;
/** Multiples of a modulus separate as well as it does, up to chance. */
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
    if (tabled !== null && tabled.period > 1 && tabled.period <= MAX_TABLE_PERIOD) {
      blocks.push(...(await tableOf(facts, tabled)));
    }
    return blocks;
  },
};

interface Known extends Pick<ReportFacts, 'store' | 'game' | 'form' | 'cold' | 'nim'> {
  readonly periods: { readonly nim: Period | null; readonly outcome: Period | null };
}

/** Returns the winning rule in sentences; empty if none is known. `write` formats numbers. */
export async function strategyOf(known: Known, write = withCommas): Promise<string[]> {
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

function periodSentence(
  what: string,
  { preperiod, period, saltus }: Period,
  write: typeof withCommas,
): string {
  const from = preperiod === 0 ? 'from the first position on' : `from position ${write(preperiod)} on`;
  return saltus === 0
    ? `${what} repeat with period ${write(period)} ${from}. This is proven for all positions.`
    : `${what} grow regularly ${from}: that of n + ${write(period)} is ${write(saltus)} more than that of n.`;
}

/** Returns the cold remainders of the outcome period. Growing values have no 0 after one period. */
async function remaindersOf(
  { store, game, cold }: Known,
  { saltus, ...known }: Period,
  write: typeof withCommas,
): Promise<string[]> {
  const [preperiod, period] =
    saltus === 0 ? [known.preperiod, known.period] : [known.preperiod + known.period, 1];
  const first = Math.ceil(preperiod / period) * period;
  if (Math.max(preperiod, period) > MAX_PERIOD || first + period > cold.reach) return [];
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

/** Returns the winning moves at each remainder, far enough up that every move stays among periodic positions. */
async function tableOf({ store, game, nim }: ReportFacts, { preperiod, period }: Period): Promise<Block[]> {
  if (!Number.isFinite(game.set.largest) || game.pass !== undefined) return [];
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
      caption: `What to do with n counters, n at least ${withCommas(from)}`,
      isText: true,
      head: [`n mod ${withCommas(period)}`, ...(hasNim ? ['Nim-value'] : []), 'Cold or hot', 'To win, take'],
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

/** Returns the residue classes with most cold positions, which help if no rule is known. */
async function classesOf({ store, game, cold, reading }: ReportFacts): Promise<Block[]> {
  const unknown = prose(
    'No simple rule is known that distinguishes the cold positions of this game from the hot ones.',
  );
  if (cold.frontier < MIN_CLASS_POSITIONS) return [unknown];
  const options = { to: Math.min(cold.frontier, MAX_CLASS_POSITIONS), signal: reading.signal };
  const { separation } = await analyzeResidues(store, game, {
    ...options,
    modulus: 2,
    max: MAX_MODULUS_IN_WORDS,
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
      `But of the ${withCommas(count)} cold positions below ${typesetWhole(options.to)}, ${others === 0 ? 'all' : `all but ${withCommas(others)}`} leave the ` +
        `remainder ${listed(
          usual.map(({ residue }) => residue),
          'or',
          24,
        )} after division by ${best.modulus}, so winning moves usually lead to one of these.`,
    ),
  ];
}
