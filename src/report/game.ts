/** The first section of a report: the rules, and the first positions. */
import { withCommas } from '../words/typeset.js';
import type { Game } from '../game/game.js';
import { firstOf } from '../game/sets/walking.js';
import { tableEntryOf } from '../game/tables.js';
import type { ReportFacts } from './parts/facts.js';
import { markup, prose, type Html } from './parts/html.js';
import { listed, MAX_TABLE_PERIOD, range, type Block, type Section } from './parts/section.js';

/** Limits of lists of moves and cold positions, of the strip, and of given nim-values (a worksheet asks about these). */
const MOVES_LISTED = 12;
const FIRST_COLD = 24;
const STRIP_LENGTH = 48;
const SEED_LISTED = 60;
const ABOVE_0 = { start: 1, stop: Number.MAX_SAFE_INTEGER };

export const gameSection: Section = {
  id: 'game',
  heading: 'The game',
  lacks: () => null,
  async make(facts) {
    const { game, firstCold, readBelow } = facts;
    const { description, oeis, isMember } = tableEntryOf(game);
    const numbers = {
      set: 'the subtraction set',
      nim: 'the nim-values',
      cold: 'the cold positions',
      remoteness: 'the remoteness',
      records: 'the first position of each nim-value',
    } as const;
    const links = (Object.keys(numbers) as (keyof typeof numbers)[]).flatMap((of) => {
      const number = oeis[of];
      return number === undefined
        ? []
        : [markup`<a href="https://oeis.org/${number}">${number}</a> (${numbers[of]})`];
    });
    const [rule, ...declared] = rulesOf(game);
    return [
      prose(
        rule +
          (description === null
            ? ''
            : isMember
              ? ` It is one of a family: ${description}.`
              : ` This is ${description.replace(/[,.\s]*\.\.\.$/, ', and so on')}.`),
      ),
      ...declared.map((sentence) => prose(sentence)),
      prose(
        'A position is cold when the player to move loses, however well they play, and hot when they can win. ' +
          (firstCold.length === 0
            ? `No position below ${withCommas(readBelow)} is cold.`
            : `The first cold positions are ${firstCold.slice(0, FIRST_COLD).map(withCommas).join(', ')}${firstCold.length > FIRST_COLD ? ', ...' : '.'}`),
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

/** Returns the first positions in a row, each with its nim-value or outcome; bars mark where a period begins. */
async function stripOf({ store, game, nim, cold, periods, firstCold }: ReportFacts): Promise<Block[]> {
  const period = periods.nim ?? periods.outcome;
  const shown =
    period !== null && period.preperiod + 2 * period.period <= MAX_TABLE_PERIOD
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

/** Returns the rules of a game, then the declared positions, in sentences; `write` formats numbers. */
export function rulesOf(game: Game, write = withCommas): string[] {
  const { set, hotspots, seed, isSink, pass } = game;
  // Exactly the positions without a move are declared hot.
  const isMisere =
    hotspots?.largest === set.smallest - 1 && hotspots.approximateCount(set.smallest) === set.smallest;
  const rule = `Two players take turns. There is a heap of n counters, and a move takes away ${movesOf(set, write)}. Whoever cannot move ${isMisere ? 'wins: this is misere play' : 'loses'}.`;
  if (isSink === true)
    return [rule, 'A move may take more than there is, which empties the heap: this is the sink convention.'];
  if (pass !== undefined)
    return [
      rule,
      'Once in the game, one of them may pass, as long as a move exists. The pass is still left here.',
    ];
  if (hotspots !== undefined) {
    const first = [...hotspots.between(0, 1), ...firstOf(hotspots, ABOVE_0, FIRST_COLD + 1)];
    const end = first.length > FIRST_COLD ? ', ...' : '.';
    const numbers = first.slice(0, FIRST_COLD).map(write).join(', ') + end;
    return [
      rule,
      `The positions declared hot count as wins for the player to move, whatever moves they have: ${numbers}`,
    ];
  }
  if (seed === undefined) return [rule];
  const values = seed.slice(0, SEED_LISTED).join(', ') + (seed.length > SEED_LISTED ? ', ...' : '');
  return [
    rule,
    `The nim-values of the first ${write(seed.length)} positions are given; the rule holds above them.`,
    `They are ${values}: there the player to move loses where it is 0, and else wins.`,
  ];
}

function movesOf(set: Game['set'], write: typeof withCommas): string {
  if (set.excluded !== undefined) {
    const left = Array.from(set.excluded);
    return left.length === 0
      ? 'as many of them as one likes'
      : `any number of them but ${listed(left, 'or', MOVES_LISTED, write)}`;
  }
  const first = Array.from(firstOf(set, ABOVE_0, MOVES_LISTED + 1));
  return first.length <= MOVES_LISTED && Number.isFinite(set.largest)
    ? `${listed(first, 'or', MOVES_LISTED, write)} of them`
    : `${first.slice(0, MOVES_LISTED).map(write).join(', ')}, ... of them`;
}
