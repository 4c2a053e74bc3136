/** `takeaway analyze`: the experiments of the paper on any stored game, as text, JSON or a table in any format. */
import { refuse } from '../../../common/errors.js';
import { tableBytes, type AnalysisResult, type TableFormat } from '../../../index.js';
import { isAnalysis, TABLE_FORMATS } from '../../../rim.js';
import { ANALYSIS, ANALYSIS_OPTIONS, runByName, STUDIED } from './analysis-options.js';
import { describeAnalysis } from './analysis-text.js';
import { checkForce, formatOf, formatOption, OUTPUT_OPTIONS, STDOUT, writeOut } from '../../outputs.js';
import { defineCommand } from '../../command.js';
import { print } from '../../terminal/output.js';
import { answering, withStore } from '../../store.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { shownGame } from '../../shown-games.js';

export const command = defineCommand({
  examples: [
    ['analyze squares records', 'first position of each nim-value, with the fit (Figure 1)'],
    ['analyze squares density --at powers-of-2', 'numbers of cold positions (Figure 2)'],
    ['analyze squares digits --base 5 --places 3', 'low digits of the cold positions (Figure 3)'],
    ['analyze squares residues --modulus 5 --max 100', 'which moduli separate the cold positions'],
    ['analyze squares gaps -o gaps.csv', 'a table for machines'],
  ],
  positionals: { game: STUDIED, analysis: ANALYSIS },
  options: {
    ...ANALYSIS_OPTIONS,
    format: formatOption(TABLE_FORMATS),
    ...OUTPUT_OPTIONS,
  },
  run: ({ game, analysis, format: given, output = STDOUT, ...args }) =>
    withStore(args, answering(args), async (store) => {
      const { json, force } = args;
      if (json && given !== undefined && output === STDOUT) {
        refuse('--json and --format exclude each other. Leave one out.');
      }
      checkForce(output, force);
      const task = `${shownGame(game)} ${analysis}`;
      const run = async (watch: Watch): Promise<AnalysisResult> => {
        const [result] = await runByName('analysis', store, [game], analysis, args, watch);
        if (isAnalysis(result)) return result;
        throw new TypeError(`analyze: a result of ${result.analysis} has no rows`);
      };
      if (output === STDOUT && given === undefined) {
        const result = await watched(task, args, run);
        return print(args, result, () => describeAnalysis(result));
      }
      const chosen = formatOf<TableFormat>(TABLE_FORMATS, given, output);
      await writeOut(task, { output, of: { analysis }, format: chosen }, args, async (watch) =>
        tableBytes(await run(watch), chosen.name),
      );
    }),
});
