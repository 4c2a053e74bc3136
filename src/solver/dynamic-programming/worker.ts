/** The script of a worker thread for dynamic programming. */
import { serveJobs } from '../threads/serve.js';
import { runExcludeJob } from './far-exclusion.js';

serveJobs(runExcludeJob);
