/** Overview: the game in words, its first positions as a strip, its known ranges, and commands. */
import type { GameFacts, SeriesName } from '../../contract.js';
import type { ViewName } from '../address.js';
import { withCommas, ruleWords } from '../format.js';
import { isStatic } from '../edition.js';
import { Cards, Table } from '../kit/controls.js';
import { Strip } from '../kit/strip.js';
import { Command, OEIS_NAMES, OeisLink, type OeisName } from '../kit/words.js';
import type { ViewProps } from '../view.js';

const CARDS: readonly (readonly [view: ViewName, title: string, words: string])[] = [
  ['raster', 'See the stripes', 'Positions as coloured cells in rows of any width.'],
  ['play', 'Play a match', 'Against the computer, with hints, or two of you.'],
  ['positions', 'Read the positions', 'Any known position below 2⁵³.'],
  ['residues', 'Count residue classes', 'Find a modulus that separates the cold positions.'],
];

export function Overview(props: ViewProps<'overview'>) {
  const { facts, link, has } = props;
  const cards = CARDS.filter(([view]) => has(view));
  const { firstCold } = facts;
  return (
    <>
      <section class="prose">
        <p>{facts.rules.join(' ')}</p>
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

function Strategy({ facts: { strategy }, link }: Pick<ViewProps, 'facts' | 'link'>) {
  return (
    <>
      {strategy.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {strategy.length === 0 && (
        <p>
          No rule is known that says which positions are cold: they have to be computed. If you can, leave a
          cold position; the <a href={link('positions')}>positions</a> list every such move.
        </p>
      )}
    </>
  );
}

const NAMES: Readonly<Record<SeriesName, string>> = {
  cold: 'Outcomes',
  nim: 'Nim-values',
  remoteness: 'Remoteness',
};

function SeriesTable({ facts: { series } }: { facts: GameFacts }) {
  const rows = (Object.keys(NAMES) as SeriesName[]).map((name) => {
    const { stored, frontier, rule, source } = series[name];
    const known =
      rule !== null
        ? `every position, by ${ruleWords(rule)}`
        : frontier === 0
          ? 'nothing'
          : `below ${withCommas(frontier)}${source === 'computed' ? ', computed for this page' : ''}`;
    return [
      <th key="name" scope="row">
        {NAMES[name]}
      </th>,
      stored > 0 ? `below ${withCommas(stored)}` : 'nothing',
      known,
    ];
  });
  return <Table headings={['Series', isStatic() ? 'Extended' : 'Stored', 'Known here']} rows={rows} />;
}

function OeisList({ facts: { oeis } }: { facts: GameFacts }) {
  const entries = Object.entries(oeis) as [OeisName, string][];
  if (entries.length === 0) return null;
  return (
    <p>
      In the OEIS:{' '}
      {entries.map(([what, number], i) => (
        <span key={what}>
          {i > 0 && ', '}
          <OeisLink {...{ what, number }} /> ({OEIS_NAMES[what]})
        </span>
      ))}
      .
    </p>
  );
}
