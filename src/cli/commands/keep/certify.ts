/** `takeaway certify`: proves the stored values of a game from the definition, without a solver. */
import { certify } from '../../../index.js';
import type { Certificate, Claim } from '../../../rim.js';
import { defineCommand, GAME } from '../../command.js';
import { flag } from '../../../words/params.js';
import { linesText, print } from '../../terminal/output.js';
import { grouped } from '../../../common/shown.js';
import { EXIT_CODES } from '../../../words/errors.js';
import { count } from '../../../words/text.js';
import { watched } from '../../terminal/progress.js';
import { shownGame } from '../../shown-games.js';
import { READING, withStore } from '../../store.js';

export const command = defineCommand({
  examples: [
    ['certify squares', 'prove every cold position, and pair every nim-value'],
    ['certify squares --full', 'also prove every nim-value'],
  ],
  positionals: { game: GAME },
  options: { full: flag('Also check the mex rule at every position') },
  run: ({ game, full, ...args }) =>
    withStore(args, READING, async (store) => {
      const certificate = await watched(`${shownGame(game)} certificate`, args, (watch) =>
        certify(store, game, { mex: full, ...watch }),
      );
      await print(args, certificate, () => describe(certificate));
      if (!certificate.ok) process.exitCode = EXIT_CODES.corrupt;
    }),
});

/** What each claim says, in the words of the field. */
const MEANING: Readonly<Record<Claim['claim'], string>> = {
  declared: 'every declared position is stored as the game declares it',
  'difference-free': 'no two cold positions differ by a subtrahend',
  maximal: 'every other position is a cold one plus a subtrahend, or declared hot',
  pairing: "n has nim-value 1 exactly if n - min S has nim-value 0 (Ferguson's pairing)",
  zeros: 'exactly the cold positions have nim-value 0',
  mex: 'every nim-value is the mex of those of its options',
  states: 'the values from 0 on, computed by the definition, reach every kept state',
  repeats: 'from the preperiod on, enough values to decide all others repeat one period later',
  minimal: 'no smaller period or preperiod would do',
};

/** What a certificate takes as given, in words. */
const GIVEN = {
  hotspots: ', given the hotspots',
  seed: ', given the seed',
  sink: ', in the sink convention',
} as const;

function describe({ game, ok, coldCount, declares, claims }: Certificate): string {
  const lines = claims.map(({ claim, series, range, counterexample }) => {
    const head = `${shownGame(game)} ${series} below ${grouped(range.stop)}: ${MEANING[claim]}`;
    return counterexample === null ? `ok       ${head}` : `PROBLEM  ${head}. But ${counterexample}`;
  });
  const isNimProved = claims.some(({ claim }) => claim === 'mex');
  const hasNim = claims.some(({ series }) => series === 'nim');
  lines.push(
    ok
      ? `So these ${count(coldCount, 'cold position')} are exactly the cold ones${declares === null ? '' : GIVEN[declares]}${
          isNimProved ? ', and every nim-value is right' : hasNim ? '; --full would prove the nim-values' : ''
        }.`
      : 'The stored values are not right.',
  );
  return linesText(lines);
}
