/** A check has found faults and told them. */
export class FindingsTold extends Error {
  constructor() {
    super('The check found faults.');
    this.name = 'FindingsTold';
  }
}

/** A check could not run to its end. `cause` is the reason. */
export class CheckNotDone extends Error {
  constructor(cause: unknown) {
    super('The check could not run.', { cause });
    this.name = 'CheckNotDone';
  }
}
