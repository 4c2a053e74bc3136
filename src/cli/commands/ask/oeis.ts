/** `takeaway oeis`: OEIS numbers of a game, and drafts of entries. */
import { gameWord } from '../../../common/shown.js';
import { oeisEntry, readGame } from '../../../index.js';
import {
  isOeisNumber,
  numberedGame,
  oeisEntryOf,
  seriesOf,
  SEQUENCE_NAMES,
  SEQUENCES,
  type OeisEntry,
} from '../../../rim.js';
import { defineCommand, GAME } from '../../command.js';
import { choice } from '../../../words/params.js';
import { print, tableText } from '../../terminal/output.js';
import { answering, withStore } from '../../store.js';
import { commandText } from '../../../words/commands.js';
import { shownGame } from '../../shown-games.js';

export const command = defineCommand({
  examples: [
    ['oeis squares', 'the sequences of a game, with their numbers'],
    ['oeis "{1,3,4}" --sequence nim', 'an entry: name, data, comments, formula, program'],
    ['oeis A014586', 'the entry with this number'],
    ['oeis squares --sequence gaps', 'a draft of an entry that the OEIS may not have'],
  ],
  positionals: { game: GAME },
  options: { sequence: choice('The sequence whose entry is printed', SEQUENCE_NAMES) },
  run: ({ game, sequence: named, ...args }) =>
    withStore(args, answering(args), async (store) => {
      const kind = isOeisNumber(game) ? numberedGame(game)?.kind : undefined;
      const sequence = named ?? (kind === 'set' ? undefined : kind);
      if (sequence !== undefined) {
        const entry = await oeisEntry(store, game, sequence);
        return print(args, entry, () => describeEntry(entry, game));
      }
      const sequences = sequencesOf(game);
      return print(args, { game: readGame(game).key, sequences }, () => describeAll(sequences, game));
    }),
});

interface Listed {
  readonly sequence: string;
  readonly describe: string;
  readonly number: string | null;
  readonly link: string | null;
  /** The index of its first term, and that term; null where takeaway's list has no number. */
  readonly offset: number | null;
  readonly begins: number | null;
}

/** Returns the sequences of a game, with their numbers if known. */
function sequencesOf(text: string): Listed[] {
  const game = readGame(text);
  const has = seriesOf(game);
  return SEQUENCES.filter(({ series }) => has.includes(series)).map(({ name, describe }) => {
    const { number = null, link = null, offset = null, begins } = oeisEntryOf(game, name) ?? {};
    return { sequence: name, describe, number, link, offset, begins: begins?.[0] ?? null };
  });
}

function describeAll(known: readonly Listed[], game: string): string {
  const rows = known.map(({ sequence, describe, number, link, offset, begins }) => [
    sequence,
    describe,
    number === null ? "not in takeaway's list" : `${number}, a(${offset}) = ${begins}`,
    link ?? commandText(['oeis', gameWord(shownGame(game)), '--sequence', sequence], undefined),
  ]);
  return tableText({ rows });
}

/** Returns an entry in the sections of the OEIS. */
function describeEntry(entry: OeisEntry, game: string): string {
  const { number, link, offset, checked, programs } = entry;
  const sections: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    number === null
      ? ['DRAFT', ["this sequence is not in takeaway's list: search the OEIS for the data first"]]
      : [number, [link ?? '', 'the text that follows is our own, not that of the entry']],
    ['NAME', [entry.name]],
    ['DATA', [entry.data]],
    ['OFFSET', [`${offset},${entry.firstAbove1}`]],
    ['COMMENTS', entry.comments],
    ['LINKS', entry.links],
    ['FORMULA', entry.formulas],
    ['EXAMPLE', entry.examples],
    ['PROG', programs.flatMap(({ language, lines }) => [`(${language})`, ...lines])],
    ['B-FILE', [commandText(bfileWords(entry, game), undefined)]],
    ['CROSSREFS', entry.crossReferences],
    ['KEYWORD', [entry.keywords.join()]],
    [
      'CHECKED',
      checked === 0
        ? []
        : [`the terms that follow from the positions below ${checked}, against the definition`],
    ],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `${heading}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('');
}

/** Terms of a b-file that the OEIS recommends. */
const BFILE_TERMS = 10_001;

/** Returns the command that writes the b-file of an entry, with the entry's first term and indices. */
function bfileWords({ sequence, offset, keywords, data }: OeisEntry, text: string): string[] {
  const game = readGame(text);
  const { first = 0 } = oeisEntryOf(game, sequence) ?? {};
  const { completeBelow = Infinity } = game.set;
  const terms = keywords.includes('full') ? data.split(', ').length : BFILE_TERMS;
  return [
    ...['export', gameWord(shownGame(text)), '--sequence', sequence, '--format', 'bfile'],
    ...(first > 0 ? ['--from', String(first)] : []),
    ...(completeBelow < terms ? ['--to', String(completeBelow)] : ['--terms', String(terms)]),
    // The default index of the first term is the number of positions or terms before it.
    ...(offset === first ? [] : ['--offset', String(offset)]),
  ];
}
