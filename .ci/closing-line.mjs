// Prints `N passed, N failed` summed over vitest JSON reports. Fails when a test failed, a file could not be run, or a
// report is missing, empty or without any test.
import { existsSync, readFileSync } from 'node:fs';

const total = { passed: 0, failed: 0, skipped: 0 };
let isGood = process.argv.length > 2;
for (const path of process.argv.slice(2)) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const report = text === '' ? { success: false } : JSON.parse(text);
  const { success, numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report;
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  total.skipped += numPendingTests;
  if (!success || numPassedTests === 0 || numFailedTests > 0) isGood = false;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = isGood ? 0 : 1;
