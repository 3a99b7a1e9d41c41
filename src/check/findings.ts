import type { DatabaseFault } from '../store/check/finding.ts';

/** The number of faults that a check lists of each table in each account. It counts the others. */
const mostListed = 100;

/** Passes on the faults that a check finds, and counts them. A broken database may have millions of one kind. */
export class Findings {
  readonly #tell: (finding: DatabaseFault) => void;
  readonly #counts = new Map<string, number>();

  constructor(tell: (finding: DatabaseFault) => void) {
    this.#tell = tell;
  }

  /** The number of faults found so far. */
  get count(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  add(found: readonly DatabaseFault[]): void {
    for (const finding of found) this.#addOne(finding);
  }

  #addOne(finding: DatabaseFault): void {
    const place = `${finding.account} ${finding.table}`;
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (count <= mostListed) this.#tell(finding);
  }
}
