/**
 * The sections that a report begins with: what the game is, how it is won where a rule says that, and an example.
 * Separate from those of the analyses, which measure.
 */
import { grouped, wholeNumber } from '../figures/numbers.js';
import { analyzeResidues } from '../analysis/residues.js';
import type { Game } from '../game/game.js';
import type { Period } from '../game/periods.js';
import { CATALOGUE, type OeisNumbers } from '../game/sets/catalogue.js';
import type { GameFacts } from './facts.js';
import { markup, prose, table, type Html } from './html.js';
import { listed, type Block, type Section } from './section.js';

/** Moves that are listed. */
const MOVES_LISTED = 12;
/** First cold positions that are listed, and first positions that are shown one by one. */
const FIRST_COLD = 24;
const STRIP_LENGTH = 48;
/** Periods up to this length are shown as a strip and a table. */
const LONGEST_TABLE = 64;
/** Longer outcome periods are not looked through for their cold remainders. */
const LONGEST_PERIOD = 10_000;

/** What the game is, and how it begins. */
export const gameSection: Section = {
  id: 'game',
  heading: 'The game',
  lacks: () => null,
  async make(facts) {
    const { game, firstCold, looked } = facts;
    const entry = CATALOGUE.find(({ name }) => name === game.key);
    const declared =
      game.hotspots !== undefined
        ? ['The positions declared hot count as won for who has to move, whatever the moves from them.']
        : game.seed !== undefined
          ? [
              `The nim-values of the first ${grouped(game.seed.length)} positions are given; the rule holds above them.`,
            ]
          : [];
    const numbers = {
      set: 'the subtraction set',
      nim: 'the nim-values',
      cold: 'the cold positions',
    } as const;
    const { oeis = {} }: { oeis?: OeisNumbers } = entry ?? {};
    const links = (['set', 'nim', 'cold'] as const).flatMap((of) => {
      const number = oeis[of];
      return number === undefined
        ? []
        : [markup`<a href="https://oeis.org/${number}">${number}</a> (${numbers[of]})`];
    });
    return [
      prose(
        `Two players take turns. There is a heap of n counters, and a move takes away ${movesOf(game)}. Who cannot move loses.` +
          (entry === undefined
            ? ''
            : ` This is ${entry.description.replace(/[,.\s]*\.\.\.$/, '')}, and so on.`),
      ),
      ...declared.map(prose),
      prose(
        'A position is cold when the player to move loses, however well they play, and hot when they can win. ' +
          (firstCold.length === 0
            ? `No position below ${grouped(looked)} is cold.`
            : `The first cold positions are ${firstCold.slice(0, FIRST_COLD).map(grouped).join(', ')}${firstCold.length > FIRST_COLD ? ', ...' : '.'}`),
      ),
      ...(links.length === 0
        ? []
        : [markup`<p>In the On-Line Encyclopedia of Integer Sequences: ${joined(links)}.</p>`]),
      ...(await stripOf(facts)),
    ];
  },
};

function joined(parts: readonly Html[]): Html {
  return { html: parts.map(({ html }) => html).join(', ') };
}

/** The first positions in a row, each with its nim-value, or whether it is cold; a period is marked where it begins. */
async function stripOf({ store, game, nim, cold, periods, firstCold }: GameFacts): Promise<Block[]> {
  const period = periods.nim ?? periods.outcome;
  const shown =
    period !== null && period.preperiod + 2 * period.period <= LONGEST_TABLE
      ? Math.max(STRIP_LENGTH / 2, period.preperiod + 2 * period.period)
      : STRIP_LENGTH;
  const stop = Math.min(shown, Math.max(cold.reach, nim.reach));
  const hasNim = nim.reach >= stop;
  const isCold = new Set(firstCold);
  const values = hasNim ? Array.from(await store.nimValues(game, range(stop))) : undefined;
  const begins = (n: number): boolean =>
    period !== null && n > 0 && n >= period.preperiod && (n - period.preperiod) % period.period === 0;
  const cells = range(stop).map((n) => {
    const kind = `${isCold.has(n) ? 'cold' : 'hot'}${begins(n) ? ' begins' : ''}`;
    return markup`<li class="${kind}"><small>${n}</small><b>${values === undefined ? (isCold.has(n) ? 'C' : 'h') : values[n]}</b></li>`;
  });
  const caption = `${hasNim ? 'The first positions, each with its nim-value below it' : 'The first positions: C for cold, h for hot'}. Cold ones are blue${period !== null && begins(period.preperiod + period.period) && period.preperiod + period.period < stop ? '; a bar marks where the period begins again' : ''}.`;
  return [markup`<figure class="strip"><ol>${cells}</ol><figcaption>${caption}</figcaption></figure>`];
}

/** How the game is won, as far as a rule says it. */
export const strategySection: Section = {
  id: 'strategy',
  heading: 'How to win',
  lacks: ({ cold }) => (cold.frontier < 8 && cold.reach < 100 ? 'too few positions are stored' : null),
  async make(facts) {
    const { periods, form, nim } = facts;
    const blocks: Block[] = [
      prose(
        'Leave your opponent a cold position: every move from it leads to a hot one, from which you can do the same again.',
      ),
    ];
    if (periods.nim !== null) blocks.push(prose(periodSentence('Nim-values', periods.nim)));
    else if (nim.rule !== null && form !== undefined) {
      blocks.push(prose(`A formula gives the nim-value of every position n: ${form.rule}.`));
    }
    const outcome = periods.outcome ?? (periods.nim?.saltus === 0 ? periods.nim : null);
    if (outcome !== null) blocks.push(...(await remaindersOf(facts, outcome)));
    else if (!facts.isRegular) blocks.push(...(await classesOf(facts)));
    const tabled = periods.nim?.saltus === 0 ? periods.nim : outcome;
    if (tabled !== null && tabled.period > 1 && tabled.period <= LONGEST_TABLE) {
      blocks.push(...(await tableOf(facts, tabled)));
    }
    return blocks;
  },
};

function periodSentence(what: string, { preperiod, period, saltus }: Period): string {
  const from = preperiod === 0 ? 'from the first position on' : `from position ${grouped(preperiod)} on`;
  return saltus === 0
    ? `${what} repeat with period ${grouped(period)} ${from}; this is proven, for all positions there are.`
    : `${what} grow regularly ${from}: that of n + ${grouped(period)} is ${grouped(saltus)} more than that of n.`;
}

/** What a move may take, in words. */
function movesOf({ set }: Game): string {
  if (set.excluded !== undefined) {
    const left = Array.from(set.excluded);
    return left.length === 0
      ? 'as many of them as one likes'
      : `any number of them but ${listed(left, 'or')}`;
  }
  const first = Array.from(set.between(1, 1024).subarray(0, MOVES_LISTED));
  if (Number.isFinite(set.largest) && set.approximateCount(set.largest + 1) <= MOVES_LISTED) {
    return `${listed(Array.from(set.between(1, set.largest + 1)), 'or')} of them`;
  }
  return `${first.map(grouped).join(', ')}, ... of them`;
}

/** Which remainders are cold, from the outcome period. */
async function remaindersOf({ store, game, cold, firstCold }: GameFacts, outcome: Period): Promise<Block[]> {
  const { preperiod, period } = outcome;
  const first = Math.ceil(preperiod / period) * period;
  if (period > LONGEST_PERIOD || first + period > cold.reach) return [];
  const bits = await store.isCold(
    game,
    range(period).map((r) => first + r),
  );
  const remainders = range(period).filter((r) => bits[r] === 1);
  const before = firstCold.filter((n) => n < preperiod);
  const from = preperiod === 0 ? '' : `From position ${grouped(preperiod)} on, `;
  if (remainders.length === 0) {
    return [
      prose(
        `The cold positions are ${listed(before, 'and', 24)}; ${preperiod === 0 ? 'all' : `from position ${grouped(preperiod)} on all`} others are hot.`,
      ),
    ];
  }
  const which =
    period === 1
      ? `${from}every position is cold.`
      : `${from}a position is cold exactly when its remainder after division by ${grouped(period)} is ${listed(remainders, 'or', 24)}.`;
  return [
    prose(which[0].toUpperCase() + which.slice(1)),
    ...(preperiod === 0
      ? []
      : [
          prose(
            before.length === 0
              ? 'No position below is cold.'
              : `Below it, ${before.length === 1 ? 'the one cold position is' : 'the cold positions are'} ${listed(before, 'and', 24)}.`,
          ),
        ]),
  ];
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
      rows: answers.map(({ hot, nimValue, winningMoves }, r) => [
        String(r),
        ...(hasNim ? [String(nimValue)] : []),
        hot ? 'hot' : 'cold',
        hot ? listed(winningMoves ?? [], 'or') : 'every move loses',
      ]),
      isWhole: true,
    }),
  ];
}

/** Which residue classes have most cold positions: what helps where no rule is known. */
async function classesOf({ store, game, cold, reading }: GameFacts): Promise<Block[]> {
  const unknown = prose(
    'No rule is known that tells the cold positions of this game from the hot ones at sight.',
  );
  if (cold.frontier < LEAST_FOR_CLASSES) return [unknown];
  const options = { to: Math.min(cold.frontier, MOST_FOR_CLASSES), signal: reading.signal };
  const { separation } = await analyzeResidues(store, game, {
    ...options,
    modulus: 2,
    upTo: LARGEST_IN_WORDS,
  });
  const best = separation.reduce((a, b) => (b.collision < CLEARLY_LESS * a.collision ? b : a));
  if (best.collision > CLEARLY_UNEVEN) return [unknown];
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
        )} after division by ${best.modulus}: a good move most often leads to one of these.`,
    ),
  ];
}
const LEAST_FOR_CLASSES = 200;
const MOST_FOR_CLASSES = 2 ** 22;
const LARGEST_IN_WORDS = 24;
const CLEARLY_UNEVEN = 0.9;
/** Multiples of a modulus separate as well as it does, but for chance. */
const CLEARLY_LESS = 0.97;

/** One position, its winning moves, and why they win. */
export const exampleSection: Section = {
  id: 'example',
  heading: 'An example',
  lacks: ({ game, cold }) =>
    game.hotspots !== undefined
      ? 'hot positions may have no winning move'
      : cold.reach < 4
        ? 'too few positions are stored'
        : null,
  async make({ store, game, cold }) {
    const found = await store.query(game, range(Math.min(LAST_EXAMPLE, cold.reach)));
    const answers = found.map((answer) => ({ ...answer, winningMoves: answer.winningMoves ?? [] }));
    const optionsOf = (n: number): number[] => Array.from(game.set.between(1, n + 1));
    const hot = answers.filter(({ hot: isHot, winningMoves }) => isHot && winningMoves.length > 0);
    // Neither trivial nor long: few winning moves among three to seven.
    const cost = ({ position, winningMoves }: (typeof hot)[number]): number =>
      5 * Math.abs(optionsOf(position).length - 4) + 4 * winningMoves.length + Math.abs(position - 30) / 4;
    const chosen = [...hot].sort((a, b) => cost(a) - cost(b)).at(0);
    if (chosen === undefined) return [prose('No position that is stored has a winning move.')];
    const { position, winningMoves: wins } = chosen;
    const moves = optionsOf(position);
    const left = position - wins[0];
    const replies = optionsOf(left);
    const after = replies.map((reply) => left - reply);
    const answer = after.map((n) => answers[n].winningMoves[0]);
    return [
      prose(
        `There are ${grouped(position)} counters. ${moves.length === 1 ? 'The one move is to take' : 'The moves are to take'} ${listed(moves, 'or')}, which ` +
          `${moves.length === 1 ? 'leaves' : 'leave'} ${listed(
            moves.map((move) => position - move),
            'or',
          )}. ` +
          (wins.length === 1
            ? `Only ${grouped(left)} of these is cold, so taking ${grouped(wins[0])} is the only move that wins.`
            : `Of these ${listed(
                wins.map((move) => position - move),
                'and',
              )} are cold, so taking ${listed(wins, 'or')} wins.`),
      ),
      prose(
        replies.length === 0
          ? `From ${grouped(left)} there is no move: the opponent has lost.`
          : `From ${grouped(left)} the opponent can leave ${listed(after, 'or')}, and ${after.length === 1 ? 'it is' : 'all of these are'} hot: ` +
              after
                .slice(0, 6)
                .map(
                  (n, i) =>
                    `from ${grouped(n)}, taking ${grouped(answer[i])} leaves the cold position ${grouped(n - answer[i])}`,
                )
                .join('; ') +
              '. So it goes on until the opponent has no move.',
      ),
    ];
  },
};
const LAST_EXAMPLE = 80;

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
