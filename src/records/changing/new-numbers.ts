import type { RuleContext, Values } from '../../domain/rule.ts';
import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { seriesOf } from '../../resources/vocabulary/project-number.ts';
import type { Queryable } from '../../database/engine.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { takeNumbers } from '../../store/write/project-numbers.ts';

/** Whether a record is a project without a number. */
export const isUnnumbered = ({ plural }: Resource, values: Values): boolean =>
  plural === 'projects' && typeof values['project_number'] !== 'string';

/**
 * The numbers of new projects in a transaction. The first project takes those of all by one statement, after it has been
 * judged, so that others wait for the counter only while these are written.
 */
export class NewNumbers {
  readonly #transaction: Queryable;
  #expected: number;
  #year = 0;
  #ready: string[] = [];

  /** @param expected the number of projects that may need one. */
  constructor(transaction: Queryable, expected: number) {
    this.#transaction = transaction;
    this.#expected = expected;
  }

  /** @returns null if the account does not number its projects. @throws {Refusal} `conflict` if the numbers are used up. */
  async next({ accountId, account }: Directory, { today }: Pick<RuleContext, 'today'>): Promise<string | null> {
    const { project_number_pattern: pattern } = account;
    if (pattern === null) return null;
    const series = seriesOf(pattern, today);
    // Changes that share a transaction may be of two years.
    if (this.#ready.length === 0 || this.#year !== series.year) {
      this.#ready = await takeNumbers(this.#transaction, { accountId, series }, Math.max(1, this.#expected));
      this.#year = series.year;
      this.#expected = 1;
    }
    const number = this.#ready.shift();
    if (number === undefined)
      throw new Refusal('conflict', 'The numbers of the pattern of project numbers are used up.');
    return number;
  }
}
