/** The script of a worker thread for remoteness. */
import { serveJobs } from '../threads/serve.js';
import { runFarRanksJob } from './far-ranks.js';

serveJobs(runFarRanksJob);
