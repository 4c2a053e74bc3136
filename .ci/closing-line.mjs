// Closes a run: names the tests that failed and the files that could not be run, then prints `N passed, N failed`,
// summed over vitest JSON reports; such a file counts as one that failed. Fails when a test failed, a file could not be run, or a report is missing, empty or
// without any test.
import { existsSync, readFileSync } from 'node:fs';

const LONGEST = 2000;
const total = { passed: 0, failed: 0, skipped: 0 };
let isGood = process.argv.length > 2;
for (const path of process.argv.slice(2)) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const report = text === '' ? { success: false } : JSON.parse(text);
  const { success, numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, testResults = [] } = report;
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  total.skipped += numPendingTests;
  if (!success || numPassedTests === 0 || numFailedTests > 0) isGood = false;
  if (numPassedTests === 0) console.log(`no test passed: ${path}`);
  for (const { name: file, status, message, assertionResults } of testResults) {
    const failures = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failures) {
      console.log(`failed: ${file}: ${fullName}\n${failureMessages.join('\n').slice(0, LONGEST)}`);
    }
    if (status === 'failed' && failures.length === 0) {
      // None of its tests was run.
      total.failed++;
      console.log(`failed: ${file}\n${message.slice(0, LONGEST)}`);
    }
  }
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = isGood ? 0 : 1;
