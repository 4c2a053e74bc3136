/** `takeaway import`: adds the values of other stores. */
import type { CommittedBlock, Store } from '../../../index.js';
import { checkImport } from '../../../rim.js';
import { defineCommand, repeated, type Common } from '../../command.js';
import { asText } from '../../../words/params.js';
import { withStore, WRITING } from '../../store.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { linesText, printDone } from '../../terminal/output.js';
import { grouped } from '../../../common/shown.js';
import { count } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['import ../from-the-other-machine', 'all that goes further there, if the rest agrees'],
    ['import old --store new', 'into another store than the usual one'],
    ['import parts/* --store all', 'the stores of all parts of a sweep'],
  ],
  positionals: { folders: repeated('Folders of other stores', asText) },
  options: {},
  run: async ({ folders, ...args }) => {
    const words = {
      asked: 'Stopping after this block.',
      stopped: () => 'Every block taken over so far is stored. The same command continues from there.',
    };
    // Before a store is opened, which may create it.
    for (const folder of folders) await checkImport(folder);
    const taken = await withStore(args, WRITING, (store) =>
      watched('import', args, (watch) => takenBy(takeAll(store, folders, watch)), words),
    );
    await printTaken(taken, 'Took over', 'Nothing to take over: everything is here already.', args);
  },
});

/** Takes over one store after the other. */
async function* takeAll(
  store: Store,
  folders: readonly string[],
  { signal, onProgress }: Watch,
): AsyncGenerator<CommittedBlock> {
  for (const [i, folder] of folders.entries()) {
    const options = { signal, onProgress: (share: number) => onProgress((i + share) / folders.length) };
    yield* store.importFrom(folder, options);
  }
}

/** A series with blocks that were taken over. */
interface Taken {
  readonly game: string;
  readonly series: string;
  readonly from: number;
  to: number;
  blocks: number;
}

/** Consumes all blocks, and returns their series. */
export async function takenBy(blocks: AsyncIterable<CommittedBlock>): Promise<Taken[]> {
  const taken: Taken[] = [];
  for await (const { game, series, newFrom, stop } of blocks) {
    const last = taken.at(-1);
    if (last?.game === game && last.series === series) {
      last.to = stop;
      last.blocks++;
    } else taken.push({ game, series, from: newFrom, to: stop, blocks: 1 });
  }
  return taken;
}

/** Prints the series of the blocks, or `nothing` without any. */
export function printTaken(
  taken: readonly Taken[],
  verb: string,
  nothing: string,
  args: Common,
): Promise<void> {
  const lines = taken.map(
    ({ game, series, from, to, blocks: number }) =>
      `${verb} ${game} ${series} ${grouped(from)} to ${grouped(to)} (${count(number, 'block')}).`,
  );
  return printDone(args, { series: taken }, () => linesText(lines.length === 0 ? [nothing] : lines));
}
