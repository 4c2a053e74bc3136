/** `takeaway verify`: checks the store, and repairs it. */
import { hasCode } from '../../../common/errors.js';
import { openStore, type Store, type Verification } from '../../../index.js';
import type { Problem } from '../../../rim.js';
import { defineCommand, OPTIONAL_GAME, type Common } from '../../command.js';
import { flag } from '../../../words/params.js';
import { EXIT_CODES } from '../../../words/errors.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { linesText, print } from '../../terminal/output.js';
import { storeFolder } from '../../own-games.js';
import { shownGame } from '../../shown-games.js';
import { READING, withStore, WRITING } from '../../store.js';
import { commandText } from '../../../words/commands.js';
import { grouped } from '../../../common/shown.js';
import { count } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['verify', 'check every block of the store'],
    ['verify squares --full', 'also recompute everything by a second method'],
    ['verify --repair', 'recompute damaged blocks'],
  ],
  positionals: { game: OPTIONAL_GAME },
  options: {
    repair: flag('Recompute damaged blocks; the result must have the stored hash'),
    full: flag('Recompute every block by a second method'),
  },
  run: async ({ game, repair, full, ...args }) => {
    const verify = async (store: Store): Promise<void> => {
      const words = {
        asked: 'Stopping after this block.',
        stopped: () => 'Nothing was changed, except for blocks that were repaired already.',
      };
      const work = ({ signal, onProgress }: Watch): Promise<Verification> =>
        store.verify({
          ...{ full, repair, game, signal },
          onBlock: ({ gameKey, name }, looks, total) =>
            onProgress(looks / total, `${shownGame(gameKey)} ${name}, check ${looks + 1} of ${total}`),
        });
      const found = await watched('verify', args, work, words);
      await print(args, found, () => describe(found, repair, args));
      if (!found.ok) process.exitCode = EXIT_CODES.corrupt;
    };
    const isRepairing = repair && (await isStore(args.store));
    await withStore(args, isRepairing ? WRITING : READING, verify);
  },
});

/** Whether there is a store to repair: opening for writing would create one. */
async function isStore(folder: string | undefined): Promise<boolean> {
  try {
    const store = await openStore(storeFolder(folder), { readOnly: true });
    try {
      return store.info().length > 0;
    } finally {
      store.close();
    }
  } catch (error) {
    // The catalog needs a migration, or has damaged rows: opening for writing handles both.
    if (hasCode(error, 'incompatible', 'corrupt')) return true;
    throw error;
  }
}

/** Describes a verification; after a repair, the remaining problems need another remedy. */
function describe(found: Verification, isRepairing: boolean, { quiet, store: folder }: Common): string {
  const { ok, blocks, problems } = found;
  const lines = problems.map(describeProblem);
  const repaired = problems.filter((problem) => problem.repaired).length;
  const remaining = problems.length - repaired;
  if (!quiet) {
    const checked = `Checked ${count(blocks, 'block')}`;
    if (problems.length === 0) lines.push(blocks === 0 ? 'Nothing is stored.' : `${checked}: all is well.`);
    else if (ok) lines.push(`${checked}: ${count(repaired, 'problem')}, all repaired.`);
    if (ok && blocks > 0) lines.push(describeSample(found));
    else if (!ok) {
      const bad = new Set(problems.filter((one) => !one.repaired && one.start !== undefined).map(placeOf));
      const good = `${count(blocks - bad.size, 'block')} good`;
      const done = repaired > 0 ? `, ${repaired} repaired` : '';
      lines.push(`${checked}: ${count(remaining, 'problem')} left${done}, ${good}.`);
      if (blocks > 0) lines.push(describeSample(found));
      const remedies = new Set(problems.map(({ remedy }) => remedy?.do));
      if (isRepairing || remedies.has('rebuild')) {
        const rebuild = commandText(['rebuild'], folder);
        lines.push(
          `'${rebuild}' recreates the catalog from the block files, and keeps aside what it cannot use.`,
        );
      } else if (remedies.has('verify')) {
        lines.push(`'${commandText(['verify', '--repair'], folder)}' repairs what is damaged.`);
      } else lines.push('Values that were stored wrong stay: compute the game again in another store.');
    }
  }
  return linesText(lines);
}

/** Returns how many values were checked against the definition, and the command that proves the others. */
function describeSample({ sampled, values }: Verification): string {
  if (sampled === values) return `All ${count(values, 'value')} were checked against the definition.`;
  const proof = "'certify <game>' proves all cold positions, and with --full all nim-values";
  return `${grouped(sampled)} of ${count(values, 'value')} were checked against the definition; ${proof}.`;
}

function describeProblem(found: Problem): string {
  return `${found.repaired ? 'repaired' : 'PROBLEM'}  ${placeOf(found)}: ${found.problem}`;
}

function placeOf({ game = 'catalog', series, start, stop }: Problem): string {
  return [shownGame(game), series ?? [], start === undefined ? [] : `${start}-${stop}`].flat().join(' ');
}
