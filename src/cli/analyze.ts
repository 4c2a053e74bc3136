/** `takeaway analyze`: the experiments of the paper on any stored game, as text, JSON or a table. */
import { tableBytes, TABLE_FORMATS, usageError } from '../index.js';
import { ANALYSIS, ANALYSIS_OPTIONS, runAnalysis } from './analysis-options.js';
import { describeAnalysis } from './analysis-text.js';
import { choice, defineCommand, GAME } from './command.js';
import { interruptible } from './interruption.js';
import { createMeter, timeLeft } from './meter.js';
import { isDataOnTerminal, writeData, writeJson } from './output.js';
import { reading } from './store.js';

export const analyzeCommand = defineCommand({
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
    format: choice('A table on stdout instead of text', TABLE_FORMATS),
  },
  run: ({ game, analysis, format, store: folder, json, quiet, ...args }) =>
    reading(folder, async (store) => {
      if (json && format !== undefined) {
        throw usageError({ subject: 'The output', expected: '--json or --format', found: 'both' });
      }
      if (format === 'arrow' && isDataOnTerminal()) {
        throw usageError({
          subject: 'The format arrow',
          expected: 'a file or a pipe',
          found: 'a terminal, which cannot show binary data',
          help: 'Redirect with >.',
        });
      }
      const words = { asked: 'Stopping after this block.', stopped: () => 'Nothing was changed.' };
      const result = await interruptible(words, async (signal) => {
        const meter = await createMeter(quiet, signal);
        const startedAt = performance.now();
        const onProgress = (share: number): void => {
          const detail = timeLeft((performance.now() - startedAt) / 1000, share);
          meter.show({ task: `${game} ${analysis}`, share, detail });
        };
        try {
          return await runAnalysis(store, game, analysis, args, { signal, onProgress });
        } finally {
          meter.stop();
        }
      });
      if (json) await writeJson(result);
      else if (format === undefined) await writeData(describeAnalysis(result));
      else for await (const chunk of tableBytes(result, format)) await writeData(chunk);
    }),
});
