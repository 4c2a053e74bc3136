/** The attacks of test/torture in whole: some forty minutes of computing. Its counts are quoted by docs/RELIABILITY.md. */
import { runAttacks } from '../torture/run.js';

runAttacks('whole');
