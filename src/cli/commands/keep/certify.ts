/** `takeaway certify`: proves the stored values of a game from the definition, without a solver. */
import { refuse } from '../../../common/errors.js';
import { ENDINGS, formatForFile, type Format } from '../../../common/formats.js';
import { certify } from '../../../index.js';
import { certificateText, type Certificate, type Claim } from '../../../rim.js';
import { defineCommand, GAME, type Common } from '../../command.js';
import { flag, optional, type Values } from '../../../words/params.js';
import { parseNumber } from '../../../words/numbers.js';
import { OUTPUT_OPTIONS, STDOUT, writeOut } from '../../outputs.js';
import { linesText, print } from '../../terminal/output.js';
import { grouped } from '../../../common/shown.js';
import { EXIT_CODES } from '../../../words/errors.js';
import { count } from '../../../words/text.js';
import { watched } from '../../terminal/progress.js';
import { shownGame } from '../../shown-games.js';
import { answering, READING, withStore } from '../../store.js';

const CERTIFICATE: Format = {
  name: 'certificate',
  describe: 'text that a program of 80 lines proves',
  endings: ENDINGS.text,
  isBinary: false,
};

const OPTIONS = {
  full: flag('Also check the mex rule at every position'),
  ...OUTPUT_OPTIONS,
  to: optional(
    'N',
    'File: the position to stop before; default what proves the period, or all that is stored',
    parseNumber,
  ),
  distance: optional('D', 'File: also the number of cold n of a period with n + D cold', parseNumber),
};

export const command = defineCommand({
  examples: [
    ['certify squares', 'prove every cold position, and pair every nim-value'],
    ['certify squares --full', 'also prove every nim-value'],
    ['certify "{1,3,4}" -o proof.txt', 'a certificate that docs/checker.c proves without takeaway'],
  ],
  positionals: { game: GAME },
  options: OPTIONS,
  run: async ({ game, full, ...args }) => {
    if (args.output !== undefined) return writeFile(game, full, args.output, args);
    const { to, distance } = args;
    const given = to !== undefined ? '--to' : distance !== undefined ? '--distance' : undefined;
    if (given !== undefined || args.force)
      refuse('{option} is for a certificate in a file. Give -o FILE, or leave it out.', {
        option: given ?? '--force',
      });
    await withStore(args, READING, async (store) => {
      const certificate = await watched(`${shownGame(game)} certificate`, args, (watch) =>
        certify(store, game, { mex: full, ...watch }),
      );
      await print(args, certificate, () => describe(certificate));
      if (!certificate.ok) process.exitCode = EXIT_CODES.corrupt;
    });
  },
});

/** Writes a certificate that docs/checker.c proves or rejects. */
async function writeFile(
  game: string,
  isFull: boolean,
  output: string,
  { to, distance, ...how }: Common & Omit<Values<typeof OPTIONS>, 'full'>,
): Promise<void> {
  if (isFull) refuse('A certificate file has no nim-values. Leave --full or -o out.');
  if (output !== STDOUT) formatForFile([CERTIFICATE], output, CERTIFICATE.name);
  await withStore(how, answering(how), (store) =>
    writeOut(`${shownGame(game)} certificate`, { output, format: CERTIFICATE }, how, (watch) =>
      encoded(certificateText(store, game, { to, collisions: distance, ...watch })),
    ),
  );
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const lines of text) yield encoder.encode(lines);
}

/** Statements of the claims. */
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

/** Assumptions of a certificate. */
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
