/** `takeaway plot`: a figure of a game, to a new file or to stdout. */
import { refuse } from '../../../common/errors.js';
import { plot } from '../../../index.js';
import { FIGURE_FORMATS } from '../../../rim.js';
import { FIGURE, FIGURE_OPTIONS, runByName, STUDIED } from './analysis-options.js';
import { formatOf, formatOption, OUTPUT_OPTIONS, STDOUT, writeOut } from '../../outputs.js';
import { defineCommand } from '../../command.js';
import { asText, flag, optional, required, several, withShort } from '../../../words/params.js';
import { meantGames } from '../../own-games.js';
import { openForPeople } from '../../terminal/open.js';
import { answering, withStore } from '../../store.js';
import { shownGame } from '../../shown-games.js';

export const command = defineCommand({
  examples: [
    ['plot squares records -o records.svg', 'new maxima of the nim-value, with the fit (Figure 1)'],
    ['plot squares density -o density.png', 'numbers of cold positions (Figure 2)'],
    ['plot squares digits --base 5 --places 3 -o digits.svg', 'low digits of the cold positions (Figure 3)'],
    ['plot squares residues --modulus 65 --max 100 -o residues.svg', 'residue classes, and moduli compared'],
    ['plot squares raster --width 65 -o raster.svg --open', 'positions in rows of 65; shows the file'],
    ['plot squares density --with cubes -o density.svg', 'two games on the same axes'],
    ['plot squares gaps -o gaps.vl.json', 'a Vega-Lite document, to edit and draw elsewhere'],
  ],
  positionals: { game: STUDIED, figure: FIGURE },
  options: {
    output: withShort(
      'o',
      required(optional('FILE', 'A file that does not exist yet, or - for stdout', asText)),
    ),
    format: formatOption(FIGURE_FORMATS),
    force: OUTPUT_OPTIONS.force,
    with: several('GAME', 'Another game beside it, over the same range; may be given again', asText),
    open: flag('Show the file in its default program'),
    ...FIGURE_OPTIONS,
  },
  run: ({ game, figure, output, open, with: others, format: given, ...args }) =>
    withStore(args, answering(args), async (store) => {
      const format = formatOf(FIGURE_FORMATS, given, output);
      if (output === STDOUT && open) refuse('--open needs a file to show. Give one with --output.');
      const facts = { output, of: { figure }, format, insteadOfReport: 'analyze gives the data as JSON.' };
      await writeOut(`${shownGame(game)} ${figure}`, facts, args, async (watch) => {
        const games = [game, ...(await meantGames(others, args.store))];
        const found = await runByName('figure', store, games, figure, args, watch);
        return [
          await plot(
            found.map((each) => ({ ...each, game: shownGame(each.game) })),
            format.name,
          ),
        ];
      });
      if (open) await openForPeople(output);
    }),
});
