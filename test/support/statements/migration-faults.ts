import { parse } from 'libpg-query';
import { statementsOf } from '../../../src/database/migrations/statements.ts';
import { distributionColumn } from '../../../src/database/sharding/placement.ts';
import { unstableExpressions } from './unstable-expressions.ts';

/** A node of the syntax tree, with the names of Postgres's parser. */
interface Node {
  readonly [part: string]: unknown;
}

/** The beginning of a block that does nothing where the tables are distributed. */
const guard =
  /^\s*begin\s+if to_regclass\('pg_dist_partition'\) is not null then\s+if exists \(select from pg_dist_partition where logicalrelid = 'accounts'::regclass\) then return; end if;\s+end if;/;

/** Returns what Citus refuses in a migration of tables that it has distributed, in words. */
export async function migrationFaults(script: string): Promise<readonly string[]> {
  const faults: string[] = [];
  const created = new Set<string>();
  for (const text of statementsOf(script)) {
    const { stmts } = (await parse(text)) as { readonly stmts: readonly { readonly stmt: Node }[] };
    if (stmts.length !== 1) faults.push(`${stmts.length} statements in a call`);
    for (const { stmt } of stmts) {
      const [kind = '', node] = Object.entries(stmt)[0] ?? [];
      faults.push(...(judges[kind]?.(node as Node, created) ?? [`a statement of the kind ${kind}`]));
    }
    if (!text.startsWith('do ')) faults.push(...(await unstableExpressions(text)));
  }
  return faults;
}

type Judge = (node: Node, created: Set<string>) => readonly string[];

const judges: Readonly<Record<string, Judge>> = {
  CreateStmt: judgeTable,
  AlterTableStmt: judgeAlteration,
  IndexStmt: (node) =>
    node['unique'] === true ? judgeUnique(nameOf(node['relation']), namesIn(node['indexParams'])) : [],
  DropStmt: ({ objects }) => (nodesOf(objects).length === 1 ? [] : ['several objects in a drop']),
  DoStmt: (node) => (guard.test(textOf(node)) ? [] : ['a block that does not stop where tables are distributed']),
  UpdateStmt: (node) => judgeFunctions(node),
  InsertStmt: (node) => judgeFunctions(node),
  DeleteStmt: (node) => judgeFunctions(node),
  TruncateStmt: () => [],
};

function judgeTable(node: Node, created: Set<string>): readonly string[] {
  const table = nameOf(node['relation']);
  created.add(table);
  const elements = nodesOf(node['tableElts']);
  const columns = elements.flatMap(({ ColumnDef: column }) => (column ? [column as Node] : []));
  const names = columns.map(({ colname }) => String(colname));
  const column = distributionColumn(table, names);
  if (column === undefined) return [`${table} has no account_id: its migration or an operator must place it`];
  if (column !== null && names[0] !== column) return [`${table} does not begin with ${column}`];
  const keys = [
    ...columns.flatMap(({ colname, constraints }) => uniqueKeys(constraints).map(() => [String(colname)])),
    ...uniqueKeys(elements),
  ];
  const small = columns.filter((one) => isIdentity(one) && !JSON.stringify(one['typeName']).includes('"int8"'));
  return [
    ...keys.flatMap((key) => judgeUnique(table, key)),
    ...small.map(() => `${table} has an identity that is no bigint`),
  ];
}

function judgeAlteration(node: Node, created: Set<string>): readonly string[] {
  const table = nameOf(node['relation']);
  const commands = nodesOf(node['cmds']).map(({ AlterTableCmd: command }) => command as Node);
  const kinds = new Set(commands.map(({ subtype }) => String(subtype)));
  const isOfAdds = kinds.size === 1 && kinds.has('AT_AddColumn');
  return [
    ...(commands.length > 1 && !isOfAdds ? [`several changes of ${table} in a statement`] : []),
    // A table is distributed after the migration that makes it.
    ...[...kinds].filter((kind) => !taken.has(kind) && !created.has(table)).map((kind) => `${kind} of ${table}`),
    ...commands.filter((command) => isKeyed(command['def'])).map(() => `a column of ${table} with a key`),
  ];
}

/** The changes of a table that Citus takes. */
const taken: ReadonlySet<string> = new Set([
  ...['AT_AddColumn', 'AT_DropColumn', 'AT_ColumnDefault', 'AT_SetNotNull', 'AT_DropNotNull', 'AT_AlterColumnType'],
  ...['AT_AddConstraint', 'AT_DropConstraint', 'AT_ValidateConstraint', 'AT_SetRelOptions', 'AT_ResetRelOptions'],
]);

/** Whether a new column has a constraint that Citus takes only in a statement of its own, or numbers itself. */
const isKeyed = (definition: unknown): boolean =>
  nodesOf(((definition as Node | undefined)?.['ColumnDef'] as Node | undefined)?.['constraints']).some(
    ({ Constraint: constraint }) =>
      /PRIMARY|UNIQUE|FOREIGN|IDENTITY/.test(String((constraint as Node | undefined)?.['contype'])),
  );

const isIdentity = ({ constraints }: Node): boolean => JSON.stringify(constraints ?? []).includes('CONSTR_IDENTITY');

const uniqueKeys = (constraints: unknown): string[][] =>
  nodesOf(constraints).flatMap(({ Constraint: constraint }) => {
    const { contype, keys } = (constraint ?? {}) as Node;
    return contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE' ? [namesIn(keys)] : [];
  });

function judgeUnique(table: string, key: readonly string[]): readonly string[] {
  const column = distributionColumn(table, ['account_id']);
  if (typeof column !== 'string' || key.includes(column)) return [];
  return [`a unique key of ${table} without ${column}`];
}

/** Citus sends an expression to the nodes, which have no functions of the session. */
const judgeFunctions = (node: Node): readonly string[] =>
  /"sval":"(?:pg_temp|random|nextval|clock_timestamp|gen_random_uuid)"/.test(JSON.stringify(node))
    ? ['a function that the nodes lack or that is volatile']
    : [];

const nodesOf = (list: unknown): readonly Node[] => (list ?? []) as readonly Node[];
const nameOf = (relation: unknown): string => String((relation as Node | undefined)?.['relname']);
const textOf = (node: Node): string =>
  /"sval":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(node))?.[1]?.replaceAll('\\n', '\n').slice(1, -1) ?? '';

const namesIn = (list: unknown): string[] =>
  [...JSON.stringify(list ?? []).matchAll(/"(?:sval|name)":"(\w+)"/g)].map(([, name = '']) => name);
