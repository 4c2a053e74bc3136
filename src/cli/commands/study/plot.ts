/** `takeaway plot`: what an analysis finds as a figure, to a new file or to stdout. */
import { usageError } from '../../../common/errors.js';
import { FIGURE_FORMATS, plot, plotToFile, type FigureFormat } from '../../../index.js';
import { ANALYSIS, ANALYSIS_OPTIONS, runAnalysis } from './analysis-options.js';
import { refuseTerminal } from '../../terminal/binary.js';
import { asText, choice, defineCommand, GAME, required } from '../../command.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { reading } from '../../store.js';
import { byteSize } from '../../words/text.js';
import { watched } from '../../terminal/watched.js';

const STDOUT = '-';

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
    output: required('FILE', 'A file that does not exist yet, or - for stdout; -o for short', asText),
    format: choice('Default by the ending of the output (.svg, .png, .vl.json)', FIGURE_FORMATS),
    ...ANALYSIS_OPTIONS,
  },
  run: ({ game, analysis, output, format: given, store: folder, json, quiet, ...args }) =>
    reading(folder, async (store) => {
      const format = given ?? formatOf(output);
      if (output === STDOUT) refuseOnStdout(format, json);
      const result = await watched(`${game} ${analysis}`, quiet, (watch) =>
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

function formatOf(output: string): FigureFormat {
  const format = FIGURE_FORMATS.find((name) => output.toLowerCase().endsWith(`.${name}`));
  if (format !== undefined) return format;
  throw usageError({
    subject: '--format',
    expected: `one of ${FIGURE_FORMATS.join(', ')}, or an --output that ends in .svg, .png or .vl.json`,
    found: output === STDOUT ? 'neither' : `the output ${output}`,
  });
}

function refuseOnStdout(format: FigureFormat, json: boolean): void {
  if (json) {
    throw usageError({
      subject: '--json',
      expected: 'an --output FILE to report on',
      found: 'the figure going to stdout',
      help: "'takeaway analyze' gives the data as JSON.",
    });
  }
  if (format === 'png') refuseTerminal(format);
}
