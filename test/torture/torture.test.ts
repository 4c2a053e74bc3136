/**
 * The attacks in short; the whole of them is test/long/torture.test.ts.
 *
 * @module-tag slow
 */
import { runAttacks } from './run.js';

runAttacks('short');
