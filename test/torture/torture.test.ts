/** The attacks in short, for every run of the tests; the whole of them is test/long/torture.test.ts. */
import { runAttacks } from './run.js';

runAttacks('short');
