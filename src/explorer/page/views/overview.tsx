/** Overview: the game in words, its first positions as a strip, what is stored, and the commands that go on. */
import type { GameFacts, SeriesName } from '../../contract.js';
import type { ViewName } from '../address.js';
import { grouped } from '../format.js';
import { isStatic } from '../edition.js';
import { Cards, Table } from '../kit/controls.js';
import { Strip } from '../kit/strip.js';
import { Command, OeisLink } from '../kit/words.js';
import type { ViewProps } from '../view.js';

/** Views to go on with. */
const CARDS: readonly (readonly [view: ViewName, title: string, words: string])[] = [
  ['raster', 'See the stripes', 'Positions as coloured cells in rows of any width.'],
  ['play', 'Play a match', 'Against the computer, with hints, or two of you.'],
  ['positions', 'Read the positions', 'Any known position below 2⁵³.'],
  ['residues', 'Count residue classes', 'Find a modulus that separates the cold positions.'],
];
/** Below this position the facts have every cold position, unless they have more than this many. */
const SURELY_LISTED = 2 ** 16;
const MOST_LISTED = 12;
/** A longer period is not written out. */
const MOST_PERIOD = 60;

export function Overview(props: ViewProps<'overview'>) {
  const { facts, link, has } = props;
  const cards = CARDS.filter(([view]) => has(view));
  const { firstCold } = facts;
  return (
    <>
      <section class="prose">
        <p>{ruleOf(facts)}</p>
        {firstCold.length > 0 && (
          <p>
            <strong>Cold</strong> positions, from which the player to move loses:{' '}
            {firstCold.slice(0, 16).join(', ')}
            {firstCold.length >= 16 ? ', …' : '.'}
          </p>
        )}
      </section>
      <Strip {...props} />
      <section>
        <h2>Strategy</h2>
        <Strategy facts={facts} link={link} />
      </section>
      <section>
        <h2>Look closer</h2>
        <Cards links={cards.map(([view, title, words]) => [link(view), title, words])} />
      </section>
      <section>
        <h2>What is known</h2>
        <SeriesTable facts={facts} />
        <OeisList facts={facts} />
      </section>
      <section>
        <h2>On the command line</h2>
        {facts.commands.map(({ command, does }) => (
          <Command key={command} text={command} does={does} />
        ))}
      </section>
    </>
  );
}

function ruleOf({ subtrahends, hotspots, seed, isSink }: GameFacts): string {
  const { first, isWhole } = subtrahends;
  const numbers = isWhole ? listed(first, 'or') : `${first.slice(0, 12).join(', ')}, and so on`;
  const rule = `Two players take turns removing tokens from a heap. A move takes ${numbers}${isSink ? ', or the whole heap where that is more than it has (the sink convention)' : ''}. Whoever cannot move`;
  if (hotspots === null)
    return seed === null
      ? `${rule} loses.`
      : `${rule} loses. The first nim-values are given in advance: ${seed.slice(0, 12).join(', ')}${seed.length > 12 ? ', …' : ''}. The mex rule holds from position ${seed.length} on.`;
  const { first: hot, isWhole: isAll } = hotspots;
  const ends = subtrahends.first[0];
  if (isAll && hot.length === ends && hot[ends - 1] === ends - 1)
    return `${rule} wins: this is misere play. It is told by hotspots: ${listed(hot, 'and')}, where no move is left, ${ends === 1 ? 'is' : 'are'} declared hot.`;
  const which = isAll ? listed(hot, 'and') : `${hot.slice(0, 12).join(', ')}, and so on`;
  return `${rule} loses, except at a hotspot, a position that is declared hot: who is to move there wins. Declared hot: ${which}.`;
}

/** 1, 3 or 4. */
function listed(numbers: readonly number[], last: 'or' | 'and'): string {
  const words = numbers.map(grouped);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)!}`;
}

/** The game is known when only few positions are cold: those below some position. */
function fewCold(end: number, firstCold: readonly number[]): string {
  const isShort = end <= SURELY_LISTED && firstCold.length <= MOST_LISTED;
  return isShort
    ? `Only ${listed(firstCold, 'and')} ${firstCold.length === 1 ? 'is' : 'are'} cold; from every other position the player to move wins.`
    : `No position from ${grouped(end)} on is cold: the player to move wins.`;
}

function Strategy({ facts, link }: Pick<ViewProps, 'facts' | 'link'>) {
  const { periods, closedForm, firstCold } = facts;
  const period = periods.outcome ?? periods.nim;
  if (period === null && closedForm === null)
    return (
      <p>
        No rule is known that says which positions are cold: they have to be computed. Take so many tokens
        that a cold position is left, where you can; the <a href={link('positions')}>positions</a> list every
        such move.
      </p>
    );
  const form = closedForm === null ? '' : `The nim-values have a closed form: ${closedForm}.`;
  if (period === null) return <p>{form}</p>;
  const { preperiod, period: length, saltus } = period;
  // With period 1 all are alike, and not all can be cold. Nim-values that grow leave 0 behind.
  if (saltus > 0) return <p>{fewCold(preperiod + length, firstCold)}</p>;
  if (length === 1) return <p>{fewCold(preperiod, firstCold)}</p>;
  const residues = [
    ...new Set(firstCold.filter((n) => n >= preperiod && n < preperiod + length).map((n) => n % length)),
  ].sort((a, b) => a - b);
  const from = preperiod === 0 ? '' : ` from ${grouped(preperiod)} on`;
  const isListed =
    length <= MOST_PERIOD && residues.length > 0 && preperiod + length <= (firstCold.at(-1) ?? 0);
  const rule = isListed
    ? `Leave your opponent a heap with a remainder of ${listed(residues, 'or')} after division by ${length}.`
    : 'Whoever knows one period knows the game.';
  return (
    <p>
      Outcomes repeat with period {grouped(length)}
      {from}. {rule} {form}
    </p>
  );
}

const NAMES: Readonly<Record<SeriesName, string>> = {
  cold: 'Outcomes',
  nim: 'Nim-values',
  remoteness: 'Remoteness',
};

function SeriesTable({ facts: { series } }: { facts: GameFacts }) {
  const rows = (Object.keys(NAMES) as SeriesName[]).map((name) => {
    const { stored, frontier, rule, origin } = series[name];
    const known =
      rule !== null
        ? `every position, by ${rule}`
        : frontier === 0
          ? 'nothing'
          : `below ${grouped(frontier)}${origin === 'memory' ? ', computed for this page' : ''}`;
    return [
      <th key="name" scope="row">
        {NAMES[name]}
      </th>,
      stored > 0 ? `below ${grouped(stored)}` : 'nothing',
      known,
    ];
  });
  return <Table headings={['Series', isStatic() ? 'Extended' : 'Stored', 'Known here']} rows={rows} />;
}

const OEIS_NAMES = {
  set: 'subtraction set',
  nim: 'nim-values',
  cold: 'cold positions',
  remoteness: 'remoteness',
  records: 'first position of each nim-value',
} as const;

function OeisList({ facts: { oeis } }: { facts: GameFacts }) {
  const entries = Object.entries(oeis) as [keyof typeof OEIS_NAMES, string][];
  if (entries.length === 0) return null;
  return (
    <p>
      In the OEIS:{' '}
      {entries.map(([what, number], i) => (
        <span key={what}>
          {i > 0 && ', '}
          <OeisLink number={number} /> ({OEIS_NAMES[what]})
        </span>
      ))}
      .
    </p>
  );
}
