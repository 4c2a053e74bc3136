/** The script of a thread that checks targets of a certificate. It asks whoever started it for values. */
import { serveQuestions } from '../solver/threads/questions.js';
import { breather } from '../common/stoppable.js';
import { messageOf } from '../common/errors.js';
import { parseGame } from '../game/game.js';
import { createKernelContext } from '../kernel/context.js';
import { cachedSet } from '../game/sets/cached-set.js';
import { TARGET_CHECKS } from './target-checks.js';
import type { CheckTalk } from './checking.js';

const context = createKernelContext();
const breathe = breather(undefined);

serveQuestions<CheckTalk>(async ({ check, game: definition, target }, ask) => {
  try {
    const game = parseGame(definition, () => {
      throw new Error('a definition names no file');
    });
    const cached = { ...game, set: cachedSet(game.set) };
    const findings = await TARGET_CHECKS[check]({ game: cached, target, read: ask, breathe, context });
    return { findings };
  } catch (error) {
    return { failed: messageOf(error) };
  }
});
