/** The script of a worker thread for the far stage. */
import { serveJobs } from '../../threads/serve.js';
import { runFarJob } from './job.js';

serveJobs(runFarJob);
