/** The list of attacks. To add one: its record, here. */
import type { Attack } from './attack.js';
import { questions } from './commands/questions.js';
import { commandsBesideDamage, cutFiles, damagedJournal, flippedBytes } from './damage.js';
import { forgedFiles, forgedRows } from './forgeries.js';
import { hostileStores } from './hostile/hostile-stores.js';
import { kills } from './kills.js';
import { powerLoss } from './power-loss.js';
import { racingVersions, racingWriters } from './racing.js';
import { readersBesideWriter } from './readers.js';
import { routes } from './routes/routes.js';
import { systemCalls } from './system-calls.js';

export const ATTACKS: readonly Attack[] = [
  systemCalls,
  kills,
  powerLoss,
  flippedBytes,
  cutFiles,
  damagedJournal,
  commandsBesideDamage,
  forgedFiles,
  forgedRows,
  hostileStores,
  racingWriters,
  racingVersions,
  readersBesideWriter,
  routes,
  questions,
];
