/** The script of a worker thread that begins chunks. */
import { serveJobs } from '../threads/serve.js';
import { beginShares } from './begin.js';

serveJobs(beginShares);
