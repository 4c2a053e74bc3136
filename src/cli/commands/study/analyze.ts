/** `takeaway analyze`: the experiments of the paper on any stored game, as text, JSON or a table. */
import { usageError } from '../../../common/errors.js';
import { formatNamed } from '../../../common/formats.js';
import { tableBytes, TABLE_FORMATS } from '../../../index.js';
import { ANALYSIS, ANALYSIS_OPTIONS, runAnalysis } from './analysis-options.js';
import { describeAnalysis } from './analysis-text.js';
import { namesOf, refuseTerminal } from '../../formats.js';
import { choice, defineCommand, GAME } from '../../command.js';
import { writeData, writeJson } from '../../terminal/output.js';
import { answering } from '../../store.js';
import { watched } from '../../terminal/progress.js';

export const command = defineCommand({
  examples: [
    ['analyze squares records', 'first position of each nim-value, with the fit (Figure 1)'],
    ['analyze squares density --at powers-of-2', 'numbers of cold positions (Figure 2)'],
    ['analyze squares digits --base 5 --places 3', 'low digits of the cold positions (Figure 3)'],
    ['analyze squares residues --modulus 5 --up-to 100', 'which moduli separate the cold positions'],
    ['analyze squares gaps --format csv > gaps.csv', 'a table for machines'],
  ],
  positionals: { game: GAME, analysis: ANALYSIS },
  options: {
    ...ANALYSIS_OPTIONS,
    format: choice('A table on stdout instead of text', namesOf(TABLE_FORMATS)),
  },
  run: ({ game, analysis, format, store: folder, json, quiet, progress, ...args }) =>
    answering(folder, quiet, async (store) => {
      if (json && format !== undefined) {
        throw usageError({ subject: 'The output', expected: '--json or --format', found: 'both' });
      }
      if (format !== undefined) refuseTerminal(formatNamed(TABLE_FORMATS, format));
      const result = await watched(`${game} ${analysis}`, { quiet, progress }, (watch) =>
        runAnalysis(store, game, analysis, args, watch),
      );
      if (json) await writeJson(result);
      else if (format === undefined) await writeData(describeAnalysis(result));
      else for await (const chunk of tableBytes(result, format)) await writeData(chunk);
    }),
});
