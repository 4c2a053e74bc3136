/** `takeaway worksheet`: questions about a game for a class, with the answers on a page of their own. */
import { worksheet } from '../../../index.js';
import { WORKSHEET_POSITIONS } from '../../../rim.js';
import { defineCommand, GAME } from '../../command.js';
import { READING, withStore } from '../../store.js';
import { namedAs, pageOptions, withStored, writePage } from './pages.js';

export const command = defineCommand({
  examples: [['worksheet "{1,3,4}"', '1-3-4-worksheet.html, to print: questions, then answers']],
  positionals: { game: GAME },
  options: pageOptions('worksheet'),
  run: ({ game, ...args }) =>
    withStore(args, READING, (store) =>
      writePage('worksheet', game, args, (watch) =>
        // The questions need this many positions, even if fewer are stored.
        withStored(store, game, WORKSHEET_POSITIONS, args.quiet, watch, (stored) =>
          worksheet(stored, game, { ...namedAs(game), ...watch }),
        ),
      ),
    ),
});
