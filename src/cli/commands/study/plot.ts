/** `takeaway plot`: what an analysis finds as a figure, to a new file or to stdout. */
import { FIGURE_FORMATS, plot, plotToFile } from '../../../index.js';
import { ANALYSIS, ANALYSIS_OPTIONS, runAnalysis } from './analysis-options.js';
import { checkStdout, formatOf, formatOption, STDOUT } from '../../formats.js';
import { asText, defineCommand, GAME, required, withShort } from '../../command.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { answering } from '../../store.js';
import { byteSize } from '../../words/text.js';
import { watched } from '../../terminal/progress.js';

const ON_STDOUT = {
  found: 'the figure going to stdout',
  help: "'takeaway analyze' gives the data as JSON.",
};

export const plotCommand = defineCommand({
  examples: [
    ['plot squares records -o records.svg', 'new maxima of the nim-value, with the fit (Figure 1)'],
    ['plot squares density -o density.png', 'numbers of cold positions (Figure 2)'],
    ['plot squares digits --base 5 --places 3 -o digits.svg', 'low digits of the cold positions (Figure 3)'],
    [
      'plot squares residues --modulus 65 --up-to 100 -o residues.svg',
      'residue classes, and moduli compared',
    ],
    ['plot squares gaps -o gaps.vl.json', 'a Vega-Lite document, to change and draw elsewhere'],
  ],
  positionals: { game: GAME, analysis: ANALYSIS },
  options: {
    output: withShort('o', required('FILE', 'A file that does not exist yet, or - for stdout', asText)),
    format: formatOption(FIGURE_FORMATS),
    ...ANALYSIS_OPTIONS,
  },
  run: ({ game, analysis, output, format: given, store: folder, json, quiet, progress, ...args }) =>
    answering(folder, quiet, async (store) => {
      const chosen = formatOf(FIGURE_FORMATS, given, output);
      const format = chosen.name;
      if (output === STDOUT) checkStdout(chosen, json, ON_STDOUT);
      const result = await watched(`${game} ${analysis}`, { quiet, progress }, (watch) =>
        runAnalysis(store, game, analysis, args, watch),
      );
      if (output === STDOUT) {
        await writeData(await plot(result, format));
        return;
      }
      const bytes = await plotToFile(result, format, output);
      if (json) await writeJson({ output, analysis, format, bytes });
      else if (!quiet) say(`Wrote ${output}: ${analysis} as ${format}, ${byteSize(bytes)}.`);
    }),
});
