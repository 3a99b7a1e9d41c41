import { appendFileSync } from 'node:fs';
import type { Reporter, TestSuite } from 'vitest/node';

/** Appends the errors of suites whose hooks failed to a file: the JSON report has the errors of tests and files alone. */
export class FailedHooks implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const { message, stack } of suite.errors()) {
      appendFileSync(this.#path, `!! ${suite.module.moduleId}: ${suite.fullName} (hook)\n${stack ?? message}\n`);
    }
  }
}
