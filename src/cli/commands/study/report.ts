/** `takeaway report`: every analysis of a game, its figures and where it all came from, as one page. */
import { refuse } from '../../../common/errors.js';
import { packageVersion } from '../../../common/package-root.js';
import { reportToFolder } from '../../../index.js';
import { asText, defineCommand, GAME, optional, withShort } from '../../command.js';
import { say, writeJson } from '../../terminal/output.js';
import { reading } from '../../store.js';
import { byteSize } from '../../../words/text.js';
import { watched } from '../../terminal/progress.js';

export const command = defineCommand({
  examples: [
    ['report squares', 'squares-report.html in this folder'],
    ['report "{1,3,4}" -o reports', '1-3-4-report.html in a folder'],
  ],
  positionals: { game: GAME },
  options: {
    output: withShort(
      'o',
      optional('DIR', 'The folder for the page, which is made where it is missing; default this one', asText),
    ),
  },
  run: ({ game, output = '.', store: folder, json, quiet, progress }) =>
    reading(folder, async (store) => {
      const date = dateOfReport(process.env.SOURCE_DATE_EPOCH);
      const versions = { takeaway: packageVersion(), Node: process.versions.node };
      const { path, bytes } = await watched(`${game} report`, { quiet, progress }, (watch) =>
        reportToFolder(store, game, output, { ...watch, date, versions }),
      );
      if (json) await writeJson({ output: path, bytes });
      else if (!quiet) say(`Wrote ${path}: ${byteSize(bytes)}.`);
    }),
});

/** Now, unless the caller wants the same page again (reproducible-builds.org). */
function dateOfReport(epoch: string | undefined): Date {
  if (epoch === undefined || epoch === '') return new Date();
  if (/^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000);
  refuse('SOURCE_DATE_EPOCH', 'seconds since 1970 as a whole number', JSON.stringify(epoch));
}
