// Prints `N passed, N failed` from a vitest JSON report; fails when there is none or when no test ran.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
const report = text === '' ? { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 } : JSON.parse(text);
const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed${skipped}`);
process.exitCode = report.numPassedTests > 0 && report.numFailedTests === 0 ? 0 : 1;
