// Prints "passed failed" for one run of the tests, from the runner's JSON report and its exit status.
import { readFileSync } from 'node:fs';

const [path, status] = process.argv.slice(2);
const report = read(path);
const notRun = report.numPendingTests + report.numTodoTests;
const broken = status !== '0' || report.numPassedTests === 0 ? 1 : 0;

console.log(report.numPassedTests, Math.max(report.numFailedTests + notRun, broken));

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  }
}
