/** The attacks of test/torture in whole: some twenty minutes of computing. Its counts are quoted by docs/RELIABILITY.md. */
import { runAttacks } from '../torture/run.js';

runAttacks('whole');
