#!/usr/bin/env node
/**
 * Where the program starts: it heeds signals from its first line on, and refuses a Node that cannot run it, with a message and exit code 7 (docs/CLI.md), before
 * the rest is loaded. Nothing here may need a newer Node than 12: no static import in the bundle, no top-level await.
 */
import { refusalOf } from './node-version.js';

/** Ends with the code for an interruption (docs/CLI.md) while nothing else listens that would end in order. */
const endUnheeded = (signal: NodeJS.Signals): void => {
  if (process.listenerCount(signal) === 1) process.exit(130);
};
process.on('SIGINT', endUnheeded);
process.on('SIGTERM', endUnheeded);

const refusal = refusalOf(process.versions.node);
if (refusal === undefined)
  void import('./main.js').then(({ runProgram }) => runProgram(process.argv.slice(2)));
else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 7;
}
