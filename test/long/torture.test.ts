/** The attacks of test/torture in whole: some forty minutes of computing. Its counts go into test/torture/last-whole-run.json. */
import { runAttacks } from '../torture/run.js';

runAttacks('whole');
