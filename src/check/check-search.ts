import type { Queryable } from '../database/engine.ts';
import type { Resource } from '../resources/resource.ts';
import type { DatabaseFault } from '../store/check/finding.ts';
import type { CheckedRecord } from '../store/check/record-cursors.ts';
import { type ExpectedSearch, otherSearchColumns, unknownTerms } from '../store/check/search-columns.ts';
import { searchValues, termsOf } from '../store/rows/search-words.ts';

/** The size of search columns that are compared at once. */
const mostText = 2 ** 20;
/** The number of terms that are remembered as known, so that they are looked up once. */
const mostKnown = 100_000;

/** Compares what the search reads with the records of one resource in an account. */
export class SearchCheck {
  readonly #transaction: Queryable;
  readonly #accountId: string;
  readonly #resource: Resource;
  readonly #known = new Set<string>();

  constructor(transaction: Queryable, accountId: string, resource: Resource) {
    this.#transaction = transaction;
    this.#accountId = accountId;
    this.#resource = resource;
  }

  async faultsOf(records: readonly CheckedRecord[]): Promise<DatabaseFault[]> {
    if (!this.#resource.searched) return [];
    const found: DatabaseFault[] = [];
    let some: ExpectedSearch[] = [];
    let size = 0;
    for (const { row } of records) {
      const search = searchValues(this.#resource, row, this.#accountId)['search'] as string;
      some.push({ id: row.id, search });
      size += search.length;
      if (size < mostText) continue;
      found.push(...(await this.#compare(some)));
      [some, size] = [[], 0];
    }
    return [...found, ...(await this.#compare(some))];
  }

  async #compare(some: readonly ExpectedSearch[]): Promise<DatabaseFault[]> {
    if (some.length === 0) return [];
    const others = await otherSearchColumns(this.#transaction, this.#accountId, this.#resource, some);
    const unknown = await this.#unknownTerms(some);
    const { plural } = this.#resource;
    return [
      ...others.map((id) => finding(this.#accountId, plural, id, 'A search does not find it by its present words.')),
      ...unknown.map((term) => {
        const problem = `The word ${JSON.stringify(term)} of ${plural} is missing: no search that begins so finds it.`;
        return finding(this.#accountId, 'search_terms', null, problem);
      }),
    ];
  }

  async #unknownTerms(some: readonly ExpectedSearch[]): Promise<string[]> {
    const terms = [...new Set(some.flatMap(({ search }) => termsOf({ search })))].filter(
      (term) => !this.#known.has(term),
    );
    if (this.#known.size + terms.length > mostKnown) this.#known.clear();
    for (const term of terms) this.#known.add(term);
    return await unknownTerms(this.#transaction, this.#accountId, this.#resource, terms);
  }
}

const finding = (account: string, table: string, id: string | null, problem: string): DatabaseFault => ({
  account,
  table,
  id,
  problem,
});
