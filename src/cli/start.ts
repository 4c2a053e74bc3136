#!/usr/bin/env node
/**
 * The entry point: handles signals from its first line on, and refuses an unsuitable Node (exit code 7) before it loads the rest.
 * Nothing here may need a newer Node than 12: no static import in the bundle, no top-level await.
 */
import { refusalOf } from './node-version.js';

/** Exits with the code for an interruption, unless another listener ends the work in order. */
const exitIfUnhandled = (signal: NodeJS.Signals): void => {
  if (process.listenerCount(signal) === 1) process.exit(130);
};
process.on('SIGINT', exitIfUnhandled);
process.on('SIGTERM', exitIfUnhandled);

const refusal = refusalOf(process.versions.node);
if (refusal === undefined)
  void import('./main.js').then(({ runProgram }) => runProgram(process.argv.slice(2)));
else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 7;
}
