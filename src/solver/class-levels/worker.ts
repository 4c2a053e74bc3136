/** The script of a worker thread for levels by residue class. */
import { serveJobs } from '../threads/serve.js';
import { runLevelsJob } from './level-job.js';

serveJobs(runLevelsJob);
