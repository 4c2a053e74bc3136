/** `takeaway explore`: serves a page over the library to this machine only, until Ctrl-C. */
import { messageOf, throwIfAborted } from '../../../common/errors.js';
import { defineCommand, OPTIONAL_GAME } from '../../command.js';
import { flag, optional } from '../../../words/params.js';
import { readGame } from '../../../index.js';
import { storeFolder } from '../../own-games.js';
import { openForPeople } from '../../terminal/open.js';
import { interruptible } from '../../terminal/interruption.js';
import { print, say } from '../../terminal/output.js';
import { numberFrom } from '../../../words/numbers.js';

export const command = defineCommand({
  examples: [
    ['explore', 'the games of the store, in a browser'],
    ['explore squares --open', 'one game, and open the browser'],
    ['explore "{2,4,7}" --port 8080', 'on a port of your choice'],
    ['explore squares --write', 'the page can also extend games'],
  ],
  positionals: { game: OPTIONAL_GAME },
  options: {
    port: optional('N', 'The port; default a free one', numberFrom(0, 65_535)),
    open: flag('Open the page in the browser'),
    write: flag('Let the page extend games; without this, it changes nothing'),
  },
  run: async ({ game, port, open, write, store, json, quiet }) => {
    // Refused before the server starts.
    if (game !== undefined) readGame(game);
    const { startExplorer } = await import('../../../explorer/server.js');
    const words = { asked: 'Stopping.', stopped: () => 'The explorer has ended.' };
    await interruptible(words, async (signal) => {
      const explorer = await startExplorer({
        folder: storeFolder(store),
        givenStore: store,
        port: port ?? 0,
        canWrite: write,
        random: Math.random,
      });
      try {
        const page = game === undefined ? explorer.url : `${explorer.url}?game=${encodeURIComponent(game)}`;
        await print({ json }, { url: explorer.url, page }, () => `${explorer.url}\n`);
        if (!quiet && game !== undefined) say(`The game is at ${page}`);
        if (!quiet) say('Ctrl-C ends it.');
        // The page is served even if no browser opens.
        if (open) await openForPeople(page).catch((error: unknown) => say(messageOf(error)));
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      } finally {
        await explorer.close();
      }
      throwIfAborted(signal);
    });
  },
});
