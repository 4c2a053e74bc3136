#!/usr/bin/env node
/**
 * Where the program starts: it refuses a Node that cannot run it, with a message and exit code 7 (docs/CLI.md), before
 * the rest is loaded. Nothing here may need a newer Node than 12: no static import in the bundle, no top-level await.
 */
import { refusalOf } from './node-version.js';

const refusal = refusalOf(process.versions.node);
if (refusal === undefined) void import('./main.js');
else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 7;
}
