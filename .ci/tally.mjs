// Prints "passed failed" for one run of the tests, from the runner's JSON report and its exit status. Appends to the
// file of failures the file, title and message of each test that failed or did not run.
import { appendFileSync, readFileSync } from 'node:fs';

const [reportPath, status, failuresPath] = process.argv.slice(2);
const report = read(reportPath);
const notRun = report.numPendingTests + report.numTodoTests;
const broken = status !== '0' || report.numPassedTests === 0 ? 1 : 0;

appendFileSync(failuresPath, report.testResults.flatMap(failuresOf).join(''));
console.log(report.numPassedTests, Math.max(report.numFailedTests + notRun, broken));

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  }
}

function failuresOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((result) => result.status !== 'passed');
  const ofFile = message !== '' || (tests.length === 0 && status === 'failed') ? [`!! ${name}\n${message}\n`] : [];
  return [
    ...ofFile,
    ...tests.map((test) => `!! ${name}: ${test.fullName} (${test.status})\n${test.failureMessages.join('\n')}\n`),
  ];
}
