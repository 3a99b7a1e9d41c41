import { AsyncLocalStorage } from 'node:async_hooks';
import { exemptions } from './exemptions.ts';
import { unboundTables } from './unbound-tables.ts';

const program = new AsyncLocalStorage<true>();
/** The distinct statements of the program in this worker, and those that have not been checked. */
const seen = new Set<string>();
const unchecked = new Set<string>();

/** Runs the program. Statements sent during the run count as the program's, not as a test's. */
export const asProgram = <Result>(work: () => Result): Result => program.run(true, work);

/** Adds a statement to the check if the program has sent it. */
export function keepStatement(text: string): void {
  if (program.getStore() !== true || seen.has(text)) return;
  seen.add(text);
  unchecked.add(text);
}

/** @throws if a statement since the last check cannot be sent to one shard, and nothing exempts it. */
export async function checkStatements(): Promise<void> {
  const texts = [...unchecked];
  unchecked.clear();
  const faults: string[] = [];
  for (const text of texts) {
    if (exemptions.some(({ statement }) => statement.test(text))) continue;
    const aliases = await unboundTables(text);
    if (aliases.length > 0)
      faults.push(`No equality of its own account_id with one parameter: ${aliases.join(', ')}\n${text}`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
}
