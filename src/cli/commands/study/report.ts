/** `takeaway report`: every analysis of a game, its figures and where it all came from, as one page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuse } from '../../../common/errors.js';
import { packageVersion } from '../../../common/package-root.js';
import { openStore, readGame, reportToFolder, surveyReportToFolder, type Store } from '../../../index.js';
import { reportPath, WORKSHEET_POSITIONS } from '../../../rim.js';
import { OUTPUT_OPTIONS } from '../../outputs.js';
import { asText, defineCommand, flag, optional, SURVEY, withShort } from '../../command.js';
import { say, sayDone } from '../../terminal/output.js';
import { frontiersOf, READING, withStore } from '../../store.js';
import { grouped } from '../../../common/shown.js';
import { byteSize } from '../../../words/text.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { STUDIED, surveyFile } from './analysis-options.js';
import { shownGame } from '../../shown-games.js';

export const command = defineCommand({
  examples: [
    ['report squares', 'squares-report.html in this folder'],
    ['report "{1,3,4}" -o reports', '1-3-4-report.html in a folder'],
    [
      'report survey:three.parquet',
      'three-report.html: longest periods, preperiods, kinds, the plane of three moves',
    ],
    ['report "{1,3,4}" --worksheet', '1-3-4-worksheet.html, to print: questions, then answers'],
  ],
  positionals: { game: STUDIED },
  options: {
    output: withShort(
      'o',
      optional('DIR', 'The folder for the page, created if missing; default the current one', asText),
    ),
    worksheet: flag('Questions about the game for a class instead, with the answers on a separate page'),
    force: OUTPUT_OPTIONS.force,
  },
  run: ({ game, output = '.', worksheet, force, ...args }) =>
    withStore(args, READING, async (store) => {
      if (/\.(?:html?|pdf)$/i.test(output))
        refuse(
          '--output is a folder, and the page in it is named after its game. Leave {output} out, or name a folder.',
          { output },
        );
      const date = dateOfReport(process.env.SOURCE_DATE_EPOCH);
      const versions = { takeaway: packageVersion(), Node: process.versions.node };
      const { path, bytes } = await watched(`${shownGame(game)} report`, args, async (watch) => {
        const made = { ...watch, date, versions, force };
        if (game.startsWith(SURVEY)) {
          if (worksheet) refuse('A worksheet is of a game, not of a survey. Give a game.');
          return surveyReportToFolder(surveyFile(game), output, made);
        }
        const { key } = readGame(game);
        const name = shownGame(key);
        const options = { ...made, worksheet, ...(name === key ? {} : { name }) };
        const isStored = Object.values(frontiersOf(store, game)).some((end) => end > 0);
        // A worksheet asks about few positions, and never about fewer because a few are stored.
        const enough = worksheet ? WORKSHEET_POSITIONS : 0;
        if (isStored && store.coverage(game, 'cold').reach >= enough)
          return reportToFolder(store, game, output, options);
        await reportPath(game, output, options);
        return withComputed(game, args.quiet, watch, (computed) =>
          reportToFolder(computed, game, output, options),
        );
      });
      await sayDone(args, { output: path, bytes }, () => `Wrote ${path}: ${byteSize(bytes)}.`);
    }),
});

/** Runs `use` with a store of its own that has the beginning of the game, and removes it. */
async function withComputed<Result>(
  game: string,
  quiet: boolean,
  { signal }: Watch,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'takeaway-report-'));
  try {
    const store = await openStore(folder, { compute: false });
    try {
      // The usual range, as nothing is stored here.
      const { to = 0 } = store.studiedRange(game, 'cold', {});
      if (!quiet) say(`Not stored: computing ${shownGame(game)} below ${grouped(to)} for this page.`);
      const blocks = store.extend(game, { to, signal });
      while ((await blocks.next()).done !== true);
      return await use(store);
    } finally {
      store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Now, unless the caller wants the same page again (reproducible-builds.org). */
function dateOfReport(epoch: string | undefined): Date {
  if (epoch === undefined || epoch === '') return new Date();
  if (/^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000);
  refuse('SOURCE_DATE_EPOCH must be seconds since 1970 as a whole number, not "{epoch}".', { epoch });
}
