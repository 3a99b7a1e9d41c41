import { AsyncLocalStorage } from 'node:async_hooks';
import { migrationsFolder, readMigrations } from '../../../src/database/migrations/migrate.ts';
import { statementsOf } from '../../../src/database/migrations/statements.ts';
import { carriedPlaces, insertsWithin, namelessRows } from './carried-parts.ts';
import { exemptions, ofOneServer, type RuleName } from './exemptions.ts';
import { nodesOfKind, treeOf } from './syntax-tree.ts';
import { unboundTables } from './unbound-tables.ts';
import { unstableExpressions } from './unstable-expressions.ts';

const program = new AsyncLocalStorage<true>();
/** The distinct statements of the program in this worker, and those that have not been checked. */
const seen = new Set<string>();
const unchecked = new Set<string>();
/** The statements of migrations follow rules of their own (`migration-faults.ts`). */
const ofMigrations: ReadonlySet<string> = new Set(
  (await readMigrations(migrationsFolder)).flatMap(({ sql }) => statementsOf(sql)),
);

/** Runs the program. Statements sent during the run count as the program's, not as a test's. */
export const asProgram = <Result>(work: () => Result): Result => program.run(true, work);

/** Adds a statement to the check if the program has sent it. */
export function keepStatement(text: string): void {
  if (program.getStore() !== true || seen.has(text) || ofMigrations.has(text)) return;
  seen.add(text);
  unchecked.add(text);
}

/** @throws if a statement since the last check breaks a rule of a sharded Postgres, and nothing exempts it. */
export async function checkStatements(): Promise<void> {
  const texts = [...unchecked];
  unchecked.clear();
  const faults: string[] = [];
  for (const text of texts) faults.push(...(await brokenRules(text)));
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
}

interface Rule {
  /** What is wrong with the parts that break it. */
  readonly says: string;
  readonly find: (text: string) => Promise<readonly string[]>;
}

/** The rules of a sharded Postgres. */
const rules: Readonly<Record<RuleName, Rule>> = {
  account: { says: 'No equality of its own account_id with one parameter', find: unboundTables },
  recursion: { says: 'A sharded Postgres refuses recursion that does not name the account', find: unboundRecursion },
  expression: { says: 'A sharded Postgres refuses this expression', find: unstableExpressions },
  insert: { says: 'A sharded Postgres carries the rows of this insert over the coordinator', find: insertsWithin },
  place: { says: 'A sharded Postgres refuses to seek rows by ctid beside an insert', find: carriedPlaces },
  row: { says: 'A sharded Postgres loses the names of this row', find: rowsOfManyNodes },
};

/** Returns each rule that a statement breaks without an exemption, in words. */
async function brokenRules(text: string): Promise<string[]> {
  if (ofOneServer.some(({ statement }) => statement.test(text))) return [];
  const broken: string[] = [];
  for (const [name, { says, find }] of Object.entries(rules)) {
    if (exemptions.some(({ rule, statement }) => rule === name && statement.test(text))) continue;
    const found = [...new Set(await find(text))];
    if (found.length > 0) broken.push(`${says}: ${found.join(', ')}\n${text}`);
  }
  return broken;
}

async function unboundRecursion(text: string): Promise<readonly string[]> {
  const clauses = nodesOfKind(await treeOf(text), 'withClause');
  return clauses.some(({ recursive }) => recursive === true) ? await unboundTables(text) : [];
}

/** The rows of one account come from one node. */
async function rowsOfManyNodes(text: string): Promise<readonly string[]> {
  const rows = await namelessRows(text);
  return rows.length > 0 && (await unboundTables(text)).length > 0 ? rows : [];
}
