/** `takeaway cite`: how to cite the program, the paper, and the OEIS entries of a game. */
import { refuse } from '../../../common/errors.js';
import { packageVersion } from '../../../common/package-root.js';
import { readGame } from '../../../index.js';
import { oeisLink, oeisNumbersOf } from '../../../rim.js';
import { choice, defineCommand, OPTIONAL_GAME } from '../../command.js';
import { print } from '../../terminal/output.js';
import { citation, CITATION_FORMATS, PAPER, type CitationFormat } from './citation.js';

export const command = defineCommand({
  examples: [
    ['cite', 'a line to paste'],
    ['cite squares --format bibtex', 'with the OEIS entries of a game'],
    ['cite --format cff > CITATION.cff', 'for a repository'],
  ],
  positionals: { game: OPTIONAL_GAME },
  options: { format: choice('Default plain', CITATION_FORMATS) },
  run: async ({ game, format = 'plain', json }) => {
    if (format === 'cff' && game !== undefined)
      refuse('The format cff is about the program. Leave the game out.');
    const text =
      citation(format, packageVersion()) + (format === 'cff' ? '' : PAPER[format] + entriesOf(game, format));
    await print({ json }, { format, text }, () => text);
  },
});

/** The OEIS entries of a game. */
function entriesOf(game: string | undefined, format: Exclude<CitationFormat, 'cff'>): string {
  if (game === undefined) return '';
  const numbers: readonly string[] = Object.values(oeisNumbersOf(readGame(game)));
  return numbers
    .map((number) =>
      format === 'plain'
        ? `OEIS Foundation Inc. Entry ${number} in The On-Line Encyclopedia of Integer Sequences. ${oeisLink(number)}\n`
        : `@misc{oeis:${number},
  author = {{OEIS Foundation Inc.}},
  title  = {Entry {${number}} in The On-Line Encyclopedia of Integer Sequences},
  url    = {${oeisLink(number)}}
}
`,
    )
    .join('');
}
