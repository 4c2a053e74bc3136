/** `takeaway survey merge`: joins the files of all parts of a survey, or tries a condition on them. */
import { mergeSurvey } from '../../../index.js';
import { defineCommand, REFUTE, repeated } from '../../command.js';
import { asText } from '../../../words/params.js';
import { checkForce, TABLE_OPTIONS } from '../../outputs.js';
import { print } from '../../terminal/output.js';
import { watched } from '../../terminal/progress.js';
import { describeSurvey } from './survey-text.js';

export const command = defineCommand({
  examples: [
    ['survey merge *.survey -o sets.arrow', 'what one survey would write, from all its parts'],
    ['survey merge *.survey --refute "nim_period < 9000"', 'the first counterexample in all parts'],
  ],
  positionals: { files: repeated('The files of all parts', asText) },
  options: { refute: REFUTE, ...TABLE_OPTIONS },
  run: async ({ files, output, force, refute, ...args }) => {
    checkForce(output, force);
    const startedAt = performance.now();
    const words = { asked: 'Stopping.', stopped: () => 'The parts stay as they are.' };
    const summary = await watched(
      'survey',
      args,
      (watch) => mergeSurvey({ files, output, force, refute, ...watch }),
      words,
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const found = { ...summary, part: null, output: output ?? null };
    await print(args, found, () => describeSurvey(summary, output, seconds));
  },
});
