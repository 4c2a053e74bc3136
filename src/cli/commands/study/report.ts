/** `takeaway report`: every analysis of a game, its figures and their provenance, as one page. */
import { packageVersion } from '../../../platform/package-root.js';
import { report, surveyReport } from '../../../index.js';
import { defineCommand, SURVEY } from '../../command.js';
import { READING, withStore } from '../../store.js';
import { STUDIED, surveyFile } from './analysis-options.js';
import { dateOfPage, namedAs, pageOptions, withStored, writePage } from './pages.js';

export const command = defineCommand({
  examples: [
    ['report squares', 'squares-report.html in this folder'],
    ['report "{1,3,4}" -o reports/134.html', 'another file'],
    [
      'report survey:three.parquet',
      'three-report.html: longest periods, preperiods, kinds, the plane of three moves',
    ],
  ],
  positionals: { game: STUDIED },
  options: pageOptions('report'),
  run: ({ game, ...args }) =>
    withStore(args, READING, async (store) => {
      const versions = { takeaway: packageVersion(), Node: process.versions.node };
      const provenance = { date: dateOfPage(), versions };
      if (game.startsWith(SURVEY)) {
        const file = surveyFile(game);
        return writePage('report', game, args, (watch) => surveyReport(file, { ...provenance, ...watch }));
      }
      await writePage('report', game, args, (watch) =>
        withStored(store, game, 0, args.quiet, watch, (stored) =>
          report(stored, game, { ...provenance, ...namedAs(game), ...watch }),
        ),
      );
    }),
});
